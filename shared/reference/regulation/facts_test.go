package regulation_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"anzen/shared/reference/regulation"
)

// in returns the entries of a class linked to a CAS number that hold on a day.
func in(s *regulation.Set, class, cas, day string) (found []*regulation.Entry) {
	for _, e := range s.ByCAS(cas) {
		if e.Class == class && e.Holds(day) {
			found = append(found, e)
		}
	}
	return found
}

const today = "2026-07-01"

// compounds matches names for compounds or salts as a whole.
var compounds = regexp.MustCompile(`及びその(無機|水溶性)?(化合物|塩)|^[^、(]*[^錯]化合物(\(|$)`)

// Well-known facts from the laws' texts.
func TestKnownFacts(t *testing.T) {
	const (
		prtr        = "JP-PRTR/C1/DEFAULT"
		specific    = "JP-PRTR/SC1/DEFAULT"
		poison      = "JP-PDSCA/POISON/DEFAULT"
		deleterious = "JP-PDSCA/DELETERIOUS/DEFAULT"
		specified   = "JP-PDSCA/SPECIFIED/DEFAULT"
		label       = "JP-ISHA/LABEL/DEFAULT"
		notified    = "JP-ISHA/SDS/DEFAULT"
	)
	s := regulation.Current()
	for _, c := range []struct {
		class, cas, number, threshold string
		pure                          bool
	}{
		{prtr, "108-88-3", "1-347", ">= 1", false},
		{prtr, "71-43-2", "1-452", ">= 0.1", false},
		{specific, "71-43-2", "1-452", ">= 0.1", false},
		{specific, "50-00-0", "1-464", ">= 0.1", false},
		{specific, "1333-82-0", "1-112", ">= 0.1", false},
		{specific, "7439-92-1", "1-353", ">= 0.1", false},
		{specific, "1332-21-4", "1-051", ">= 0.1", false},
		{specific, "75-21-8", "1-075", ">= 0.1", false},
		{deleterious, "7664-93-9", "指定令第2条-104", "> 10", false},
		{deleterious, "7664-93-9", "法別表第2-89", "> 0", true},
		{deleterious, "7647-01-0", "指定令第2条-16", "> 10", false},
		{deleterious, "7697-37-2", "指定令第2条-63", "> 10", false},
		{deleterious, "7664-41-7", "指定令第2条-8", "> 10", false},
		{deleterious, "1310-73-2", "指定令第2条-68", "> 5", false},
		{deleterious, "1310-58-3", "指定令第2条-65", "> 5", false},
		{deleterious, "7722-84-1", "指定令第2条-19", "> 6", false},
		{deleterious, "50-00-0", "指定令第2条-97", "> 1", false},
		{deleterious, "108-95-2", "指定令第2条-85", "> 5", false},
		{deleterious, "64-18-6", "指定令第2条-22の3", "> 90", false},
		{deleterious, "144-62-7", "指定令第2条-61", "> 10", false},
		{deleterious, "108-88-3", "指定令第2条-76の2", "> 0", true},
		{deleterious, "1330-20-7", "指定令第2条-22の4", "> 0", true},
		{deleterious, "67-56-1", "法別表第2-83", "> 0", true},
		{deleterious, "141-78-6", "指定令第2条-30の3", "> 0", true},
		{deleterious, "78-93-3", "指定令第2条-98の13", "> 0", true},
		{deleterious, "67-66-3", "法別表第2-20", "> 0", true},
		{deleterious, "7782-50-5", "指定令第2条-17の3", "> 0", true},
		{deleterious, "141-43-5", "指定令第2条-4の3", "> 20", false},
		{deleterious, "75-05-8", "指定令第2条-32(アセトニトリル)", "> 40", false},
		{deleterious, "77-78-1", "法別表第2-47", "> 0", true},
		{deleterious, "7758-97-6", "指定令第2条-26(クロム酸鉛)", "> 70", false},
		{poison, "7664-39-3", "指定令第1条-24", "> 0", false},
		{poison, "143-33-9", "法別表第1-8", "> 0", true},
		{poison, "151-50-8", "指定令第1条-8", "> 0", false},
		{poison, "26628-22-8", "指定令第1条-1", "> 0.1", false},
		{poison, "302-01-2", "指定令第1条-23の2", "> 0", true},
		{poison, "60-24-2", "指定令第1条-26の12", "> 10", false},
		{specified, "78-00-2", "法別表第3-2", "> 0", true},
		{specified, "78-00-2", "指定令第3条-2", "> 0", false},
		{"JP-ISHA/YUKI/T2", "108-88-3", "令別表第6の2-37", "> 5", false},
		{"JP-ISHA/YUKI/T1", "75-15-0", "令別表第6の2-38", "> 5", false},
		{"JP-ISHA/YUKI/T3", "8006-61-9", "令別表第6の2-48", "> 5", false},
		{"JP-ISHA/TOKKA/C2", "50-00-0", "令別表第3第2号-31の2", "> 1", false},
		{"JP-ISHA/TOKKA/C2", "143-33-9", "令別表第3第2号-18", "> 5", false},
		{"JP-ISHA/TOKKA/C2", "7664-39-3", "令別表第3第2号-28", "> 5", false},
		{"JP-ISHA/TOKKA/C1", "98-07-7", "令別表第3第1号-7", "> 0.5", false},
		{"JP-ISHA/TOKKA/C3", "108-95-2", "令別表第3第3号-6", "> 5", false},
		{"JP-ISHA/PERMIT/DEFAULT", "98-07-7", "令別表第3第1号-7", "> 0.5", false},
		{"JP-ISHA/ASBESTOS/DEFAULT", "12001-29-5", "石綿則第2条", "> 0.1", false},
		{label, "7664-41-7", "則別表第2-152", ">= 0.2", false},
		{notified, "7664-41-7", "則別表第2-152", ">= 0.1", false},
		{label, "7440-02-0", "令別表第9-24", ">= 1", false},
		{notified, "7440-02-0", "令別表第9-24", ">= 0.1", false},
		{notified, "6484-52-2", "則別表第2-1100", "> 0", false},
		{"JP-ISHA/RA/DEFAULT", "7440-02-0", "令別表第9-24", ">= 0.1", false},
		{"JP-NARC/PRECURSOR/DEFAULT", "67-64-1", "法別表第4", "> 50", false},
	} {
		ok := slices.ContainsFunc(in(s, c.class, c.cas, today), func(e *regulation.Entry) bool {
			return e.Number == c.number && e.Threshold.String() == c.threshold && e.Pure == c.pure
		})
		if !ok {
			t.Errorf("%s %s: no entry %s of %s (pure %t)", c.class, c.cas, c.number, c.threshold, c.pure)
			for _, e := range in(s, c.class, c.cas, today) {
				t.Logf("  %s %s %s, pure %t", e.Number, e.Ja, e.Threshold, e.Pure)
			}
		}
	}
}

