package export

import (
	"strings"

	"anzen/shared/domain/sds"
)

// numberColumns are the columns of the numbers of an ingredient: where whole is set, of all
// ingredients of a sheet, a line each.
func numberColumns(whole bool) (columns []Column) {
	for _, of := range []struct {
		id, ja, en string
		numbers    func(n sds.LawNumbers) []string
	}{
		{"cscl_number", "官報公示整理番号（化審法）", "Gazette number (CSCL)", func(n sds.LawNumbers) []string { return n.CSCL }},
		{"isha_number", "官報公示整理番号（安衛法）", "Gazette number (ISHA)", func(n sds.LawNumbers) []string { return n.ISHA }},
		{"prtr_number", "化管法 管理番号", "PRTR control number", func(n sds.LawNumbers) []string { return n.PRTR }},
	} {
		c := Column{ID: sds.GroupComposition + "." + of.id, Part: "3", Standard: !whole, label: label{of.ja, of.en}, width: 20}
		c.cell = func(v *View, _ *Sheet, r *sds.Row) Cell { return joined(of.numbers(v.numbersOf(r))) }
		if whole {
			c.Sections = []int{3}
			c.cell = func(v *View, s *Sheet, _ *sds.Row) Cell {
				var all []string
				filled := false
				lines(s, 3, sds.GroupComposition, func(r *sds.Row) {
					text := joined(of.numbers(v.numbersOf(r))).String()
					all, filled = append(all, text), filled || text != ""
				})
				if !filled {
					return Cell{}
				}
				return TextOf(strings.Join(all, "\n"))
			}
		}
		columns = append(columns, c)
	}
	return columns
}

func (v *View) numbersOf(r *sds.Row) sds.LawNumbers {
	var name string
	var cas []string
	if f := stated(r, "name"); f != nil {
		name = f.Value.Text
	}
	if f := stated(r, "cas"); f != nil {
		cas = f.Value.List
	}
	return v.Numbers(name, cas)
}
