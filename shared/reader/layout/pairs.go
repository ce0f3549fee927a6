package layout

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"anzen/shared/reader/doc"
)

// pairs returns those of a section's items, in reading order.
func pairs(body []item) []doc.Pair {
	var out []doc.Pair
	done := map[*table]bool{}
	stops := stopsOf(body)
	for i := 0; i < len(body); {
		if t := body[i].table; t != nil {
			out = append(out, rowPairs(wholeTable(body, t, done))...)
			i++
			continue
		}
		j := i
		for j < len(body) && body[j].table == nil {
			j++
		}
		ls := make([]doc.Line, 0, j-i)
		for _, it := range body[i:j] {
			ls = append(ls, it.Line)
		}
		out = append(out, linePairs(ls, stops, true)...)
		i = j
	}
	return out
}

// linePairs reads pairs from lines; below is set where labels may be above their values.
func linePairs(lines []doc.Line, stops stops, below bool) []doc.Pair {
	p := pairer{lines: lines, stops: stops, below: below, outer: -1, inner: -1}
	bolds := 0
	var xs []float64
	for _, l := range lines {
		if l.Bold {
			bolds++
		}
		if s := segments(l, stops.on(l.Page)); len(s) > 1 {
			xs = append(xs, s[1][0].X0)
		}
	}
	p.aligned = repeatedAt(xs, 2)
	p.bold = bolds > 0 && 5*bolds <= 3*len(lines) // labels above values: every other line
	for i := range lines {
		p.line(i)
	}
	dashes := slices.ContainsFunc(p.out, dashBeforeWord)
	for i := range p.out {
		if !dashes && minusBefore(p.out[i]) {
			p.out[i].ValueLines[0] = dashClosed(p.out[i].ValueLines[0])
		}
		dashOff(&p.out[i])
		p.out[i].Value = doc.Join(p.out[i].ValueLines)
	}
	return p.out
}

// pairer reads pairs from lines. A pair with a value column of its own (outer) takes all
// lines of that column; pairs with colons inside it (inner) are added separately.
type pairer struct {
	lines        []doc.Line
	stops        stops
	below, bold  bool
	aligned      []float64
	out          []doc.Pair
	outer, inner int
	x            float64 // where the outer pair's value begins
	label        float64 // right edge of the widest label of the outer pair's column
	columns      bool    // labels and values stand in columns
	taken        int     // lines before this one are read
	side         []sideColumn
}

func (p *pairer) line(i int) {
	if i < p.taken || p.stacked(i) {
		return
	}
	l := p.lines[i]
	if strings.HasPrefix(l.Text, ":") {
		if ws := colonOff(l.Words); len(ws) > 0 {
			l = line(ws)
		}
	}
	if p.columns && p.outer >= 0 {
		switch segs := segments(l, p.stops.on(l.Page)); {
		case l.X0 > p.x-0.8*math.Max(l.Size, 6):
			p.add(p.outer, l)
			if !p.several(l) && !p.colon(l) {
				p.add(p.inner, l)
			}
			return
		case len(segs) == 1 && l.X1 < p.x && p.labelGoesOn(i, l):
			return
		case len(segs) == 1 && (l.X1 < p.x+2 || strings.HasPrefix(l.Text, "【")) && standalone(l, p.bold) && colonAt(l.Text) < 0 && !nothing(l.Text):
			p.start(doc.Pair{Label: cleanLabel(l.Text), Kind: doc.Below, LabelLines: []doc.Line{l}})
			return
		}
	}
	switch {
	case p.sideBySide(l):
	case p.gap(l), p.boxed(l), p.several(l), p.colon(l), p.numbered(l):
	case p.below && standalone(l, p.bold), p.nextItem(i):
		p.columns = p.columns && (l.X1 < p.x+2 || !known(l.Text)) // wider than the column of labels: it has ended
		p.start(doc.Pair{Label: cleanLabel(l.Text), Kind: doc.Below, LabelLines: []doc.Line{l}})
	case p.columns && p.outer >= 0 && p.out[p.outer].Kind == doc.Gap:
		p.columns, p.outer, p.inner = false, -1, -1 // text over the whole width: the columns have ended
	case p.inner >= 0:
		p.add(p.inner, l)
	default:
		p.add(p.outer, l)
	}
}

