package lawcheck

import "anzen/shared/domain/verdict"

import (
	"math"
	"strconv"

	"anzen/shared/reference/regulation"
)

// unstated is the share of an ingredient of which the sheet states none.
var unstated = Share{High: 100}

// plus adds two contents. An end that does not belong to one of them does not belong to the sum.
func (s Share) plus(t Share) Share {
	return Share{
		Low: tidy(s.Low + t.Low), High: tidy(s.High + t.High),
		LowOpen: s.LowOpen || t.LowOpen, HighOpen: s.HighOpen || t.HighOpen,
		Known: s.Known && t.Known,
	}
}

// times is the share of a part that makes up between low and high of the mass.
func (s Share) times(low, high float64) Share {
	s.Low, s.High = tidy(s.Low*low), tidy(s.High*high)
	s.LowOpen = s.LowOpen && low > 0
	return s
}

// atMost100 keeps the sum of ranges within what there can be.
func (s Share) atMost100() Share {
	if s.High > 100 {
		s.High, s.HighOpen = 100, false
	}
	if s.Low > 100 {
		s.Low, s.LowOpen = 100, false
	}
	return s
}

// tidy takes the noise of binary fractions away, so that 0.1 and 0.2 are 0.3.
func tidy(v float64) float64 { return math.Round(v*1e9) / 1e9 }

// surely tells whether every content of the share reaches the threshold.
func (s Share) surely(t regulation.Threshold) bool {
	return s.Low > t.Percent || s.Low == t.Percent && (s.LowOpen || !t.Above)
}

// maybe tells whether some content of the share reaches the threshold.
func (s Share) maybe(t regulation.Threshold) bool {
	return s.High > t.Percent || s.High == t.Percent && !s.HighOpen && !t.Above
}

// content is the share as shown. A sum of which a part is not known is known from below.
func (s Share) content() verdict.Content {
	if !s.Known && s.Low == 0 {
		return verdict.Content{High: 100}
	}
	return verdict.Content{Low: s.Low, High: s.High, LowOpen: s.LowOpen, HighOpen: s.HighOpen, Known: true}
}

// String is "10-20", "< 1", "> 0.5", "30"; empty where the share is not known.
func (s Share) String() string {
	return verdict.Content{Low: s.Low, High: s.High, LowOpen: s.LowOpen, HighOpen: s.HighOpen, Known: s.Known}.String()
}

// compared is a threshold as compared: ">= 1".
func compared(t regulation.Threshold) string {
	if t.Above {
		return "> " + number(t.Percent)
	}
	return ">= " + number(t.Percent)
}

func number(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }
