package classification

// Limits of the aspiration hazard (GHS 3.10.3.3): the content of ingredients of category 1
// in per cent, and the kinematic viscosity at 40 °C in mm²/s.
const (
	aspirated = 10
	fluid     = 20.5
)

func aspiration(s *Subject) Result {
	out := Result{Class: "aspiration"}
	if s.State == "gas" || s.State == "solid" {
		return out // only liquids are aspirated
	}
	fact := func(is *Ingredient) Fact { return is.fact("aspiration", "") }
	s.missing(&out, relevantIrritant, fact)
	sum := s.sum(fact, nil, byCategory(1, 0), "1", aspirated, "3.10.3.3")
	if len(sum.Parts) == 0 {
		return out
	}
	out.Steps = append(out.Steps, sum)
	if sum.Outcome == NotMet {
		return out
	}
	viscosity := Step{Kind: Property, Property: "viscosity_kinematic", Category: "1", Criterion: "3.10.3.3", Op: "<=", Threshold: fluid, Unit: "mm2/s", Outcome: spanUpTo(s.Viscosity, fluid)}
	if s.Viscosity != nil {
		viscosity.Low, viscosity.High, viscosity.LowOpen, viscosity.HighOpen = s.Viscosity.Low, s.Viscosity.High, s.Viscosity.LowOpen, s.Viscosity.HighOpen
	}
	out.Steps = append(out.Steps, viscosity)
	together := both(sum.Outcome, viscosity.Outcome)
	if together == Met {
		out.Mildest = "1"
	}
	if together != NotMet {
		out.Severest = "1"
	}
	if together == MayBe && viscosity.Outcome == MayBe {
		out.add(Reason{Code: FromProperty, Property: "viscosity_kinematic"})
	}
	out.open()
	out.Certain = out.Mildest
	return out
}
