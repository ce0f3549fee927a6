package classification

// weights give an ingredient's weight in a sum by its category, and the content from which
// it is relevant.
type weights func(category string) (weight, relevant float64)

// sum adds the weighted contents of the ingredients of which a fact is known, and compares
// them with a limit. fact gives an ingredient's fact; m its M-factor, nil for none.
func (s *Subject) sum(fact func(*Ingredient) Fact, m func(*Ingredient) mFactor, w weights, category string, limit float64, criterion string) Step {
	step := Step{Kind: Sum, Category: category, Criterion: criterion, Op: ">=", Threshold: limit, Unit: "%"}
	low, high, heaviest, endless := 0.0, 0.0, 0.0, false
	for i := range s.Ingredients {
		is := &s.Ingredients[i]
		f := fact(is)
		if !f.Known {
			continue
		}
		mf := mFactor{Low: 1, High: 1}
		if m != nil {
			mf = m(is)
		}
		p := is.part(f)
		if p.Weight, p.WeightHigh = w.at(f.Mild, mf.Low), w.at(f.Severe, mf.High); f.Severe != "" && base(f.Severe) == "1" && mf.High == 0 {
			p.WeightHigh = 0 // open upwards
		} else if p.WeightHigh == 0 {
			continue
		}
		if !w.relevantHigh(f.Severe, mf, is.Share) {
			continue
		}
		if w.relevantLow(f.Mild, mf, is.Share) {
			low += is.Share.Low * p.Weight
		}
		if p.WeightHigh == 0 {
			endless = endless || is.Share.High > 0
		}
		high += is.Share.High * p.WeightHigh
		heaviest = max(heaviest, p.WeightHigh)
		step.HighOpen = step.HighOpen || is.Share.HighOpen
		step.Parts = append(step.Parts, p)
	}
	low, high = tidy(low), tidy(high)
	if high > 100*heaviest {
		high, step.HighOpen = 100*heaviest, false
	}
	step.Low = &low
	if !endless {
		step.High = &high
	}
	switch {
	case low >= limit:
		step.Outcome = Met
	case endless || high > limit || high == limit && !step.HighOpen:
		step.Outcome = MayBe
	default:
		step.Outcome = NotMet
	}
	return step
}

// at is the weight of a category whose hazard is multiplied by an M-factor.
func (w weights) at(category string, m float64) float64 {
	if category == "" {
		return 0
	}
	weight, _ := w(category)
	if base(category) == "1" {
		weight *= m
	}
	return weight
}

func (w weights) relevantLow(category string, m mFactor, s Share) bool {
	if category == "" {
		return false
	}
	_, from := w(category)
	return s.surely(relevantFrom(from, category, m))
}

func (w weights) relevantHigh(category string, m mFactor, s Share) bool {
	if category == "" {
		return false
	}
	_, from := w(category)
	high := m
	high.Low = max(m.Low, m.High)
	return s.maybe(relevantFrom(from, category, high)) && s.High > 0
}

// relevantFrom is the content from which an ingredient is relevant: that of the most toxic
// ones falls with their M-factor.
func relevantFrom(from float64, category string, m mFactor) float64 {
	if base(category) == "1" && m.Low > 1 {
		return from / m.Low
	}
	return from
}

// take makes a step part of a result: its category counts at the ends where it is met.
func (r *Result) take(step Step) {
	if len(step.Parts) == 0 && step.Kind != Property {
		return
	}
	r.Steps = append(r.Steps, step)
	if step.Outcome == Met {
		r.Mildest = severer(r.Mildest, step.Category)
	}
	if step.Outcome != NotMet {
		r.Severest = severer(r.Severest, step.Category)
	}
}

// missing lists the ingredients of which no fact is known and whose content may matter.
func (s *Subject) missing(r *Result, from float64, fact func(*Ingredient) Fact) {
	for i := range s.Ingredients {
		if is := &s.Ingredients[i]; !fact(is).Known && is.Share.maybe(from) && is.Share.High > 0 {
			r.Missing = append(r.Missing, is.part(Fact{}))
		}
	}
}

// open says why the steps of a result are open.
func (r *Result) open() {
	for i := range r.Steps {
		step := &r.Steps[i]
		if step.Outcome != MayBe {
			continue
		}
		for _, p := range step.Parts {
			if p.Share.ranged() {
				r.add(Reason{Code: FromRanges})
			}
			if p.CategoryHigh != "" || p.ATELow != p.ATEHigh {
				r.add(Reason{Code: FromFacts})
			}
			if p.Weight > 0 && p.WeightHigh == 0 {
				r.addPart(FromMFactor, p)
			}
		}
		if step.Kind == Property && step.Low != nil && step.High != nil && *step.Low != *step.High {
			r.add(Reason{Code: FromRanges})
		}
	}
}

func (r *Result) addPart(code ReasonCode, p Part) {
	for i := range r.Reasons {
		if r.Reasons[i].Code == code {
			for _, q := range r.Reasons[i].Parts {
				if q.Name == p.Name && len(q.Rows) > 0 && len(p.Rows) > 0 && q.Rows[0] == p.Rows[0] {
					return
				}
			}
			r.Reasons[i].Parts = append(r.Reasons[i].Parts, p)
			return
		}
	}
	r.Reasons = append(r.Reasons, Reason{Code: code, Parts: []Part{p}})
}
