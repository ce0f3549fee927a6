package extract

import (
	"strings"
	"unicode/utf8"

	"anzen/shared/reader/doc"
	"anzen/shared/text/fold"
	"anzen/shared/text/pattern"
)

// item is a label with the value beside or below it.
type item struct {
	section int
	key     string
	label   string
	value   string // folded
	lines   []doc.Line
	kind    doc.PairKind
	at      int  // index of the label's line in the section
	loose   bool // the label is not in the lists of wordings
	whole   bool // the value is not more of its lines than it says: no other columns
}

// items returns the labels of a section with their values: the pairs of the layout and,
// outside of these, lines that begin with a known label.
func items(sec *doc.Section) []item {
	number := sec.Number
	if number == 0 {
		number = 1
	}
	return itemsAs(sec, number)
}

// itemsAs reads a section's items by the labels of another section.
func itemsAs(sec *doc.Section, number int) []item {
	var out []item
	have := map[string]bool{}
	mark := func(it item) {
		if it.key != "" && it.value != "" {
			have[it.key+" "+squeezeLabel(it.label)] = true
		}
	}
	for _, p := range wrapped(number, sec.Pairs) {
		key, loose := labelKey(number, p.Label), false
		if key == "" {
			key = orElse(looseKey(number, squeezeLabel(p.Label)), anyName(number, p.Label))
			loose = key != ""
		}
		loose = loose || key == "product_name" && namesLoosely(number, p.Label)
		it := item{section: sec.Number, key: key, loose: loose, label: p.Label, value: fold.Printed(p.Value), lines: p.ValueLines, kind: p.Kind, at: -1}
		if len(p.LabelLines) > 0 {
			it.at = lineAt(sec, p.LabelLines[0])
		}
		for _, part := range inline(number, it) {
			out = append(out, part)
			mark(part)
		}
	}
	for i, l := range sec.Lines {
		it, ok := lineItem(sec, number, i)
		if !ok || have[it.key+" "+squeezeLabel(it.label)] {
			continue
		}
		it.section = sec.Number
		if it.lines == nil {
			it.lines = []doc.Line{l}
		}
		for _, part := range inline(number, it) {
			if part.value != "" {
				out = append(out, part)
				mark(part)
			}
		}
	}
	return out
}

// lineItem reads the item whose label begins at a line.
func lineItem(sec *doc.Section, number, i int) (item, bool) {
	l := sec.Lines[i]
	key, label, rest := lineLabel(number, l)
	if key == "" {
		return brokenLabel(sec, number, i)
	}
	it := item{key: key, label: label, value: rest, kind: doc.Colon, at: i, loose: key == "product_name" && namesLoosely(number, label)}
	if rest != "" {
		return it, true
	}
	it.kind = doc.Below
	for _, n := range sec.Lines[i+1 : min(i+4, len(sec.Lines))] {
		if k, _, _ := lineLabel(number, n); k != "" {
			break
		}
		it.lines = append(it.lines, n)
		if len(it.lines) == 2 {
			break
		}
	}
	it.value = fold.Printed(doc.Join(it.lines))
	return it, it.value != ""
}

// brokenLabel reads a label that continues on the next line, with its value beside it:
// "沸点又は初留点及び" / "100°C" / "沸騰範囲", or "n-オクタノール/水 : 0.83" / "分配係数".
func brokenLabel(sec *doc.Section, number, i int) (item, bool) {
	l := sec.Lines[i]
	start, rest, _ := strings.Cut(fold.Printed(l.Text), ":")
	table := labels()[number]
	if len(start) > 80 {
		return item{}, false
	}
	for j := i + 1; j < min(i+4, len(sec.Lines)); j++ {
		n := sec.Lines[j]
		if n.Page != l.Page || n.X0-l.X0 > 60 || l.X0-n.X0 > 6 || n.Y0-l.Y1 > l.H() {
			continue
		}
		tail, tailRest, _ := strings.Cut(fold.Printed(n.Text), ":")
		k := table[squeezeLabel(start+" "+tail)]
		if k == "" && number == 9 && table[squeezeLabel(tail)] == "" {
			k = madeOf(number, start+" "+tail)
		}
		if k == "" || len(tail) > 60 {
			continue
		}
		it := item{key: k, label: start + " " + tail, kind: doc.Gap, at: i}
		if rest = strings.TrimSpace(rest + " " + tailRest); rest != "" {
			it.value = rest
			it.lines = []doc.Line{l}
			return it, true
		}
		for _, v := range sec.Lines[max(0, i-1):min(j+2, len(sec.Lines))] {
			if v.Page == l.Page && v.X0 > l.X1-1 && v.CY() > l.Y0 && v.CY() < n.Y1 {
				it.lines = append(it.lines, v)
			}
		}
		it.value = fold.Printed(doc.Join(it.lines))
		return it, it.value != ""
	}
	return item{}, false
}

