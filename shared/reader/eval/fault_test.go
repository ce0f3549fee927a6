package eval_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"anzen/shared/reader"
	"anzen/shared/reader/doc"
	"anzen/shared/reader/eval"
	"anzen/shared/reader/extract"
	"anzen/shared/reader/layout"
	"anzen/shared/reader/pdf"
)

// A sheet on which the code panics fails alone: the others are read, and the error contains
// the file and the stack.
func TestPanicFailsOneSheetOnly(t *testing.T) {
	files := []string{}
	for _, id := range []string{"js-005", "js-006", "js-015"} {
		files = append(files, filepath.Join("..", "testdata", id+".pdf"))
	}
	pool := pdf.NewPool(pdf.Config{})
	t.Cleanup(pool.Close)
	const pages = 6 // js-006 and js-015 have them, js-005 has not
	for name, r := range map[string]*reader.Reader{
		"in the layout": {PDF: pool, Layout: func(p []doc.Page, i doc.Info) *doc.Document {
			if len(p) == pages {
				_ = p[len(p)]
			}
			return layout.Build(p, i)
		}},
		"in the rules": {PDF: pool, Rules: func(d *doc.Document) extract.Result {
			if len(d.Pages) == pages {
				_ = d.Pages[len(d.Pages)]
			}
			return extract.Sheet(d)
		}},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			err := eval.AnalyzeAll(context.Background(), r, files, func(v extract.View) error {
				got = append(got, v.ID+" "+v.Error)
				if line, err := eval.Line(v); err != nil || !json.Valid(line) {
					t.Errorf("%s: %s, %v", v.ID, line, err)
				}
				return nil
			})
			if strings.Join(got, ", ") != "js-005 , js-006 fault, js-015 fault" {
				t.Errorf("got %v", got)
			}
			var fault *reader.Fault
			if !errors.As(err, &fault) || !strings.Contains(string(fault.Stack), "fault_test.go") {
				t.Errorf("no stack in %v", err)
			}
			for _, want := range []string{"js-006.pdf: the reader fails on this document: ", "js-015.pdf: ", "index out of range"} {
				if err == nil || !strings.Contains(err.Error(), want) {
					t.Errorf("%q is missing in %v", want, err)
				}
			}
			if err != nil && strings.Contains(err.Error(), "js-005") {
				t.Errorf("js-005 is blamed: %v", err)
			}
		})
	}
}

func TestAFileThatIsNotThereIsAFailure(t *testing.T) {
	pool := pdf.NewPool(pdf.Config{})
	t.Cleanup(pool.Close)
	n := 0
	err := eval.AnalyzeAll(t.Context(), &reader.Reader{PDF: pool}, []string{"absent.pdf", filepath.Join("..", "testdata", "js-016.pdf")}, func(v extract.View) error {
		n++
		if (v.Error == "") != (v.ID == "js-016") {
			t.Errorf("%s: %s", v.ID, v.Error)
		}
		return nil
	})
	if n != 2 || !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%d views, %v", n, err)
	}
}
