package lawcheck_test

import (
	"slices"
	"strings"
	"testing"

	"anzen/shared/domain/message"
	"anzen/shared/domain/verdict"
	"anzen/shared/judgement/lawcheck"
)

func TestNamesStandForSubstancesWhereTheyAreClear(t *testing.T) {
	for _, c := range []struct {
		name string
		want verdict.Verdict
	}{
		{"トルエン", verdict.Applies},
		{"Toluene", verdict.Applies},
		{"トルエン(toluene)", verdict.Applies},
		{"キシレン", verdict.Applies}, // of the mixture and its isomers, which are all of the entry
		{"水", verdict.NotListed},
		{"イオン交換水", verdict.NotListed},
		{"塩化ナトリウム", verdict.NotListed},
		{"添加剤", verdict.Unknown},
		{"樹脂", verdict.Unknown},
		{"", verdict.Unknown},
		{"トルエン(添加剤)", verdict.Unknown}, // the unknown part leaves it open
	} {
		if got := verdictOf(t, product(named(c.name, exactly(30))), "LIST/DEFAULT"); got != c.want {
			t.Errorf("%q: %s, not %s", c.name, got, c.want)
		}
	}
	s := product(named("トルエン", exactly(30)))
	if p := lawcheck.Sheet(small(t), &s, today)[0]; p.Parts[0].How != "name" || p.Parts[0].CAS != "108-88-3" {
		t.Errorf("want the match by name: %+v", p.Parts)
	}
}

func TestWhatCannotBeIdentifiedMakesClassesUnknown(t *testing.T) {
	// Any content of formaldehyde counts, so that LIST is unknown; PURE is not, for nothing but the substance itself counts.
	little := product(named("添加剤", exactly(0.01)), number("7732-18-5", exactly(99.9)))
	if got := verdictOf(t, little, "LIST/DEFAULT"); got != verdict.Unknown {
		t.Errorf("any content may reach the threshold: %s", got)
	}
	for _, class := range []string{"METAL/DEFAULT", "PURE/DEFAULT", "SOLVENT/T2", "ABSENT/DEFAULT", "WORK/DEFAULT"} {
		if got := verdictOf(t, little, class); got != verdict.NotListed {
			t.Errorf("0.01 %% cannot reach the threshold of %s: %s", class, got)
		}
	}
	if got := verdictOf(t, product(named("添加剤", exactly(5)), number("108-88-3", exactly(10))), "LIST/DEFAULT"); got != verdict.Applies {
		t.Errorf("a certain verdict precedes an unknown one: %s", got)
	}
	none := product()
	if got := verdictOf(t, none, "METAL/DEFAULT"); got != verdict.Unknown {
		t.Errorf("without a composition the verdict is unknown: %s", got)
	}
	if share, ok := lawcheck.Unidentified(&little); !ok || share.High != 0.01 {
		t.Errorf("the highest unidentified share: %+v", share)
	}
	if share, ok := lawcheck.Unidentified(&none); !ok || share.High != 100 {
		t.Errorf("without a composition the unidentified share is all: %+v", share)
	}
	clear := product(number("108-88-3", exactly(1)))
	if _, ok := lawcheck.Unidentified(&clear); ok {
		t.Error("a CAS number identifies")
	}
	if codes := lawcheck.Codes(lawcheck.Sheet(small(t), &little, today)); len(codes) != 0 {
		t.Errorf("codes contain a class that is only unknown by the share: %v", codes)
	}
	for class, want := range map[string]float64{"LIST": 0, "METAL": 0.1, "PURE": 99} {
		if least, ok := lawcheck.Minimum(small(t), "JP-X/"+class+"/DEFAULT", today, true); !ok || least.Percent != want {
			t.Errorf("%s: the smallest threshold is %v, not %v", class, least, want)
		}
	}
	if _, ok := lawcheck.Minimum(small(t), "JP-X/ABSENT/DEFAULT", today, true); ok {
		t.Error("a list without entries has no threshold")
	}
}

// Entries without 「含有する製剤」 apply to the substance itself only.
func TestPureEntriesAreOfTheSubstanceItself(t *testing.T) {
	water := number("7732-18-5", exactly(50))
	for name, c := range map[string]struct {
		s    lawcheck.Subject
		want verdict.Verdict
	}{
		"the substance":          {product(number("108-88-3", exactly(100))), verdict.Applies},
		"with impurities":        {product(number("108-88-3", exactly(99.5)), number("71-43-2", exactly(0.1))), verdict.Applies},
		"a mixture":              {product(number("108-88-3", exactly(50)), water), verdict.BelowThreshold},
		"one that is not known":  {product(number("108-88-3", lawcheck.Share{}), water), verdict.BelowThreshold},
		"stated as up to all":    {product(number("108-88-3", share(90, 100))), verdict.RequiresContext},
		"alone, without a share": {product(number("108-88-3", lawcheck.Share{})), verdict.RequiresContext},
	} {
		if got := verdictOf(t, c.s, "PURE/DEFAULT"); got != c.want {
			t.Errorf("%s: %s, not %s", name, got, c.want)
		}
	}
	alone := product(number("108-88-3", lawcheck.Share{}))
	alone.Substance = true
	if got := verdictOf(t, alone, "PURE/DEFAULT"); got != verdict.Applies {
		t.Errorf("a substance by section 3: %s", got)
	}
	if got := verdictOf(t, alone, "LIST/DEFAULT"); got != verdict.Applies {
		t.Errorf("a substance without other ingredients: %s", got)
	}
}

