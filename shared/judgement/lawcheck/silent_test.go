package lawcheck_test

import (
	"slices"
	"strings"
	"testing"

	"anzen/shared/domain/verdict"
	"anzen/shared/judgement/lawcheck"
	"anzen/shared/reference/chem"
	"anzen/shared/reference/regulation"
)

// strongest is the strongest verdict of a class, with its proof.
func strongest(t *testing.T, class string, all ...lawcheck.Ingredient) (best verdict.Proof) {
	t.Helper()
	s := product(all...)
	set := regulation.Current()
	best.Verdict = verdict.NotListed
	for _, p := range lawcheck.Complete(set, lawcheck.Sheet(set, &s, today), today) {
		if p.Key() == class && (best.Law == "" || p.Verdict.Strength() > best.Verdict.Strength()) {
			best = p
		}
	}
	return best
}

// A number that the dictionary lacks is never "not listed": the name may still be one of the
// list.
func TestAnUnknownNumberIsCheckedByName(t *testing.T) {
	const deleterious = "JP-PDSCA/DELETERIOUS/DEFAULT"
	unknown := "999999-99-4"
	p := strongest(t, deleterious, lawcheck.Ingredient{CAS: []string{unknown}, Name: "新規化合物", Share: share(10, 10)})
	if p.Verdict != verdict.Unknown || p.Reason.Code != "law.check_name" || !strings.Contains(p.Explain("ja"), unknown) || !strings.Contains(p.Explain("en"), "check by name") {
		t.Errorf("%s: %s", p.Verdict, p.Explain("ja"))
	}
	named := lawcheck.Ingredient{CAS: []string{unknown}, Name: "硫酸", Share: share(20, 20)}
	if p := strongest(t, deleterious, named); p.Verdict != verdict.Applies {
		t.Errorf("with the name of sulfuric acid it is %s", p.Verdict)
	}
	compound := lawcheck.Ingredient{CAS: []string{unknown}, Name: "テトラエトキシ砒素化合物", Share: share(20, 20)}
	if p := strongest(t, "JP-PDSCA/POISON/DEFAULT", compound); p.Verdict != verdict.Applies || p.Parts[0].How != "group" {
		t.Errorf("with the name of an arsenic compound it is %s", p.Verdict)
	}
}

// The statutory name decides where no number does, in the spelling of the law or of today.
func TestStatutoryNames(t *testing.T) {
	for name, class := range map[string]string{
		"フルペンチオフェノックス":                "JP-PDSCA/DELETERIOUS/DEFAULT",
		"エチルジフェニルジチオホスフェイト":           "JP-PDSCA/DELETERIOUS/DEFAULT",
		"2,3-ジ-(ジエチルジチオホスホロ)-パラジオキサン": "JP-PDSCA/DELETERIOUS/DEFAULT",
		"オルトトルイジン":                    "JP-PRTR/C1/DEFAULT",
	} {
		p := strongest(t, class, lawcheck.Ingredient{Name: name, Share: share(20, 20)})
		if p.Verdict.Strength() < verdict.BelowThreshold.Strength() || p.Verdict == verdict.Unknown {
			t.Errorf("%s is %s by %s", name, p.Verdict, class)
		}
	}
}

// A hydrate that the dictionary lacks is the substance with its water.
func TestHydratesByName(t *testing.T) {
	const prtr = "JP-PRTR/C1/DEFAULT"
	part := func(name string) verdict.Part {
		for _, p := range sheetOf(lawcheck.Ingredient{Name: name, Share: share(10, 10)}) {
			if p.Key() == prtr && p.Element == "Cu" {
				return p.Parts[0]
			}
		}
		t.Fatalf("%s is not of PRTR", name)
		return verdict.Part{}
	}
	dry, wet, open := part("硫酸銅"), part("硫酸銅五水和物"), part("硫酸銅・水和物")
	if dry.Factor < 0.39 || dry.Factor > 0.40 || wet.Factor < 0.25 || wet.Factor > 0.26 {
		t.Errorf("copper is %.3f of the salt, %.3f of its pentahydrate", dry.Factor, wet.Factor)
	}
	if open.Factor != 0 && open.Factor != wet.Factor {
		t.Errorf("a hydrate of unknown water has %.3f", open.Factor)
	}
}

func sheetOf(all ...lawcheck.Ingredient) []verdict.Proof {
	s := product(all...)
	return lawcheck.Sheet(regulation.Current(), &s, today)
}

