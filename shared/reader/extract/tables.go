package extract

import (
	"slices"
	"strings"
	"unicode/utf8"

	"anzen/shared/reader/doc"
	"anzen/shared/reference/chem"
	"anzen/shared/text/fold"
)

// tabled are the sections whose tables of several columns become texts with their headings.
var tabled = map[int]bool{11: true, 12: true, 15: true}

// headed is a table with headings over its columns, or a part of one, as text: a line for each row, in which each cell stands
// behind the heading of its column: "Toluene — Oral LD50: 2600 mg/kg (rat); Dermal LD50: 12000 mg/kg (rabbit)".
type headed struct {
	// caption is a row over the headings; empty if there is none.
	caption string
	rows    []string
	// lines are where the caption, the headings and the cells are printed; heads are those of the headings.
	lines, heads []doc.Line
}

// headedTables are the tables with headings of a section, in its order; parts are the names of the ingredients.
func headedTables(sec *doc.Section, parts []string) []headed {
	var out []headed
	last := tableReader{}
	for i := range sec.Tables {
		rows := filledColumns(sec.Tables[i].Rows)
		if len(rows) == 0 || len(rows[0]) < 2 {
			continue
		}
		r := tableReader{t: doc.Table{Kind: sec.Tables[i].Kind, Rows: rows}, borderless: sec.Tables[i].Kind == doc.Borderless, parts: parts}
		if r.borderless {
			r.t.Rows = singlesApart(headsApart(rowsJoined(rows)))
		}
		if between, ok := last.continues(sec, &r.t); ok {
			out = out[:len(out)-last.taken]
			r.heads, r.part, r.groups, r.name, r.above = last.heads, last.part, last.groups, last.name, between
		}
		r.read()
		r.taken = 0
		if len(r.part.rows) > 0 {
			out = append(out, r.out...)
			out, r.taken = append(out, r.part), 1
		} else {
			out = append(out, r.out...)
		}
		last = r
	}
	return out
}

// headings of the columns of a table.
type headings struct {
	text   []string
	boxes  []doc.Box
	nested bool // a heading spans several columns
}

// continues reports whether a table goes on with the next one, which has no headings of its own, and returns the single cells
// between: at the top of the next page, or after names of rows.
func (r *tableReader) continues(sec *doc.Section, next *doc.Table) (between []doc.Cell, ok bool) {
	if r.heads == nil || len(r.part.lines) == 0 || len(next.Rows[0]) != len(r.heads.text) || headCells(filled(next.Rows[0])) || !r.heads.over(next.Rows[0]) {
		return nil, false
	}
	from, to := ordinalOf(sec, r.part.lines[len(r.part.lines)-1]), len(sec.Lines)
	for _, c := range filled(next.Rows[0])[:1] {
		to = ordinalOf(sec, c.Lines[0])
	}
	if to <= from || to-from > 6 {
		return nil, false
	}
	for _, l := range sec.Lines[from+1 : to] {
		c := doc.Cell{Lines: []doc.Line{l}, Box: l.Box, Page: l.Page, RowSpan: 1, ColSpan: 1}
		if rankOf(l.Text) == 0 && !r.isSubstance(l.Text) {
			return nil, false
		}
		between = append(between, c)
	}
	return between, r.borderless || len(between) == 0
}

// over reports whether the headings stand over the cells of a row, the first of which may be indented.
func (h *headings) over(row []doc.Cell) bool {
	for c, b := range h.boxes[1:] {
		for _, l := range row[c+1].Lines {
			if b != (doc.Box{}) && b.OverlapX(l.Box) < -20 {
				return false
			}
		}
	}
	return len(filled(row)) > 1
}

// ordinalOf is the number of a line, or of the one that it is a part of, within a section.
func ordinalOf(sec *doc.Section, l doc.Line) int {
	i := slices.IndexFunc(sec.Lines, func(o doc.Line) bool { return o.Page == l.Page && holds([]doc.Box{o.Box}, l.Box) })
	if i < 0 {
		return len(sec.Lines)
	}
	return i
}

