package selection_test

import (
	"testing"

	"anzen/shared/domain/selection"
)

func TestFormerNumbersOfHazardClasses(t *testing.T) {
	for former, want := range map[selection.Filter]selection.Filter{
		"":                                    "",
		"text=ghs_class&h_code=H225":          "h_code=H225&text=ghs_class",
		"ghs_class=1005000":                   "ghs_class=1005000",
		"ghs_class=1020000":                   "ghs_class=1020000",
		"ghs_class=1021000":                   "ghs_class=1021000&ghs_class=1022000", // dusts or mists
		"ghs_class=1022000&mine=true":         "ghs_class=1023000&mine=true",         // skin corrosion
		"ghs_class_not=1028000%2C1034000":     "ghs_class_not=1029000&ghs_class_not=1035000",
		"ghs_category=2022002":                "ghs_category=2023002",
		"ghs_category=2021008&text=a":         "ghs_category=2021008&ghs_category=2022008&text=a",
		"ghs_category=0&ghs_category=9999999": "ghs_category=0&ghs_category=9999999",
		"ghs_category_not=2028020":            "ghs_category_not=2029020",
		"ghs_class=what":                      "ghs_class=what",
		"ghs_class=%zz":                       "ghs_class=%zz",
	} {
		if got := former.Renumbered(); got != want {
			t.Errorf("%q: %q, want %q", former, got, want)
		}
	}
}
