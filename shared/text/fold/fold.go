// Package fold makes texts equal that mean the same: each function is one notion of what does not
// matter, and is the only place of it.
//
//	Caseless   width and case
//	Search     and hiragana or katakana, and which dash: what a person searches for
//	Line       how a PDF writes the characters of a line, its blanks: a line as it is read
//	Printed    width, which dash, which wave dash, blanks: text in which something is looked for
//	Squeezed   and all blanks, and case: names and sentences that are compared
//	Label      and numbering, marks and the spellings of labels
//	Title      and marks and the spellings of headings
//	Law        and marks and how "and" is written: names of laws
//	Statement  and marks and the spellings of the GHS's sentences and classes
//	Company    and marks and legal forms: names of companies
//	Answer     and marks: answers that two people copied from a sheet
//
// The names that people give (departments, tags, product codes) are compared by Fold of package text, which
// is part of stored keys; results of Search are part of the catalog's snapshots. Whoever changes what one of the
// two makes equal changes what is stored.
package fold
