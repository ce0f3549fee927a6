package lawcheck

import (
	"strings"

	"anzen/shared/domain/sds"
	"anzen/shared/domain/verdict"
	"anzen/shared/reference/chem"
	"anzen/shared/text/fold"
)

// flashPoint is the product's, or the range of the stated category of flammable liquids
// where the sheet states no number.
func (p *physical) flashPoint() (flash *sds.Span, category string) { return p.flash, p.stated }

func (p *physical) flashOf() (flash *sds.Span, category string) {
	if p.FlashPoint != nil {
		return p.FlashPoint, ""
	}
	category = p.hazard("flammable_liquids")
	low, high := 0.0, 0.0
	switch category {
	case "1", "2":
		high = 23
		return &sds.Span{High: &high, HighOpen: true}, category
	case "3":
		low, high = 23, 60
		return &sds.Span{Low: &low, High: &high}, category
	case "4":
		low, high = 60, 93
		return &sds.Span{Low: &low, High: &high, LowOpen: true}, category
	}
	return nil, ""
}

// flashReason explains where the flash point lies relative to a band, and its origin.
func (p *physical) flashReason(in tri, flash *sds.Span, category string, b band) verdict.Reason {
	if p.silent {
		return verdict.Reason{}
	}
	code := [...]string{yes: "law.property.flash_within", no: "law.property.flash_outside", unsure: "law.property.flash_straddles"}[in]
	args := []string{"flash", spanText(flash), "band", b.words()}
	if category != "" {
		return p.reason(code+"_ghs", append(args, "category", category)...)
	}
	return p.reason(code, args...)
}

// words is the band for display: "< 21", "≥ 21, < 70".
func (b band) words() string {
	switch {
	case b.low == -endless:
		return "< " + figure(b.high)
	case b.high == endless:
		return "≥ " + figure(b.low)
	}
	return "≥ " + figure(b.low) + ", < " + figure(b.high)
}

// water is the CAS number of water.
const water = "7732-18-5"

// incombustible reports ingredients that certainly do not burn: water and inorganic
// compounds.
func incombustible(i *Ingredient) bool {
	if len(i.CAS) == 0 {
		name := fold.Squeezed(i.Name)
		return name == "水" || name == "精製水" || name == "純水" || name == "water" || name == "イオン交換水"
	}
	for _, cas := range i.CAS {
		if cas == water {
			continue
		}
		known, ok := chem.ByCAS(chem.CAS(cas))
		if !ok || !burnsNot(known.Formula) {
			return false
		}
	}
	return true
}

// burnsNot decides by the formula: an oxide, an acid, a base, a salt or a chloride without
// carbon and boron, and of silicon without hydrogen. Without oxygen and chlorine it may
// burn, as hydrazine and sulfur do.
func burnsNot(formula string) bool {
	has := func(symbol string) bool {
		for at := 0; ; {
			i := strings.Index(formula[at:], symbol)
			if i < 0 {
				return false
			}
			at += i + len(symbol)
			if at == len(formula) || formula[at] < 'a' || formula[at] > 'z' {
				return true
			}
		}
	}
	return (has("O") || has("Cl")) && !has("C") && !(has("Si") && has("H")) && !has("B")
}

// incombustibleShare adds up the ingredients that do not burn.
func (p *physical) incombustibleShare() verdict.Content {
	var sum verdict.Content
	found := false
	for i := range p.Ingredients {
		if !p.facts[i].incombustible {
			continue
		}
		sum.Known = sum.Known || !found
		found = true
		sum.Add(contentOf(p.Ingredients[i].Share))
	}
	return sum.Whole()
}

// inert reports whether no ingredient burns.
func (p *physical) inert() bool { return p.dead }

// mainly reports whether the product is, nearly pure, one of the substances of a list: yes
// or no where certain.
func (p *physical) mainly(r articleList, percent float64) (tri, []verdict.Part) {
	parts := p.among(r)
	if len(parts) == 0 {
		return no, nil
	}
	sum := sumOf(parts)
	switch {
	case p.Substance && len(p.Ingredients) == len(parts), sum.Known && sum.Low >= percent:
		return yes, parts
	case sum.High < percent:
		return no, parts
	}
	return unsure, parts
}

// called returns the word of a list that is part of the name of the only or main
// ingredient, else "".
func (p *physical) called(words int) string {
	for i := range p.Ingredients {
		if len(p.Ingredients) > 1 && p.Ingredients[i].Share.Low < 50 {
			continue
		}
		if word := p.facts[i].called[words]; word != "" {
			return word
		}
	}
	return ""
}
