// Package ghs holds the Globally Harmonized System: hazard classes and categories with
// their ids, hazard and precautionary statements, pictograms and signal words, and their
// wordings on Japanese and English sheets.
//
// Sources: GHS Rev. 10, JIS Z 7252:2019, JIS Z 7253:2019 and 2025, the wordings of NITE's
// published classification results.
package ghs