// wrapped repairs labels broken over two lines: where two labels together make a known one
// and one of them has no value, they become one pair. Labels printed with wide letters ("臭
// い:無臭") are repaired too.
func wrapped(section int, pairs []doc.Pair) []doc.Pair {
	table := labels()[section]
	out := make([]doc.Pair, 0, len(pairs))
	for i := 0; i < len(pairs); i++ {
		p := pairs[i]
		if colon := strings.IndexAny(p.Value, ":："); colon > 0 && colon < 30 && p.Kind != doc.Colon {
			if k := orElse(table[squeezeLabel(p.Label+p.Value[:colon])], nameOf(section, p.Label+" "+p.Value[:colon])); k != "" && table[squeezeLabel(p.Value[:colon])] == "" {
				p.Label += p.Value[:colon]
				p.Value = strings.TrimLeft(p.Value[colon:], ":： ")
				p.Kind = doc.Colon
			}
		}
		if start, tail, ok := strings.Cut(p.Value, " "); ok && p.Kind != doc.Colon && utf8.RuneCountInString(start) <= 2 && strings.IndexFunc(start, doc.CJK) == 0 && table[squeezeLabel(p.Label+start)] != "" {
			p.Label, p.Value = p.Label+start, strings.TrimSpace(tail)
			if len(p.ValueLines) > 0 {
				p.ValueLines = append([]doc.Line{}, p.ValueLines...)
				p.ValueLines[0].Text = strings.TrimSpace(strings.TrimPrefix(p.ValueLines[0].Text, start))
			}
		}
		if i+1 < len(pairs) && (p.Value == "" || pairs[i+1].Value == "") {
			q := pairs[i+1]
			joined := squeezeLabel(p.Label + " " + q.Label)
			if k := orElse(table[joined], orElse(joinedMade(section, p.Label, q.Label), misprinted(section, joined))); k != "" && (table[squeezeLabel(p.Label)] == "" || table[squeezeLabel(q.Label)] == "") {
				p.Label += " " + q.Label
				p.LabelLines = append(append([]doc.Line{}, p.LabelLines...), q.LabelLines...)
				if p.Value == "" {
					p.Value, p.ValueLines, p.Kind = q.Value, q.ValueLines, q.Kind
				}
				i++
			}
		}
		out = append(out, p)
	}
	return out
}

// joinedMade is the key of two labels of section 9 that are one by their words, where the second one is none by itself.
func joinedMade(section int, first, second string) string {
	if section != 9 || labelKey(section, second) != "" {
		return ""
	}
	return madeOf(section, first+" "+second)
}

// inline cuts a value at further labels after a gap: rows with two labels side by side.
func inline(section int, it item) []item {
	if parts := colons(section, it); len(parts) > 0 {
		return parts
	}
	if len(it.lines) == 0 || len(it.lines) > 4 {
		return []item{it}
	}
	type part struct {
		label string
		key   string
		texts []string
		lines []doc.Line
	}
	parts := []part{{label: it.label, key: it.key}}
	for _, l := range it.lines {
		segs := segmentsAt(l, 1)
		for i, s := range segs {
			last := &parts[len(parts)-1]
			if key := labels()[section][squeezeLabel(s.text)]; key != "" && (i > 0 || len(last.texts) > 0) && key != it.key {
				parts = append(parts, part{label: s.text, key: key})
				continue
			}
			last.texts = append(last.texts, s.text)
			if n := len(last.lines); n == 0 || last.lines[n-1].Y0 != l.Y0 {
				cut := l
				cut.Box, cut.Words, cut.Text = s.box, s.words, s.text
				last.lines = append(last.lines, cut)
			} else {
				last.lines[n-1].Box = last.lines[n-1].Box.Union(s.box)
			}
		}
	}
	if len(parts) == 1 {
		return []item{it}
	}
	out := make([]item, len(parts))
	for i, p := range parts {
		out[i] = it
		out[i].key, out[i].label, out[i].lines = p.key, p.label, p.lines
		out[i].value = fold.Printed(doc.JoinText(p.texts...))
		out[i].at = it.at
	}
	return out
}

