package lawcheck

import (
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"anzen/shared/reference/chem"
	"anzen/shared/text/fold"
)

// hydrate is the water of crystallisation of a substance; times is 0 where its name does
// not tell how much.
type hydrate struct{ times float64 }

// counts are the numerals before 水和物 and hydrate.
var counts = map[string]float64{
	"半": 0.5, "一": 1, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9, "十": 10, "十二": 12, "十八": 18,
	"hemi": 0.5, "mono": 1, "di": 2, "tri": 3, "tetra": 4, "penta": 5, "hexa": 6, "hepta": 7, "octa": 8, "nona": 9, "deca": 10, "dodeca": 12, "octadeca": 18,
}

var hydrateRE = regexp.MustCompile(`(?i)^(.+?)[ ・,(-]*(半|[一二三四五六七八九]|十[二八]?|[0-9]+|hemi|mono|di|tri|tetra|penta|hexa|hepta|octadeca|octa|nona|dodeca|deca)?[ -]?(?:水和物|水塩|結晶|hydrate)\)?$`)

// hydrated splits the name of a hydrate: "硫酸銅(II)五水和物", "copper sulfate pentahydrate".
func hydrated(name string) (base string, water *hydrate, ok bool) {
	m := hydrateRE.FindStringSubmatch(strings.TrimSpace(name))
	if m == nil {
		return "", nil, false
	}
	times := counts[strings.ToLower(m[2])]
	if n, err := strconv.ParseFloat(m[2], 64); err == nil {
		times = n
	}
	return m[1], &hydrate{times}, true
}

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

// add is the formula with the water; nil, which is unknown, where the amount is.
func (h *hydrate) add(atoms map[string]float64) map[string]float64 {
	switch {
	case h == nil || atoms == nil:
		return atoms
	case h.times == 0:
		return nil
	}
	wet := maps.Clone(atoms)
	wet["H"] += 2 * h.times
	wet["O"] += h.times
	return wet
}
