package search_test

import (
	"fmt"
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"anzen/shared/domain/sds"
	"anzen/shared/library/librarytest"
	"anzen/shared/library/search"
	"anzen/shared/library/settle"
	"anzen/shared/reference/ghs"
	"anzen/shared/reference/law"
)

// term is a value of a vocabulary, as the dashboard offers it.
type term struct {
	Value string `json:"value"`
	Ja    string `json:"ja"`
	En    string `json:"en"`
}

// The dashboard reads the values of the filters on the product's vocabularies from this
// file.
func TestTheDashboardsVocabularyIsCurrent(t *testing.T) {
	var file struct {
		GHSClass    []term `json:"ghs_class"`
		GHSCategory []term `json:"ghs_category"`
		Regulation  []term `json:"regulation"`
	}
	for _, c := range ghs.Classes() {
		file.GHSClass = append(file.GHSClass, term{strconv.Itoa(c.ID()), c.Ja, c.En})
		for _, k := range ghs.Categories(c.ID()) {
			// A class has only some of the numbered categories.
			if len(ghs.HazardsFor(c.Family(), k.Key)) > 0 {
				file.GHSCategory = append(file.GHSCategory, term{strconv.Itoa(k.ID), c.Ja + " " + k.Ja, c.En + " " + k.En})
			}
		}
	}
	for _, k := range []ghs.Category{ghs.NotClassified, ghs.NotPossible} {
		file.GHSCategory = append(file.GHSCategory, term{strconv.Itoa(k.ID), k.Ja, k.En})
	}
	for _, r := range law.Regulations() {
		file.Regulation = append(file.Regulation, term{r.Code, r.Ja, r.En})
	}
	current(t, filepath.Join(dashboard, "vocabulary.json"), file)
}

// stated are the values of a sheet with rows of the classification: class, category, ...
func stated(rows ...string) []sds.Section {
	g := sds.Group{Key: sds.GroupClassification}
	for i := 0; i < len(rows); i += 2 {
		id := strconv.Itoa(i)
		g.Rows = append(g.Rows, sds.Row{ID: id, Fields: []sds.Field{
			{ID: "classification/" + id + "/class", Key: "class", Value: sds.Value{Kind: sds.KindChoice, Text: rows[i]}},
			{ID: "classification/" + id + "/category", Key: "category", Value: sds.Value{Kind: sds.KindText, Text: rows[i+1]}},
		}})
	}
	return []sds.Section{{Number: 2, Groups: []sds.Group{g}}}
}

// foundBy are the names of the sheets that a filter finds.
func foundBy(t *testing.T, records []sds.Sheet, query string) string {
	t.Helper()
	s := librarytest.New()
	for i, r := range records {
		r.ID = sds.SheetID(fmt.Sprintf("%08d-0000-4000-8000-000000000000", i))
		s.Add(r.ID, func(sheet *sds.Sheet) { *sheet = r })
	}
	values, err := url.ParseQuery(query)
	if err != nil {
		t.Fatal(err)
	}
	filter, err := search.Parse(values)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	page, err := search.Search(t.Context(), s.Catalog(), viewer(), filter, search.Page{Limit: 100})
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for i := range page.Sheets {
		found = append(found, page.Sheets[i].Name)
	}
	slices.Sort(found)
	return strings.Join(found, " ")
}

// Sheets are found by the numbers of the classes and categories that they state, and by no
// other.
func TestSheetsAreFoundByTheNumbersOfTheirClasses(t *testing.T) {
	sheets := map[string][]sds.Section{
		"skin":    stated("skin_corrosion", "1B"),
		"ozone":   stated("ozone", "1"),
		"repro":   stated("reproductive_toxicity", "区分 2"),
		"vapour":  stated("acute_toxicity_inhalation_vapour", "3"),
		"mists":   stated("acute_toxicity_inhalation_dust_mist", "4"),
		"inhaled": stated("acute_toxicity_inhalation", "3"),
		"none":    stated("explosives", "not_classified", "aquatic_chronic", "分類できない"),
	}
	var records []sds.Sheet
	for name, sections := range sheets {
		s := sds.Sheet{Status: sds.StatusCompleted}
		settle.Sheet(&s, sections, nil)
		s.Name = name
		records = append(records, s)
	}
	for query, want := range map[string]string{
		"ghs_class=1023000": "skin", "ghs_class=1035000": "ozone", "ghs_class=1029000": "repro", "ghs_class=1000000": "", "ghs_class=1034000": "",
		"ghs_class=1019000": "inhaled", "ghs_class=1020000": "inhaled vapour", "ghs_class=1021000": "inhaled mists", "ghs_class=1022000": "inhaled mists",
		"ghs_category=2023002": "skin", "ghs_category=2029004": "repro", "ghs_category=2020008": "inhaled vapour", "ghs_category=2019008": "inhaled",
		"ghs_category=2022012": "mists", "ghs_category=9999999": "none", "ghs_category=0": "none",
	} {
		if got := foundBy(t, records, query); got != want {
			t.Errorf("%s finds %q, want %q", query, got, want)
		}
	}
}

// A hazard statement is found by its code, by the parts of a combined one, and without the
// letters that narrow it.
func TestSheetsAreFoundByTheirStatements(t *testing.T) {
	records := []sds.Sheet{
		{Name: "a", Status: sds.StatusCompleted, HCodes: []string{"H300+H310", "H360FD"}},
		{Name: "b", Status: sds.StatusCompleted, HCodes: []string{"H360", "EUH066"}},
	}
	for query, want := range map[string]string{
		"h_code=H300": "a", "h_code=H310": "a", "h_code=H300%2BH310": "a", "h_code=H360": "a b", "h_code=H360FD": "a", "h_code=H31": "", "h_code=EUH066": "b", "h_code_not=H300": "b",
	} {
		if got := foundBy(t, records, query); got != want {
			t.Errorf("%s finds %q, want %q", query, got, want)
		}
	}
}
