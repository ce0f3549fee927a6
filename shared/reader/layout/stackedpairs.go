package layout

import (
	"math"
	"slices"
	"strings"

	"anzen/shared/reader/doc"
)

// stacked reads labels side by side with their values below them, where no further row
// follows as in a table.
func (p *pairer) stacked(i int) bool {
	if i+1 >= len(p.lines) {
		return false
	}
	l, next := p.lines[i], p.lines[i+1]
	if next.Page != l.Page || next.Y0-l.Y1 > 1.2*l.H() || next.Y0 < l.Y0 {
		return false
	}
	above, below := segments(l, p.stops.on(l.Page)), p.cells(next)
	if len(above) < 2 || len(below) < 2 || slices.ContainsFunc(l.Words[1:], func(w doc.Word) bool { return strings.HasPrefix(w.Text, ":") }) {
		return false
	}
	used := map[int]bool{}
	var found []doc.Pair
	named := false
	for _, a := range above {
		label := line(a)
		bare := labelOnly(label.Text)
		if bare == "" {
			continue
		}
		named = named || known(bare)
		k := underneath(label, below)
		if k < 0 || used[k] || known(below[k].Text) || colonAt(below[k].Text) >= 0 {
			return false
		}
		used[k] = true
		found = append(found, doc.Pair{Label: cleanLabel(bare), Kind: doc.Below, LabelLines: []doc.Line{label}, ValueLines: []doc.Line{below[k]}})
	}
	if !named || len(found) < 2 || 2*len(found) < len(above) || besideLabels(above) || p.tabular(i, len(found)) {
		return false
	}
	p.out = append(p.out, found...)
	for k, b := range below {
		if !used[k] {
			p.colon(b)
		}
	}
	for _, a := range above {
		if v := line(a); colonAt(v.Text) >= 0 && !strings.HasSuffix(v.Text, ":") {
			p.colon(v)
		}
	}
	p.outer, p.inner, p.columns, p.taken = -1, -1, false, i+2
	return true
}

// labelOnly is the label that a text is, known or with a colon at its end; "" for other texts.
func labelOnly(text string) string {
	label := strings.TrimRight(text, " :")
	if colonAt(label) >= 0 || !known(label) && (label == text || !isLabel(label)) {
		return ""
	}
	return label
}

// besideLabels reports labels side by side with the values beside each: "Color  green  Odor  none".
func besideLabels(row [][]doc.Word) bool {
	for i, s := range row {
		if label := labelOnly(line(s).Text) != ""; label != (i%2 == 0) {
			return false
		}
	}
	return len(row)%2 == 0
}

// cells are the segments of a line as lines of their own.
func (p *pairer) cells(l doc.Line) []doc.Line {
	segs := segments(l, p.stops.on(l.Page))
	out := make([]doc.Line, len(segs))
	for i, s := range segs {
		out[i] = line(s)
	}
	return out
}

// underneath is the index of the cell below a label, -1 if none.
func underneath(label doc.Line, below []doc.Line) int {
	best, most := -1, 0.0
	for k, b := range below {
		if math.Abs(b.X0-label.X0) < 4 {
			return k
		}
		if o := label.OverlapX(b.Box); o > 0.5*math.Min(b.W(), label.W()) && o > most {
			best, most = k, o
		}
	}
	return best
}

// tabular reports whether the row after a row of labels and one of values has values too.
func (p *pairer) tabular(i, columns int) bool {
	if i+2 >= len(p.lines) {
		return false
	}
	value, next := p.lines[i+1], p.lines[i+2]
	if next.Page != value.Page || next.Y0-value.Y1 > 1.5*value.H() {
		return false
	}
	under, below := 0, p.cells(next)
	for _, c := range p.cells(value) {
		if underneath(c, below) >= 0 {
			under++
		}
	}
	return under >= min(2, columns) && len(below) > 0 && labelOnly(below[0].Text) == ""
}
