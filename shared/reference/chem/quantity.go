package chem

import (
	"errors"
	"strconv"
	"strings"

	"anzen/shared/text/fold"
	"anzen/shared/text/pattern"
)

// Operators at the ends of a quantity. An end without an operator is not stated.
const (
	Equal   = "="
	AtLeast = ">="
	Above   = ">"
	AtMost  = "<="
	Below   = "<"
)

// Quantity is a number or range as a sheet states it. A single value has Low == High and Equal at both
// ends; "> 93 °C" has Low 93 and Above, and no HighOp.
type Quantity struct {
	Low    float64 `json:"Low"`
	LowOp  string  `json:"LowOp"` // "=", ">", ">=" or empty
	High   float64 `json:"High"`
	HighOp string  `json:"HighOp"` // "=", "<", "<=" or empty
	// Unit as printed, folded ("kPa", "mm2/s"); temperatures are "C", "F" or "K"; empty
	// where no unit is printed.
	Unit string `json:"Unit"`
	// Approximate is set for 約, ca. or the like.
	Approximate bool `json:"Approximate"`
}

// Stated reports whether the quantity has any end.
func (q Quantity) Stated() bool { return q.LowOp != "" || q.HighOp != "" }

// String formats the quantity so that ParseQuantity returns the same one.
func (q Quantity) String() string {
	n := func(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }
	var s string
	switch {
	case q.LowOp == Equal:
		s = n(q.Low)
	case q.LowOp != "" && q.HighOp != "":
		s = q.LowOp + " " + n(q.Low) + " - " + q.HighOp + " " + n(q.High)
	case q.LowOp != "":
		s = q.LowOp + " " + n(q.Low)
	case q.HighOp != "":
		s = q.HighOp + " " + n(q.High)
	default:
		return ""
	}
	if q.Approximate {
		s = "ca. " + s
	}
	switch q.Unit {
	case "":
		return s
	case "C", "F":
		return s + " °" + q.Unit
	}
	return s + " " + q.Unit
}

// Measured is a quantity found in a text, with its place and the dimension of its unit.
type Measured struct {
	Quantity
	Dimension Dimension
	// Start and End are byte offsets in the searched text, operators and unit included.
	Start, End int
}

// ErrNoQuantity is returned where a text holds no number.
var ErrNoQuantity = errors.New("no quantity")

// ParseQuantity parses the first quantity of a printed text; ErrNoQuantity if none.
func ParseQuantity(s string) (Quantity, error) {
	found := FindQuantities(fold.Printed(s))
	if len(found) == 0 {
		return Quantity{}, ErrNoQuantity
	}
	return found[0].Quantity, nil
}

// FindQuantities finds all quantities of a folded text in order. Numbers within a word
// (H2O, D4052) are skipped.
func FindQuantities(s string) []Measured {
	var out []Measured
	for i := 0; digits(s[i:]); {
		m, ok := quantityAt(s, i)
		if !ok {
			break
		}
		out = append(out, m)
		i = m.End
	}
	return out
}

// digits reports whether a text has any: most have none, and need no further work.
func digits(s string) bool {
	for i := range len(s) {
		if s[i] >= '0' && s[i] <= '9' {
			return true
		}
	}
	return false
}

// end is one number with its operators and unit.
type end struct {
	value      float64
	op         string // before the number, "" if none
	unit       string
	dim        Dimension
	approx     bool
	start, end int
}

