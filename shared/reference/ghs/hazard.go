package ghs

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
)

//go:embed hazards.tsv
var hazardsFile string

// Hazard is what a hazard statement stands for: a class with some of its categories, and what its label bears.
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
	for line := range strings.Lines(hazardsFile) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		c := strings.Split(strings.TrimRight(line, "\n"), "\t")
		if len(c) != 5 {
			panic("ghs: a row of the embedded table of hazards has not five columns: " + line)
		}
		h := Hazard{Code: c[0], Class: c[1], Categories: strings.Split(c[2], ","), Signal: c[3]}
		if c[4] != "" {
			h.Pictograms = strings.Split(c[4], ",")
		}
		out = append(out, h)
	}
	return out
})

// HazardsOf returns what a hazard statement, combined ones part by part, stands for.
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

// HazardsFor returns the statements that a class and category calls for, any one of which may stand.
func HazardsFor(class, category string) []Hazard {
	var out []Hazard
	for _, h := range hazards() {
		if h.Class == class && slices.Contains(h.Categories, category) {
			out = append(out, h)
		}
	}
	return out
}
