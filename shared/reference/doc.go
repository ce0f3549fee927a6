// Package reference groups the facts of the field, compiled in as tables: substances
// (chem), their classification by the government (nite), the statements of GHS (ghs), UN numbers (unnumber), numbers of the official gazette (gazette), the names of laws as sheets
// print them (law), and the laws' categories, classes, entries and thresholds (regulation).
// Each table names its source and date; nothing here judges a sheet.
package reference
