package search

// ClassValues returns the values of hazard classes that the catalog is queried for.
var ClassValues = classValues
