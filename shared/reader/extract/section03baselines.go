package extract

import (
	"math"
	"slices"
	"sort"
	"strings"

	"anzen/shared/reader/doc"
	"anzen/shared/reference/chem"
	"anzen/shared/text/fold"
)

// body is the part of a composition table below its headings, without its rows: the lines of each column from top to bottom. Its rows are told by
// those columns whose cells have a line each (the shares, else the CAS numbers), and by how the cells of the others stand beside them: begun,
// centred or ended at their height.
type body struct {
	page    int // of a part on one page
	columns [][]doc.Line
}

// bodyOf is the body of rows of a table, without lines where those of names say more than that; lines of the row of headings that stand below its headings
// belong to it.
func bodyOf(t doc.Table, from int, cols columns) body {
	b := body{columns: make([][]doc.Line, t.Cols())}
	for r := max(0, from-1); r < len(t.Rows); r++ {
		for c, cell := range t.Rows[r] {
			if cell.Covered {
				continue
			}
			for _, l := range cell.Lines {
				if r < from && l.Y0 < belowHeadings(t.Rows[r], cols)-1 {
					continue
				}
				if cols.kind[c] == nameColumn && labelledLine(l) {
					return body{}
				}
				b.columns[c] = append(b.columns[c], l)
			}
		}
	}
	return b
}

// labelledLine reports a line below a name that says something else of the ingredient: its classification, another number.
func labelledLine(l doc.Line) bool {
	text := fold.Printed(l.Text)
	return classLine.MatchString(text) || classesOf.MatchString(text) || remarkLine.MatchString(text) || identifierLine.MatchString(text)
}

// belowHeadings is the lower edge of the headings of numbers and shares in a row.
func belowHeadings(row []doc.Cell, cols columns) float64 {
	y := math.Inf(1)
	for c, kind := range cols.kind {
		if kind != casColumn && kind != shareColumn {
			continue
		}
		for _, l := range row[c].Lines {
			if !strings.ContainsAny(l.Text, "0123456789") && (math.IsInf(y, 1) || l.Y1 > y) {
				y = l.Y1
			}
		}
	}
	return y
}

// rowsByBaselines are the rows of a body; nil where its cells do not stand beside each other.
func (b body) rowsByBaselines(cols columns) [][]doc.Cell {
	if cols.at(nameColumn) < 0 {
		return nil
	}
	var out [][]doc.Cell
	for _, page := range b.pages() {
		rows, lead := page.rows(cols, len(out) > 0)
		if rows == nil {
			return nil
		}
		if len(out) > 0 {
			out[len(out)-1] = joinedRows(out[len(out)-1], lead)
		}
		out = append(out, rows...)
	}
	return out
}

// pages are the parts of a body on each of its pages, without headings printed again.
func (b body) pages() []body {
	var out []body
	at := map[int]int{}
	for c, lines := range b.columns {
		for _, l := range lines {
			if _, seen := at[l.Page]; !seen {
				at[l.Page] = len(out)
				out = append(out, body{page: l.Page, columns: make([][]doc.Line, len(b.columns))})
			}
			p := out[at[l.Page]]
			p.columns[c] = append(p.columns[c], l)
		}
	}
	sort.Slice(out, func(i, k int) bool { return out[i].page < out[k].page })
	for i := range out {
		for _, lines := range out[i].columns {
			sort.SliceStable(lines, func(a, b int) bool { return lines[a].Y0 < lines[b].Y0 })
		}
		if i > 0 {
			out[i].dropHeadings()
		}
	}
	return out
}

// dropHeadings drops the headings of a page's columns, which begin with those of the number and the share.
func (b body) dropHeadings() {
	below, kinds := 0.0, 0
	for _, lines := range b.columns {
		if len(lines) > 0 && headingKind(fold.Printed(lines[0].Text)) != otherColumn {
			below = math.Max(below, lines[0].Y1)
			kinds++
		}
	}
	if kinds < 2 {
		return
	}
	for c, lines := range b.columns {
		for len(lines) > 0 && lines[0].CY() < below {
			lines = lines[1:]
		}
		b.columns[c] = lines
	}
}

// rows are the rows of a body on one page, and the cells above the first of them, which belong to the last row of the page before where it has one.
func (b body) rows(cols columns, carried bool) (out [][]doc.Cell, lead []doc.Cell) {
	name, cas, share := cols.at(nameColumn), cols.at(casColumn), cols.at(shareColumn)
	by := -1
	var tops []float64
	if share >= 0 {
		if tops = anchors(b.columns[share], isShareText); tops != nil {
			by = share
		}
	}
	if by < 0 && cas >= 0 {
		tops, by = anchors(b.columns[cas], isNumberText), cas
	}
	if len(tops) == 0 {
		return nil, nil
	}
	stands := []int{atTop, atMiddle, atBottom}
	if cas >= 0 && cas != by {
		stands = b.standsOfNumbers(cas, tops, carried)
	}
	out = make([][]doc.Cell, len(tops))
	for k := range out {
		out[k] = b.emptyRow()
	}
	lead = b.emptyRow()
	for c, lines := range b.columns {
		parts, above := firstBeside(lines, tops, stands, carried)
		if parts == nil {
			if c == name || c == cas || c == by {
				return nil, nil
			}
			continue
		}
		for k, part := range parts {
			out[k][c] = cellOf(part, b.page)
		}
		lead[c] = cellOf(lines[:above], b.page)
	}
	if slices.ContainsFunc(out, func(row []doc.Cell) bool { return row[name].Empty() }) {
		return nil, nil
	}
	return out, lead
}

