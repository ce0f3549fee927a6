package findings_test

import "anzen/shared/judgement/edition"

func follows(e edition.Edition, by edition.Basis) change {
	return func(s *sheet) { s.edition = edition.Found{Edition: e, Basis: by} }
}

var editionCases = map[string]pair{
	"edition_category": {
		all(classes("flammable_gases 1A", "gases_under_pressure liquefied"), follows(edition.Rev6, edition.Stated)),
		all(classes("flammable_gases 1A", "gases_under_pressure liquefied"), follows(edition.Rev9, edition.Stated)),
	},
	"edition_ended": {
		all(set(text("revision_date", "2030-12-25")), follows(edition.Rev6, edition.Stated)),
		all(set(text("revision_date", "2030-12-24")), follows(edition.Rev6, edition.Stated)),
	},
}
