package search_test

import (
	"encoding/json"
	"errors"
	"net/url"
	"os"
	"slices"
	"testing"

	"anzen/shared/domain/message"
	"anzen/shared/domain/selection"
	"anzen/shared/library/search"
)

// Stored selections of jobs and periodic exports stay readable: one with every filter, as
// written before the text form existed.
func TestStoredSelectionsAreRead(t *testing.T) {
	stored, err := os.ReadFile("testdata/selection.json")
	if err != nil {
		t.Fatal(err)
	}
	var s selection.Selection
	if err := json.Unmarshal(stored, &s); err != nil {
		t.Fatal(err)
	}
	if len(s.IDs) != 1 || len(s.Excluded) != 1 || s.Sort != "name" || !s.Desc {
		t.Errorf("%+v", s)
	}
	f, err := search.Read(s.Filter)
	if err != nil {
		t.Fatal(err)
	}
	if f.Text() != s.Filter {
		t.Errorf("%s\nis read as\n%s", s.Filter, f.Text())
	}
	var raw struct{ Filter map[string]any }
	if err := json.Unmarshal(stored, &raw); err != nil {
		t.Fatal(err)
	}
	if len(raw.Filter) != 85 {
		t.Errorf("%d parameters are stored", len(raw.Filter))
	}
	object, err := json.Marshal(f)
	if err != nil {
		t.Fatal(err)
	}
	var again map[string]any
	if err := json.Unmarshal(object, &again); err != nil {
		t.Fatal(err)
	}
	before, _ := json.Marshal(raw.Filter)
	after, _ := json.Marshal(again)
	if string(before) != string(after) {
		t.Errorf("the object was\n%s\nand is\n%s", before, after)
	}
}

// A filter has one text form, however it was entered.
func TestOneTextForm(t *testing.T) {
	for stated, want := range map[string]selection.Filter{
		"":                                   "",
		"h_code=H226&h_code=H225&text=a":     "h_code=H226&h_code=H225&text=a",
		"text=+a+b+&h_code=H225&h_code=H225": "h_code=H225&text=a+b",
		"name=+%E3%82%B7+&name=&name=+":      "name=%E3%82%B7",
		"language_id=044&language_id=44":     "language_id=44",
		"removed=1&mine=false":               "removed=true",
		"has_findings=false":                 "has_findings=false",
		"ph_from=6&ph_from=9&ph_to=7":        "ph_from=6&ph_to=7",
		"h_code=&h_code=H225":                "h_code=H225",
	} {
		f, err := search.Read(selection.Filter(stated))
		if err != nil || f.Text() != want {
			t.Errorf("%s: %s (%v), want %s", stated, f.Text(), err, want)
		}
		if again, err := search.Read(f.Text()); err != nil || again.Text() != f.Text() {
			t.Errorf("%s is read as %s (%v)", f.Text(), again.Text(), err)
		}
	}
}

// Each invalid parameter is reported, and the valid ones are read nevertheless.
func TestWrongFilters(t *testing.T) {
	for stated, want := range map[string][]string{
		"h_kode=H225&flash_point_from=hot&name=x":           {"h_kode input.unknown_field", "flash_point_from input.pattern"},
		"h_code=H1&ghs_class=1&pictogram=GHS01&pictogram=x": {"ghs_class[0] input.choice", "pictogram[1] input.choice"},
		"ph_from=7&ph_to=6&concentration_to=3":              {"cas_number input.required", "ph_to input.range_order"},
		"revised_from=1899-12-31":                           {"revised_from input.pattern"},
		"language_id=44&language_id=ja":                     {"language_id input.pattern"},
		"order_by_name=asc":                                 {"order_by_name input.unknown_field"},
	} {
		f, err := search.Read(selection.Filter(stated))
		if got := troubles(t, err); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", stated, got, want)
		}
		if query, _ := url.ParseQuery(stated); query.Get("name") == "x" && f.Text() != "name=x" {
			t.Errorf("%s: %s is left", stated, f.Text())
		}
	}
}

func troubles(t *testing.T, err error) (found []string) {
	t.Helper()
	var wrong *message.Error
	if !errors.As(err, &wrong) {
		t.Fatalf("%v", err)
	}
	for _, f := range wrong.Fields {
		found = append(found, f.Path+" "+string(f.Code))
	}
	return found
}

func TestSavedSearches(t *testing.T) {
	f, o, err := search.Saved("order_by_name=asc&h_code=H225&order_by_status=desc")
	if err != nil || f.Text() != "h_code=H225" || o.By != "name" || o.Desc {
		t.Errorf("%s %+v (%v)", f.Text(), o, err)
	}
	if _, o, err := search.Saved(""); err != nil || o.By != "created_at" || !o.Desc {
		t.Errorf("%+v (%v)", o, err)
	}
	_, _, err = search.Saved("order_by_name=up&page=2&ph_from=x")
	if got := troubles(t, err); !slices.Equal(got, []string{"page input.unknown_field", "ph_from input.pattern", "order_by_name input.choice"}) {
		t.Errorf("%q", got)
	}
}
