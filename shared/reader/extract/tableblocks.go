package extract

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"anzen/shared/reader/doc"
	"anzen/shared/text/fold"
)

// blocksWithTables cuts a section at its labels, as blocksOf does, with tables as texts: below the label that a table stands
// under, or as a block of its own.
func blocksWithTables(sec *doc.Section, tables []headed) []block {
	b := tableBlocks{sec: sec, tables: tables, in: make([]map[int][]doc.Box, len(tables)), placed: make([]bool, len(tables)), covered: map[int][]doc.Box{}}
	for i, t := range tables {
		b.in[i] = boxesOf(t.lines)
		b.starts = append(b.starts, ordinalOf(sec, t.lines[0]))
		addBoxes(b.covered, t.lines)
	}
	for _, p := range sec.Pairs {
		addBoxes(b.covered, p.LabelLines)
		addBoxes(b.covered, p.ValueLines)
	}
	for _, p := range sec.Pairs {
		b.pair(p)
	}
	b.upTo(len(sec.Lines))
	addBoxes(b.covered, b.used)
	var loose []doc.Line
	for _, l := range sec.Lines {
		if !holds(b.covered[l.Page], l.Box) && !b.headsAgain(l) {
			loose = append(loose, l)
		}
	}
	if text := strings.TrimSpace(fold.Printed(doc.Join(loose))); text != "" {
		b.out = append([]block{{"", text, loose}}, b.out...)
	}
	return b.out
}

// tableBlocks makes the blocks of a section with tables.
type tableBlocks struct {
	sec    *doc.Section
	tables []headed
	in     []map[int][]doc.Box // what each table covers, by page
	starts []int               // the section's line at which each table begins
	placed []bool
	out    []block
	// covered is what labels, their values and tables cover, by page; used are lines that became titles of tables.
	covered map[int][]doc.Box
	used    []doc.Line
	// title is the label on a line of its own above what comes next; fresh is set where it has no text so far.
	title string
	fresh bool
}

// pair adds a label with what of its value is in no table, and the tables below it.
func (b *tableBlocks) pair(p doc.Pair) {
	label := strings.TrimSpace(fold.Printed(p.Label))
	if len(p.LabelLines) > 0 {
		b.upTo(ordinalOf(b.sec, p.LabelLines[0]))
	}
	if b.within(p.LabelLines) >= 0 || len(p.LabelLines) == 0 && b.within(p.ValueLines) >= 0 {
		if rest := b.outside(p.ValueLines); len(rest) > 0 {
			b.add("", cellText(rest), rest)
		}
		return
	}
	var parts []string
	var lines []doc.Line
	flush := func(rest []doc.Line) {
		if text := cellText(rest); text != "" {
			parts, lines = append(parts, text), append(lines, rest...)
		}
	}
	rest, cut := []doc.Line(nil), false
	for _, l := range p.ValueLines {
		i := b.within([]doc.Line{l})
		if i < 0 {
			rest = append(rest, l)
			continue
		}
		cut = true
		if !b.placed[i] {
			if title, before := titleAtEnd(rest); title != "" {
				flush(before)
				b.add(label, strings.Join(parts, "\n"), lines)
				label, parts, lines, rest = title, nil, nil, nil
			}
			flush(rest)
			rest = nil
			parts, lines = append(parts, b.text(i)), append(lines, b.tables[i].lines...)
		}
	}
	if !cut {
		b.title, b.fresh = "", false
		if p.Kind == doc.Below && strings.ContainsFunc(label, unicode.IsLetter) {
			b.title, b.fresh = label, len(p.ValueLines) == 0
		}
		b.add(label, strings.TrimSpace(fold.Printed(p.Value)), p.ValueLines)
		return
	}
	flush(rest)
	b.title, b.fresh = "", false
	b.add(label, strings.Join(parts, "\n"), lines)
}

// titleAtEnd is the last of some lines, and those before it, where it is the title of what follows: an item of the section, or a
// short line after a sentence.
func titleAtEnd(lines []doc.Line) (title string, before []doc.Line) {
	n := len(lines)
	if n < 2 {
		return "", lines
	}
	text := strings.Trim(fold.Printed(lines[n-1].Text), " :·•")
	first, _ := utf8.DecodeRuneInString(text)
	if utf8.RuneCountInString(text) > 60 || strings.HasSuffix(text, ".") || strings.HasSuffix(text, "。") || unicode.IsLower(first) || strings.ContainsAny(text, "0123456789:;") || noData(text) {
		return "", lines
	}
	if above := strings.TrimSpace(lines[n-2].Text); !sectionItem.MatchString(text) && !strings.HasSuffix(above, ".") && !strings.HasSuffix(above, "。") {
		return "", lines
	}
	return text, lines[:n-1]
}

