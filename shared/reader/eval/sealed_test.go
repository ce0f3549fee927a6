package eval_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"anzen/shared/reader/eval"
	"anzen/shared/reader/extract"
	"anzen/shared/text/tsv"
)

// sealedFile seals the answers of a folder in a file.
func sealedFile(t *testing.T, dir string) string {
	t.Helper()
	s := eval.NewSealed()
	if err := s.SealFolder(dir); err != nil {
		t.Fatal(err)
	}
	return write(t, s.String())
}

func write(t *testing.T, table string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "sealed.tsv")
	if err := os.WriteFile(file, []byte(table), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

func openSealed(t *testing.T, dir, file string) *eval.Corpus {
	t.Helper()
	s, err := eval.ReadSealed(file)
	if err != nil {
		t.Fatal(err)
	}
	c, err := eval.OpenSealed(dir, s)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestSealedAnswersScoreLikeOpenOnes(t *testing.T) {
	dir := filepath.Join("..", "testdata", "made")
	open, err := eval.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	read := views(t, open)
	sealed := openSealed(t, dir, sealedFile(t, dir))
	if !slices.Equal(sealed.Files, open.Files) {
		t.Fatalf("%d sheets, want %d", len(sealed.Files), len(open.Files))
	}
	want, err := open.Score(read, nil)
	if err != nil {
		t.Fatal(err)
	}
	got, err := sealed.Score(read, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range eval.Fields() {
		if want.All.Field[name] != got.All.Field[name] {
			t.Errorf("%s: %+v, the open answers give %+v", name, got.All.Field[name], want.All.Field[name])
		}
	}
	if !reflect.DeepEqual(want.Language, got.Language) {
		t.Errorf("by language\n%s\n, want\n%s", got, want)
	}
	if !reflect.DeepEqual(want.Calibration, got.Calibration) {
		t.Errorf("calibration\n%s\n, want\n%s", got.Calibration, want.Calibration)
	}
	if micro := want.All.Micro(); micro.FP == 0 || micro.FN == 0 {
		t.Error("nothing was misread: this proves little")
	}
}

func TestSealedTablesHoldNoText(t *testing.T) {
	dir := filepath.Join("..", "testdata", "made")
	c, err := eval.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	s := eval.NewSealed()
	if err := s.SealFolder(dir); err != nil {
		t.Fatal(err)
	}
	table := s.String()
	for _, f := range c.Files {
		gold, _, err := c.Gold(eval.ID(f))
		if err != nil {
			t.Fatal(err)
		}
		for _, key := range []string{"product_name", "supplier_name", "issue_date"} {
			if text := gold.Text(key); text != nil && strings.Contains(table, *text) {
				t.Errorf("%s of %s is in the table", key, eval.ID(f))
			}
		}
	}
}

func TestSealedItemsAreOfTheirSheetFieldAndTable(t *testing.T) {
	var gold extract.View
	if err := json.Unmarshal([]byte(`{"color":"clear","odor":"clear","h_codes":["H225","H225"],"laws":[]}`), &gold); err != nil {
		t.Fatal(err)
	}
	digests := map[string]int{}
	for range 2 {
		s := eval.NewSealed()
		s.Seal("one", eval.AnswerOf(gold))
		s.Seal("two", eval.AnswerOf(gold))
		s.Seal("two", eval.AnswerOf(gold)) // again: in place of the first
		for line := range strings.Lines(s.String()) {
			if cells := strings.Fields(line); cells[0] == "one" || cells[0] == "two" {
				for _, d := range cells[2:] {
					digests[d]++
				}
			}
		}
	}
	// Two tables, two sheets; a colour, an odour and one code each, which stands twice.
	if len(digests) != 2*2*3 {
		t.Errorf("%d different digests: %v", len(digests), digests)
	}
	for d, n := range digests {
		if n > 2 {
			t.Errorf("%s stands %d times", d, n)
		}
	}
}

func TestSealedTablesKeepTheirSalt(t *testing.T) {
	dir := filepath.Join("..", "testdata", "held")
	file := sealedFile(t, dir)
	before, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	again, err := eval.ReadSealed(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := again.SealFolder(dir); err != nil {
		t.Fatal(err)
	}
	if again.String() != string(before) {
		t.Error("the same answers have other digests")
	}
}

func TestFaultySealedTables(t *testing.T) {
	for table, want := range map[string]string{
		"sheet\tfield\tdigests\na\tlaws\t\n":                     "# salt: ",
		"# salt: zz\nsheet\tfield\tdigests\na\tlaws\t\n":         "# salt: ",
		"# salt: 00\nsheet\tfield\na\tlaws\n":                    "digests",
		"# salt: 00\nsheet\tfield\tdigests\nabsent\tlaws\t\n":    "absent",
		"# salt: 00\nsheet\tfield\tdigests\nabsent\tlawyers\t\n": "lawyers",
	} {
		s, err := eval.ReadSealed(write(t, table))
		if err == nil {
			_, err = eval.OpenSealed(filepath.Join("..", "testdata", "made"), s)
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", table, err, want)
		}
	}
	if err := eval.NewSealed().SealFolder(t.TempDir()); err == nil {
		t.Error("an empty folder is sealed")
	}
}

func TestSealedTablesOfTheRepository(t *testing.T) {
	tables, err := filepath.Glob(filepath.Join("sealed", "*.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	halves, in := map[string]int{}, map[string]string{}
	var covered []string // by the first answer
	for _, file := range tables {
		s, err := eval.ReadSealed(file)
		if err != nil {
			t.Fatal(err)
		}
		set, half, _ := strings.Cut(strings.TrimSuffix(filepath.Base(file), ".tsv"), "-")
		if half != "tune" && half != "test" && half != "former" {
			t.Errorf("%s is no half of a set", file)
		}
		halves[set]++
		if n := len(s.Sheets()); n < 19 {
			t.Errorf("%s has %d sheets only", file, n)
		}
		table, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, id := range s.Sheets() {
			if other := in[id]; other != "" {
				t.Errorf("%s is in %s and in %s", id, other, file)
			}
			in[id] = file
			var fields []string
			for row := range tsv.Read(file, string(table)).Rows() {
				if row.Text("sheet") == id {
					fields = append(fields, row.Text("field"))
				}
			}
			if covered == nil {
				covered = fields
			}
			if !slices.Equal(fields, covered) {
				t.Errorf("%s: the answer of %s covers %v, want %v", file, id, fields, covered)
			}
		}
	}
	if !reflect.DeepEqual(halves, map[string]int{"wild": 2, "wild2": 2, "wild3": 2}) {
		t.Errorf("halves by set: %v", halves)
	}
}