func TestKnownAbsences(t *testing.T) {
	s := regulation.Current()
	for class, cas := range map[string]string{
		"JP-PDSCA/DELETERIOUS/DEFAULT": "64-17-5",   // ethanol
		"JP-PDSCA/POISON/DEFAULT":      "7664-93-9", // sulfuric acid is deleterious
		"JP-PRTR/C1/DEFAULT":           "67-64-1",   // acetone
		"JP-ISHA/YUKI/T2":              "100-42-5",  // styrene moved to the specified chemical substances in 2014
		"JP-ISHA/TOKKA/C2":             "108-88-3",
	} {
		if found := in(s, class, cas, today); len(found) > 0 {
			t.Errorf("%s is in %s: %s", cas, class, found[0].Ja)
		}
	}
}

func TestSumsOfOrganicSolvents(t *testing.T) {
	s := regulation.Current()
	for key, counts := range map[string]int{"JP-ISHA/YUKI/T1": 0, "JP-ISHA/YUKI/T2": 1, "JP-ISHA/YUKI/T3": 2, "JP-ISHA/TOKKA/SOLVENT": 3} {
		c := s.Class(key)
		if c == nil || c.Sum == nil || c.Sum.String() != "> 5" || len(c.Counts) != counts {
			t.Errorf("%s: %+v", key, c)
			continue
		}
		for _, other := range c.Counts {
			if s.Class(other) == nil {
				t.Errorf("%s counts %s", key, other)
			}
		}
	}
	if n := len(s.Entries("JP-ISHA/TOKKA/SOLVENT")); n != 12 {
		t.Errorf("%d special organic solvents", n)
	}
	if a, b := s.Class("JP-PDSCA/SPECIFIED/DEFAULT"), s.Class("JP-PDSCA/POISON/DEFAULT"); a.Exclusive == "" || a.Exclusive != b.Exclusive || a.Rank <= b.Rank {
		t.Error("specified poisonous substances do not come before poisonous ones")
	}
}

