package extract

import (
	"slices"
	"strings"

	"anzen/shared/reader/doc"
	"anzen/shared/reference/chem"
	"anzen/shared/reference/ghs"
	"anzen/shared/text/fold"
	"anzen/shared/text/pattern"
)

// hazards reads section 2: the product's own classification and label.
func (s *sheet) hazards() {
	lines := s.allLines(2)
	if len(lines) == 0 {
		s.noStatements()
		return
	}
	list := s.itemsOf(2)
	s.signalWord(list, lines)
	s.classification(lines)
	s.hazardCodes(lines)
	s.hazardStatements(lines)
	s.precautions(lines)
	s.precautionaryStatements(lines)
	for _, it := range first(list, "other_hazards") {
		value := assessed.ReplaceAllString(strings.TrimLeft(cleaned(it.value), "·• "), "")
		if noData(value) || it.kind == doc.Below && len(value) <= 12 {
			continue
		}
		s.text(it, "other_hazards", value, "label", 0.8)
		break
	}
	s.pictograms(list, lines)
}

// assessed is a heading of what else a sheet says of hazards, at the end, without it.
var assessed = pattern.MustCompile(`(?i)[ ·]*results of PBT and vPvB assessment:?$`)

// noStatements states that a sheet prints no hazard statement: old forms have no section for them.
func (s *sheet) noStatements() {
	last := s.allLines(3, 1, 9, 11)
	if s.ja || len(last) == 0 {
		return
	}
	s.out.Values = append(s.out.Values, Value{
		Section: 2, Key: "hazard_statement_count", Row: NoRow, Kind: Quantity, Quantity: chem.Quantity{LowOp: chem.Equal, HighOp: chem.Equal},
		Source: doc.SourcesOf(last[:1]), Extractor: "no section", Confidence: 0.7,
	})
}

func (s *sheet) signalWord(list []item, lines []doc.Line) {
	for _, it := range first(list, "signal_word") {
		value := it.value
		if at := strings.IndexAny(fold.Printed(value), "()"); at >= 0 && fold.Printed(value)[at] == ')' {
			continue // in brackets behind a class
		}
		if len(it.lines) > 0 && len(value) > 60 {
			value = it.lines[0].Text
		}
		if word, ok := ghs.SignalWord(value); ok && !noData(value) || word == ghs.NoSignal {
			s.choice(it, "signal_word", word, "label", 0.95)
			return
		}
	}
	word, at := "", doc.Line{}
	for _, l := range lines {
		if wordAlone(l.Text) {
			word, _ = ghs.SignalWord(l.Text)
			s.choice(item{section: 2, value: l.Text, lines: []doc.Line{l}}, "signal_word", word, "word alone", 0.8)
			return
		}
		// The severer of several words is that of the label.
		if beside := wordBeside(l); beside == ghs.Danger && word != ghs.Danger || beside != "" && word == "" {
			word, at = beside, l
		}
	}
	if word != "" {
		s.choice(item{section: 2, value: at.Text, lines: []doc.Line{at}}, "signal_word", word, "word beside", 0.75)
	}
}

// wordAlone reports whether a text is a signal word and nothing else, in one language or both.
func wordAlone(text string) bool {
	switch strings.Trim(fold.Squeezed(text), "!:。.") {
	case "危険", "警告", "danger", "warning", "危険danger", "警告warning", "danger危険", "warning警告", "注意喚起語危険", "注意喚起語警告", "危険/danger", "警告/warning":
		return true
	}
	return false
}

// pictogramWord is a signal word behind the name of a symbol, as some labels print it.
var pictogramWord = pattern.MustCompile(`(?i)^(?:health hazard|exclamation mark|flame(?: over circle)?|corrosion|skull and crossbones|environment|exploding bomb|gas cylinder) (danger|warning)[!.]?$`)

// wordBeside is the signal word that stands apart in a line, before statements or behind a
// label or the name of a symbol; "" where there is none.
func wordBeside(l doc.Line) string {
	texts := []string{}
	for _, g := range segments(l) {
		texts = append(texts, g.text)
	}
	if m := pictogramWord.FindStringSubmatch(cleaned(fold.Printed(l.Text))); m != nil {
		texts = append(texts, m[1])
	}
	for _, text := range texts {
		if wordAlone(text) {
			word, _ := ghs.SignalWord(text)
			return word
		}
	}
	return ""
}

func (s *sheet) choice(it item, key, value, rule string, confidence float64) {
	s.add(Value{Section: it.section, Key: key, Row: NoRow, Kind: Choice, Text: value, Raw: it.value, Source: doc.SourcesOf(it.lines), Extractor: rule, Confidence: confidence})
}

// labelKeys are the sub-items of section 2 after which no classification is printed.
var labelKeys = map[string]bool{"label": true, "pictograms": true, "signal_word": true, "hazard_statements": true, "precautionary": true, "precautionary_part": true}

var (
	// rowOfClass matches a class with its category in a column beside the labels of other rows.
	rowOfClass = pattern.MustCompile(`(?i)\bcategory [1-5][A-C]?$`)
	// subCategory matches a category whose letter stands apart: "Category 1 Sub-category B".
	subCategory = pattern.MustCompile(`\b([Cc])ategory ([12])[ ,;(\-]*[Ss]ub-?[Cc]ategory [12]?([A-C])\b\)?`)
	// environmental begins the classes of environmental hazards.
	environmental = pattern.MustCompile(`(?i)^environmental hazards? .*\b(?:category [1-4]|acute|chronic|long-term)`)
)

