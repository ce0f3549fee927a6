// Package classification classifies a mixture by JIS Z 7252 (GHS) from its ingredients, and
// compares the result with what section 2 of its sheet states.
//
// What is known of an ingredient (Fact) is a result of the government's classification
// (package nite) or a statement of the sheet itself: an LD50 or LC50, an M-factor, a
// category. Nothing is guessed: an ingredient without a fact is unknown, and is named.
//
// Contents are ranges, and facts may be open too (a sensitiser without sub-category, an
// M-factor that no source states). Every rule is therefore computed at both ends: the
// mildest case that the stated data allow, and the severest. Where both lead to the same
// category it holds; where they do not, the result is open between them (Result).
//
// The criteria are those of JIS Z 7252, whose clauses follow the chapters of GHS; a
// Criterion names the chapter of GHS. Where GHS leaves a choice it is the Japanese one:
// categories 5 of acute toxicity, 3 of skin irritation and 2 of aspiration do not exist;
// the limits of generic concentration are 1.0 % for carcinogens of category 2, 0.3 % and
// 3.0 % for toxicity to reproduction, 10 % for target organs.
//
// Rules that need tests of the mixture itself, its bridging to others, or an expert's
// weight of evidence are not applied: a maker may know better, and Compare says so.
package classification

import (
	"slices"

	"anzen/shared/domain/sds"
)

// Subject is a mixture as its sheet describes it.
type Subject struct {
	Ingredients []Ingredient
	// Rest is the share, in per cent, that section 3 does not account for.
	Rest  Share
	State string // solid, liquid, gas; empty where unknown
	// FlashPoint and BoilingPoint are in °C, ExplosiveLow and ExplosiveHigh in vol%, Viscosity
	// is kinematic, in mm²/s at 40 °C.
	FlashPoint, BoilingPoint, PH, Viscosity *sds.Span
	ExplosiveLow, ExplosiveHigh             *sds.Span
	// NoFlash is set where the sheet states that the product does not burn, Aerosol where it is
	// one, or a chemical under pressure: no class of flammable liquids or gases is then its own.
	NoFlash, Aerosol bool
	// ByVolume is set where contents are per cent of volume.
	ByVolume bool
}

// Ingredient is a substance of a mixture. Rows of the composition that are of the same
// substance are one.
type Ingredient struct {
	Rows  []int // indexes in sds.Sheet.Ingredients
	Name  string
	CAS   []string
	Share Share
	// Identified is false for a row whose substance is not known.
	Identified bool
	facts      []Fact             // of the parts
	m          map[string]mFactor // of the two aquatic classes
}

// Verdict is what the result of a class is.
type Verdict string

// The verdicts.
const (
	Classified    Verdict = "classified"     // both ends lead to the same category
	NotClassified Verdict = "not_classified" // both ends lead to none, and all ingredients are known
	Open          Verdict = "open"           // the stated data allow several categories
	Unknown       Verdict = "unknown"        // no category follows, and unknown ingredients may lead to one
)

// Effect tells the parts of a class apart that are judged on their own.
type Effect string

// The effects: of category 3 of single exposure, and of toxicity to reproduction.
const (
	Irritation Effect = "irritation"
	Narcosis   Effect = "narcosis"
	Lactation  Effect = "lactation"
)

// Result is what follows for a class.
type Result struct {
	Class   string // key, see package ghs
	Effect  Effect
	Verdict Verdict
	// Mildest and Severest are the categories at both ends; empty for none.
	Mildest, Severest string
	// Certain is the category that holds whatever the unknown ingredients are.
	Certain string
	// Reasons say why the result is open or unknown.
	Reasons []Reason
	Steps   []Step
	// Missing are the ingredients of which no fact is known for this class.
	Missing []Part
	// few is set where so little is unknown that the rules classify by what is known alone,
	// and have the share stated.
	few bool
}

// ReasonCode says why no category, or no single one, follows.
type ReasonCode string

// The reasons.
const (
	FromRanges      ReasonCode = "ranges"          // the contents are ranges, or are not stated
	FromFacts       ReasonCode = "facts"           // sources differ, or leave the sub-category open
	FromMFactor     ReasonCode = "m_factor"        // an M-factor is not stated
	FromMethod      ReasonCode = "method"          // acids, bases and others of which additivity may not hold
	FromMissing     ReasonCode = "ingredients"     // nothing is known of ingredients
	FromRest        ReasonCode = "rest"            // section 3 does not account for a part of the mixture
	FromProperty    ReasonCode = "property"        // a property is not stated: Property
	FromNoContents  ReasonCode = "no_ingredients"  // section 3 names no ingredient
	FromMassOfGases ReasonCode = "mass_not_volume" // gases are judged by volume, contents are by mass
)

// Reason is a ReasonCode with the property or the ingredients that it is about.
type Reason struct {
	Code     ReasonCode
	Property string // key of the field
	Parts    []Part
}

// Kind is the kind of a step.
type Kind string

// The kinds of steps.
const (
	Estimate Kind = "estimate" // the acute toxicity estimate of the mixture
	Sum      Kind = "sum"      // a weighted sum of contents
	Cutoff   Kind = "cutoff"   // the content of one ingredient
	Property Kind = "property" // a property of section 9
)

