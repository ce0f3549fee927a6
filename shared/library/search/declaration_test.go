package search_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"anzen/shared/library/search"
)

var update = flag.Bool("update", false, "write the filters into the dashboard's tree")

// declared is a filter as the dashboard reads it.
type declared struct {
	Name    string      `json:"name"`
	Kind    search.Kind `json:"kind"`
	Not     bool        `json:"not,omitempty"`
	Max     int         `json:"max,omitempty"`
	Options []string    `json:"options,omitempty"`
	Of      string      `json:"of,omitempty"`
	Unit    string      `json:"unit,omitempty"`
	Pattern string      `json:"pattern,omitempty"`
	With    string      `json:"with,omitempty"`
	// Parameters are the API parameters of the filter.
	Parameters []string `json:"parameters"`
}

// The dashboard reads the filters from this file.
func TestTheDashboardsFiltersAreCurrent(t *testing.T) {
	var file struct {
		Filters []declared `json:"filters"`
		Orders  []string   `json:"orders"`
	}
	for _, d := range search.Declarations {
		f := declared{d.Name, d.Kind, d.Not, d.Max, d.Options, d.Of, d.Unit, d.Pattern, d.With, nil}
		for _, p := range d.Parameters() {
			f.Parameters = append(f.Parameters, p.Name)
		}
		file.Filters = append(file.Filters, f)
	}
	for _, p := range search.OrderParameters() {
		file.Orders = append(file.Orders, p.Name)
	}
	current(t, filepath.Join(dashboard, "filters.json"), file)
}

// dashboard is the dashboard's folder of facts on sheets.
var dashboard = filepath.Join("..", "..", "..", "frontend", "src", "shared", "sds")

// current fails where a file of the dashboard differs from content.
func current(t *testing.T, path string, content any) {
	t.Helper()
	var want bytes.Buffer
	encoder := json.NewEncoder(&want)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(content); err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(path, want.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(path)
	if err != nil || !bytes.Equal(got, want.Bytes()) {
		t.Errorf("%s is stale (%v): run `go test ./shared/library/search -update`", path, err)
	}
}

// Each declaration has all that its kind needs, and the names of parameters are unique.
func TestDeclarationsAreWhole(t *testing.T) {
	names := map[string]bool{}
	for _, d := range search.Declarations {
		ranged := d.Kind == search.NumberRange || d.Kind == search.DayRange
		several := len(d.Parameters()) > 0 && d.Parameters()[0].List
		switch {
		case several && d.Max == 0, !several && d.Kind != search.Words && d.Max != 0:
			t.Errorf("%s takes %d values", d.Name, d.Max)
		case (d.Kind == search.Choice) && d.Options == nil, d.Kind == search.Numbers && d.Options == nil && d.Of == "":
			t.Errorf("%s is a choice of nothing", d.Name)
		case (d.Kind == search.IDs || d.Kind == search.Codes) && d.Of == "":
			t.Errorf("%s lacks Of", d.Name)
		case d.Kind == search.NumberRange && d.Pattern == "":
			t.Errorf("%s lacks a pattern of its numbers", d.Name)
		case d.Not && (ranged || !several):
			t.Errorf("%s cannot be negated", d.Name)
		}
		for _, p := range d.Parameters() {
			if names[p.Name] {
				t.Errorf("%s is declared twice", p.Name)
			}
			names[p.Name] = true
		}
	}
	for _, p := range search.OrderParameters() {
		if names[p.Name] {
			t.Errorf("%s is a filter and an order", p.Name)
		}
	}
}
