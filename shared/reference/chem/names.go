package chem

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"anzen/shared/text/fold"
	"anzen/shared/text/tsv"
)

//go:embed names.tsv
var namesFile string

// Substance is an entry of the dictionary of names.
type Substance struct {
	CAS     CAS
	Ja, En  string
	Formula string
	Others  []string
}

// Name is the name in a language ("ja", else English), or the other where there is none.
func (s Substance) Name(language string) string {
	if language == "ja" && s.Ja != "" || s.En == "" {
		return s.Ja
	}
	return s.En
}

type dictionary struct {
	byCAS  map[CAS]Substance
	byName map[string][]CAS
}

var names = sync.OnceValue(func() dictionary {
	d := dictionary{byCAS: map[CAS]Substance{}, byName: map[string][]CAS{}}
	for row := range tsv.Embedded("chem/names.tsv", namesFile).Rows() {
		s := Substance{CAS: CAS(row.Text("cas")), Ja: row.Text("ja"), En: row.Text("en"), Formula: row.Text("formula"), Others: row.List("others", " | ")}
		d.byCAS[s.CAS] = s
		for _, n := range append([]string{s.Ja, s.En}, s.Others...) {
			if key := nameKey(n); key != "" {
				d.byName[key] = append(d.byName[key], s.CAS)
			}
		}
	}
	return d
})

// ByCAS looks a substance up by its number.
func ByCAS(c CAS) (Substance, bool) {
	s, ok := names().byCAS[c]
	return s, ok
}

// ByName returns the numbers of all substances that bear a name, in either language.
func ByName(name string) []CAS { return names().byName[nameKey(name)] }

// SameSubstance tells whether a printed name is known as a name of the number's substance. known is false
// where the dictionary has no such number or no such name, so that nothing can be said.
func SameSubstance(c CAS, name string) (same, known bool) {
	if _, ok := names().byCAS[c]; !ok {
		return false, false
	}
	others := ByName(name)
	for _, o := range others {
		if o == c {
			return true, true
		}
	}
	return false, len(others) > 0
}

// nameKey drops what differs between two prints of one name.
func nameKey(s string) string {
	return strings.Map(func(r rune) rune {
		switch r {
		case '-', ',', '.', '・', '、', '(', ')', '[', ']', '\'', '=', '_', '®', '™', '‐':
			return -1
		}
		return r
	}, fold.Squeezed(s))
}

// All are the substances of the dictionary, by CAS number.
func All() []Substance {
	all := make([]Substance, 0, len(names().byCAS))
	for _, s := range names().byCAS {
		all = append(all, s)
	}
	slices.SortFunc(all, func(a, b Substance) int { return strings.Compare(string(a.CAS), string(b.CAS)) })
	return all
}
