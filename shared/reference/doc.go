// Package reference is the wing of the field's facts, as tables that are compiled in:
// substances (chem), the statements of GHS (ghs), UN numbers (unnumber), the names of laws
// as sheets write them (law), and the laws' categories, classes, entries and thresholds
// (regulation). Each table names its source and date; nothing here judges a sheet.
package reference
