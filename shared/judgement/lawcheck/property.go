package lawcheck

import "anzen/shared/domain/verdict"

import (
	"slices"

	"anzen/shared/domain/sds"
	"anzen/shared/reference/ghs"
	"anzen/shared/reference/regulation"
)

// properties are the verdicts that rest on what the product is, not on what is in
// it alone: its state, flash point, pH and hazard classes, its UN number, and the
// articles that the Fire Service Act names. There is a proof for each class of
// these laws that the set has, those that do not apply among them: they say why.
func (c *Checker) properties(s *Subject, day string) []verdict.Proof {
	p := physical{Subject: s, c: c, day: day, proofs: make([]verdict.Proof, 0, 40)}
	p.judge()
	return p.proofs
}

// outcome is the strongest verdict of a class; the class counts Checker.classes.
type outcome struct{ class, strength int }

// byProperties adds to what is known of the classes what properties tell, all but what is not listed, with nothing
// put into words. A class may be told by the composition, too.
func (c *Checker) byProperties(s *Subject, day string, told []outcome) []outcome {
	p := physical{Subject: s, c: c, day: day, silent: true, outcomes: told}
	p.judge()
	return p.outcomes
}

// judge goes through all rules.
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

// physical is a subject on its way through the rules.
type physical struct {
	*Subject
	c      *Checker
	day    string
	liquid tri
	facts  []*substanceFacts // of the ingredients
	lists  articleList       // that name some ingredient
	listed bool              // some ingredient is of an article
	dead   bool              // nothing of the product burns
	flash  *sds.Span         // as flashPoint says
	stated string            // the category that the flash point is from
	goods  []string          // its classes in transport

	// silent is set where the verdicts alone are wanted: nothing is put into words then, and told is filled in
	// place of proofs.
	silent   bool
	proofs   []verdict.Proof
	outcomes []outcome
	calls    int             // how often says was called
	last     verdict.Verdict // with what
}

// look takes down what is asked of the product again and again.
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

// tri is what may be true, false or not known.
type tri int

const (
	unsure tri = iota
	yes
	no
)

// liquid tells whether the product is a liquid at 20 °C. Where the sheet names no
// state, a class of flammable liquids or a gas under pressure tells it.
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

// hazard is the category of a GHS class that section 2 states; empty where it states none.
func (s *Subject) hazard(class string) string {
	for _, c := range s.GHSCategories {
		if len(c) > len(class) && c[len(class)] == '/' && c[:len(class)] == class {
			return c[len(class)+1:]
		}
	}
	return ""
}

// add puts a proof on record for a class, if the set has it on the day.
func (p *physical) add(key string, proof verdict.Proof) {
	p.calls++
	p.last = proof.Verdict
	if p.silent && proof.Verdict == verdict.NotListed {
		return
	}
	n, ok := p.c.byClass[key]
	if !ok {
		return
	}
	if p.silent {
		p.report(int(n), proof.Verdict.Strength())
		return
	}
	class, category := &p.c.classes[n], p.c.classes[n].category
	proof.Law, proof.Category, proof.Class = class.Law, class.Category, class.Code
	takeVersion(&proof, category, p.day)
	if proof.Article == "" {
		proof.Article = category.Article
	}
	if proof.Confidence == "" {
		proof.Confidence = string(regulation.Derived)
	}
	p.proofs = append(p.proofs, proof)
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

// all says the same of several classes.
func (p *physical) all(keys []string, proof verdict.Proof) {
	for _, key := range keys {
		p.add(key, proof)
	}
}

// reason is a sentence of the catalog; args are names and values in turn.
func (p *physical) reason(code string, args ...string) verdict.Reason {
	if p.silent {
		return verdict.Reason{}
	}
	r := verdict.Reason{Code: "law.property." + code}
	for i := 0; i+1 < len(args); i += 2 {
		if r.Args == nil {
			r.Args = map[string]string{}
		}
		r.Args[args[i]] = args[i+1]
	}
	return r
}

// hazardReason is a sentence about a hazard class with its category.
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

// Inputs name the fields that a verdict rests on; Locate fills in their words and places.
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

// What is missing, for the reasons that say so often.
var (
	noFlashPoint = []string{"flash_point"}
	noUNNumber   = []string{"un_number"}
)

// among are the ingredients that a roll names, as parts of a proof.
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