// nextItem reports the label of another item above its text, where the items have bullets: "· Acute toxicity" after "· Primary effect: ...".
// A sentence of a list goes on to the right edge.
func (p *pairer) nextItem(i int) bool {
	if !p.below || i+1 >= len(p.lines) || len(p.out) == 0 {
		return false
	}
	l, next := p.lines[i], p.lines[i+1]
	mark := bullet(l.Text)
	if mark == "" || next.Page != l.Page || bullet(next.Text) != "" || next.X0 < l.X0+2 || l.X1 > next.X1-2*em(l.Words[0]) || !isLabel(l.Text) || strings.HasSuffix(l.Text, ".") {
		return false
	}
	last := p.out[len(p.out)-1].LabelLines
	return len(last) > 0 && bullet(last[0].Text) == mark && last[0].Page == l.Page && math.Abs(last[0].X0-l.X0) < 2
}

// bullet is the bullet that a text begins with; "" where there is none.
func bullet(text string) string {
	r, n := utf8.DecodeRuneInString(text)
	if !strings.ContainsRune(bullets, r) {
		return ""
	}
	return text[:n]
}

// start an outer pair.
func (p *pairer) start(x doc.Pair) {
	p.out = append(p.out, x)
	p.outer, p.inner, p.side = len(p.out)-1, -1, nil
}

func (p *pairer) add(to int, l doc.Line) {
	if to >= 0 {
		p.out[to].ValueLines = append(p.out[to].ValueLines, l)
	}
}

// boxed reads a known label in heavy brackets with its value behind it: "【製品名】アンゼンクリーナー".
func (p *pairer) boxed(l doc.Line) bool {
	if !strings.HasPrefix(l.Text, "【") {
		return false
	}
	at := strings.Index(l.Text, "】") + len("】")
	if at < len("】") || at >= len(l.Text) || !known(l.Text[:at]) || strings.ContainsAny(l.Text[at:], "【:") {
		return false
	}
	value := strings.TrimLeft(l.Text[at:], " ")
	front, tail := l.Find(0, at), l.Find(len(l.Text)-len(value), len(l.Text))
	if value == "" || len(front) == 0 || len(tail) == 0 {
		return false
	}
	v := line(tail)
	v.Text = value
	p.columns = false
	p.start(doc.Pair{Label: cleanLabel(l.Text[:at]), Kind: doc.Gap, LabelLines: []doc.Line{line(front)}, ValueLines: []doc.Line{v}})
	return true
}

