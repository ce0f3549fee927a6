package classification

import (
	"math"
	"strings"
)

// route is a route of exposure: the upper limits of the acute toxicity estimates of
// categories 1 to 4 (GHS table 3.1.1), and the points that stand for an ingredient of a
// category without a value (table 3.1.2).
type route struct {
	class, unit    string
	limits, points [4]float64
}

var routes = []route{
	{"acute_toxicity_oral", "mg/kg", [4]float64{5, 50, 300, 2000}, [4]float64{0.5, 5, 100, 500}},
	{"acute_toxicity_dermal", "mg/kg", [4]float64{50, 200, 1000, 2000}, [4]float64{5, 50, 300, 1100}},
	{"acute_toxicity_inhalation_gas", "ppm", [4]float64{100, 500, 2500, 20000}, [4]float64{10, 100, 700, 4500}},
	{"acute_toxicity_inhalation_vapour", "mg/L", [4]float64{0.5, 2, 10, 20}, [4]float64{0.05, 0.5, 3, 11}},
	{"acute_toxicity_inhalation_dust_mist", "mg/L", [4]float64{0.05, 0.5, 1, 5}, [4]float64{0.005, 0.05, 0.5, 1.5}},
}

// relevantAcute is the content, in per cent, from which ingredients of categories 3 and 4,
// and unknown ones, are relevant; those of 1 and 2 always are (GHS 3.1.3.3).
const relevantAcute = 1

// manyUnknown is the share of unknown acute toxicity, in per cent, above which the formula
// divides by what is known (GHS 3.1.3.6.2.3).
const manyUnknown = 10

// category is the category of an estimate.
func (r *route) category(ate float64) string {
	for i, limit := range r.limits {
		if tidy(ate) <= limit {
			return string(rune('1' + i))
		}
	}
	return ""
}

// point is the estimate that stands for a category; infinite for none.
func (r *route) point(category string) float64 {
	if len(category) != 1 || category[0] < '1' || category[0] > '4' {
		return math.Inf(1)
	}
	return r.points[category[0]-'1']
}

// applies reports whether a mixture of a state can be inhaled in the form of the class.
func (r *route) applies(state string) bool {
	switch r.class {
	case "acute_toxicity_inhalation_gas":
		return state == "gas"
	case "acute_toxicity_inhalation_vapour":
		return state != "gas" && state != "solid"
	case "acute_toxicity_inhalation_dust_mist", "acute_toxicity_oral", "acute_toxicity_dermal":
		return state != "gas"
	}
	return true
}

func acute(s *Subject) []Result {
	var out []Result
	for i := range routes {
		if routes[i].applies(s.State) {
			out = append(out, s.estimate(&routes[i]))
		}
	}
	return out
}

// estimates of an ingredient: the more toxic end, and the less toxic one; infinite where it
// is not toxic.
func (r *route) estimates(f Fact) (low, high float64) {
	low, high = r.point(f.Severe), r.point(f.Mild)
	switch {
	case f.ATELow == 0 && f.ATEHigh == 0:
		return low, high
	case f.Source == FromSheet:
		low, high = f.ATELow, f.ATEHigh
	case f.Mild == f.Severe && r.category(f.ATELow) == f.Mild && r.category(f.ATEHigh) == f.Mild:
		low, high = f.ATELow, f.ATEHigh // the value and the category agree
	default:
		low, high = min(low, f.ATELow), max(high, f.ATEHigh)
	}
	if r.category(low) == "" { // what is in no category is not counted
		low = math.Inf(1)
	}
	if r.category(high) == "" {
		high = math.Inf(1)
	}
	return low, high
}

// additions are the sums of a mixture's estimate at both ends.
type additions struct {
	mild, severe   float64 // Σ content / estimate
	least          float64 // the smallest estimate of an ingredient
	unknown        Share
	knownLow       float64
	parts, missing []Part
}