// quantityAt parses the first quantity at or after byte i.
func quantityAt(s string, i int) (Measured, bool) {
	first, ok := endAt(s, i, true)
	if !ok {
		return Measured{}, false
	}
	m := Measured{Start: first.start, End: first.end, Dimension: first.dim}
	m.Approximate = first.approx
	m.Unit = first.unit
	second, isRange := rangeEnd(s, first)
	if !isRange {
		m.setSingle(first)
		return m, true
	}
	if first.value > second.value && first.op == "" && pointed.MatchString(s[second.start:]) {
		second.value *= 1000 // "700 - 1.000"
	}
	m.End = second.end
	m.Approximate = m.Approximate || second.approx
	if m.Unit == "" {
		m.Unit, m.Dimension = second.unit, second.dim
	}
	lo, hi := first, second
	if isUpper(lo.op) && !isUpper(hi.op) || lo.value > hi.value {
		lo, hi = hi, lo
	}
	m.Low, m.LowOp = lo.value, AtLeast
	if lo.op == Above {
		m.LowOp = Above
	}
	m.High, m.HighOp = hi.value, AtMost
	if hi.op == Below {
		m.HighOp = Below
	}
	if m.Low == m.High && m.LowOp == AtLeast && m.HighOp == AtMost {
		m.LowOp, m.HighOp = Equal, Equal
	}
	return m, true
}

// pointed matches a number with a point before its last three figures.
var pointed = pattern.MustCompile(`^[ \-~]*[0-9]{1,3}\.[0-9]{3}(?:[^0-9.]|$)`)

func (m *Measured) setSingle(e end) {
	switch {
	case e.op == "":
		m.Low, m.LowOp, m.High, m.HighOp = e.value, Equal, e.value, Equal
	case isUpper(e.op):
		m.High, m.HighOp = e.value, e.op
	default:
		m.Low, m.LowOp = e.value, e.op
	}
}

func isUpper(op string) bool { return op == Below || op == AtMost }

// rangeEnd parses the second end of a range, if the text after the first one has one.
func rangeEnd(s string, first end) (end, bool) {
	rest := s[first.end:]
	trimmed := strings.TrimLeft(rest, " ")
	if strings.HasPrefix(trimmed, "(") && first.unit != "" {
		// "160°C (320°F) - 162°C": the bracket repeats the end in another unit.
		if i := strings.IndexByte(trimmed, ')'); i > 0 && i < 16 {
			if after := strings.TrimLeft(trimmed[i+1:], " "); strings.HasPrefix(after, "-") || strings.HasPrefix(after, "~") || strings.HasPrefix(after, "to ") {
				trimmed = after
			}
		}
	}
	at := len(s) - len(trimmed)
	sep := 0
	for _, word := range rangeWords {
		if strings.HasPrefix(trimmed, word) {
			sep = len(word)
			break
		}
	}
	if sep > 0 {
		// "5±2" and "5 - text" are no ranges: the number must follow immediately.
		second, ok := endAt(s, at+sep, false)
		if !ok {
			return end{}, false
		}
		if trimmed[0] == '-' && first.unit != "" && second.unit != "" && first.dim != second.dim {
			return end{}, false
		}
		if first.dim != second.dim && first.unit != "" && second.unit != "" {
			return end{}, false
		}
		return second, true
	}
	if first.op == "" {
		return end{}, false
	}
	// "1%以上10%未満", "10 > x >= 5", ">= 0.1, < 1": two ends of opposite direction.
	gap := strings.TrimLeft(trimmed, ",、 xX")
	gap = strings.TrimPrefix(gap, "かつ")
	gap = strings.TrimPrefix(gap, "and ")
	second, ok := endAt(s, at+len(trimmed)-len(gap), false)
	if !ok || second.op == "" || isUpper(second.op) == isUpper(first.op) {
		return end{}, false
	}
	if first.unit != "" && second.unit != "" && first.dim != second.dim {
		return end{}, false
	}
	return second, true
}

// endAt parses one number with its operators, signs and unit. With search, it takes the
// first number anywhere after byte i; without, only operators and blanks may precede it.
func endAt(s string, i int, search bool) (end, bool) {
	for i < len(s) {
		j := i
		e := end{start: i}
		for j < len(s) {
			if s[j] == ' ' || s[j] == ':' || s[j] == '=' && !strings.HasPrefix(s[j:], "=<") && !strings.HasPrefix(s[j:], "=>") {
				j++
				continue
			}
			if op, n := before(s, j); n > 0 {
				e.op = op
				j += n
				continue
			}
			if n := approxAt(s, j); n > 0 {
				e.approx = true
				j += n
				continue
			}
			break
		}
		if v, n := number(s, j); n > 0 && !(j == i && glued(s, j)) {
			e.value, e.end = v, j+n
			e.afterNumber(s)
			for e.start < j && s[e.start] == ' ' {
				e.start++
			}
			return e, true
		}
		if !search {
			return end{}, false
		}
		i = next(s, max(j, i))
	}
	return end{}, false
}

