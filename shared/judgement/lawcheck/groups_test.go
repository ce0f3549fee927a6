package lawcheck_test

import (
	"slices"
	"strings"
	"testing"

	"anzen/shared/domain/verdict"
	"anzen/shared/judgement/lawcheck"
	"anzen/shared/reference/regulation"
)

// Words of a group occur in names of substances that do not belong to it.
func TestGroupsExcludeSimilarNames(t *testing.T) {
	tests := []struct {
		name, cas, entry string
		belongs          bool
	}{
		{"hydrochloric acid is no chloric acid", "7647-01-0", "1-091", false},
		{"sodium chlorate is a chlorate", "7775-09-9", "1-091", true},
		{"perfluorohexane is no salt of hydrogen fluoride", "355-42-0", "1-414", false},
		{"sodium fluoride is one", "7681-49-4", "1-414", true},
	}
	for _, tt := range tests {
		s := lawcheck.Subject{Ingredients: []lawcheck.Ingredient{{CAS: []string{tt.cas}, Share: lawcheck.Share{Low: 50, High: 50, Known: true}}}}
		got := slices.ContainsFunc(lawcheck.Sheet(regulation.Current(), &s, "2026-11-22"), func(p verdict.Proof) bool {
			return p.Law == "JP-PRTR" && p.Number == tt.entry
		})
		if got != tt.belongs {
			t.Errorf("%s: entry %s is found: %v", tt.name, tt.entry, got)
		}
	}
}

// A family name in a substance's name makes it a candidate, not a member.
func TestFamiliesAreNotProvenByAWord(t *testing.T) {
	for cas, want := range map[string]verdict.Verdict{"108-95-2": verdict.Applies, "128-37-0": verdict.RequiresContext, "80-05-7": verdict.NotListed} {
		s := lawcheck.Subject{Ingredients: []lawcheck.Ingredient{{CAS: []string{cas}, Share: lawcheck.Share{Low: 50, High: 50, Known: true}}}}
		got := verdict.NotListed
		for _, p := range lawcheck.Sheet(regulation.Current(), &s, "2026-11-22") {
			if p.Law == "JP-SEWER" && p.Entry == "フェノール類" {
				got = p.Verdict
			}
		}
		if got != want {
			t.Errorf("%s is judged as one of the phenols: %s, want %s", cas, got, want)
		}
	}
}

// 塩化水素と硫酸とを含有する製剤 is judged by the sum of both, and of products that have both alone.
func TestEntriesOfSeveralSubstancesTogether(t *testing.T) {
	judged := func(shares map[string]float64) verdict.Verdict {
		var s lawcheck.Subject
		for cas, share := range shares {
			s.Ingredients = append(s.Ingredients, lawcheck.Ingredient{Row: len(s.Ingredients), CAS: []string{cas}, Share: lawcheck.Share{Low: share, High: share, Known: true}})
		}
		for _, p := range lawcheck.Sheet(regulation.Current(), &s, "2026-11-22") {
			if p.Law == "JP-PDSCA" && p.Number == "指定令第2条-16の2" {
				return p.Verdict
			}
		}
		return verdict.NotListed
	}
	const hydrogenChloride, sulfuricAcid = "7647-01-0", "7664-93-9"
	for _, tt := range []struct {
		shares map[string]float64
		want   verdict.Verdict
	}{
		{map[string]float64{hydrogenChloride: 6, sulfuricAcid: 6}, verdict.Applies},
		{map[string]float64{hydrogenChloride: 5, sulfuricAcid: 5}, verdict.BelowThreshold},
		{map[string]float64{hydrogenChloride: 35}, verdict.NotListed},
		{map[string]float64{sulfuricAcid: 98}, verdict.NotListed},
	} {
		if got := judged(tt.shares); got != tt.want {
			t.Errorf("%v: %s, want %s", tt.shares, got, tt.want)
		}
	}
}

// A verdict by a group says that it is one, and by what the ingredient belongs to it.
func TestVerdictsByGroupsSaySo(t *testing.T) {
	for name, tt := range map[string]struct {
		name, cas, law, number, ja, en string
	}{
		"a CAS number of the list": {"酢酸鉛", "301-04-2", "JP-PRTR", "1-353", "（「鉛及びその化合物」は物質群としての指定です。群に含めた根拠: 酢酸鉛 — 収載リストのCAS登録番号。）", "names a group of substances. What it takes in: 酢酸鉛: a CAS number of the list.)"},
		"an element":               {"ZnCl2", "7646-85-7", "JP-PDSCA", "指定令第2条-1", "ZnCl2 — ", "ZnCl2: "},
		"a word of the name":       {"塩素酸銅水和物", "", "JP-PDSCA", "指定令第2条-18", "群に含めた根拠: 塩素酸銅水和物 — 名称。）", "塩素酸銅水和物: its name.)"},
		"no group":                 {"トルエン", "108-88-3", "JP-PRTR", "1-347", "-", "-"},
		"two names of a substance": {"黄りん", "", "JP-PDSCA", "法別表第1-2", "-", "-"},
	} {
		t.Run(name, func(t *testing.T) {
			is := lawcheck.Ingredient{Name: tt.name, Share: lawcheck.Share{Low: 50, High: 50, Known: true}}
			if tt.cas != "" {
				is.CAS = []string{tt.cas}
			}
			proofs := lawcheck.Sheet(regulation.Current(), &lawcheck.Subject{Ingredients: []lawcheck.Ingredient{is}}, "2026-11-22")
			i := slices.IndexFunc(proofs, func(p verdict.Proof) bool { return p.Law == tt.law && (p.Number == tt.number || tt.number == "") })
			if i < 0 {
				t.Fatal("no verdict")
			}
			ja, en := proofs[i].Explain("ja"), proofs[i].Explain("en")
			said := strings.Contains(ja, "物質群としての指定") || strings.Contains(en, "names a group")
			if said != (tt.ja != "-") || said && !(strings.Contains(ja, tt.ja) && strings.Contains(en, tt.en)) {
				t.Errorf("%s\n%s", ja, en)
			}
		})
	}
}