// What cannot be matched automatically is shown for a human look, by word and by number.
func TestWhatCannotBeMatchedIsShown(t *testing.T) {
	for _, is := range []lawcheck.Ingredient{
		{CAS: []string{"1996-88-9"}, Name: "メタクリル酸エステル", Share: share(1, 1)},
		{Name: "8:2フルオロテロマーアルコール誘導体", Share: share(1, 1)},
	} {
		p := strongest(t, "JP-CSCL/C1/DEFAULT", is)
		if p.Verdict != verdict.RequiresContext || p.Reason.Code != "law.look" {
			t.Errorf("%v: %s %s", is, p.Verdict, p.Reason.Code)
		}
	}
	if p := strongest(t, "INT-IARC/IARC/3", lawcheck.Ingredient{Name: "Steatite", Share: share(50, 50)}); p.Reason.Code == "law.look" {
		t.Errorf("steatite is taken for tea: %s", p.Entry)
	}
}

// The designated compounds of the poisonous substances act that had no number.
func TestPoisonousSubstancesThatHadNoNumber(t *testing.T) {
	for cas, class := range map[string]string{
		"298-04-4": "JP-PDSCA/POISON/DEFAULT", "64-67-5": "JP-PDSCA/DELETERIOUS/DEFAULT", "2921-88-2": "JP-PDSCA/DELETERIOUS/DEFAULT",
		"533-74-4": "JP-PDSCA/DELETERIOUS/DEFAULT", "999-81-5": "JP-PDSCA/DELETERIOUS/DEFAULT", "611-21-2": "JP-PDSCA/DELETERIOUS/DEFAULT",
	} {
		if p := strongest(t, class, lawcheck.Ingredient{CAS: []string{cas}, Share: share(100, 100)}); p.Verdict != verdict.Applies {
			t.Errorf("%s: %s", cas, p.Verdict)
		}
	}
	// 40 % 以下 excluded by 製剤 thresholds: chlorpyrifos 1 % or less is exempt.
	if p := strongest(t, "JP-PDSCA/DELETERIOUS/DEFAULT", lawcheck.Ingredient{CAS: []string{"2921-88-2"}, Share: share(1, 1)}); p.Verdict != verdict.BelowThreshold {
		t.Errorf("1 %% of chlorpyrifos: %s", p.Verdict)
	}
}

// A list past its revision rhythm says so in each verdict.
func TestVerdictsSayThatTheirListIsOld(t *testing.T) {
	p := strongest(t, "US-EPCRA/S313/DEFAULT", number("108-88-3", share(50, 50)))
	if !strings.Contains(p.Explain("en"), "past its revision rhythm") || !strings.Contains(p.Explain("ja"), "改正の間隔") {
		t.Errorf("%s", p.Explain("en"))
	}
	if p := strongest(t, "JP-PRTR/C1/DEFAULT", number("108-88-3", share(50, 50))); strings.Contains(p.Explain("en"), "rhythm") {
		t.Errorf("%s", p.Explain("en"))
	}
}

// byNumber are the lists that go by CAS numbers, not by names.
var byNumber = []string{"JP-ISHA/SKIN/", "JP-ISHA/CARC30/", "JP-ISHA/OEL/", "JP-APCA/VOC/", "JP-CSCL/"}

// A number that one list has for a name is never silently on none of the others that have the
// same name: each prints the number of one isomer, or of the mixture.
func TestNamesakesAreNotSilent(t *testing.T) {
	set, numbers, pairs := regulation.Current(), map[string][]string{}, 0
	entries := func(each func(class, name string, e *regulation.Entry)) {
		for _, c := range set.Classes() {
			if !strings.HasPrefix(c.Law, "JP-") || slices.ContainsFunc(byNumber, func(p string) bool { return strings.HasPrefix(c.Key(), p) }) {
				continue
			}
			for _, e := range set.Entries(c.Key()) {
				if len(set.CAS(e.ID)) > 0 && e.Holds(today) {
					each(c.Key(), chem.NameKey(e.Ja), e)
				}
			}
		}
	}
	entries(func(_, name string, e *regulation.Entry) { numbers[name] = append(numbers[name], set.CAS(e.ID)...) })
	entries(func(class, name string, e *regulation.Entry) {
		for _, cas := range numbers[name] {
			if slices.Contains(set.CAS(e.ID), cas) {
				continue
			}
			pairs++
			s := lawcheck.Subject{Substance: true, Ingredients: []lawcheck.Ingredient{number(cas, share(100, 100))}}
			if verdict.ByClass(lawcheck.Sheet(set, &s, today))[class].Strength() == 0 {
				t.Errorf("%s: %s (%s) is not listed in %s", name, cas, e.Number, class)
			}
		}
	})
	if pairs < 50 {
		t.Errorf("only %d pairs", pairs)
	}
}
