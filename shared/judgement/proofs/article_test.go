package proofs_test

import (
	"testing"
	"unicode"

	"anzen/shared/judgement/proofs"
	"anzen/shared/reference/regulation"
)

func TestCitationsInEnglish(t *testing.T) {
	for cited, want := range map[string]string{
		"法第2条第5項":                  "Act, Art. 2, para. 5",
		"法第2条第1項第1号イ":              "Act, Art. 2, para. 1, item 1, (a)",
		"法第57条の2第1項、施行令第18条の2":     "Act, Art. 57-2, para. 1; Enforcement Order, Art. 18-2",
		"施行令別表第6の2、有機則第1条":         "Enforcement Order, Appended Table 6-2; Organic Solvents Ordinance, Art. 1",
		"法第百二十五条の2、別表第十二":          "Act, Art. 125-2; Appended Table 12",
		"別表第一備考第7号":                "Appended Table 1, notes, item 7",
		"別表第一備考第13号、危険物規則第1条の3第4項": "Appended Table 1, notes, item 13; Dangerous Goods Ordinance, Art. 1-3, para. 4",
		"法第9条の4、危険物令別表第4":          "Act, Art. 9-4; Dangerous Goods Order, Appended Table 4",
		"安衛則第34条の2の7":              "Safety and Health Ordinance, Art. 34-2-7",
		"40 CFR 372.65":            "40 CFR 372.65", "": "",
	} {
		if got := proofs.Article("en", cited); got != want {
			t.Errorf("%s: %q, want %q", cited, got, want)
		}
		if got := proofs.Article("ja", cited); got != cited {
			t.Errorf("%s: %q in Japanese", cited, got)
		}
	}
}

// No citation of a category is left in Japanese for readers of English.
func TestEveryCategoryIsCitedInEnglish(t *testing.T) {
	for _, c := range regulation.Current().Categories() {
		for _, r := range proofs.Article("en", c.Article) {
			if unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) {
				t.Errorf("%s/%s: %q", c.Law, c.Code, proofs.Article("en", c.Article))
				break
			}
		}
	}
}
