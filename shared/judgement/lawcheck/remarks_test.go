package lawcheck_test

import (
	"strings"
	"testing"

	"anzen/shared/domain/sds"
	"anzen/shared/domain/verdict"
	"anzen/shared/judgement/lawcheck"
	"anzen/shared/reference/regulation"
)

// proofOf is the strongest proof of a class for a pure solid.
func proofOf(t *testing.T, cas, class, day string) (best *verdict.Proof) {
	t.Helper()
	full := 100.0
	set := regulation.Current()
	s := lawcheck.Of(&sds.Sheet{State: "solid", Ingredients: []sds.Ingredient{{CAS: []string{cas}, Concentration: &sds.Span{Low: &full, High: &full}}}})
	proofs := lawcheck.Complete(set, lawcheck.Sheet(set, &s, day), day)
	for i := range proofs {
		if p := &proofs[i]; p.Key() == class && (best == nil || p.Verdict.Strength() > best.Verdict.Strength()) {
			best = p
		}
	}
	if best == nil {
		t.Fatalf("no verdict on %s", class)
	}
	return best
}

// A new entry has two dates: from when it is in force, and when its transition ends.
func TestEndOfATransition(t *testing.T) {
	const added, label = "13189-00-9", "JP-ISHA/LABEL/DEFAULT"
	for _, c := range []struct {
		day, cas, class string
		verdict         verdict.Verdict
		until           string
	}{
		{"2026-11-24", added, label, verdict.Scheduled, "2028-03-31"},
		{"2027-04-01", added, label, verdict.Applies, "2028-03-31"},
		{"2028-03-31", added, label, verdict.Applies, "2028-03-31"},
		{"2028-04-01", added, label, verdict.Applies, ""},
		{"2027-04-01", added, "JP-ISHA/SDS/DEFAULT", verdict.Applies, ""},
		{"2027-04-01", "3121-61-7", label, verdict.Applies, ""}, // only its content changes
		{"2026-11-24", "108-88-3", label, verdict.Applies, ""},
	} {
		p := proofOf(t, c.cas, c.class, c.day)
		text := p.Explain("ja")
		if p.Verdict != c.verdict || p.Transition != c.until || strings.Contains(text, "経過措置") != (c.until != "") || strings.Contains(text, "{") {
			t.Errorf("%s on %s: %s until %q: %s", c.cas, c.day, p.Verdict, p.Transition, text)
		}
	}
}

// Water laws depend on the substance, which a sheet tells, and on the activity, which it does not: the verdict asks.
func TestWaterLawsAskForTheActivity(t *testing.T) {
	for class, words := range map[string][2]string{
		"JP-WPCA/HAZARD/DEFAULT":  {"特定施設", "specified facility"},
		"JP-SEWER/HAZARD/DEFAULT": {"公共下水道", "public sewer"},
	} {
		p := proofOf(t, "7440-43-9", class, "2026-11-24")
		if p.Verdict != verdict.Applies || !strings.Contains(p.Explain("ja"), words[0]) || !strings.Contains(p.Explain("en"), words[1]) {
			t.Errorf("%s: %s: %s", class, p.Verdict, p.Explain("ja"))
		}
	}
	if p := proofOf(t, "7732-18-5", "JP-WPCA/HAZARD/DEFAULT", "2026-11-24"); p.Verdict != verdict.NotListed || strings.Contains(p.Explain("ja"), "特定施設") {
		t.Errorf("water: %s", p.Explain("ja"))
	}
}

// Whatever has verdicts counts as loaded.
func TestWhatIsJudgedIsLoaded(t *testing.T) {
	set := regulation.Current()
	full := 100.0
	s := lawcheck.Of(&sds.Sheet{State: "liquid", UNNumber: "1294", TransportClass: "3", Ingredients: []sds.Ingredient{{CAS: []string{"108-88-3"}, Concentration: &sds.Span{Low: &full, High: &full}}}})
	for _, p := range lawcheck.Sheet(set, &s, "2026-11-24") {
		if c := set.Category(p.Law, p.Category); !c.Loaded {
			t.Errorf("%s has a verdict, but is not loaded", p.Key())
		}
	}
}