// Outcome is what a step says about its condition.
type Outcome string

// The outcomes: the condition holds at both ends, at one, or at none.
const (
	Met    Outcome = "met"
	MayBe  Outcome = "open"
	NotMet Outcome = "not_met"
)

// Step is one condition of a class: what it compares, and with what.
type Step struct {
	Kind Kind
	// Category is what follows where the condition is met.
	Category  string
	Criterion string // chapter or table of GHS
	Parts     []Part
	// Low and High are the value at both ends; nil where it is unbounded or not known. Of an
	// estimate Low is the severest end, as less is more toxic.
	Low, High         *float64
	LowOpen, HighOpen bool
	// Unknown is, of an estimate, the share of unknown acute toxicity; Corrected is set where it
	// is more than 10 % and the formula divides by what is known.
	Unknown   *Share
	Corrected bool
	Property  string // key of the field, of a property
	Op        string // ">=", "<=", ">", "<"
	Threshold float64
	Unit      string // "%", "mg/kg", "mg/L", "ppm", "C", "mm2/s"; empty for pH
	Outcome   Outcome
}

// Part is an ingredient in a step.
type Part struct {
	Rows  []int
	Name  string
	CAS   []string
	Share Share
	// Category is the ingredient's, at both ends where they differ; Source where it is from.
	Category, CategoryHigh string
	Source                 Source
	// Weight multiplies its content; WeightHigh is 0 where it is open upwards.
	Weight, WeightHigh float64
	// ATE is the ingredient's acute toxicity estimate at both ends, Low the more toxic one;
	// Converted is set where it is the point that stands for a category.
	ATELow, ATEHigh float64
	Converted       bool
}

// Source is where a fact is from.
type Source string

// The sources.
const (
	FromNITE  Source = "nite"  // the government's classification
	FromSheet Source = "sheet" // the sheet's own statement
	FromBoth  Source = "both"
	FromGHS   Source = "ghs" // GHS names it as not toxic: water
)

// Mixture classifies a mixture: a result for every class that can be judged from
// ingredients or the stated properties, in the order of GHS.
func Mixture(s *Subject) []Result {
	out := physical(s)
	out = append(out, acute(s)...)
	out = append(out, skin(s), eye(s))
	out = append(out, cutoffs(s)...)
	out = append(out, aspiration(s))
	out = append(out, aquatic(s)...)
	out = append(out, ozone(s))
	for i := range out {
		s.finish(&out[i])
	}
	return out
}

// finish derives the verdict from both ends and what is missing.
func (s *Subject) finish(r *Result) {
	rest := s.restMatters(r.Class)
	if rest {
		r.add(Reason{Code: FromRest})
	}
	if len(r.Missing) > 0 {
		r.add(Reason{Code: FromMissing, Parts: r.Missing})
	}
	if len(s.Ingredients) == 0 && !slices.Contains(physicalClasses, r.Class) {
		r.Reasons = []Reason{{Code: FromNoContents}}
	}
	if r.Mildest != r.Severest && base(r.Mildest) == base(r.Severest) {
		r.Mildest, r.Severest = base(r.Mildest), base(r.Severest) // the sub-category is open
	}
	blind := slices.ContainsFunc(r.Reasons, func(x Reason) bool {
		switch x.Code {
		case FromMissing, FromRest:
			return !r.few
		case FromNoContents, FromMassOfGases:
			return true
		case FromProperty:
			return r.Mildest == "" && r.Severest == ""
		default:
			return false
		}
	})
	switch {
	case base(r.Mildest) != base(r.Severest):
		r.Verdict = Open
	case r.Severest != "":
		r.Verdict = Classified
	case blind:
		r.Verdict = Unknown
	default:
		r.Verdict = NotClassified
	}
	if r.Verdict != Open {
		r.Reasons = slices.DeleteFunc(r.Reasons, func(x Reason) bool {
			return x.Code == FromRanges || x.Code == FromFacts || x.Code == FromMFactor || x.Code == FromMethod
		})
	}
	if r.Verdict == Classified && most(r.Class, r.Severest) {
		// Nothing unknown can make it severer.
		r.Reasons = slices.DeleteFunc(r.Reasons, func(x Reason) bool {
			return x.Code == FromMissing || x.Code == FromRest || x.Code == FromNoContents
		})
	}
}

// Incomplete reports whether unknown ingredients, or an unknown part, may lead to a
// severer category.
func (r *Result) Incomplete() bool {
	return slices.ContainsFunc(r.Reasons, func(x Reason) bool {
		return x.Code == FromMissing || x.Code == FromRest || x.Code == FromNoContents || x.Code == FromMassOfGases
	})
}

func (r *Result) add(reason Reason) {
	if !slices.ContainsFunc(r.Reasons, func(x Reason) bool { return x.Code == reason.Code && x.Property == reason.Property }) {
		r.Reasons = append(r.Reasons, reason)
	}
}

// restMatters reports whether the part that section 3 does not account for may lead to a
// category of the class.
func (s *Subject) restMatters(class string) bool {
	switch {
	case s.Rest.High == 0 || slices.Contains(physicalClasses, class):
		return false
	case class == "aspiration":
		return s.State != "gas" && s.State != "solid"
	}
	return true
}
