package ocr

import (
	"strings"
	"testing"

	"anzen/shared/reader/doc"
)

func TestBarsThatAreOnes(t *testing.T) {
	for _, c := range []struct {
		name   string
		words  []string
		height float64
		want   string
	}{
		{"after a category", []string{"-", "Category", "|"}, 9, "- Category 1"},
		{"after a category, before more", []string{"Category", "|", "(Oral)"}, 9, "Category 1 (Oral)"},
		{"the last of a line", []string{"Component", "|"}, 9, "Component 1"},
		{"between words", []string{"Tel", "|", "Fax"}, 9, "Tel | Fax"},
		{"a rule is higher", []string{"Category", "|"}, 14, "Category |"},
		{"after no word", []string{"-", "|"}, 9, "- |"},
	} {
		var words []doc.Word
		x := 10.0
		for _, s := range c.words {
			w := doc.Word{Text: s, Conf: 0.6, Box: doc.Box{X0: x, Y0: 10, X1: x + 6*float64(len(s)), Y1: 20}}
			if s == "|" {
				w.Y1 = w.Y0 + c.height
			}
			words = append(words, w)
			x = w.X1 + 4
		}
		ones(words)
		var got []string
		for _, w := range words {
			got = append(got, w.Text)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestRulesReadAsDashesAreDropped(t *testing.T) {
	words := func(texts ...string) (out []doc.Word) {
		x := 10.0
		for _, s := range texts {
			out = append(out, doc.Word{Text: s, Conf: 0.9, Box: doc.Box{X0: x, Y0: 10, X1: x + 9, Y1: 16}})
			x += 10
		}
		return out
	}
	for _, texts := range [][]string{{"ーーーー", "ニ", "ーーーーー"}, {"ーーーーーーーーーー", "こ", "ーーーーーー~"}} {
		if got := withoutRules(words(texts...)); len(got) > 0 {
			t.Errorf("%q: %d words are left of a rule", texts, len(got))
		}
	}
	for _, texts := range [][]string{{"ーー"}, {"エタノール", "ーーー"}, {"製品", "名"}} {
		if got := withoutRules(words(texts...)); len(got) != len(texts) {
			t.Errorf("%q: %d words are left", texts, len(got))
		}
	}
}
