package layout

import (
	"math"
	"slices"

	"anzen/shared/reader/doc"
)

// span of a column.
type span struct{ from, to float64 }

// borderless reads a table at the beginning of the items: lines whose parts are in columns.
// It returns the number of items in it, 0 where there is no such table.
func borderless(body []item, stops stops) (int, doc.Table) {
	var cols []span
	var run [][][]doc.Word
	many := 0
	n := 0
	for ; n < len(body) && body[n].table == nil; n++ {
		segs := segments(body[n].Line, stops.on(body[n].Page))
		if n == 0 && len(segs) < 2 {
			return 0, doc.Table{}
		}
		if n > 0 && far(body[n-1].Line, body[n].Line) {
			break
		}
		next, ok := widen(cols, segs)
		if !ok {
			break
		}
		cols = next
		run = append(run, segs)
		if len(segs) > 1 {
			many++
		}
	}
	run = withoutTextBelow(run, body, cols)
	if many < 2 || len(cols) < 2 || len(run) < 2 {
		return 0, doc.Table{}
	}
	t := doc.Table{Page: body[0].Page, Kind: doc.Borderless}
	blocks := spacedRows(body[:len(run)], run, cols)
	for i, segs := range run {
		row := make([]doc.Cell, len(cols))
		for c := range row {
			row[c] = doc.Cell{Page: body[i].Page, RowSpan: 1, ColSpan: 1}
		}
		for _, s := range segs {
			l := line(s)
			c := column(cols, l.Box)
			row[c].Lines = append(row[c].Lines, l)
			row[c].Box = row[c].Box.Union(l.Box)
			if l.Page == t.Page {
				t.Box = t.Box.Union(l.Box)
			}
		}
		goes := i > 0 && goesOn(t.Rows[len(t.Rows)-1], row, cols, body[i-1].Line, body[i].Line)
		if blocks != nil {
			goes = !blocks[i]
		}
		if goes {
			last := t.Rows[len(t.Rows)-1]
			for c := range row {
				last[c].Lines = append(last[c].Lines, row[c].Lines...)
				last[c].Box = last[c].Box.Union(row[c].Box)
			}
			continue
		}
		t.Rows = append(t.Rows, row)
	}
	if len(t.Rows) < 2 {
		return 0, doc.Table{}
	}
	return len(run), t
}

// spacedRows reports which lines begin a row, where rows of several lines are separated by
// wider gaps; nil where they are not. Every line after a wider gap fills the first column
// and another.
func spacedRows(body []item, run [][][]doc.Word, cols []span) []bool {
	if len(run) < 5 || len(cols) < 3 {
		return nil
	}
	var gaps []float64
	for i := 1; i < len(run); i++ {
		if body[i].Page == body[i-1].Page {
			gaps = append(gaps, body[i].Y0-body[i-1].Y0)
		}
	}
	slices.Sort(gaps)
	if len(gaps) < 4 {
		return nil
	}
	pitch := gaps[len(gaps)/3]
	begins := make([]bool, len(run))
	wide, goes, whole := 0, 0, 0
	for i := range run {
		if i > 0 && body[i].Page == body[i-1].Page && body[i].Y0-body[i-1].Y0 < 1.18*pitch {
			goes++
			if len(run[i]) > 0 && len(run[i]) >= len(cols)-1 && column(cols, line(run[i][0]).Box) == 0 {
				whole++
			}
			continue
		}
		if len(run[i]) < 2 || column(cols, line(run[i][0]).Box) != 0 {
			if i == 0 {
				continue
			}
			return nil
		}
		begins[i] = true
		wide++
	}
	begins[0] = true
	if wide < 2 || 2*wide > len(run) || 4*whole > goes { // rows of a line each, evenly spaced
		return nil
	}
	return begins
}

// far reports whether lines are too distant to belong to one table. The next page begins
// near.
func far(a, b doc.Line) bool {
	if a.Page != b.Page {
		return b.Page != a.Page+1
	}
	return b.Y0-a.Y1 > 2.5*math.Max(a.H(), b.H()) || b.Y1 < a.Y0
}

// widen the columns by the parts of one more line; a part that bridges columns ends the table.
func widen(cols []span, segs [][]doc.Word) ([]span, bool) {
	out := slices.Clone(cols)
	for _, s := range segs {
		from, to := s[0].X0, s[len(s)-1].X1
		hit := -1
		for i, c := range out {
			if from < c.to-1 && to > c.from+1 {
				if hit >= 0 {
					return cols, false
				}
				hit = i
			}
		}
		if hit < 0 {
			out = append(out, span{from, to})
			continue
		}
		out[hit] = span{math.Min(from, out[hit].from), math.Max(to, out[hit].to)}
	}
	slices.SortFunc(out, func(a, b span) int { return cmp(a.from, b.from) })
	for i := 1; i < len(out); i++ {
		if out[i].from < out[i-1].to {
			return cols, false
		}
	}
	return out, true
}

// withoutTextBelow is a run of lines without those of one part at its end, which are text below the table, but for those that go on with the last
// text of the first column: close below it, and with a first word for which it had no room.
func withoutTextBelow(run [][][]doc.Word, body []item, cols []span) [][][]doc.Word {
	end := len(run)
	for end > 0 && len(run[end-1]) < 2 && outside(run[end-1], cols) {
		end--
	}
	if end == 0 || len(cols) < 3 {
		return run[:end]
	}
	last := end - 1
	for last >= 0 && (len(run[last]) == 0 || column(cols, line(run[last][0]).Box) != 0) {
		last--
	}
	for last >= 0 && end < len(run) && len(run[end]) > 0 && body[end].Page == body[last].Page && wraps(line(run[last][0]), line(run[end][0]), cols[0]) {
		last, end = end, end+1
	}
	return run[:end]
}

// wraps reports a line that goes on with the cell above it.
func wraps(above, below doc.Line, col span) bool {
	gap := below.Y0 - above.Y1
	return math.Abs(below.X0-above.X0) < 1 && math.Abs(below.Size-above.Size) < 0.3 && gap > -1 && gap < 0.45*below.H() && above.X1+0.25*below.Size+below.Words[0].W() > col.to
}

func outside(segs [][]doc.Word, cols []span) bool {
	return len(segs) == 1 && column(cols, line(segs[0]).Box) == 0
}

func column(cols []span, b doc.Box) int {
	best, most := 0, math.Inf(-1)
	for i, c := range cols {
		if o := math.Min(c.to, b.X1) - math.Max(c.from, b.X0); o > most {
			best, most = i, o
		}
	}
	return best
}

// goesOn reports whether a line continues the cells of the row above: its first column is
// empty, unless all others are filled below text that was not wrapped; or, in a table of
// several columns, a single cell continues close below.
func goesOn(above, row []doc.Cell, cols []span, a, b doc.Line) bool {
	filled := 0
	for _, c := range row {
		if !c.Empty() {
			filled++
		}
	}
	if row[0].Empty() {
		if filled < 2 || filled < len(row)-1 {
			return true
		}
		for c := 1; c < len(row); c++ {
			if n := len(above[c].Lines); n == 0 || above[c].Lines[n-1].X1 > cols[c].to-2*b.Size {
				return true
			}
		}
		return false
	}
	if len(row) < 3 || filled > 1 || a.Page != b.Page {
		return false
	}
	others := 0
	for _, c := range above[1:] {
		if !c.Empty() {
			others++
		}
	}
	return others > 0 && !above[0].Empty() && b.Y0-a.Y1 < 0.45*b.H()
}
