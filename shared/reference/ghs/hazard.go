package ghs

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"anzen/shared/text/tsv"
)

//go:embed hazards.tsv
var hazardsFile string

// Hazard is the meaning of a hazard statement: a class with some of its categories, and
// their label elements.
type Hazard struct {
	Code string
	// Class is the class's family key; Categories are the keys of its categories.
	Class      string
	Categories []string
	// Signal is Danger, Warning or empty.
	Signal     string
	Pictograms []string
}

var hazards = sync.OnceValue(func() []Hazard {
	var out []Hazard
	for row := range tsv.Embedded("ghs/hazards.tsv", hazardsFile).Rows() {
		out = append(out, Hazard{
			Code: row.Text("code"), Class: row.Text("class"), Categories: row.List("categories", ","), Signal: row.Text("signal"), Pictograms: row.List("pictograms", ","),
		})
	}
	return out
})

// HazardsOf returns the meanings of a hazard statement, combined ones part by part.
func HazardsOf(code string) []Hazard {
	var out []Hazard
	for _, part := range strings.Split(code, "+") {
		for _, h := range hazards() {
			if h.Code == part {
				out = append(out, h)
			}
		}
	}
	return out
}

// HazardsFor returns the statements for a class and category, any one of which may be
// printed.
func HazardsFor(class, category string) []Hazard {
	var out []Hazard
	class = FamilyOf(class)
	for _, h := range hazards() {
		if h.Class == class && slices.Contains(h.Categories, category) {
			out = append(out, h)
		}
	}
	return out
}
