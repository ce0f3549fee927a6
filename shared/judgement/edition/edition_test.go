package edition

import (
	"testing"

	"anzen/shared/domain/sds"
)

func textField(id, key, text string) sds.Field {
	return sds.Field{ID: id, Key: key, Value: sds.Value{Kind: sds.KindText, Text: text}, Raw: text, State: sds.StateMachine}
}

func classes(both ...[2]string) sds.Section {
	g := sds.Group{Key: sds.GroupClassification}
	for _, c := range both {
		g.Rows = append(g.Rows, sds.Row{ID: c[0], Fields: []sds.Field{
			{ID: c[0] + "/class", Key: "class", Value: sds.Value{Kind: sds.KindChoice, Text: c[0]}}, textField(c[0]+"/category", "category", c[1]),
		}})
	}
	return sds.Section{Number: 2, Groups: []sds.Group{g}}
}

func body(section int, text string) sds.Section {
	return sds.Section{Number: section, Groups: []sds.Group{{Key: sds.GroupText, Rows: []sds.Row{{ID: "b", Fields: []sds.Field{textField("text/b/body", "body", text)}}}}}}
}

func TestEditions(t *testing.T) {
	ja := sds.Sheet{Language: sds.LanguageJapanese}
	dated := func(day string) sds.Sheet { return sds.Sheet{Language: sds.LanguageJapanese, RevisedOn: day} }
	for _, tt := range []struct {
		what     string
		record   sds.Sheet
		sections []sds.Section
		edition  Edition
		basis    Basis
		text     string
	}{
		{"named in section 16", ja, []sds.Section{body(16, "JIS Z 7253:2019 に準拠")}, Rev6, Stated, "JIS Z 7253:2019"},
		{"in full width", ja, []sds.Section{body(16, "ＪＩＳ Ｚ ７２５３：２０２５")}, Rev9, Stated, "JIS Z 7253:2025"},
		{"the latest of several", ja, []sds.Section{body(16, "JIS Z 7252:2014、JIS Z 7253:2019、JIS Z 7253-2025")}, Rev9, Stated, "JIS Z 7253-2025"},
		{"an old one", ja, []sds.Section{body(16, "JIS Z 7252:2014を参照されたい")}, Older, Stated, "JIS Z 7252:2014"},
		{"named goes before categories", ja, []sds.Section{classes([2]string{"flammable_gases", "1A"}), body(16, "JIS Z 7252:2019")}, Rev6, Stated, "JIS Z 7252:2019"},
		{"without its year", ja, []sds.Section{body(16, "JIS Z 7253 の改正に伴う全面見直し")}, Unknown, ByNothing, ""},
		{"flammable gas 1A", ja, []sds.Section{classes([2]string{"flammable_gases", "1A"})}, Rev9, ByCategory, "1A"},
		{"flammable gas 1B as entered", ja, []sds.Section{classes([2]string{"flammable_gases", "区分1B"})}, Rev9, ByCategory, "区分1B"},
		{"explosives 2A", ja, []sds.Section{classes([2]string{"explosives", "2A"})}, Rev9, ByCategory, "2A"},
		{"chemicals under pressure", ja, []sds.Section{classes([2]string{"chemicals_under_pressure", "2"})}, Rev9, ByCategory, "2"},
		{"not a chemical under pressure says nothing", ja, []sds.Section{classes([2]string{"chemicals_under_pressure", "not_classified"})}, Unknown, ByNothing, ""},
		{"old wording", dated("2021-01-01"), []sds.Section{classes([2]string{"explosives", "区分外"})}, Older, ByWording, "区分外"},
		{"wording of 2019 before 2025", dated("2024-01-01"), []sds.Section{classes([2]string{"explosives", "区分に該当しない"})}, Rev6, ByWording, "区分に該当しない"},
		{"the same wording after: 2019 or 2025", dated("2026-06-01"), []sds.Section{classes([2]string{"explosives", "区分に該当しない"})}, Unknown, ByNothing, ""},
		{"by its date", dated("2017-09-05"), nil, Older, ByDate, "2017-09-05"},
		{"an English sheet", sds.Sheet{Language: sds.LanguageEnglish}, []sds.Section{body(16, "JIS Z 7253:2019")}, Unknown, ByNothing, ""},
	} {
		t.Run(tt.what, func(t *testing.T) {
			f := Of(&tt.record, tt.sections)
			if f.Edition != tt.edition || f.Basis != tt.basis || f.Text != tt.text || (f.Field == "") != (tt.basis == ByNothing) {
				t.Errorf("%+v, want %s by %s: %q", f, tt.edition, tt.basis, tt.text)
			}
		})
	}
}
