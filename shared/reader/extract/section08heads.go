package extract

import (
	"slices"
	"strings"

	"anzen/shared/reader/doc"
	"anzen/shared/reference/chem"
	"anzen/shared/text/fold"
	"anzen/shared/text/pattern"
)

// limitHeads are the headings of a table of limits.
type limitHeads struct {
	rows    int // how many rows they take
	columns []limitState
	units   []string
	// within are the kinds of several columns in one cell, as its last line names them: "TWA STEL".
	within [][]string
	// basis and kinds are the columns that name the authority and the kind of each row; -1 for none.
	basis, kinds int
	w            *limitWriter
}

// tableEnd is how the table before ended, for the one that continues it on another page.
type tableEnd struct {
	limitState
	heads limitHeads
	page  int
	first string
}

// headings reads the headings of a table.
func (w *limitWriter) headings(t doc.Table) limitHeads {
	headings := 0
	for headings < len(t.Rows) && headings < 4 && !hasLimit(t.Rows[headings]) && !labelledFigure(t, headings) {
		headings++
	}
	if headings == min(4, len(t.Rows)) && !hasLimit(t.Rows[headings-1]) {
		headings = 1 // units stand in the heading only
	}
	for headings > 0 && !headingLike(t.Rows[headings-1]) {
		headings--
	}
	h := limitHeads{rows: headings, columns: make([]limitState, t.Cols()), units: make([]string, t.Cols()), within: make([][]string, t.Cols()), w: w}
	for r := range headings {
		h.read(t, r)
	}
	h.ofTheLeft(t)
	h.unitOfTheLeft()
	h.basis, h.kinds = basisColumn(t, headings), kindColumn(t, headings)
	return h
}

// ofTheLeft gives a column whose heading is a kind and nothing else, "STEL", the authority of the column left of it, where that
// has no kind: "ACGIH TLV", "STEL".
func (h *limitHeads) ofTheLeft(t doc.Table) {
	for c := 1; c < len(h.columns) && h.rows == 1; c++ {
		left, own := h.columns[c-1], &h.columns[c]
		if own.authority == "" && own.kind != "" && left.authority != "" && left.kind == "" && kindAlone.MatchString(fold.Printed(t.At(0, c).Text())) {
			own.authority = left.authority
		}
	}
}

// unitOfTheLeft gives the column of an authority the unit that the heading of the one left of it states for both: "Exposure limit (mg/m3)
// OSHA PEL", "ACGIH TLV".
func (h *limitHeads) unitOfTheLeft() {
	for c := 1; c < len(h.columns); c++ {
		if h.units[c] == "" && h.columns[c].authority != "" && h.columns[c-1].authority != "" {
			h.units[c] = h.units[c-1]
		}
	}
}

// kindAlone matches a heading that is a kind.
var kindAlone = pattern.MustCompile(`(?i)^\(?(?:STEL|TWA|ceiling|C)\)?$`)

// read takes what a row of headings states.
func (h *limitHeads) read(t doc.Table, r int) {
	if !headingLike(t.Rows[r]) {
		return
	}
	for c := range h.columns {
		text := fold.Printed(t.At(r, c).Text())
		h.columns[c].read(text)
		if kinds := kindsWithin(t.At(r, c)); kinds != nil && h.within != nil {
			h.within[c] = kinds
		}
		if provinceHeading.MatchString(text) {
			h.columns[c].authority = text
		}
		if c > 0 {
			h.columns[c].substance = orElse(h.w.part(text), h.columns[c].substance)
		}
		if unit, dim := chem.UnitIn(text); dim == chem.Airborne || unit == "ppm" {
			h.units[c] = unit
		} else if bare := fold.Squeezed(text); bare == "ppm" || bare == "mg/m3" {
			h.units[c] = bare
		}
	}
}

// again are the columns that a row within the table states, whose first cell is that of the headings:
// the table goes on with other columns. It is nil for another row.
func (h *limitHeads) again(t doc.Table, r int) []limitState {
	if h.rows == 0 || hasLimit(t.Rows[r]) || !headingLike(t.Rows[r]) {
		return nil
	}
	if first := t.At(r, 0).Text(); first == "" || first != t.At(h.rows-1, 0).Text() {
		return nil
	}
	next := limitHeads{columns: make([]limitState, t.Cols()), units: make([]string, t.Cols()), w: h.w}
	next.read(t, r)
	h.units = next.units
	return next.columns
}

// continues reports whether a table is the rest of the one before on the next page, with or without
// its headings again; without them, it has those of that table.
func (w *limitWriter) continues(t doc.Table, h *limitHeads) bool {
	b := w.before
	if t.Page != b.page+1 || len(b.heads.columns) != t.Cols() {
		return false
	}
	if h.rows == 0 {
		b.heads.rows = 0
		*h = b.heads
		return true
	}
	if t.Rows[0][0].Text() != b.first || h.rows == len(t.Rows) || !t.Rows[h.rows][0].Empty() {
		return false
	}
	if h.kinds < 0 {
		h.kinds = b.heads.kinds
	}
	return true
}