func before(s string, i int) (op string, n int) {
	c := s[i]
	if c != '<' && c != '>' && c != '=' && c < 0x80 && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') {
		return "", 0
	}
	if i > 0 && beginsWithLetter(s[i:]) && beginsWithLetter(s[i-1:]) {
		return "", 0
	}
	for _, o := range opBefore {
		if len(s)-i >= len(o.word) && strings.EqualFold(s[i:i+len(o.word)], o.word) {
			return o.op, len(o.word)
		}
	}
	return "", 0
}

func approxAt(s string, i int) int {
	if i > 0 && beginsWithLetter(s[i:]) && beginsWithLetter(s[i-1:]) {
		return 0
	}
	for _, w := range approxWords {
		if len(s)-i >= len(w) && strings.EqualFold(s[i:i+len(w)], w) {
			return len(w)
		}
	}
	return 0
}

// afterNumber parses tolerance, unit and trailing operators.
func (e *end) afterNumber(s string) {
	rest := s[e.end:]
	t := strings.TrimLeft(rest, " ")
	for _, pm := range []string{"±", "+/-", "+-"} {
		if strings.HasPrefix(t, pm) {
			at := len(s) - len(t) + len(pm)
			for at < len(s) && s[at] == ' ' {
				at++
			}
			if _, n := number(s, at); n > 0 {
				e.end = at + n
			}
		}
	}
	if name, dim, n := unitAt(s[e.end:]); n > 0 {
		e.unit, e.dim = name, dim
		e.end += n
	}
	t = strings.TrimLeft(s[e.end:], " ")
	at := len(s) - len(t)
	for _, o := range opAfter {
		if len(t) >= len(o.word) && strings.EqualFold(t[:len(o.word)], o.word) {
			e.op = o.op
			e.end = at + len(o.word)
			return
		}
	}
	if e.op != "" {
		return
	}
	// "10 > x": the number is on the left of its operator.
	for _, o := range opBefore[:symbolOps] {
		if !strings.HasPrefix(t, o.word) {
			continue
		}
		after := strings.TrimLeft(t[len(o.word):], " ")
		if o.op == Below || o.op == Above || o.op == AtLeast || o.op == AtMost {
			if _, n := number(after, 0); n > 0 && !strings.HasPrefix(strings.TrimLeft(after[n:], " "), "%") && !followsOperator(after[n:]) {
				return // "0.1 <1": two numbers, the operator belongs to the second
			}
			e.op = mirrored(o.op)
			e.end = at + len(o.word)
		}
		return
	}
}

func followsOperator(s string) bool {
	s = strings.TrimLeft(s, " ")
	return strings.HasPrefix(s, "<") || strings.HasPrefix(s, ">") || strings.HasPrefix(s, "≦") || strings.HasPrefix(s, "≧") || strings.HasPrefix(s, "≤") || strings.HasPrefix(s, "≥")
}

func mirrored(op string) string {
	switch op {
	case Above:
		return Below
	case Below:
		return Above
	case AtLeast:
		return AtMost
	}
	return AtLeast
}

// glued reports whether the digits at i are part of a word or of a longer number.
func glued(s string, i int) bool {
	if i == 0 {
		return false
	}
	c := s[i-1]
	return c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '.' || c == '#' || c == '_' || c == '^'
}

// next skips the character or word at i.
func next(s string, i int) int {
	if i >= len(s) {
		return len(s)
	}
	c := s[i]
	if c >= '0' && c <= '9' {
		for i < len(s) && (s[i] >= '0' && s[i] <= '9' || s[i] == '.' || s[i] == ',') {
			i++
		}
		return i
	}
	i++
	for i < len(s) && s[i]&0xC0 == 0x80 {
		i++
	}
	return i
}
