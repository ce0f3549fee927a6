package loading

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// besideGazette is a folder for tables of laws beside one for the numbers.
func besideGazette(t *testing.T) (tables string) {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"regulation", "gazette"} {
		if err := os.Mkdir(filepath.Join(dir, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(dir, "regulation")
}

func TestLoadingNumbers(t *testing.T) {
	for list, c := range map[string]struct{ table, rows, printed string }{
		ControlNumbers: {
			"第一種指定化学物質\n政令番号,管理番号,CAS登録番号,物質名\n1-347,300,108-88-3,トルエン\n1-98,80,\"95-47-6、108-38-3\",キシレン\n1-1,581,95-47-6,別\n第一種353,305,,鉛化合物\n注,,,\n",
			"\t1-353\t305\n95-47-6\t1-098\t80\n95-47-6\t1-001\t581\n108-38-3\t1-098\t80\n108-88-3\t1-347\t300\n",
			"JP-PRTR/NUMBER: 4 CAS numbers, 1 rows without a number of a substance left out\n",
		},
		GazetteCSCL: {
			"物質名,安衛法官報公示整理番号,化審法官報公示整理番号,CAS番号\nトルエン,公表,(3)-2、(3)-60,108-88-3\nアセトン,,２－５４２,67-64-1\n水,,対象外,7732-18-5\n",
			"67-64-1\t\t2-542\n108-88-3\t\t3-2;3-60\n",
			"JP-CSCL/NUMBER: 2 CAS numbers, 1 rows without a number of a substance left out\n",
		},
		GazetteISHA: {
			"名称,CAS,化審法番号,官報公示整理番号(安衛法)\n甲,108-88-3,3-2,4-(12)-781\n乙,67-64-1,2-542,2-(4)-14 / 8-(1)-2\n",
			"67-64-1\t\t2-(4)-14;8-(1)-2\n108-88-3\t\t4-(12)-781\n",
			"JP-ISHA/NUMBER: 2 CAS numbers, 0 rows without a number of a substance left out\n",
		},
	} {
		t.Run(list, func(t *testing.T) {
			tables := besideGazette(t)
			l := Table{File: csvFile(t, c.table), List: list, AsOf: "2023-04-01", Source: "METI", Threshold: ">0"}
			var out bytes.Buffer
			if err := l.run(&out, tables); err != nil {
				t.Fatal(err)
			}
			got, err := os.ReadFile(filepath.Join(tables, numbersFolder, numberings[list].file))
			if err != nil || !strings.HasSuffix(string(got), "cas\tentry\tnumber\n"+c.rows) || !strings.Contains(string(got), "# source: METI\n# as of: 2023-04-01\n# complete: yes\n") {
				t.Errorf("%s %v", got, err)
			}
			if out.String() != c.printed {
				t.Errorf("%q", out.String())
			}
		})
	}
}

func TestNumbersThatAreRefused(t *testing.T) {
	for name, c := range map[string]struct{ list, table, want string }{
		"no number":   {ControlNumbers, "管理番号,CAS\n3x,108-88-3\n", "row 2"},
		"check digit": {ControlNumbers, "管理番号,CAS\n300,108-88-4\n", "108-88-4"},
		"no headings": {ControlNumbers, "番号,CAS\n300,108-88-3\n", "管理番号"},
		"no rows":     {ControlNumbers, "管理番号,CAS\n300,\n", "no row"},
		"gazette":     {GazetteCSCL, "官報公示整理番号,CAS\n4-(12)-781,108-88-3\n", "4-(12)-781"},
		"other law's": {GazetteISHA, "化審法官報公示整理番号,CAS\n3-2,108-88-3\n", "安衛法官報公示整理番号"},
	} {
		t.Run(name, func(t *testing.T) {
			tables := besideGazette(t)
			l := Table{File: csvFile(t, c.table), List: c.list, AsOf: "2023-04-01", Source: "METI", Threshold: ">0"}
			if err := l.run(&bytes.Buffer{}, tables); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v", err)
			}
			if all, _ := os.ReadDir(filepath.Join(tables, numbersFolder)); len(all) > 0 {
				t.Error("a table was written")
			}
		})
	}
}
