package findings_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"anzen/shared/judgement/classification"
	"anzen/shared/judgement/edition"
	"anzen/shared/judgement/findings"
	"anzen/shared/reader/extract"
	"anzen/shared/reference/chem"
	"anzen/shared/text/texttest"
)

var now = time.Date(2026, 4, 1, 0, 0, 0, 0, time.UTC)

// sheet is the input that the changes of a test case modify.
type sheet struct {
	values   []extract.Value
	language string
	sections []int
	printed  findings.Printed
	mixture  []classification.Compared
	edition  edition.Found
}

// change modifies a sheet.
type change = func(*sheet)

func text(key, value string) extract.Value {
	return extract.Value{Key: key, Row: extract.NoRow, Kind: extract.Text, Text: value}
}

func list(key string, values ...string) extract.Value {
	return extract.Value{Key: key, Row: extract.NoRow, Kind: extract.Codes, List: values}
}

func one(x float64, unit string) chem.Quantity {
	return chem.Quantity{Low: x, LowOp: "=", High: x, HighOp: "=", Unit: unit}
}

func between(low, high float64, unit string) chem.Quantity {
	return chem.Quantity{Low: low, LowOp: ">=", High: high, HighOp: "<=", Unit: unit}
}

func quantity(key string, q chem.Quantity) extract.Value {
	return extract.Value{Key: key, Row: extract.NoRow, Kind: extract.Quantity, Quantity: q}
}

func part(row int, name, cas string, q chem.Quantity) []extract.Value {
	out := []extract.Value{{Key: "composition.name", Row: row, Kind: extract.Text, Text: name}}
	if cas != "" {
		out = append(out, extract.Value{Key: "composition.cas", Row: row, Kind: extract.Codes, List: strings.Split(cas, " ")})
	}
	if q.Stated() {
		out = append(out, extract.Value{Key: "composition.concentration", Row: row, Kind: extract.Quantity, Quantity: q})
	}
	return out
}

// good is a sheet without findings: toluene and acetone, two ranges that add up to less
// than 100 %.
func good() *sheet {
	s := &sheet{language: "ja", printed: findings.Printed{Wordings: map[string]string{"precautions": "注意書き"}, Sheets: 1}}
	for n := 1; n <= 16; n++ {
		s.sections = append(s.sections, n)
	}
	s.printed.Order = slices.Clone(s.sections)
	s.values = []extract.Value{
		text("product_name", "シンナーA"), text("supplier_name", "見本化学株式会社"), text("supplier_phone", "03-1234-5678"),
		text("signal_word", "danger"), list("h_codes", "H225", "H315"), list("pictograms", "GHS02", "GHS07"), list("p_codes", "P210", "P305+P351+P338"),
		text("composition_type", "mixture"), text("state", "liquid"), quantity("flash_point", one(4, "C")),
		text("un_number", "1993"), text("transport_class", "3"), text("packing_group", "II"),
		list("laws", "消防法"), text("issue_date", "2020-01-01"), text("revision_date", "2024-05-01"),
	}
	parts(part(0, "トルエン", "108-88-3", between(60, 70, "%")), part(1, "アセトン", "67-64-1", between(30, 40, "%")))(s)
	classes("flammable_liquids 2", "skin_corrosion 2")(s)
	return s
}

// set replaces values of the same key and row; an empty value removes it.
func set(values ...extract.Value) change {
	return func(s *sheet) {
		for _, v := range values {
			s.values = slices.DeleteFunc(s.values, func(o extract.Value) bool { return o.Key == v.Key && o.Row == v.Row })
			if v.Text != "" || v.List != nil || v.Quantity.Stated() {
				s.values = append(s.values, v)
			}
		}
	}
}

func without(keys ...string) change {
	return func(s *sheet) {
		s.values = slices.DeleteFunc(s.values, func(v extract.Value) bool { return slices.Contains(keys, v.Key) })
	}
}

func table(prefix string, rows [][]extract.Value) change {
	return func(s *sheet) {
		s.values = slices.DeleteFunc(s.values, func(v extract.Value) bool { return strings.HasPrefix(v.Key, prefix) })
		s.values = append(s.values, slices.Concat(rows...)...)
	}
}

func parts(rows ...[]extract.Value) change { return table("composition.", rows) }

