package extract

import (
	"math"
	"sort"
	"strings"

	"anzen/shared/reader/doc"
	"anzen/shared/reference/chem"
	"anzen/shared/text/fold"
	"anzen/shared/text/pattern"
)

// columnHeading is a column's heading with its place.
type columnHeading struct {
	segment
	kind  int
	page  int
	unit  string
	bound string // boundOf the heading
}

// columnIngredients reads a composition by place alone: headings side by side, with their
// values below. It is used where no table was recognised.
func columnIngredients(sec *doc.Section) []ingredient {
	segs, pages := placed(sec)
	headings := columnHeadings(segs, pages)
	if headings == nil {
		return nil
	}
	page, below := headings[0].page, 0.0
	for _, h := range headings {
		below = math.Max(below, h.box.Y1)
	}
	var out []ingredient
	var rows []*columnRow
	for i, s := range segs {
		if pages[i] != page || s.box.Y0 < below-1 {
			continue
		}
		k := under(headings, s.box)
		if k < 0 {
			continue
		}
		if besideIngredient(s.text, headings[k].kind) {
			continue
		}
		if crosses(headings, s.box) {
			break
		}
		if key := labelKey(3, s.text); headings[k].kind == nameColumn && (key == "cas" || key == "formula") {
			continue // "EC-No." under the name, its number in the next column
		}
		rows = put(rows, headings[k].kind, s, beginsRow(segs, pages, headings, rows, i))
	}
	for _, r := range rows {
		in := ingredient{raw: map[string]string{}, source: map[string][]doc.Source{}, rule: "columns", confidence: 0.8}
		name, cas, share := joinSegments(r.cells[nameColumn]), joinSegments(r.cells[casColumn]), joinSegments(r.cells[shareColumn])
		if cas == "" && share == "" || len(cas) > 24 && !strings.ContainsAny(cas, "0123456789") && !strings.ContainsAny(share, "0123456789") {
			continue // nothing, or running text below the table
		}
		in.name = ingredientName(name)
		for _, f := range chem.FindCAS(cas) {
			in.cas = append(in.cas, string(f.CAS))
		}
		unit, bound := "", ""
		for _, h := range headings {
			if h.kind == shareColumn {
				unit, bound = h.unit, h.bound
			}
		}
		in.concentration, _ = shareOf(bounded(share, bound), unit)
		for kind, key := range map[int]string{nameColumn: "name", casColumn: "cas", shareColumn: "concentration"} {
			var words []doc.Word
			for _, s := range r.cells[kind] {
				words = append(words, s.words...)
			}
			in.raw[key], in.source[key] = joinSegments(r.cells[kind]), doc.SourcesOfWords(words)
		}
		if in.name == "" && len(in.cas) == 0 || isTotal(in.name) {
			continue
		}
		out = append(out, in)
	}
	return out
}

// besideIngredient reports a text in a column that is neither name, CAS number nor share: the other number of an ingredient
// below its CAS number, and its classes of hazard.
func besideIngredient(text string, kind int) bool {
	return kind == casColumn && numberName.MatchString(text) && len(chem.FindCAS(text)) == 0 || classesOf.MatchString(text)
}

// classesOf matches a line with the classes of an ingredient: "Classification: Flam. Liq. 2;H225", "2;H373, Aquatic Acute 1;H400".
var classesOf = pattern.MustCompile(`^(?i:classification) ?:|\bH[2-4][0-9]{2}\b`)

type columnRow struct {
	y0, y1 float64
	cells  map[int][]segment
}

// put adds a segment to the row at its height. A share or CAS number begins a new row; a
// name without them close below belongs to the row above.
func put(rows []*columnRow, kind int, s segment, begins bool) []*columnRow {
	for _, r := range rows {
		if math.Min(r.y1, s.box.Y1)-math.Max(r.y0, s.box.Y0) > 0.5*s.box.H() {
			r.cells[kind] = append(r.cells[kind], s)
			return rows
		}
	}
	if n := len(rows); n > 0 && !begins && s.box.Y0-lowest(rows[n-1]) < 0.6*s.box.H() && goesOn(rows[n-1], kind, s) {
		rows[n-1].cells[kind] = append(rows[n-1].cells[kind], s)
		return rows
	}
	return append(rows, &columnRow{s.box.Y0, s.box.Y1, map[int][]segment{kind: {s}}})
}

