// Package extract extracts the values of a safety data sheet from its document, with a file
// per section. Every value has its page and boxes, its raw text, the rule that found it and
// its confidence.
//
// The rules are general conventions of Japanese (JIS Z 7253) and English (GHS, OSHA, REACH)
// sheets. Nothing is inferred that a sheet does not state, and "no data" is never a value.
package extract
