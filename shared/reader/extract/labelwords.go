package extract

import (
	"strings"

	"anzen/shared/text/fold"
	"anzen/shared/text/pattern"
)

// abbreviations are the short forms of words in English labels, without their points.
var abbreviations = map[string]string{
	"vap": "vapor", "press": "pressure", "pres": "pressure", "sp": "specific", "spec": "specific", "gr": "gravity", "grav": "gravity",
	"pt": "point", "temp": "temperature", "dens": "density", "visc": "viscosity", "coeff": "coefficient", "coef": "coefficient", "evap": "evaporation",
	"decomp": "decomposition", "nos": "no", "m.p": "melting point", "mp": "melting point", "b.p": "boiling point", "bp": "boiling point", "ibp": "initial boiling point",
	"s.g": "specific gravity", "sg": "specific gravity", "v.d": "vapor density", "vd": "vapor density", "v.p": "vapor pressure", "vp": "vapor pressure",
	"a.i.t": "autoignition temperature", "ait": "autoignition temperature",
}

// spelledOut is a label with its abbreviated words in full, "Sp. Gravity" as "specific gravity"; "" where it has none.
func spelledOut(label string) string {
	if len(label) > 60 {
		return ""
	}
	words := strings.Fields(strings.ToLower(fold.Printed(label)))
	short := false
	for i, w := range words {
		if full := abbreviations[strings.Trim(w, ".,:")]; full != "" {
			words[i], short = full, true
		}
	}
	if !short {
		return ""
	}
	return strings.Join(words, " ")
}

// labelUnit matches the unit or manner of a value at the end of its label, and what follows: "Solubility in water g/L (20°C)".
var labelUnit = pattern.MustCompile(`(?i)[ ,]+(?:[gm]?g/(?:l|kg|ml|cm3|cc|100 ?ml)|kg/(?:l|m3)|lbs?\.?/gal|mm ?hg|[kh]pa|psi[ag]?|c(?:p|ps|st)|mpa[.·]?s|mm2/s|°[cf]|% by (?:weight|volume)|by (?:weight|volume|wt\.?|vol\.?))(?:[ ,(@].*)?$`)

// lookKinds are what the words of a label ask for, each once, in their order: "state", "color", "odor" and "appearance"; nil where a
// word is of something else.
func lookKinds(label string) (kinds []string) {
	words := lookWord.FindAllString(strings.ToLower(label), -1)
	if len(words) > 8 {
		return nil
	}
	seen := map[string]bool{}
	for _, w := range words {
		kind, known := lookWords[w]
		if !known {
			return nil
		}
		if kind != "" && !seen[kind] {
			seen[kind] = true
			kinds = append(kinds, kind)
		}
	}
	return kinds
}

var lookWord = pattern.MustCompile(`[^\s/&,;:()\\-]+`)

// lookWords are the words of labels on the look of a product, with what they ask for; "" for those that ask for nothing.
var lookWords = map[string]string{
	"state": "state", "form": "state", "color": "color", "colour": "color", "odor": "odor", "odour": "odor", "smell": "odor",
	"appearance": "appearance", "description": "", "and": "", "or": "", "physical": "", "visual": "", "general": "",
}
