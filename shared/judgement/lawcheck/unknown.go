package lawcheck

import (
	"strings"

	"anzen/shared/domain/verdict"
	"anzen/shared/reference/regulation"
)

// Unidentified is the highest share of an unidentified ingredient, one without a CAS number
// whose name stands for no known substance, or the whole product where the sheet states no
// composition. ok is false where everything is identified.
func Unidentified(s *Subject) (share Share, ok bool) {
	if len(s.Ingredients) == 0 {
		return unstated, true
	}
	i := unidentifiedOf(s, anything)
	if i < 0 {
		return Share{}, false
	}
	return s.shareOf(i), true
}

// unidentifiedOf is the index of the unidentified ingredient with the highest share; -1
// where there is none.
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

// GasPossible reports whether the product is or may be a gas under pressure: entries for
// gases only count then.
func GasPossible(s *Subject) bool {
	gas, known := s.gas()
	return gas || !known
}

// least is the lowest threshold of a class; ok is false where no entry holds.
type least struct {
	regulation.Threshold
	text string // as a condition
	ok   bool
}

// minima are the lowest thresholds of all classes in an epoch, for gases and for others.
type minima struct {
	epoch       string
	gas, others []least
}

// least is the lowest threshold of a class on a day.
func (c *Checker) least(class int, day string, gas bool) least {
	epoch := c.set.Epoch(day)
	m := c.minima.Load()
	if m == nil || m.epoch != epoch {
		m = &minima{epoch: epoch, gas: make([]least, len(c.classes)), others: make([]least, len(c.classes))}
		for i := range c.classes {
			m.gas[i], m.others[i] = c.smallest(i, day, true), c.smallest(i, day, false)
		}
		c.minima.Store(m)
	}
	if gas {
		return m.gas[class]
	}
	return m.others[class]
}

// openReason explains a verdict that an unidentified ingredient leaves open.
func openReason(is *Ingredient) (r verdict.Reason, lacks []string) {
	because := unidentified
	if alternativeName(is.Name) {
		because = alternative
	}
	if len(is.CAS) > 0 {
		numbers := strings.Join(is.CAS, ", ")
		if because == unidentified {
			because = checkName
			r.Set("cas", numbers)
		}
		r.Set("part", either(is.Name, numbers))
	}
	r.Code = string(codes[because])
	return r, missing[because]
}

func (c *Checker) smallest(class int, day string, gas bool) (l least) {
	for _, n := range c.classes[class].entries {
		e := c.entries[n]
		if !e.Holds(day) || e.Gas && !gas {
			continue
		}
		t := Smallest(e.Entry)
		if !l.ok || t.Percent < l.Percent || t.Percent == l.Percent && !t.Above {
			l.Threshold, l.ok = t, true
		}
	}
	if sum := c.classes[class].Sum; sum != nil {
		l.Threshold = *sum
	}
	l.text = compared(l.Threshold)
	return l
}

// Smallest is the content from which an entry may count.
func Smallest(e *regulation.Entry) regulation.Threshold {
	t := e.Threshold
	if e.Pure {
		t = regulation.Threshold{Percent: nearlyAll}
	}
	t.Above = t.Above || t.Percent == 0
	return t
}

// Minimum is the lowest threshold of a class on a day, for gases under pressure or for
// others; ok is false where no entry holds.
func Minimum(set *regulation.Set, class, day string, gas bool) (t regulation.Threshold, ok bool) {
	c := With(set)
	i, there := c.byClass[class]
	if !there {
		return t, false
	}
	l := c.least(int(i), day, gas)
	return l.Threshold, l.ok
}

// unknown adds proofs for the classes by composition that an unidentified ingredient may
// belong to, where no proof is at least as strong.
func (c *Checker) unknown(s *Subject, day string, all *proved) {
	share, parts := unstated, []verdict.Part(nil)
	reason, lacks := verdict.Reason{Code: string(codes[noComposition])}, missing[noComposition]
	if len(s.Ingredients) > 0 {
		place := unidentifiedOf(s, func(is *Ingredient) bool { return c.of(is).anything })
		if place < 0 {
			return
		}
		is := &s.Ingredients[place]
		share = s.shareOf(place)
		parts = []verdict.Part{{Row: is.Row, Name: is.Name, How: byName, Has: share.content()}}
		reason, lacks = openReason(is)
	}
	decided := make([]bool, len(c.classes))
	for i := range all.proofs {
		if all.proofs[i].Verdict.Strength() >= verdict.Unknown.Strength() {
			decided[all.classes[i]] = true
		}
	}
	gas := GasPossible(s)
	for i := range c.classes {
		k := &c.classes[i]
		if k.category.Basis != regulation.ByComposition || !k.category.Loaded || decided[i] {
			continue
		}
		least := c.least(i, day, gas)
		if !least.ok || parts != nil && !share.maybe(least.Threshold) {
			continue
		}
		p := all.add(int32(i))
		p.Law, p.Category, p.Class, p.Verdict, p.Threshold, p.Article = k.Law, k.category.Code, k.Code, verdict.Unknown, least.text, k.category.Article
		p.Parts, p.Reason, p.Missing = parts, reason, lacks
		takeVersion(p, k.category, day)
	}
}
