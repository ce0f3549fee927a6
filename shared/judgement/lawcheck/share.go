package lawcheck

import (
	"math"
	"strconv"

	"anzen/shared/domain/verdict"
	"anzen/shared/reference/regulation"
)

// unstated is the share of an ingredient without a stated one.
var unstated = Share{High: 100}

// plus adds two contents. An open end of one makes the sum's open.
func (s Share) plus(t Share) Share {
	return Share{
		Low: tidy(s.Low + t.Low), High: tidy(s.High + t.High),
		LowOpen: s.LowOpen || t.LowOpen, HighOpen: s.HighOpen || t.HighOpen,
		Known: s.Known && t.Known, Converted: s.Converted || t.Converted,
	}
}

// times is the share of a part with between low and high of the mass.
func (s Share) times(low, high float64) Share {
	if low == 1 && high == 1 {
		return s
	}
	s.Low, s.High = tidy(s.Low*low), tidy(s.High*high)
	s.LowOpen = s.LowOpen && low > 0
	return s
}

// atMost100 limits the sum of ranges to 100 %.
func (s Share) atMost100() Share {
	if s.High > 100 {
		s.High, s.HighOpen = 100, false
	}
	if s.Low > 100 {
		s.Low, s.LowOpen = 100, false
	}
	return s
}

// tidy removes the noise of binary fractions, so that 0.1 and 0.2 add up to 0.3.
func tidy(v float64) float64 { return math.Round(v*1e9) / 1e9 }

// surely reports whether every content of the share reaches the threshold.
func (s Share) surely(t regulation.Threshold) bool {
	return s.Low > t.Percent || s.Low == t.Percent && (s.LowOpen || !t.Above)
}

// maybe reports whether some content of the share reaches the threshold.
func (s Share) maybe(t regulation.Threshold) bool {
	return s.High > t.Percent || s.High == t.Percent && !s.HighOpen && !t.Above
}

// content is the share for display. A sum with an unknown part is known from below.
func (s Share) content() verdict.Content {
	if !s.Known && s.Low == 0 {
		return verdict.Content{High: 100}
	}
	return verdict.Content{Low: s.Low, High: s.High, LowOpen: s.LowOpen, HighOpen: s.HighOpen, Known: true}
}

// String is "10-20", "< 1", "> 0.5", "30"; empty where the share is unknown.
func (s Share) String() string {
	return verdict.Content{Low: s.Low, High: s.High, LowOpen: s.LowOpen, HighOpen: s.HighOpen, Known: s.Known}.String()
}

// compared is the threshold as a condition: ">= 1".
func compared(t regulation.Threshold) string {
	if t.Above {
		return "> " + number(t.Percent)
	}
	return ">= " + number(t.Percent)
}

// decisive is the content that decides whether an entry applies.
func decisive(e *regulation.Entry) regulation.Threshold {
	if e.Pure {
		return regulation.Threshold{Percent: nearlyAll}
	}
	return e.Threshold
}

func number(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }
