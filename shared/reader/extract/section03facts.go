package extract

import (
	"slices"
	"strings"

	"anzen/shared/reader/doc"
	"anzen/shared/text/fold"
	"anzen/shared/text/pattern"
)

// ingredientFacts matches the heading of a list that has the ingredients once more, with what their classification depends on
// (Regulation (EU) 2020/878, Annex II, 3.2.1 and 3.2.2).
var ingredientFacts = pattern.MustCompile(`(?i)^(?:3[0-9. ]*)?specific conc(?:entration|\.)? ?limits?\b[^0-9%]*$`)

// withoutFacts drops the rows of such a list that are above its heading already: twice in the composition, their shares would be
// added up.
func withoutFacts(rows []ingredient, secs []*doc.Section) []ingredient {
	for _, sec := range secs {
		at := slices.IndexFunc(sec.Lines, func(l doc.Line) bool { return ingredientFacts.MatchString(fold.Printed(l.Text)) })
		if at < 0 {
			continue
		}
		heading := sec.Lines[at]
		listed := map[string]bool{}
		rows = slices.DeleteFunc(rows, func(r ingredient) bool {
			if r.below(heading) {
				return listed[r.identity()]
			}
			listed[r.identity()] = true
			return false
		})
	}
	return rows
}

// identity is what an ingredient is recognised by: its CAS numbers, else its name.
func (r ingredient) identity() string {
	if len(r.cas) > 0 {
		return strings.Join(r.cas, " ")
	}
	return fold.Squeezed(r.name)
}

// below reports whether an ingredient is printed below a line.
func (r ingredient) below(l doc.Line) bool {
	for _, key := range []string{"cas", "name", "concentration"} {
		for _, s := range r.source[key] {
			if len(s.Boxes) > 0 {
				return s.Page > l.Page || s.Page == l.Page && s.Boxes[0].Y0 >= l.Y1
			}
		}
	}
	return false
}
