package clp

import (
	"slices"
	"testing"
	"testing/fstest"

	"anzen/shared/reference/ghs"
)

func TestReadingAnEntry(t *testing.T) {
	got, unread := Read("Flam. Liq. 2\nRepr. 2\nAcute Tox. 3 *\nAcute Tox. 4 *\nSTOT SE 3\nSTOT RE 2 **\nPress. Gas\nOrg. Perox. D\nUnst. Expl.\nLact.\nSkin Corr. 1B\nFlam. Gas 1A, Chem. Unst. Gas A\nWhat 1", "H225\nH361d ***\nH311\nH302\nH336\nH373 **")
	want := []Hazard{
		{"flammable_liquids", "2"},
		{"reproductive_toxicity", "2"},
		{"acute_toxicity_dermal", "3"},
		{"acute_toxicity_oral", "4"},
		{"stot_single", "3"},
		{"stot_repeated", "2"},
		{"gases_under_pressure", ""},
		{"organic_peroxides", "D"},
		{"explosives", "unstable"},
		{"reproductive_toxicity", "lactation"},
		{"skin_corrosion", "1B"},
		{"flammable_gases", "1A"},
	}
	if !slices.Equal(got, want) || !slices.Equal(unread, []string{"What 1"}) {
		t.Errorf("%v\nunread %v", got, unread)
	}
}

func TestEveryClassIsOne(t *testing.T) {
	for code, class := range abbreviations {
		if _, ok := ghs.ClassByKey(class); !ok {
			t.Errorf("%s is %s", code, class)
		}
	}
}

func TestATable(t *testing.T) {
	loaded := In(folder("# as of: 2026-09-01\ncas\tcategories\n108-88-3\tflammable_liquids/2;skin_corrosion/2\n"))
	if loaded.AsOf != "2026-09-01" || !slices.Equal(loaded.Of("108-88-3"), []Hazard{{"flammable_liquids", "2"}, {"skin_corrosion", "2"}}) || loaded.Of("7732-18-5") != nil {
		t.Errorf("%+v", loaded)
	}
	if empty := In(folder("# as of:\ncas\tcategories\n")); empty.AsOf != "" || empty.Of("108-88-3") != nil {
		t.Errorf("%+v", empty)
	}
	for cas, hazards := range Current().byCAS {
		for _, h := range hazards {
			if _, ok := ghs.CategoryOf(h.Class, h.Category); !ok && h.Category != "" || !cas.Valid() {
				t.Errorf("%s: %+v", cas, h)
			}
		}
	}
}

// folder has a table.
func folder(text string) fstest.MapFS {
	return fstest.MapFS{"classifications.tsv": {Data: []byte(text)}}
}