// Groups are found by element and name, and counted as the element.
func TestGroupsGoByElementAndName(t *testing.T) {
	for _, c := range []struct {
		name, cas string
		share     lawcheck.Share
		want      verdict.Verdict
		how       string
	}{
		{"クロム酸鉛", "7758-97-6", exactly(1.56), verdict.Applies, "group"}, // 1 % of lead
		{"クロム酸鉛", "7758-97-6", exactly(1.55), verdict.BelowThreshold, "group"},
		{"Litharge", "1317-36-8", exactly(50), verdict.Applies, "group"}, // named in the dictionary
		{"鉛化合物", "", exactly(50), verdict.RequiresContext, "group"},      // the formula is unknown
		{"鉛化合物", "", exactly(0.9), verdict.BelowThreshold, "group"},      // and does not matter
		{"黒鉛", "7782-42-5", exactly(50), verdict.NotListed, ""},
		{"テトラメチル鉛", "75-74-1", exactly(50), verdict.NotListed, ""}, // has its own ordinance
		{"硫酸亜鉛", "7733-02-0", exactly(50), verdict.Applies, "cas"},
		{"酸化亜鉛", "1314-13-2", exactly(50), verdict.RequiresContext, "element"}, // is it soluble in water?
	} {
		is := lawcheck.Ingredient{Name: c.name, Share: c.share}
		if c.cas != "" {
			is.CAS = []string{c.cas}
		}
		s := product(is)
		var got []verdict.Proof
		for _, p := range lawcheck.Sheet(small(t), &s, today) {
			if p.Category == "METAL" && p.Element != "" {
				got = append(got, p)
			}
		}
		switch {
		case c.want == verdict.NotListed && len(got) == 0:
		case len(got) != 1 || got[0].Verdict != c.want || got[0].Parts[0].How != c.how:
			t.Errorf("%s %s %%: %+v, not %s", c.name, c.share, got, c.want)
		}
	}
}

func TestValencesGoByName(t *testing.T) {
	for name, want := range map[string]verdict.Verdict{
		"六価クロム化合物": verdict.Applies, "クロム酸カリウム": verdict.Applies, "三価クロム化合物": verdict.Unknown,
	} {
		s := product(named(name, exactly(10)))
		s.Ingredients[0].Name = name
		if got := verdictOf(t, s, "METAL/DEFAULT"); got != want {
			t.Errorf("%s: %s, not %s", name, got, want)
		}
	}
	// Chromium chloride is a compound of chromium; its name does not state the valence.
	if got := verdictOf(t, product(lawcheck.Ingredient{Name: "塩化第二クロム", CAS: []string{"10025-73-7"}, Share: exactly(10)}), "METAL/DEFAULT"); got != verdict.RequiresContext {
		t.Errorf("the valence is open: %s", got)
	}
}

// Gases count as high-pressure gases.
func TestGasEntriesAreOfGases(t *testing.T) {
	for _, c := range []struct {
		state string
		ghs   []string
		want  verdict.Verdict
	}{
		{"gas", nil, verdict.Applies},
		{"liquid", nil, verdict.BelowThreshold},
		{"liquid", []string{"gases_under_pressure/liquefied"}, verdict.Applies},
		{"liquid", []string{"gases_under_pressure/not_classified"}, verdict.BelowThreshold},
		{"", nil, verdict.RequiresContext},
	} {
		s := product(number("7664-41-7", exactly(25)))
		s.State, s.GHSCategories = c.state, c.ghs
		if got := verdictOf(t, s, "GAS/DEFAULT"); got != c.want {
			t.Errorf("%+v: %s", c, got)
		}
	}
}

