package lawcheck_test

import (
	"math"
	"strings"
	"testing"

	"anzen/shared/domain/sds"
	"anzen/shared/domain/verdict"
	"anzen/shared/judgement/lawcheck"
	"anzen/shared/reference/regulation"
)

func ofVolume(cas string, percent float64) sds.Ingredient {
	return sds.Ingredient{CAS: []string{cas}, Concentration: &sds.Span{Low: &percent, High: &percent}, ByVolume: true}
}

// What a sheet states by volume is compared within the limits that densities allow.
func TestSharesByVolume(t *testing.T) {
	set := regulation.Current()
	const solvents, day = "JP-ISHA/YUKI/T2", "2026-11-24"
	for _, c := range []struct {
		percent float64
		want    verdict.Verdict
	}{{1, verdict.BelowThreshold}, {4, verdict.RequiresContext}, {6, verdict.RequiresContext}, {13, verdict.Applies}, {100, verdict.Applies}} {
		record := &sds.Sheet{State: "liquid", Ingredients: []sds.Ingredient{ofVolume("108-88-3", c.percent)}}
		s := lawcheck.Of(record)
		proofs := lawcheck.Sheet(set, &s, day)
		if got := verdict.ByClass(proofs)[solvents]; got != c.want {
			t.Errorf("%v vol%%: %s, not %s", c.percent, got, c.want)
		}
		for i := range proofs {
			if p := &proofs[i]; p.Key() == solvents && c.want == verdict.RequiresContext && p.Reason.Code != "law.by_volume" {
				t.Errorf("%v vol%%: %s", c.percent, p.Explain("en"))
			}
			if p := &proofs[i]; p.Key() == solvents && c.want == verdict.BelowThreshold && !strings.HasSuffix(p.Explain("en"), "(The sheet states parts of the volume, which are converted to mass.)") {
				t.Errorf("%v vol%% without a word on the conversion: %s", c.percent, p.Explain("en"))
			}
		}
	}
}

// Parts of the volume of a gas are parts of the amount of substance.
func TestSharesOfGasesByVolume(t *testing.T) {
	s := lawcheck.Of(&sds.Sheet{State: "gas", Ingredients: []sds.Ingredient{ofVolume("630-08-0", 10), ofVolume("7727-37-9", 90)}})
	if got := s.Ingredients[0].Share; math.Abs(got.Low-9.999) > 0.01 || got.Low != got.High {
		t.Errorf("carbon monoxide in nitrogen: %v", got)
	}
	s = lawcheck.Of(&sds.Sheet{State: "gas", Ingredients: []sds.Ingredient{ofVolume("1333-74-0", 50), ofVolume("7439-97-6", 50)}})
	if got := s.Ingredients[0].Share; got.High > 1.1 || got.High < 0.9 {
		t.Errorf("hydrogen beside mercury vapour: %v", got)
	}
	s = lawcheck.Of(&sds.Sheet{State: "gas", Ingredients: []sds.Ingredient{ofVolume("630-08-0", 10), {Name: "不明", Concentration: nil}}})
	if got := s.Ingredients[0].Share; math.Abs(got.Low-0.876) > 0.001 || math.Abs(got.High-60.69) > 0.01 {
		t.Errorf("beside something unknown, which is lighter than hydrogen or heavier than uranium hexafluoride: %v", got)
	}
	// The product is the substance but for a thousandth, whatever that is.
	carbonDioxide := ofVolume("124-38-9", 99.9)
	carbonDioxide.Concentration.High = nil
	s = lawcheck.Of(&sds.Sheet{State: "gas", Ingredients: []sds.Ingredient{carbonDioxide}})
	if got := s.Ingredients[0].Share; got.Low != 99.206 || got.High != 100 {
		t.Errorf("99.9 vol%% or more of carbon dioxide: %v", got)
	}
	carbonDioxide.CAS = nil
	s = lawcheck.Of(&sds.Sheet{State: "gas", Ingredients: []sds.Ingredient{carbonDioxide}})
	if got := s.Ingredients[0].Share; math.Abs(got.Low-85.12) > 0.01 || got.High != 100 {
		t.Errorf("99.9 vol%% or more of something: %v", got)
	}
}
