package classification

// aquaticLimit is the limit of the weighted sums of the aquatic classes, in per cent (GHS
// tables 4.1.3 and 4.1.4).
const aquaticLimit = 25

// Contents from which ingredients of category 1, and of others, are relevant (GHS 4.1.3.1).
const (
	relevantMostToxic = 0.1
	relevantToxic     = 1
)

// summation is a row of the tables of the summation method.
type summation struct {
	to      string
	weights map[string]float64
}

var summations = []summation{
	{"1", map[string]float64{"1": 1}},
	{"2", map[string]float64{"1": 10, "2": 1}},
	{"3", map[string]float64{"1": 100, "2": 10, "3": 1}},
	{"4", map[string]float64{"1": 1, "2": 1, "3": 1, "4": 1}},
}

func aquatic(s *Subject) []Result {
	return []Result{s.aquatic("aquatic_acute", "4.1.3"), s.aquatic("aquatic_chronic", "4.1.4")}
}

func (s *Subject) aquatic(class, table string) Result {
	out := Result{Class: class}
	fact := func(is *Ingredient) Fact { return is.fact(class, "") }
	factor := func(is *Ingredient) mFactor { return is.mFactor(class) }
	s.missing(&out, relevantToxic, fact)
	for _, row := range summations {
		m := factor
		if row.to == "4" {
			if class == "aquatic_acute" {
				continue
			}
			m = nil // the sum of category 4 has no M-factors
		}
		out.take(s.sum(fact, m, row.at, row.to, aquaticLimit, table))
		if out.Mildest != "" {
			break // milder rows say nothing more
		}
	}
	out.open()
	out.Certain = out.Mildest
	return out
}

func (r *summation) at(category string) (weight, relevant float64) {
	relevant = relevantToxic
	if category == "1" {
		relevant = relevantMostToxic
	}
	return r.weights[category], relevant
}

// mFactor is that of an ingredient of category 1: at least 1, open upwards where no source
// states it.
func (is *Ingredient) mFactor(class string) mFactor {
	if m, ok := is.m[class]; ok {
		return m
	}
	return mFactor{Low: 1}
}
