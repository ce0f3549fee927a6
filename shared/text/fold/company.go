package fold

import (
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// companyForms are the legal forms of companies, in lower case and the usual widths.
var companyForms = regexp.MustCompile(`株式会社|有限会社|合同会社|合資会社|合名会社|\([株有同資名]\)|` +
	`(?:[ ,.]|^)(?:co(?:mpany)?\b\.?,? *(?:ltd|limited|inc)\b|company|corporation|corp|incorporated|inc|limited|ltd|llc|k\. ?k|g\. ?k|gmbh(?: *& *co\.? *kg)?|ag|s\.? ?a|b\.? ?v|n\.? ?v|plc|pte|pty)(?:[ .,]|$)`)

// Company is the name of a company without its legal form: width, case, blanks and marks do
// not matter. Where nothing else is left, the form stays.
func Company(s string) string {
	s = norm.NFKC.String(strings.ToLower(norm.NFKC.String(s)))
	letters := func(s string) string {
		return strings.Map(func(r rune) rune {
			if unicode.IsLetter(r) || unicode.IsDigit(r) || r == 'ー' || unicode.IsMark(r) {
				return r
			}
			return -1
		}, s)
	}
	bare := s
	for {
		next := companyForms.ReplaceAllString(bare, " ")
		if next == bare {
			break
		}
		bare = next
	}
	if key := letters(bare); key != "" {
		return key
	}
	return letters(s)
}