// tableReader reads the parts of a table that have headings.
type tableReader struct {
	t          doc.Table
	borderless bool
	parts      []string
	heads      *headings
	part       headed
	groups     []group    // the rows of a single cell above the current one
	above      []doc.Cell // single cells since the last row
	name       string     // of the row above
	out        []headed
	taken      int // parts that the next table may continue
}

// group is a row of a single cell, which names those below it: a substance, a duration, a route.
type group struct {
	text string
	rank int
}

func (r *tableReader) read() {
	for i := 0; i < len(r.t.Rows); i++ {
		cells := filled(r.t.Rows[i])
		switch {
		case len(cells) == 0:
		case r.isHead(cells):
			r.begin(i)
			for i+1 < len(r.t.Rows) && r.headsGoOn(i+1) {
				i++
				r.addHeads(i)
			}
		case r.heads == nil && len(cells) == 1:
			r.above = append(r.above, cells[0])
		case r.heads == nil:
			r.above = nil
		case len(cells) == 1 && !r.spanned(i) && (!r.t.Rows[i][0].Empty() || r.name == ""):
			r.single(cells[0])
		case r.namesRows(cells):
			r.above = append(r.above, doc.Cell{Lines: slices.Concat(cells[0].Lines, cells[1].Lines), Page: cells[0].Page})
		case r.strays(cells):
			r.end()
		default:
			r.takeGroups()
			r.row(i)
		}
	}
}

// isHead reports whether a row has the headings of the rows below it.
func (r *tableReader) isHead(cells []doc.Cell) bool {
	wide := 0
	for _, c := range cells {
		wide += max(c.ColSpan, 1)
	}
	if len(cells) < 2 || !headCells(cells) || 2*wide <= r.t.Cols() {
		return false
	}
	return len(cells) > 2 || r.t.Cols() == 2 || !r.borderless
}

// namesRows reports a number and a name that reaches over all other columns: those of the rows below.
func (r *tableReader) namesRows(cells []doc.Cell) bool {
	if len(cells) != 2 || r.t.Cols() < 4 {
		return false
	}
	last := cells[1]
	return last.ColSpan >= r.t.Cols()-1 && len(chem.FindCAS(cells[0].Text())) > 0
}

// strays reports a row that is no part of the table: the next item of the section, or one that does not stand in the columns of a
// table without rules.
func (r *tableReader) strays(cells []doc.Cell) bool {
	if len(cells) == 2 && sectionItem.MatchString(headText(cells[0])) && !itemHead.MatchString(r.heads.text[0]) {
		return true
	}
	if !r.borderless {
		return false
	}
	if len(cells) == 2 && len(r.heads.text) > 2 && (noData(cells[1].Text()) || utf8.RuneCountInString(cells[1].Text()) > 80) && len(r.t.Rows) > 1 {
		return true
	}
	return strings.HasSuffix(headText(cells[0]), ".") && utf8.RuneCountInString(headText(cells[0])) > 60
}

// begin ends the part above, and begins one with the headings of a row; the same headings, printed again on the next page or for
// the next substance, go on with it.
func (r *tableReader) begin(i int) {
	above := r.above
	fresh := &headings{text: make([]string, r.t.Cols()), boxes: make([]doc.Box, r.t.Cols())}
	old := r.heads
	r.heads = fresh
	kept := r.part
	r.part = headed{}
	r.addHeads(i)
	if old != nil && len(kept.rows) > 0 && slices.Equal(old.text, fresh.text) {
		kept.lines = append(kept.lines, r.part.lines...)
		r.part = kept
		return
	}
	begun := r.part
	r.part = kept
	r.end()
	r.part, r.heads = begun, fresh
	if k := slices.IndexFunc(above, func(c doc.Cell) bool { return r.isSubstance(c.Text()) }); k >= 0 && k < len(above)-1 {
		above, r.above = above[:k], above[k:] // the names of the rows stand over the headings
	}
	if len(above) > 0 && r.mayTitle(above[len(above)-1]) {
		last := above[len(above)-1]
		r.part.caption = headText(last)
		r.part.lines = append(slices.Clone(last.Lines), r.part.lines...)
	}
}

