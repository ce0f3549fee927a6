package check

import (
	"slices"
	"strings"

	"anzen/shared/chem"
	"anzen/shared/sds"
)

// flashPoint is the product's, or the range in which the stated category of
// flammable liquids puts it where the sheet states no number.
func (p *physical) flashPoint() (flash *sds.Span, category string) {
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

// flashReason says how the flash point lies to a band, and from where it is known.
func flashReason(in tri, flash *sds.Span, category string, b band) Reason {
	code := map[tri]string{yes: "flash_within", no: "flash_outside", unsure: "flash_straddles"}[in]
	args := []string{"flash", spanText(flash), "band", b.words()}
	if category != "" {
		return reason(code+"_ghs", append(args, "category", category)...)
	}
	return reason(code, args...)
}

// words is the band for people: "< 21", "21-70".
func (b band) words() string {
	switch {
	case b.low == -endless:
		return "< " + figure(b.high)
	case b.high == endless:
		return ">= " + figure(b.low)
	}
	return ">= " + figure(b.low) + ", < " + figure(b.high)
}

// water is the number of water.
const water = "7732-18-5"

// incombustible tells ingredients that certainly do not burn: water and inorganic compounds.
func incombustible(i *Ingredient) bool {
	if len(i.CAS) == 0 {
		name := chem.Squeeze(i.Name)
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

// burnsNot reads a formula: an oxide, an acid, a base, a salt or a chloride without carbon, silicon and boron. What
// has neither oxygen nor chlorine may burn without carbon, as hydrazine and sulfur do.
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
	return (has("O") || has("Cl")) && !has("C") && !has("Si") && !has("B")
}

// incombustibleShare adds up the ingredients that do not burn.
func (s *Subject) incombustibleShare() Content {
	var parts []Part
	for i := range s.Ingredients {
		if incombustible(&s.Ingredients[i]) {
			parts = append(parts, s.Ingredients[i].part("", "cas"))
		}
	}
	return sumOf(parts)
}

// inert tells that nothing in the product burns: every ingredient is known, and
// together they are all of it.
func (s *Subject) inert() bool {
	for i := range s.Ingredients {
		if !incombustible(&s.Ingredients[i]) {
			return false
		}
	}
	return len(s.Ingredients) > 0
}

// mainly tells whether the product is one of the substances with the numbers, as good as pure: yes or no where
// certain.
func (s *Subject) mainly(numbers []string, percent float64) (tri, []Part) {
	parts := s.among(numbers)
	if len(parts) == 0 {
		return no, nil
	}
	sum := sumOf(parts)
	switch {
	case s.Substance && len(s.Ingredients) == len(parts), sum.Known && sum.Low >= percent:
		return yes, parts
	case sum.High < percent:
		return no, parts
	}
	return unsure, parts
}

// called tells whether the product's only or main ingredient, or the product, bears one of the names.
func (s *Subject) called(names []string) string {
	for _, i := range s.Ingredients {
		if len(s.Ingredients) > 1 && i.Share.Low < 50 {
			continue
		}
		name := chem.Squeeze(i.Name)
		if n := slices.IndexFunc(names, func(n string) bool { return strings.Contains(name, n) }); n >= 0 {
			return names[n]
		}
	}
	return ""
}
