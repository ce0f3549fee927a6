package law_test

import (
	"slices"
	"strings"
	"testing"

	"anzen/shared/domain/sds"
	"anzen/shared/reference/law"
)

func section15(state sds.FieldState, pairs ...string) []sds.Section {
	group := sds.Group{Key: sds.GroupText}
	for i := 0; i < len(pairs); i += 2 {
		group.Rows = append(group.Rows, sds.Row{Fields: []sds.Field{
			{Key: "title", State: state, Value: sds.Value{Text: pairs[i]}}, {Key: "body", State: state, Value: sds.Value{Text: pairs[i+1]}},
		}})
	}
	return []sds.Section{{Number: 14, Groups: []sds.Group{{Key: sds.GroupText, Rows: []sds.Row{{Fields: []sds.Field{{Key: "body", Value: sds.Value{Text: "劇物"}}}}}}}}, {Number: 15, Groups: []sds.Group{group}}}
}

func TestStated(t *testing.T) {
	for _, tt := range []struct {
		name  string
		pairs []string
		want  string
	}{
		{"a class below its law", []string{"消防法", "第四類引火性液体 第一石油類 非水溶性液体 危険等級II"}, "JP-FSA-4 JP-FSA-4-PETROLEUM1"},
		{"a part includes the whole", []string{"", "消防法：第２石油類"}, "JP-FSA-4 JP-FSA-4-PETROLEUM2"},
		{"the same words below other laws", []string{"船舶安全法", "引火性液体類", "航空法", "引火性液体", "消防法", "非該当"}, "JP-SHIP-FLAMMABLE JP-AIR-FLAMMABLE"},
		{"the law of the block before", []string{"労働安全衛生法", "特定化学物質障害予防規則", "区分", "第2類物質 特別管理物質"}, "JP-ISHA-TOKKA-2 JP-ISHA-TOKKA-CONTROLLED"},
		{"solvents", []string{"有機則", "第2種有機溶剤等"}, "JP-ISHA-SOLVENT-2"},
		{"no class in the law's own name", []string{"毒物及び劇物取締法", "該当しない"}, ""},
		{"deleterious", []string{"毒劇法", "医薬用外劇物 包装等級II"}, "JP-PDSCA-DELETERIOUS"},
		{"what does not apply", []string{"労働安全衛生法", "名称等を表示すべき危険物及び有害物：非該当 名称等を通知すべき危険物及び有害物：アセトン（政令番号17）"}, "JP-ISHA-SDS"},
		{"none", []string{"化管法", "第一種指定化学物質：なし、第二種指定化学物質に該当する物質はない"}, ""},
		{"classes of release", []string{"化学物質排出把握管理促進法（PRTR法）", "第1種指定化学物質（トルエン 60%）"}, "JP-PRTR-1"},
		{"the nearest wording", []string{"化管法", "特定第1種指定化学物質"}, "JP-PRTR-1S"},
		{"English", []string{"REACH", "Contains substances of very high concern above 0.1 %"}, "EU-REACH-SVHC"},
		{"English, not", []string{"REACH", "SVHC: not listed"}, ""},
		{"stated twice", []string{"消防法", "第4類", "消防法", "危険物第四類"}, "JP-FSA-4"},
		{"no law named", []string{"その他", "引火性液体"}, ""},
	} {
		if got := strings.Join(law.Stated(section15(sds.StateMachine, tt.pairs...)), " "); got != tt.want {
			t.Errorf("%s: %s; want %s", tt.name, got, tt.want)
		}
	}
	if got := law.Stated(section15(sds.StateDeleted, "消防法", "第4類")); got != nil {
		t.Errorf("what a person deleted is still stated: %v", got)
	}
}

func TestStatements(t *testing.T) {
	sections := section15(sds.StateConfirmed,
		"消防法", "第4類引火性液体 第一石油類 非水溶性液体", "化管法", "第1種指定化学物質：非該当　第2種指定化学物質：該当しない", "毒物及び劇物取締法", "該当しない", "労働安全衛生法：名称等を通知すべき危険物及び有害物", "トルエン（政令番号 407）")
	for r := range sections[1].Groups[0].Rows {
		for i := range sections[1].Groups[0].Rows[r].Fields {
			f := &sections[1].Groups[0].Rows[r].Fields[i]
			f.ID, f.Sources = sds.FieldID(sds.GroupText, strings.Repeat("r", r+1), f.Key), []sds.Source{{Page: r + 1}}
		}
	}
	type stated struct {
		code   string
		denied bool
		field  string
		page   int
	}
	var got []stated
	for _, s := range law.Statements(sections) {
		if s.State != sds.StateConfirmed || s.Text == "" || len(s.Sources) != 1 {
			t.Errorf("%+v", s)
			continue
		}
		got = append(got, stated{s.Code, s.Denied, s.Field, s.Sources[0].Page})
	}
	want := []stated{
		{"JP-FSA-4", false, "text/r/body", 1},
		{"JP-FSA-4-PETROLEUM1", false, "text/r/body", 1},
		{"JP-PRTR-1", true, "text/rr/body", 2},
		{"JP-PRTR-2", true, "text/rr/body", 2},
		{"JP-PDSCA", true, "text/rrr/title", 3},
		{"JP-ISHA-SDS", false, "text/rrrr/title", 4},
	}
	if !slices.Equal(got, want) {
		t.Errorf("statements are %+v", got)
	}
}

// Each regulation is found by its own name below its law's, and its law is known.
func TestEveryRegulationIsFound(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range law.Regulations() {
		l, known := law.ByCode(r.Law)
		if !known || seen[r.Code] || !strings.HasPrefix(r.Code, r.Law+"-") || r.Ja == "" || r.En == "" || !law.IsRegulation(r.Code) {
			t.Errorf("%+v", r)
		}
		seen[r.Code] = true
		found := law.Stated(section15(sds.StateMachine, l.Ja, r.Ja))
		if len(found) == 0 || found[len(found)-1] != r.Code {
			t.Errorf("%s under %s is found as %v, not %s", r.Ja, l.Ja, found, r.Code)
		}
	}
}

func FuzzStated(f *testing.F) {
	f.Add("消防法", "第四類")
	f.Fuzz(func(t *testing.T, title, body string) {
		for _, code := range law.Stated(section15(sds.StateMachine, title, body)) {
			if !law.IsRegulation(code) {
				t.Errorf("%q", code)
			}
		}
	})
}
