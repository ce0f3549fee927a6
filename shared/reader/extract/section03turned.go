package extract

import (
	"anzen/shared/reader/doc"
	"anzen/shared/reference/chem"
	"anzen/shared/text/fold"
)

// turnedIngredients reads ruled tables with a column for each ingredient: the labels are in
// the first one.
func turnedIngredients(sec *doc.Section) []ingredient {
	var out []ingredient
	for _, t := range sec.Tables {
		if t.Kind == doc.Borderless || t.Cols() < 3 {
			continue
		}
		names, numbers, shares, unit := -1, -1, -1, ""
		for r := range t.Rows {
			label := t.At(r, 0).Text()
			if hasCAS(t.Rows[r][:1]) {
				continue
			}
			switch kind := headingKind(label); {
			case kind == nameColumn && names < 0:
				names = r
			case kind == casColumn && numbers < 0:
				numbers = r
			case kind == shareColumn && shares < 0:
				shares = r
				unit, _ = chem.UnitIn(label)
			}
		}
		if names < 0 || numbers < 0 || !hasCAS(t.Rows[numbers]) {
			continue
		}
		for c := 1; c < t.Cols(); c++ {
			if t.Rows[names][c].Covered || t.Rows[names][c].Empty() {
				continue
			}
			in := ingredient{raw: map[string]string{}, source: map[string][]doc.Source{}, rule: "turned table", confidence: 0.88}
			take := func(key string, r int) string {
				cell := t.At(r, c)
				text := fold.Printed(cell.Text())
				in.raw[key], in.source[key] = text, doc.SourcesOf(cell.Lines)
				return text
			}
			in.name = ingredientName(take("name", names))
			for _, f := range chem.FindCAS(take("cas", numbers)) {
				in.cas = append(in.cas, string(f.CAS))
			}
			if shares >= 0 {
				in.concentration, _ = shareOf(take("concentration", shares), unit)
			}
			out = append(out, in)
		}
	}
	return out
}
