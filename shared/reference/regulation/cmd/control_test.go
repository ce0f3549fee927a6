package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// besideGazette is a folder for tables of laws beside one for the control numbers.
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

func TestLoadingControlNumbers(t *testing.T) {
	tables := besideGazette(t)
	l := load{
		file:     csvFile(t, "第一種指定化学物質\n政令番号,管理番号,CAS登録番号,物質名\n1-348,300,108-88-3,トルエン\n1-098,80,\"95-47-6、108-38-3\",キシレン\n1-1,581,95-47-6,別\n注,,,\n"),
		category: controlNumbers, asOf: "2023-04-01", source: "METI", threshold: ">0",
	}
	var out bytes.Buffer
	if err := l.run(&out, tables); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(filepath.Join(tables, controls))
	if err != nil || !strings.HasSuffix(string(got), "cas\tnumber\n95-47-6\t80;581\n108-38-3\t80\n108-88-3\t300\n") || !strings.Contains(string(got), "# source: METI\n# as of: 2023-04-01\n") {
		t.Errorf("%s %v", got, err)
	}
	if want := "JP-PRTR/NUMBER: 3 CAS numbers, 1 rows without a CAS number left out\n"; out.String() != want {
		t.Errorf("%q", out.String())
	}
}

func TestControlNumbersThatAreRefused(t *testing.T) {
	for name, c := range map[string]struct{ table, want string }{
		"no number":   {"管理番号,CAS\nx,108-88-3\n", "row 2"},
		"check digit": {"管理番号,CAS\n300,108-88-4\n", "108-88-4"},
		"no headings": {"番号,CAS\n300,108-88-3\n", "管理番号"},
		"no rows":     {"管理番号,CAS\n300,\n", "no row"},
	} {
		t.Run(name, func(t *testing.T) {
			tables := besideGazette(t)
			l := load{file: csvFile(t, c.table), category: controlNumbers, asOf: "2023-04-01", source: "METI", threshold: ">0"}
			if err := l.run(&bytes.Buffer{}, tables); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v", err)
			}
			if _, err := os.Stat(filepath.Join(tables, controls)); err == nil {
				t.Error("a table was written")
			}
		})
	}
}