func TestMetalsAreCountedAsElements(t *testing.T) {
	s := regulation.Current()
	for cas, element := range map[string]string{
		"7439-92-1": "Pb", "1333-82-0": "Cr", "1313-99-1": "Ni", "10043-35-3": "B", "7664-39-3": "F", "143-33-9": "CN", "108-88-3": "",
	} {
		found := in(s, "JP-PRTR/C1/DEFAULT", cas, today)
		if len(found) == 0 || found[0].Element != element {
			t.Errorf("%s is not counted as %q", cas, element)
		}
	}
}

func TestTraps(t *testing.T) {
	s := regulation.Current()
	for _, key := range []string{"JP-HPGA/FLAM/DEFAULT", "JP-HPGA/TOXIC/DEFAULT", "JP-HPGA/SPECIAL/DEFAULT"} {
		for _, e := range s.Entries(key) {
			if !e.Gas {
				t.Errorf("%s %s does not need a gas", key, e.Ja)
			}
		}
	}
	for _, c := range []struct {
		law, category    string
		loaded, standard bool
	}{
		{"JP-ISHA", "GUIDE", true, true},
		{"JP-FEFTA", "EXP_T1", false, true},
		{"JP-FOOD", "ADDITIVE", false, true},
		{"JP-FSA", "NOTIFY", true, true},
		{"JP-LSA", "DISEASE", false, true},
		{"JP-APCA", "HAP", true, false},
		{"JP-APCA", "HAP_POSSIBLE", true, false},
		{"JP-APCA", "VOC", true, false},
		{"US-TSCA", "INVENTORY", false, false},
		{"INT-IARC", "IARC", true, false},
		{"EU-REACH", "SVHC", true, false},
		{"US-P65", "P65", true, false},
		{"JP-PRTR", "C1", true, true},
	} {
		if got := s.Category(c.law, c.category); got == nil || got.Loaded != c.loaded || got.Default != c.standard {
			t.Errorf("%s %s: %+v", c.law, c.category, got)
		}
	}
	for _, c := range s.Categories() {
		classes := 0
		for _, k := range s.Classes() {
			if k.Law == c.Law && k.Category == c.Code {
				classes += len(s.Entries(k.Key()))
			}
		}
		if c.Basis == regulation.ByComposition && c.Loaded != (classes > 0) {
			t.Errorf("%s %s: loaded is %t, and there are %d entries", c.Law, c.Code, c.Loaded, classes)
		}
		if c.Article == "" || c.Loaded && len(c.Versions) == 0 {
			t.Errorf("%s %s has no source", c.Law, c.Code)
		}
	}
	if e := in(s, "JP-ISHA/PROHIBITED/DEFAULT", "71-43-2", today); len(e) != 1 || e[0].ContextJa == "" || e[0].ContextEn == "" {
		t.Error("benzene is prohibited without context")
	}
	if e := in(s, "JP-PDSCA/DELETERIOUS/DEFAULT", "333-41-5", today); !slices.ContainsFunc(e, func(e *regulation.Entry) bool {
		return e.Threshold.String() == "> 5" && e.Certain != nil && e.Certain.String() == "> 30" && e.ContextJa != ""
	}) {
		t.Error("diazinon in capsules has no threshold of its own")
	}
}

