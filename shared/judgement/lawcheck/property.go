package lawcheck

import (
	"slices"

	"anzen/shared/domain/sds"
	"anzen/shared/domain/verdict"
	"anzen/shared/reference/ghs"
	"anzen/shared/reference/regulation"
)

// properties returns the verdicts that rest on the product's properties rather than its
// composition alone: state, flash point, pH, hazard classes, UN number, and the articles
// that the Fire Service Act names. There is a proof for each class of these laws in the
// set, with a reason where it does not apply; they are added to proofs.
func (c *Checker) properties(s *Subject, day string, all *proved) {
	p := physical{Subject: s, c: c, day: day, proofs: all}
	p.judge()
}

// outcome is the strongest verdict of a class; class is an index in Checker.classes.
type outcome struct{ class, strength int }

// byProperties adds the verdicts of properties, except not listed, to outcomes, without
// forming reasons. A class may have an outcome by composition already.
func (c *Checker) byProperties(s *Subject, day string, outcomes []outcome) []outcome {
	p := physical{Subject: s, c: c, day: day, silent: true, outcomes: outcomes}
	p.judge()
	return p.outcomes
}

// judge applies all rules.
func (p *physical) judge() {
	p.look()
	p.flammableLiquids()
	p.articles()
	p.combustibles()
	p.notifiable()
	p.dangerous()
	p.gases()
	p.waste()
	p.transport()
	p.explosives()
}

// physical is the state of judging one subject by its properties.
type physical struct {
	*Subject
	c      *Checker
	day    string
	liquid tri
	facts  []*substanceFacts // of the ingredients
	lists  articleList       // the lists that name some ingredient
	listed bool              // some ingredient belongs to an article
	dead   bool              // no ingredient burns
	flash  *sds.Span         // see flashPoint
	stated string            // the category that the flash point is derived from
	goods  []string          // the transport classes

	// silent is set where only the verdicts are needed: reasons stay empty, and outcomes is
	// filled instead of proofs.
	silent   bool
	proofs   *proved
	outcomes []outcome
	calls    int             // number of calls of add
	last     verdict.Verdict // verdict of the last one
}

// look computes what several rules need.
func (p *physical) look() {
	p.liquid = liquid(p.Subject)
	p.facts = make([]*substanceFacts, len(p.Ingredients))
	p.dead = len(p.Ingredients) > 0
	for i := range p.Ingredients {
		t := p.c.of(&p.Ingredients[i]).facts
		p.facts[i] = t
		p.lists |= t.lists
		p.listed = p.listed || len(t.articles) > 0
		p.dead = p.dead && t.incombustible
	}
	p.flash, p.stated = p.flashOf()
	p.goods = p.goodsOf()
}

// tri is a three-valued truth.
type tri int

const (
	unsure tri = iota
	yes
	no
)

// liquid reports whether the product is a liquid at 20 °C. Where the sheet states no state,
// a class of flammable liquids or a gas under pressure decides.
func liquid(s *Subject) tri {
	switch {
	case s.State == "liquid":
		return yes
	case s.State != "":
		return no
	case s.hazard("flammable_liquids") != "" || s.hazard("oxidizing_liquids") != "" || s.hazard("pyrophoric_liquids") != "":
		return yes
	case s.hazard("flammable_solids") != "" || s.hazard("oxidizing_solids") != "" || s.hazard("pyrophoric_solids") != "" || s.hazard("gases_under_pressure") != "":
		return no
	}
	return unsure
}

// hazard is the category of a GHS class that section 2 states, else empty.
func (s *Subject) hazard(class string) string {
	for _, c := range s.GHSCategories {
		if len(c) > len(class) && c[len(class)] == '/' && c[:len(class)] == class {
			return c[len(class)+1:]
		}
	}
	return ""
}

// add records a proof for a class, if the set has the class.
func (p *physical) add(key string, given *verdict.Proof) {
	p.calls++
	p.last = given.Verdict
	if p.silent && given.Verdict == verdict.NotListed {
		return
	}
	n, ok := p.c.byClass[key]
	if !ok {
		return
	}
	if p.silent {
		p.report(int(n), given.Verdict.Strength())
		return
	}
	class, category := &p.c.classes[n], p.c.classes[n].category
	proof := p.proofs.add(n)
	*proof = *given
	proof.Law, proof.Category, proof.Class = class.Law, class.Category, class.Code
	takeVersion(proof, category, p.day)
	if proof.Article == "" {
		proof.Article = category.Article
	}
	if proof.Confidence == "" {
		proof.Confidence = string(regulation.Derived)
	}
}

