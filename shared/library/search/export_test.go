package search

// ClassValues are what the catalogue is asked for hazard classes.
var ClassValues = classValues
