package extract_test

import (
	"slices"
	"testing"
)

// A list of organs below a statement is part of it, not a statement of its own.
func TestOrgansBelowTheirStatement(t *testing.T) {
	r := read(sheet("ja", section(2, lines("危険有害性情報", "引火性の高い液体及び蒸気", "長期にわたる、又は反復ばく露による臓器の障害", "（中枢神経系、腎臓、肝臓）", "臓器の障害", "呼吸器系、神経系", "眠気又はめまいのおそれ", "注意書き", "安全対策"))))
	if got := r.Get("hazard_statement_count"); got == nil || got.Quantity.Low != 4 {
		t.Errorf("got %v, want 4 statements", got)
	}
}

// One class of a law that applies counts more than others that do not, wherever the headings of
// subordinate regulations stand.
func TestLawsByOneOfTheirClasses(t *testing.T) {
	for _, tt := range []struct {
		lines []string
		want  []string
	}{
		{[]string{"労働安全衛生法", "特定化学物質障害予防規則", "該当しない", "名称等を通知すべき危険物及び有害物（法第57条の2）"}, []string{"労働安全衛生法"}},
		{[]string{"労働安全衛生法：特化則 該当しない", "名称等を表示すべき危険物及び有害物（トルエン）"}, []string{"労働安全衛生法"}},
		{[]string{"毒物及び劇物取締法", "データなし", "劇物（第2条別表第2）", "水質汚濁防止法 データなし"}, []string{"毒物及び劇物取締法"}},
		{[]string{"毒物及び劇物取締法", "劇物 データなし", "毒物：該当しない"}, nil},
		{[]string{"消防法", "危険物：非該当", "労働安全衛生法", "名称等を通知すべき危険物及び有害物：該当しない"}, nil},
	} {
		r := read(sheet("ja", section(15, lines(tt.lines...))))
		if got := r.List("laws"); !slices.Equal(got, tt.want) {
			t.Errorf("%q: got %q, want %q", tt.lines, got, tt.want)
		}
	}
}

// Words for what cannot be measured are no values; full-width figures and decimal commas are.
func TestJapaneseValuesAndTheirAbsence(t *testing.T) {
	absent := map[string]string{"色": "測定できない", "溶解度": "測定不能", "引火点": "測定できない（固体のため）", "臭い": "該当せず"}
	for label, value := range absent {
		r := read(sheet("ja", section(9, nil, pair(label, value))))
		if len(r.Values) > 0 && r.Values[0].Key != "text" {
			t.Errorf("%s %s: read %s", label, value, r.Values[0].Key)
		}
	}
	for _, tt := range [][3]string{{"密度", "0,866 g/cm3（20℃）", "density"}, {"比重", "０，８６", "relative_density"}, {"pH", "７．５～８．５（２５℃）", "ph"}, {"融点", "－９５℃", "melting_point"}} {
		r := read(sheet("ja", section(9, nil, pair(tt[0], tt[1]))))
		if v := r.Get(tt[2]); v == nil || !v.Quantity.Stated() {
			t.Errorf("%s %s: no %s", tt[0], tt[1], tt[2])
		}
	}
}