// classes takes "class category" pairs; the category may be missing.
func classes(stated ...string) change {
	var rows [][]extract.Value
	for i, c := range stated {
		class, category, ok := strings.Cut(c, " ")
		row := []extract.Value{{Key: "classification.class", Row: i, Kind: extract.Choice, Text: class}}
		if ok {
			row = append(row, extract.Value{Key: "classification.category", Row: i, Kind: extract.Choice, Text: category})
		}
		rows = append(rows, row)
	}
	return table("classification.", rows)
}

// limits takes "substance kind" keys.
func limits(values map[string]chem.Quantity) change {
	var rows [][]extract.Value
	for name, q := range values {
		substance, kind, _ := strings.Cut(name, " ")
		i := len(rows)
		rows = append(rows, []extract.Value{
			{Key: "exposure_limits.substance", Row: i, Kind: extract.Text, Text: substance},
			{Key: "exposure_limits.authority", Row: i, Kind: extract.Choice, Text: "ACGIH"},
			{Key: "exposure_limits.kind", Row: i, Kind: extract.Choice, Text: kind},
			{Key: "exposure_limits.value", Row: i, Kind: extract.Quantity, Quantity: q},
		})
	}
	return table("exposure_limits.", rows)
}

func all(changes ...change) change {
	return func(s *sheet) {
		for _, c := range changes {
			c(s)
		}
	}
}

func language(l string) change { return func(s *sheet) { s.language = l } }

func sections(n ...int) change {
	return func(s *sheet) { s.sections, s.printed.Order = n, n }
}

func wording(key, words string) change {
	return func(s *sheet) { s.printed.Wordings[key] = words }
}

func printed(look func(p *findings.Printed)) change { return func(s *sheet) { look(&s.printed) } }

func raw(v extract.Value, words string) extract.Value {
	v.Raw = words
	return v
}

func find(c change) []findings.Finding {
	s := good()
	if c != nil {
		c(s)
	}
	return findings.Sheet(findings.Input{Result: &extract.Result{Language: s.language, Values: s.values}, Sections: s.sections, Printed: s.printed, Mixture: s.mixture, Edition: s.edition, Now: now})
}

func TestAGoodSheetHasNoFindings(t *testing.T) {
	for _, f := range find(nil) {
		t.Errorf("found %s: %s", f.ID, f.Message("en"))
	}
}

// TestRules runs each rule on a sheet that breaks it, and on a similar one that keeps it.
func TestRules(t *testing.T) {
	cases := map[string]pair{}
	for _, group := range []map[string]pair{identityCases, hazardCases, compositionCases, propertyCases, transportCases, sheetCases, mixtureCases, editionCases} {
		for id, p := range group {
			if _, twice := cases[id]; twice {
				t.Errorf("%s has two cases", id)
			}
			cases[id] = p
		}
	}
	for _, r := range findings.Rules() {
		t.Run(r.ID, func(t *testing.T) {
			p, ok := cases[r.ID]
			if !ok || p.fires == nil || p.silent == nil {
				t.Fatal("the rule needs a sheet that breaks it and one that keeps it")
			}
			delete(cases, r.ID)
			found := find(p.fires)
			i := slices.IndexFunc(found, func(f findings.Finding) bool { return f.ID == r.ID })
			if i < 0 {
				t.Fatalf("not found; found %v", ids(found))
			}
			if found[i].Severity != r.Severity {
				t.Errorf("severity %s, the catalog states %s", found[i].Severity, r.Severity)
			}
			for _, language := range []string{"ja", "en"} {
				if m := found[i].Message(language); m == "" || strings.ContainsAny(m, "{}") {
					t.Errorf("a broken message in %s: %q", language, m)
				}
			}
			for _, f := range found[i].Fields {
				if !slices.ContainsFunc(r.Fields, func(key string) bool { return strings.HasPrefix(f.Key, key) || strings.HasPrefix(key, f.Key) }) {
					t.Errorf("points at %s, the catalog states %v", f.Key, r.Fields)
				}
			}
			if found := find(p.silent); slices.Contains(ids(found), r.ID) {
				t.Error("the rule fires on the sheet that keeps it")
			}
		})
	}
	for id := range cases {
		t.Errorf("there is no rule %s", id)
	}
}

func ids(found []findings.Finding) []string {
	var out []string
	for _, f := range found {
		out = append(out, f.ID)
	}
	return out
}