func (s *Subject) additions(r *route) additions {
	a := additions{least: math.Inf(1), unknown: Share{Stated: true}}
	for i := range s.Ingredients {
		is := &s.Ingredients[i]
		f := is.fact(r.class, "")
		if !f.Known {
			a.addUnknown(is)
			continue
		}
		a.knownLow += is.Share.Low
		low, high := r.estimates(f)
		always := low <= r.limits[1]
		if math.IsInf(low, 1) || is.Share.High == 0 || !always && !is.Share.maybe(relevantAcute) {
			continue
		}
		a.severe += is.Share.High / low
		if !math.IsInf(high, 1) && (high <= r.limits[1] || is.Share.surely(relevantAcute)) {
			a.mild += is.Share.Low / high
		}
		a.least = min(a.least, low)
		p := is.part(f)
		p.ATELow, p.Converted = low, f.ATELow == 0 && f.ATEHigh == 0
		if !math.IsInf(high, 1) {
			p.ATEHigh = high
		}
		a.parts = append(a.parts, p)
	}
	a.unknown = a.unknown.plus(Share{Low: s.Rest.Low, High: s.Rest.High, Stated: true})
	a.unknown.High = max(a.unknown.Low, min(a.unknown.High, tidy(100-a.knownLow)))
	return a
}

func (a *additions) addUnknown(is *Ingredient) {
	if !is.Share.maybe(relevantAcute) {
		return
	}
	share := is.Share
	share.Stated = true
	if !share.surely(relevantAcute) {
		share.Low = 0
	}
	a.unknown = a.unknown.plus(share)
	a.missing = append(a.missing, is.part(Fact{}))
}

// known is what the formula divides: 100, or what is of known toxicity.
func known(unknown float64) float64 {
	if unknown > manyUnknown {
		return 100 - unknown
	}
	return 100
}

// estimate classifies by the additivity formula for one route (GHS 3.1.3.6).
func (s *Subject) estimate(r *route) Result {
	out := Result{Class: r.class}
	if r.class == "acute_toxicity_inhalation_gas" && !s.ByVolume && len(s.Ingredients) > 0 {
		out.add(Reason{Code: FromMassOfGases})
		return out
	}
	a := s.additions(r)
	out.Missing = a.missing
	out.few = a.unknown.High <= manyUnknown
	if len(a.parts) == 0 {
		return out
	}
	severe := max(known(a.unknown.High)/a.severe, a.least)
	mild, certain := math.Inf(1), math.Inf(1)
	if a.mild > 0 {
		mild, certain = max(known(a.unknown.Low)/a.mild, a.least), max(100/a.mild, a.least)
	}
	out.Mildest, out.Severest, out.Certain = r.category(mild), r.category(severe), r.category(certain)
	step := Step{
		Kind: Estimate, Category: out.Severest, Criterion: "3.1.3.6", Parts: a.parts, Low: rounded(severe), High: rounded(mild),
		Op: "<=", Threshold: r.limits[3], Unit: r.unit, Outcome: NotMet,
	}
	if a.unknown.High > 0 {
		step.Unknown, step.Corrected = &a.unknown, a.unknown.High > manyUnknown
	}
	if out.Severest != "" {
		step.Threshold = r.limits[out.Severest[0]-'1']
		step.Outcome = Met
		if out.Mildest != out.Severest {
			step.Outcome = MayBe
		}
	}
	out.Steps = []Step{step}
	out.open()
	if step.Unknown != nil && step.Unknown.Low != step.Unknown.High && step.Outcome == MayBe {
		out.add(Reason{Code: FromRanges})
	}
	return out
}

// rounded is a number with four figures; nil for an infinite one.
func rounded(v float64) *float64 {
	if math.IsInf(v, 0) || math.IsNaN(v) {
		return nil
	}
	if v != 0 {
		scale := math.Pow(10, 3-math.Floor(math.Log10(math.Abs(v))))
		v = tidy(math.Round(v*scale) / scale)
	}
	return &v
}

func isAcute(class string) bool { return strings.HasPrefix(class, "acute_toxicity") }