// beginsRow reports whether a CAS number or a share, or a word in its place, is beside a
// segment while the row above already has one.
func beginsRow(segs []segment, pages []int, headings []columnHeading, rows []*columnRow, i int) bool {
	if len(rows) == 0 {
		return true
	}
	s := segs[i]
	for j, o := range segs {
		if j == i || pages[j] != pages[i] || math.Min(o.box.Y1, s.box.Y1)-math.Max(o.box.Y0, s.box.Y0) < 0.5*s.box.H() {
			continue
		}
		k := under(headings, o.box)
		if k >= 0 && besideIngredient(o.text, headings[k].kind) {
			continue
		}
		if k < 0 || headings[k].kind != casColumn && headings[k].kind != shareColumn {
			continue
		}
		if above := joinSegments(rows[len(rows)-1].cells[headings[k].kind]); casLabel.ReplaceAllString(above, "") != "" {
			return true
		}
	}
	return false
}

// goesOn reports whether a segment below a row's line belongs to it: a second line of its
// name, a number broken after its label.
func goesOn(r *columnRow, kind int, s segment) bool {
	last := r.cells[kind]
	if len(last) == 0 || len(r.cells[casColumn])+len(r.cells[shareColumn]) == 0 {
		return false
	}
	switch kind {
	case nameColumn:
		return true
	case casColumn:
		return len(chem.FindCAS(joinSegments(last))) == 0 && len(chem.FindCAS(s.text)) > 0
	}
	return false
}

func lowest(r *columnRow) float64 {
	y := r.y1
	for _, cell := range r.cells {
		for _, s := range cell {
			y = math.Max(y, s.box.Y1)
		}
	}
	return y
}

// placed are the segments of a section from top to bottom, with their pages.
func placed(sec *doc.Section) ([]segment, []int) {
	type at struct {
		segment
		page int
	}
	var all []at
	for _, l := range sec.Lines {
		for _, s := range segmentsAt(l, 1) {
			all = append(all, at{s, l.Page})
		}
	}
	sort.SliceStable(all, func(i, j int) bool {
		if all[i].page != all[j].page {
			return all[i].page < all[j].page
		}
		if math.Abs(all[i].box.Y0-all[j].box.Y0) > 2 {
			return all[i].box.Y0 < all[j].box.Y0
		}
		return all[i].box.X0 < all[j].box.X0
	})
	segs, pages := make([]segment, len(all)), make([]int, len(all))
	for i, a := range all {
		segs[i], pages[i] = a.segment, a.page
	}
	return segs, pages
}

// columnHeadings finds the row of headings: one for CAS numbers or shares, one for names, and
// all beside them.
func columnHeadings(segs []segment, pages []int) []columnHeading {
	for i, s := range segs {
		if k := headingKind(s.text); k != casColumn && k != shareColumn || len(chem.FindCAS(s.text)) > 0 {
			continue
		}
		var headings []columnHeading
		seen := map[int]bool{}
		for j, o := range segs {
			if pages[j] != pages[i] || math.Abs(o.box.CY()-s.box.CY()) > 1.3*s.box.H() || len(chem.FindCAS(o.text)) > 0 {
				continue
			}
			k := headingKind(o.text)
			if k != otherColumn && seen[k] {
				k = otherColumn
			}
			seen[k] = true
			unit, _ := chem.UnitIn(o.text)
			headings = append(headings, columnHeading{o, k, pages[j], unit, boundOf(o.text)})
		}
		if !seen[nameColumn] && len(headings) > 2 && headings[0].kind == otherColumn {
			headings[0].kind = nameColumn
			seen[nameColumn] = true
		}
		if seen[nameColumn] && (seen[casColumn] || seen[shareColumn]) {
			return headings
		}
	}
	return nil
}

// under is the index of the heading above a box: the one that shares most width with it,
// else the closest.
func under(headings []columnHeading, b doc.Box) int {
	best, most := -1, 0.0
	for i, h := range headings {
		if o := h.box.OverlapX(b); o > most {
			best, most = i, o
		}
	}
	if best >= 0 {
		return best
	}
	near := 60.0
	for i, h := range headings {
		if d := -h.box.OverlapX(b); d < near {
			best, near = i, d
		}
	}
	return best
}

// crosses reports running text below a table: a segment under several headings that are not
// neighbours.
func crosses(headings []columnHeading, b doc.Box) bool {
	n := 0
	for _, h := range headings {
		if h.box.OverlapX(b) > 0.5*h.box.W() {
			n++
		}
	}
	return n > 2 || n == len(headings) && n > 1
}

func joinSegments(list []segment) string {
	texts := make([]string, len(list))
	for i, s := range list {
		texts[i] = s.text
	}
	return fold.Printed(doc.JoinText(texts...))
}

// complete is the fraction of the rows' cells that are filled.
func complete(rows []ingredient) float64 {
	if len(rows) == 0 {
		return 0
	}
	n := 0
	for _, r := range rows {
		if r.name != "" {
			n++
		}
		if len(r.cas) > 0 || r.raw["cas"] != "" {
			n++
		}
		if r.concentration.Stated() || strings.TrimSpace(r.raw["concentration"]) != "" {
			n++
		}
	}
	return float64(n) / float64(3*len(rows))
}
