package check

import (
	"slices"

	"anzen/shared/chem"
	"anzen/shared/ghs"
	"anzen/shared/law/regulation"
)

// properties are the verdicts that rest on what the product is, not on what is in
// it alone: its state, flash point, pH and hazard classes, its UN number, and the
// articles that the Fire Service Act names. There is a proof for each class of
// these laws that the set has, those that do not apply among them: they say why.
func properties(set *regulation.Set, s *Subject, day string) []Proof {
	p := &physical{Subject: s, set: set, day: day, liquid: liquid(s), names: make([]string, len(s.Ingredients)), proofs: make([]Proof, 0, 40)}
	for i := range s.Ingredients {
		p.names[i] = chem.Squeeze(s.Ingredients[i].Name)
	}
	p.flammableLiquids()
	p.articles()
	p.combustibles()
	p.notifiable()
	p.dangerous()
	p.gases()
	p.waste()
	p.transport()
	p.explosives()
	return p.proofs
}

// physical is a subject on its way through the rules.
type physical struct {
	*Subject
	set    *regulation.Set
	day    string
	liquid tri
	names  []string // of the ingredients, as names are compared
	proofs []Proof
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

// says puts a proof on record for a class, if the set has it on the day.
func (p *physical) says(key string, proof Proof) {
	class := p.set.Class(key)
	if class == nil {
		return
	}
	category := p.set.Category(class.Law, class.Category)
	proof.Law, proof.Category, proof.Class = class.Law, class.Category, class.Code
	proof.takeVersion(category, p.day)
	if proof.Article == "" {
		proof.Article = category.Article
	}
	if proof.Confidence == "" {
		proof.Confidence = string(regulation.Derived)
	}
	p.proofs = append(p.proofs, proof)
}

// all says the same of several classes.
func (p *physical) all(keys []string, proof Proof) {
	for _, key := range keys {
		p.says(key, proof)
	}
}

// reason is a sentence of the catalogue; args are names and values in turn.
func reason(code string, args ...string) Reason {
	r := Reason{Code: "law.property." + code}
	for i := 0; i+1 < len(args); i += 2 {
		if r.Args == nil {
			r.Args = map[string]string{}
		}
		r.Args[args[i]] = args[i+1]
	}
	return r
}

// hazardReason is a sentence about a hazard class with its category.
func hazardReason(code, class, category string, args ...string) Reason {
	c, _ := ghs.ClassByKey(class)
	ja, en := category, category
	if k, ok := ghs.CategoryOf(class, category); ok {
		ja, en = k.Ja, k.En
	}
	return reason(code, append(args, "class_ja", c.Ja, "class_en", c.En, "category_ja", ja, "category_en", en)...)
}

// Inputs name the fields that a verdict rests on; Locate fills in their words and places.
var (
	ofFlash     = []Input{{Section: 9, Field: "flash_point"}, {Section: 9, Field: "state"}}
	ofSpecial   = []Input{{Section: 9, Field: "flash_point"}, {Section: 9, Field: "boiling_point"}, {Section: 9, Field: "auto_ignition"}, {Section: 9, Field: "state"}}
	ofPetroleum = []Input{{Section: 9, Field: "flash_point"}, {Section: 9, Field: "solubility_water"}, {Section: 9, Field: "state"}}
	ofState     = []Input{{Section: 9, Field: "state"}}
	ofPH        = []Input{{Section: 9, Field: "ph"}}
	ofUN        = []Input{{Section: 14, Field: "un_number"}, {Section: 14, Field: "transport_class"}}
)

// ofHazards are the rows of the classification with one of the classes.
func ofHazards(classes ...string) (inputs []Input) {
	for _, c := range classes {
		inputs = append(inputs, Input{Section: 2, Field: "classification/" + c})
	}
	return inputs
}

// among are the ingredients that have one of the numbers, as parts of a proof.
func (s *Subject) among(numbers []string) (parts []Part) {
	for _, i := range s.Ingredients {
		for _, cas := range i.CAS {
			if slices.Contains(numbers, cas) {
				parts = append(parts, i.part(cas, "cas"))
				break
			}
		}
	}
	return parts
}

func (i *Ingredient) part(cas, how string) Part {
	return Part{Row: i.Row, Name: i.Name, CAS: cas, How: how, Has: contentOf(i.Share)}
}

func contentOf(s Share) Content {
	return Content{Low: s.Low, High: s.High, LowOpen: s.LowOpen, HighOpen: s.HighOpen, Known: s.Known}
}

// sumOf adds the shares of parts.
func sumOf(parts []Part) Content {
	sum := Content{Known: len(parts) > 0}
	for _, p := range parts {
		sum.Low += p.Has.Low
		sum.High += p.Has.High
		sum.LowOpen = sum.LowOpen || p.Has.LowOpen
		sum.HighOpen = sum.HighOpen || p.Has.HighOpen
		sum.Known = sum.Known && p.Has.Known
	}
	sum.Low, sum.High = min(sum.Low, 100), min(sum.High, 100)
	return sum
}
