package layout

import (
	"slices"
	"strings"

	"anzen/shared/reader/doc"
)

// rowPairs returns the pairs of a lattice: a label cell with the cells to its right, or
// label, value, label, value side by side. Rows of headings have none. Text inside cells
// may contain pairs of its own.
func rowPairs(rows [][]doc.Cell) []doc.Pair {
	var out []doc.Pair
	twice := sideBySide(rows)
	last := -1 // the pair whose label cell spans on
	for _, row := range rows {
		var full []doc.Cell
		labels := 0
		for _, c := range row {
			if !c.Covered && !c.Empty() {
				full = append(full, c)
				if isLabel(c.Text()) {
					labels++
				}
			}
		}
		if len(full) > 1 && numberAlone(full[0].Text()) {
			full = full[1:] // "1.1" in a column of its own
		}
		covered := row[0].Covered
		if len(full) > 2 && full[0].RowSpan > 1 && len(full) != 4 {
			full = full[1:] // a group's name beside its labels
		}
		switch {
		case len(full) == 0:
			continue
		case len(full) == 1 && covered && last >= 0:
			out[last].ValueLines = append(out[last].ValueLines, full[0].Lines...)
			out[last].Value = doc.Join(out[last].ValueLines)
			continue
		case len(full) == 1:
			out = append(out, linePairs(full[0].Lines, nil, true)...)
			last = -1
			continue
		case captioned(full):
			last = -1
			for _, c := range full {
				out = append(out, captionPair(c))
			}
			continue
		case len(full) == 4 && twice:
			last = len(out)
			out = append(out, cellPair(full[0], full[1:2]), cellPair(full[2], full[3:4]))
		case len(full) > 2 && labels >= len(full) && !(known(full[0].Text()) && !slices.ContainsFunc(full[1:], func(c doc.Cell) bool { return known(c.Text()) })):
			last = -1 // a row of headings
		case len(full) == 2 && stackedPairs(full[0], full[1]) != nil:
			last = -1
			out = append(out, stackedPairs(full[0], full[1])...)
			continue
		default:
			last = len(out)
			out = append(out, cellPair(full[0], full[1:]))
		}
		for _, c := range full[1:] {
			out = append(out, linePairs(c.Lines, nil, false)...)
		}
	}
	return out
}

// numberAlone reports whether a cell contains only the number of an item.
func numberAlone(s string) bool {
	return s != "" && len(s) < 8 && len(enumerator.FindString(s+" ")) >= len(s)
}

// captioned reports whether a row consists of boxes as in forms: a label in small print,
// with the value under it.
func captioned(cells []doc.Cell) bool {
	sure := 0
	for _, c := range cells {
		if len(c.Lines) < 2 || !isLabel(c.Lines[0].Text) && !(capitals(c.Lines[0].Text) && len(c.Lines[0].Text) < 60) || colonAt(c.Lines[0].Text) >= 0 && !strings.HasSuffix(c.Lines[0].Text, ":") || known(c.Text()) {
			return false
		}
		if known(c.Lines[0].Text) || c.Lines[0].Bold && !c.Lines[1].Bold || capitals(c.Lines[0].Text) && !capitals(c.Lines[1].Text) {
			sure++
		}
	}
	return len(cells) > 1 && sure > 0
}

// capitals reports whether a text is in capital letters.
func capitals(s string) bool {
	return strings.ToUpper(s) == s && strings.ToLower(s) != s
}

func captionPair(c doc.Cell) doc.Pair {
	return doc.Pair{Label: cleanLabel(c.Lines[0].Text), Kind: doc.Below, LabelLines: c.Lines[:1], ValueLines: c.Lines[1:], Value: doc.Join(c.Lines[1:])}
}

// sideBySide reports whether a table is label, value, label, value: both label columns have
// known labels in many rows.
func sideBySide(rows [][]doc.Cell) bool {
	four, fit := 0, 0
	for _, row := range rows {
		var full []doc.Cell
		for _, c := range row {
			if !c.Covered && !c.Empty() {
				full = append(full, c)
			}
		}
		if len(full) != 4 || slices.ContainsFunc(full, func(c doc.Cell) bool { return c.RowSpan > 1 }) {
			continue
		}
		four++
		if known(full[0].Text()) && known(full[2].Text()) {
			fit++
		}
	}
	return fit > 0 && 5*fit >= 2*four && (fit > 1 || len(rows) == 1)
}

func cellPair(label doc.Cell, values []doc.Cell) doc.Pair {
	p := doc.Pair{Label: cleanLabel(label.Text()), Kind: doc.Row, LabelLines: label.Lines}
	for _, v := range values {
		p.ValueLines = append(p.ValueLines, v.Lines...)
	}
	p.Value = doc.Join(p.ValueLines)
	return p
}

// stackedPairs are the pairs of a cell with a label on each of several lines and one with their values
// on the same heights; nil where the lines are not so. A label on a line without a value heads those
// below it.
func stackedPairs(labels, values doc.Cell) []doc.Pair {
	var out []doc.Pair
	sure, next := 0, 0
	for _, l := range labels.Lines {
		p := doc.Pair{Label: cleanLabel(l.Text), Kind: doc.Row, LabelLines: []doc.Line{l}}
		for next < len(values.Lines) && level(values.Lines[next], l) {
			v := values.Lines[next]
			if known(l.Text) && (strings.HasSuffix(l.Text, ":") || strings.HasPrefix(v.Text, ":")) {
				sure++
			}
			v.Text = strings.TrimSpace(strings.TrimPrefix(v.Text, ":"))
			p.ValueLines = append(p.ValueLines, v)
			next++
		}
		p.Value = doc.Join(p.ValueLines)
		if len(p.ValueLines) > 0 {
			out = append(out, p)
		}
	}
	if sure < 2 || next < len(values.Lines) {
		return nil
	}
	return out
}

// level reports whether two lines stand side by side.
func level(a, b doc.Line) bool {
	return a.Page == b.Page && a.OverlapY(b.Box) > 0.6*min(a.H(), b.H())
}
