package check_test

import (
	"slices"
	"testing"

	"anzen/shared/catalog/sample"
	"anzen/shared/law/check"
	"anzen/shared/law/regulation"
)

// What is said without words is what the proofs say.
func TestCodesOfASheetAreThoseOfItsProofs(t *testing.T) {
	of := sample.New(5, 2000)
	told := 0
	for _, set := range []*regulation.Set{small(t), regulation.Current()} {
		for i := range 2000 {
			head := of.Sheet(i, 1)
			s := check.Of(&head)
			want := check.Codes(check.Sheet(set, &s, today))
			if got := check.CodesOf(set, &s, today); !slices.Equal(got, want) {
				t.Fatalf("%v, want %v", got, want)
			}
			told += len(want)
		}
	}
	if told == 0 {
		t.Error("nothing was found")
	}
}

func TestASubstanceOfSomebodysOwn(t *testing.T) {
	toluene := func(percent float64, above bool) *check.Wanted {
		return &check.Wanted{CAS: "108-88-3", Name: "トルエン", Threshold: regulation.Threshold{Percent: percent, Above: above}}
	}
	mixture := func(in ...check.Ingredient) *check.Subject {
		for i := range in {
			in[i].Row = i
		}
		return &check.Subject{Ingredients: in}
	}
	is := func(cas, name string, share check.Share) check.Ingredient {
		i := check.Ingredient{Name: name, Share: share}
		if cas != "" {
			i.CAS = []string{cas}
		}
		return i
	}
	between := func(low, high float64) check.Share { return check.Share{Low: low, High: high, Known: true} }
	for name, tt := range map[string]struct {
		s    *check.Subject
		want *check.Wanted
		is   check.Verdict // empty: nothing is said
	}{
		"enough":           {mixture(is("108-88-3", "", between(5, 10))), toluene(5, false), check.Applies},
		"not more":         {mixture(is("108-88-3", "", between(5, 10))), toluene(5, true), check.RequiresContext},
		"too little":       {mixture(is("108-88-3", "", between(1, 2))), toluene(5, false), check.BelowThreshold},
		"added up":         {mixture(is("108-88-3", "", between(3, 3)), is("108-88-3", "", between(2, 2))), toluene(5, false), check.Applies},
		"by its name":      {mixture(is("", "トルエン", between(5, 10))), toluene(5, false), check.Applies},
		"no share":         {mixture(is("108-88-3", "", check.Share{High: 100})), toluene(5, false), check.RequiresContext},
		"any content":      {mixture(is("108-88-3", "", check.Share{High: 1, LowOpen: true, Known: true})), toluene(0, false), check.Applies},
		"another":          {mixture(is("64-17-5", "", between(5, 10))), toluene(5, false), ""},
		"nothing is known": {mixture(), toluene(5, false), ""},
	} {
		p, ok := check.Substance(tt.s, tt.want)
		if ok != (tt.is != "") || p.Verdict != tt.is {
			t.Errorf("%s: %v %+v", name, ok, p)
		}
		if ok && (p.Reason.In("ja") == "" || p.Reason.In("ja") == p.Reason.Code || len(p.Parts) == 0) {
			t.Errorf("%s: %q, %+v", name, p.Reason.In("ja"), p.Parts)
		}
	}
	hidden := mixture(is("", "非開示成分", check.Share{High: 5, HighOpen: true, Known: true}))
	if p, ok := check.Open(hidden, regulation.Threshold{Percent: 1}); !ok || p.Verdict != check.Unknown || len(p.Parts) != 1 {
		t.Errorf("%v %+v", ok, p)
	}
	if p, ok := check.Open(hidden, regulation.Threshold{Percent: 5}); ok {
		t.Errorf("%+v", p)
	}
	if p, ok := check.Open(mixture(), regulation.Threshold{Percent: 5}); !ok || len(p.Missing) == 0 {
		t.Errorf("%v %+v", ok, p)
	}
}

// A ground changes with what is found, not with the order in which it stands.
func TestGround(t *testing.T) {
	a := check.Proof{Law: "L", Category: "C", Class: "D", Verdict: check.Applies, Entry: "e", Threshold: ">= 1", Parts: []check.Part{
		{CAS: "108-88-3", Has: check.Content{Low: 1, High: 2, Known: true}, Factor: 1}, {Name: "x", Factor: 1},
	}}
	b := a
	b.Class = "E"
	same := check.Ground([]check.Proof{a, b})
	turned := a
	turned.Parts = []check.Part{a.Parts[1], a.Parts[0]}
	turned.Version, turned.Source = "2027-01-01", "another"
	if got := check.Ground([]check.Proof{b, turned}); got != same {
		t.Errorf("%s, want %s", got, same)
	}
	seen := map[string]bool{same: true}
	for name, change := range map[string]func(p *check.Proof){
		"verdict":   func(p *check.Proof) { p.Verdict = check.Scheduled },
		"entry":     func(p *check.Proof) { p.Entry = "f" },
		"threshold": func(p *check.Proof) { p.Threshold = ">= 2" },
		"share":     func(p *check.Proof) { p.Parts = []check.Part{a.Parts[1]} },
		"open end": func(p *check.Proof) {
			p.Parts = slices.Clone(p.Parts)
			p.Parts[0].Has.HighOpen = true
		},
	} {
		c := a
		change(&c)
		if g := check.Ground([]check.Proof{c, b}); seen[g] {
			t.Errorf("%s does not count", name)
		} else {
			seen[g] = true
		}
	}
	if check.Ground(nil) != check.Ground([]check.Proof{{Verdict: check.NotListed}}) {
		t.Error("what is not listed is a ground")
	}
}
