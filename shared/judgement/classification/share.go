package classification

import (
	"math"

	"anzen/shared/domain/sds"
)

// Share is a content in per cent, from Low to High. An open end is exclusive.
type Share struct {
	Low, High         float64
	LowOpen, HighOpen bool
	// Stated is false where the sheet states no content: Low is then 0.
	Stated bool
}

// tidy removes the noise of binary fractions, so that 0.1 and 0.2 add up to 0.3.
func tidy(v float64) float64 {
	if math.Abs(v) > 1e6 {
		return v
	}
	return math.Round(v*1e9) / 1e9
}

func (s Share) plus(t Share) Share {
	return Share{
		Low: tidy(s.Low + t.Low), High: tidy(s.High + t.High),
		LowOpen: s.LowOpen || t.LowOpen, HighOpen: s.HighOpen || t.HighOpen,
		Stated: s.Stated && t.Stated,
	}
}

// ranged reports whether the content is not one figure.
func (s Share) ranged() bool { return s.Low != s.High || s.HighOpen || s.LowOpen }

// surely and maybe report whether the content reaches a limit at its low and its high end.
func (s Share) surely(limit float64) bool { return s.Low >= limit }

func (s Share) maybe(limit float64) bool { return s.High > limit || s.High == limit && !s.HighOpen }

// outcome of the condition that the content reaches a limit.
func (s Share) outcome(limit float64) Outcome {
	switch {
	case s.surely(limit):
		return Met
	case s.maybe(limit):
		return MayBe
	}
	return NotMet
}

// capped limits a content to 100 %.
func (s Share) capped() Share {
	if s.High > 100 {
		s.High, s.HighOpen = 100, false
	}
	s.Low = min(s.Low, 100)
	return s
}

// shareOf is the content of a row; balance is set where it is the rest to 100 %.
func shareOf(is *sds.Ingredient) (share Share, balance bool) {
	c := is.Concentration
	if c == nil || c.Low == nil && c.High == nil {
		return Share{High: 100, LowOpen: true}, is.Balance
	}
	s := Share{High: 100, LowOpen: true, Stated: true}
	if c.Low != nil {
		s.Low, s.LowOpen = tidy(*c.Low), c.LowOpen
	}
	if c.High != nil {
		s.High, s.HighOpen = tidy(*c.High), c.HighOpen
	}
	return s.capped(), false
}

// complete computes the rows that are the rest, and limits what is not stated to what the
// others leave. It returns the share that no row accounts for.
func complete(shares []Share, balance []bool) (rest Share) {
	low, high, rests, unstated := 0.0, 0.0, 0, false
	for i, s := range shares {
		switch {
		case balance[i]:
			rests++
		case !s.Stated:
			unstated = true
		default:
			low, high = low+s.Low, high+s.High
		}
	}
	low, high = tidy(low), tidy(high)
	left := Share{Low: max(0, tidy(100-high)), High: max(0, tidy(100-low)), Stated: true}
	for i := range shares {
		switch {
		case balance[i] && rests == 1 && !unstated:
			shares[i] = left
		case balance[i] || !shares[i].Stated:
			shares[i] = Share{High: left.High, LowOpen: true}
		}
	}
	// An upper end without a lower one ("at least 80 %") accounts for all.
	if rests > 0 || unstated || left.Low < negligible {
		return Share{Stated: true}
	}
	return left
}

// negligible is the share, in per cent, below which what section 3 does not account for is
// an impurity.
const negligible = 1
