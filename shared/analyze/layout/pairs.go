package layout

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"anzen/shared/analyze/doc"
)

// Longest labels, in characters: Japanese ones are dense.
const (
	longLabel   = 70
	longLabelJa = 44
)

// Pairs of label and value that a section prints.
func Pairs(s *doc.Section) []doc.Pair { return s.Pairs }

// pairs of the items of a section, in reading order.
func pairs(body []item) []doc.Pair {
	var out []doc.Pair
	done := map[*table]bool{}
	for i := 0; i < len(body); {
		t := body[i].table
		if t == nil {
			j := i
			for j < len(body) && body[j].table == nil {
				j++
			}
			ls := make([]doc.Line, 0, j-i)
			for _, it := range body[i:j] {
				ls = append(ls, it.Line)
			}
			p := pairer{lines: ls, below: true}
			out = append(out, p.all()...)
			i = j
			continue
		}
		if !done[t] {
			var parts [][][]doc.Cell
			for p := t; p != nil && !done[p]; p = p.next {
				done[p] = true
				from, to := rowRange(body, p)
				if from > to {
					break
				}
				parts = append(parts, p.rows(from, to))
			}
			out = append(out, rowPairs(join(parts))...)
		}
		i++
	}
	return out
}

// rowPairs of a lattice: a label cell with the cell to its right, two such side by side where the third
// cell reads as a label too; text inside cells may hold pairs of its own.
func rowPairs(rows [][]doc.Cell) []doc.Pair {
	var out []doc.Pair
	last := -1 // the pair whose label cell spans on
	for _, row := range rows {
		var full []doc.Cell
		for _, c := range row {
			if !c.Covered && !c.Empty() {
				full = append(full, c)
			}
		}
		covered := row[0].Covered
		switch {
		case len(full) == 0:
		case len(full) == 1 && covered && last >= 0:
			out[last].ValueLines = append(out[last].ValueLines, full[0].Lines...)
			out[last].Value = doc.Join(out[last].ValueLines)
		case len(full) == 1:
			p := pairer{lines: full[0].Lines, below: true}
			out = append(out, p.all()...)
			last = -1
		default:
			if full[0].RowSpan > 1 && len(full) > 2 {
				full = full[1:] // a group's name beside its labels
			}
			n := len(out)
			if len(full) == 4 && isLabel(full[2].Text()) && isLabel(full[0].Text()) {
				out = append(out, cellPair(full[0], full[1:2]), cellPair(full[2], full[3:4]))
			} else {
				out = append(out, cellPair(full[0], full[1:]))
			}
			last = n
			for _, c := range full[1:] {
				p := pairer{lines: c.Lines}
				out = append(out, p.all()...)
			}
		}
	}
	return out
}

func cellPair(label doc.Cell, values []doc.Cell) doc.Pair {
	p := doc.Pair{Label: cleanLabel(label.Text()), Kind: doc.Row, LabelLines: label.Lines}
	for _, v := range values {
		p.ValueLines = append(p.ValueLines, v.Lines...)
	}
	p.Value = doc.Join(p.ValueLines)
	return p
}

// isLabel tells a text that may be a label: short, begun by a letter, hardly a digit, no sentence.
func isLabel(s string) bool {
	s = cleanLabel(s)
	r, _ := utf8.DecodeRuneInString(s)
	n := utf8.RuneCountInString(s)
	if n < 1 || n > longLabel || doc.CJK(r) && n > longLabelJa || !unicode.IsLetter(r) || strings.ContainsAny(s, "。") {
		return false
	}
	if strings.HasSuffix(s, ".") && n > 30 {
		return false
	}
	d := 0
	for _, c := range s {
		if unicode.IsDigit(c) {
			d++
		}
	}
	return 3*d <= n
}

var enumerator = regexp.MustCompile(`^(?:\d{1,2}(?:[.\-]\d{1,2})+\.?\)?|\(?\d{1,2}[).、]|\([ア-ンa-zA-Z]\)|[ア-ン][.)、:]?\s|[a-zA-Z][.)]\s|[・●■◆○□▪▶►◇★☆*※>\-–]+)\s*`)

// cleanLabel takes number, marks, leaders, colon and brackets off a label.
func cleanLabel(s string) string {
	s = strings.TrimSpace(s)
	for range 2 {
		s = strings.TrimSpace(s[len(enumerator.FindString(s)):])
	}
	s = strings.TrimRightFunc(s, func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune(":.・…‥·_-─━=", r)
	})
	for _, b := range [...][2]string{{"【", "】"}, {"[", "]"}, {"<", ">"}, {"〈", "〉"}, {"《", "》"}, {"「", "」"}, {"(", ")"}, {"〔", "〕"}, {"『", "』"}} {
		if strings.HasPrefix(s, b[0]) && strings.HasSuffix(s, b[1]) && len(s) > len(b[0])+len(b[1]) {
			s = strings.TrimSpace(s[len(b[0]) : len(s)-len(b[1])])
		}
	}
	return s
}

// pairer reads pairs out of lines.
type pairer struct {
	lines []doc.Line
	below bool // labels may stand above their values
	out   []doc.Pair
	x     float64 // where the current pair's value begins, for kind Gap
}

func (p *pairer) all() []doc.Pair {
	aligned := p.alignments()
	bolds := 0
	for _, l := range p.lines {
		if l.Bold {
			bolds++
		}
	}
	someBold := bolds > 0 && 2*bolds < len(p.lines)
	for i, l := range p.lines {
		switch {
		case p.several(l), p.colon(l), p.gap(l, aligned):
		case p.labelGoesOn(i, l):
		case p.below && standalone(l, someBold):
			p.out = append(p.out, doc.Pair{Label: cleanLabel(l.Text), Kind: doc.Below, LabelLines: []doc.Line{l}})
		default:
			if n := len(p.out); n > 0 {
				p.out[n-1].ValueLines = append(p.out[n-1].ValueLines, l)
			}
		}
	}
	for i := range p.out {
		p.out[i].Value = doc.Join(p.out[i].ValueLines)
	}
	return p.out
}