func TestErrorsComeFirst(t *testing.T) {
	found := find(set(text("revision_date", "2027-01-01"), list("h_codes", "H225")))
	if len(found) != 2 || found[0].Severity != findings.Error || found[1].Severity != findings.Warning {
		t.Errorf("found %+v", found)
	}
}

// TestOneSlipIsOneFinding keeps the rules from reporting the same slip twice.
func TestOneSlipIsOneFinding(t *testing.T) {
	for name, tt := range map[string]struct {
		change change
		want   []string
	}{
		"another category":   {set(list("h_codes", "H226", "H315")), []string{"category_h_code"}},
		"several variants":   {parts(part(0, "トルエン", "108-88-3", one(60, "%")), part(1, "アセトン", "67-64-1", one(40, "%")), part(2, "トルエン", "108-88-3", one(60, "%")), part(3, "アセトン", "67-64-1", one(40, "%"))), nil},
		"a recognised sheet": {all(sections(1, 2, 3), printed(func(p *findings.Printed) { p.Recognised = true }), without("signal_word", "supplier_phone")), nil},
		"another language":   {all(language("other"), without("product_name", "supplier_name", "revision_date", "issue_date")), []string{"language_not_read"}},
		"old directive":      {all(wording("r_phrases", "R36"), wording("old_directive", "67/548/EEC")), []string{"old_directive"}},
	} {
		if got := ids(find(tt.change)); !slices.Equal(got, tt.want) {
			t.Errorf("%s: found %v, want %v", name, got, tt.want)
		}
	}
}

// Rows of the classification without a category do not shift the row that a finding points at.
func TestFindingsPointAtTheRowOfTheClass(t *testing.T) {
	for name, change := range map[string]change{
		"flash_point_class":    quantityOf("flash_point", 80),
		"boiling_point_class":  quantityOf("boiling_point", 30),
		"category_h_code":      set(list("h_codes", "H226", "H315")),
		"class_without_h_code": set(list("h_codes", "H315")),
		"category_unknown":     classes("skin_sensitization", "flammable_liquids 9", "skin_corrosion 2"),
	} {
		change := all(classes("skin_sensitization", "flammable_liquids 2", "skin_corrosion 2"), change)
		found := find(change)
		i := slices.IndexFunc(found, func(f findings.Finding) bool { return f.ID == name })
		if i < 0 {
			t.Fatalf("%s: not found; found %v", name, ids(found))
		}
		for _, f := range found[i].Fields {
			if strings.HasPrefix(f.Key, "classification.") && f.Row != 1 {
				t.Errorf("%s points at row %d, want 1", name, f.Row)
			}
		}
	}
}

func quantityOf(key string, celsius float64) change { return set(quantity(key, one(celsius, "C"))) }

func TestSumsHaveNoNoiseOfBinaryFractions(t *testing.T) {
	for id, c := range map[string]change{
		"concentration_sum":   parts(part(0, "トルエン", "108-88-3", one(50.8, "%")), part(1, "アセトン", "67-64-1", one(49.9, "%"))),
		"concentration_short": parts(part(0, "トルエン", "108-88-3", one(20.1, "%")), part(1, "その他", "", one(70.2, "%"))),
	} {
		found := find(c)
		i := slices.IndexFunc(found, func(f findings.Finding) bool { return f.ID == id })
		if i < 0 {
			t.Fatalf("%s: not found; found %v", id, ids(found))
		}
		if sum := found[i].Args["sum"]; len(sum) > 5 {
			t.Errorf("%s: the sum is %s", id, sum)
		}
	}
}

func TestPageNamesEveryRule(t *testing.T) {
	page := findings.Page()
	seen := map[string]bool{}
	for _, r := range findings.Rules() {
		if seen[r.ID] {
			t.Errorf("two rules are called %s", r.ID)
		}
		seen[r.ID] = true
		if !strings.Contains(page, "| "+r.ID+" | "+string(r.Severity)+" |") {
			t.Errorf("the page lacks %s", r.ID)
		}
		if r.What == "" || r.Source == "" || r.Ja == "" || r.En == "" {
			t.Errorf("%s is incomplete: %+v", r.ID, r)
		}
		if words := texttest.British(r.En); len(words) > 0 {
			t.Errorf("%s is spelled as in Britain: %q", r.ID, words)
		}
		if words := texttest.OtherTerms(r.Ja); len(words) > 0 {
			t.Errorf("%s: %q", r.ID, words)
		}
	}
	if len(seen) < 60 {
		t.Errorf("%d rules", len(seen))
	}
}
