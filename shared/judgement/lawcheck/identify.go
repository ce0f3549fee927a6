package lawcheck

import (
	"slices"
	"strings"

	"anzen/shared/reference/chem"
	"anzen/shared/text/fold"
)

// resolve returns the CAS numbers that a name stands for: none where it is unknown, several
// where it is ambiguous (キシレン: the isomers and their mixture). A hydrate that the
// dictionary lacks is the substance with its water.
func resolve(name string) (numbers []string, water *hydrate) {
	if found := known(name); len(found) > 0 {
		return found, nil
	}
	// "キシレン (xylene)" is what both parts stand for; a part that is unknown leaves the name
	// unresolved.
	folded := fold.Printed(name)
	if open := strings.IndexAny(folded, "([/"); open > 0 {
		first := known(folded[:open])
		second := known(strings.TrimRight(folded[open+1:], ")] "))
		if both := slices.DeleteFunc(first, func(cas string) bool { return !slices.Contains(second, cas) }); len(both) > 0 {
			return both, nil
		}
	}
	if base, water, ok := hydrated(folded); ok {
		return known(base), water
	}
	return nil, nil
}

func known(name string) (found []string) {
	if cas, ok := chem.ByEverydayName(name); ok {
		return []string{string(cas)}
	}
	for _, cas := range chem.ByName(name) {
		if !slices.Contains(found, string(cas)) {
			found = append(found, string(cas))
		}
	}
	if len(found) == 0 && name != "" {
		return byLaw(name)
	}
	return found
}

// anything reports whether an ingredient is unidentified: it has no CAS number and its name
// stands for none, or the dictionary lacks its number, so that no table tells what it is.
func anything(is *Ingredient) bool {
	if len(is.CAS) == 0 {
		return is.Name == "" || len(NumbersOf(is.Name)) == 0
	}
	return slices.ContainsFunc(is.CAS, unfamiliar)
}

// unfamiliar reports whether the dictionary lacks a CAS number.
func unfamiliar(cas string) bool {
	_, ok := chem.ByCAS(chem.CAS(cas))
	return !ok
}

// alternatives are the words by which a sheet marks an alternative chemical name, which a
// supplier may state since April 2026 in place of a confidential one (法第57条の2).
var alternatives = []string{"代替化学名", "代替名", "代替名称", "alternativechemicalname", "alternativename", "genericname(tradesecret"}

// alternativeName reports whether a name is marked as an alternative chemical name.
func alternativeName(name string) bool {
	folded := fold.Squeezed(name)
	return slices.ContainsFunc(alternatives, func(w string) bool { return strings.Contains(folded, w) })
}
