package lawcheck_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"anzen/shared/catalog/sample"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/verdict"
	"anzen/shared/judgement/lawcheck"
	"anzen/shared/reference/regulation"
)

// The codes without reasons equal those of the proofs.
func TestCodesOfASheetAreThoseOfItsProofs(t *testing.T) {
	of := sample.New(5, 2000)
	n := 0
	for _, set := range []*regulation.Set{small(t), regulation.Current()} {
		for i := range 2000 {
			record := of.Sheet(i, 1)
			s := lawcheck.Of(&record)
			want := lawcheck.Codes(lawcheck.Sheet(set, &s, today))
			if got := lawcheck.CodesOf(set, &s, today); !slices.Equal(got, want) {
				t.Fatalf("%v, want %v", got, want)
			}
			n += len(want)
		}
	}
	if n == 0 {
		t.Error("no code was found")
	}
}

// The same for products of any state, with and without hazard data.
func TestCodesByPropertiesAreThoseOfTheProofs(t *testing.T) {
	set := regulation.Current()
	hazards := []string{"flammable_liquids/2", "oxidizing_solids/1", "oxidizing_liquids/2", "gases_under_pressure/liquefied", "aerosols/1", "pyrophoric_solids/1", "explosives/1.1", "self_reactive/G"}
	names := []string{"灯油", "大豆油", "ギヤー油", "エポキシ樹脂", "鉄粉", "硝酸アンモニウム", "水", "溶剤", "塩素酸カリウム"}
	numbers := []string{"60-29-7", "8008-20-6", "67-56-1", "6484-52-2", "7664-93-9", "7704-34-9", "74-98-6", "7439-97-6", "7732-18-5", "1305-78-8"}
	seen := map[string]bool{}
	r := rand.New(rand.NewPCG(1, 2))
	pick := func(of []string) string { return of[r.IntN(len(of))] }
	degrees := func(from, to float64) *sds.Span {
		low := from + math.Round(r.Float64()*(to-from))
		high := low + float64(r.IntN(2)*r.IntN(60))
		return []*sds.Span{nil, {Low: &low, High: &high}, {High: &high, HighOpen: true}, {Low: &low}}[r.IntN(4)]
	}
	for range 5000 {
		s := lawcheck.Subject{
			State: pick([]string{"", "liquid", "solid", "gas"}), Substance: r.IntN(3) == 0, NoFlash: r.IntN(8) == 0, FlashPoint: degrees(-60, 300), BoilingPoint: degrees(20, 90), MeltingPoint: degrees(0, 60),
			AutoIgnition: degrees(50, 400), PH: degrees(0, 14), Solubility: pick([]string{"", "soluble", "insoluble"}), UNNumber: pick([]string{"", "1294", "1993", "0081", "9999", "not_regulated"}), TransportOf: pick([]string{"", "3", "8", "1.1"}),
		}
		for range r.IntN(3) {
			s.GHSCategories = append(s.GHSCategories, pick(hazards))
		}
		for range r.IntN(4) {
			low := r.IntN(60)
			in := named(pick(names), share(float64(low), float64(low+r.IntN(41))))
			if r.IntN(2) == 0 {
				in = number(pick(numbers), in.Share)
			}
			in.Row = len(s.Ingredients)
			s.Ingredients = append(s.Ingredients, in)
		}
		want := lawcheck.Codes(lawcheck.Sheet(set, &s, today))
		if got := lawcheck.CodesOf(set, &s, today); !slices.Equal(got, want) {
			t.Fatalf("%+v: %v, want %v", s, got, want)
		}
		for _, code := range want {
			seen[code] = true
		}
	}
	for _, code := range []string{
		"JP-FSA/HAZMAT4/SPECIAL:applies", "JP-FSA/HAZMAT4/OIL:requires_context", "JP-FSA/HAZMAT4/ALCOHOL:below_threshold", "JP-FSA/HAZMAT1/DEFAULT:applies", "JP-FSA/COMBUST/DEFAULT:requires_context",
		"JP-FSA/NOTIFY/DEFAULT:below_threshold", "JP-WDA/SPECIAL/DEFAULT:requires_context", "JP-AIR/DG/CLASS3:applies", "JP-AIR/DG/CLASS3:unknown",
	} {
		if !seen[code] {
			t.Errorf("%s never occurred", code)
		}
	}
}

