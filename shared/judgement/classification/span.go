package classification

import "anzen/shared/domain/sds"

// spanUpTo is the outcome of "the value is limit or less".
func spanUpTo(s *sds.Span, limit float64) Outcome {
	switch {
	case s == nil:
		return MayBe
	case s.High != nil && *s.High <= limit:
		return Met
	case s.Low != nil && (*s.Low > limit || *s.Low == limit && s.LowOpen):
		return NotMet
	}
	return MayBe
}

// spanFrom is the outcome of "the value is limit or more".
func spanFrom(s *sds.Span, limit float64) Outcome {
	switch {
	case s == nil:
		return MayBe
	case s.Low != nil && *s.Low >= limit:
		return Met
	case s.High != nil && (*s.High < limit || *s.High == limit && s.HighOpen):
		return NotMet
	}
	return MayBe
}

// spanUnder is the outcome of "the value is less than limit".
func spanUnder(s *sds.Span, limit float64) Outcome {
	switch spanFrom(s, limit) {
	case Met:
		return NotMet
	case NotMet:
		return Met
	}
	return MayBe
}

func middle(s *sds.Span) float64 {
	switch {
	case s.Low != nil && s.High != nil:
		return (*s.Low + *s.High) / 2
	case s.Low != nil:
		return *s.Low
	case s.High != nil:
		return *s.High
	}
	return 7
}

// both is met where both conditions are, and open where one may be.
func both(a, b Outcome) Outcome {
	switch {
	case a == NotMet || b == NotMet:
		return NotMet
	case a == Met && b == Met:
		return Met
	}
	return MayBe
}
