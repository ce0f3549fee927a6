package check_test

import (
	"slices"
	"testing"

	"anzen/shared/law/check"
	"anzen/shared/law/regulation"
)

// Words of a group stand in names of substances that do not belong to it.
func TestGroupsLeaveOutWhatOnlySoundsAlike(t *testing.T) {
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
		s := check.Subject{Ingredients: []check.Ingredient{{CAS: []string{tt.cas}, Share: check.Share{Low: 50, High: 50, Known: true}}}}
		got := slices.ContainsFunc(check.Sheet(regulation.Current(), &s, "2026-11-22"), func(p check.Proof) bool {
			return p.Law == "JP-PRTR" && p.Number == tt.entry
		})
		if got != tt.belongs {
			t.Errorf("%s: an entry %s is found: %v", tt.name, tt.entry, got)
		}
	}
}

// A word of a family's name makes a substance worth a look, not a member.
func TestFamiliesAreNotProvenByAWord(t *testing.T) {
	for cas, want := range map[string]check.Verdict{"108-95-2": check.Applies, "128-37-0": check.RequiresContext, "80-05-7": check.NotListed} {
		s := check.Subject{Ingredients: []check.Ingredient{{CAS: []string{cas}, Share: check.Share{Low: 50, High: 50, Known: true}}}}
		got := check.NotListed
		for _, p := range check.Sheet(regulation.Current(), &s, "2026-11-22") {
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
	judged := func(shares map[string]float64) check.Verdict {
		var s check.Subject
		for cas, share := range shares {
			s.Ingredients = append(s.Ingredients, check.Ingredient{Row: len(s.Ingredients), CAS: []string{cas}, Share: check.Share{Low: share, High: share, Known: true}})
		}
		for _, p := range check.Sheet(regulation.Current(), &s, "2026-11-22") {
			if p.Law == "JP-PDSCA" && p.Number == "指定令第2条-16の2" {
				return p.Verdict
			}
		}
		return check.NotListed
	}
	const hydrogenChloride, sulfuricAcid = "7647-01-0", "7664-93-9"
	for _, tt := range []struct {
		shares map[string]float64
		want   check.Verdict
	}{
		{map[string]float64{hydrogenChloride: 6, sulfuricAcid: 6}, check.Applies},
		{map[string]float64{hydrogenChloride: 5, sulfuricAcid: 5}, check.BelowThreshold},
		{map[string]float64{hydrogenChloride: 35}, check.NotListed},
		{map[string]float64{sulfuricAcid: 98}, check.NotListed},
	} {
		if got := judged(tt.shares); got != tt.want {
			t.Errorf("%v: %s, want %s", tt.shares, got, tt.want)
		}
	}
}
