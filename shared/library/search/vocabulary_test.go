package search_test

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"anzen/shared/domain/sds"
	"anzen/shared/library/search"
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
	for _, c := range familiesOfClasses() {
		file.GHSClass = append(file.GHSClass, term{strconv.Itoa(c.ID()), c.Ja, c.En})
		for _, k := range ghs.Categories(c.ID()) {
			// A class has only some of the numbered categories.
			if len(ghs.HazardsFor(c.Family(), k.Key)) > 0 {
				file.GHSCategory = append(file.GHSCategory, term{strconv.Itoa(k.ID), c.Ja + " " + k.Ja, c.En + " " + k.En})
			}
		}
	}
	for _, r := range law.Regulations() {
		file.Regulation = append(file.Regulation, term{r.Code, r.Ja, r.En})
	}
	current(t, filepath.Join(dashboard, "vocabulary.json"), file)
}

// familiesOfClasses are the hazard classes as sheets distinguish them: the forms of
// inhalation are one.
func familiesOfClasses() (all []ghs.Class) {
	for _, c := range ghs.Classes() {
		if slices.ContainsFunc(all, func(before ghs.Class) bool { return before.Family() == c.Family() }) {
			continue
		}
		if c.Family() != c.Key {
			c.Ja, _, _ = strings.Cut(c.Ja, "：")
			c.En, _, _ = strings.Cut(c.En, ":")
			c.Ja, c.En = c.Ja+"）", c.En+")"
		}
		all = append(all, c)
	}
	return all
}

// A sheet of a hazard class is found by the number of the class, and of each form of it.
func TestSheetsAreFoundByTheNumbersOfTheirClasses(t *testing.T) {
	for _, class := range ghs.Classes() {
		var s sds.Sheet
		s.Derive([]sds.Section{{Number: 2, Groups: []sds.Group{{Key: sds.GroupClassification, Rows: []sds.Row{{ID: "1", Fields: []sds.Field{
			{ID: "classification/1/class", Key: "class", Value: sds.Value{Kind: sds.KindChoice, Text: class.Family()}},
		}}}}}}})
		got := search.ClassValues([]string{strconv.Itoa(class.ID())})
		if len(s.GHSClassValues) != 1 || !slices.Contains(got, strconv.Itoa(s.GHSClassValues[0])) {
			t.Errorf("%s: the catalog is queried for %v and has %v", class.Key, got, s.GHSClassValues)
		}
	}
}
