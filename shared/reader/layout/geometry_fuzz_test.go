package layout

import (
	"encoding/binary"
	"math"
	"testing"

	"anzen/shared/reader/doc"
)

// FuzzGeometry builds a document of words and rules at arbitrary places, including off the
// page and without size.
func FuzzGeometry(f *testing.F) {
	f.Add([]byte("1234567890abcdefghijklmnopqrstuvwxyz1234567890abcdefghijklmnopqrstuvwxyz"))
	f.Add([]byte{0, 10, 0, 20, 0, 90, 0, 12, 1, 0, 10, 0, 40, 0, 90, 0, 12, 2, 0, 10, 0, 60, 0, 90, 0, 12, 3, 0xff, 0xff, 0, 0, 0x80, 0, 0, 0, 4})
	texts := []string{"1. 化学品及び会社情報", "製品名：", "x", "67-64-1", "2.", "危険有害性の要約", ":", "SECTION 3", "10%", "危", "安全データシート", "・・・・"}
	extremes := []float64{math.NaN(), math.Inf(1), math.Inf(-1), 1e300, -1e300, 1e-300, 0, 2147483648}
	f.Fuzz(func(t *testing.T, in []byte) {
		if len(in) > 2000 {
			t.Skip()
		}
		pages := []doc.Page{{Number: 1, Width: 595, Height: 842}, {Number: 2, Width: 842, Height: 595}}
		number := func(b []byte) float64 {
			v := binary.BigEndian.Uint16(b)
			if v >= 0xff00 {
				return extremes[int(v)%len(extremes)]
			}
			return float64(int16(v)) / 8
		}
		for ; len(in) >= 9; in = in[9:] {
			x, y, w, h, what := number(in), number(in[2:]), number(in[4:]), number(in[6:]), in[8]
			p := &pages[what>>7]
			b := doc.Box{X0: x, Y0: y, X1: x + w, Y1: y + h}
			switch {
			case what&0x40 == 0:
				text := texts[int(what&0x3f)%len(texts)]
				p.Words = append(p.Words, doc.Word{Text: text, Page: p.Number, Size: h, Box: b, Conf: 1, Angle: float64(what&0x20) * 90 / 32})
				p.Chars += len(text)
			case what&0x20 == 0:
				p.Rules = append(p.Rules, doc.Rule{Box: doc.Box{X0: x, Y0: y, X1: x + w, Y1: y}, Shade: what&1 == 1})
			default:
				p.Rules = append(p.Rules, doc.Rule{Box: doc.Box{X0: x, Y0: y, X1: x, Y1: y + h}, Shade: what&1 == 1})
			}
		}
		d := Build(pages, doc.Info{})
		for _, s := range d.Sections {
			for _, table := range s.Tables {
				for i, row := range table.Rows {
					if len(row) != table.Cols() {
						t.Fatalf("row %d of %d cells, want %d", i, len(row), table.Cols())
					}
				}
			}
		}
	})
}
