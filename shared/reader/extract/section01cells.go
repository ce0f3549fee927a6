package extract

import (
	"math"
	"slices"
	"strings"

	"anzen/shared/reader/doc"
	"anzen/shared/text/fold"
)

// nameBesideMiddle is a name on several short lines of a column, beside the middle one of which its label stands, where other
// columns may stand right of it: the layout reads the middle line alone.
func (s *sheet) nameBesideMiddle() (item, string) {
	if s.ja {
		return item{}, ""
	}
	lines := s.allLines(0, 1)
	for _, l := range lines {
		label, segs := besideNameLabel(l)
		if len(segs) == 0 {
			continue
		}
		c := columnOfName{lines: lines, label: l, value: segs[0], to: math.Inf(1)}
		if len(segs) > 1 {
			c.to = segs[1].box.X0
		}
		c.narrow()
		above, below := c.stack(-1), c.stack(1)
		if len(above) == 0 || len(above) != len(below) {
			continue
		}
		slices.Reverse(above)
		all := append(append(above, lineOf(l, []segment{c.value})), below...)
		if name := s.nameOfLines(all); name != "" {
			return item{section: 1, key: "product_name", label: label, value: doc.Join(all), lines: all, kind: doc.Colon, at: -1}, name
		}
	}
	return item{}, ""
}

// besideNameLabel is the label of a product's name at the beginning of a line, and what stands beside it.
func besideNameLabel(l doc.Line) (string, []segment) {
	for k := min(len(l.Words)-1, mostNameWords); k > 0; k-- {
		text := segmentsText(segmentsAt(lineOfWords(l, l.Words[:k]), math.Inf(1)))
		if labelOfName(text) && (strings.HasSuffix(text, ":") || l.Words[k].X0-l.Words[k-1].X1 > l.Size) {
			return text, segments(lineOfWords(l, l.Words[k:]))
		}
	}
	return "", nil
}

// lineOfWords is a line with some of its words only.
func lineOfWords(l doc.Line, words []doc.Word) doc.Line {
	l.Words = words
	return l
}

// labelOfName reports a text that is the label of a product's name and nothing else.
func labelOfName(text string) bool {
	return labels()[1][squeezeLabel(strings.TrimRight(text, " :"))] == "product_name"
}

// nameOfLines is the name that lines of a column tell; "" where one of them is another item.
func (s *sheet) nameOfLines(lines []doc.Line) string {
	for _, l := range lines {
		text := fold.Printed(l.Text)
		if key, _, _ := splitLabel(1, text); key != "" || strings.ContainsAny(text, ":@") || noPartOfName(text) || !namesProduct(text) {
			return ""
		}
	}
	return withoutTradeMarks(s.unbroken(ownPart(cleaned(doc.Join(lines))), lines), lines)
}

// columnOfName is the column of a name beside its label's line: where it begins, and where the next column does.
type columnOfName struct {
	lines []doc.Line
	label doc.Line
	value segment
	to    float64
}

const (
	widestPitch  = 1.7  // of the heights of lines, the distance of two lines of a name
	sameDistance = 0.25 // of it, by which such distances differ
)

// stack are the lines of the column that follow that of the label upwards (-1) or downwards (1), nearest first; nil where the
// next one beyond them is as near, so that they may be of another item.
func (c columnOfName) stack(way float64) (out []doc.Line) {
	at, pitch := c.value.box.CY(), 0.0
	for range 3 {
		next, alone, d := c.next(at, way)
		switch {
		case d > widestPitch*c.value.box.H(), pitch > 0 && d > pitch*(1+sameDistance):
			return out
		case !alone || pitch > 0 && d < pitch*(1-sameDistance):
			return nil
		}
		out, at, pitch = append(out, next), at+way*d, d
	}
	return nil
}

// narrow ends the column where the one right of it begins in a line next to the label's.
func (c *columnOfName) narrow() {
	for _, o := range c.lines {
		if o.Page != c.label.Page || math.Abs(o.CY()-c.label.CY()) > widestPitch*c.value.box.H() {
			continue
		}
		if segs := segments(o); len(segs) > 1 && math.Abs(segs[0].box.X0-c.value.box.X0) < 2 {
			c.to = min(c.to, segs[1].box.X0)
		}
	}
	if n := slices.IndexFunc(c.value.words, func(w doc.Word) bool { return math.Abs(w.X0-c.to) < 2 }); n > 0 {
		c.value = segmentsAt(lineOfWords(c.label, c.value.words[:n]), math.Inf(1))[0]
	}
}

// next is the part in the column of the next line from a height on, whether nothing stands left of it, and its distance.
func (c columnOfName) next(from, way float64) (best doc.Line, alone bool, least float64) {
	least = math.Inf(1)
	for _, o := range c.lines {
		d := (o.CY() - from) * way
		if o.Page != c.label.Page || d <= 0.2*c.label.H() || d >= least {
			continue
		}
		for k, seg := range segments(o) {
			if math.Abs(seg.box.X0-c.value.box.X0) < 2 && seg.box.X1 < c.to {
				best, alone, least = lineOf(o, []segment{seg}), k == 0, d
			}
		}
	}
	return best, alone, least
}

