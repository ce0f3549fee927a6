package lawcheck_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"anzen/shared/domain/verdict"
	"anzen/shared/judgement/lawcheck"
)

// numbers are the substances of the small set, each under another rule, and two that are on
// no list.
var numbers = []string{
	"108-88-3", "1330-20-7", "108-38-3", "71-43-2", "67-64-1", "50-00-0", "7439-92-1", "7758-97-6", "1317-36-8", "7733-02-0", "1314-13-2",
	"7664-41-7", "64-17-5", "333-41-5", "60-24-2", "75-15-0", "8006-61-9", "7732-18-5", "7647-14-5",
}

// content draws a share around the thresholds, in steps that binary fractions cannot
// represent.
func content(t *rapid.T, name string) float64 {
	return float64(rapid.IntRange(0, 300).Draw(t, name)) / 10 * rapid.SampledFrom([]float64{0.01, 0.1, 1}).Draw(t, name+" scale")
}

func anyShare(t *rapid.T) lawcheck.Share {
	low, high := content(t, "low"), content(t, "high")
	if low > high {
		low, high = high, low
	}
	s := lawcheck.Share{Low: low, High: high, Known: true}
	if low < high {
		s.LowOpen, s.HighOpen = rapid.Bool().Draw(t, "low open"), rapid.Bool().Draw(t, "high open")
	}
	return s
}

func anyProduct(t *rapid.T) lawcheck.Subject {
	some := rapid.SliceOfNDistinct(rapid.SampledFrom(numbers), 1, 5, rapid.ID[string]).Draw(t, "numbers")
	all := make([]lawcheck.Ingredient, len(some))
	for i, cas := range some {
		all[i] = number(cas, anyShare(t))
	}
	s := product(all...)
	s.State = rapid.SampledFrom([]string{"liquid", "gas", ""}).Draw(t, "state")
	return s
}

func with(s lawcheck.Subject, change func(all []lawcheck.Ingredient) []lawcheck.Ingredient) lawcheck.Subject {
	s.Ingredients = change(slices.Clone(s.Ingredients))
	for i := range s.Ingredients {
		s.Ingredients[i].Row = i
	}
	return s
}

// entryVerdicts returns the verdicts of all entries and sums, of classes without exclusive
// groups.
func entryVerdicts(proofs []verdict.Proof) map[string]verdict.Verdict {
	out := map[string]verdict.Verdict{}
	for i := range proofs {
		p := &proofs[i]
		if p.Category != "DELETERIOUS" && (p.Category != "SOLVENT" || p.Class == "T1") {
			out[p.Key()+" "+p.Entry] = p.Verdict
		}
	}
	return out
}

func TestMoreOfAnIngredientNeverMakesLessOfAVerdict(t *testing.T) {
	set := small(t)
	rapid.Check(t, func(t *rapid.T) {
		s := anyProduct(t)
		i := rapid.IntRange(0, len(s.Ingredients)-1).Draw(t, "which")
		more := with(s, func(all []lawcheck.Ingredient) []lawcheck.Ingredient {
			by := content(t, "more")
			all[i].Share.Low, all[i].Share.High = all[i].Share.Low+by, all[i].Share.High+by
			return all
		})
		after := entryVerdicts(lawcheck.Sheet(set, &more, today))
		for key, v := range entryVerdicts(lawcheck.Sheet(set, &s, today)) {
			if after[key].Strength() < v.Strength() {
				t.Fatalf("%s was %s and is %s of more", key, v, after[key])
			}
		}
	})
}

func TestANarrowerRangeNeverWidensAVerdict(t *testing.T) {
	set := small(t)
	rapid.Check(t, func(t *rapid.T) {
		s := anyProduct(t)
		i := rapid.IntRange(0, len(s.Ingredients)-1).Draw(t, "which")
		narrower := with(s, func(all []lawcheck.Ingredient) []lawcheck.Ingredient {
			share := &all[i].Share
			at := share.Low + (share.High-share.Low)*rapid.Float64Range(0.1, 0.9).Draw(t, "at")
			if rapid.Bool().Draw(t, "from below") {
				share.Low, share.LowOpen = at, false
			} else {
				share.High, share.HighOpen = at, false
			}
			return all
		})
		after := entryVerdicts(lawcheck.Sheet(set, &narrower, today))
		for key, v := range entryVerdicts(lawcheck.Sheet(set, &s, today)) {
			if certain := v == verdict.Applies || v == verdict.BelowThreshold; certain && after[key] != v {
				t.Fatalf("%s was certain to be %s and is %s", key, v, after[key])
			}
		}
	})
}

func TestTheOrderOfIngredientsDoesNotMatter(t *testing.T) {
	set := small(t)
	rapid.Check(t, func(t *rapid.T) {
		s := anyProduct(t)
		other := with(s, func(all []lawcheck.Ingredient) []lawcheck.Ingredient { return rapid.Permutation(all).Draw(t, "order") })
		a, b := lawcheck.Sheet(set, &s, today), lawcheck.Sheet(set, &other, today)
		if !slices.Equal(lawcheck.Codes(a), lawcheck.Codes(b)) || lawcheck.Ground(a) != lawcheck.Ground(b) {
			t.Fatalf("%v, then %v", lawcheck.Codes(a), lawcheck.Codes(b))
		}
	})
}

func TestHalvesAreTheWhole(t *testing.T) {
	set := small(t)
	rapid.Check(t, func(t *rapid.T) {
		s := anyProduct(t)
		i := rapid.IntRange(0, len(s.Ingredients)-1).Draw(t, "which")
		halves := with(s, func(all []lawcheck.Ingredient) []lawcheck.Ingredient {
			all[i].Share.Low, all[i].Share.High = all[i].Share.Low/2, all[i].Share.High/2
			return append(all, all[i])
		})
		if a, b := lawcheck.CodesOf(set, &s, today), lawcheck.CodesOf(set, &halves, today); !slices.Equal(a, b) {
			t.Fatalf("%v, as halves %v", a, b)
		}
	})
}

func TestWhatIsOnNoListChangesNothing(t *testing.T) {
	set := small(t)
	rapid.Check(t, func(t *rapid.T) {
		s := anyProduct(t)
		more := with(s, func(all []lawcheck.Ingredient) []lawcheck.Ingredient {
			return append(all, number("50-99-7", anyShare(t)))
		})
		if a, b := lawcheck.CodesOf(set, &s, today), lawcheck.CodesOf(set, &more, today); !slices.Equal(a, b) {
			t.Fatalf("%v, with glucose %v", a, b)
		}
	})
}

func TestWhatIsAnnouncedAppliesOnItsDay(t *testing.T) {
	set := small(t)
	rapid.Check(t, func(t *rapid.T) {
		s := anyProduct(t)
		for _, p := range lawcheck.Sheet(set, &s, today) {
			if p.Verdict != verdict.Scheduled {
				continue
			}
			before, on := verdict.ByClass(lawcheck.Sheet(set, &s, "2027-03-31"))[p.Key()], verdict.ByClass(lawcheck.Sheet(set, &s, p.From))[p.Key()]
			if before.Strength() < verdict.Scheduled.Strength() || on.Strength() < verdict.RequiresContext.Strength() {
				t.Fatalf("%s is announced for %s: %s the day before, %s on it", p.Entry, p.From, before, on)
			}
		}
	})
}
