package lawcheck

import (
	"math"
	"strconv"
	"sync"

	"anzen/shared/domain/sds"
)

// band is a range of temperatures: low inclusive, high exclusive.
type band struct{ low, high float64 }

var endless = math.Inf(1)

// within reports whether a value somewhere in the span is in the band: yes or no where
// certain, unsure where the span crosses an end.
func (b band) within(s *sds.Span) tri {
	switch {
	case s == nil:
		return unsure
	case !reaches(s, b.low) || !under(s, b.high):
		return no
	case atLeast(s, b.low) && less(s, b.high):
		return yes
	}
	return unsure
}

// reaches reports whether some value of the span is x or more.
func reaches(s *sds.Span, x float64) bool {
	return s.High == nil || *s.High > x || *s.High == x && !s.HighOpen
}

// under reports whether some value of the span is less than x.
func under(s *sds.Span, x float64) bool {
	return s.Low == nil || *s.Low < x
}

// atLeast reports whether every value of the span is x or more.
func atLeast(s *sds.Span, x float64) bool {
	return math.IsInf(x, -1) || s.Low != nil && *s.Low >= x
}

// less reports whether every value of the span is less than x.
func less(s *sds.Span, x float64) bool {
	return math.IsInf(x, 1) || s.High != nil && (*s.High < x || *s.High == x && s.HighOpen)
}

// upTo reports whether every value of the span is x or less: yes or no where certain.
func upTo(s *sds.Span, x float64) tri {
	switch {
	case s == nil:
		return unsure
	case s.High != nil && *s.High <= x:
		return yes
	case s.Low != nil && (*s.Low > x || *s.Low == x && s.LowOpen):
		return no
	}
	return unsure
}

// flashText is the band as a condition on the flash point: "21 <= flash_point < 70 degC".
func (b band) flashText() string {
	s := "flash_point"
	if !math.IsInf(b.low, -1) {
		s = figure(b.low) + " <= " + s
	}
	if !math.IsInf(b.high, 1) {
		s += " < " + figure(b.high)
	}
	return s + " degC"
}

// flashText is the band's, or empty in silent mode.
func (p *physical) flashText(b band) string {
	if p.silent {
		return ""
	}
	return flashTexts()[b]
}

// flashTexts are those of all bands that are compared with the flash point.
var flashTexts = sync.OnceValue(func() map[band]string {
	texts := map[band]string{}
	add := func(b band) { texts[b] = b.flashText() }
	add(ishaFlash)
	add(oily)
	for i := range ishaBands {
		add(ishaBands[i].band)
	}
	for i := range petroleum {
		add(petroleum[i].band)
	}
	return texts
})

// spanText is a span for display: "23~60", "< 21", "≥ 93".
func spanText(s *sds.Span) string {
	switch {
	case s == nil || s.Low == nil && s.High == nil:
		return ""
	case s.Low != nil && s.High != nil && *s.Low == *s.High:
		return figure(*s.Low)
	case s.Low == nil:
		return pick(s.HighOpen, "< ", "≤ ") + figure(*s.High)
	case s.High == nil:
		return pick(s.LowOpen, "> ", "≥ ") + figure(*s.Low)
	}
	return figure(*s.Low) + "~" + figure(*s.High)
}

func pick(first bool, a, b string) string {
	if first {
		return a
	}
	return b
}

func figure(x float64) string { return strconv.FormatFloat(math.Round(x*1e4)/1e4, 'f', -1, 64) }
