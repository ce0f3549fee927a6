package gen

import (
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"anzen/shared/reference/regulation/lists"
	"anzen/shared/text/tsv"
)

func TestDerivedTableMatchesTheLists(t *testing.T) {
	all, content, err := build("..")
	if err != nil {
		t.Fatal(err)
	}
	there, err := os.ReadFile(filepath.Join("..", derived))
	if err != nil || string(there) != string(content) {
		t.Errorf("%s is not what gen makes (%v): run go run ./shared/reference/regulation/gen", derived, err)
	}
	for _, f := range all {
		there, err := os.ReadFile(filepath.Join("../lists", f.Name+".tsv"))
		if err != nil || string(there) != f.Text() {
			t.Errorf("%s has lines without ids (%v): run go run ./shared/reference/regulation/gen", f.Name, err)
		}
	}
}

const (
	listHead     = "# source: e-Gov\n# as of: 2026-07\n# confidence: official\nid\tclass\tnumber\tja\ten\tthreshold\tcertain\tflags\telement\tcontext_ja\tcontext_en\trule\tfrom\tto\tcas\tsource\tas_of\tconfidence\tnote\n"
	notifiedHead = "# source: e-Gov\n# as of: 2026-07\n# confidence: official\nid\tnumber\tja\ten\tlabel\tsds\tcertain\tflags\telement\tcontext_ja\tcontext_en\trule\tfrom\tto\tcas\tsource\tas_of\tconfidence\tnote\n"
)

// line is a line of a list.
func line(id, number, ja, threshold, from, cas string) string {
	return strings.Join([]string{id, "DEFAULT", number, ja, "", threshold, "", "", "", "", "", "", from, "", cas, "", "", "", ""}, "\t") + "\n"
}

// world makes a folder of tables with one law, whose class C is copied to D.
func world(t *testing.T, text string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"classes.tsv":      "law\tcategory\tcode\nJP-A\tC\tDEFAULT\nJP-A\tD\tDEFAULT\nJP-ISHA\tLABEL\tDEFAULT\nJP-ISHA\tSDS\tDEFAULT\nJP-ISHA\tRA\tDEFAULT\n",
		"gen/copies.tsv":   "from\tto\tnumber\tplace\nJP-A/C/DEFAULT\tJP-A/D/DEFAULT\t甲法 *\t\n",
		"gen/groups.tsv":   "class\tname\trule\n",
		"gen/elements.tsv": "symbol\tnames\twords\tnot\tcas\tinsoluble\n",
		"lists/JP-A/C.tsv": text,
	} {
		writeFile(t, filepath.Join(dir, name), text)
	}
	return dir
}