// standsOfNumbers are the ways in which cells may stand, those first with which the most rows have a CAS number: one broken over two lines tells which.
func (b body) standsOfNumbers(cas int, tops []float64, carried bool) []int {
	whole := map[int]int{}
	for _, stand := range []int{atTop, atMiddle, atBottom} {
		parts, _, ok := besideRows(b.columns[cas], tops, stand, carried && stand == atTop)
		if !ok {
			whole[stand] = -1
			continue
		}
		for _, part := range parts {
			text := fold.Printed(doc.Join(part))
			if hasNumber(text) || hasNumber(strings.ReplaceAll(text, " ", "")) {
				whole[stand]++
			}
		}
	}
	stands := []int{atTop, atMiddle, atBottom}
	sort.SliceStable(stands, func(i, k int) bool { return whole[stands[i]] > whole[stands[k]] })
	return stands
}

// hasNumber reports a text that has one CAS number.
func hasNumber(text string) bool {
	found := chem.FindCAS(text)
	return len(found) == 1 && found[0].Valid
}

func (b body) emptyRow() []doc.Cell {
	row := make([]doc.Cell, len(b.columns))
	for c := range row {
		row[c] = doc.Cell{Page: b.page, RowSpan: 1, ColSpan: 1}
	}
	return row
}

// cellOf is a cell of lines.
func cellOf(lines []doc.Line, page int) doc.Cell {
	c := doc.Cell{Lines: slices.Clone(lines), Page: page, RowSpan: 1, ColSpan: 1}
	for _, l := range lines {
		c.Box = c.Box.Union(l.Box)
	}
	return c
}

// onBaselines is a table whose rows from one on are those that its baselines tell: of the whole body where no rules part its rows, else of each ruled row
// that holds several.
func onBaselines(t doc.Table, from int, cols columns) doc.Table {
	out := t
	out.Rows = slices.Clone(t.Rows[:from])
	if t.Kind == doc.Borderless {
		rows := bodyOf(t, from, cols).rowsByBaselines(cols)
		if rows == nil {
			return t
		}
		out.Rows = append(out.Rows, rows...)
		return out
	}
	for r := from; r < len(t.Rows); r++ {
		rows := t.Rows[r : r+1]
		if !coveredRow(t, r) {
			if lead, several := dividedRow(t.Rows[r], cols); several != nil {
				rows = several
				if len(out.Rows) > from {
					out.Rows[len(out.Rows)-1] = joinedRows(out.Rows[len(out.Rows)-1], lead)
				} else {
					rows = slices.Insert(rows, 0, lead)
				}
			}
		}
		out.Rows = append(out.Rows, rows...)
	}
	return out
}

// dividedRow are the rows that one ruled row holds, and what stands above them; nil where it holds one.
func dividedRow(row []doc.Cell, cols columns) (lead []doc.Cell, rows [][]doc.Cell) {
	pages := bodyOf(doc.Table{Rows: [][]doc.Cell{row}}, 0, cols).pages()
	if len(pages) != 1 || cols.at(nameColumn) < 0 {
		return nil, nil
	}
	if rows, lead = pages[0].rows(cols, true); len(rows) < 2 {
		return nil, nil
	}
	return lead, rows
}

// coveredRow reports a row with cells that span several.
func coveredRow(t doc.Table, row int) bool {
	return slices.ContainsFunc(t.Rows[row], func(c doc.Cell) bool { return c.Covered || c.RowSpan > 1 })
}

// rowsFrom are the ingredients of a table from a row on, behind those before it.
func rowsFrom(t doc.Table, from int, cols columns, before []ingredient) []ingredient {
	return withRows(before, tableRows(onBaselines(t, from, cols), from, cols))
}

// withRows are the ingredients of a table behind those of the one before.
func withRows(before, rows []ingredient) []ingredient {
	if n := len(before); n > 0 && len(rows) > 1 && rows[0].endsNumber(before[n-1]) {
		before[n-1].takeNumber(rows[0])
		rows = rows[1:]
	}
	return append(before, rows...)
}

// endsNumber reports a row with nothing but the CAS number of the row above, which has its other identifiers: a page parts them.
func (in ingredient) endsNumber(above ingredient) bool {
	return in.name == "" && !in.concentration.Stated() && in.raw["concentration"] == "" && len(in.cas) > 0 && len(above.cas) == 0 && above.raw["cas"] != "" && above.concentration.Stated()
}

// takeNumber gives a row the CAS number of another.
func (in *ingredient) takeNumber(from ingredient) {
	in.cas = from.cas
	in.raw["cas"], in.source["cas"] = from.raw["cas"], append(slices.Clone(in.source["cas"]), from.source["cas"]...)
}
