package classification

// limit is a generic limit of content: an ingredient of a category makes the mixture one of
// a category from a content on, in per cent.
type limit struct {
	class    string
	effect   Effect
	of, to   string
	percent  float64
	gas      float64 // where another holds for gases
	criteria string
}

// limits are the generic limits of JIS Z 7252, the severest category first.
var limits = []limit{
	{class: "respiratory_sensitization", of: "1A", to: "1A", percent: 0.1, criteria: "3.4.5"},
	{class: "respiratory_sensitization", of: "1B", to: "1B", percent: 1, gas: 0.2, criteria: "3.4.5"},
	{class: "skin_sensitization", of: "1A", to: "1A", percent: 0.1, criteria: "3.4.5"},
	{class: "skin_sensitization", of: "1B", to: "1B", percent: 1, criteria: "3.4.5"},
	{class: "germ_cell_mutagenicity", of: "1A", to: "1A", percent: 0.1, criteria: "3.5.1"},
	{class: "germ_cell_mutagenicity", of: "1B", to: "1B", percent: 0.1, criteria: "3.5.1"},
	{class: "germ_cell_mutagenicity", of: "1", to: "1", percent: 0.1, criteria: "3.5.1"},
	{class: "germ_cell_mutagenicity", of: "2", to: "2", percent: 1, criteria: "3.5.1"},
	{class: "carcinogenicity", of: "1A", to: "1A", percent: 0.1, criteria: "3.6.1"},
	{class: "carcinogenicity", of: "1B", to: "1B", percent: 0.1, criteria: "3.6.1"},
	{class: "carcinogenicity", of: "1", to: "1", percent: 0.1, criteria: "3.6.1"},
	{class: "carcinogenicity", of: "2", to: "2", percent: 1, criteria: "3.6.1"},
	{class: "reproductive_toxicity", of: "1A", to: "1A", percent: 0.3, criteria: "3.7.1"},
	{class: "reproductive_toxicity", of: "1B", to: "1B", percent: 0.3, criteria: "3.7.1"},
	{class: "reproductive_toxicity", of: "1", to: "1", percent: 0.3, criteria: "3.7.1"},
	{class: "reproductive_toxicity", of: "2", to: "2", percent: 3, criteria: "3.7.1"},
	{class: "reproductive_toxicity", effect: Lactation, of: lactationKey, to: lactationKey, percent: 0.3, criteria: "3.7.1"},
	{class: "stot_single", of: "1", to: "1", percent: 10, criteria: "3.8.2"},
	{class: "stot_single", of: "1", to: "2", percent: 1, criteria: "3.8.2"},
	{class: "stot_single", of: "2", to: "2", percent: 10, criteria: "3.8.2"},
	{class: "stot_repeated", of: "1", to: "1", percent: 10, criteria: "3.9.1"},
	{class: "stot_repeated", of: "1", to: "2", percent: 1, criteria: "3.9.1"},
	{class: "stot_repeated", of: "2", to: "2", percent: 10, criteria: "3.9.1"},
	{class: "ozone", of: "1", to: "1", percent: 0.1, criteria: "4.2.1"},
}

// category3 is the limit of the sum of ingredients of category 3 of single exposure, in per
// cent (GHS 3.8.3.4.5).
const category3 = 20

// cutoffs judges the classes whose limits hold for each ingredient on its own.
func cutoffs(s *Subject) []Result {
	return []Result{
		s.cutoff("respiratory_sensitization", ""), s.cutoff("skin_sensitization", ""),
		s.cutoff("germ_cell_mutagenicity", ""), s.cutoff("carcinogenicity", ""),
		s.cutoff("reproductive_toxicity", ""), s.cutoff("reproductive_toxicity", Lactation),
		s.cutoff("stot_single", ""), s.effects(Irritation), s.effects(Narcosis),
		s.cutoff("stot_repeated", ""),
	}
}

func ozone(s *Subject) Result { return s.cutoff("ozone", "") }

func (l *limit) at(state string) float64 {
	if state == "gas" && l.gas > 0 {
		return l.gas
	}
	return l.percent
}

// cutoff compares each ingredient of a class with the limits of its category.
func (s *Subject) cutoff(class string, effect Effect) Result {
	out := Result{Class: class, Effect: effect}
	lowest := 100.0
	for k := range limits {
		l := &limits[k]
		if l.class != class || l.effect != effect {
			continue
		}
		lowest = min(lowest, l.at(s.State))
		for i := range s.Ingredients {
			is := &s.Ingredients[i]
			if f := is.fact(class, effect); f.Known && (f.Mild == l.of || f.Severe == l.of) && is.Share.High > 0 {
				out.take(l.step(is, f, s.State))
			}
		}
	}
	s.missing(&out, lowest, func(is *Ingredient) Fact { return is.fact(class, effect) })
	out.open()
	out.Certain = out.Mildest
	return out
}

func (l *limit) step(is *Ingredient, f Fact, state string) Step {
	p := is.part(f)
	p.Weight, p.WeightHigh = 1, 1
	step := Step{
		Kind: Cutoff, Category: l.to, Criterion: l.criteria, Parts: []Part{p}, Low: &p.Share.Low, High: &p.Share.High, HighOpen: p.Share.HighOpen, LowOpen: p.Share.LowOpen,
		Op: ">=", Threshold: l.at(state), Unit: "%", Outcome: is.Share.outcome(l.at(state)),
	}
	// At one end only the ingredient is of this category.
	if f.Mild != f.Severe && step.Outcome == Met && f.Mild != l.of {
		step.Outcome = MayBe
	}
	return step
}

// effects judges category 3 of single exposure, each kind of effect by its sum.
func (s *Subject) effects(effect Effect) Result {
	out := Result{Class: "stot_single", Effect: effect}
	fact := func(is *Ingredient) Fact { return is.fact("stot_single", effect) }
	s.missing(&out, relevantIrritant, fact)
	out.take(s.sum(fact, nil, func(string) (float64, float64) { return 1, 0 }, "3", category3, "3.8.3.4.5"))
	out.open()
	out.Certain = out.Mildest
	return out
}
