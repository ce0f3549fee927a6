package loading

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"
	"golang.org/x/text/encoding/japanese"

	"anzen/shared/reference/regulation/lists"
	"anzen/shared/text/tsv"
)

// folder is a folder of tables with the states and categories of the repository, and no lists.
func folder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"versions.tsv", "categories.tsv"} {
		content, err := os.ReadFile(filepath.Join("..", name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.MkdirAll(filepath.Join(dir, "lists"), 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

func save(t *testing.T, name string, content []byte) string {
	t.Helper()
	at := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(at, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return at
}

func csvFile(t *testing.T, text string) string {
	t.Helper()
	encoded, err := japanese.ShiftJIS.NewEncoder().Bytes([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return save(t, "list.csv", encoded)
}

func TestLoadingATable(t *testing.T) {
	book := excelize.NewFile()
	for cell, value := range map[string]string{
		"A1": "化学物質の一覧（令和8年9月30日現在）", "A3": "通し番号", "B3": "物質名", "C3": "英語名", "D3": "CAS登録番号",
		"A4": "1", "B4": "トルエン", "C4": "Toluene", "D4": "108-88-3", "A5": "2", "B5": "キシレン", "D5": "95-47-6、108-38-3", "A6": "2", "B6": "キシレン", "D6": "106-42-3", "A7": "注",
	} {
		if err := book.SetCellStr("Sheet1", cell, value); err != nil {
			t.Fatal(err)
		}
	}
	var workbook bytes.Buffer
	if err := book.Write(&workbook); err != nil {
		t.Fatal(err)
	}
	for name, file := range map[string]string{
		"workbook":  save(t, "list.xlsx", workbook.Bytes()),
		"Shift JIS": csvFile(t, "一覧\n通し番号,物質名,英語名,CAS登録番号\n1,トルエン,Toluene,108-88-3\n2,キシレン,,\"95-47-6、108-38-3\"\n2,キシレン,,106-42-3\n注,,,\n"),
	} {
		t.Run(name, func(t *testing.T) {
			dir := folder(t)
			l := Table{File: file, List: "JP-FOOD/ADDITIVE", AsOf: "2026-09-30", From: "2026-06-01", Source: "CAA", Threshold: ">0"}
			var out bytes.Buffer
			for range 2 { // the second time changes nothing
				if err := l.run(&out, dir); err != nil {
					t.Fatal(err)
				}
			}
			all, err := lists.ReadAll(filepath.Join(dir, "lists"))
			if err != nil || len(all) != 1 {
				t.Fatalf("%d lists, %v", len(all), err)
			}
			lines := all[0].Lines
			if len(lines) != 2 || lines[0].Ja != "トルエン" || lines[0].En != "Toluene" || strings.Join(lines[1].CAS, " ") != "95-47-6 106-42-3 108-38-3" || lines[0].From != "2026-06-01" || all[0].Origin.AsOf != "2026-09-30" {
				t.Errorf("%+v", lines)
			}
			versions, _ := os.ReadFile(filepath.Join(dir, "versions.tsv"))
			if strings.Count(string(versions), "JP-FOOD\tADDITIVE\t2026-06-01\tCAA\t2026-09-30\n") != 1 {
				t.Error("the state is not recorded once")
			}
			categories, _ := os.ReadFile(filepath.Join(dir, "categories.tsv"))
			for row := range tsv.Read("categories.tsv", string(categories)).Ragged().Rows() {
				if row.Text("law") == "JP-FOOD" && row.Text("loaded") != "1" {
					t.Errorf("not loaded: %s", row.Text("id"))
				}
			}
		})
	}
}

func TestTablesThatAreRefused(t *testing.T) {
	good := "番号,名称,CAS\n1,トルエン,108-88-3\n"
	for name, c := range map[string]struct {
		change func(*Table)
		want   string
	}{
		"no date":      {func(l *Table) { l.AsOf = "2026" }, "ASOF"},
		"no source":    {func(l *Table) { l.Source = "" }, "SOURCE"},
		"content":      {func(l *Table) { l.Threshold = "1" }, "THRESHOLD"},
		"unknown list": {func(l *Table) { l.List = "JP-FOOD/X" }, "is no list"},
		"two contents": {func(l *Table) { l.List = "JP-ISHA/SDS" }, "use the importer"},
		"no heading":   {func(l *Table) { l.File = csvFile(t, "a,b\n1,2\n") }, "heading"},
		"check digit":  {func(l *Table) { l.File = csvFile(t, "番号,名称,CAS\n1,トルエン,108-88-4\n") }, "row 2"},
		"kind of file": {func(l *Table) { l.File = save(t, "list.pdf", []byte("%PDF")) }, ".xlsx"},
		"no workbook":  {func(l *Table) { l.File = save(t, "list.xlsx", []byte("no zip")) }, "no workbook"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := folder(t)
			l := Table{File: csvFile(t, good), List: "JP-FOOD/ADDITIVE", AsOf: "2026-09-30", Source: "CAA", Threshold: ">0"}
			c.change(&l)
			if err := l.run(&bytes.Buffer{}, dir); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v", err)
			}
			if all, _ := lists.ReadAll(filepath.Join(dir, "lists")); len(all) != 0 {
				t.Error("a list was written")
			}
		})
	}
}
