package layout

import (
	"strings"
	"testing"

	"anzen/shared/reader/doc"
	"anzen/shared/text/fold"
)

func FuzzParse(f *testing.F) {
	for _, s := range []string{"1. 化学品及び会社情報", "第十六項", "SECTION IX - ", "【2】【", "2.1", "§", "16", "１６．", "12:34"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		h, ok := parse(fold.Line(s), true)
		if ok && (h.number < 1 || h.number > 16) {
			t.Fatalf("%q: section %d", s, h.number)
		}
	})
}

func FuzzBuild(f *testing.F) {
	for _, s := range []string{"1. 化学品及び会社情報\n製品名|トルエン\n|x", "a:b\n:c\n::\n....|x", "作   成   日|2024", "|\n||\n|||"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		p := page(1, strings.Split(s, "\n")...)
		n := 0
		for _, w := range p.Words {
			n += len(fold.Line(w.Text))
		}
		d := Build([]doc.Page{p, page(2, strings.Split(s, "\n")...)}, doc.Info{})
		for _, sec := range d.Sections {
			for _, x := range sec.Pairs {
				for _, src := range x.Sources() {
					if src.Page < 1 || src.Page > 2 || len(src.Boxes) == 0 {
						t.Fatalf("%q: source %+v", s, src)
					}
				}
			}
		}
		if n == 0 && len(d.Lines) > 0 {
			t.Fatalf("%q: lines out of nothing", s)
		}
	})
}
