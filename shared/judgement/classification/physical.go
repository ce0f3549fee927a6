package classification

// Temperatures of flammable liquids in °C (GHS table 2.6.1), and limits of flammable gases
// in per cent of volume (table 2.2.1).
const (
	flashLow, flashMiddle, flashHigh = 23, 60, 93
	boilingLow                       = 35
	ignitesBelow, wideRange          = 13, 12
)

// physicalClasses are the physical hazards that properties of section 9 decide.
var physicalClasses = []string{"flammable_gases", "flammable_liquids"}

func physical(s *Subject) []Result {
	switch {
	case s.Aerosol:
		return nil
	case s.State == "gas":
		return []Result{flammableGas(s)}
	case s.State == "liquid":
		return []Result{flammableLiquid(s)}
	}
	return nil
}

func flammableLiquid(s *Subject) Result {
	out := Result{Class: "flammable_liquids"}
	if s.FlashPoint == nil {
		if !s.NoFlash {
			out.add(Reason{Code: FromProperty, Property: "flash_point"})
		}
		return out
	}
	under := spanUnder(s.FlashPoint, flashLow)
	flash := func(category, op string, limit float64, outcome Outcome) Step {
		return Step{
			Kind: Property, Property: "flash_point", Category: category, Criterion: "2.6.1", Low: s.FlashPoint.Low, High: s.FlashPoint.High, LowOpen: s.FlashPoint.LowOpen, HighOpen: s.FlashPoint.HighOpen,
			Op: op, Threshold: limit, Unit: "C", Outcome: outcome,
		}
	}
	if under != NotMet {
		boils := Step{Kind: Property, Property: "boiling_point", Category: "1", Criterion: "2.6.1", Op: "<=", Threshold: boilingLow, Unit: "C", Outcome: both(under, spanUpTo(s.BoilingPoint, boilingLow))}
		if b := s.BoilingPoint; b != nil {
			boils.Low, boils.High, boils.LowOpen, boils.HighOpen = b.Low, b.High, b.LowOpen, b.HighOpen
			// The initial boiling point decides: the lower end of a range.
			if b.Low != nil && b.High != nil && *b.Low > boilingLow {
				boils.Outcome = NotMet
			} else if b.Low != nil && b.High != nil {
				boils.Outcome = under
			}
		} else {
			out.add(Reason{Code: FromProperty, Property: "boiling_point"})
		}
		out.take(boils)
		out.take(flash("2", "<", flashLow, under))
	}
	if under != Met {
		out.take(flash("3", "<=", flashMiddle, spanUpTo(s.FlashPoint, flashMiddle)))
	}
	if spanUpTo(s.FlashPoint, flashMiddle) != Met {
		out.take(flash("4", "<=", flashHigh, spanUpTo(s.FlashPoint, flashHigh)))
	}
	out.open()
	out.Certain = out.Mildest
	return out
}

func flammableGas(s *Subject) Result {
	out := Result{Class: "flammable_gases"}
	if s.ExplosiveLow == nil {
		if !s.NoFlash {
			out.add(Reason{Code: FromProperty, Property: "explosive_low"})
		}
		return out
	}
	low := Step{
		Kind: Property, Property: "explosive_low", Category: "1", Criterion: "2.2.1", Low: s.ExplosiveLow.Low, High: s.ExplosiveLow.High,
		LowOpen: s.ExplosiveLow.LowOpen, HighOpen: s.ExplosiveLow.HighOpen, Op: "<=", Threshold: ignitesBelow, Unit: "vol%", Outcome: spanUpTo(s.ExplosiveLow, ignitesBelow),
	}
	out.take(low)
	if low.Outcome != Met {
		out.width(s)
	}
	out.open()
	out.Certain = out.Mildest
	return out
}

// width judges a gas that does not ignite at 13 %: by the width of its range; any range
// makes category 2.
func (r *Result) width(s *Subject) {
	r.Mildest, r.Severest = severer(r.Mildest, "2"), severer(r.Severest, "2")
	if s.ExplosiveHigh == nil || s.ExplosiveHigh.Low == nil || s.ExplosiveLow.Low == nil {
		r.add(Reason{Code: FromProperty, Property: "explosive_high"})
		r.Severest = "1"
		return
	}
	width := tidy(*s.ExplosiveHigh.Low - *s.ExplosiveLow.Low)
	step := Step{Kind: Property, Property: "explosive_high", Category: "1", Criterion: "2.2.1", Low: &width, High: &width, Op: ">=", Threshold: wideRange, Unit: "vol%", Outcome: NotMet}
	if width >= wideRange {
		step.Outcome = Met
	}
	r.take(step)
}
