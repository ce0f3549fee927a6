package eval_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"anzen/shared/reader/eval"
	"anzen/shared/reader/extract"
)

// folder makes a corpus of empty files with one answer for each id.
func folder(t *testing.T, gold string, ids ...string) *eval.Corpus {
	t.Helper()
	dir := t.TempDir()
	for _, id := range ids {
		for name, body := range map[string]string{id + ".pdf": "%PDF-1.4", id + ".json": gold} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(body), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	c, err := eval.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestSets(t *testing.T) {
	for id, want := range map[string]string{"en-001": "known", "en-025": "tune", "en-026": "test", "ja-001": "ja", "js-001-scan": "js", "sheet": "other"} {
		if got := eval.Set(id); got != want {
			t.Errorf("%s: %s, want %s", id, got, want)
		}
	}
}

func TestMissesOfTheTestSetAreNotShown(t *testing.T) {
	c := folder(t, `{"product_name":"Soap"}`, "en-025", "en-026")
	var shown []string
	report, err := c.Score(nil, func(id string, _ eval.Miss) { shown = append(shown, id) })
	if err != nil {
		t.Fatal(err)
	}
	if strings.Join(shown, " ") != "en-025" {
		t.Errorf("misses of %v are shown", shown)
	}
	if got := report.Sets[eval.SetTest].Field["product_name"]; got != (eval.Count{FN: 1}) {
		t.Errorf("the test set counts %+v", got)
	}
	for _, want := range []string{"F1 by set", "test                     1 sheets", "tune                     1 sheets"} {
		if !strings.Contains(report.String(), want) {
			t.Errorf("the report lacks %q:\n%s", want, report)
		}
	}
}

func TestLongListsAreLeftOutOfOneMicro(t *testing.T) {
	codes := make([]string, 101)
	for i := range codes {
		codes[i] = strings.Repeat("x", i+1)
	}
	raw, err := json.Marshal(map[string]any{"product_codes": codes, "product_name": "Soap"})
	if err != nil {
		t.Fatal(err)
	}
	var gold extract.View
	if err := json.Unmarshal(raw, &gold); err != nil {
		t.Fatal(err)
	}
	counts, _ := eval.Compare(gold, extract.View{})
	var table eval.Table
	table.Add(counts)
	if all, short := table.Micro(), table.MicroOfShort(); all.FN != 102 || short.FN != 1 {
		t.Errorf("%+v, without long lists %+v", all, short)
	}
}
