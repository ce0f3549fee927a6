package extract

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"anzen/shared/reader/doc"
	"anzen/shared/reference/chem"
	"anzen/shared/text/fold"
	"anzen/shared/text/pattern"
)

// stackedRows are the texts of a row's cells, column by column. Where the cells hold several rows, one below the other, each line
// of one beside lines of the others, it has the texts of each of them.
func (r *tableReader) stackedRows(cells []doc.Cell) [][]string {
	tops := rowTops(cells)
	if slices.ContainsFunc(r.heads.text[1:], measure.MatchString) {
		tops = r.namedTops(tops, cells[0])
	}
	if len(tops) < 2 {
		texts := make([]string, len(cells))
		for c := range cells {
			texts[c] = cellTexts(cells[c].Lines)
		}
		return [][]string{texts}
	}
	out := make([][]string, len(tops))
	for k := range out {
		out[k] = make([]string, len(cells))
	}
	for c := 1; c < len(cells); c++ {
		parts := make([][]doc.Line, len(tops))
		for _, l := range cells[c].Lines {
			k := lastTop(tops, l)
			parts[k] = append(parts[k], l)
		}
		for k := range parts {
			out[k][c] = cellTexts(parts[k])
		}
	}
	for k, name := range r.stackedNames(cells[0], tops) {
		out[k][0] = name
	}
	return out
}

// measure is a heading that names what is measured: each of its cells has the values of one substance.
var measure = pattern.MustCompile(`(?i)(?:LD|LC|EC|IC|EL|LL|DL|CL)[ -]?50|NOE[CL]|IARC|NTP|OSHA|\b(?:fish|algae|daphnia|crustacea)|toxicity to|魚類|藻類|甲殻類`)

// namedTops are the first of the heights of rows, and those beside which a name begins.
func (r *tableReader) namedTops(tops []top, names doc.Cell) []top {
	var out []top
	for k, t := range tops {
		i := slices.IndexFunc(names.Lines, t.level)
		if k == 0 || i > 0 && !r.nameGoesOn(cellText(names.Lines[:i]), names, i) {
			out = append(out, t)
		}
	}
	return out
}

func cellText(lines []doc.Line) string { return strings.TrimSpace(fold.Printed(doc.Join(lines))) }

// cellTexts is the text of a cell; further values, each on a line of its own, stand behind commas.
func cellTexts(lines []doc.Line) string {
	text, from := "", 0
	for k := 1; k <= len(lines); k++ {
		if k < len(lines) && (lines[k].OverlapY(lines[k-1].Box) > 0 && lines[k].Page == lines[k-1].Page || !strings.ContainsAny(firstOf(lines[k].Text), "<>=≥≤") || openEnd.MatchString(lines[k-1].Text) || strings.Count(lines[k-1].Text, "(") > strings.Count(lines[k-1].Text, ")")) {
			continue
		}
		if text != "" {
			text += ", "
		}
		text += cellText(lines[from:k])
		from = k
	}
	return text
}

func firstOf(s string) string {
	_, n := utf8.DecodeRuneInString(s)
	return s[:n]
}

// top is where a row within cells begins.
type top struct {
	page int
	box  doc.Box
}

func (t top) level(l doc.Line) bool {
	return t.page == l.Page && t.box.OverlapY(l.Box) > 0.5*math.Min(t.box.H(), l.H())
}

// lastTop is the row that a line belongs to.
func lastTop(tops []top, l doc.Line) int {
	k := 0
	for i, t := range tops {
		if t.page < l.Page || t.page == l.Page && (t.box.Y0 < l.Y0 || t.level(l)) {
			k = i
		}
	}
	return k
}

// rowTops are the heights at which most columns beside the first one have a line, if they are several.
func rowTops(cells []doc.Cell) []top {
	var full []doc.Cell
	for _, c := range cells[1:] {
		if !c.Empty() {
			full = append(full, c)
		}
	}
	if len(full) == 1 {
		return pairTops(cells[0], full[0].Lines)
	}
	var tops []top
	for _, c := range full {
		for _, l := range c.Lines {
			t := top{l.Page, l.Box}
			if slices.ContainsFunc(tops, func(o top) bool { return o.level(l) }) {
				continue
			}
			beside := 0
			for _, o := range full {
				if slices.ContainsFunc(o.Lines, t.level) {
					beside++
				}
			}
			if beside > 1 && 5*beside >= 3*len(full) {
				tops = append(tops, t)
			}
		}
	}
	slices.SortFunc(tops, func(a, b top) int {
		if a.page != b.page {
			return a.page - b.page
		}
		return cmp.Compare(a.box.Y0, b.box.Y0)
	})
	if len(tops) == 0 || slices.ContainsFunc(full, func(c doc.Cell) bool { return lastTop(tops, c.Lines[0]) > 0 && tops[0].level(c.Lines[0]) }) {
		return nil
	}
	first := tops[0]
	return slices.DeleteFunc(tops, func(t top) bool { return t != first && wraps(full, t) })
}

