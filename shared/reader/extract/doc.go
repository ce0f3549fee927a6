// Package extract takes the values out of a safety data sheet that has been read: a file a section. Every
// value carries the page and boxes it stands on, its raw text, the rule that found it and how sure that is.
//
// The rules are general habits of Japanese (JIS Z 7253) and English (GHS, OSHA, REACH) sheets. What a sheet
// does not state is not made up, and "no data" is never a value.
package extract
