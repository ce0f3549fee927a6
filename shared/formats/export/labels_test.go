package export

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"testing"
)

var update = flag.Bool("update", false, "write the words anew from the dashboard's, and how rows are kept")

// The words of an export are the dashboard's.
func TestTheWordsAreTheDashboards(t *testing.T) {
	const path = "words.json"
	all := map[string]map[string]any{}
	for _, lang := range []string{"ja", "en"} {
		var words map[string]any
		var filters struct{ Options map[string]any }
		for name, into := range map[string]any{"sds": &words, "sheets": &filters} {
			body, err := os.ReadFile("../../../frontend/src/shared/i18n/" + lang + "/" + name + ".json")
			if err == nil {
				err = json.Unmarshal(body, into)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		all[lang] = map[string]any{}
		for _, part := range []string{"status", "revision", "language", "pictogram", "section"} {
			all[lang][part] = words[part]
		}
		all[lang]["source"] = filters.Options["source_type"]
	}
	var want bytes.Buffer
	encoder := json.NewEncoder(&want)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", " ")
	if err := encoder.Encode(all); err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(path, want.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want.Bytes()) {
		t.Error("the words differ from the dashboard's; go test ./shared/formats/export -update writes them")
	}
}