// pairTops are the heights of names with a value beside each.
func pairTops(names doc.Cell, values []doc.Line) []top {
	if len(names.Lines) != len(values) {
		return nil
	}
	tops := make([]top, len(values))
	for i, l := range names.Lines {
		tops[i] = top{l.Page, l.Box}
		if !tops[i].level(values[i]) || i > 0 && (addsToName(l.Text) || goesOnBelow(values[i-1].Text, values[i].Text) || goesOnBelow(names.Lines[i-1].Text, l.Text) && !chemicalPrefix.MatchString(l.Text) && !hadRoom(names, i)) {
			return nil
		}
	}
	return tops
}

// openEnd is the end of a line that goes on below: a comma, an open bracket, a hyphen.
var openEnd = pattern.MustCompile(`(?i)[\pL\d)][,(/&+-]$|\b(?:and|or|of|in|with|per|to|the)$`)

// wraps reports whether a column goes on at a height: lines of text, not of a row.
func wraps(full []doc.Cell, t top) bool {
	for _, c := range full {
		i := slices.IndexFunc(c.Lines, t.level)
		if i > 0 && goesOnBelow(c.Lines[i-1].Text, c.Lines[i].Text) {
			return true
		}
	}
	return false
}

// goesOnBelow reports whether a line's text continues on the next one.
func goesOnBelow(line, next string) bool {
	line, next = strings.TrimSpace(fold.Printed(line)), strings.TrimSpace(fold.Printed(next))
	was, _ := utf8.DecodeRuneInString(line)
	first, _ := utf8.DecodeRuneInString(next)
	if strings.HasSuffix(line, " -") && !strings.HasSuffix(next, "-") || strings.HasPrefix(next, "- ") && len(line) > 1 {
		return true // "3,400.00, Rat -" / "Category: 5"
	}
	return openEnd.MatchString(line) || strings.Count(line, "(") > strings.Count(line, ")") || unicode.IsLower(first) && unicode.IsUpper(was) || first == ')' || first == '('
}

// stackedNames are the names of rows within cells: a line beside the beginning of a row begins a name, unless the name above goes
// on; a row without one has the name of the row above. Names that stand beside the middle of their rows are one name of all.
func (r *tableReader) stackedNames(names doc.Cell, tops []top) []string {
	out, lines := make([]string, len(tops)), names.Lines
	if len(lines) == 0 {
		return out
	}
	if !tops[0].level(lines[0]) {
		for k := range out {
			out[k] = cellText(lines)
		}
		return out
	}
	parts := make([][]doc.Line, len(tops))
	owner := 0
	for i, l := range lines {
		if k := lastTop(tops, l); i == 0 || tops[k].level(l) && !r.nameGoesOn(cellText(parts[owner]), names, i) {
			owner = k
		}
		parts[owner] = append(parts[owner], l)
	}
	for k := range parts {
		out[k] = cellText(parts[k])
		if out[k] == "" && k > 0 {
			out[k] = out[k-1]
		}
	}
	return out
}

// chemicalPrefix begins a name of its own in small letters: "n-hexane" below "2-butanol".
var chemicalPrefix = pattern.MustCompile(`^(?:n|o|m|p|d|l|dl|sec|tert|iso|cis|trans|alpha|beta)-`)

// nameGoesOn reports whether a name continues on a line of its cell: as the ingredients of section 3 are called, or by its look.
func (r *tableReader) nameGoesOn(name string, cell doc.Cell, i int) bool {
	line, next := cell.Lines[i-1].Text, cell.Lines[i].Text
	joined, alone := fold.Squeezed(name+next), fold.Squeezed(next)
	for _, p := range r.parts {
		switch p = fold.Squeezed(p); {
		case strings.HasPrefix(p, joined):
			return true
		case len(p) > 5 && strings.HasPrefix(alone, p), len(alone) > 8 && strings.HasPrefix(p, alone):
			return false
		}
	}
	if addsToName(next) {
		return true
	}
	if chemicalPrefix.MatchString(next) || !r.borderless && hadRoom(cell, i) {
		return false
	}
	was, _ := utf8.DecodeRuneInString(line)
	first, _ := utf8.DecodeRuneInString(next)
	return goesOnBelow(line, next) || unicode.IsDigit(was) && unicode.IsLower(first)
}

// addsToName reports a line that begins with a bracket or a CAS number: it tells more of the name above.
func addsToName(text string) bool {
	if strings.HasPrefix(text, "(") {
		return true
	}
	found := chem.FindCAS(fold.Printed(text))
	return len(found) > 0 && found[0].Start == 0
}

// hadRoom reports whether the first word of a line would have fitted on the line above, which does not end in the middle.
func hadRoom(cell doc.Cell, i int) bool {
	above, l := cell.Lines[i-1], cell.Lines[i]
	if len(l.Words) == 0 || cell.Box.Empty() || openEnd.MatchString(fold.Printed(above.Text)) || strings.Count(above.Text, "(") > strings.Count(above.Text, ")") {
		return false
	}
	return cell.Box.X1-above.X1 > l.Words[0].W()+2*math.Max(l.Size, 6)
}
