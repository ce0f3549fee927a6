package substances

import (
	"strings"

	"anzen/shared/domain/sds"
	"anzen/shared/judgement/proofs"
	"anzen/shared/library/substances"
	"anzen/shared/reference/ghs"
)

// StatedLimit is a limit of exposure that sheets state in section 8.
type StatedLimit struct {
	Key       string       `json:"key" doc:"as listSubstanceSheets takes it, to list the sheets that state it"`
	Authority string       `json:"authority" doc:"ACGIH, JSOH, MHLW ..., or as printed; empty where the sheets name none"`
	Kind      string       `json:"kind" doc:"TWA, STEL, C ...; empty where the sheets state none"`
	Value     sds.Quantity `json:"value"`
	Sheets    int          `json:"sheet_count"`
	Differs   bool         `json:"differs" doc:"sheets state different values of this authority, kind and unit"`
}

// StatedClass is a hazard class as the sheets of the substance itself classify it.
type StatedClass struct {
	Class      string           `json:"class"`
	Name       proofs.Name      `json:"name"`
	Categories []StatedCategory `json:"categories" doc:"the most sheets first"`
	Differs    bool             `json:"differs" doc:"the sheets, or the government, state different categories"`
}

// StatedCategory is a category that sheets state.
type StatedCategory struct {
	Key    string      `json:"key" doc:"as listSubstanceSheets takes it, to list the sheets that state it"`
	Name   proofs.Name `json:"name" doc:"empty where the sheets state none"`
	Sheets int         `json:"sheet_count"`
}

func statedLimits(all []substances.StatedLimit) []StatedLimit {
	limits := make([]StatedLimit, len(all))
	for i := range all {
		l := &all[i]
		limits[i] = StatedLimit{l.String(), l.Authority, l.Kind, l.Value, l.Sheets, l.Differs}
	}
	return limits
}

// statedClasses groups what sheets state by class, beside the categories of the government.
func statedClasses(p *substances.Profile) []StatedClass {
	official := map[string]string{}
	for _, c := range p.Known.Classes {
		official[c.Key] = ghs.CategoryKey(c.Key, c.CategoryJa)
	}
	classes := []StatedClass{}
	for _, s := range p.Classes {
		if n := len(classes); n == 0 || classes[n-1].Class != s.Class {
			name, _ := sds.ChoiceName("class", s.Class)
			classes = append(classes, StatedClass{Class: s.Class, Name: proofs.Name{Ja: name.Ja, En: name.En}})
		}
		c := &classes[len(classes)-1]
		first := s.Category
		if len(c.Categories) > 0 {
			_, first, _ = strings.Cut(c.Categories[0].Key, "/")
		}
		c.Differs = c.Differs || !agree(first, s.Category) || !agree(official[s.Class], s.Category)
		c.Categories = append(c.Categories, StatedCategory{s.Class + "/" + s.Category, categoryName(s.Class, s.Category), s.Sheets})
	}
	return classes
}

// agree reports whether two categories do not contradict each other: one is not stated, neither
// says that the class applies, or one is a part of the other, as 2A is of 2.
func agree(a, b string) bool {
	if a == "" || b == "" || ghs.Negative(a) && ghs.Negative(b) {
		return true
	}
	return strings.HasPrefix(a, b) || strings.HasPrefix(b, a)
}

func categoryName(class, key string) proofs.Name {
	if k, ok := ghs.CategoryOf(class, key); ok {
		return proofs.Name{Ja: k.Ja, En: k.En}
	}
	return proofs.Name{Ja: key, En: key}
}
