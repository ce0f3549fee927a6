// Package nite holds the results of the Japanese government's GHS classification of
// substances, as the National Institute of Technology and Evaluation (NITE) publishes them,
// for the classes that decide about mixtures.
//
// Source: NITE, 政府によるGHS分類結果 (PDL1.0), as of 2026-03-04; see the header of the table.
package nite

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"anzen/shared/text/tsv"
)

//go:embed classifications.tsv
var file string

// AsOf is the day of the published results.
const AsOf = "2026-03-04"

// classes are the columns of the table: the keys of hazard classes (package ghs).
var classes = []string{
	"acute_toxicity_oral", "acute_toxicity_dermal", "acute_toxicity_inhalation_gas", "acute_toxicity_inhalation_vapour",
	"acute_toxicity_inhalation_dust_mist", "skin_corrosion", "eye_damage", "respiratory_sensitization", "skin_sensitization",
	"germ_cell_mutagenicity", "carcinogenicity", "reproductive_toxicity", "stot_single", "stot_repeated", "aspiration",
	"aquatic_acute", "aquatic_chronic", "ozone",
}

// Status is what a result says.
type Status int

// The statuses: no data suffice (分類できない), the class does not apply (区分に該当しない), it
// cannot apply to such a substance (分類対象外), or it applies in categories.
const (
	Unknown Status = iota
	NotClassified
	OutOfScope
	Classified
)

// The keys of results that are no categories of package ghs: the additional category for
// lactation, and the two kinds of effect of category 3 of single exposure.
const (
	Lactation  = "L"
	Irritation = "3i"
	Narcosis   = "3n"
)

// Substance are the results of a substance in one form, a cell for each class.
type Substance struct{ cells []string }

// Of is the result of a class, with the keys of the categories where it applies.
func (s Substance) Of(class string) (status Status, categories []string) {
	i := slices.Index(classes, class)
	if i < 0 {
		return Unknown, nil
	}
	switch cell := s.cells[i]; cell {
	case "":
		return Unknown, nil
	case "n":
		return NotClassified, nil
	case "o":
		return OutOfScope, nil
	default:
		return Classified, strings.Split(cell, "+")
	}
}

var substances = sync.OnceValue(func() map[string][]Substance {
	all := map[string][]Substance{}
	for row := range tsv.Embedded("nite/classifications.tsv", file).Rows() {
		s := Substance{cells: make([]string, len(classes))}
		for i, class := range classes {
			s.cells[i] = row.Text(class)
		}
		for _, cas := range row.List("cas", ";") {
			all[cas] = append(all[cas], s)
		}
	}
	return all
})

// Lookup returns the results of a CAS number: none where it was not classified, several
// where it was classified in several forms (hydrogen fluoride as gas and in water).
func Lookup(cas string) []Substance { return substances()[cas] }

// Count is the number of CAS numbers with results.
func Count() int { return len(substances()) }