func (p *pairer) colon(l doc.Line) bool {
	at := colonAt(l.Text)
	if at < 0 {
		return false
	}
	if r, _ := utf8.DecodeRuneInString(l.Text); unicode.IsLower(r) && p.outer >= 0 && len(p.out[p.outer].ValueLines) > 1 && !strings.HasPrefix(l.Text, "pH") {
		return false // a sentence continues
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
	p.inner = len(p.out) - 1
	if p.outer >= 0 && (!p.columns || l.X0 < p.x-0.8*math.Max(l.Size, 6)) {
		p.outer = -1
	}
	return true
}

func (p *pairer) gap(l doc.Line) bool {
	segs := segments(l, p.stops.on(l.Page))
	if len(segs) < 2 {
		return false
	}
	first := line(segs[0])
	from := 1
	// "1.1  製品名  トルエン": the number is not the label.
	if e := enumerator.FindString(first.Text + " "); len(e) >= len(first.Text) {
		if len(segs) < 3 {
			return false
		}
		first = line(append(slices.Clone(segs[0]), segs[1]...))
		from = 2
	}
	if !isLabel(first.Text) && !opensBracket(first.Text) || colonAt(first.Text) >= 0 || setWide(first.Text, l.Text) {
		return false
	}
	// "注意書き  [安全対策]  ...": a group's name beside its first label.
	if sub := line(segs[from]); len(segs)-from > 1 && (known(sub.Text) || bracketed(sub.Text)) && known(first.Text) && len(segs)-from != 3 {
		p.start(doc.Pair{Label: cleanLabel(first.Text), Kind: doc.Below, LabelLines: []doc.Line{first}})
		first = sub
		from++
	}
	x := segs[from][0].X0
	gap := (x - first.X1) / math.Max(first.Size, 4)
	led := slices.ContainsFunc(l.Words, func(w doc.Word) bool { return leader(w.Text) })
	if gap < 2.2 && !led && !near(p.aligned, x) {
		return false
	}
	if n := len(segs) - from; n == 3 && known(line(segs[from+1]).Text) {
		defer p.start(pairOf(line(segs[from+1]), line(segs[from+2])))
		segs = segs[:from+1]
	}
	var ws []doc.Word
	for _, s := range segs[from:] {
		ws = append(ws, s...)
	}
	v := line(ws)
	if bullet(v.Text) != "" {
		return false // two lists side by side
	}
	v.Text = strings.TrimSpace(strings.TrimPrefix(v.Text, ":"))
	if p.labelBeside(first, v) {
		return true
	}
	if math.Abs(x-p.x) > 3 {
		p.label = 0
	}
	p.x, p.label, p.columns = x, math.Max(p.label, first.X1), true
	p.start(doc.Pair{Label: cleanLabel(first.Text), Kind: doc.Gap, LabelLines: []doc.Line{first}})
	if v.Text != "" {
		p.add(p.outer, v)
	}
	p.colon(v)
	return true
}

// setWide reports a label whose letters stand apart, of which the first is a column by itself: "融   点 : 183 °C".
func setWide(first, line string) bool {
	at := colonAt(line)
	return at > len(first) && utf8.RuneCountInString(first) <= 2 && !known(first) && known(line[:at])
}

// opensBracket reports a known label with a bracket that goes on below: "Solubility in water (by".
func opensBracket(s string) bool {
	i := strings.IndexByte(s, '(')
	return i > 0 && strings.IndexByte(s, ')') < 0 && known(s[:i])
}

func pairOf(label, value doc.Line) doc.Pair {
	return doc.Pair{Label: cleanLabel(label.Text), Kind: doc.Gap, LabelLines: []doc.Line{label}, ValueLines: []doc.Line{value}}
}

// numbered reads "(3) 会社の名称　緑里株式会社": a known label with its value after a space, or after a
// number any Japanese label, where a space would otherwise separate names and sentences
// too.
func (p *pairer) numbered(l doc.Line) bool {
	if p.below && known(l.Text) {
		return false // "Odor threshold" is no odor
	}
	for k := min(len(l.Words), 7) - 1; k > 0; k-- { // the longest label
		if l.Words[k].X0-l.Words[k-1].X1 < 0.2*em(l.Words[k]) || !endsLabel(l.Words[k-1].Text) {
			continue
		}
		if label := line(l.Words[:k]); (known(label.Text) || p.marked(label, l.Words[k])) && cleanLabel(label.Text) != "" {
			p.columns = false
			p.start(pairOf(label, line(l.Words[k:])))
			return true
		}
	}
	e := len(enumerator.FindString(l.Text))
	label, value, ok := strings.Cut(l.Text[e:], " ")
	if !ok || e == 0 || strings.IndexFunc(label, doc.CJK) < 0 || !isLabel(label) || strings.HasSuffix(l.Text, "。") && strings.Count(value, "。") == 0 {
		return false
	}
	from := len(l.Text) - len(value)
	front, tail := l.Find(0, from-1), l.Find(from, len(l.Text))
	if len(front) == 0 || len(tail) == 0 {
		return false
	}
	v := line(tail)
	v.Text = value
	p.columns = false
	p.start(doc.Pair{Label: cleanLabel(label), Kind: doc.Gap, LabelLines: []doc.Line{line(front)}, ValueLines: []doc.Line{v}})
	return true
}

// marked reports a label with a bullet between it and its value, as the label above has it: "Grade • 12" below "Name • Primer".
func (p *pairer) marked(label doc.Line, mark doc.Word) bool {
	if p.outer < 0 || len(p.out[p.outer].ValueLines) == 0 || !isLabel(label.Text) {
		return false
	}
	b := bullet(mark.Text)
	return b != "" && b == mark.Text && strings.HasPrefix(p.out[p.outer].ValueLines[0].Text, b)
}

// endsLabel reports a word that may end a label: one with a letter, or of colons. "Fax (905)" and "pH >" go on.
func endsLabel(word string) bool {
	return strings.IndexFunc(word, unicode.IsLetter) >= 0 || strings.Trim(word, ":)") == ""
}

// labelGoesOn adds a line close below a label that fills its column to the label.
func (p *pairer) labelGoesOn(i int, l doc.Line) bool {
	last := p.out[p.outer].LabelLines
	above := last[len(last)-1]
	if i == 0 || above.Page != l.Page || l.Y0-above.Y1 > 0.9*l.H() || math.Abs(l.X0-last[0].X0) > 2*l.Size || enumerator.MatchString(l.Text) {
		return false
	}
	joined := doc.JoinText(p.out[p.outer].Label, l.Text)
	if known(l.Text) && !known(joined) {
		return false
	}
	e := math.Max(l.Size, 6)
	open := known(joined) || strings.Count(p.out[p.outer].Label, "(") > strings.Count(p.out[p.outer].Label, ")")
	if above.X1 < p.x-3*e && (above.X1 < p.label-1.2*e || p.label-above.X0 < 9*e) && !open {
		return false // there was room for more
	}
	p.out[p.outer].LabelLines = append(last, l)
	p.out[p.outer].Label = cleanLabel(joined)
	return true
}
