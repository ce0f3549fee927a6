package audit_test

import (
	"testing"
	"time"

	"anzen/shared/domain/audit"
	"anzen/shared/text/texttest"
)

func TestFind(t *testing.T) {
	if a := audit.Find("user.session_begun"); a.Category != audit.SignIn || a.Target != audit.TargetUser || a.Text.Ja != "ログイン" || a.Text.En != "Signed in" {
		t.Errorf("%+v", a)
	}
	if a := audit.Find("gone.long_ago"); a.Category != audit.Other || a.Text.Ja != "gone.long_ago" {
		t.Errorf("an unknown action: %+v", a)
	}
	of := map[audit.Category]int{}
	for _, a := range audit.Actions {
		of[a.Category]++
	}
	for _, c := range audit.Categories {
		if of[c] == 0 && c != audit.Other {
			t.Errorf("category %s has no action", c)
		}
	}
}

func TestYears(t *testing.T) {
	for chosen, want := range map[int]int{0: 3, 1: 1, 7: 7, 10: 10, 11: 10, -4: 1} {
		if got := audit.Years(chosen); got != want {
			t.Errorf("%d years chosen: %d, want %d", chosen, got, want)
		}
	}
	now := time.Date(2028, 2, 29, 1, 0, 0, 0, time.UTC)
	if got := audit.KeptFrom(now, 1); !got.Equal(time.Date(2027, 3, 1, 1, 0, 0, 0, time.UTC)) {
		t.Errorf("kept from %v", got)
	}
}

func TestSpelling(t *testing.T) {
	for _, a := range audit.Actions {
		if words := texttest.British(a.Text.En); len(words) > 0 {
			t.Errorf("%s: %q", a.Name, words)
		}
		if words := texttest.OtherTerms(a.Text.Ja); len(words) > 0 {
			t.Errorf("%s: %q", a.Name, words)
		}
	}
}
