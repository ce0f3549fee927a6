// Package gazette has the numbers under which the official gazette of Japan published
// substances (官報公示整理番号), by CAS number. It knows those of priority assessment substances
// and a few others: a substance without a number here may well have one.
package gazette

import (
	_ "embed"
	"sync"

	"anzen/shared/reference/chem"
	"anzen/shared/text/tsv"
)

//go:embed numbers.tsv
var file string

// Numbers are those of a substance.
type Numbers struct {
	CSCL []string // of the Chemical Substances Control Law: "3-2"
	ISHA []string // of the Industrial Safety and Health Act: "4-(12)-781"
}

var all = sync.OnceValue(func() map[chem.CAS]Numbers {
	table := tsv.Embedded("gazette/numbers.tsv", file)
	numbers := make(map[chem.CAS]Numbers, table.Count())
	for r := range table.Rows() {
		numbers[chem.CAS(r.Text("cas"))] = Numbers{r.List("cscl", ";"), r.List("isha", ";")}
	}
	return numbers
})

// Of returns the numbers of a substance; none where they are not known.
func Of(cas chem.CAS) Numbers { return all()[cas] }
