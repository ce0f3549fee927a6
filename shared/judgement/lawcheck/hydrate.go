package lawcheck

import (
	"maps"
	"regexp"
	"strconv"
	"strings"
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
