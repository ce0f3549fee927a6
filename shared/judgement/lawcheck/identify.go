package lawcheck

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"anzen/shared/reference/chem"
	"anzen/shared/text/fold"
	"anzen/shared/text/tsv"
)

//go:embed names.tsv
var namesFile string

var everyday = sync.OnceValue(func() map[string]string {
	names := map[string]string{}
	for row := range tsv.Embedded("lawcheck/names.tsv", namesFile).Rows() {
		cas := row.Text("cas")
		if !chem.CAS(cas).Valid() {
			row.Fail("cas is no CAS number: %q", cas)
		}
		names[fold.Squeezed(row.Text("name"))] = cas
	}
	return names
})

// resolve returns the CAS numbers that a name stands for: none where it is unknown, several
// where it is ambiguous (キシレン: the isomers and their mixture).
func resolve(name string) []string {
	if found := known(name); len(found) > 0 {
		return found
	}
	// "キシレン (xylene)" is what both parts stand for; a part that is unknown leaves the name
	// unresolved.
	folded := fold.Printed(name)
	open := strings.IndexAny(folded, "([/")
	if open <= 0 {
		return nil
	}
	first := known(folded[:open])
	second := known(strings.TrimRight(folded[open+1:], ")] "))
	return slices.DeleteFunc(first, func(cas string) bool { return !slices.Contains(second, cas) })
}

func known(name string) (found []string) {
	if cas, ok := everyday()[fold.Squeezed(name)]; ok {
		return []string{cas}
	}
	for _, cas := range chem.ByName(name) {
		if !slices.Contains(found, string(cas)) {
			found = append(found, string(cas))
		}
	}
	return found
}

// anything reports whether an ingredient is unidentified: it has no CAS number, and its
// name stands for none.
func anything(is *Ingredient) bool {
	return len(is.CAS) == 0 && (is.Name == "" || len(NumbersOf(is.Name)) == 0)
}