// classification reads classes with categories from table rows, then pairs of label and
// value, then from the running text; each way adds only classes not yet found.
func (s *sheet) classification(lines []doc.Line) {
	var before []doc.Line
	label := false
	for i, l := range lines {
		key, _, rest := splitLabel(2, l.Text)
		switch {
		case environmental.MatchString(l.Text):
			label = false // the classes of this kind may follow the label
		case labelKeys[key] && i > 0 && !rowOfClass.MatchString(rest):
			label = true
		}
		if !label {
			before = append(before, l)
		}
	}
	row := 0
	settled := map[string]bool{}
	var negative []func(row int)
	take := func(text string, source []doc.Line, rule string, confidence float64) {
		text = subCategory.ReplaceAllString(text, "${1}ategory $2$3")
		found := ghs.ReadResults(text)
		done := slices.Clone(found)
		for _, i := range found {
			if settled[i.Class.Key] {
				continue
			}
			if i.Category == "" {
				negative = append(negative, func(at int) { s.classRow(at, i, i.Negative, text, source, rule, confidence) })
				continue
			}
			if s.twice(i.Class, i.Category) {
				continue
			}
			s.classRow(row, i, i.Category, text, source, rule, confidence)
			row++
		}
		for _, i := range done {
			// Inhalation of a form that is not stated says nothing after one that is.
			settled[i.Class.Key], settled[i.Class.Family()] = true, true
		}
	}
	// Classes that do not apply follow those that do.
	defer func() {
		for n, add := range negative {
			add(row + n)
		}
	}()
	for i := range s.d.Sections {
		sec := &s.d.Sections[i]
		if sec.Number != 2 {
			continue
		}
		for _, t := range sec.Tables {
			if t.Kind != doc.Lattice {
				continue
			}
			for _, cells := range t.Rows {
				text, from := rowText(cells)
				take(text, from, "table row", 0.93)
			}
		}
	}
	if len(before) > 0 {
		take(joined(classFirst(before)), before, "text", 0.9)
	}
	if row > 0 {
		return
	}
	for i := range s.d.Sections {
		if sec := &s.d.Sections[i]; sec.Number == 2 {
			for _, p := range sec.Pairs {
				take(p.Label+" "+p.Value, append(slices.Clone(p.LabelLines), p.ValueLines...), "pair", 0.85)
			}
		}
	}
	if row == 0 {
		stated := negative
		take(joined(lines), lines, "whole section", 0.7)
		negative = stated
	}
}

// categoryAhead matches a line of a class with its category before it: "Category 1A Carcinogen".
var categoryAhead = pattern.MustCompile(`^(Category [1-5][A-C]?),? ([A-Z][^:0-9]*)$`)

// classFirst are lines with the category behind the class, where several print it before.
func classFirst(lines []doc.Line) []doc.Line {
	n := 0
	out := slices.Clone(lines)
	for i, l := range out {
		if m := categoryAhead.FindStringSubmatch(fold.Printed(l.Text)); m != nil {
			out[i].Text = m[2] + " " + m[1]
			n++
		}
	}
	if n < 2 {
		return lines
	}
	return out
}

// twice reports whether a class and category are among the values. Inhalation of a form
// that is not stated is the same as of any form.
func (s *sheet) twice(class ghs.Class, category string) bool {
	for _, r := range s.out.Rows("classification") {
		if r["class"] == nil || r["category"].Text != category {
			continue
		}
		if of := r["class"].Text; of == class.Key || ghs.FamilyOf(of) == class.Family() && (of == class.Family() || class.Key == class.Family()) {
			return true
		}
	}
	return false
}

func (s *sheet) classRow(row int, i ghs.Item, as, text string, lines []doc.Line, rule string, confidence float64) {
	folded := fold.Printed(text)
	raw := folded
	if i.End <= len(folded) {
		raw = folded[i.Start:i.End]
	}
	source := doc.SourcesOf(linesWith(lines, raw))
	base := Value{Section: 2, Row: row, Kind: Choice, Raw: raw, Source: source, Extractor: rule, Confidence: confidence}
	class, category := base, base
	class.Key, class.Text = "classification.class", i.Class.Key
	category.Key, category.Text = "classification.category", as
	s.add(class)
	s.add(category)
	if i.Note != "" {
		note := base
		note.Key, note.Kind, note.Text = "classification.note", Text, i.Note
		s.add(note)
	}
}

// linesWith are the lines that print a part of a text: those that share its beginning or end.
func linesWith(lines []doc.Line, raw string) []doc.Line {
	if len(lines) <= 2 {
		return lines
	}
	key := fold.Squeezed(raw)
	var out []doc.Line
	for _, l := range lines {
		t := fold.Squeezed(l.Text)
		if t == "" {
			continue
		}
		if strings.Contains(t, key) {
			return []doc.Line{l}
		}
		if len(t) > 3 && strings.Contains(key, t) {
			out = append(out, l)
		}
	}
	if len(out) == 0 {
		for _, l := range lines {
			t := fold.Squeezed(l.Text)
			if n := min(len(t), len(key), 18); n > 5 && (strings.HasSuffix(t, key[:n]) || strings.Contains(t, key[:n])) {
				return []doc.Line{l}
			}
		}
	}
	return out
}

func rowText(cells []doc.Cell) (string, []doc.Line) {
	var b strings.Builder
	var lines []doc.Line
	for _, c := range cells {
		if c.Covered {
			continue
		}
		b.WriteString(c.Text())
		b.WriteByte('\n')
		lines = append(lines, c.Lines...)
	}
	return b.String(), lines
}