func TestMissingSharesRequireContext(t *testing.T) {
	s := product(number("64-17-5", exactly(50)))
	p := lawcheck.Sheet(small(t), &s, today)[0]
	if p.Verdict != verdict.RequiresContext || !strings.Contains(p.Explain("ja"), "用途") || !strings.Contains(p.Explain("en"), "the use") {
		t.Errorf("%+v: %s", p, p.Explain("en"))
	}
	if got := verdictOf(t, product(number("64-17-5", exactly(5))), "USE/DEFAULT"); got != verdict.BelowThreshold {
		t.Errorf("below the threshold no context is required: %s", got)
	}
	for content, want := range map[float64]verdict.Verdict{3: verdict.RequiresContext, 10: verdict.RequiresContext, 11: verdict.Applies} {
		if got := verdictOf(t, product(number("333-41-5", exactly(content))), "USE/DEFAULT"); got != want {
			t.Errorf("the form matters up to 10 %% alone: %v %% is %s", content, got)
		}
	}
}

// What is announced has its date, and applies from it on.
func TestAnnouncedEntriesHoldFromTheirDay(t *testing.T) {
	s := product(number("67-64-1", exactly(50)), number("110-54-3", exactly(50)))
	set := small(t)
	p := lawcheck.Sheet(set, &s, today)
	if len(p) != 1 || p[0].Verdict != verdict.Scheduled || p[0].From != "2027-04-01" || p[0].Version != "2027-04-01" {
		t.Errorf("acetone is announced, hexane was deleted: %+v", p)
	}
	p = lawcheck.Sheet(set, &s, "2027-04-01")
	if len(p) != 1 || p[0].Verdict != verdict.Applies || p[0].From != "" {
		t.Errorf("on the day it applies: %+v", p)
	}
	if p = lawcheck.Sheet(set, &s, "2025-03-31"); len(p) != 2 || p[1].Verdict != verdict.Applies || p[1].Version != "2023-04-01" {
		t.Errorf("before its deletion hexane counted: %+v", p)
	}
	few := product(number("67-64-1", exactly(0.01)))
	if p := lawcheck.Sheet(set, &few, today); len(p) != 0 {
		t.Errorf("an entry that will not apply is announced: %+v", p)
	}
}

func TestHighestOfAnExclusiveGroupApplies(t *testing.T) {
	for content, want := range map[float64][2]verdict.Verdict{
		20:   {verdict.Applies, verdict.BelowThreshold},
		10:   {verdict.BelowThreshold, verdict.Applies},
		0.05: {verdict.BelowThreshold, verdict.BelowThreshold},
	} {
		s := product(number("60-24-2", exactly(content)))
		if a, b := verdictOf(t, s, "POISON/DEFAULT"), verdictOf(t, s, "DELETERIOUS/DEFAULT"); a != want[0] || b != want[1] {
			t.Errorf("%v %%: %s and %s, not %s", content, a, b, want)
		}
	}
	s := product(number("60-24-2", share(5, 20)))
	if a, b := verdictOf(t, s, "POISON/DEFAULT"), verdictOf(t, s, "DELETERIOUS/DEFAULT"); a != verdict.RequiresContext || b != verdict.RequiresContext {
		t.Errorf("it is one of the two: %s and %s", a, b)
	}
}

func TestSolventsAreAdded(t *testing.T) {
	carbonDisulfide, toluene, xylene, gasoline := "75-15-0", "108-88-3", "1330-20-7", "8006-61-9"
	for name, c := range map[string]struct {
		s    lawcheck.Subject
		want [3]verdict.Verdict
	}{
		"two of class 2":         {product(number(toluene, exactly(3)), number(xylene, exactly(3))), [3]verdict.Verdict{verdict.NotListed, verdict.Applies, verdict.NotListed}},
		"exactly five":           {product(number(toluene, exactly(2)), number(xylene, exactly(3))), [3]verdict.Verdict{verdict.NotListed, verdict.BelowThreshold, verdict.NotListed}},
		"class 1 goes before":    {product(number(carbonDisulfide, exactly(6)), number(toluene, exactly(30))), [3]verdict.Verdict{verdict.Applies, verdict.BelowThreshold, verdict.NotListed}},
		"class 1 counts":         {product(number(carbonDisulfide, exactly(3)), number(toluene, exactly(3))), [3]verdict.Verdict{verdict.BelowThreshold, verdict.Applies, verdict.NotListed}},
		"all count in class 3":   {product(number(toluene, exactly(3)), number(gasoline, exactly(3))), [3]verdict.Verdict{verdict.NotListed, verdict.BelowThreshold, verdict.Applies}},
		"without one of class 3": {product(number(toluene, exactly(4))), [3]verdict.Verdict{verdict.NotListed, verdict.BelowThreshold, verdict.NotListed}},
	} {
		for i, class := range []string{"T1", "T2", "T3"} {
			if got := verdictOf(t, c.s, "SOLVENT/"+class); got != c.want[i] {
				t.Errorf("%s: %s is %s, not %s", name, class, got, c.want[i])
			}
		}
	}
	s := product(number(toluene, exactly(3)), number(xylene, exactly(3)))
	for _, p := range lawcheck.Sheet(small(t), &s, today) {
		if p.Category == "SOLVENT" && (p.EntryID != 0 || len(p.Parts) != 2 || p.Parts[0].EntryID == 0 || p.Share.Low != 6) {
			t.Errorf("the parts of the sum: %+v", p)
		}
	}
}

