package compare_test

import (
	"testing"

	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/verdict"
	"anzen/shared/judgement/compare"
	"anzen/shared/reference/law"
	"anzen/shared/reference/regulation"
)

const today = "2026-11-22"

func section15(pairs ...string) []sds.Section {
	g := sds.Group{Key: sds.GroupText}
	for i := 0; i < len(pairs); i += 2 {
		id := string(rune('a' + i/2))
		g.Rows = append(g.Rows, sds.Row{ID: id, Fields: []sds.Field{
			{ID: "text/" + id + "/title", Key: "title", State: sds.StateMachine, Value: sds.Value{Text: pairs[i]}},
			{ID: "text/" + id + "/body", Key: "body", State: sds.StateMachine, Value: sds.Value{Text: pairs[i+1]}},
		}})
	}
	return []sds.Section{{Number: 15, Groups: []sds.Group{g}}}
}

// small is a set of some classes of real laws.
func small(t *testing.T) *regulation.Set {
	t.Helper()
	category := func(law, code string, basis regulation.Basis, loaded bool) regulation.Category {
		return regulation.Category{Law: law, Code: code, Basis: basis, Loaded: loaded, Default: true, Versions: []regulation.Version{{From: "2020-01-01"}}}
	}
	class := func(law, category, code string, stated ...string) regulation.Class {
		return regulation.Class{Law: law, Category: category, Code: code, Stated: stated}
	}
	set, err := regulation.New(
		[]regulation.Law{{Code: "JP-FSA"}, {Code: "JP-PDSCA"}, {Code: "JP-PRTR"}, {Code: "JP-ISHA"}, {Code: "JP-CSCL"}, {Code: "JP-SCCA"}, {Code: "JP-LSA"}},
		[]regulation.Category{
			category("JP-FSA", "HAZMAT4", regulation.ByProperty, true), category("JP-PDSCA", "DELETERIOUS", regulation.ByComposition, true),
			category("JP-PRTR", "C1", regulation.ByComposition, true), category("JP-ISHA", "SDS", regulation.ByComposition, true),
			category("JP-CSCL", "MON", regulation.ByComposition, true), category("JP-SCCA", "SPECIFIED", regulation.ByComposition, true), category("JP-LSA", "DISEASE", regulation.ByComposition, false),
		},
		[]regulation.Class{
			class("JP-FSA", "HAZMAT4", "PET1", "JP-FSA-4-PETROLEUM1"), class("JP-FSA", "HAZMAT4", "PET2", "JP-FSA-4-PETROLEUM2"), class("JP-PDSCA", "DELETERIOUS", "DEFAULT", "JP-PDSCA-DELETERIOUS"),
			class("JP-PRTR", "C1", "DEFAULT", "JP-PRTR-1"), class("JP-ISHA", "SDS", "DEFAULT", "JP-ISHA-SDS"), class("JP-CSCL", "MON", "DEFAULT", "JP-CSCL-MONITORED"),
			class("JP-SCCA", "SPECIFIED", "V", "JP-SCCA-SPECIFIED"), class("JP-SCCA", "SPECIFIED", "M", "JP-SCCA-SPECIFIED"), class("JP-LSA", "DISEASE", "DEFAULT", "JP-LSA-DISEASE"),
		},
		[]regulation.Entry{
			{ID: 400000001, Class: "JP-PRTR/C1/DEFAULT", Number: "1-300", Ja: "トルエン", From: "2010-04-01"},
			{ID: 400000002, Class: "JP-ISHA/SDS/DEFAULT", Number: "別表第2-1200", Ja: "新しい物質", From: "2025-04-01"},
		}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

func found(key string, v verdict.Verdict, change ...func(*verdict.Proof)) verdict.Proof {
	p := verdict.Proof{Verdict: v}
	for i, at := 0, 0; at < len(key); at++ {
		if key[at] == '/' {
			if i == 0 {
				p.Law = key[:at]
			} else {
				p.Category, p.Class = key[len(p.Law)+1:at], key[at+1:]
			}
			i++
		}
	}
	for _, c := range change {
		c(&p)
	}
	return p
}

func TestSection15(t *testing.T) {
	set := small(t)
	numbered := func(id int, number string) func(*verdict.Proof) {
		return func(p *verdict.Proof) { p.EntryID, p.Number = id, number }
	}
	for _, tt := range []struct {
		name    string
		proofs  []verdict.Proof
		stated  []string
		revised string
		want    string
	}{
		{"both say so", []verdict.Proof{found("JP-FSA/HAZMAT4/PET1", verdict.Applies)}, []string{"消防法", "第4類 第1石油類"}, "2024-01-01", "JP-FSA/HAZMAT4/PET1 agrees"},
		{"the whole is named alone", []verdict.Proof{found("JP-FSA/HAZMAT4/PET1", verdict.Applies)}, []string{"消防法", "第4類引火性液体"}, "2024-01-01", "JP-FSA/HAZMAT4/PET1 agrees"},
		{"another part is named", []verdict.Proof{found("JP-FSA/HAZMAT4/PET1", verdict.Applies)}, []string{"消防法", "第4類 第2石油類"}, "2024-01-01", "JP-FSA/HAZMAT4/PET1 found_not_stated; JP-FSA/HAZMAT4/PET2 stated_not_found"},
		{"left out", []verdict.Proof{found("JP-PDSCA/DELETERIOUS/DEFAULT", verdict.Applies)}, nil, "2024-01-01", "JP-PDSCA/DELETERIOUS/DEFAULT found_not_stated"},
		{"denied", []verdict.Proof{found("JP-PDSCA/DELETERIOUS/DEFAULT", verdict.Applies)}, []string{"毒物及び劇物取締法", "該当しない"}, "2024-01-01", "JP-PDSCA/DELETERIOUS/DEFAULT found_not_stated (denied)"},
		{"without ground", nil, []string{"毒物及び劇物取締法", "劇物"}, "2024-01-01", "JP-PDSCA/DELETERIOUS/DEFAULT stated_not_found"},
		{"below", []verdict.Proof{found("JP-PDSCA/DELETERIOUS/DEFAULT", verdict.BelowThreshold)}, []string{"毒物及び劇物取締法", "劇物"}, "2024-01-01", "JP-PDSCA/DELETERIOUS/DEFAULT stated_not_found (below)"},
		{"what depends, and is stated", []verdict.Proof{found("JP-PDSCA/DELETERIOUS/DEFAULT", verdict.RequiresContext)}, []string{"毒物及び劇物取締法", "劇物"}, "2024-01-01", "JP-PDSCA/DELETERIOUS/DEFAULT agrees"},
		{"what depends, and is not", []verdict.Proof{found("JP-PDSCA/DELETERIOUS/DEFAULT", verdict.RequiresContext, func(p *verdict.Proof) { p.Parts = []verdict.Part{{Name: "x"}} })}, nil, "2024-01-01", "JP-PDSCA/DELETERIOUS/DEFAULT not_judged (context)"},
		{"nothing is known", []verdict.Proof{found("JP-PDSCA/DELETERIOUS/DEFAULT", verdict.Unknown)}, []string{"毒物及び劇物取締法", "劇物"}, "2024-01-01", "JP-PDSCA/DELETERIOUS/DEFAULT not_judged (unknown)"},
		{"no list", nil, []string{"労働基準法", "疾病化学物質"}, "2024-01-01", "JP-LSA/DISEASE/DEFAULT not_judged (unknown)"},
		{"one word for two classes", []verdict.Proof{found("JP-SCCA/SPECIFIED/M", verdict.Applies)}, []string{"土壌汚染対策法", "特定有害物質"}, "2024-01-01", "JP-SCCA/SPECIFIED/M agrees"},
		{"one word for two, none found", nil, []string{"土壌汚染対策法", "特定有害物質"}, "2024-01-01", "JP-SCCA/SPECIFIED/V stated_not_found"},
		{"a class of the former act", nil, []string{"化審法", "第2種監視化学物質"}, "2024-01-01", "JP-CSCL/MON/DEFAULT outdated (old_monitored)"},
		{"of today's", nil, []string{"化審法", "監視化学物質"}, "2024-01-01", "JP-CSCL/MON/DEFAULT stated_not_found"},
		{"a number of before 2023", []verdict.Proof{found("JP-PRTR/C1/DEFAULT", verdict.Applies, numbered(400000001, "1-300"))}, []string{"化管法", "第1種指定化学物質 トルエン（政令番号：第1種 227）"}, "2022-06-01", "JP-PRTR/C1/DEFAULT outdated (old_prtr_number)"},
		{"today's number", []verdict.Proof{found("JP-PRTR/C1/DEFAULT", verdict.Applies, numbered(400000001, "1-300"))}, []string{"化管法", "第1種指定化学物質 トルエン（政令番号 300）"}, "2024-06-01", "JP-PRTR/C1/DEFAULT agrees"},
		{"table 9", []verdict.Proof{found("JP-ISHA/SDS/DEFAULT", verdict.Applies)}, []string{"労働安全衛生法", "名称等を通知すべき危険物及び有害物（別表第9の407）"}, "2025-06-01", "JP-ISHA/SDS/DEFAULT outdated (old_table_nine)"},
		{"a group of table 9", []verdict.Proof{found("JP-ISHA/SDS/DEFAULT", verdict.Applies)}, []string{"労働安全衛生法", "名称等を通知すべき危険物及び有害物（別表第9の12）"}, "2025-06-01", "JP-ISHA/SDS/DEFAULT agrees"},
		{"the sheet is older than the entry", []verdict.Proof{found("JP-ISHA/SDS/DEFAULT", verdict.Applies, numbered(400000002, ""))}, nil, "2024-06-01", "JP-ISHA/SDS/DEFAULT outdated (older)"},
		{"and of no date", []verdict.Proof{found("JP-ISHA/SDS/DEFAULT", verdict.Applies, numbered(400000002, ""))}, nil, "", "JP-ISHA/SDS/DEFAULT found_not_stated"},
		{"from later", []verdict.Proof{found("JP-ISHA/SDS/DEFAULT", verdict.Scheduled, func(p *verdict.Proof) { p.From = "2027-04-01" })}, nil, "2024-06-01", "JP-ISHA/SDS/DEFAULT not_judged (scheduled)"},
		{"nothing of nothing", nil, []string{"消防法", "非該当"}, "", ""},
	} {
		got := ""
		for _, c := range compare.Section15(set, tt.proofs, law.Statements(section15(tt.stated...)), tt.revised, today) {
			if got != "" {
				got += "; "
			}
			got += c.ClassKey + " " + string(c.Outcome)
			code := c.Note.Code[len("law.compare."):]
			if code != "agrees" && code != "not_stated" && code != "not_found" {
				got += " (" + code + ")"
			}
			for _, lang := range []string{"ja", "en"} {
				if text := c.Note.In(lang); text == c.Note.Code || !message.Known(message.Code(c.Note.Code)) {
					t.Errorf("%s: no text for %s", tt.name, c.Note.Code)
				}
			}
			for _, s := range c.Stated {
				if s.Field == "" || s.Text == "" {
					t.Errorf("%s: %+v", tt.name, s)
				}
			}
		}
		if got != tt.want {
			t.Errorf("%s: %s; want %s", tt.name, got, tt.want)
		}
	}
}
