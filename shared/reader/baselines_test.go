package reader_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"anzen/shared/reader/doc"
	"anzen/shared/reader/extract"
	"anzen/shared/reader/layout"
)

// printed is a text with its place.
type printed struct {
	x, y float64
	text string
}

// placed is a page of texts of nine points.
func placed(number int, texts ...printed) doc.Page {
	p := doc.Page{Number: number, Width: 612, Height: 792}
	for _, t := range texts {
		x := t.x
		for _, f := range strings.Fields(t.text) {
			w := doc.Word{Text: f, Page: number, Size: 9, Conf: 1, Ink: 0xff000000, Box: doc.Box{X0: x, Y0: t.y, X1: x, Y1: t.y + 9}}
			for range f {
				w.X1 += 4.6
				w.Ends = append(w.Ends, float32(w.X1))
			}
			p.Words = append(p.Words, w)
			x = w.X1 + 2.6
		}
	}
	return p
}

// pageOfRows is a page with a column of lines before and after a table, whose cells have their lines divided by "/" and stand at
// the top of their rows (0), in their middle (1) or at their bottom (2).
func pageOfRows(number int, before []string, xs []float64, rows [][]string, stand int, gap float64, after []string) doc.Page {
	var texts []printed
	y := 50.0
	for _, l := range before {
		texts = append(texts, printed{40, y, l})
		y += 14
	}
	for _, row := range rows {
		most := 0
		for _, c := range row {
			most = max(most, strings.Count(c, "/")+1)
		}
		for c, cell := range row {
			lines := strings.Split(cell, "/")
			top := y + 12*float64(stand*(most-len(lines)))/2
			for i, l := range lines {
				texts = append(texts, printed{xs[c], top + 12*float64(i), l})
			}
		}
		y += 12*float64(most) + gap
	}
	for _, l := range after {
		y += 14
		texts = append(texts, printed{40, y, l})
	}
	return placed(number, texts...)
}

var (
	sectionsTo3    = []string{"Safety Data Sheet", "1. Identification", "Product name: Alphasol 7", "2. Hazard identification", "Not classified", "3. Composition/information on ingredients"}
	sectionsFrom4  = []string{"4. First aid measures", "Rinse with water.", "5. Fire-fighting measures", "Use water.", "6. Accidental release measures", "Sweep up.", "7. Handling and storage", "Keep dry.", "8. Exposure controls/personal protection", "Wear gloves.", "9. Physical and chemical properties", "Color: blue"}
	numbersColumns = []float64{50, 280, 420}
)

// ingredientsOf are the ingredients of pages as "name|CAS|low-high".
func ingredientsOf(pages ...doc.Page) []string {
	r := extract.Sheet(layout.Build(pages, doc.Info{}))
	var out []string
	for _, row := range r.Rows("composition") {
		s := []string{"", "", ""}
		if v := row["name"]; v != nil {
			s[0] = v.Text
		}
		if v := row["cas"]; v != nil {
			s[1] = strings.Join(v.List, "+")
		}
		if v := row["concentration"]; v != nil {
			s[2] = fmt.Sprintf("%g-%g", v.Quantity.Low, v.Quantity.High)
		}
		out = append(out, strings.Join(s, "|"))
	}
	return out
}

// Rows of a table without rules are told by the lines that stand beside each other, wherever in its cell a text of several lines begins.
func TestRowsByTheirBaselines(t *testing.T) {
	want := []string{"Distillates (petroleum), hydrotreated light|64742-47-8|30-60", "Ethanol|64-17-5|5-10", "Amines, coco alkyl dimethyl, N-oxides|61788-90-7|1-5"}
	for order, at := range map[string][]int{"name first": {0, 1, 2}, "number first": {1, 0, 2}, "share first": {2, 0, 1}} {
		for stand, name := range []string{"at the top", "in the middle", "at the bottom"} {
			for _, gap := range []float64{0, 5} {
				var rows [][]string
				for _, row := range [][]string{{"Chemical name", "CAS No.", "Weight %"}, {"Distillates (petroleum),/hydrotreated light", "64742-47-8", "30 - 60"}, {"Ethanol", "64-17-5", "5 - 10"}, {"Amines, coco alkyl/dimethyl, N-oxides", "61788-90-7", "1 - 5"}} {
					rows = append(rows, []string{row[at[0]], row[at[1]], row[at[2]]})
				}
				xs := []float64{50, 140, 420}
				if at[0] == 0 {
					xs = numbersColumns
				}
				if got := ingredientsOf(pageOfRows(1, sectionsTo3, xs, rows, stand, gap, sectionsFrom4)); !slices.Equal(got, want) {
					t.Errorf("%s, %s, gap %v:\n got %q\nwant %q", order, name, gap, got, want)
				}
			}
		}
	}
}

// A CAS number broken in its cell is that of the row beside which its lines stand.
func TestNumbersBrokenInTheirCells(t *testing.T) {
	rows := [][]string{{"Chemical name", "CAS No.", "Weight %"}, {"Ethanol", "64-17-5", "30 - 60"}, {"Distillates (petroleum),/hydrotreated light", "64742-/47-8", "5 - 10"}, {"Bis(2,4,6-trimethyl-/benzoyl)phosphine oxide", "162881-26-/7", "0 - 1"}, {"Silica", "112926-00/-8", "1 - 5"}}
	want := []string{"Ethanol|64-17-5|30-60", "Distillates (petroleum), hydrotreated light|64742-47-8|5-10", "Bis(2,4,6-trimethyl-benzoyl)phosphine oxide|162881-26-7|0-1", "Silica|112926-00-8|1-5"}
	for stand := range 3 {
		for _, gap := range []float64{0, 5} {
			if got := ingredientsOf(pageOfRows(1, sectionsTo3, numbersColumns, rows, stand, gap, sectionsFrom4)); !slices.Equal(got, want) {
				t.Errorf("stand %d, gap %v:\n got %q\nwant %q", stand, gap, got, want)
			}
		}
	}
}

