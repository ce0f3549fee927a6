package classification

// Limits of skin corrosion and eye damage (GHS tables 3.2.3, 3.2.4, 3.3.3, 3.3.4), in per
// cent.
const (
	skinCorrosive    = 5
	eyeDamaging      = 3
	irritating       = 10 // of the sum with ten times the corrosive ones
	corrosiveAlone   = 1  // of one to which additivity does not apply
	irritatingAlone  = 3
	relevantIrritant = 1
	acidPH, basePH   = 2, 11.5
)

// byCategory weighs corrosive ingredients (category 1) and irritating ones (2). Corrosive
// ones are relevant at any content, as their limit is below 1 % where they are ten times.
func byCategory(one, two float64) weights {
	return func(category string) (float64, float64) {
		switch base(category) {
		case "1":
			return one, 0
		case "2":
			return two, relevantIrritant
		}
		return 0, 0
	}
}

func skin(s *Subject) Result {
	out := Result{Class: "skin_corrosion"}
	fact := func(is *Ingredient) Fact { return is.fact("skin_corrosion", "") }
	s.missing(&out, relevantIrritant, fact)
	mild := s.irritation(&out, fact, skinCorrosive, "3.2.3.3", "3.2.3", "3.2.4")
	out.Mildest, out.Severest = s.subcategory(out.Mildest, mild, false), s.subcategory(out.Severest, true, true)
	out.Certain = out.Mildest
	return out
}

// subcategory is that of corrosive mixtures, by the sums of 1A, then with 1B, then with 1C
// (GHS table 3.2.3); the category itself where an ingredient has none, or another rule led
// to it.
func (s *Subject) subcategory(category string, bySum, severe bool) string {
	if category != "1" || !bySum {
		return category
	}
	sums := map[string]float64{}
	for i := range s.Ingredients {
		is := &s.Ingredients[i]
		f := is.fact("skin_corrosion", "")
		if severe {
			sums[f.Severe] += is.Share.High
		} else {
			sums[f.Mild] += is.Share.Low
		}
	}
	total := 0.0
	for _, sub := range []string{"1A", "1B", "1C"} {
		if total = tidy(total + sums[sub]); total >= skinCorrosive && (sub == "1A" || sums["1"] == 0) {
			return sub
		}
	}
	return category
}

// eyeFact is an ingredient's for the eye: what is corrosive to the skin damages the eye,
// and counts once.
func eyeFact(is *Ingredient) Fact {
	f, onSkin := is.fact("eye_damage", ""), is.fact("skin_corrosion", "")
	if !onSkin.Known || base(onSkin.Severe) != "1" {
		return f
	}
	if base(onSkin.Mild) == "1" {
		return Fact{Known: true, Mild: "1", Severe: "1", Source: onSkin.Source}
	}
	if f.Known {
		f.Severe = "1"
	}
	return f
}

func eye(s *Subject) Result {
	out := Result{Class: "eye_damage"}
	s.missing(&out, relevantIrritant, eyeFact)
	s.irritation(&out, eyeFact, eyeDamaging, "3.3.3.3", "3.3.3", "3.3.4")
	if out.Mildest == "2" && out.Severest == "2" && s.onlyMild() {
		out.Mildest, out.Severest = "2B", "2B"
	}
	out.Certain = out.Mildest
	return out
}

// onlyMild reports whether all ingredients that irritate the eye are of 2B.
func (s *Subject) onlyMild() bool {
	for i := range s.Ingredients {
		if f := eyeFact(&s.Ingredients[i]); f.Severe != "" && (f.Severe != "2B" || f.Mild != "2B") {
			return false
		}
	}
	return true
}

// irritation judges by pH, by additivity, and by the limits of single ingredients where
// additivity may not hold. It reports whether additivity alone led to the mildest category.
func (s *Subject) irritation(out *Result, fact func(*Ingredient) Fact, limit float64, byPH, table, single string) (bySum bool) {
	known, extreme := s.extremePH(out, byPH)
	// The pH is the better criterion for acids and bases: where it is stated and not extreme,
	// they may be milder than their contents.
	milder := func(is *Ingredient) Fact {
		f := fact(is)
		if known && !extreme && is.nature().acidOrBase() && f.Mild != "" {
			f.Mild = ""
			out.addPart(FromMethod, is.part(fact(is)))
		}
		return f
	}
	one := s.sum(milder, nil, byCategory(1, 0), "1", limit, table)
	out.take(one)
	out.take(s.sum(milder, nil, byCategory(10, 1), "2", irritating, table))
	for i := range s.Ingredients {
		is := &s.Ingredients[i]
		f := fact(is)
		if n := is.nature(); !f.Known || n == "" || known && n.acidOrBase() {
			continue
		}
		switch base(f.Severe) {
		case "1":
			out.alone(is, f, "1", corrosiveAlone, single)
		case "2":
			out.alone(is, f, "2", irritatingAlone, single)
		}
	}
	out.open()
	return one.Outcome == Met
}

// alone is the limit of one ingredient to which additivity may not apply: at best it leads
// to an open result, as only an expert decides that it does not.
func (r *Result) alone(is *Ingredient, f Fact, category string, limit float64, criterion string) {
	p := is.part(f)
	p.Weight, p.WeightHigh = 1, 1
	step := Step{Kind: Cutoff, Category: category, Criterion: criterion, Parts: []Part{p}, Op: ">=", Threshold: limit, Unit: "%", Outcome: NotMet}
	step.Low, step.High, step.HighOpen = &p.Share.Low, &p.Share.High, p.Share.HighOpen
	if is.Share.maybe(limit) {
		step.Outcome = MayBe
		r.addPart(FromMethod, p)
	}
	r.take(step)
}

// extremePH is the criterion of a mixture's pH. known is set where it is stated.
func (s *Subject) extremePH(out *Result, criterion string) (known, extreme bool) {
	if s.PH == nil || s.State == "gas" {
		return false, false
	}
	step := Step{
		Kind: Property, Property: "ph", Category: "1", Criterion: criterion, Low: s.PH.Low, High: s.PH.High, LowOpen: s.PH.LowOpen, HighOpen: s.PH.HighOpen,
		Op: "<=", Threshold: acidPH, Outcome: spanUpTo(s.PH, acidPH),
	}
	if high := spanFrom(s.PH, basePH); high != NotMet || step.Outcome == NotMet && middle(s.PH) > 7 {
		step.Op, step.Threshold, step.Outcome = ">=", basePH, high
	}
	out.take(step)
	return true, step.Outcome != NotMet
}
