package extract_test

import (
	"slices"
	"testing"
)

// A sentence may state one law and deny another.
func TestLawsByClause(t *testing.T) {
	for text, want := range map[string][]string{
		"This product is listed on the TSCA inventory but is not subject to SARA 313 reporting.":                                          {"TSCA"},
		"This product does not contain chemicals subject to SARA 313, but all ingredients are listed on the TSCA inventory.":              {"TSCA"},
		"The product contains toluene, which is subject to SARA 313 and not to SARA 302.":                                                 {"SARA 313"},
		"Toluene is regulated under CERCLA and SARA 313, but not under SARA 302.":                                                         {"CERCLA", "SARA 313"},
		"This product is not regulated under CERCLA, although it is subject to California Proposition 65.":                                {"California Proposition 65"},
		"While not subject to SARA 302, this product contains chemicals reportable under SARA 313.":                                       {"SARA 313"},
		"This material is not a hazardous waste under RCRA; it is listed on the TSCA inventory.":                                          {"TSCA"},
		"Subject to SARA 311/312, but neither to SARA 302 nor to SARA 313.":                                                               {"SARA 311/312"},
		"No ingredient is listed under SARA 313; however, toluene is listed under California Proposition 65.":                             {"California Proposition 65"},
		"This product, which is exempt from TSCA, is subject to SARA 313.":                                                                {"SARA 313"},
		"None of the ingredients is subject to SARA 302, SARA 313 or CERCLA.":                                                             nil,
		"All ingredients are listed on, or exempt from, the TSCA inventory, and the material is not subject to reporting under SARA 302.": {"TSCA"},
	} {
		r := read(sheet("en", section(15, lines(text))))
		var got []string
		for _, v := range r.Values {
			if v.Key == "laws" {
				got = append(got, v.List...)
			}
		}
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%s\n got %q\nwant %q", text, got, want)
		}
	}
}
