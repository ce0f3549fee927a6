// Package ghs knows the Globally Harmonized System: hazard classes and categories with their numbers,
// hazard and precautionary statements, pictograms and signal words, and how Japanese and English sheets
// write them.
//
// Sources: GHS Rev. 10, JIS Z 7252:2019, JIS Z 7253:2019 and 2025, the wordings of NITE's published
// classification results.
package ghs