func TestGroups(t *testing.T) {
	s := regulation.Current()
	for _, c := range []struct{ class, number, element, not, except string }{
		{"JP-PRTR/C1/DEFAULT", "1-353", "Pb", "亜鉛", ""},
		{"JP-PRTR/C1/DEFAULT", "1-111", "Cr", "六価クロム", "1333-82-0"},
		{"JP-PRTR/C1/DEFAULT", "1-112", "Cr", "三価クロム", "1308-38-9"},
		{"JP-PRTR/C1/DEFAULT", "1-355", "Ni", "", "7440-02-0"},
		{"JP-PRTR/C1/DEFAULT", "1-001", "Zn", "", "1314-13-2"},
		{"JP-PRTR/C1/DEFAULT", "1-105", "Ag", "", "7783-90-6"},
		{"JP-PRTR/C1/DEFAULT", "1-458", "B", "", "7440-42-8"},
		{"JP-PRTR/C1/DEFAULT", "1-164", "", "フェロシアン", "13746-66-2"},
		{"JP-PDSCA/POISON/DEFAULT", "指定令第1条-23", "As", "", "1303-00-0"},
		{"JP-PDSCA/DELETERIOUS/DEFAULT", "指定令第2条-77", "Pb", "硫酸鉛", "1314-41-6"},
		{"JP-PDSCA/DELETERIOUS/DEFAULT", "指定令第2条-79", "Ba", "硫酸バリウム", "7727-43-7"},
		{"JP-ISHA/TOKKA/C2", "令別表第3第2号-22", "Hg", "硫化水銀", "1344-48-5"},
		{"JP-ISHA/SDS/DEFAULT", "令別表第9-22", "Cu", "", ""},
		{"JP-WPCA/HAZARD/DEFAULT", "施行令第2条-24", "B", "", ""},
	} {
		found := false
		for _, e := range s.Entries(c.class) {
			if e.Number != c.number || e.Group == nil {
				continue
			}
			g := e.Group
			found = found || g.Element == c.element && (c.not == "" || slices.Contains(g.Not, c.not)) && (c.except == "" || slices.Contains(g.Except, c.except))
		}
		if !found {
			t.Errorf("%s %s is no group of %s", c.class, c.number, c.element)
		}
	}
	// Every name for compounds or salts as a whole has a rule, where the name decides.
	for _, key := range []string{"JP-PRTR/C1/DEFAULT", "JP-PRTR/SC1/DEFAULT", "JP-WPCA/HAZARD/DEFAULT", "JP-WPCA/DESIGNATED/DEFAULT", "JP-SCCA/SPECIFIED/M", "JP-ISHA/TOKKA/C1", "JP-ISHA/TOKKA/C2"} {
		for _, e := range s.Entries(key) {
			if e.Group == nil && compounds.MatchString(e.Ja) && !strings.Contains(e.Ja, "EPNに限る") {
				t.Errorf("%s %s %s has no rule", key, e.Number, e.Ja)
			}
		}
	}
	if e := in(s, "JP-PDSCA/DELETERIOUS/DEFAULT", "7440-66-6", today); len(e) > 0 {
		t.Error("zinc is a zinc salt")
	}
}

func TestVersionsOnDays(t *testing.T) {
	s := regulation.Current()
	count := func(day string) (n int) {
		for _, e := range s.Entries("JP-ISHA/SDS/DEFAULT") {
			if e.Holds(day) {
				n++
			}
		}
		return n
	}
	for day, want := range map[string]int{"2025-03-31": 912, "2026-03-31": 1560, "2026-04-01": 2340, "2027-03-31": 2340, "2027-04-01": 2496, "2028-04-01": 2521} {
		if got := count(day); got != want {
			t.Errorf("%s: %d substances are notified, not %d", day, got, want)
		}
	}
	// The label content of 1,1-dichloroethylene falls from 1 to 0.1 % in April 2027.
	for day, want := range map[string]string{"2027-03-31": ">= 1", "2027-04-01": ">= 0.1"} {
		if e := in(s, "JP-ISHA/LABEL/DEFAULT", "75-35-4", day); len(e) != 1 || e[0].Threshold.String() != want {
			t.Errorf("%s: %v", day, e)
		}
	}
	// Octanoic acid is announced for April 2028; triphenyl phosphate was removed in
	// September 2025.
	for cas, days := range map[string][2]string{"124-07-2": {"2028-03-31", "2028-04-01"}, "115-86-6": {"2025-09-19", "2025-09-18"}} {
		if len(in(s, "JP-ISHA/SDS/DEFAULT", cas, days[0])) != 0 || len(in(s, "JP-ISHA/SDS/DEFAULT", cas, days[1])) != 1 {
			t.Errorf("%s holds on the wrong days", cas)
		}
	}
	sds := s.Category("JP-ISHA", "SDS")
	for day, from := range map[string]string{"2026-03-31": "2025-04-01", "2026-04-01": "2026-04-01", "2027-04-01": "2027-04-01", "2028-04-01": "2028-04-01"} {
		if v := sds.InForce(day); v.From != from {
			t.Errorf("%s: the version of %s", day, v.From)
		}
	}
	for day, want := range map[string]string{"2026-03-31": "2025-11-05", "2026-04-01": "2026-04-01", "2026-10-02": "2026-10-01", "2027-04-02": "2027-04-01", "2030-01-01": "2028-04-01"} {
		if got := s.Epoch(day); got != want {
			t.Errorf("the epoch of %s is %s", day, got)
		}
	}
}

// Names that only resemble those of a group do not belong to it.
func TestTalcIsNotAsbestos(t *testing.T) {
	for _, e := range regulation.Current().Groups() {
		if strings.HasPrefix(e.Ja, "石綿") && (!slices.Contains(e.Group.Except, "14807-96-6") || !slices.Contains(e.Group.Not, "noasbestos")) {
			t.Errorf("%s %s takes talc that contains no asbestos", e.Class, e.Ja)
		}
	}
}
