package lawcheck_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"anzen/shared/domain/verdict"
	"anzen/shared/judgement/lawcheck"
	"anzen/shared/reference/regulation"
)

// drawn are the numbers of substances that many lists contain, with groups, sums, elements
// and contents as another substance.
var drawn = []string{
	"108-88-3", "1330-20-7", "75-15-0", "67-64-1", "100-41-4", "75-09-2", "50-00-0", "71-43-2", "7664-93-9", "7647-01-0", "1310-73-2", "7440-02-0", "7718-54-9",
	"1333-82-0", "7758-97-6", "62-76-0", "151-50-8", "2921-88-2", "60-24-2", "8006-61-9", "108-95-2", "7732-18-5", "335-67-1", "1306-19-0", "57-14-7",
}

// strengths are the strongest verdicts of the classes that composition decides.
func strengths(s *lawcheck.Subject) map[string]verdict.Verdict {
	set := regulation.Current()
	all := verdict.ByClass(lawcheck.Sheet(set, s, today))
	for key := range all {
		if k := set.Class(key); set.Category(k.Law, k.Category).Basis != regulation.ByComposition {
			delete(all, key)
		}
	}
	return all
}

// mixture is a liquid of some substances with exact shares below 100 % together.
func mixture(t *rapid.T) lawcheck.Subject {
	numbers := rapid.SliceOfNDistinct(rapid.SampledFrom(drawn), 1, 5, rapid.ID[string]).Draw(t, "numbers")
	var all []lawcheck.Ingredient
	for _, cas := range numbers {
		v := float64(rapid.IntRange(1, 1800).Draw(t, "hundredths")) / 100
		all = append(all, number(cas, share(v, v)))
	}
	s := product(all...)
	s.State = "liquid"
	return s
}

// lessens are the classes whose law gives way to a higher content: a class of an exclusive
// group (poisonous before deleterious, class 1 solvents before class 2), and those whose
// entries end at a content.
func lessens(k *regulation.Class) bool { return k.Exclusive != "" }

// More of an ingredient never removes a duty, except where a higher class takes it over.
func TestMoreOfAnIngredientRemovesNoDuty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := mixture(t)
		before := strengths(&s)
		more := s
		more.Ingredients = slices.Clone(s.Ingredients)
		i := rapid.IntRange(0, len(s.Ingredients)-1).Draw(t, "which")
		v := s.Ingredients[i].Share.Low + float64(rapid.IntRange(1, 1000).Draw(t, "more"))/100
		more.Ingredients[i].Share = share(v, v)
		after := strengths(&more)
		for key, v := range before {
			if after[key].Strength() < v.Strength() && !lessens(regulation.Current().Class(key)) {
				t.Fatalf("%s is %s, and %s with more of %v", key, v, after[key], s.Ingredients[i].CAS)
			}
		}
	})
}

// An ingredient on two lines is the same product.
func TestSplittingAnIngredientChangesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := mixture(t)
		before := strengths(&s)
		i := rapid.IntRange(0, len(s.Ingredients)-1).Draw(t, "which")
		part := rapid.IntRange(1, 99).Draw(t, "part")
		split := s
		split.Ingredients = slices.Clone(s.Ingredients)
		// Hundredths of a per cent, so that the parts add up exactly.
		whole := s.Ingredients[i].Share.Low
		first := float64(int(whole*100)*part/100) / 100
		second := float64(int(whole*100+0.5)-int(first*100+0.5)) / 100
		split.Ingredients[i].Share = share(first, first)
		split.Ingredients = append(split.Ingredients, number(s.Ingredients[i].CAS[0], share(second, second)))
		for j := range split.Ingredients {
			split.Ingredients[j].Row = j
		}
		after := strengths(&split)
		for key, v := range before {
			if after[key] != v {
				t.Fatalf("%s is %s, and %s after splitting %v of %g %%", key, v, after[key], s.Ingredients[i].CAS, whole)
			}
		}
		if len(after) != len(before) {
			t.Fatalf("%d classes, %d after splitting", len(before), len(after))
		}
	})
}
