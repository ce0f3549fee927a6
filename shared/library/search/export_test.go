package search

// ClassValues are what the catalog is asked for hazard classes.
var ClassValues = classValues
