package analysis

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"anzen/shared/domain/sds"
	"anzen/shared/formats/mhlw"
)

// The values that the reader reads survive the Ministry's format unchanged.
func TestSheetsComeBackFromTheExchangeFormat(t *testing.T) {
	samples, err := filepath.Glob(filepath.Join("..", "..", "shared", "reader", "testdata", "js-*.pdf"))
	if err != nil || len(samples) == 0 {
		t.Fatalf("%v, %v", samples, err)
	}
	for _, sample := range samples {
		t.Run(filepath.Base(sample), func(t *testing.T) {
			r := readSample(t, filepath.Base(sample))
			sections := sectionsOf(r)
			document, err := mhlw.Export(languageID(r.Language), sections)
			if err != nil {
				t.Fatal(err)
			}
			back, err := mhlw.Import(document)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(contents(sections), contents(back.Sections)); diff != "" {
				t.Error(diff)
			}
			if len(back.Left) > 0 {
				t.Errorf("not imported: %v", back.Left)
			}
			if os.Getenv("SHOW") != "" {
				t.Log(string(document))
			}
		})
	}
}

// contents are the values of sections, tables without the order of their rows.
func contents(sections []sds.Section) map[string][]string {
	all := map[string][]string{}
	value := func(v sds.Value) string {
		encoded, _ := json.Marshal(v)
		return string(encoded)
	}
	for _, s := range sections {
		for _, f := range s.Fields {
			if f.Key == "h_codes" || f.Key == "p_codes" {
				all[f.Key] = append(all[f.Key], f.Value.List...)
				continue
			}
			all[fmt.Sprintf("%d/%s", s.Number, f.Key)] = []string{value(f.Value)}
		}
		for _, g := range s.Groups {
			for _, r := range g.Rows {
				var cells []string
				for _, f := range r.Fields {
					if f.Key == "code" {
						list := map[string]string{sds.GroupHazards: "h_codes", sds.GroupPrecautions: "p_codes"}[g.Key]
						all[list] = append(all[list], f.Value.Text)
					}
					cells = append(cells, f.Key+"="+value(f.Value))
				}
				slices.Sort(cells)
				key := fmt.Sprintf("%d/%s", s.Number, g.Key)
				all[key] = append(all[key], strings.Join(cells, " "))
			}
		}
	}
	for key := range all {
		slices.Sort(all[key])
		if key == "h_codes" || key == "p_codes" {
			all[key] = slices.Compact(all[key])
		}
	}
	return all
}
