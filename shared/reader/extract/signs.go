package extract

import (
	_ "embed"
	"math"
	"strings"
	"sync"
	"unicode"

	"anzen/shared/domain/sds"
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

// sign marks the values with what can be seen of each: whether the sheet prints it again, what a value of its kind or field seldom has, and
// what other values of the sheet say.
func (s *sheet) sign() {
	p, others := s.printing(), s.others()
	short := len(s.d.Numbers()) < 14
	for i := range s.out.Values {
		v := &s.out.Values[i]
		if v.Key == "text" || v.Row != NoRow && s.ja { // what is odd in the tables of English sheets is usual in Japanese ones
			continue
		}
		m := marks{v: v, kind: signKind(v), ja: s.ja}
		// Laws and statements have a line each: how long their list is, and the figures of its codes, say nothing.
		if list := v.Key == "laws" || v.Key == "hazard_statement_count"; !list {
			m.add("of several lines", v.boxes() > 2)
			m.add("over pages", len(v.Source) > 1)
			m.figures()
		}
		m.add("of a short sheet", short)
		home, known := homes()[v.Key]
		m.add("out of its section", known && v.Row == NoRow && v.Section != home)
		m.texts(p)
		switch {
		case v.Key == "hazard_statement_count":
			others.statements(m)
		case strings.HasPrefix(v.Key, "composition."):
			others.ingredient(m)
		case v.Key == "exposure_limits.value":
			others.limit(m)
		case m.kind == "date" || m.kind == "phone":
			m.own("as the other", others.twin(v))
		}
	}
}

// signKind is the kind of a value as signs are named by it: cells of tables have little in common but their column.
func signKind(v *Value) string {
	switch {
	case strings.HasSuffix(v.Key, "_phone"):
		return "phone"
	case v.Row >= 0:
		return v.Key
	}
	return string(v.Kind)
}

// homes maps the fields to their sections.
var homes = sync.OnceValue(func() map[string]int {
	m := map[string]int{}
	for _, d := range sds.Definitions {
		m[d.Key] = d.Section
	}
	return m
})

// marks adds signs to a value.
type marks struct {
	v    *Value
	kind string
	ja   bool
}

// add adds a sign that values of the kind share, own one of the value's field.
func (m marks) add(sign string, holds bool) { m.put(m.kind, sign, holds) }
func (m marks) own(sign string, holds bool) { m.put(m.v.Key, sign, holds) }

func (m marks) put(of, sign string, holds bool) {
	if holds {
		m.v.Signs = append(m.v.Signs, of+" "+sign)
	}
}

// texts adds the signs of what is printed.
func (m marks) texts(p printing) {
	v := m.v
	single := v.Row == NoRow
	if single && (v.Kind == Text || v.Kind == Codes) {
		again, title := p.has(v)
		m.add("printed again", again)
		m.add("in the titles", title)
		m.own("printed again", again)
		m.own("in the titles", title)
	}
	switch {
	case v.Kind == Codes:
		m.own("of one item", len(v.List) == 1)
	case v.Kind == Choice:
		m.add("of a long text", len(v.Raw) > 25)
	case v.Kind == Text && (single || v.Key == "composition.name"):
		r := []rune(v.Text)
		m.add("begins small", len(r) > 0 && unicode.IsLower(r[0]) && !m.ja)
		m.add("of marks", strings.ContainsAny(v.Text, ":•●|") || strings.Contains(v.Text, "..."))
		m.add("long", len(r) > 60)
		m.add("short", len(r) < 3)
		if m.kind == "phone" {
			break
		}
		words := strings.Count(v.Text, " ") + 1
		m.own("of one word", words == 1)
		m.own("of many words", words > 4)
		m.own("over lines", v.boxes() > 1)
	}
	if m.kind == "text" {
		m.add("part of its text", plainText(v.Text) != plainText(v.Raw))
	}
	m.own("of a company's form", v.Key == "supplier_name" && companyForm(v.Text))
}

// figures adds the signs of a quantity.
func (m marks) figures() {
	if m.v.Kind != Quantity {
		return
	}
	q := m.v.Quantity
	m.add("of many figures", figuresIn(m.v.Raw) > 3)
	low, high := q.LowOp != "", q.HighOp != ""
	exact := low && high && q.Low == q.High
	m.add("as a range", low && high && !exact)
	m.add("as a comparison", low != high)
	letters := 0
	for _, r := range m.v.Raw {
		if unicode.IsLetter(r) {
			letters++
		}
	}
	m.add("among words", letters > 20)
	m.own("without a unit", q.Unit == "")
}

// figuresIn counts the figures of a text.
func figuresIn(s string) int {
	return len(strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsDigit(r) && r != '.' && r != ',' }))
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
