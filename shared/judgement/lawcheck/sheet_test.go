package lawcheck_test

import (
	"testing"

	"anzen/shared/domain/sds"
	"anzen/shared/domain/verdict"
	"anzen/shared/judgement/lawcheck"
	"anzen/shared/reference/regulation"
)

const today = "2026-11-22"

// small is a set of a few entries, each for one of the rules.
func small(t testing.TB) *regulation.Set {
	t.Helper()
	category := func(code string, basis regulation.Basis, loaded bool) regulation.Category {
		return regulation.Category{
			Law: "JP-X", Code: code, Ja: code, En: code, Basis: basis, Loaded: loaded, Default: true, Article: "第1条",
			Versions: []regulation.Version{{From: "2023-04-01", Source: "source", AsOf: "2025-01"}, {From: "2027-04-01", Source: "source", AsOf: "2026-01"}},
		}
	}
	one := func(category, code string) regulation.Class {
		return regulation.Class{Law: "JP-X", Category: category, Code: code, Ja: category + code, En: category + code}
	}
	ranked := func(category string, rank int) regulation.Class {
		k := one(category, "DEFAULT")
		k.Exclusive, k.Rank = "poison", rank
		return k
	}
	solvents := func(code string, rank int, counts ...string) regulation.Class {
		k := one("SOLVENT", code)
		k.Sum, k.Counts, k.Exclusive, k.Rank = &regulation.Threshold{Percent: 5, Above: true}, counts, "solvent", rank
		return k
	}
	n := 400000000
	var links []regulation.Link
	entry := func(class, ja string, at float64, above bool, change func(*regulation.Entry), cas ...string) regulation.Entry {
		n++
		e := regulation.Entry{
			ID: n, Class: "JP-X/" + class, Number: "1", Ja: ja, En: ja, Threshold: regulation.Threshold{Percent: at, Above: above},
			From: "2023-04-01", Source: "list", AsOf: "2025-01", Confidence: regulation.Official,
		}
		if change != nil {
			change(&e)
		}
		for _, c := range cas {
			links = append(links, regulation.Link{ID: 500000000 + len(links), Entry: n, CAS: c})
		}
		return e
	}
	entries := []regulation.Entry{
		entry("LIST/DEFAULT", "トルエン", 0.1, false, nil, "108-88-3"),
		entry("LIST/DEFAULT", "キシレン", 1, false, nil, "1330-20-7", "108-38-3", "95-47-6", "106-42-3"),
		entry("LIST/DEFAULT", "ベンゼン", 1, true, nil, "71-43-2"),
		entry("LIST/DEFAULT", "アセトン", 0.1, false, func(e *regulation.Entry) { e.From = "2027-04-01" }, "67-64-1"),
		entry("LIST/DEFAULT", "ヘキサン", 0.1, false, func(e *regulation.Entry) { e.To = "2025-04-01" }, "110-54-3"),
		entry("LIST/DEFAULT", "ホルムアルデヒド", 0, true, nil, "50-00-0"),
		entry("PURE/DEFAULT", "トルエン", 0, false, func(e *regulation.Entry) { e.Pure = true }, "108-88-3"),
		entry("METAL/DEFAULT", "鉛及びその化合物", 1, false, func(e *regulation.Entry) {
			e.Element, e.Group = "Pb", &regulation.Group{Element: "Pb", Names: []string{"鉛"}, Not: []string{"亜鉛", "黒鉛"}, Except: []string{"75-74-1"}}
		}, "7439-92-1"),
		entry("METAL/DEFAULT", "六価クロム化合物", 0.1, false, func(e *regulation.Entry) {
			e.Group = &regulation.Group{Element: "Cr", Names: []string{"六価クロム", "クロム酸"}, Not: []string{"三価クロム"}, Valence: true}
		}),
		entry("METAL/DEFAULT", "亜鉛の水溶性化合物", 1, false, func(e *regulation.Entry) {
			e.Element, e.Group = "Zn", &regulation.Group{Element: "Zn", Soluble: true}
		}, "7733-02-0"),
		entry("GAS/DEFAULT", "アンモニア", 0, true, func(e *regulation.Entry) { e.Gas = true }, "7664-41-7"),
		entry("USE/DEFAULT", "エタノール", 10, false, func(e *regulation.Entry) { e.ContextJa, e.ContextEn = "用途", "the use" }, "64-17-5"),
		entry("USE/DEFAULT", "ダイアジノン", 1, true, func(e *regulation.Entry) {
			e.ContextJa, e.ContextEn, e.Certain = "剤形", "the form", &regulation.Threshold{Percent: 10, Above: true}
		}, "333-41-5"),
		entry("POISON/DEFAULT", "2-メルカプトエタノール", 10, true, nil, "60-24-2"),
		entry("DELETERIOUS/DEFAULT", "2-メルカプトエタノール", 0.1, true, nil, "60-24-2"),
		entry("SOLVENT/T1", "二硫化炭素", 5, true, nil, "75-15-0"),
		entry("SOLVENT/T2", "トルエン", 5, true, nil, "108-88-3"),
		entry("SOLVENT/T2", "キシレン", 5, true, nil, "1330-20-7"),
		entry("SOLVENT/T3", "ガソリン", 5, true, nil, "8006-61-9"),
	}
	set, err := regulation.New(
		[]regulation.Law{{Code: "JP-X", Jurisdiction: "JP", Ja: "法", En: "Law"}},
		[]regulation.Category{
			category("LIST", regulation.ByComposition, true), category("PURE", regulation.ByComposition, true), category("METAL", regulation.ByComposition, true),
			category("GAS", regulation.ByComposition, true), category("USE", regulation.ByComposition, true), category("POISON", regulation.ByComposition, true),
			category("DELETERIOUS", regulation.ByComposition, true), category("SOLVENT", regulation.ByComposition, true),
			category("ABSENT", regulation.ByComposition, false), category("WORK", regulation.ByProcess, true),
		},
		[]regulation.Class{
			one("LIST", "DEFAULT"), one("PURE", "DEFAULT"), one("METAL", "DEFAULT"), one("GAS", "DEFAULT"), one("USE", "DEFAULT"),
			ranked("POISON", 2), ranked("DELETERIOUS", 1),
			solvents("T1", 3), solvents("T2", 2, "JP-X/SOLVENT/T1"), solvents("T3", 1, "JP-X/SOLVENT/T1", "JP-X/SOLVENT/T2"),
			one("ABSENT", "DEFAULT"), one("WORK", "DEFAULT"),
		}, entries, links)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

func share(low, high float64) lawcheck.Share {
	return lawcheck.Share{Low: low, High: high, Known: true}
}

func exactly(v float64) lawcheck.Share { return share(v, v) }

func number(cas string, s lawcheck.Share) lawcheck.Ingredient {
	return lawcheck.Ingredient{Name: "成分", CAS: []string{cas}, Share: s}
}

func named(name string, s lawcheck.Share) lawcheck.Ingredient {
	return lawcheck.Ingredient{Name: name, Share: s}
}

func product(all ...lawcheck.Ingredient) lawcheck.Subject {
	for i := range all {
		all[i].Row = i
	}
	return lawcheck.Subject{Ingredients: all}
}

func verdictOf(t testing.TB, s lawcheck.Subject, class string) verdict.Verdict {
	t.Helper()
	set := small(t)
	if v, ok := verdict.ByClass(lawcheck.Sheet(set, &s, today))["JP-X/"+class]; ok {
		return v
	}
	return verdict.NotListed
}

func TestContentsAreJudgedAtBothEnds(t *testing.T) {
	open := func(s lawcheck.Share, low, high bool) lawcheck.Share { s.LowOpen, s.HighOpen = low, high; return s }
	for _, c := range []struct {
		cas   string
		share lawcheck.Share
		want  verdict.Verdict
	}{
		{"108-88-3", exactly(30), verdict.Applies},
		{"108-88-3", exactly(0.1), verdict.Applies}, // 0.1 % and more
		{"108-88-3", exactly(0.09), verdict.BelowThreshold},
		{"108-88-3", share(0.05, 0.2), verdict.RequiresContext},
		{"108-88-3", open(share(0, 0.1), true, true), verdict.BelowThreshold},
		{"108-88-3", open(share(0, 0.1), true, false), verdict.RequiresContext},
		{"108-88-3", lawcheck.Share{}, verdict.RequiresContext},
		{"108-88-3", lawcheck.Share{Withheld: true}, verdict.RequiresContext},
		{"71-43-2", exactly(1), verdict.BelowThreshold}, // more than 1 %
		{"71-43-2", exactly(1.1), verdict.Applies},
		{"71-43-2", open(share(1, 2), true, false), verdict.Applies},
		{"71-43-2", share(1, 2), verdict.RequiresContext},
		{"50-00-0", open(share(0, 1), true, true), verdict.Applies}, // any content: "< 1 %" is contained
		{"50-00-0", share(0, 1), verdict.RequiresContext},
		{"50-00-0", exactly(0), verdict.BelowThreshold},
		{"50-00-0", lawcheck.Share{}, verdict.RequiresContext},
		{"7647-14-5", exactly(50), verdict.NotListed},
	} {
		if got := verdictOf(t, product(number(c.cas, c.share), number("7732-18-5", exactly(1))), "LIST/DEFAULT"); got != c.want {
			t.Errorf("%s %+v: %s, not %s", c.cas, c.share, got, c.want)
		}
	}
}

func TestSharesOfAnEntryAreAdded(t *testing.T) {
	s := product(number("108-38-3", exactly(0.1)), number("95-47-6", exactly(0.2)), number("106-42-3", exactly(0.7)))
	proofs := lawcheck.Sheet(small(t), &s, today)
	if len(proofs) != 1 || proofs[0].Verdict != verdict.Applies || proofs[0].Share.Low != 1 || len(proofs[0].Parts) != 3 || proofs[0].Entry != "キシレン" {
		t.Errorf("the isomers of xylene make up one per cent: %+v", proofs)
	}
}

func TestSheetRecordsBecomeSubjects(t *testing.T) {
	v := func(x float64) *float64 { return &x }
	record := sds.Sheet{Ingredients: []sds.Ingredient{
		{Name: "トルエン", CAS: []string{"108-88-3"}, Concentration: &sds.Span{Low: v(10), High: v(20)}},
		{Name: "キシレン", CAS: []string{"1330-20-7"}, Concentration: &sds.Span{High: v(1), HighOpen: true}},
		{Name: "水", CAS: []string{"7732-18-4"}, Balance: true},
		{Name: "添加剤", Withheld: true},
	}}
	s := lawcheck.Of(&record)
	if got := s.Ingredients[0].Share.String(); got != "10-20" {
		t.Errorf("toluene is %s %%", got)
	}
	if got := s.Ingredients[1].Share.String(); got != "< 1" || !s.Ingredients[1].Share.LowOpen {
		t.Errorf("xylene is %s %%", got)
	}
	if w := s.Ingredients[2]; len(w.CAS) > 0 || w.Share.String() != "< 90" || !w.Share.Known {
		t.Errorf("a CAS number with a wrong check digit is dropped, and the rest is below 90 %%: %+v", w)
	}
	if w := s.Ingredients[3].Share; w.Known || !w.Withheld {
		t.Errorf("a trade secret is not known: %+v", w)
	}
}
