package layout

import (
	"slices"

	"anzen/shared/analyze/doc"
)

// rowPairs of a lattice: a label cell with the cells to its right, or label, value, label, value side by
// side. Rows of headings make none. Text inside cells may hold pairs of its own.
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
		case len(full) == 4 && twice:
			last = len(out)
			out = append(out, cellPair(full[0], full[1:2]), cellPair(full[2], full[3:4]))
		case len(full) > 2 && labels >= len(full):
			last = -1 // a row of headings
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

// sideBySide tells a table of label, value, label, value: both label columns hold known labels in many rows.
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
