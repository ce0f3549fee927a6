package findings

import (
	"anzen/shared/judgement/edition"
	"anzen/shared/reference/ghs"
)

var editionRules = []rule{
	{
		id: "edition_category", severity: Warning, source: jis2025,
		what:   "a category that the edition of JIS Z 7252 which the sheet names does not have: of the new division of explosives, flammable gases or chemicals under pressure, or of the former one",
		fields: []string{"classification"},
		ja:     "準拠規格は{edition}年版とされていますが、「{class} {category}」はその版の区分ではありません。",
		en:     "The sheet names the edition of {edition}, which has no category “{class}, {category}”.",
		look:   editionCategory,
	},
	{
		id: "edition_ended", severity: Warning, source: jis2025,
		what:   "a sheet of after the transition (2030-12-24) that follows an edition of before 2025",
		fields: []string{"revision_date"},
		ja:     "作成・改訂日（{date}）は旧版のJIS Z 7253の経過措置の終了後ですが、{edition}年版に準拠しています。2025年版での作成が必要です。",
		en:     "The sheet is of {date}, after the end of the transition, but follows the edition of {edition}. The edition of 2025 is required.",
		look:   editionEnded,
	},
}

func editionCategory(in *Input, found report) {
	if in.Edition.Basis != edition.Stated {
		return
	}
	for _, c := range classes(in) {
		only := edition.Only(c.class, c.category)
		if ghs.Negative(c.category) || only == edition.Unknown || (only == edition.Rev9) == (in.Edition.Edition == edition.Rev9) {
			continue
		}
		found(map[string]string{"edition": string(in.Edition.Edition), "class": className(c.class), "category": categoryName(c)}, Field{"classification.category", c.row})
	}
}

func editionEnded(in *Input, found report) {
	if e := in.Edition.Edition; e == edition.Unknown || e == edition.Rev9 {
		return
	}
	for _, key := range []string{"revision_date", "issue_date"} {
		if _, text, ok := date(in, key); ok {
			if text > edition.Until2019 {
				found(map[string]string{"date": text, "edition": string(in.Edition.Edition)}, field("revision_date"))
			}
			return
		}
	}
}