// firstCell leaves out of a name's item in a row of a table the cells behind that of the name, where one of their lines is
// another item: "Brightol | Health | 3".
func firstCell(it item) item {
	n := 1
	for n < len(it.lines) && it.lines[n].Y0 > it.lines[n-1].Y0 {
		n++
	}
	if it.kind != doc.Row || n == len(it.lines) {
		return it
	}
	others := it.lines[n:]
	for i, l := range others {
		text := fold.Printed(l.Text)
		for _, o := range others[i+1:] {
			if o.X0 > l.X1 && o.OverlapY(l.Box) > 0.6*math.Min(o.H(), l.H()) {
				text += " " + fold.Printed(o.Text)
			}
		}
		if apartFromName(text) {
			it.lines = it.lines[:n]
			it.value = fold.Printed(doc.Join(it.lines))
			return it
		}
	}
	return it
}

// nameInNextRow is the text of the cell below that of a name in a table, where the name's cell is full or not finished, and no
// label stands beside it; nil where there is none.
func (s *sheet) nameInNextRow(it item) *doc.Line {
	if s.ja || it.kind != doc.Row || len(it.lines) == 0 {
		return nil
	}
	last := it.lines[len(it.lines)-1]
	t, r, col := s.cellOf(it.section, last)
	if col < 1 || r+1 == len(t.Rows) {
		return nil
	}
	return goesOnInRow(t.Rows[r][col], last, t.Rows[r+1], col)
}

// goesOnInRow is the one line of the cell below that of a name's last line.
func goesOnInRow(cell doc.Cell, last doc.Line, next []doc.Cell, col int) *doc.Line {
	for k, c := range next {
		if k != col && !c.Empty() && !(k == 0 && bracketed.MatchString(fold.Printed(c.Text()))) {
			return nil
		}
	}
	if len(next[col].Lines) != 1 || next[col].Covered {
		return nil
	}
	l := next[col].Lines[0]
	if !partOfName(l) || !noRoom(last, l, cell.Box.X1-cellMargin) {
		return nil
	}
	return &l
}

// partOfName reports a line below a name that may be of it: no label, no other item, no sentence.
func partOfName(l doc.Line) bool {
	text := fold.Printed(l.Text)
	key, _, _ := splitLabel(1, text)
	return key == "" && len(l.Words) > 0 && !strings.ContainsAny(text, ":@") && !noPartOfName(text) && namesProduct(text) && strings.IndexFunc(text, isLetterRune) >= 0
}

// noRoom reports whether a line goes on in the next one because its first word had no room up to an edge, or as it is not finished.
func noRoom(l, next doc.Line, right float64) bool {
	return l.X1+next.Words[0].W()+0.3*l.Size > right || unfinished.MatchString(fold.Printed(l.Text))
}

// linesBelow is the number of the lines below its label that are a name: the first one, and those that go on in the same cell, or
// because the line before them is full.
func (s *sheet) linesBelow(it item) int {
	n := 1
	for ; n < len(it.lines); n++ {
		last, l := it.lines[n-1], it.lines[n]
		if s.ja || l.Page != last.Page || l.Y0-last.Y1 > 0.6*last.H() || math.Abs(l.Size-last.Size) > 1 || math.Abs(l.X0-last.X0) > 2 || !partOfName(l) {
			break
		}
		if t, row, col := s.cellOf(it.section, last); col >= 0 && t.Rows[row][col].Box.Holds(l.Box) {
			continue
		}
		if !noRoom(last, l, s.rightOf(it.section, last)) {
			break
		}
	}
	return n
}

// cellOf is the table of a section that holds a line, with the row and the column of its cell; -1 where none does.
func (s *sheet) cellOf(section int, l doc.Line) (t doc.Table, row, col int) {
	for i := range s.d.Sections {
		if s.d.Sections[i].Number != section {
			continue
		}
		for _, t := range s.d.Sections[i].Tables {
			for r, cells := range t.Rows {
				if c := slices.IndexFunc(cells, func(c doc.Cell) bool { return c.Page == l.Page && c.Box.Holds(l.Box) }); c >= 0 {
					return t, r, c
				}
			}
		}
	}
	return doc.Table{}, -1, -1
}

// rightOf is the right edge of the column of a line: where the next column begins beside it, or the section's lines end.
func (s *sheet) rightOf(section int, l doc.Line) float64 {
	right := 0.0
	for _, o := range s.allLines(section) {
		if o.Page != l.Page {
			continue
		}
		if o.OverlapY(l.Box) < 0.5*l.H() {
			right = max(right, o.X1)
			continue
		}
		for _, seg := range segments(o) {
			if seg.box.X0 > l.X1 {
				return seg.box.X0 - l.Size
			}
		}
	}
	return right
}

// cellMargin is the least distance of a text from the edge of its cell, in points.
const cellMargin = 2.0

// saysUse reports a line below a name that says what the product is used for, as the sheet's recommended use has it, and that does not stand
// there for want of room.
func (s *sheet) saysUse(name, below doc.Line) bool {
	words := wordOf.FindAllString(strings.ToLower(below.Text), -1)
	if s.ja || len(words) < 2 || len(below.Words) == 0 {
		return false
	}
	if name.X1+4*below.Words[0].W() > s.rightOf(1, name) {
		return false
	}
	for _, it := range first(s.itemsOf(1), "recommended_use") {
		for _, l := range it.lines {
			use := wordOf.FindAllString(strings.ToLower(l.Text), -1)
			if len(use) > 1 && !slices.ContainsFunc(use, func(w string) bool { return !slices.Contains(words, w) }) {
				return true
			}
		}
	}
	return false
}
