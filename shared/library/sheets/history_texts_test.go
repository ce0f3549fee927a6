package sheets_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// noted is a change of what belongs to a sheet as a whole, where its field is named in the code.
var noted = regexp.MustCompile(`(?:note|text)\("([a-z_]+)"|Field: "([a-z_]+)"`)

// The history of a sheet names every field of the sheet as a whole in both languages.
func TestHistoryNamesItsFields(t *testing.T) {
	fields := map[string]bool{}
	for _, folder := range []string{".", "../../formats/batch"} {
		files, err := filepath.Glob(filepath.Join(folder, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			code, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, found := range noted.FindAllStringSubmatch(string(code), -1) {
				fields[found[1]+found[2]] = true
			}
		}
	}
	if len(fields) < 12 {
		t.Fatalf("found only the fields %v", fields)
	}
	for _, language := range []string{"ja", "en"} {
		text, err := os.ReadFile("../../../frontend/src/shared/i18n/" + language + "/sds.json")
		if err != nil {
			t.Fatal(err)
		}
		var texts struct{ Record map[string]string }
		if err := json.Unmarshal(text, &texts); err != nil {
			t.Fatal(err)
		}
		for field := range fields {
			if texts.Record[field] == "" {
				t.Errorf("%s: sds.record.%s has no text", language, field)
			}
		}
	}
}
