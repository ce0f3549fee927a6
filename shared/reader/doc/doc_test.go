package doc

import (
	"testing"

	"anzen/shared/text/fold"
)

func TestNormalise(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"ＣＡＳ　Ｎｏ．　６７－５６－１", "CAS No. 67-56-1"},
		{"ﾄﾙｴﾝ", "トルエン"},
		{"⻑期  ばく露", "長期 ばく露"},
		{" plain ", "plain"},
		{"ツインロック™　ＴＬ", "ツインロック™ TL"},
		{"a\u00adb\u200bc", "abc"},
	} {
		if got := fold.Line(c.in); got != c.want {
			t.Errorf("fold.Line(%q) = %q, want %q", c.in, got, c.want)
		}
	}
}

func TestJoin(t *testing.T) {
	for _, c := range []struct {
		in   []string
		want string
	}{
		{[]string{"化学物質排出", "把握管理促進法"}, "化学物質排出把握管理促進法"},
		{[]string{"Causes serious", "eye damage"}, "Causes serious eye damage"},
		{[]string{"67-56-", "1"}, "67-56-1"},
		{[]string{"-", "データなし"}, "- データなし"},
	} {
		if got := JoinText(c.in...); got != c.want {
			t.Errorf("JoinText(%q) = %q, want %q", c.in, got, c.want)
		}
	}
}

func TestFindReturnsTheWordsOfAPart(t *testing.T) {
	l := Line{Text: "引火点: 4 °C", Words: []Word{{Text: "引火点："}, {Text: "４"}, {Text: "℃"}}}
	got := l.Find(len("引火点: "), len(l.Text))
	if len(got) != 2 || got[0].Text != "４" || got[1].Text != "℃" {
		t.Fatalf("words = %+v", got)
	}
}

func TestFindCutsWords(t *testing.T) {
	l := Line{Text: "製品名:トルエン", Words: []Word{{Text: "製品名：トルエン", Box: Box{0, 0, 80, 10}, Ends: []float32{10, 20, 30, 40, 50, 60, 70, 80}}}}
	got := l.Find(len("製品名:"), len(l.Text))
	if len(got) != 1 || got[0].Text != "トルエン" || got[0].Box != (Box{40, 0, 80, 10}) {
		t.Fatalf("words = %+v", got)
	}
}

func TestSourcesUniteWordsOfALine(t *testing.T) {
	w := func(page int, x, y float64) Word { return Word{Page: page, Box: Box{x, y, x + 10, y + 10}} }
	got := SourcesOfWords([]Word{w(1, 0, 0), w(1, 12, 1), w(1, 0, 20), w(2, 0, 0)})
	if len(got) != 2 || len(got[0].Boxes) != 2 || got[0].Boxes[0] != (Box{0, 0, 22, 11}) || got[1].Page != 2 {
		t.Fatalf("sources = %+v", got)
	}
}

func TestAtFindsTheSpanningCell(t *testing.T) {
	tab := Table{Rows: [][]Cell{
		{{RowSpan: 2, ColSpan: 1, Page: 7}, {RowSpan: 1, ColSpan: 1}},
		{{Covered: true}, {RowSpan: 1, ColSpan: 1}},
	}}
	if got := tab.At(1, 0); got.Page != 7 {
		t.Fatalf("At(1, 0) = %+v", got)
	}
}
