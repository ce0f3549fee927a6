package doc

import (
	"strings"
	"testing"
	"unicode/utf8"

	"anzen/shared/text/fold"
)

// FuzzNormalise: what is for matching is valid, without control characters and without double or outer blanks.
func FuzzNormalise(f *testing.F) {
	for _, s := range []string{"　危険　 有害性", "ｶﾞｽ\u3099", "⻑い™", "a\x00b\xff", "㍿ ﷺ", " \u200b x"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		n := fold.Line(s)
		if !utf8.ValidString(n) || strings.Contains(n, "  ") || strings.TrimSpace(n) != n {
			t.Fatalf("%q becomes %q", s, n)
		}
		for _, r := range n {
			if r < 0x20 || r == 0x7f || r == 0xfeff {
				t.Fatalf("%q becomes %q", s, n)
			}
		}
	})
}

// FuzzFind finds parts of a line in its words: no more than the line prints, and never outside of it.
func FuzzFind(f *testing.F) {
	f.Add("㍿ トルエン|10～20%|ｶﾞｽ", 0, 5)
	f.Add("a| |b", 1, 2)
	f.Fuzz(func(t *testing.T, s string, from, to int) {
		var l Line
		for i, text := range strings.Split(s, "|") {
			w := Word{Text: text, Page: 1, Box: Box{X0: float64(100 * i), Y0: 10, X1: float64(100*i + 90), Y1: 20}}
			l.Words = append(l.Words, w)
			l.Box = l.Union(w.Box)
		}
		l.Text = fold.Line(strings.ReplaceAll(s, "|", " "))
		for _, w := range l.Find(from, to) {
			if w.X0 < l.X0-0.001 || w.X1 > l.X1+0.001 || w.X1 < w.X0 {
				t.Fatalf("%q from %d to %d: %+v", s, from, to, w)
			}
		}
		SourcesOf([]Line{l})
	})
}
