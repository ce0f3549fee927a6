package nite

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"anzen/shared/reference/chem"
	"anzen/shared/reference/ghs"
)

func TestEveryCellIsAResult(t *testing.T) {
	if Count() < 3000 {
		t.Fatalf("only %d CAS numbers have results", Count())
	}
	key := regexp.MustCompile(`^[1-5][A-C]?$`)
	for cas, forms := range substances() {
		if !chem.CAS(cas).Valid() {
			t.Errorf("%s is no CAS number", cas)
		}
		for _, s := range forms {
			for _, class := range classes {
				status, categories := s.Of(class)
				if (status == Classified) != (len(categories) > 0) {
					t.Errorf("%s, %s: status %d with %v", cas, class, status, categories)
				}
				for _, c := range categories {
					special := c == Lactation && class == "reproductive_toxicity" || (c == Irritation || c == Narcosis) && class == "stot_single"
					if !special && !key.MatchString(c) {
						t.Errorf("%s, %s: %q is no category", cas, class, c)
					}
				}
			}
		}
	}
}

func TestClassesAreThoseOfGHS(t *testing.T) {
	for _, c := range classes {
		if _, ok := ghs.ClassByKey(c); !ok {
			t.Errorf("%s is no class", c)
		}
	}
}

func TestKnownResults(t *testing.T) {
	for _, tt := range []struct {
		cas, class string
		status     Status
		want       string
	}{
		{"108-88-3", "reproductive_toxicity", Classified, "1A+L"},
		{"108-88-3", "stot_single", Classified, "1+3i+3n"},
		{"108-88-3", "acute_toxicity_oral", NotClassified, ""},
		{"108-88-3", "acute_toxicity_inhalation_gas", OutOfScope, ""},
		{"108-88-3", "skin_sensitization", NotClassified, ""},
		{"67-56-1", "acute_toxicity_oral", Classified, "4"},
		{"1330-20-7", "flammable_liquids", Unknown, ""},
	} {
		forms := Lookup(tt.cas)
		if len(forms) == 0 {
			t.Fatalf("%s has no result", tt.cas)
		}
		status, categories := forms[0].Of(tt.class)
		slices.Sort(categories)
		if status != tt.status || strings.Join(categories, "+") != tt.want {
			t.Errorf("%s, %s: status %d, %v", tt.cas, tt.class, status, categories)
		}
	}
	if len(Lookup("7664-39-3")) != 2 {
		t.Error("hydrogen fluoride was classified as a gas and in water")
	}
	if Lookup("7732-18-5") != nil {
		t.Error("water was not classified")
	}
}
