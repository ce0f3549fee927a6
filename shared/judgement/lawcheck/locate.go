package lawcheck

import (
	"strings"

	"anzen/shared/domain/sds"
	"anzen/shared/domain/verdict"
)

// Locate fills in the values that verdicts rest on, with their places in the PDF: name,
// number and share of each ingredient involved, and the properties. Values that the sheet
// lacks are left out.
func Locate(proofs []verdict.Proof, sections []sds.Section) {
	l := locator{section: map[int]*sds.Section{}}
	for i := range sections {
		l.section[sections[i].Number] = &sections[i]
		if sections[i].Number == 3 {
			l.rows = sds.IngredientRows(&sections[i])
		}
	}
	for i := range proofs {
		p := &proofs[i]
		var inputs []verdict.Input
		for _, part := range p.Parts {
			if part.Row < len(l.rows) {
				inputs = append(inputs, l.row(3, l.rows[part.Row], "name", "cas", "concentration")...)
			}
		}
		for _, in := range p.Inputs {
			inputs = append(inputs, l.fill(in)...)
		}
		p.Inputs = inputs
	}
}

// locator finds fields in the sections.
type locator struct {
	section map[int]*sds.Section
	rows    []*sds.Row // the ingredients
}

// row returns the inputs for fields of a row.
func (l *locator) row(section int, r *sds.Row, keys ...string) (inputs []verdict.Input) {
	for _, key := range keys {
		for i := range r.Fields {
			if f := &r.Fields[i]; f.Key == key && f.State != sds.StateDeleted {
				inputs = append(inputs, inputOf(section, f))
			}
		}
	}
	return inputs
}

// fill returns the inputs for a field, or for the rows of a hazard class.
func (l *locator) fill(in verdict.Input) []verdict.Input {
	s := l.section[in.Section]
	if s == nil || in.Text != "" {
		return nil
	}
	class, ok := strings.CutPrefix(in.Field, sds.GroupClassification+"/")
	if !ok {
		if f := s.Find(in.Field); f != nil && f.State != sds.StateDeleted {
			return []verdict.Input{inputOf(in.Section, f)}
		}
		return nil
	}
	g := s.Group(sds.GroupClassification)
	if g == nil {
		return nil
	}
	var inputs []verdict.Input
	for i := range g.Rows {
		for _, f := range g.Rows[i].Fields {
			if f.Key == "class" && f.Value.Text == class && f.State != sds.StateDeleted {
				inputs = append(inputs, l.row(in.Section, &g.Rows[i], "class", "category")...)
			}
		}
	}
	return inputs
}

func inputOf(section int, f *sds.Field) verdict.Input {
	return verdict.Input{Section: section, Field: f.ID, Text: textOf(f), State: string(f.State), Sources: f.Sources}
}

// textOf is the value for display: as printed where the machine read it, else as stored.
func textOf(f *sds.Field) string {
	v := f.Value
	switch {
	case f.Raw != "" && (f.State == sds.StateMachine || f.State == sds.StateConfirmed):
		return f.Raw
	case v.Quantity != nil:
		return quantityText(v.Quantity)
	case len(v.List) > 0:
		return strings.Join(v.List, ", ")
	}
	return v.Text
}

func quantityText(q *sds.Quantity) string {
	s := spanText(&sds.Span{Low: q.Low, High: q.High, LowOpen: q.LowOp == ">", HighOpen: q.HighOp == "<"})
	return strings.TrimSpace(s + " " + q.Unit)
}
