package extract

import (
	"slices"
	"strings"

	"anzen/shared/reader/doc"
	"anzen/shared/reader/extract/notation"
	"anzen/shared/reader/parallel"
	"anzen/shared/text/fold"
)

// sheet is the state of extracting one document.
type sheet struct {
	// nameStarts are the ingredients whose names take several lines, by the first of them. They are all rules' own: the
	// composition writes them, and only what is applied after it reads them.
	nameStarts map[string]string
	d          *doc.Document
	ja         bool
	order      notation.Order
	parts      []string // names of the ingredients
	out        Result
}

// Sheet extracts all values of a document.
func Sheet(d *doc.Document) Result {
	s := &sheet{d: d, nameStarts: map[string]string{}}
	switch d.Language {
	case "ja", "en":
		s.out.Language = d.Language
	default:
		s.out.Language = "other"
	}
	s.ja = d.Language == "ja"
	s.order = dateOrder(d, s.ja)
	s.apply((*sheet).identification, (*sheet).dates, (*sheet).hazards, (*sheet).composition)
	s.parts = s.partNames()
	s.apply((*sheet).limits, (*sheet).otherLimits, (*sheet).properties, (*sheet).transport, (*sheet).regulations, (*sheet).blocks)
	s.firstAidElsewhere()
	s.calibrated()
	return s.out
}

// apply runs rules side by side: each has the values of those before, but not of each other.
func (s *sheet) apply(rules ...func(*sheet)) {
	branches := make([]sheet, len(rules))
	known := len(s.out.Values)
	parallel.Do(len(rules), func(i int) {
		branches[i] = *s
		branches[i].out.Values = slices.Clip(s.out.Values)
		rules[i](&branches[i])
	})
	for i := range branches {
		s.out.Values = append(s.out.Values, branches[i].out.Values[known:]...)
	}
}

// add appends a value; empty ones are dropped.
func (s *sheet) add(v Value) {
	if v.Kind == "" {
		v.Kind = Text
	}
	switch v.Kind {
	case Quantity:
		if !v.Quantity.Stated() {
			return
		}
	case Codes:
		if len(v.List) == 0 {
			return
		}
	default:
		if v.Text == "" {
			return
		}
	}
	s.out.Values = append(s.out.Values, v)
}

// text adds a text or choice read from an item.
func (s *sheet) text(it item, key, value, rule string, confidence float64) {
	s.add(Value{Section: it.section, Key: key, Row: NoRow, Text: value, Raw: it.value, Source: doc.SourcesOf(it.lines), Extractor: rule, Confidence: confidence})
}

// first returns the items of a key with a value, those with a known label first.
func first(list []item, key string) []item {
	var out []item
	for _, loose := range []bool{false, true} {
		for _, it := range list {
			if it.key == key && it.value != "" && it.loose == loose {
				out = append(out, it)
			}
		}
	}
	return out
}

// allLines are the lines of some sections in order.
func (s *sheet) allLines(numbers ...int) []doc.Line {
	var out []doc.Line
	for _, n := range numbers {
		for i := range s.d.Sections {
			if s.d.Sections[i].Number == n {
				out = append(out, s.d.Sections[i].Lines...)
			}
		}
	}
	return out
}

// itemsOf collects the items of all sections with a number.
func (s *sheet) itemsOf(number int) []item {
	var out []item
	for i := range s.d.Sections {
		if s.d.Sections[i].Number == number {
			out = append(out, items(&s.d.Sections[i])...)
		}
	}
	return out
}

// joined is the text of lines as one folded string, a blank between lines.
func joined(lines []doc.Line) string {
	var b strings.Builder
	for _, l := range lines {
		b.WriteString(l.Text)
		b.WriteByte('\n')
	}
	return fold.Printed(b.String())
}