// mayTitle reports a single cell above headings that names the table: no sentence.
func (r *tableReader) mayTitle(c doc.Cell) bool {
	text := headText(c)
	return utf8.RuneCountInString(text) < 80 && !strings.HasSuffix(text, ".") && !strings.HasSuffix(text, "。") && !noData(text)
}

// addHeads adds a row of headings; those below a heading of several columns follow it.
func (r *tableReader) addHeads(i int) {
	for c, cell := range r.t.Rows[i] {
		if cell.Covered || cell.Empty() {
			if r.heads.boxes[c] == (doc.Box{}) && !r.borderless {
				r.heads.boxes[c] = cell.Box
			}
			continue
		}
		r.part.lines = append(r.part.lines, cell.Lines...)
		r.part.heads = append(r.part.heads, cell.Lines...)
		for k := c; k < min(c+max(cell.ColSpan, 1), len(r.heads.text)); k++ {
			r.heads.text[k] = strings.TrimSpace(r.heads.text[k] + " " + headText(cell))
			if r.heads.boxes[k] == (doc.Box{}) {
				r.heads.boxes[k] = r.t.Rows[i][k].Box
			}
		}
		r.heads.nested = r.heads.nested || cell.ColSpan > 1
	}
}

// headsGoOn reports whether a row below headings has further ones: below one that spans several columns.
func (r *tableReader) headsGoOn(i int) bool {
	cells := filled(r.t.Rows[i])
	if !r.heads.nested || len(cells) < 2 || len(cells) < len(filled(r.t.Rows[i-1]))-1 || len(filled(r.t.Rows[i-1])) == 2 && r.t.Cols() > 3 && len(cells) == 2 {
		return false
	}
	return !slices.ContainsFunc(cells, func(c doc.Cell) bool { return !headable(strings.TrimSpace(fold.Printed(c.Text()))) }) &&
		slices.ContainsFunc(cells, func(c doc.Cell) bool { return headWord.MatchString(c.Text()) })
}

// end ends the part that is read.
func (r *tableReader) end() {
	if len(r.part.rows) > 0 {
		r.out = append(r.out, r.part)
	}
	r.part, r.heads, r.groups, r.above, r.name = headed{}, nil, nil, nil, ""
}

// spanned reports whether a row goes on beside a cell of the row above.
func (r *tableReader) spanned(i int) bool {
	return r.t.Rows[i][0].Covered && r.t.At(i, 0).ColSpan < r.t.Cols()
}

// single takes a row of one cell: a sentence, or the name of the rows below it. In a table without rules, one that is none of
// these ends the table.
func (r *tableReader) single(c doc.Cell) {
	text := strings.TrimSpace(fold.Printed(c.Text()))
	sentence := strings.HasSuffix(text, ".") || strings.HasSuffix(text, "。") || utf8.RuneCountInString(text) > 300
	switch {
	case r.borderless && (sentence || utf8.RuneCountInString(text) > 100 || rankOf(text) == 0 && !r.isSubstance(text)):
		r.end()
		r.above = []doc.Cell{c}
	case sentence:
		r.takeGroups()
		r.part.rows = append(r.part.rows, text)
		r.part.lines = append(r.part.lines, c.Lines...)
	default:
		r.above = append(r.above, c)
	}
}

// isSubstance reports a text with a number of a substance, or that is the name of an ingredient.
func (r *tableReader) isSubstance(text string) bool {
	if utf8.RuneCountInString(text) > 100 {
		return false
	}
	if len(chem.FindCAS(fold.Printed(text))) > 0 {
		return true
	}
	squeezed := fold.Squeezed(text)
	return slices.ContainsFunc(r.parts, func(p string) bool { return fold.Squeezed(p) == squeezed })
}