func writeFile(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func readFile(t *testing.T, path string) string {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// made runs gen and returns the ids of the entries, and those of their CAS numbers, by
// class and name.
func made(t *testing.T, dir string) (entries map[string]int, links map[string][]int) {
	t.Helper()
	if err := Run(dir, io.Discard); err != nil {
		t.Fatal(err)
	}
	entries, links = map[string]int{}, map[string][]int{}
	table := tsv.Read(derived, readFile(t, filepath.Join(dir, derived)))
	for r := range table.Rows() {
		key := strings.Split(r.Text("class"), "/")[1] + " " + r.Text("ja")
		entries[key], links[key] = r.Int("id"), r.Spans("links")
	}
	if err := table.Err(); err != nil {
		t.Fatal(err)
	}
	return entries, links
}

func TestIDsStayAndAreNotReused(t *testing.T) {
	dir := world(t, listHead+line("", "1", "甲", ">=1", "", "71-43-2 108-88-3")+line("", "2", "乙", ">=1", "", "67-64-1")+line("", "3", "丙", ">=1", "", ""))
	list := filepath.Join(dir, "lists/JP-A/C.tsv")
	entries, links := made(t, dir)
	want := map[string]int{"C 甲": 400000000, "C 乙": 400000001, "C 丙": 400000002, "D 甲": 400000003, "D 乙": 400000004, "D 丙": 400000005}
	if !maps.Equal(entries, want) {
		t.Fatalf("%v", entries)
	}
	if text := readFile(t, list); !strings.Contains(text, "\n400000001\tDEFAULT\t2\t乙\t") {
		t.Errorf("list %s", text)
	}
	if !slices.Equal(links["C 甲"], []int{500000000, 500000001}) || !slices.Equal(links["D 甲"], []int{500000003, 500000004}) {
		t.Errorf("%v", links)
	}
	// 丙 is removed, 乙 has another name and one number more, 丁 is new and first.
	writeFile(t, list, listHead+line("", "0", "丁", ">=1", "2030-04-01", "67-56-1")+line("400000001", "2", "乙類", ">0.1", "", "64-17-5 67-64-1")+line("400000000", "1", "甲", ">=1", "", "71-43-2 108-88-3"))
	entries, links2 := made(t, dir)
	want = map[string]int{"C 甲": 400000000, "C 乙類": 400000001, "C 丁": 400000006, "D 甲": 400000003, "D 乙類": 400000004, "D 丁": 400000007}
	if !maps.Equal(entries, want) {
		t.Errorf("%v", entries)
	}
	if !slices.Equal(links2["D 甲"], links["D 甲"]) || links2["C 乙類"][1] != links["C 乙"][0] || links2["C 乙類"][0] < 500000006 {
		t.Errorf("%v", links2)
	}
	// 丙 comes back, as a new line.
	writeFile(t, list, readFile(t, list)+line("", "3", "丙", ">=1", "", ""))
	if entries, _ = made(t, dir); entries["C 丙"] != 400000008 || entries["D 丙"] != 400000009 {
		t.Errorf("%v", entries)
	}
	before := readFile(t, filepath.Join(dir, derived))
	if made(t, dir); readFile(t, filepath.Join(dir, derived)) != before {
		t.Error("the table differs when it is made twice")
	}
}

// A content until a day and another one from that day are adjacent in either class, label
// before sheet.
func TestContentsThatChange(t *testing.T) {
	dir := world(t, listHead+line("", "1", "甲", ">=1", "", ""))
	row := func(label, sds, from, to string) string {
		return strings.Join([]string{"", "2-1", "乙", "", label, sds, "", "", "", "", "", "", from, to, "67-64-1", "", "", "", ""}, "\t") + "\n"
	}
	writeFile(t, filepath.Join(dir, "lists", lists.Notified+".tsv"), notifiedHead+row(">=1", ">=1", "", "2030-04-01")+row(">=1", ">=0.1", "2030-04-01", ""))
	if err := Run(dir, io.Discard); err != nil {
		t.Fatal(err)
	}
	var got []string
	table := tsv.Read(derived, readFile(t, filepath.Join(dir, derived)))
	for r := range table.Rows() {
		if class, ok := strings.CutPrefix(r.Text("class"), "JP-ISHA/"); ok {
			got = append(got, class+r.Text("threshold")+" "+r.Text("from")+"~"+r.Text("to"))
		}
	}
	want := []string{"LABEL/DEFAULT>=1 ~2030-04-01", "LABEL/DEFAULT>=1 2030-04-01~", "SDS/DEFAULT>=1 ~2030-04-01", "SDS/DEFAULT>=0.1 2030-04-01~"}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

func TestInvalidLinesAreRefused(t *testing.T) {
	good := line("", "1", "甲", ">=1", "2030-04-01", "67-64-1")
	for name, c := range map[string]struct{ text, want string }{
		"no threshold":      {listHead + line("", "1", "甲", "1", "", ""), `invalid threshold "1"`},
		"no name":           {listHead + line("", "1", "", ">=1", "", ""), "no name"},
		"no day":            {listHead + line("", "1", "甲", ">=1", "2030-02-30", ""), `invalid day "2030-02-30"`},
		"ends too early":    {listHead + strings.Replace(good, "2030-04-01\t", "2030-04-01\t2030-03-31", 1), "the end 2030-03-31"},
		"check digit":       {listHead + line("", "1", "甲", ">=1", "", "67-64-2"), `invalid CAS number "67-64-2"`},
		"order of numbers":  {listHead + line("", "1", "甲", ">=1", "", "108-88-3 67-64-1"), "67-64-1 after 108-88-3"},
		"number twice":      {listHead + line("", "1", "甲", ">=1", "", "67-64-1 67-64-1"), "each once"},
		"flag":              {listHead + strings.Replace(good, ">=1\t\t", ">=1\t\tpur", 1), `unknown flag "pur"`},
		"confidence":        {strings.Replace(listHead, "official", "sure", 1) + good, "incomplete source"},
		"id never assigned": {listHead + line("400000000", "1", "甲", ">=1", "", ""), "never assigned"},
		"class":             {listHead + strings.Replace(good, "DEFAULT", "X", 1), "unknown class JP-A/C/X"},
		"no source":         {strings.Replace(listHead, "# source: e-Gov\n", "", 1) + good, "does not begin with"},
		"columns":           {strings.Replace(listHead, "\tnumber", "\tno", 1) + good, "has the columns"},
		"short":             {listHead + "\tDEFAULT\t1\n", "C.tsv:5: the row has 3 cells"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := world(t, c.text)
			if err := Run(dir, io.Discard); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("unexpected error %v", err)
			}
			if _, err := os.Stat(filepath.Join(dir, derived)); err == nil {
				t.Error("a table was written")
			}
		})
	}
	dir := world(t, listHead+good)
	made(t, dir)
	list := filepath.Join(dir, "lists/JP-A/C.tsv")
	writeFile(t, list, readFile(t, list)+line("400000000", "2", "乙", ">=1", "", ""))
	if err := Run(dir, io.Discard); err == nil || !strings.Contains(err.Error(), "which is taken") {
		t.Errorf("an id twice: %v", err)
	}
}

func TestSalts(t *testing.T) {
	got := salts("names=$salts(o-トリジン|o-tolidine);valence")
	if !strings.Contains(got, "o-トリジン二塩酸塩|") || !strings.Contains(got, "o-tolidinehydrochloride") || strings.Contains(got, "o-トリジンsulf") || !strings.HasSuffix(got, ";valence") {
		t.Error(got)
	}
}
