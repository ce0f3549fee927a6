package eval_test

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"anzen/shared/reader"
	"anzen/shared/reader/eval"
	"anzen/shared/reader/extract"
	"anzen/shared/reader/pdf"
)

// read caches views by file: reading takes most of the time of these tests, and they share
// sheets.
var read = map[string]extract.View{}

// views reads the sheets of a corpus, except scans, which would take too long.
func views(t *testing.T, c *eval.Corpus) []extract.View {
	t.Helper()
	c.Files = slices.DeleteFunc(c.Files, func(f string) bool { return strings.HasSuffix(eval.ID(f), "-scan") })
	var files []string
	for _, f := range c.Files {
		if _, done := read[f]; !done {
			files = append(files, f)
		}
	}
	pool := pdf.NewPool(pdf.Config{Workers: eval.Parallel})
	t.Cleanup(pool.Close)
	n := 0
	if err := eval.AnalyzeAll(context.Background(), &reader.Reader{PDF: pool}, files, func(v extract.View) error {
		read[files[n]] = v
		n++
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	out := make([]extract.View, len(c.Files))
	for i, f := range c.Files {
		out[i] = read[f]
	}
	return out
}

// floor checks that the scores of a corpus have not fallen.
func floor(t *testing.T, dir string, macro, micro float64) {
	t.Helper()
	floorOf(t, dir, func(string) bool { return true }, macro, micro)
}

// floorOf is floor for the sheets with certain ids.
func floorOf(t *testing.T, dir string, of func(id string) bool, macro, micro float64) {
	t.Helper()
	c, err := eval.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	c.Files = slices.DeleteFunc(c.Files, func(f string) bool { return !of(eval.ID(f)) })
	if len(c.Files) == 0 {
		t.Skip("the corpus has none of these sheets")
	}
	held := filepath.Base(dir) == "held" // misses of these must not be inspected
	report, err := c.Score(views(t, c), func(id string, m eval.Miss) {
		if !held {
			t.Logf("%s | %s | want %q | got %q", id, m.Field, m.Want, m.Got)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("\n%s", report)
	if got := report.All.Macro(); got < macro {
		t.Errorf("macro-F1 %.3f is below %.3f", got, macro)
	}
	if got := report.All.Micro().F1(); got < micro {
		t.Errorf("micro-F1 %.3f is below %.3f", got, micro)
	}
}

func TestOwnSheetsAreRead(t *testing.T) {
	floor(t, filepath.Join("..", "testdata"), 0.97, 0.98)
}

// Sheets of many issuers, whose misses the rules were made from.
func TestMadeSheetsAreRead(t *testing.T) {
	floor(t, filepath.Join("..", "testdata", "made"), 0.94, 0.92)
}

// Sheets of issuers from which no rule was made: the score to expect on unseen sheets.
func TestHeldSheetsAreRead(t *testing.T) {
	floor(t, filepath.Join("..", "testdata", "held"), 0.91, 0.88)
}

// corpus is the folder of real sheets, which is not part of the repository.
func corpus(t *testing.T) string {
	t.Helper()
	dir := filepath.Join("..", "..", "..", "..", "shared", "corpus")
	if _, err := os.Stat(filepath.Join(dir, "gold")); err != nil {
		t.Skip("no corpus beside the module: real sheets are not tried")
	}
	return dir
}

// inSet reports the sheets of a set.
func inSet(name string) func(id string) bool {
	return func(id string) bool { return eval.Set(id) == name }
}

func TestRealSheetsAreRead(t *testing.T) {
	floorOf(t, corpus(t), func(id string) bool { return eval.Set(id) != eval.SetTune && !eval.Unseen(id) }, 0.97, 0.97)
}

func TestLaterRealSheetsAreRead(t *testing.T) {
	floorOf(t, corpus(t), inSet(eval.SetTune), 0.81, 0.64)
}

// Sheets whose misses nobody looks at: the score to expect on unseen sheets.
func TestUnseenRealSheetsAreRead(t *testing.T) {
	floorOf(t, corpus(t), eval.Unseen, 0.90, 0.90)
}

func TestScoresLikeTheCorpus(t *testing.T) {
	dir := corpus(t)
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no python3: the corpus's own scoring cannot be run")
	}
	c, err := eval.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	list := views(t, c)
	// The corpus's program scores all of its answers; views of the scans are empty on both
	// sides.
	file, err := os.Create(filepath.Join(t.TempDir(), "views.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range list {
		line, err := eval.Line(v)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := file.Write(append(line, '\n')); err != nil {
			t.Fatal(err)
		}
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(python, filepath.Join(dir, "score.py"), filepath.Join(dir, "gold"), file.Name(), "--json").Output()
	if err != nil {
		t.Fatal(err)
	}
	var want map[string]struct{ P, R, F1 float64 }
	if err := json.Unmarshal(out, &want); err != nil {
		t.Fatal(err)
	}
	full, err := eval.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	report, err := full.Score(list, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range eval.Fields() {
		got := report.All.Field[name]
		if w := want[name]; near(w.P, got.P()) && near(w.R, got.R()) && near(w.F1, got.F1()) {
			continue
		}
		t.Errorf("%s: P %.4f R %.4f F1 %.4f, the corpus's program has %+v", name, got.P(), got.R(), got.F1(), want[name])
	}
	if w := want["ALL"]; !near(w.F1, report.All.Micro().F1()) {
		t.Errorf("micro-F1 %.4f, the corpus's program has %.4f", report.All.Micro().F1(), w.F1)
	}
}

func near(a, b float64) bool { return a-b < 1e-9 && b-a < 1e-9 }

func TestCompareCountsItems(t *testing.T) {
	view := func(body string) (v extract.View) {
		if err := json.Unmarshal([]byte(body), &v); err != nil {
			t.Fatal(err)
		}
		return v
	}
	name := func(s string) extract.View { return view(`{"product_name":"` + s + `","h_codes":["H225","H319"]}`) }
	tests := []struct {
		gold, view extract.View
		field      string
		want       eval.Count
	}{
		{name("エタノール（特級）"), name("エタノール(特級)"), "product_name", eval.Count{TP: 1}},
		{name("Ethanol"), name("Methanol"), "product_name", eval.Count{FP: 1, FN: 1}},
		{name("Ethanol"), extract.View{}, "product_name", eval.Count{FN: 1}},
		{name("x"), view(`{"h_codes":["H225","H225"]}`), "h_codes", eval.Count{TP: 1, FP: 1, FN: 1}},
		// An answer written before a field existed does not count against it.
		{view(`{"h_codes":[]}`), name("x"), "product_name", eval.Count{}},
		{view(`{"product_name":null}`), name("x"), "product_name", eval.Count{FP: 1}},
	}
	for _, tt := range tests {
		counts, _ := eval.Compare(tt.gold, tt.view)
		if counts[tt.field] != tt.want {
			t.Errorf("%s: %+v, want %+v", tt.field, counts[tt.field], tt.want)
		}
	}
}

func TestUnreadableFilesAreOneLine(t *testing.T) {
	file := filepath.Join(t.TempDir(), "broken.pdf")
	if err := os.WriteFile(file, []byte("not a PDF at all"), 0o600); err != nil {
		t.Fatal(err)
	}
	pool := pdf.NewPool(pdf.Config{})
	t.Cleanup(pool.Close)
	v, err := eval.Analyze(context.Background(), &reader.Reader{PDF: pool}, file)
	if err != nil {
		t.Error(err)
	}
	line, err := eval.Line(v)
	if err != nil {
		t.Fatal(err)
	}
	if string(line) != `{"id":"broken","error":"not_pdf"}` {
		t.Errorf("got %s", line)
	}
}

func TestAnalyzeTellsWhyThereIsNoSheet(t *testing.T) {
	pool := pdf.NewPool(pdf.Config{})
	t.Cleanup(pool.Close)
	dir := t.TempDir()
	for name, body := range map[string]string{
		"page.pdf":   "<html></html>",
		"letter.pdf": letter,
		"nothing":    "",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(body), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string]string{
		"page.pdf": "not_pdf", "letter.pdf": eval.NotSDS, "nothing": "empty", "absent.pdf": "unreadable",
	} {
		v, err := eval.Analyze(t.Context(), &reader.Reader{PDF: pool}, filepath.Join(dir, name))
		if (err != nil) != (want == "unreadable") {
			t.Errorf("%s: %v", name, err)
		}
		line, err := eval.Line(v)
		if err != nil {
			t.Fatal(err)
		}
		id := strings.TrimSuffix(name, ".pdf")
		if got := `{"id":"` + id + `","error":"` + want + `"}`; string(line) != got {
			t.Errorf("%s: %s, want %s", name, line, got)
		}
	}
}

// letter is a PDF with one line of text; its cross-reference table is left for the reader to rebuild.
const letter = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Resources<</Font<</F 4 0 R>>>>/Contents 5 0 R>>endobj
4 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
5 0 obj<</Length 47>>stream
BT /F 12 Tf 20 200 Td (Dear Sir or Madam,) Tj ET
endstream endobj
trailer<</Root 1 0 R>>
%%EOF
`
