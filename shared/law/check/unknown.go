package check

import (
	"anzen/shared/law/regulation"
)

// Unidentified is the highest share of an ingredient that can be any substance: one without a CAS number whose
// name stands for none that is known, or all of the product where the sheet states no composition. ok is false
// where everything is identified.
func Unidentified(s *Subject) (share Share, ok bool) {
	if len(s.Ingredients) == 0 {
		return unstated, true
	}
	i := unidentifiedOf(s, func(is *Ingredient) bool { return anything(is) })
	if i < 0 {
		return Share{}, false
	}
	return s.shareOf(i), true
}

// unidentifiedOf is the place of the ingredient of highest share that can be anything; -1 where there is none.
func unidentifiedOf(s *Subject, anything func(*Ingredient) bool) int {
	best := -1
	for i := range s.Ingredients {
		if !anything(&s.Ingredients[i]) {
			continue
		}
		if best < 0 {
			best = i
			continue
		}
		a, b := s.shareOf(i), s.shareOf(best)
		if a.High > b.High || a.High == b.High && b.HighOpen && !a.HighOpen {
			best = i
		}
	}
	return best
}

// Minimum is the smallest threshold of a class on a day; ok is false where no entry holds that a content can reach.
func Minimum(set *regulation.Set, class, day string) (least regulation.Threshold, ok bool) {
	k := set.Class(class)
	if k == nil {
		return least, false
	}
	if k.Sum != nil {
		return *k.Sum, true
	}
	return minimum(set.Entries(class), day, true)
}

func minimum(entries []*regulation.Entry, day string, gas bool) (least regulation.Threshold, ok bool) {
	for _, e := range entries {
		if !e.Holds(day) || e.Gas && !gas {
			continue
		}
		t := e.Threshold
		if e.Pure {
			t = regulation.Threshold{Percent: nearlyAll}
		}
		t.Above = t.Above || t.Percent == 0
		if !ok || t.Percent < least.Percent || t.Percent == least.Percent && !t.Above {
			least, ok = t, true
		}
	}
	return least, ok
}

// unknown are the classes by composition that something unidentified of the product may belong to, and of which
// nothing stronger is known.
func (c *Checker) unknown(s *Subject, day string, proofs []Proof) []Proof {
	place := -1
	if len(s.Ingredients) > 0 {
		if place = unidentifiedOf(s, func(is *Ingredient) bool { return c.of(is).anything }); place < 0 {
			return nil
		}
	}
	decided := ByClass(proofs)
	gas, known := s.gas()
	var out []Proof
	for i := range c.classes {
		k := &c.classes[i]
		if k.category.Basis != regulation.ByComposition || !k.category.Loaded || strength(decided[k.Key()]) >= strength(Unknown) {
			continue
		}
		least, ok := minimum(c.set.Entries(k.Key()), day, gas || !known)
		if k.Sum != nil {
			least = *k.Sum
		}
		if !ok {
			continue
		}
		version := k.category.InForce(day)
		p := Proof{
			Law: k.Law, Category: k.category.Code, Class: k.Code, Verdict: Unknown, Threshold: compared(least), Article: k.category.Article,
			Version: version.From, Source: version.Source, AsOf: version.AsOf,
		}
		if place < 0 {
			p.Reason, p.Missing = Reason{Code: string(codes[noComposition])}, missing[noComposition]
			out = append(out, p)
			continue
		}
		share := s.shareOf(place)
		if !share.maybe(least) {
			continue
		}
		is := &s.Ingredients[place]
		p.Parts = []Part{{Row: is.Row, Name: is.Name, How: byName, Has: share.content()}}
		p.Missing = missing[unidentified]
		p.Reason = Reason{Code: string(codes[unidentified]), Args: map[string]string{"part": is.Name, "threshold": p.Threshold}}
		shown(p.Reason.Args, share)
		out = append(out, p)
	}
	return out
}
