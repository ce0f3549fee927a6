package clp

import (
	"regexp"
	"slices"
	"strings"

	"anzen/shared/text/fold"
)

// abbreviations are the class codes of Annex VI (1.1.2.1, Table 1.1).
var abbreviations = map[string]string{
	"expl.": "explosives", "flam. gas": "flammable_gases", "aerosol": "aerosols", "ox. gas": "oxidizing_gases", "press. gas": "gases_under_pressure",
	"flam. liq.": "flammable_liquids", "flam. sol.": "flammable_solids", "self-react.": "self_reactive", "pyr. liq.": "pyrophoric_liquids", "pyr. sol.": "pyrophoric_solids",
	"self-heat.": "self_heating", "water-react.": "water_reactive", "ox. liq.": "oxidizing_liquids", "ox. sol.": "oxidizing_solids", "org. perox.": "organic_peroxides",
	"met. corr.": "corrosive_to_metals", "skin corr.": "skin_corrosion", "skin irrit.": "skin_corrosion", "eye dam.": "eye_damage", "eye irrit.": "eye_damage",
	"resp. sens.": "respiratory_sensitization", "skin sens.": "skin_sensitization", "muta.": "germ_cell_mutagenicity", "carc.": "carcinogenicity", "repr.": "reproductive_toxicity",
	"stot se": "stot_single", "stot re": "stot_repeated", "asp. tox.": "aspiration", "aquatic acute": "aquatic_acute", "aquatic chronic": "aquatic_chronic", "ozone": "ozone",
}

var codeRE = regexp.MustCompile(`(?i)^([a-z. -]+?)\s*([1-4][a-c]?|1\.[1-6]|type [a-g]|[a-g])?(?:,\s*chem\.? unst\.? gas [ab])?[ *]*$`)

// acuteRoutes are the routes of acute toxicity, which the class code does not tell, by the
// statements beside it.
var acuteRoutes = []struct {
	class string
	codes []string // of categories 1 and 2, 3, and 4
}{
	{"acute_toxicity_oral", []string{"H300", "H300", "H301", "H302"}},
	{"acute_toxicity_dermal", []string{"H310", "H310", "H311", "H312"}},
	{"acute_toxicity_inhalation", []string{"H330", "H330", "H331", "H332"}},
}

// Read reads the cells "Hazard Class and Category Code(s)" and "Hazard Statement Code(s)" of
// an entry, a code a line. What is no code is returned as unread.
func Read(classes, statements string) (hazards []Hazard, unread []string) {
	codes := regexp.MustCompile(`H[0-9]{3}`).FindAllString(statements, -1)
	add := func(h Hazard) {
		if !slices.Contains(hazards, h) {
			hazards = append(hazards, h)
		}
	}
	for _, line := range strings.FieldsFunc(classes, func(r rune) bool { return r == '\n' || r == ';' || r == '\r' }) {
		line = strings.TrimSpace(fold.Printed(line))
		if line == "" || strings.Trim(line, "* -") == "" {
			continue
		}
		m := codeRE.FindStringSubmatch(line)
		if m == nil {
			unread = append(unread, line)
			continue
		}
		code, category := strings.ToLower(strings.TrimSpace(m[1])), strings.ToUpper(strings.TrimPrefix(strings.ToLower(m[2]), "type "))
		switch class, known := abbreviations[code]; {
		case known:
			add(Hazard{class, category})
		case code == "unst. expl.":
			add(Hazard{"explosives", "unstable"})
		case code == "lact.":
			add(Hazard{"reproductive_toxicity", "lactation"})
		case code == "acute tox." && category != "":
			for _, route := range acuteRoutes {
				if slices.Contains(codes, route.codes[category[0]-'1']) {
					add(Hazard{route.class, category})
				}
			}
		default:
			unread = append(unread, line)
		}
	}
	return hazards, unread
}
