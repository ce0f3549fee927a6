// Package texttest checks texts of the product in tests.
package texttest

import (
	_ "embed"
	"regexp"
	"strings"
)

// british are patterns of British spellings, without regard to case. The dashboard's tests read them too.
//
//go:embed british.txt
var british string

var spellings = regexp.MustCompile("(?i)" + strings.Join(strings.Fields(british), "|"))

// British are the words of an English text that are spelled as in Britain: the product writes as in the United States,
// as it does dates, and as OSHA words the hazard communication standard.
func British(text string) []string { return spellings.FindAllString(text, -1) }