// report keeps the strongest verdict of a class.
func (p *physical) report(class, strength int) {
	for i := range p.outcomes {
		if t := &p.outcomes[i]; t.class == class {
			t.strength = max(t.strength, strength)
			return
		}
	}
	p.outcomes = append(p.outcomes, outcome{class, strength})
}

// all adds the same proof for several classes.
func (p *physical) all(keys []string, proof *verdict.Proof) {
	for _, key := range keys {
		p.add(key, proof)
	}
}

// reason is a message of the catalog; args are alternating names and values.
func (p *physical) reason(code string, args ...string) verdict.Reason {
	if p.silent {
		return verdict.Reason{}
	}
	r := verdict.Reason{Code: code}
	for i := 0; i+1 < len(args); i += 2 {
		r.Set(args[i], args[i+1])
	}
	return r
}

// hazardReason is a message on a hazard class with its category.
func (p *physical) hazardReason(code, class, category string, args ...string) verdict.Reason {
	if p.silent {
		return verdict.Reason{}
	}
	c, _ := ghs.ClassByKey(class)
	ja, en := category, category
	if k, ok := ghs.CategoryOf(class, category); ok {
		ja, en = k.Ja, k.En
	}
	return p.reason(code, append(args, "class_ja", c.Ja, "class_en", c.En, "category_ja", ja, "category_en", en)...)
}

// Inputs name the fields that a verdict rests on; Locate fills in their texts and places.
var (
	ofFlash     = []verdict.Input{{Section: 9, Field: "flash_point"}, {Section: 9, Field: "state"}}
	ofSpecial   = []verdict.Input{{Section: 9, Field: "flash_point"}, {Section: 9, Field: "boiling_point"}, {Section: 9, Field: "auto_ignition"}, {Section: 9, Field: "state"}}
	ofPetroleum = []verdict.Input{{Section: 9, Field: "flash_point"}, {Section: 9, Field: "solubility_water"}, {Section: 9, Field: "state"}}
	ofState     = []verdict.Input{{Section: 9, Field: "state"}}
	ofPH        = []verdict.Input{{Section: 9, Field: "ph"}}
	ofGas       = slices.Concat(ofHazards("flammable_gases", "aerosols"), ofState)
	ofPressure  = slices.Concat(ofHazards("gases_under_pressure", "aerosols"), ofState)
	ofWaste     = slices.Concat(ofFlash, ofPH)
	ofExplosive = slices.Concat(ofHazards("explosives"), ofUN)
	ofUN        = []verdict.Input{{Section: 14, Field: "un_number"}, {Section: 14, Field: "transport_class"}}
)

// ofHazards are the rows of the classification with one of the classes.
func ofHazards(classes ...string) (inputs []verdict.Input) {
	for _, c := range classes {
		inputs = append(inputs, verdict.Input{Section: 2, Field: "classification/" + c})
	}
	return inputs
}

// Values of Missing that several reasons share.
var (
	noFlashPoint = []string{"flash_point"}
	noUNNumber   = []string{"un_number"}
)

// among returns the ingredients on a list, as parts of a proof.
func (p *physical) among(r articleList) (parts []verdict.Part) {
	if p.lists&r == 0 {
		return nil
	}
	for i := range p.Ingredients {
		if p.facts[i].lists&r == 0 {
			continue
		}
		in := &p.Ingredients[i]
		for _, cas := range in.CAS {
			if listsByCAS()[cas]&r != 0 {
				parts = append(parts, in.part(cas, "cas"))
				break
			}
		}
	}
	return parts
}

func (i *Ingredient) part(cas, how string) verdict.Part {
	return verdict.Part{Row: i.Row, Name: i.Name, CAS: cas, How: how, Has: contentOf(i.Share)}
}

func contentOf(s Share) verdict.Content {
	return verdict.Content{Low: s.Low, High: s.High, LowOpen: s.LowOpen, HighOpen: s.HighOpen, Known: s.Known}
}

// sumOf adds the shares of parts.
func sumOf(parts []verdict.Part) verdict.Content {
	sum := verdict.Content{Known: len(parts) > 0}
	for i := range parts {
		sum.Add(parts[i].Has)
	}
	return sum.Whole()
}
