package duties_test

import (
	"slices"
	"testing"
	"unicode"

	"anzen/shared/domain/verdict"
	"anzen/shared/judgement/duties"
	"anzen/shared/reference/duty"
)

func proof(category, class string, v verdict.Verdict, from string) verdict.Proof {
	return verdict.Proof{Law: "JP-ISHA", Category: category, Class: class, Verdict: v, From: from}
}

const today = "2026-11-22"

func find(t *testing.T, all []duties.Due, article string) duties.Due {
	t.Helper()
	i := slices.IndexFunc(all, func(d duties.Due) bool { return d.Cited() == article })
	if i < 0 {
		t.Fatalf("%s does not follow", article)
	}
	return all[i]
}

func TestForces(t *testing.T) {
	of := func(proofs ...verdict.Proof) []duties.Due { return duties.Of(duty.Current(), proofs, nil, today) }
	for _, silent := range []verdict.Verdict{verdict.NotListed, verdict.BelowThreshold, verdict.Unknown} {
		if all := of(proof("YUKI", "T2", silent, "")); all != nil {
			t.Errorf("%s brings %d duties", silent, len(all))
		}
	}
	if d := find(t, of(proof("YUKI", "T2", verdict.Applies, "")), "有機則第28条"); d.Force != duties.Conditional || d.When.Ja == "" || d.Interval.En != "every 6 months" || d.Years != 3 {
		t.Errorf("a measurement: %+v", d)
	}
	if d := find(t, of(proof("TOKKA", "SPM", verdict.Applies, "")), "特化則第40条"); d.Force != duties.Required || d.Years != 30 {
		t.Errorf("records without a condition: %+v", d)
	}
	if d := find(t, of(proof("YUKI", "T2", verdict.RequiresContext, "")), "有機則第28条"); d.Force != duties.Possible {
		t.Errorf("where the law may apply: %s", d.Force)
	}
	later := of(proof("SDS", "DEFAULT", verdict.Scheduled, "2028-04-01"), proof("SDS", "DEFAULT", verdict.Scheduled, "2027-04-01"))
	if d := find(t, later, "安衛法第57条の2"); d.Force != duties.Scheduled || d.From != "2027-04-01" || len(d.Because) != 2 {
		t.Errorf("where the law will apply: %+v", d)
	}
}

// The strongest verdict decides, whatever its place.
func TestTheStrongestVerdictDecides(t *testing.T) {
	weak, strong := proof("TOKKA", "C2", verdict.Scheduled, "2027-04-01"), proof("TOKKA", "C1", verdict.Applies, "")
	for _, proofs := range [][]verdict.Proof{{weak, strong}, {strong, weak}} {
		d := find(t, duties.Of(duty.Current(), proofs, nil, today), "特化則第27条")
		if d.Force != duties.Conditional || d.From != "" || len(d.Because) != 1 || d.Because[0].Class != "C1" {
			t.Errorf("%+v", d)
		}
	}
}

// Duties of some substances are of products that contain them.
func TestDutiesOfSubstances(t *testing.T) {
	proofs := []verdict.Proof{proof("RA", "DEFAULT", verdict.Applies, "")}
	has := func(cas ...string) bool {
		return slices.ContainsFunc(duties.Of(duty.Current(), proofs, cas, today), func(d duties.Due) bool { return d.Cited() == "安衛則第48条" })
	}
	if has() || has("108-88-3") || !has("108-88-3", "7647-01-0") {
		t.Error("the dentist's examination is of acids")
	}
}

// Everything that English readers see is in English.
func TestCitationsInEnglish(t *testing.T) {
	seen := map[string]string{}
	for _, d := range duty.Current().All() {
		cited := duties.Cited("en", &d)
		for _, r := range cited + d.Interval.En + d.Deadline.En + d.Instrument.Title.En {
			if unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) {
				t.Errorf("%d: %q", d.ID, cited)
				break
			}
		}
		seen[d.Cited()] = cited
	}
	for ja, en := range map[string]string{
		"安衛則第577条の2":      "Safety and Health Ordinance, Art. 577-2",
		"化兵法第24条～第28条":    "Chemical Weapons Prohibition Act, Art. 24–28",
		"水濁法第12条、水濁法第14条": "Water Pollution Prevention Act, Art. 12; Art. 14",
	} {
		if seen[ja] != en {
			t.Errorf("%s is %q, not %q", ja, seen[ja], en)
		}
	}
}

func BenchmarkOf(b *testing.B) {
	proofs := []verdict.Proof{proof("TOKKA", "C2", verdict.Applies, ""), proof("RA", "DEFAULT", verdict.Applies, ""), proof("SDS", "DEFAULT", verdict.Applies, "")}
	for b.Loop() {
		duties.Of(duty.Current(), proofs, nil, today)
	}
}
