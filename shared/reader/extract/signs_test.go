package extract_test

import (
	"strings"
	"testing"

	"anzen/shared/reader/extract"
)

// A value that the sheet prints again in its header has a sign of its own, and so one that begins as the end of a phrase.
func TestSignsOfAValue(t *testing.T) {
	d := sheet("en", section(1, lines("Product name: Brightol Cleaner", "Supplier: works of Brightol Ltd.")))
	d.Headers = lines("Brightol Cleaner page 1")
	r := read(d)
	if got := strings.Join(r.Get("product_name").Signs, ", "); got != "text of a short sheet, text printed again, text in the titles, product_name printed again, product_name in the titles" {
		t.Errorf("name: %s", got)
	}
	if got := strings.Join(r.Get("supplier_name").Signs, ", "); !strings.Contains(got, "text begins small") {
		t.Errorf("supplier: %s", got)
	}
}

// What the other values of a sheet say: a number of statements as that of the codes, an ingredient that is named again, a limit of one.
func TestSignsByOtherValues(t *testing.T) {
	parts := section(3, nil)
	parts.Tables = append(parts.Tables, table([]string{"Chemical name", "CAS No.", "%"}, []string{"Ethylbenzene", "100-41-4", "40"}, []string{"Secret resin", "", "60"}))
	d := sheet("en",
		section(2, lines("Signal word: Danger", "Hazard statements:", "H225 Highly flammable liquid and vapour.", "H304 May be fatal if swallowed and enters airways.")),
		parts,
		section(8, lines("Ethylbenzene: ACGIH TLV-TWA 20 ppm")))
	d.Lines = lines("Ethylbenzene 100-41-4 40", "Secret resin 60", "Ethylbenzene: ACGIH TLV-TWA 20 ppm")
	r := read(d)
	signs := func(v *extract.Value) string {
		if v == nil {
			t.Fatalf("a value is missing of %+v", r.Values)
		}
		return strings.Join(v.Signs, ", ") + ","
	}
	rows := r.Rows("composition")
	limits := r.Rows("exposure_limits")
	if len(rows) != 2 || len(limits) != 1 {
		t.Fatalf("%d ingredients, %d limits", len(rows), len(limits))
	}
	for _, tt := range []struct {
		value *extract.Value
		sign  string
		holds bool
	}{
		{r.Get("hazard_statement_count"), "hazard_statement_count as the codes", true},
		{rows[0]["name"], "composition.name printed again", true},
		{rows[1]["name"], "composition.name printed again", false},
		{rows[1]["name"], "composition.name without a CAS number", true},
		{rows[0]["concentration"], "composition.concentration of fitting shares", true},
		{limits[0]["value"], "exposure_limits.value of an ingredient", true},
		{limits[0]["value"], "exposure_limits.value several of a kind", false},
		{limits[0]["value"], "exposure_limits.value with its authority", true},
	} {
		if got := signs(tt.value); strings.Contains(got, tt.sign+",") != tt.holds {
			t.Errorf("%s: %v, of %s", tt.sign, !tt.holds, got)
		}
	}
}

// A date whose day and month could be each other has a sign, one that proves its order has none.
func TestSignsOfDates(t *testing.T) {
	for printed, want := range map[string]string{"Revision date: 04/02/07": "date of either order, date of a short year", "Revision date: 25/02/2007": "", "Revision date: 2 April 2007": ""} {
		var got []string
		r := read(sheet("en", section(1, lines("Product name: Brightol", printed))))
		for _, sign := range r.Get("revision_date").Signs {
			if strings.HasPrefix(sign, "date of either") || strings.HasPrefix(sign, "date of a short year") {
				got = append(got, sign)
			}
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%s: %q, want %q", printed, got, want)
		}
	}
}
