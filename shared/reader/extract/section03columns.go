package extract

import (
	"math"
	"sort"
	"strings"

	"anzen/shared/reader/doc"
	"anzen/shared/reference/chem"
	"anzen/shared/text/fold"
)

// columnHead is a column's heading where it stands.
type columnHead struct {
	segment
	kind int
	page int
	unit string
}

// columnIngredients reads a composition by place alone: headings side by side, and below them what stands under
// each. It serves where no table was recognised.
func columnIngredients(sec *doc.Section) []ingredient {
	segs, pages := placed(sec)
	heads := columnHeads(segs, pages)
	if heads == nil {
		return nil
	}
	page, below := heads[0].page, 0.0
	for _, h := range heads {
		below = math.Max(below, h.box.Y1)
	}
	var out []ingredient
	var rows []*columnRow
	for i, s := range segs {
		if pages[i] != page || s.box.Y0 < below-1 {
			continue
		}
		k := under(heads, s.box)
		if k < 0 {
			continue
		}
		if crosses(heads, s.box) {
			break
		}
		if key := labelKey(3, s.text); heads[k].kind == nameColumn && (key == "cas" || key == "formula") {
			continue // "EC-No." under the name, its number in the next column
		}
		rows = put(rows, heads[k].kind, s, beginsRow(segs, pages, heads, rows, i))
	}
	for _, r := range rows {
		in := ingredient{raw: map[string]string{}, source: map[string][]doc.Source{}, rule: "columns", confidence: 0.8}
		name, cas, share := joinSegments(r.cells[nameColumn]), joinSegments(r.cells[casColumn]), joinSegments(r.cells[shareColumn])
		if cas == "" && share == "" {
			continue
		}
		in.name = ingredientName(name)
		for _, f := range chem.FindCAS(cas) {
			in.cas = append(in.cas, string(f.CAS))
		}
		unit := ""
		for _, h := range heads {
			if h.kind == shareColumn {
				unit = h.unit
			}
		}
		if !formulaShare.MatchString(share) {
			in.concentration, _ = chem.ParseConcentration(share, unit)
		}
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

type columnRow struct {
	y0, y1 float64
	cells  map[int][]segment
}

// put a segment into the row at its height. A share or CAS number begins a new row; a name without them that
// stands close below goes on with the row above.
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

// beginsRow tells whether beside a segment stands a CAS number or a share, or a word in its place, of which the row above
// has one already.
func beginsRow(segs []segment, pages []int, heads []columnHead, rows []*columnRow, i int) bool {
	if len(rows) == 0 {
		return true
	}
	s := segs[i]
	for j, o := range segs {
		if j == i || pages[j] != pages[i] || math.Min(o.box.Y1, s.box.Y1)-math.Max(o.box.Y0, s.box.Y0) < 0.5*s.box.H() {
			continue
		}
		k := under(heads, o.box)
		if k < 0 || heads[k].kind != casColumn && heads[k].kind != shareColumn {
			continue
		}
		if above := joinSegments(rows[len(rows)-1].cells[heads[k].kind]); casLabel.ReplaceAllString(above, "") != "" {
			return true
		}
	}
	return false
}

// goesOn tells whether a segment below a row's line belongs to it: a second line of its name, a number broken
// after its label.
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

// columnHeads finds the row of headings: one for CAS numbers or shares, one for names, and all that stand beside.
func columnHeads(segs []segment, pages []int) []columnHead {
	for i, s := range segs {
		if k := headingKind(s.text); k != casColumn && k != shareColumn || len(chem.FindCAS(s.text)) > 0 {
			continue
		}
		var heads []columnHead
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
			heads = append(heads, columnHead{o, k, pages[j], unit})
		}
		if !seen[nameColumn] && len(heads) > 2 && heads[0].kind == otherColumn {
			heads[0].kind = nameColumn
			seen[nameColumn] = true
		}
		if seen[nameColumn] && (seen[casColumn] || seen[shareColumn]) {
			return heads
		}
	}
	return nil
}

// under finds the heading under which a box stands: the one it shares most width with, else the closest.
func under(heads []columnHead, b doc.Box) int {
	best, most := -1, 0.0
	for i, h := range heads {
		if o := h.box.OverlapX(b); o > most {
			best, most = i, o
		}
	}
	if best >= 0 {
		return best
	}
	near := 60.0
	for i, h := range heads {
		if d := -h.box.OverlapX(b); d < near {
			best, near = i, d
		}
	}
	return best
}

// crosses tells running text below a table: a segment under two headings that are no neighbours of one column.
func crosses(heads []columnHead, b doc.Box) bool {
	n := 0
	for _, h := range heads {
		if h.box.OverlapX(b) > 0.5*h.box.W() {
			n++
		}
	}
	return n > 2 || n == len(heads) && n > 1
}

func joinSegments(list []segment) string {
	texts := make([]string, len(list))
	for i, s := range list {
		texts[i] = s.text
	}
	return fold.Printed(doc.JoinText(texts...))
}

// complete is how much of the rows is filled, from 0 to 1.
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
