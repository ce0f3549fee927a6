package classification

import (
	"slices"
	"testing"

	"anzen/shared/domain/sds"
)

// sectionSaying is section 11 or 12 with one block of text: its heading and its lines.
func sectionSaying(number int, title, body string) sds.Section {
	text := func(key, value string) sds.Field {
		return sds.Field{Key: key, Value: sds.Value{Text: value}, State: sds.StateMachine}
	}
	return sds.Section{Number: number, Groups: []sds.Group{{Key: sds.GroupText, Rows: []sds.Row{{Fields: []sds.Field{text("title", title), text("body", body)}}}}}}
}

// mixed is a mixture of two made-up ingredients, of which nothing is known, with some sections.
func mixed(sections ...sds.Section) (a, b *Ingredient) {
	return mixedOf([2]string{"Alphanol", "Betanol"}, sections...)
}

func mixedOf(names [2]string, sections ...sds.Section) (a, b *Ingredient) {
	ten := 10.0
	s := Of(&sds.Sheet{Composition: sds.CompositionMixture, Ingredients: []sds.Ingredient{
		{Name: names[0], CAS: []string{"99999-01-6"}, Concentration: &sds.Span{Low: &ten, High: &ten}},
		{Name: names[1], CAS: []string{"99999-02-7"}, Concentration: &sds.Span{Low: &ten, High: &ten}},
	}}, sections)
	return &s.Ingredients[0], &s.Ingredients[1]
}

// A row of a table has several values, each by its own route.
func TestEachValueOfALineHasItsOwnRoute(t *testing.T) {
	for _, line := range []string{
		"Alphanol — Oral LD50: = 320 mg/kg ( Rat ); Dermal LD50: = 1500 mg/kg ( Rabbit )",
		"Alphanol — LD50: 320 mg/kg; Route: Oral\nAlphanol — LD50: 1500 mg/kg; Route: Dermal",
		"Alphanol — Result: LD50 Oral; Species: Rat; Dose: 320 mg/kg\nAlphanol — Result: LD50 Dermal; Species: Rabbit; Dose: 1500 mg/kg",
	} {
		a, _ := mixed(sectionSaying(11, "Acute toxicity", line))
		if mouth, skin := a.fact(oral, ""), a.fact(dermal, ""); mouth.ATELow != 320 || mouth.ATEHigh != 320 || skin.ATELow != 1500 || skin.ATEHigh != 1500 {
			t.Errorf("%s: oral %+v, dermal %+v", line, mouth, skin)
		}
	}
}

// Values of acute toxicity are those of the ingredient that their line names, by route and unit.
func TestAcuteValuesOfNamedIngredients(t *testing.T) {
	for _, c := range []struct {
		title, body, class string
		low, high          float64
		mild, severe       string
	}{
		{"急性毒性(経口)", "Alphanol: ラット LD50 = 320 mg/kg", oral, 320, 320, "4", "4"},
		{"Acute toxicity", "Alphanol LD50 oral rat: 250 - 400 mg/kg", oral, 250, 400, "4", "3"},
		{"Acute toxicity", "Alphanol: dermal LD50 rabbit 1,200 mg/kg", dermal, 1200, 1200, "4", "4"},
		{"Acute toxicity", "Alphanol: oral LD50 1.5 g/kg", oral, 1500, 1500, "4", "4"},
		{"Acute toxicity", "Alphanol: ATE vapour 8 mg/L", vapour, 8, 8, "3", "3"},
		{"Acute toxicity", "Alphanol: LC50 mist 900 mg/m3", dust, 0.9, 0.9, "3", "3"},
		{"Acute toxicity", "Alphanol: LC50 gas 700 ppm", gas, 700, 700, "3", "3"},
		{"急性毒性(経口)", "99999-01-6: LD50 40 mg/kg", oral, 40, 40, "2", "2"},
		{"Alphanol", "経口 ラット LD50 450 mg/kg", oral, 450, 450, "4", "4"},
		{"急性毒性(経口)", "Alphanol: LD50 > 2000 mg/kg", oral, 2000, 2000, "4", "4"},
		{"急性毒性(経口)", "Alphanol: LD50 > 5000 mg/kg", oral, 5000, 5000, "", ""},
	} {
		a, b := mixed(sectionSaying(11, c.title, c.body))
		f := a.fact(c.class, "")
		if c.low == 2000 { // "more than 2000" leaves category 4 open: nothing is known
			if f.Known {
				t.Errorf("%s: %+v of a value that decides nothing", c.body, f)
			}
			continue
		}
		if !f.Known || f.ATELow != c.low || f.ATEHigh != c.high || f.Mild != c.mild || f.Severe != c.severe || f.Source != FromSheet {
			t.Errorf("%s: %+v, want %g to %g, %q to %q", c.body, f, c.low, c.high, c.mild, c.severe)
		}
		for _, class := range []string{oral, dermal, gas, vapour, dust} {
			if class != c.class && a.fact(class, "").Known || b.fact(class, "").Known {
				t.Errorf("%s: known of another route or ingredient", c.body)
			}
		}
	}
}

