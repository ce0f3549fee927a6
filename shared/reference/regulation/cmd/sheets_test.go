package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

func sheetsReport(t *testing.T, path string) string {
	t.Helper()
	var out bytes.Buffer
	if err := run([]string{"-sheets", path}, &out, time.Now()); err != nil {
		t.Fatal(err)
	}
	return regexp.MustCompile(" {2,}").ReplaceAllString(out.String(), ": ")
}

func TestIngredientsOfSheetsAreCounted(t *testing.T) {
	path := save(t, "read.jsonl", []byte(`{"id":"a","composition":[{"name":"linalool","cas":["78-70-6"]},{"name":"naphtha","cas":["64742-48-9"]},{"name":"Acid","cas":["63516-73-4"]}]}
{"id":"b","error":"protected"}
{"id":"c","composition":[{"name":"Salt","cas":["63516-73-4","7647-14-5"]},{"name":"misprint","cas":["7647-14-6"]},{"name":"trade secret","cas":[]}]}
`))
	want := "sheets: 3\nCAS numbers of their ingredients: 4\nwith a wrong check digit: 1\nunknown to the dictionary: 1\nof no fixed composition: 1\nformulas missing: 1\n: 63516-73-4: Acid; Salt\n"
	if got := sheetsReport(t, path); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if err := run([]string{"-sheets", save(t, "no.jsonl", []byte("no sheet\n"))}, &bytes.Buffer{}, time.Now()); err == nil || !strings.Contains(err.Error(), "line 1") {
		t.Errorf("%v", err)
	}
	if err := run([]string{"-sheets", filepath.Join(t.TempDir(), "none")}, &bytes.Buffer{}, time.Now()); err == nil {
		t.Error("a missing file is no error")
	}
}

// Every substance of the made sheets of the repository has a formula, or is known to have
// none.
func TestFormulasOfTheMadeSheets(t *testing.T) {
	numbers := regexp.MustCompile(`"([0-9]{2,7}-[0-9]{2}-[0-9])"`)
	seen := map[string]bool{}
	for _, dir := range []string{"made", "held"} {
		files, err := filepath.Glob(filepath.Join("..", "..", "..", "reader", "testdata", dir, "gold", "*.json"))
		if err != nil || len(files) == 0 {
			t.Fatalf("no answers of the sheets in %s: %v", dir, err)
		}
		for _, file := range files {
			content, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range numbers.FindAllStringSubmatch(string(content), -1) {
				seen[m[1]] = true
			}
		}
	}
	var line strings.Builder
	line.WriteString(`{"composition":[{"name":"","cas":[`)
	first := true
	for number := range seen {
		if !first {
			line.WriteByte(',')
		}
		first = false
		line.WriteString(`"` + number + `"`)
	}
	line.WriteString("]}]}\n")
	if len(seen) < 20 {
		t.Fatalf("only %d numbers", len(seen))
	}
	if got := sheetsReport(t, save(t, "made.jsonl", []byte(line.String()))); !strings.Contains(got, "formulas missing: 0\n") {
		t.Error(got)
	}
}
