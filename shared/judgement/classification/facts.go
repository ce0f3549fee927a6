package classification

import (
	"slices"

	"anzen/shared/reference/nite"
)

// Fact is what is known of an ingredient in a class. Mild and Severe differ where sources
// differ, or one leaves the sub-category open; empty is not classified.
type Fact struct {
	Known        bool
	Mild, Severe string
	Source       Source
	// ATELow and ATEHigh are stated acute toxicity values, the more toxic one first; 0 where
	// none is stated.
	ATELow, ATEHigh float64
}

// mFactor is the M-factor of an ingredient: from Low on, High is 0 where it is not stated.
type mFactor struct {
	Low, High float64
	Source    Source
}

// harmless are substances that GHS names as of no acute toxicity (3.1.3.6.1 (b): water,
// sugar), and gases of the air, which have no toxic effect of their own.
var harmless = []string{"7732-18-5", "57-50-1", "7727-37-9", "7440-37-1", "7440-59-7", "7440-01-9", "7782-44-7"}

// union joins what two forms or sources say.
func (f Fact) union(g Fact) Fact {
	if !g.Known {
		return f
	}
	if !f.Known {
		return g
	}
	f.Mild, f.Severe = milder(f.Mild, g.Mild), severer(f.Severe, g.Severe)
	if f.Source != g.Source {
		f.Source = FromBoth
	}
	return f
}

// notAdopted are categories of GHS that JIS Z 7252 does not have.
var notAdopted = map[string]string{"skin_corrosion": "3", "aspiration": "2"}

// subcategories are the mildest and severest case of a category whose sub-category is open.
var subcategories = map[string][2]string{
	"respiratory_sensitization": {"1B", "1A"}, "skin_sensitization": {"1B", "1A"},
}

// widen makes a category the range of what it may stand for.
func widen(class, category string) (mild, severe string) {
	if notAdopted[class] == category {
		return "", ""
	}
	if s, ok := subcategories[class]; ok && category == "1" {
		return s[0], s[1]
	}
	return category, category
}

// of is the fact of one of the forms in which a substance was classified. Several
// categories of a class are of several organs: the severest counts.
func factOf(s nite.Substance, class string, effect Effect) Fact {
	status, categories := s.Of(class)
	switch status {
	case nite.Unknown:
		return Fact{}
	case nite.NotClassified, nite.OutOfScope:
		return Fact{Known: true, Source: FromNITE}
	}
	if effect != "" {
		key, category := effectKey(effect)
		if slices.Contains(categories, key) {
			return Fact{Known: true, Mild: category, Severe: category, Source: FromNITE}
		}
		return Fact{Known: true, Source: FromNITE}
	}
	f := Fact{Source: FromNITE}
	for _, c := range categories {
		if c == nite.Lactation || c == nite.Irritation || c == nite.Narcosis {
			// Beside such a result alone, nothing is said on the other categories.
			continue
		}
		mild, severe := widen(class, c)
		f.Known, f.Mild, f.Severe = true, severer(f.Mild, mild), severer(f.Severe, severe)
	}
	if class == "stot_single" && !f.Known {
		f.Known = true // category 3 is for those that are in no other
	}
	return f
}

func effectKey(e Effect) (key, category string) {
	switch e {
	case Irritation:
		return nite.Irritation, "3"
	case Narcosis:
		return nite.Narcosis, "3"
	default:
		return nite.Lactation, lactationKey
	}
}

// reference is what the government's classification says of an ingredient.
func reference(cas []string, class string, effect Effect) Fact {
	var f Fact
	open := false
	for _, n := range cas {
		if slices.Contains(harmless, n) {
			f = f.union(Fact{Known: true, Source: FromGHS})
			continue
		}
		forms := nite.Lookup(n)
		open = open || len(forms) == 0
		for _, form := range forms {
			g := factOf(form, class, effect)
			open = open || !g.Known
			f = f.union(g)
		}
	}
	if f.Known && open {
		f.Mild = "" // one of the substances, or forms, may have no such hazard
	}
	return f
}

// fact is what is known of an ingredient in a class.
func (is *Ingredient) fact(class string, effect Effect) Fact {
	return is.facts[places[part{class, effect}]]
}

func (is *Ingredient) part(f Fact) Part {
	p := Part{Rows: is.Rows, Name: is.Name, CAS: is.CAS, Share: is.Share, Category: f.Mild, Source: f.Source}
	if f.Severe != f.Mild {
		p.CategoryHigh = f.Severe
	}
	return p
}