// What is not stated of an ingredient, a route or a unit is not taken.
func TestStatementsThatSayNothing(t *testing.T) {
	for body, section := range map[string]sds.Section{
		"no ingredient":         sectionSaying(11, "急性毒性(経口)", "ラット LD50 = 320 mg/kg"),
		"the product":           sectionSaying(11, "急性毒性(経口)", "製品: LD50 = 320 mg/kg"),
		"another substance":     sectionSaying(11, "急性毒性(経口)", "Gammanol: LD50 = 320 mg/kg"),
		"a longer name":         sectionSaying(11, "急性毒性(経口)", "Alphanolate: LD50 = 320 mg/kg"),
		"no route":              sectionSaying(11, "Acute toxicity", "Alphanol: LD50 320 mg/kg"),
		"vapour in ppm":         sectionSaying(11, "Acute toxicity", "Alphanol: LC50 vapour 700 ppm"),
		"less than":             sectionSaying(11, "急性毒性(経口)", "Alphanol: LD50 < 300 mg/kg"),
		"more than a category":  sectionSaying(11, "急性毒性(経口)", "Alphanol: LD50 > 500 mg/kg"),
		"zero":                  sectionSaying(11, "急性毒性(経口)", "Alphanol: LD50 0 mg/kg"),
		"a range turned around": sectionSaying(11, "急性毒性(経口)", "Alphanol: LD50 400 - 200 mg/kg"),
		"fish":                  sectionSaying(12, "水生環境有害性 短期(急性)", "Alphanol: LC50 oral 1 mg/L"),
	} {
		a, b := mixed(section)
		for _, p := range parts {
			if a.fact(p.class, p.effect).Known || b.fact(p.class, p.effect).Known {
				t.Errorf("%s: something is known of %s", body, p.class)
			}
		}
	}
}

// An ingredient named on a line holds for the lines below it, until another name begins one.
func TestNamesHoldForTheLinesBelow(t *testing.T) {
	a, b := mixed(sectionSaying(11, "急性毒性(経口)", "Alphanol:\nラット LD50 320 mg/kg\nBetanol:\nLD50 40 mg/kg\n製品: LD50 5 mg/kg"))
	if got := a.fact(oral, "").ATELow; got != 320 {
		t.Errorf("Alphanol %g", got)
	}
	if f := b.fact(oral, ""); f.ATELow != 40 || f.ATEHigh != 40 {
		t.Errorf("Betanol %+v", f)
	}
}

