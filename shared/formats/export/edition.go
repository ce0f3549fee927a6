package export

import "anzen/shared/domain/sds"

// editionColumns are the edition of the standards that a sheet follows, and how it is known.
// Any section may name it.
var editionColumns = []Column{
	editionColumn("edition", "準拠規格の版（JIS Z 7252・7253）", "Edition of JIS Z 7252/7253", func(v *View, edition string, _ bool) string {
		if edition == "2014" {
			return label{"2014以前", "2014 or older"}.in(v.Lang)
		}
		return edition
	}),
	editionColumn("edition_basis", "準拠規格の版の根拠", "Edition known by", func(v *View, _ string, stated bool) string {
		if stated {
			return label{"記載", "stated"}.in(v.Lang)
		}
		return label{"推定", "inferred"}.in(v.Lang)
	}),
}

func editionColumn(id, ja, en string, text func(v *View, edition string, stated bool) string) Column {
	c := Column{ID: id, Part: partSheet, label: label{ja, en}, width: 14, cell: func(v *View, s *Sheet, _ *sds.Row) Cell {
		edition, stated := v.Edition(s)
		if edition == "" {
			return Cell{}
		}
		return TextOf(text(v, edition, stated))
	}}
	for n := range 16 {
		c.Sections = append(c.Sections, n+1)
	}
	return c
}
