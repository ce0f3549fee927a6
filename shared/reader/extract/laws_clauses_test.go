package extract_test

import (
	"slices"
	"testing"

	"anzen/shared/reader/doc"
	"anzen/shared/reader/extract"
)

// lawsOf are the laws that a reading has, in the order of their names.
func lawsOf(r extract.Result) []string {
	var out []string
	for _, v := range r.Values {
		if v.Key == "laws" {
			out = append(out, v.List...)
		}
	}
	slices.Sort(out)
	return out
}

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
		if got := lawsOf(read(sheet("en", section(15, lines(text))))); !slices.Equal(got, want) {
			t.Errorf("%s\n got %q\nwant %q", text, got, want)
		}
	}
}

// A column of answers in a table of ingredients states the law that heads it, also outside of section 15; a column of anything else does not.
func TestLawsByColumnsOfAnswers(t *testing.T) {
	heads := []string{"Chemical name", "CAS No.", "TSCA", "SARA 313"}
	for _, c := range []struct {
		rows [][]string
		want []string
	}{
		{[][]string{heads, {"Toluene", "108-88-3", "Yes", "Yes"}, {"Ethyl acetate", "141-78-6", "Yes", "No"}}, []string{"SARA 313", "TSCA"}},
		{[][]string{heads, {"Toluene", "108-88-3", "X", "-"}, {"Ethyl acetate", "141-78-6", "X", "-"}}, []string{"TSCA"}},
		{[][]string{heads, {"Toluene", "108-88-3", "Listed", "Not listed"}, {"Ethyl acetate", "141-78-6", "Not listed", "Not listed"}}, []string{"TSCA"}},
		{[][]string{heads, {"Toluene", "108-88-3", "5 ppm", "30 - 60"}, {"Ethyl acetate", "141-78-6", "Yes", "5 - 10"}}, nil},
	} {
		for _, number := range []int{3, 15} {
			for _, kind := range []doc.Kind{doc.Lattice, doc.Borderless} {
				if c.want == nil && number == 15 {
					continue // any content of a column states its law there
				}
				if got := lawsOf(read(sheet("en", tabled(number, nil, grid(kind, c.rows...))))); !slices.Equal(got, c.want) {
					t.Errorf("section %d, %s, %q:\n got %q\nwant %q", number, kind, c.rows[1], got, c.want)
				}
			}
		}
	}
}