// takeGroups makes the single cells above a row the names that it stands under.
func (r *tableReader) takeGroups() {
	slices.SortStableFunc(r.above, func(a, b doc.Cell) int { return rankOf(a.Text()) - rankOf(b.Text()) })
	for _, c := range r.above {
		g := group{headText(c), rankOf(c.Text())}
		for len(r.groups) > 0 && r.groups[len(r.groups)-1].rank >= g.rank {
			r.groups = r.groups[:len(r.groups)-1]
		}
		r.groups = append(r.groups, g)
		r.part.lines = append(r.part.lines, c.Lines...)
	}
	if len(r.above) > 0 {
		r.name = ""
	}
	r.above = nil
}

// rankOf orders names of rows: a substance, where its effect is, how long, by which route.
func rankOf(text string) int {
	switch strings.ToLower(strings.Trim(fold.Printed(text), " :*·•-")) {
	case "aquatic", "terrestrial", "aquatique", "水生", "陸生":
		return 1
	case "acute", "chronic", "subacute", "subchronic", "other", "long term", "short term", "aiguë", "chronique", "急性", "慢性":
		return 2
	case "oral", "dermal", "inhalation", "skin", "eye", "eyes", "ingestion", "gas", "vapor", "vapour", "dust", "mist", "intraperitoneal", "intravenous", "subcutaneous", "orale", "cutanée", "経口", "経皮", "吸入":
		return 3
	}
	return 0
}

// row adds the lines of a row of cells.
func (r *tableReader) row(i int) {
	cells := make([]doc.Cell, r.t.Cols())
	for c := range cells {
		x := r.t.At(i, c)
		if c > 0 && r.t.Rows[i][c].Covered && x.ColSpan > 1 && r.t.At(i, c-1).Box == x.Box {
			continue // a cell of several columns counts once
		}
		cells[c] = x
	}
	for _, c := range cells {
		for _, l := range c.Lines {
			if !slices.ContainsFunc(r.part.lines, func(o doc.Line) bool { return o.Page == l.Page && o.Box == l.Box }) {
				r.part.lines = append(r.part.lines, l)
			}
		}
	}
	for _, texts := range r.stackedRows(cells) {
		if line := r.line(texts); line != "" {
			r.part.rows = append(r.part.rows, line)
		}
	}
}

// line is a row as text.
func (r *tableReader) line(cells []string) string {
	names := 1
	if len(cells) > 2 && numberHead.MatchString(r.heads.text[0]) && rowHead.MatchString(r.heads.text[1]) {
		names = 2 // "CAS number | Chemical name"
	}
	unnamed := names == 1 && r.heads.text[0] != "" && !rowHead.MatchString(r.heads.text[0]) && !itemHead.MatchString(r.heads.text[0])
	var name, stated, blank []string
	for c, text := range cells {
		head := r.heads.text[c]
		switch {
		case c < names && !unnamed:
			if text = strings.TrimSuffix(strings.TrimRight(text, " :"), " -"); !isDash(text) {
				name = append(name, text)
			}
		case text == "":
		case head == "":
			stated = append(stated, text)
		case isDash(text):
			blank = append(blank, head+": "+text)
		default:
			stated = append(stated, head+": "+text)
		}
	}
	if len(stated) == 0 {
		stated = blank
	}
	if len(name) == 0 && r.name != "" {
		name = []string{r.name}
	}
	r.name = strings.Join(name, " ")
	var front []string
	for _, g := range r.groups {
		front = append(front, g.text)
	}
	if r.name != "" {
		front = append(front, r.name)
	}
	switch {
	case len(front) == 0:
		return strings.Join(stated, "; ")
	case len(stated) == 0:
		return strings.Join(front, ", ")
	}
	return strings.Join(front, ", ") + " — " + strings.Join(stated, "; ")
}

// isDash reports a cell without a value.
func isDash(text string) bool { return strings.Trim(text, "-–—−―─ ") == "" }
