package main

import (
	"bytes"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// reference is where the reference data lie, from here.
const reference = "../../../../../shared/reference"

func needReference(t *testing.T) {
	t.Helper()
	if _, err := os.Stat(reference); err != nil {
		t.Skip("the reference data are not beside the source tree: ", err)
	}
}

func TestTheTablesInTheTreeAreWhatTheToolMakes(t *testing.T) {
	needReference(t)
	files, err := build(reference, "..", ".")
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range files {
		there, err := os.ReadFile(filepath.Join("..", name))
		if err != nil || !bytes.Equal(there, content) {
			t.Errorf("%s is not what the tool makes (%v): run go run ./shared/reference/regulation/gen ../shared/reference", name, err)
		}
	}
}

func TestWithoutTablesAllIDsAreNew(t *testing.T) {
	needReference(t)
	first, err := build(reference, t.TempDir(), ".")
	if err != nil {
		t.Fatal(err)
	}
	again := t.TempDir()
	if err := write(again, first); err != nil {
		t.Fatal(err)
	}
	second, err := build(reference, again, ".")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range slices.Sorted(maps.Keys(first)) {
		if !bytes.Equal(first[name], second[name]) {
			t.Errorf("%s differs when it is made twice", name)
		}
	}
}

// small are the tables of a tree of one law with some entries, made over those that are in the folder.
func small(t *testing.T, dir string, names ...string) map[string]int {
	t.Helper()
	known, err := readIDs(dir)
	if err != nil {
		t.Fatal(err)
	}
	one := tree{
		laws:       [][]string{{"JP-A", "JP", "甲法", "Act A"}},
		categories: [][]string{{"JP-A", "C", "区分", "Category", "composition", "法第1条", "1", "1", "|e-Gov|2026"}},
		classes:    [][]string{{"JP-A", "C", "DEFAULT", "", "", "", "", "", "", "", ""}},
	}
	var entries []*entry
	for _, n := range names {
		entries = append(entries, &entry{
			class: "JP-A/C/DEFAULT", number: "1", ja: n, threshold: ">=1", source: "e-Gov", asOf: "2026", confidence: "official", cas: []string{"108-88-3"},
		})
	}
	files, err := encode(one, entries, known)
	if err != nil {
		t.Fatal(err)
	}
	if err := write(dir, files); err != nil {
		t.Fatal(err)
	}
	ids := map[string]int{}
	content, err := os.ReadFile(filepath.Join(dir, "entries.tsv.gz"))
	if err != nil {
		t.Fatal(err)
	}
	table, err := openTable("entries.tsv.gz", content)
	if err != nil {
		t.Fatal(err)
	}
	for r := range table.Rows() {
		ids[r.Text("ja")] = r.Int("id")
	}
	if err := table.Err(); err != nil {
		t.Fatal(err)
	}
	return ids
}

func TestIDsStayAndAreNotGivenAgain(t *testing.T) {
	dir := t.TempDir()
	first := small(t, dir, "甲", "乙", "丙")
	if first["甲"] != 400000000 || first["丙"] != 400000002 {
		t.Fatalf("%v", first)
	}
	// What is new comes first in the text, what was there keeps its id, and that of 丙, which is gone, is not free.
	second := small(t, dir, "丁", "乙", "甲")
	if second["甲"] != first["甲"] || second["乙"] != first["乙"] || second["丁"] != 400000003 {
		t.Errorf("%v", second)
	}
	third := small(t, dir, "丙", "乙", "甲")
	if third["丙"] != 400000004 || third["甲"] != first["甲"] {
		t.Errorf("%v", third)
	}
}

func TestPoisonousContents(t *testing.T) {
	for proviso, want := range map[string][2]string{
		"": {">0", ""},
		"ただし、硫酸一〇％以下を含有するものを除く。":                          {">10", ""},
		"ただし、二・五％以下を含有するものを除く。":                           {">2.5", ""},
		"ただし、五％（マイクロカプセル製剤にあつては、三〇％）以下を含有するものを除く。":        {">5", ">30"},
		"ただし、容量二〇リツトル以下の容器に収められたものであつて、〇・一％以下を含有するものを除く。": {">0", ">0.1"},
		"ただし、次に掲げるものを除く。":                                 {">0", ""},
	} {
		if threshold, certain := poisonousContent(proviso); threshold != want[0] || certain != want[1] {
			t.Errorf("%s: %s, %s", proviso, threshold, certain)
		}
	}
}

func TestSalts(t *testing.T) {
	got := salts("names=$salts(o-トリジン|o-tolidine);valence")
	if !strings.Contains(got, "o-トリジン二塩酸塩|") || !strings.Contains(got, "o-tolidinehydrochloride") || strings.Contains(got, "o-トリジンsulf") || !strings.HasSuffix(got, ";valence") {
		t.Error(got)
	}
}

func TestOwnSourcesAreRefused(t *testing.T) {
	dir := t.TempDir()
	all := []*entry{{class: "JP-A/C/DEFAULT", number: "1", ja: "甲"}}
	for row, want := range map[string]string{
		"JP-A/C/DEFAULT\t2\tthreshold\t>1\n": "there is no entry",
		"JP-A/C/DEFAULT\t1\tcolour\tred\n":   "there is no fact",
		"JP-A/C/DEFAULT\t1\n":                "amend.tsv:2: the row has 2 cells",
	} {
		if err := os.WriteFile(filepath.Join(dir, "amend.tsv"), []byte("class\tentry\tfact\tvalue\n"+row), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := amend(dir, all); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", row, err)
		}
	}
	for _, e := range []entry{
		{class: "c", ja: "n", source: "s", asOf: "a", threshold: "1", confidence: "official"},
		{class: "c", ja: "n", source: "s", asOf: "a", threshold: ">1", confidence: "sure"},
		{class: "c", ja: "n", source: "s", asOf: "a", threshold: ">1", confidence: "official", cas: []string{"108-88-4"}},
		{class: "c", ja: "", source: "s", asOf: "a", threshold: ">1", confidence: "official"},
	} {
		if complete([]*entry{&e}) == nil {
			t.Errorf("%+v is taken", e)
		}
	}
}