func TestSubstanceWithOwnThreshold(t *testing.T) {
	toluene := func(percent float64, above bool) *lawcheck.Wanted {
		return &lawcheck.Wanted{CAS: "108-88-3", Name: "トルエン", Threshold: regulation.Threshold{Percent: percent, Above: above}}
	}
	mixture := func(in ...lawcheck.Ingredient) *lawcheck.Subject {
		for i := range in {
			in[i].Row = i
		}
		return &lawcheck.Subject{Ingredients: in}
	}
	is := func(cas, name string, share lawcheck.Share) lawcheck.Ingredient {
		i := lawcheck.Ingredient{Name: name, Share: share}
		if cas != "" {
			i.CAS = []string{cas}
		}
		return i
	}
	between := func(low, high float64) lawcheck.Share { return lawcheck.Share{Low: low, High: high, Known: true} }
	for name, tt := range map[string]struct {
		s    *lawcheck.Subject
		want *lawcheck.Wanted
		is   verdict.Verdict // empty: no proof
	}{
		"enough":           {mixture(is("108-88-3", "", between(5, 10))), toluene(5, false), verdict.Applies},
		"not more":         {mixture(is("108-88-3", "", between(5, 10))), toluene(5, true), verdict.RequiresContext},
		"too little":       {mixture(is("108-88-3", "", between(1, 2))), toluene(5, false), verdict.BelowThreshold},
		"added up":         {mixture(is("108-88-3", "", between(3, 3)), is("108-88-3", "", between(2, 2))), toluene(5, false), verdict.Applies},
		"by its name":      {mixture(is("", "トルエン", between(5, 10))), toluene(5, false), verdict.Applies},
		"no share":         {mixture(is("108-88-3", "", lawcheck.Share{High: 100})), toluene(5, false), verdict.RequiresContext},
		"any content":      {mixture(is("108-88-3", "", lawcheck.Share{High: 1, LowOpen: true, Known: true})), toluene(0, false), verdict.Applies},
		"another":          {mixture(is("64-17-5", "", between(5, 10))), toluene(5, false), ""},
		"nothing is known": {mixture(), toluene(5, false), ""},
	} {
		p, ok := lawcheck.Substance(tt.s, tt.want)
		if ok != (tt.is != "") || p.Verdict != tt.is {
			t.Errorf("%s: %v %+v", name, ok, p)
		}
		if ok && (p.Explain("ja") == "" || p.Explain("ja") == p.Reason.Code || len(p.Parts) == 0) {
			t.Errorf("%s: %q, %+v", name, p.Explain("ja"), p.Parts)
		}
	}
	hidden := mixture(is("", "非開示成分", lawcheck.Share{High: 5, HighOpen: true, Known: true}))
	if p, ok := lawcheck.Open(hidden, regulation.Threshold{Percent: 1}); !ok || p.Verdict != verdict.Unknown || len(p.Parts) != 1 {
		t.Errorf("%v %+v", ok, p)
	}
	if p, ok := lawcheck.Open(hidden, regulation.Threshold{Percent: 5}); ok {
		t.Errorf("%+v", p)
	}
	if p, ok := lawcheck.Open(mixture(), regulation.Threshold{Percent: 5}); !ok || len(p.Missing) == 0 {
		t.Errorf("%v %+v", ok, p)
	}
}

// A ground depends on what is found, not on its order.
func TestGround(t *testing.T) {
	a := verdict.Proof{Law: "L", Category: "C", Class: "D", Verdict: verdict.Applies, Entry: "e", Threshold: ">= 1", Parts: []verdict.Part{
		{CAS: "108-88-3", Has: verdict.Content{Low: 1, High: 2, Known: true}, Factor: 1}, {Name: "x", Factor: 1},
	}}
	b := a
	b.Class = "E"
	same := lawcheck.Ground([]verdict.Proof{a, b})
	turned := a
	turned.Parts = []verdict.Part{a.Parts[1], a.Parts[0]}
	turned.Version, turned.Source = "2027-01-01", "another"
	if got := lawcheck.Ground([]verdict.Proof{b, turned}); got != same {
		t.Errorf("%s, want %s", got, same)
	}
	seen := map[string]bool{same: true}
	for name, change := range map[string]func(p *verdict.Proof){
		"verdict":   func(p *verdict.Proof) { p.Verdict = verdict.Scheduled },
		"entry":     func(p *verdict.Proof) { p.Entry = "f" },
		"threshold": func(p *verdict.Proof) { p.Threshold = ">= 2" },
		"share":     func(p *verdict.Proof) { p.Parts = []verdict.Part{a.Parts[1]} },
		"open end": func(p *verdict.Proof) {
			p.Parts = slices.Clone(p.Parts)
			p.Parts[0].Has.HighOpen = true
		},
	} {
		c := a
		change(&c)
		if g := lawcheck.Ground([]verdict.Proof{c, b}); seen[g] {
			t.Errorf("the ground does not depend on %s", name)
		} else {
			seen[g] = true
		}
	}
	if lawcheck.Ground(nil) != lawcheck.Ground([]verdict.Proof{{Verdict: verdict.NotListed}}) {
		t.Error("a class not listed has a ground")
	}
}

// The days of a sheet's verdicts are those of the entries in its proofs.
func TestDatesOfASheetAreThoseOfItsProofs(t *testing.T) {
	of, set := sample.New(5, 1000), regulation.Current()
	n, announced := 0, 0
	for i := range 1000 {
		record := of.Sheet(i, 1)
		s := lawcheck.Of(&record)
		_, dates := lawcheck.Judged(set, &s, today)
		var want []string
		for _, p := range lawcheck.Sheet(set, &s, today) {
			e := set.Entry(p.EntryID)
			if e == nil || e.From == "" || p.Verdict.Strength() < verdict.Scheduled.Strength() {
				continue
			}
			want = append(want, lawcheck.Date(p.Key(), e.From))
			if p.Verdict == verdict.Scheduled {
				announced++
			}
		}
		slices.Sort(want)
		if want = slices.Compact(want); !slices.Equal(dates, want) {
			t.Fatalf("%v, want %v", dates, want)
		}
		n += len(want)
	}
	if n == 0 || announced == 0 {
		t.Errorf("%d days, %d announced verdicts", n, announced)
	}
}
