package lawcheck

import (
	"regexp"
	"slices"
	"strings"

	"anzen/shared/reference/chem"
	"anzen/shared/text/fold"
)

// solutions are CAS numbers of a substance in water that are not those of the substance.
var solutions = map[string]string{"1336-21-6": "7664-41-7"} // ammonia

// geometric are the prefixes of geometric isomers: a name without one is of each.
var geometric = regexp.MustCompile(`(?i)^(?:cis|trans|シス|トランス)-`)

// countsAs returns the CAS numbers of the substance of which a number is a hydrate or a
// geometric isomer by its name, or a solution: the law names the substance.
func countsAs(cas string) (numbers []string) {
	if of := solutions[cas]; of != "" {
		numbers = append(numbers, of)
	}
	s, ok := chem.ByCAS(chem.CAS(cas))
	if !ok {
		return numbers
	}
	for _, name := range []string{s.Ja, s.En} {
		for _, number := range known(unspecific(name)) {
			if number != cas && !slices.Contains(numbers, number) {
				numbers = append(numbers, number)
			}
		}
	}
	return numbers
}

// unspecific is the name of the substance of a hydrate or of a geometric isomer; empty where a
// name is of neither.
func unspecific(name string) string {
	if strings.Contains(name, "水和物") || strings.Contains(strings.ToLower(name), "hydrate") {
		if base, _, ok := hydrated(fold.Printed(name)); ok {
			return base
		}
	}
	if folded := fold.Printed(name); geometric.MatchString(folded) {
		return geometric.ReplaceAllString(folded, "")
	}
	return ""
}
