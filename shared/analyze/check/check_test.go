package check_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"anzen/shared/analyze/check"
	"anzen/shared/analyze/extract"
	"anzen/shared/chem"
)

var now = time.Date(2026, 4, 1, 0, 0, 0, 0, time.UTC)

var all = []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}

func percent(low float64, lowOp string, high float64, highOp string) chem.Quantity {
	return chem.Quantity{Low: low, LowOp: lowOp, High: high, HighOp: highOp, Unit: "%"}
}

func text(key, value string) extract.Value {
	return extract.Value{Key: key, Row: extract.NoRow, Kind: extract.Text, Text: value}
}

func list(key string, values ...string) extract.Value {
	return extract.Value{Key: key, Row: extract.NoRow, Kind: extract.Codes, List: values}
}

func part(row int, name, cas string, q chem.Quantity) []extract.Value {
	return []extract.Value{
		{Key: "composition.name", Row: row, Kind: extract.Text, Text: name},
		{Key: "composition.cas", Row: row, Kind: extract.Codes, List: []string{cas}},
		{Key: "composition.concentration", Row: row, Kind: extract.Quantity, Quantity: q},
	}
}

func class(row int, class, category string) []extract.Value {
	return []extract.Value{
		{Key: "classification.class", Row: row, Kind: extract.Choice, Text: class},
		{Key: "classification.category", Row: row, Kind: extract.Choice, Text: category},
	}
}

// good is a sheet without findings: toluene, two rows short of 100 %.
func good() []extract.Value {
	return slices.Concat(
		part(0, "トルエン", "108-88-3", percent(60, ">=", 70, "<=")),
		part(1, "アセトン", "67-64-1", percent(30, ">=", 40, "<=")),
		class(0, "flammable_liquids", "2"), class(1, "skin_corrosion", "2"),
		[]extract.Value{
			text("signal_word", "danger"), list("h_codes", "H225", "H315"), list("pictograms", "GHS02", "GHS07"),
			text("un_number", "1993"), text("transport_class", "3"), text("packing_group", "II"),
			text("issue_date", "2020-01-01"), text("revision_date", "2024-04-01"),
			{Key: "flash_point", Row: extract.NoRow, Kind: extract.Quantity, Quantity: chem.Quantity{Low: 4, LowOp: "=", High: 4, HighOp: "=", Unit: "C"}},
		})
}

// with replaces the first value of the same key and row.
func with(values []extract.Value, changed ...extract.Value) []extract.Value {
	out := slices.Clone(values)
	for _, c := range changed {
		i := slices.IndexFunc(out, func(v extract.Value) bool { return v.Key == c.Key && v.Row == c.Row })
		if i < 0 {
			out = append(out, c)
		} else {
			out[i] = c
		}
	}
	return out
}

func TestRules(t *testing.T) {
	cas := func(row int, numbers ...string) extract.Value {
		return extract.Value{Key: "composition.cas", Row: row, Kind: extract.Codes, List: numbers}
	}
	share := func(row int, q chem.Quantity) extract.Value {
		return extract.Value{Key: "composition.concentration", Row: row, Kind: extract.Quantity, Quantity: q}
	}
	tests := []struct {
		name     string
		values   []extract.Value
		sections []int
		want     []string
	}{
		{"a good sheet", good(), all, nil},
		{"wrong check digit", with(good(), cas(0, "108-88-4")), all, []string{"cas_check_digit"}},
		{"a name of another number", with(good(), cas(0, "71-43-2")), all, []string{"cas_name"}},
		{"one number twice", with(good(), cas(0, "67-64-1"), extract.Value{Key: "composition.name", Row: 0, Kind: extract.Text, Text: "アセトン"}), all, []string{"cas_duplicate"}},
		{"no number", with(good(), cas(0)), all, []string{"cas_missing"}},
		{"more than the whole", with(good(), share(1, percent(60, ">=", 70, "<="))), all, []string{"concentration_sum"}},
		{"ends the wrong way round", with(good(), share(1, percent(40, ">=", 30, "<="))), all, []string{"concentration_order"}},
		{"no ingredients", good()[6:], all, []string{"no_ingredients"}},
		{"a statement without its class", with(good(), list("h_codes", "H225", "H315", "H350")), all, []string{"h_code_without_class"}},
		{"a class without its statement", with(good(), list("h_codes", "H225")), all, []string{"class_without_h_code"}},
		{"a weak signal word", with(good(), text("signal_word", "warning")), all, []string{"signal_word_class"}},
		{"a missing pictogram", with(good(), list("pictograms", "GHS07")), all, []string{"pictogram_class"}},
		{"a high flash point", with(good(), extract.Value{Key: "flash_point", Row: extract.NoRow, Kind: extract.Quantity, Quantity: chem.Quantity{Low: 80, LowOp: "=", High: 80, HighOp: "=", Unit: "C"}}), all, []string{"flash_point_class"}},
		{"an unknown UN number", with(good(), text("un_number", "9999")), all, []string{"un_number_unknown"}},
		{"a wrong class", with(good(), text("transport_class", "8")), all, []string{"un_class"}},
		{"a wrong packing group", with(good(), text("un_number", "1090"), text("packing_group", "I")), all, []string{"un_packing_group"}},
		{"a missing section", good(), all[:15], []string{"section_missing"}},
		{"no revision date", with(good(), text("revision_date", "")), all, []string{"revision_missing"}},
		{"revised tomorrow", with(good(), text("revision_date", "2027-01-01")), all, []string{"revision_future"}},
		{"revised long ago", with(good(), text("issue_date", "2010-01-01"), text("revision_date", "2015-01-01")), all, []string{"revision_old"}},
		{"revised before it was issued", with(good(), text("issue_date", "2025-01-01")), all, []string{"revision_before_issue"}},
	}
	seen := map[string]bool{}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			found := check.Sheet(check.Input{Result: &extract.Result{Language: "ja", Values: tt.values}, Sections: tt.sections, Now: now})
			var got []string
			for _, f := range found {
				got = append(got, f.ID)
				seen[f.ID] = true
				for _, language := range []string{"ja", "en"} {
					if m := f.Message(language); m == "" || strings.ContainsAny(m, "{}") {
						t.Errorf("%s has a broken message in %s: %q", f.ID, language, m)
					}
				}
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("found %v, want %v", got, tt.want)
			}
		})
	}
	for _, id := range check.Rules() {
		if !seen[id] {
			t.Errorf("rule %s is never broken here", id)
		}
	}
}

func TestErrorsComeFirst(t *testing.T) {
	found := check.Sheet(check.Input{Result: &extract.Result{Language: "en", Values: with(good(), text("revision_date", "2027-01-01"), list("h_codes", "H225"))}, Sections: all, Now: now})
	if len(found) != 2 || found[0].Severity != check.Error || found[1].Severity != check.Warning {
		t.Errorf("found %+v", found)
	}
}
