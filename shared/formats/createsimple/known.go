package createsimple

import (
	"strings"

	"anzen/shared/reference/chem"
)

// Known is what public sources say of a substance.
type Known struct {
	State string // solid, liquid, gas; empty: not known
	// Standard8h and StandardShort are the concentration standards of the Minister of
	// Health, Labour and Welfare; "none" where it was decided that there is none.
	Standard8h, StandardShort string
	StandardSince             string // YYYY-MM-DD
	Classes                   []KnownClass
}

// KnownClass is a hazard class with the category by which the government of Japan
// classified the substance.
type KnownClass struct {
	Key                    string // of the class; those of inhalation with their way
	Ja, En                 string
	CategoryJa, CategoryEn string
}

// KnownOf returns what the table knows of a substance; ok is false for an unknown one.
func KnownOf(cas chem.CAS) (k Known, ok bool) {
	f, ok := facts()[cas]
	if !ok {
		return k, false
	}
	k = Known{State: f.state, Standard8h: f.standard8h, StandardShort: f.standardShort, StandardSince: f.applies}
	for i, code := range f.ghs {
		if i >= len(classes) {
			break
		}
		if ja := category(classes[i].key, code); ja != "" {
			k.Classes = append(k.Classes, KnownClass{classes[i].key, classes[i].name.ja, classes[i].name.en, ja, inEnglish(classes[i].key, code)})
		}
	}
	return k, true
}

// inEnglish is a category in English.
func inEnglish(class, code string) string {
	switch {
	case class == "gases_under_pressure":
		return strings.ReplaceAll(code, "_", " ")
	case class == "explosives":
		return strings.TrimSpace("Division " + code)
	case typeRE.MatchString(code):
		return "Type " + code
	}
	return "Category " + code
}
