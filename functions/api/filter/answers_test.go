package filter_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"anzen/functions/api"
	"anzen/functions/api/apitest"
	"anzen/shared/domain/access"
)

var update = flag.Bool("update", false, "write the answers to filters")

// parameter is a parameter of the list in the API's document.
type parameter struct {
	Name   string
	In     string
	Schema struct {
		Type      string
		Enum      []string
		Pattern   string
		Format    string
		MaxItems  int
		MaxLength int
		Items     struct {
			Type string
			Enum []string
		}
	}
}

// parametersOf are the parameters of the sheet list that are filters, without the "_not" ones.
func parametersOf(t *testing.T) (found []parameter) {
	t.Helper()
	text, err := api.Document()
	if err != nil {
		t.Fatal(err)
	}
	var document struct {
		Paths map[string]map[string]struct{ Parameters []parameter }
	}
	if err := json.Unmarshal(text, &document); err != nil {
		t.Fatal(err)
	}
	for _, p := range document.Paths["/api/v1/companies/{id}/sdses/count"]["get"].Parameters {
		if p.In == "query" && !strings.HasSuffix(p.Name, "_not") {
			found = append(found, p)
		}
	}
	return found
}

// errorFor are queries with one parameter just beyond, or just within, its limits.
func errorFor(p parameter) (queries []string) {
	add := func(values ...string) { queries = append(queries, url.Values{p.Name: values}.Encode()) }
	add("", "")
	add(" ")
	add("x")
	add("-1.50")
	switch {
	case p.Schema.Type == "array":
		add("44", "x", "0")
		add("44", "44")
		add(slices.Repeat([]string{"101"}, p.Schema.MaxItems)...)
		add(slices.Repeat([]string{"101"}, p.Schema.MaxItems+1)...)
		for _, v := range p.Schema.Items.Enum {
			add(v)
		}
		if p.Schema.Items.Enum != nil {
			add(p.Schema.Items.Enum[0], strings.ToLower(p.Schema.Items.Enum[0])+"_")
		}
	case p.Schema.Enum != nil:
		for _, v := range p.Schema.Enum {
			add(v)
		}
	case p.Schema.Type == "boolean":
		add("true")
		add("0")
		add("yes")
	case p.Schema.MaxLength > 0:
		add(strings.Repeat("あ", p.Schema.MaxLength))
		add(strings.Repeat("a", p.Schema.MaxLength+1))
	case strings.Contains(p.Schema.Pattern, `-\d{2}`): // a day or a moment
		add("2026-02-29")
		add("2026-02-28")
		add("1899-12-31")
		add("2026-02-28", "x")
	case p.Schema.Format == "date":
		add("2026-02-29")
		add("2026-02-28")
		add("1899-12-31")
		add("2026-02-28", "x")
	default:
		add("7")
		add("7.1234567891")
		add("12345")
	}
	return queries
}

// together are queries whose parameters depend on each other, or with errors in several.
var together = []string{
	"concentration_from=1", "concentration_to=1", "concentration_from=2&concentration_to=1", "concentration_from=2&concentration_to=1&cas_number=67-64-1",
	"ph_from=8&ph_to=7", "ph_from=7&ph_to=7", "flash_point_from=9&flash_point_to=8.9&ph_from=1", "boiling_point_from=200&boiling_point_to=20",
	"created_from=2026-02-02&created_to=2026-02-01", "updated_from=2026-02-02&updated_to=2026-02-02", "revised_from=2026-02-02&revised_to=2026-02-01",
	"supplier_confirmed_from=2026-02-02&supplier_confirmed_to=2026-02-01", "assessed_from=2026-02-02&assessed_to=2026-02-01",
	"pictogram=GHS99&pictogram=GHS01&pictogram=x", "ghs_class=1005000&ghs_class=1", "ghs_category=2005004&ghs_category_not=1&language_id=44&language_id=45",
	"regulation=JP-FSA-4&regulation=JP-FSA-9", "source_type=2&composition_type=1", "ghs_class=1005001", "ghs_category=0", "ghs_category=-1",
	"h_kode=1", "ids=x&mine=true&my_departments=true&removed=true", "page=9&limit=9", "ph_from=sour&updated_to=x&signal_word=careful",
}

// inBodies are filters in the body of a request.
var inBodies = []string{
	`{}`, `null`, `[]`, `"text=x"`, `{"text":1}`, `{"text":"x","h_kode":["1"]}`, `{"h_code":"H225"}`, `{"h_code":["H225",1]}`, `{"h_code":["H225"],"h_code_not":["H225"]}`,
	`{"language_id":["44"]}`, `{"language_id":[44]}`, `{"language_id":[44.5]}`, `{"language_id":[45,44]}`, `{"removed":"true"}`, `{"removed":false}`, `{"removed":true}`,
	`{"ph_from":"sour"}`, `{"ph_from":7}`, `{"ph_from":"8","ph_to":"7"}`, `{"concentration_from":"1"}`, `{"created_from":"2026-02-29"}`,
	`{"signal_word":["careful","danger"]}`, `{"pictogram":null}`, `{"has_findings":"maybe"}`, `{"has_findings":"true"}`, `{"regulation":["JP-FSA-9"]}`,
	`{"text":"` + strings.Repeat("a", 201) + `"}`, `{"name":["` + strings.Repeat(`a","`, 20) + `a"]}`, `{"ghs_class":[1005000,1]}`, `{"mine":true,"my_departments":true}`, `{"H_Code":["H225"]}`,
}

// The API's answers to valid and invalid filters do not change between versions.
func TestAnswersToFilters(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	me := w.User(t, c, access.Admin)
	var got bytes.Buffer
	note := func(query string, r apitest.Response) {
		var answer struct {
			Code   string
			Count  int
			Fields []struct{ Path, Code, Detail string }
		}
		r.Into(t, &answer)
		fmt.Fprintf(&got, "%s\t%d\t%s\n", query, r.Status, answer.Code)
		for _, f := range answer.Fields {
			fmt.Fprintf(&got, "\t%s\t%s\t%s\n", f.Path, f.Code, f.Detail)
		}
	}
	var queries []string
	for _, p := range parametersOf(t) {
		queries = append(queries, errorFor(p)...)
	}
	for _, query := range append(queries, together...) {
		note(short(query), w.Do(t, apitest.Request{Method: "GET", Path: "/companies/{id}/sdses/count?" + query, As: &me, Lang: "en"}))
	}
	for _, body := range inBodies {
		note(short(body), w.Do(t, apitest.Request{Method: "POST", Path: "/companies/{id}/sdses/export", As: &me, Lang: "en", Body: `{"filter":` + body + `}`}))
	}
	golden := filepath.Join("testdata", "answers.tsv")
	if *update {
		if err := os.WriteFile(golden, got.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	lines, wanted := strings.Split(got.String(), "\n"), strings.Split(string(want), "\n")
	for i := range max(len(lines), len(wanted)) {
		if i >= len(lines) || i >= len(wanted) || lines[i] != wanted[i] {
			t.Fatalf("line %d of %s is another:\n%s", i+1, golden, strings.Join(lines[min(i, len(lines)):min(i+5, len(lines))], "\n"))
		}
	}
}

func short(query string) string {
	if len(query) > 150 {
		return fmt.Sprintf("%s… (%d bytes)", query[:60], len(query))
	}
	return query
}