// text is a table's text below a label; the table is placed then.
func (b *tableBlocks) text(i int) string {
	b.placed[i] = true
	t := b.tables[i]
	if t.caption == "" {
		return strings.Join(t.rows, "\n")
	}
	return t.caption + "\n" + strings.Join(t.rows, "\n")
}

// upTo adds the tables that begin above a line: to the label directly above them, or as blocks of their own.
func (b *tableBlocks) upTo(place int) {
	for i, t := range b.tables {
		if b.placed[i] || b.starts[i] >= place {
			continue
		}
		b.placed[i] = true
		text := strings.Join(t.rows, "\n")
		last := len(b.out) - 1
		switch {
		case b.title != "" && b.fresh:
			title := b.title
			if t.caption != "" {
				title += ", " + t.caption
			}
			b.add(title, text, t.lines)
		case t.caption != "":
			b.add(t.caption, text, t.lines)
		case b.alone(i) >= 0:
			l := b.sec.Lines[b.alone(i)]
			b.used = append(b.used, l)
			b.add(headText(doc.Cell{Lines: []doc.Line{l}}), text, t.lines)
		case b.title != "" && last >= 0 && b.out[last].title == b.title:
			if title, before := titleAtEnd(b.out[last].lines); title != "" {
				b.out[last].text, b.out[last].lines = cellText(before), before
				b.add(title, text, t.lines)
				break
			}
			b.out[last].text += "\n" + text
			b.out[last].lines = append(slices.Clone(b.out[last].lines), t.lines...)
		default:
			b.add("", text, t.lines)
		}
		b.title, b.fresh = "", false
	}
}

// alone is the place of the line directly above a table, if it is no part of a label or its value, and short: the table's title; -1
// where there is none.
func (b *tableBlocks) alone(i int) int {
	k := b.starts[i] - 1
	if k < 0 {
		return -1
	}
	l, first := b.sec.Lines[k], b.tables[i].lines[0]
	text := strings.TrimSpace(fold.Printed(l.Text))
	if holds(b.covered[l.Page], l.Box) || utf8.RuneCountInString(text) > 80 || strings.HasSuffix(text, ".") || strings.HasSuffix(text, "。") || noData(text) || !strings.ContainsFunc(text, unicode.IsLetter) {
		return -1
	}
	if l.Page == first.Page && first.Y0-l.Y1 > 2.5*l.H() {
		return -1
	}
	return k
}

func (b *tableBlocks) add(title, text string, lines []doc.Line) {
	if text != "" {
		b.out = append(b.out, block{title, text, lines})
	}
}

// headsAgain reports a heading of a table that is printed again on a later page of it.
func (b *tableBlocks) headsAgain(l doc.Line) bool {
	for i, t := range b.tables {
		if len(b.in[i][l.Page]) > 0 && slices.ContainsFunc(t.heads, func(h doc.Line) bool { return h.Page < l.Page && h.Text == l.Text }) {
			return true
		}
	}
	return false
}

// within is the table that all of some lines are in; -1 where there is none.
func (b *tableBlocks) within(lines []doc.Line) int {
	if len(lines) == 0 {
		return -1
	}
	return slices.IndexFunc(b.in, func(in map[int][]doc.Box) bool {
		return !slices.ContainsFunc(lines, func(l doc.Line) bool { return !holds(in[l.Page], l.Box) })
	})
}

// outside are the lines that are in no table.
func (b *tableBlocks) outside(lines []doc.Line) []doc.Line {
	return slices.DeleteFunc(slices.Clone(lines), func(l doc.Line) bool { return b.within([]doc.Line{l}) >= 0 })
}

func boxesOf(lines []doc.Line) map[int][]doc.Box {
	boxes := map[int][]doc.Box{}
	addBoxes(boxes, lines)
	return boxes
}

func addBoxes(to map[int][]doc.Box, lines []doc.Line) {
	for _, l := range lines {
		to[l.Page] = append(to[l.Page], l.Box)
	}
}