func TestIngredientsOfSeveralNumbers(t *testing.T) {
	isomers := lawcheck.Ingredient{Name: "キシレン異性体", CAS: []string{"108-38-3", "106-42-3"}, Share: exactly(10)}
	if got := verdictOf(t, product(isomers), "LIST/DEFAULT"); got != verdict.Applies {
		t.Errorf("all numbers are of the entry: %s", got)
	}
	both := lawcheck.Ingredient{Name: "溶剤", CAS: []string{"108-88-3", "64-17-5"}, Share: exactly(10)}
	if got := verdictOf(t, product(both), "LIST/DEFAULT"); got != verdict.RequiresContext {
		t.Errorf("the share of toluene is unknown: %s", got)
	}
}

func TestEveryClassHasAVerdict(t *testing.T) {
	s, set := product(number("7732-18-5", exactly(100))), small(t)
	all := lawcheck.Complete(set, lawcheck.Sheet(set, &s, today), today)
	got := verdict.ByClass(all)
	if len(got) != len(set.Classes()) || len(all) != len(got) {
		t.Errorf("%d classes of %d", len(got), len(set.Classes()))
	}
	for class, want := range map[string]verdict.Verdict{"LIST": verdict.NotListed, "ABSENT": verdict.Unknown, "WORK": verdict.RequiresContext} {
		if got := got["JP-X/"+class+"/DEFAULT"]; got != want {
			t.Errorf("water: %s is %s, not %s", class, got, want)
		}
	}
	if lawcheck.Codes(lawcheck.Sheet(set, &s, today)) != nil {
		t.Error("a product that is on no list has codes")
	}
}

func TestReasonsAreSentences(t *testing.T) {
	set := small(t)
	seen := map[string]bool{}
	for _, s := range []lawcheck.Subject{
		product(), product(named("添加剤", lawcheck.Share{})), product(number("108-88-3", lawcheck.Share{})), product(number("108-88-3", lawcheck.Share{Withheld: true})),
		product(number("108-88-3", share(0, 1))), product(number("108-88-3", exactly(30))), product(number("67-64-1", exactly(1))),
		product(number("60-24-2", share(5, 20))), product(number("60-24-2", exactly(20))), product(number("64-17-5", exactly(50))),
		product(number("7664-41-7", exactly(1))), product(named("鉛化合物", exactly(10))), product(number("1314-13-2", exactly(10))),
		product(number("108-88-3", exactly(99.9))), product(number("108-88-3", share(90, 100))), product(number("10025-73-7", exactly(1))),
		product(lawcheck.Ingredient{Name: "溶剤", CAS: []string{"108-88-3", "64-17-5"}, Share: exactly(10)}),
	} {
		for _, p := range lawcheck.Complete(set, lawcheck.Sheet(set, &s, today), today) {
			seen[p.Reason.Code] = true
			for _, locale := range []string{"ja", "en"} {
				if text := p.Explain(locale); text == p.Reason.Code || strings.ContainsAny(text, "{}") {
					t.Errorf("%s in %s: %q", p.Reason.Code, locale, text)
				}
			}
			if p.Verdict == verdict.Unknown && len(p.Missing) == 0 {
				t.Errorf("%s: what is missing?", p.Reason.Code)
			}
		}
	}
	for _, c := range message.Codes() {
		if strings.HasPrefix(string(c), "law.") && !seen[string(c)] && !slices.Contains([]string{"law.gas_only", "law.ambiguous_name"}, string(c)) {
			t.Logf("%s did not occur", c)
		}
	}
	if len(seen) < 18 {
		t.Errorf("only %d reasons occurred", len(seen))
	}
}

func TestGroundsChangeWithWhatTheyRestOn(t *testing.T) {
	set := small(t)
	ground := func(day string, all ...lawcheck.Ingredient) string {
		s := product(all...)
		return lawcheck.Ground(lawcheck.Sheet(set, &s, day))
	}
	toluene, xylene := number("108-88-3", exactly(30)), number("1330-20-7", exactly(30))
	first := ground(today, toluene, xylene)
	if len(first) != 16 || first != ground(today, xylene, toluene) || first != ground("2026-01-01", toluene, xylene) {
		t.Error("the ground depends on the order or the day")
	}
	if first == ground(today, number("108-88-3", exactly(31)), xylene) || first == ground(today, toluene) {
		t.Error("the ground does not depend on shares and ingredients")
	}
}