// A row that a page divides has the number that stands at the top of the next page, also where that page has one frame for all of its rows.
func TestRowsDividedByAPage(t *testing.T) {
	xs := []float64{40, 170, 270, 330}
	first := [][]string{{"Ingredient name", "Identifiers", "%", "Classification"}, {"Solvent naphtha/(petroleum)", "REACH #:/01-2119455851-35/EC: 918-668-5/CAS: 64742-95-6", "25 - 50", "Flam. Liq. 3"}, {"cyclohexanone", "REACH #:/01-2119453616-35/EC: 203-631-1", "25 - 50", "Flam. Liq. 3/Acute Tox. 4"}}
	second := [][]string{{"", "CAS: 108-94-1/Index: 606-010-00-7", "", "Eye Dam. 1, H318"}, {"n-butyl acetate", "REACH #:/01-2119485493-29/EC: 204-658-1/CAS: 123-86-4", "10 - 20", "Flam. Liq. 3"}, {"2-methoxy-1-methylethyl/acetate", "REACH #:/01-2119475791-29/EC: 203-603-9/CAS: 108-65-6", "5 - 10", "Flam. Liq. 3"}}
	want := []string{"Solvent naphtha (petroleum)|64742-95-6|25-50", "cyclohexanone|108-94-1|25-50", "n-butyl acetate|123-86-4|10-20", "2-methoxy-1-methylethyl acetate|108-65-6|5-10"}
	for _, again := range []bool{false, true} {
		rows := second
		if again {
			rows = slices.Concat(first[:1], second)
		}
		pages := []doc.Page{pageOfRows(1, sectionsTo3, xs, first, 0, 6, nil), pageOfRows(2, nil, xs, rows, 0, 6, sectionsFrom4)}
		if got := ingredientsOf(pages...); !slices.Equal(got, want) {
			t.Errorf("headings again %v:\n got %q\nwant %q", again, got, want)
		}
		if again {
			continue
		}
		framed := pages[1]
		for _, x := range append(slices.Clone(xs), 560) {
			framed.Rules = append(framed.Rules, doc.Rule{Box: doc.Box{X0: x - 3, Y0: 46, X1: x - 2.5, Y1: 190}})
		}
		for _, y := range []float64{46, 190} {
			framed.Rules = append(framed.Rules, doc.Rule{Box: doc.Box{X0: xs[0] - 3, Y0: y, X1: 557, Y1: y + 0.5}})
		}
		if got := ingredientsOf(pages[0], framed); !slices.Equal(got, want) {
			t.Errorf("in a frame:\n got %q\nwant %q", got, want)
		}
	}
}

// A title of a list between the rows of a table, and in a cell with the row above it, begins that list's limits.
func TestTitlesOfListsBetweenRows(t *testing.T) {
	lists := []string{"US. OSHA Table Z-1 Limits for Air Contaminants (29 CFR 1910.1000)", "US. ACGIH Threshold Limit Values", "US. NIOSH: Pocket Guide to Chemical Hazards"}
	xs := []float64{50, 300, 430}
	for _, many := range []int{1, 2} {
		var texts []printed
		var rules []doc.Rule
		y := 50.0
		for _, l := range slices.Concat(sectionsTo3, []string{"Mixture"}, sectionsFrom4[:9], []string{"Occupational exposure limits"}) {
			texts = append(texts, printed{40, y, l})
			y += 14
		}
		for _, l := range lists {
			texts = append(texts, printed{50, y, l}, printed{50, y + 12, "Components"}, printed{300, y + 12, "Type"}, printed{430, y + 12, "Value"})
			rules = append(rules, doc.Rule{Box: doc.Box{X0: 47, Y0: y + 9, X1: 560, Y1: y + 9.5}}, doc.Rule{Box: doc.Box{X0: 47, Y0: y + 21, X1: 560, Y1: y + 21.5}})
			for i, row := range [][]string{{"Ethanol (CAS 64-17-5)", "TWA", "1000 ppm"}, {"Ethyl acetate (CAS 141-78-6)", "STEL", "400 ppm"}}[:many] {
				for c, cell := range row {
					texts = append(texts, printed{xs[c], y + 24 + 12*float64(i), cell})
				}
			}
			y += 24 + 12*float64(many)
		}
		for _, l := range sectionsFrom4[10:] {
			y += 14
			texts = append(texts, printed{40, y, l})
		}
		p := placed(1, texts...)
		p.Rules = rules
		r := extract.Sheet(layout.Build([]doc.Page{p}, doc.Info{}))
		var got []string
		for _, row := range r.Rows("exposure_limits") {
			if row["authority"] != nil && row["value"] != nil {
				got = append(got, fmt.Sprintf("%s %g", row["authority"].Text, row["value"].Quantity.Low))
			}
		}
		var want []string
		for _, a := range []string{"OSHA", "ACGIH", "NIOSH"} {
			want = append(want, []string{a + " 1000", a + " 400"}[:many]...)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%d rows:\n got %q\nwant %q", many, got, want)
		}
	}
}
