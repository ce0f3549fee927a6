package loading

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"anzen/shared/reference/regulation/lists"
)

// europe is a folder with the tables of the repository and one beside them for the
// classifications.
func europe(t *testing.T) (tables string) {
	t.Helper()
	root := t.TempDir()
	tables = filepath.Join(root, "regulation")
	if err := os.CopyFS(tables, os.DirFS(folder(t))); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(root, "clp"), 0o755); err != nil {
		t.Fatal(err)
	}
	return tables
}

func TestLoadingEuropeanLists(t *testing.T) {
	for list, text := range map[string]string{
		"EU-CLP/AVI":           "Index No,Chemical name,EC No,CAS No,Hazard Class and Category Code(s),Hazard Statement Code(s)\n601-021-00-3,toluene,203-625-9,108-88-3,\"Flam. Liq. 2\nAsp. Tox. 1\nAcute Tox. 4 *\",\"H225\nH304\nH332\"\n",
		"EU-REACH/AXVII/ENTRY": "Entry No.,Substance name,CAS No.\n48,toluene,108-88-3\n",
		"US-TSCA/INVENTORY":    "No.,Chemical name,CASRN\n1,toluene,108-88-3\n",
	} {
		t.Run(list, func(t *testing.T) {
			tables := europe(t)
			l := Table{File: csvFile(t, text), List: list, AsOf: "2026-09-01", Source: "authority", Threshold: ">0"}
			if err := l.run(&bytes.Buffer{}, tables); err != nil {
				t.Fatal(err)
			}
			all, err := lists.ReadAll(filepath.Join(tables, "lists"))
			if err != nil || len(all) != 1 || len(all[0].Lines) != 1 || strings.Join(all[0].Lines[0].CAS, " ") != "108-88-3" {
				t.Errorf("%+v, %v", all, err)
			}
			classes, err := os.ReadFile(filepath.Join(tables, harmonised))
			if list != annexVI {
				if err == nil {
					t.Error("classes were written")
				}
			} else if !strings.HasSuffix(string(classes), "108-88-3\tflammable_liquids/2;aspiration/1;acute_toxicity_inhalation/4\n") || !strings.Contains(string(classes), "# as of: 2026-09-01\n") {
				t.Errorf("%s %v", classes, err)
			}
		})
	}
}

func TestAnnexVIWithoutItsClassesIsRefused(t *testing.T) {
	for _, text := range []string{"Index No,Chemical name,CAS No\n1,toluene,108-88-3\n", "Index No,Chemical name,CAS No,Hazard Class and Category Code(s),Hazard Statement Code(s)\n1,toluene,108-88-3,What 2,H225\n"} {
		tables := europe(t)
		l := Table{File: csvFile(t, text), List: annexVI, AsOf: "2026-09-01", Source: "ECHA", Threshold: ">0"}
		if err := l.run(&bytes.Buffer{}, tables); err == nil {
			t.Errorf("%q is taken", text)
		}
		if all, _ := lists.ReadAll(filepath.Join(tables, "lists")); len(all) > 0 {
			t.Error("a list was written")
		}
	}
}
