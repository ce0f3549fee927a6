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

// former are patterns of Japanese words for which the product has another one: ほかの, チェックディジット, 解約, サポート窓口,
// 進捗, 要対応SDS, クリア, 削除. The dashboard's tests read them too.
//
//go:embed terms.ja.txt
var former string

var (
	formerTerms = regexp.MustCompile(strings.Join(strings.Fields(former), "|"))
	spellings   = regexp.MustCompile("(?i)" + strings.Join(strings.Fields(british), "|"))
)

// British are the words of an English text that are spelled as in Britain: the product writes as in the United States,
// as it does dates, and as OSHA words the hazard communication standard.
func British(text string) []string { return spellings.FindAllString(text, -1) }

// OtherTerms are the words of a Japanese text for which the product has another one everywhere else.
func OtherTerms(text string) []string { return formerTerms.FindAllString(text, -1) }
