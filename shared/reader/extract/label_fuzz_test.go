package extract

import (
	"strings"
	"testing"
	"unicode/utf8"

	"anzen/shared/reader/doc"
	"anzen/shared/text/fold"
)

// FuzzLabel searches labels in arbitrary text: what is cut off must be part of the text.
func FuzzLabel(f *testing.F) {
	for _, s := range []string{"製品名 ： トルエン", "1.1 Product identifier: x", "(1) 引火点（密閉式）4℃", "CAS番号:67-64-1 含有量: 1%", "会社名:a 電話番号::", "::", "İ:ß", "化学名・一般名"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if len(s) > 2000 {
			t.Skip()
		}
		folded := fold.Printed(s)
		squeezeLabel(s)
		noData(s)
		cleaned(s)
		labelParts(folded)
		if cut := cutAtLabel(folded); !strings.HasPrefix(strings.TrimSpace(folded), strings.TrimSpace(cut)) {
			t.Fatalf("%q is cut to %q", folded, cut)
		}
		l := doc.Line{Text: folded, Raw: s, Page: 1, Box: doc.Box{X0: 10, Y0: 10, X1: 300, Y1: 20}}
		for section := 1; section <= 16; section++ {
			key, label, rest := splitLabel(section, s)
			if key != "" && (!strings.Contains(folded, label) || !strings.Contains(folded, rest)) {
				t.Fatalf("%q in section %d: %q, %q, %q", folded, section, key, label, rest)
			}
			for _, it := range inline(section, item{section: section, key: key, label: label, value: folded, lines: []doc.Line{l}}) {
				if utf8.ValidString(folded) && !utf8.ValidString(it.value) {
					t.Fatalf("%q in section %d: %q cuts a character", folded, section, it.value)
				}
			}
		}
	})
}