// colons cuts "1263 国連分類:3 容器等級:III" at the further labels with colons in it.
func colons(section int, it item) []item {
	if strings.IndexByte(it.value, ':') < 0 {
		return nil
	}
	table := labels()[section]
	type cut struct {
		from, to int // of the label
		key      string
	}
	var cuts []cut
	behind := 0 // the label before
	for i := 1; i < len(it.value); i++ {
		if it.value[i] != ':' || section == 9 && strings.Count(it.value[:i], "(") > strings.Count(it.value[:i], ")") {
			continue
		}
		for j := max(behind, i-60); j < i; j++ {
			if j > 0 && it.value[j-1] != ' ' && it.value[j-1] != ',' && !strings.HasSuffix(it.value[:j], "、") {
				continue
			}
			k := table[squeezeLabel(it.value[j:i])]
			if k == "" || figures.MatchString(it.value[j:i]) || rangeOpen.MatchString(it.value[:j]) {
				continue // no label, or one behind the end of a number or range, "53 22 Fax:", "0.99 - 1.02 pH:"
			}
			cuts = append(cuts, cut{j, i + 1, k})
			behind = i + 1
			break
		}
	}
	if len(cuts) == 0 {
		return nil
	}
	first := it
	first.value = strings.TrimSpace(it.value[:cuts[0].from])
	first.lines = linesIn(it.lines, "", first.value)
	first.value = strings.TrimRight(first.value, "、, ")
	var out []item
	if first.value != "" || cuts[0].key != it.key {
		out = append(out, first)
	}
	for i, c := range cuts {
		end := len(it.value)
		if i+1 < len(cuts) {
			end = cuts[i+1].from
		}
		part := it
		part.key, part.label, part.kind = c.key, it.value[c.from:c.to-1], doc.Colon
		part.value = strings.Trim(strings.TrimSpace(it.value[c.to:end]), "、,・· ")
		part.lines = linesIn(it.lines, part.label, part.value)
		out = append(out, tokens(table, part)...)
	}
	return out
}

// rangeOpen is a text that ends within a range, or before a figure that it speaks of.
var rangeOpen = pattern.MustCompile(`[0-9] ?-? ?[-~<>] *$|(?i:\b(?:than|about|approx\.?|approximately|to)|(?:^|[ (])(?:ca\.?|[<>≤≥=]+)) *$`)

// figures are those of the value before a label, no numbering of it.
var figures = pattern.MustCompile(`^[0-9]+(?:[.,][0-9]+)? `)

// tokens cuts a value at Japanese labels that are words of their own in it: "28 vol% 自然発火点
// 651°C".
func tokens(table map[string]string, it item) []item {
	words := strings.Split(it.value, " ")
	for i, w := range words {
		if i == 0 || i+1 == len(words) || len(w) < 6 || w[0] < 0xE3 {
			continue
		}
		if k := table[squeezeLabel(w)]; k != "" && k != it.key {
			start, tail := it, it
			start.value = strings.Join(words[:i], " ")
			tail.key, tail.label, tail.value = k, w, strings.Join(words[i+1:], " ")
			return append([]item{start}, tokens(table, tail)...)
		}
	}
	return []item{it}
}

// linesIn returns the lines that print a part of a value: those inside it, and the one with
// its label, cut after the label.
func linesIn(lines []doc.Line, label, value string) []doc.Line {
	var out []doc.Line
	for _, l := range lines {
		t := fold.Printed(l.Text)
		if label != "" {
			if i := strings.Index(t, label); i >= 0 {
				rest := strings.TrimLeft(t[i+len(label):], " :")
				if rest != "" && strings.HasPrefix(value, rest) {
					l.Text = rest
					out = append(out, l)
				}
				continue
			}
		}
		if strings.Contains(value, t) || len(value) > 8 && strings.Contains(t, value) {
			out = append(out, l)
		}
	}
	if len(out) == 0 {
		return lines
	}
	return out
}

func lineAt(sec *doc.Section, l doc.Line) int {
	for i := range sec.Lines {
		if sec.Lines[i].Page == l.Page && sec.Lines[i].OverlapY(l.Box) > 0.5*l.H() && sec.Lines[i].OverlapX(l.Box) > 0 {
			return i
		}
	}
	return -1
}

// rowsOfLabels are the items of the tables of a section that have labels in a row, as overValues reports by the row's index,
// and their values in the next one. There is a row below each that overValues is asked of.
func rowsOfLabels(sec *doc.Section, number int, overValues func(t doc.Table, row int) bool) []item {
	var out []item
	for _, t := range sec.Tables {
		for r := 0; r+1 < len(t.Rows); r++ {
			if !overValues(t, r) {
				continue
			}
			for c, cell := range t.Rows[r] {
				below := t.Rows[r+1][c]
				if cell.Empty() || cell.Covered || below.Empty() {
					continue
				}
				label, value := fold.Printed(cell.Text()), fold.Printed(below.Text())
				if key := labelKey(number, label); key != "" && labelKey(number, value) == "" && !strings.HasSuffix(value, ":") {
					out = append(out, item{section: sec.Number, key: key, label: label, value: value, lines: below.Lines, kind: doc.Below, at: -1})
				}
			}
		}
	}
	return out
}