// labelledFigure reports a row with a figure whose unit the label beside it states.
func labelledFigure(t doc.Table, r int) bool {
	last := t.Cols() - 1
	return last > 0 && unitLeft(t, r, last) != "" && bareFigures(fold.Printed(t.At(r, last).Text())) != nil
}

// unitLeft is the unit that a cell left of another one states in brackets: "ACGIH TWA (mg/m3)".
func unitLeft(t doc.Table, r, c int) string {
	for k := c - 1; k >= 0; k-- {
		text := fold.Printed(t.At(r, k).Text())
		if m := unitInBrackets.FindStringSubmatch(text); m != nil && (kindIn(text) != "" || authorityIn(text) != "") {
			return unitName(m[1])
		}
	}
	return ""
}

var unitInBrackets = pattern.MustCompile(`(?i)[(\[](ppm|mg ?/ ?m3)[)\]]$`)

// bareFigures are the figures of a text without units, each with the marks of its notes behind it:
// "0.2(f), 0.1***"; nil for a text with anything else.
func bareFigures(text string) []chem.Quantity {
	parts := severalFigures.Split(text, -1)
	out := make([]chem.Quantity, 0, len(parts))
	for _, p := range parts {
		if strings.HasPrefix(p, "(") {
			p = strings.TrimSuffix(p[1:], ")")
		}
		for noted := noteBehind.ReplaceAllString(p, ""); noted != p; noted = noteBehind.ReplaceAllString(p, "") {
			p = noted
		}
		q, err := chem.ParseQuantity(p)
		if err != nil || q.Unit != "" || strings.Contains(p, "-") || len(parts) > 1 && !q.Stated() {
			return nil
		}
		out = append(out, q)
	}
	return slices.Clip(out)
}

var (
	severalFigures = pattern.MustCompile(`[,;] +`)
	noteBehind     = pattern.MustCompile(` ?(?:\*+|\([A-Za-z&]{1,4}\)|\([0-9]{4}\))$`)
)

// kindsWithin are the kinds that the last line of a heading names one beside the other, empty for words of an authority's
// own limit: "PEL STEL"; nil for fewer than two.
func kindsWithin(cell doc.Cell) []string {
	if len(cell.Lines) < 2 {
		return nil
	}
	words := strings.Fields(fold.Printed(cell.Lines[len(cell.Lines)-1].Text))
	out := make([]string, len(words))
	for i, word := range words {
		if out[i] = kindIn(word); out[i] == "" && !slices.Contains([]string{"PEL", "TLV", "REL"}, word) {
			return nil
		}
	}
	if len(out) != 2 || out[0] == out[1] {
		return nil
	}
	return out
}

// kindsOf are the kinds within the heading of a column.
func (h *limitHeads) kindsOf(c int) []string {
	if c >= len(h.within) {
		return nil
	}
	return h.within[c]
}

// kindWithin is the kind of a figure of a cell under a heading with two kinds: in their order, a placeholder counted as
// a figure. It is not ok where the cell has another number of them, or names its kinds.
func kindWithin(kinds []string, text string, found []chem.Measured, i int) (kind string, ok bool) {
	if kinds == nil || kindIn(text) != "" {
		return "", false
	}
	at := i
	if len(found) == 1 && placeholderFirst.MatchString(text) {
		at = 1
	}
	if len(found) > len(kinds) || len(found) == 1 && at == 0 && !placeholderLast.MatchString(text) {
		return "", false
	}
	return kinds[at], true
}

// kindsByLine are the kinds of the figures of a cell with several lines under a heading with two kinds, each by its order on
// its line, unless one stands behind it: "100 ppm 200 ppm (Ceiling)" over "5000 ppm N/Av". It is nil for other cells.
func (w *limitWriter) kindsByLine(kinds []string, lines []doc.Line) []string {
	var out []string
	if kinds == nil {
		return nil
	}
	rows := 0
	for _, l := range lines {
		text := w.fold(l.Text)
		found := airborne(text)
		if len(found) > len(kinds) {
			return nil
		}
		for i, behind := range behindEach(text, found) {
			at := i
			if i == 0 && placeholderFirst.MatchString(text) {
				at = 1
			}
			out = append(out, orElse(kindIn(behind), kinds[at]))
		}
		if len(found) > 0 {
			rows++
		}
	}
	if rows < 2 {
		return nil
	}
	return out
}

var (
	placeholderFirst = pattern.MustCompile(`(?i)^(?:n/?av?\.?|n/?e\.?|none|[-–—]) `)
	placeholderLast  = pattern.MustCompile(`(?i) (?:n/?av?\.?|n/?e\.?|none|[-–—])(?: |$)`)
)
