package extract

import (
	_ "embed"
	"math"
	"strings"
	"sync"
	"unicode"

	"anzen/shared/reader/doc"
	"anzen/shared/text/fold"
	"anzen/shared/text/tsv"
)

//go:embed signs.tsv
var signsFile string

// signWeights maps signs of a value to what they add to the logarithm of the odds that it is right (eval.Calibration.Signs).
var signWeights = sync.OnceValue(func() map[string]float64 {
	m := map[string]float64{}
	for row := range tsv.Embedded("extract/signs.tsv", signsFile).Rows() {
		m[row.Text("sign")] = row.Float("weight")
	}
	return m
})

// Weighed is a confidence changed by the weights of a value's signs.
func Weighed(confidence float64, signs []string, weights map[string]float64) float64 {
	sum := 0.0
	for _, sign := range signs {
		sum += weights[sign]
	}
	if sum == 0 {
		return confidence
	}
	p := min(max(confidence, 0.001), 0.999)
	odds := p / (1 - p) * math.Exp(sum)
	return odds / (1 + odds)
}

// printing is what a sheet prints, for finding a value again: letters and figures of each line without blanks.
type printing struct {
	text   string
	titles string // headers, footers, title of the file
}

func (s *sheet) printing() printing {
	var p printing
	var b strings.Builder
	seen := map[string]bool{} // headers and footers come on every page
	put := func(lines []doc.Line) {
		for _, l := range lines {
			if !seen[l.Text] {
				b.WriteString(lettersOf(l.Text))
				b.WriteByte('\n')
			}
		}
	}
	for i := range s.d.Sections {
		if n := s.d.Sections[i].Number; n <= 3 || n >= 14 {
			put(s.d.Sections[i].Lines)
		}
	}
	p.text = b.String()
	b.Reset()
	for _, lines := range [][]doc.Line{s.d.Headers, s.d.Footers} {
		for _, l := range lines {
			put([]doc.Line{l})
			seen[l.Text] = true
		}
	}
	b.WriteString(plainText(s.d.Info.Title))
	p.titles = b.String()
	return p
}

// plainText is a text of its letters and figures only, in lower case.
func plainText(s string) string { return lettersOf(fold.Printed(s)) }

// lettersOf does so for a text in the form for matching.
func lettersOf(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}

// sign marks the values with what can be seen of each: whether the sheet prints it again, and what a value of its kind seldom has.
func (s *sheet) sign() {
	p := s.printing()
	sections := len(s.d.Numbers())
	for i := range s.out.Values {
		v := &s.out.Values[i]
		if v.Key == "text" {
			continue
		}
		kind := string(v.Kind)
		switch {
		case strings.HasSuffix(v.Key, "_phone"):
			kind = "phone"
		case v.Row >= 0:
			kind = "cell"
		}
		add := func(sign string, holds bool) {
			if holds {
				v.Signs = append(v.Signs, kind+" "+sign)
			}
		}
		if v.Row == NoRow && (v.Kind == Text || v.Kind == Codes) {
			again, title := p.has(v)
			add("printed again", again)
			add("in the titles", title)
		}
		if v.Kind == Text && v.Row == NoRow || v.Key == "composition.name" {
			r := []rune(v.Text)
			add("begins small", len(r) > 0 && unicode.IsLower(r[0]) && !s.ja)
			add("of marks", strings.ContainsAny(v.Text, ":•●|") || strings.Contains(v.Text, "..."))
			add("long", len(r) > 60)
			add("short", len(r) < 3)
		}
		// Laws and statements have a line each: how long their list is, and the figures of its codes, say nothing.
		list := v.Key == "laws" || v.Key == "hazard_statement_count"
		if v.Kind == Quantity && !list {
			add("of many figures", len(strings.FieldsFunc(v.Raw, func(r rune) bool { return !unicode.IsDigit(r) && r != '.' && r != ',' })) > 3)
		}
		lines := 0
		for _, src := range v.Source {
			lines += len(src.Boxes)
		}
		add("of several lines", lines > 2 && !list)
		add("over pages", len(v.Source) > 1 && !list)
		add("of a short sheet", sections < 14)
	}
}

// has reports whether a value is printed more than once, and in headers, footers or the file's title.
func (p printing) has(v *Value) (again, title bool) {
	text := v.Text
	if v.Kind == Codes {
		text = v.List[0]
	}
	text = plainText(text)
	if strings.HasSuffix(v.Key, "_phone") {
		text = text[max(0, len(text)-9):]
	}
	if len(text) < 3 {
		return false, false
	}
	title = strings.Contains(p.titles, text)
	return title || strings.Count(p.text, text) > 1, title
}