// alignments are the places where at least two lines begin a second part.
func (p *pairer) alignments() []float64 {
	var xs, out []float64
	for _, l := range p.lines {
		if s := segments(l); len(s) > 1 {
			xs = append(xs, s[1][0].X0)
		}
	}
	slices.Sort(xs)
	for i := 1; i < len(xs); i++ {
		if xs[i]-xs[i-1] < 3 {
			out = append(out, xs[i])
		}
	}
	return out
}

// several pairs side by side: "TEL: ...   FAX: ...".
func (p *pairer) several(l doc.Line) bool {
	segs := segments(l)
	if len(segs) < 2 {
		return false
	}
	var subs []doc.Line
	for _, s := range segs {
		sub := line(s)
		if colonAt(sub.Text) < 0 {
			if len(subs) == 0 {
				return false
			}
			last := line(append(slices.Clone(subs[len(subs)-1].Words), s...))
			subs[len(subs)-1] = last
			continue
		}
		subs = append(subs, sub)
	}
	if len(subs) < 2 {
		return false
	}
	for _, s := range subs {
		p.colon(s)
	}
	return true
}

func (p *pairer) colon(l doc.Line) bool {
	at := colonAt(l.Text)
	if at < 0 {
		return false
	}
	pair := doc.Pair{Label: cleanLabel(l.Text[:at]), Kind: doc.Colon}
	if ws := l.Find(0, at); len(ws) > 0 {
		pair.LabelLines = []doc.Line{line(ws)}
	}
	rest := strings.TrimLeft(l.Text[at+1:], " ")
	if from := len(l.Text) - len(rest); rest != "" {
		if ws := l.Find(from, len(l.Text)); len(ws) > 0 {
			v := line(ws)
			v.Text = rest // as the line has it
			pair.ValueLines = []doc.Line{v}
		}
	}
	p.out = append(p.out, pair)
	return true
}

// colonAt is the colon behind a label, -1 where there is none.
func colonAt(s string) int {
	for from := 0; ; {
		i := strings.IndexByte(s[from:], ':')
		if i < 0 {
			return -1
		}
		i += from
		label := s[:i]
		before, _ := utf8.DecodeLastRuneInString(strings.TrimRight(label, " "))
		after, _ := utf8.DecodeRuneInString(strings.TrimLeft(s[i+1:], " "))
		switch {
		case i == 0 || strings.HasPrefix(s[i:], "://") || unicode.IsDigit(before) && unicode.IsDigit(after):
		case !isLabel(label):
			return -1
		default:
			return i
		}
		from = i + 1
	}
}

func (p *pairer) gap(l doc.Line, aligned []float64) bool {
	segs := segments(l)
	if len(segs) < 2 {
		return false
	}
	first := line(segs[0])
	from := 1
	// "1.1  製品名  トルエン": the number is not the label.
	if cleanLabel(first.Text+" ") == "" || enumerator.FindString(first.Text+" ") == first.Text+" " {
		if len(segs) < 3 {
			return false
		}
		first = line(append(slices.Clone(segs[0]), segs[1]...))
		from = 2
	}
	if !isLabel(first.Text) {
		return false
	}
	x := segs[from][0].X0
	gap := (x - first.X1) / math.Max(first.Size, 4)
	led := slices.ContainsFunc(l.Words, func(w doc.Word) bool { return leader(w.Text) })
	if gap < 2.2 && !led && !slices.ContainsFunc(aligned, func(a float64) bool { return math.Abs(a-x) < 3 }) {
		return false
	}
	var ws []doc.Word
	for _, s := range segs[from:] {
		ws = append(ws, s...)
	}
	v := line(ws)
	v.Text = strings.TrimSpace(strings.TrimPrefix(v.Text, ":"))
	p.x = x
	p.out = append(p.out, doc.Pair{Label: cleanLabel(first.Text), Kind: doc.Gap, LabelLines: []doc.Line{first}, ValueLines: []doc.Line{v}})
	return true
}

// labelGoesOn takes a line that ends before the value's column, close below the label, as the label's next.
func (p *pairer) labelGoesOn(i int, l doc.Line) bool {
	n := len(p.out)
	if n == 0 || i == 0 || p.out[n-1].Kind != doc.Gap || l.X1 > p.x-2 {
		return false
	}
	last := p.out[n-1].LabelLines
	above := last[len(last)-1]
	if above.Page != l.Page || l.Y0-above.Y1 > 0.5*l.H() || math.Abs(l.X0-last[0].X0) > 2*l.Size || enumerator.MatchString(l.Text) {
		return false
	}
	p.out[n-1].LabelLines = append(last, l)
	p.out[n-1].Label = cleanLabel(doc.JoinText(p.out[n-1].Label, l.Text))
	return true
}

// standalone tells a label above its value: numbered, bracketed or bold, short, no sentence.
func standalone(l doc.Line, bold bool) bool {
	t := l.Text
	if !isLabel(t) || strings.HasSuffix(t, ".") {
		return false
	}
	r, _ := utf8.DecodeRuneInString(t)
	e := enumerator.FindString(t + " ")
	return bold && l.Bold || strings.ContainsRune("【<〈《[〔", r) || e != "" && strings.ContainsAny(e, "0123456789().)、アイウエオカキクケコ") || strings.HasPrefix(t, "■") || strings.HasPrefix(t, "●") || strings.HasPrefix(t, "◆")
}