// Of two names of which one begins the other, the longer one is meant.
func TestTheLongestNameIsMeant(t *testing.T) {
	a, b := mixedOf([2]string{"Alpha", "Alpha, oxide"}, sectionSaying(11, "急性毒性(経口)", "Alpha, oxide: LD50 40 mg/kg"))
	if a.fact(oral, "").Known || b.fact(oral, "").ATELow != 40 {
		t.Errorf("%+v, %+v", a.fact(oral, ""), b.fact(oral, ""))
	}
}

// Categories in brackets are of the class of their heading, where that has the category and one
// effect only; a value on the same line goes before.
func TestCategoriesInBrackets(t *testing.T) {
	for _, c := range []struct{ title, body, class, mild, severe string }{
		{"皮膚腐食性/刺激性", "Alphanol: 刺激性あり(区分2)", "skin_corrosion", "2", "2"},
		{"皮膚感作性", "Alphanol: 陽性(区分1)", "skin_sensitization", "1B", "1A"},
		{"皮膚感作性", "Alphanol: 陽性(区分1A)", "skin_sensitization", "1A", "1A"},
		{"発がん性", "Alphanol: IARC 2B(区分2)", "carcinogenicity", "2", "2"},
		{"急性毒性(経口)", "Alphanol: LD50 320 mg/kg(区分3)", oral, "4", "4"},
		{"急性毒性(吸入:蒸気)", "Alphanol: 動物試験による(区分3)", vapour, "3", "3"},
	} {
		a, _ := mixed(sectionSaying(11, c.title, c.body))
		if f := a.fact(c.class, ""); !f.Known || f.Mild != c.mild || f.Severe != c.severe {
			t.Errorf("%s, %s: %+v, want %q to %q", c.title, c.body, f, c.mild, c.severe)
		}
	}
	for title, body := range map[string]string{
		"特定標的臓器毒性(単回ばく露)": "Alphanol: 気道刺激性(区分3)",
		"発がん性": "Alphanol: (区分4)",
		"その他":  "Alphanol: (区分2)",
	} {
		a, _ := mixed(sectionSaying(11, title, body))
		if slices.ContainsFunc(parts, func(p part) bool { return a.fact(p.class, p.effect).Known }) {
			t.Errorf("%s, %s: something is known", title, body)
		}
	}
}

// M-factors are of the class that the heading or the line names, else of both.
func TestFactorsOfIngredients(t *testing.T) {
	for _, c := range []struct {
		title, body    string
		acute, chronic float64
	}{
		{"水生環境有害性", "Alphanol: M係数 10", 10, 10},
		{"水生環境有害性", "Alphanol: M=100 (急性)", 100, 0},
		{"水生環境有害性", "Alphanol: 慢性 Mファクター: 1000", 0, 1000},
		{"水生環境有害性 短期(急性)", "Alphanol: M-factor 10", 10, 0},
		{"水生環境有害性 長期(慢性)", "Alphanol: 毒性乗率 1", 0, 1},
		{"水生環境有害性", "Alphanol: M係数 25", 0, 0},
		{"水生環境有害性", "Gammanol: M係数 10", 0, 0},
	} {
		a, b := mixed(sectionSaying(12, c.title, c.body))
		if a.m["aquatic_acute"].Low != c.acute || a.m["aquatic_chronic"].Low != c.chronic || len(b.m) > 0 {
			t.Errorf("%s, %s: %+v (other: %+v), want %g and %g", c.title, c.body, a.m, b.m, c.acute, c.chronic)
		}
		for class, f := range a.m {
			if f.High != f.Low || f.Source != FromSheet {
				t.Errorf("%s: %s %+v", c.body, class, f)
			}
		}
	}
}

// Texts that a user deleted state nothing.
func TestDeletedTextsTellNothing(t *testing.T) {
	section := sectionSaying(11, "急性毒性(経口)", "Alphanol: LD50 320 mg/kg")
	section.Groups[0].Rows[0].Fields[1].State = sds.StateDeleted
	if a, _ := mixed(section); a.fact(oral, "").Known {
		t.Error("a deleted text counts")
	}
}
