package extract_test

import (
	"math"
	"strings"
	"testing"

	"anzen/shared/reader/doc"
	"anzen/shared/reader/extract"
	"anzen/shared/text/fold"
)

// FuzzSheet reads arbitrary text as every section of a sheet: nothing may panic, and every
// value must be valid.
func FuzzSheet(f *testing.F) {
	f.Add("製品名：x\n引火性液体 区分2 H225\nCAS番号 67-64-1 10～20%\n引火点：4℃\nUN1993 3 II\n許容濃度 ACGIH TLV-TWA 20 ppm")
	f.Add("Revision Date: 1/2/2020\nFlam. Liq. 2\nToluene 108-88-3 < 10 %\nTSCA: listed\nSARA 313")
	f.Add("()::[]·・-")
	f.Add("国連番号\n1263 容器等級: : III 容器等級:容器等級:II")
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 2000 {
			t.Skip()
		}
		var ls []doc.Line
		for i, s := range strings.Split(text, "\n") {
			ls = append(ls, line(float64(40+14*i), 50, fold.Line(s)))
		}
		d := &doc.Document{Language: "ja", IsSheet: true, Headers: ls, Footers: ls}
		for n := 0; n <= 16; n++ {
			s := doc.Section{Number: n, Lines: ls, First: 1, Last: 1, Tables: []doc.Table{table([]string{"成分名", "CAS番号", "含有量(%)"}, []string{text, text, text})}}
			for i := 0; i+1 < len(ls); i += 2 {
				s.Pairs = append(s.Pairs, doc.Pair{Label: ls[i].Text, Value: ls[i+1].Text, Kind: doc.Gap, LabelLines: ls[i : i+1], ValueLines: ls[i+1 : i+2]})
			}
			d.Sections = append(d.Sections, s)
		}
		r := extract.Sheet(d)
		for _, v := range r.Values {
			if v.Key == "" || v.Extractor == "" || v.Confidence <= 0 || v.Confidence > 1 || math.IsNaN(v.Quantity.Low) {
				t.Fatalf("%q gives %+v", text, v)
			}
		}
		r.GoldView()
	})
}
