package ocr

import (
	"context"
	"image"
	"slices"
	"testing"

	"anzen/shared/reader/doc"
)

// scripts is an engine with data for two scripts, which recognises the other one as garbage.
type scripts struct{ japanese, latin liner }

func (*scripts) Page(context.Context, Image) ([]doc.Word, error) { return nil, ErrNoOCR }

func (s *scripts) Lines(ctx context.Context, lines []*image.Gray, latin bool) ([][]doc.Word, error) {
	if latin {
		return s.latin.Lines(ctx, lines, latin)
	}
	return s.japanese.Lines(ctx, lines, latin)
}

func TestAPageIsReadInTheOtherScriptBeforeItIsTurned(t *testing.T) {
	page, _ := text(0)
	for _, c := range []struct {
		name            string
		japanese, latin liner
		hint            bool
		want            string
		runs            int // lines below 0.8 are recognised a second time
	}{
		{"English as kana", liner{answers: "7eSf epO/f 半生人んさき", conf: 0.5}, liner{answers: "Safety data sheet", conf: 0.9}, false, "Safety data sheet", 3},
		{"English as Latin letters", liner{answers: "5afetv dafa 5heef", conf: 0.8}, liner{answers: "Safety data sheet", conf: 0.9}, false, "Safety data sheet", 2},
		{"Japanese after a page in English", liner{answers: "安全データシート", conf: 0.9}, liner{answers: "REF-9>-h ZAT", conf: 0.4}, true, "安全データシート", 3},
		{"Japanese that is in doubt", liner{answers: "安全データシート", conf: 0.7}, liner{answers: "REF-9>-h ZAT", conf: 0.4}, false, "安全データシート", 2},
		{"English as hinted", liner{answers: "半生人んさき", conf: 0.5}, liner{answers: "Safety data sheet", conf: 0.9}, true, "Safety data sheet", 1},
	} {
		e := &scripts{c.japanese, c.latin}
		r, err := Upright(context.Background(), e, Image{Picture: page, DPI: 150, Page: 1, Latin: c.hint})
		if err != nil || len(r.Words) == 0 || r.Turn != 0 || r.Words[0].Text != c.want || r.Latin != (c.want == "Safety data sheet") {
			t.Errorf("%s: turn %d, Latin %v, %v, %+v", c.name, r.Turn, r.Latin, err, r.Words[:min(1, len(r.Words))])
		}
		if got := e.japanese.runs + e.latin.runs; got != c.runs {
			t.Errorf("%s: recognised %d times, want %d", c.name, got, c.runs)
		}
	}
}

// titled is an engine that reads a Japanese page with a title in Latin script on it, which only its data for that script can read.
type titled struct {
	title string
	conf  float64 // of the title by the data for Japanese
	latin int     // lines read in Latin script
}

func (*titled) Page(context.Context, Image) ([]doc.Word, error) { return nil, ErrNoOCR }

func (e *titled) Lines(_ context.Context, lines []*image.Gray, latin bool) ([][]doc.Word, error) {
	out := make([][]doc.Word, len(lines))
	for i, g := range lines {
		w := doc.Word{Text: "安全データシート", Conf: 0.9, OCR: true, Box: doc.Box{X1: float64(g.Rect.Dx()), Y1: float64(g.Rect.Dy())}}
		switch {
		case latin:
			e.latin++
			w.Text = "Safety data sheet"
		case i == 0:
			w.Text, w.Conf = e.title, e.conf
		}
		out[i] = []doc.Word{w}
	}
	return out, nil
}

func TestALineIsReadInTheOtherScript(t *testing.T) {
	page, _ := text(0)
	for _, c := range []struct {
		name, title string
		conf        float64
		want        string
		latin       int
	}{
		{"garbage of Latin letters", "Sa7e /a/g See4# A/Kga//77e /7がo77", 0.4, "Safety data sheet", 1},
		{"Latin letters", "Brightol Works", 0.8, "Brightol Works", 0},
		{"garbage of kana", "サヱヮヰヵ安全ッヮャァ Brig", 0.4, "サヱヮヰヵ安全ッヮャァ Brig", 0},
		{"few letters", "AB-12.5", 0.4, "AB-12.5", 0},
	} {
		e := &titled{title: c.title, conf: c.conf}
		r, err := Upright(context.Background(), e, Image{Picture: page, DPI: 150, Page: 1})
		if err != nil || len(r.Words) == 0 || r.Latin {
			t.Fatalf("%s: Latin %v, %v", c.name, r.Latin, err)
		}
		if !slices.ContainsFunc(r.Words, func(w doc.Word) bool { return w.Text == c.want }) || e.latin != c.latin {
			t.Errorf("%s: %d lines read in Latin script, first word %q", c.name, e.latin, r.Words[0].Text)
		}
	}
}
