package classification

import (
	"encoding/json"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"anzen/shared/domain/sds"
)

// hazards are substances of many classes and categories, two that were not classified, and one whose name is all that is known.
var hazards = []string{
	"108-88-3", "1330-20-7", "67-56-1", "50-00-0", "1310-73-2", "7664-93-9", "111-30-8", "7681-52-9", "1314-13-2", "71-43-2",
	"80-05-7", "101-68-8", "822-06-0", "75-09-2", "110-54-3", "64-17-5", "67-64-1", "7439-92-1", "2682-20-4", "100-42-5", "9003-53-6", "",
}

const water = "7732-18-5"

func row(cas string, low, high float64) sds.Ingredient {
	r := sds.Ingredient{Name: "n" + cas, Concentration: &sds.Span{Low: &low, High: &high}}
	if cas != "" {
		r.CAS = []string{cas}
	}
	return r
}

func rows(t *rapid.T) []sds.Ingredient {
	var all []sds.Ingredient
	for _, cas := range rapid.SliceOfNDistinct(rapid.SampledFrom(hazards), 1, 6, rapid.ID).Draw(t, "cas") {
		low := rapid.SampledFrom([]float64{0, 0.05, 0.1, 0.25, 0.3, 0.9, 1, 2.5, 3, 5, 9.9, 10, 15}).Draw(t, "low")
		width := rapid.SampledFrom([]float64{0, 0, 0.1, 1, 5}).Draw(t, "width")
		all = append(all, row(cas, low, low+width))
	}
	return all
}

func of(rows []sds.Ingredient, state string) Subject {
	rest := 100.0
	for _, r := range rows {
		rest -= *r.Concentration.High
	}
	if rest > 0 {
		rows = append(slices.Clone(rows), row(water, rest, rest))
	}
	s := Subject{State: state, ByVolume: true}
	s.takeIngredients(rows)
	return s
}

var states = []string{"liquid", "solid", "gas", ""}

func same(t *rapid.T, what string, a, b []Result) {
	if len(a) != len(b) {
		t.Fatalf("%s: %d and %d results", what, len(a), len(b))
	}
	for i := range a {
		x, y := &a[i], &b[i]
		if x.Class != y.Class || x.Effect != y.Effect || x.Verdict != y.Verdict || x.Mildest != y.Mildest || x.Severest != y.Severest || x.Certain != y.Certain || len(x.Reasons) != len(y.Reasons) {
			t.Fatalf("%s: %s %s is %s (%v) and %s (%v)", what, x.Class, x.Effect, x.text(), x.Reasons, y.text(), y.Reasons)
		}
	}
}

func TestOrderDoesNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all, state := rows(t), rapid.SampledFrom(states).Draw(t, "state")
		a, b := of(all, state), of(rapid.Permutation(all).Draw(t, "order"), state)
		same(t, "another order", Mixture(&a), Mixture(&b))
	})
}

func TestSplittingAnIngredientChangesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all, state := rows(t), rapid.SampledFrom(states).Draw(t, "state")
		part := rapid.Float64Range(0, 1).Draw(t, "part")
		var split []sds.Ingredient
		for _, r := range all {
			low, high := *r.Concentration.Low, *r.Concentration.High
			one, two := row("", tidy(low*part), tidy(high*part)), row("", tidy(low-tidy(low*part)), tidy(high-tidy(high*part)))
			one.Name, one.CAS, two.Name, two.CAS = r.Name, r.CAS, r.Name, r.CAS
			split = append(split, one, two)
		}
		a, b := of(all, state), of(split, state)
		same(t, "split rows", Mixture(&a), Mixture(&b))
	})
}

func TestMoreIsNeverMilder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all, state := rows(t), rapid.SampledFrom(states).Draw(t, "state")
		i := rapid.IntRange(0, len(all)-1).Draw(t, "which")
		a := of(all, state)
		more := slices.Clone(all)
		by := rapid.SampledFrom([]float64{0.01, 0.1, 1, 5}).Draw(t, "by")
		if all[i].CAS == nil {
			return // of what is unknown more is less known
		}
		more[i] = row(all[i].CAS[0], *all[i].Concentration.Low+by, *all[i].Concentration.High+by)
		b := of(more, state)
		before, after := Mixture(&a), Mixture(&b)
		for k := range before {
			x, y := &before[k], &after[k]
			if rank(base(y.Mildest)) < rank(base(x.Mildest)) || rank(base(y.Severest)) < rank(base(x.Severest)) {
				t.Fatalf("%g more of %s: %s %s was %s and is %s\n%+v\n%+v", by, all[i].CAS[0], x.Class, x.Effect, x.text(), y.text(), x.Steps, y.Steps)
			}
		}
	})
}

func TestResultsAreSound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := of(rows(t), rapid.SampledFrom(states).Draw(t, "state"))
		results := Mixture(&s)
		if _, err := json.Marshal(results); err != nil {
			t.Fatal(err)
		}
		for i := range results {
			r := &results[i]
			if rank(base(r.Mildest)) > rank(base(r.Severest)) || rank(base(r.Certain)) > rank(base(r.Mildest)) {
				t.Fatalf("%s: %s, certain %s", r.Class, r.text(), r.Certain)
			}
			if (r.Verdict == Open || r.Verdict == Unknown) && len(r.Reasons) == 0 {
				t.Fatalf("%s %s is %s without a reason: %+v", r.Class, r.Effect, r.Verdict, r.Steps)
			}
			for _, step := range r.Steps {
				for _, v := range []*float64{step.Low, step.High} {
					if v != nil && (math.IsNaN(*v) || *v < 0) {
						t.Fatalf("%s: %+v", r.Class, step)
					}
				}
			}
		}
	})
}

func rowsOf(numbers []string) (all []sds.Ingredient) {
	for i, cas := range numbers {
		all = append(all, row(cas, float64(i), float64(i+5)))
	}
	return all
}
