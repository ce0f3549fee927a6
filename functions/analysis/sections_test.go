package analysis

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"anzen/shared/domain/sds"
	"anzen/shared/library/sheets"
	"anzen/shared/reader/extract"
	"anzen/shared/reader/pdf"
)

func TestMain(m *testing.M) {
	pdf.RunAsWorker()
	code := m.Run()
	shared().PDF.Close()
	os.Exit(code)
}

// readOnce are the readings of sheets that several tests use; nil for files without a sheet's text, such as scans.
var readOnce = map[string]*reading{}

// readingIn is the reading of a file, which is read on first use.
func readingIn(t *testing.T, file string) *reading {
	t.Helper()
	if r, done := readOnce[file]; done {
		return r
	}
	body, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var r *reading
	if d, err := shared().Read(context.Background(), body); err == nil && d.IsSheet {
		of := readingOf(d, extract.Sheet(d))
		r = &of
	}
	readOnce[file] = r
	return r
}

func readSample(t *testing.T, name string) reading {
	t.Helper()
	body, err := os.ReadFile(filepath.Join("..", "..", "shared", "reader", "testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	d, err := shared().Read(context.Background(), body)
	if err != nil {
		t.Fatal(err)
	}
	if !d.IsSheet {
		t.Fatalf("%s is a sheet; found %s", name, d.Found)
	}
	return readingOf(d, extract.Sheet(d))
}

func TestASheetBecomesSectionsWithSources(t *testing.T) {
	sections := sectionsOf(readSample(t, "js-005.pdf"))
	ids := map[string]bool{}
	fields := 0
	for i := range sections {
		sections[i].Each(func(group string, f *sds.Field) {
			fields++
			if ids[f.ID] && sections[i].Number != 0 && group != sds.GroupText {
				t.Errorf("section %d: id %s is given twice", sections[i].Number, f.ID)
			}
			ids[f.ID] = true
			d, ok := sds.DefinitionOf(sections[i].Number, group, f.Key)
			if !ok {
				t.Fatalf("section %d: %s is not defined", sections[i].Number, f.ID)
			}
			if d.Kind != f.Value.Kind {
				t.Errorf("%s is %s, defined as %s", f.ID, f.Value.Kind, d.Kind)
			}
			if f.State != sds.StateMachine || f.Confidence <= 0 || f.Confidence > 1 || f.Extractor == "" {
				t.Errorf("%s: %+v", f.ID, f)
			}
			if len(f.Sources) == 0 || f.Sources[0].Page < 1 || len(f.Sources[0].Boxes) == 0 {
				t.Errorf("%s = %q has no place in the PDF", f.ID, f.Raw)
			}
		})
	}
	if fields < 20 {
		t.Errorf("%d fields, want a sheet's worth", fields)
	}
	var record sds.Sheet
	record.Derive(sections)
	if record.ProductName != "クロラサニ12" || record.UNNumber == "" || len(record.CAS) == 0 || record.SignalWord == "" {
		t.Errorf("head: name %q, UN %q, CAS %v, signal word %q", record.ProductName, record.UNNumber, record.CAS, record.SignalWord)
	}
}

func TestReadingTwiceGivesTheSameSections(t *testing.T) {
	first, second := sectionsOf(readSample(t, "js-006.pdf")), sectionsOf(readSample(t, "js-006.pdf"))
	if diff := cmp.Diff(first, second); diff != "" {
		t.Errorf("the second reading differs:\n%s", diff)
	}
	again := sheets.Analyzed(&sds.Sheet{}, first, sheets.Reading{Sections: second}, time.Now())
	if diff := cmp.Diff(first, again.Sections); diff != "" {
		t.Errorf("merged with itself it differs:\n%s", diff)
	}
	if got := again.Edit.Changes; len(got) != 0 {
		t.Errorf("changes of the same: %+v", got)
	}
}

func TestRowsThatSayTheSameHaveTheirOwnIDs(t *testing.T) {
	part := func(row int) extract.Value {
		return extract.Value{Section: 3, Key: "composition.name", Row: row, Kind: extract.Text, Text: "水", Extractor: "t", Confidence: 1}
	}
	s := sectionsOf(reading{Result: extract.Result{Values: []extract.Value{part(0), part(1)}}})
	rows := s[0].Groups[0].Rows
	if len(rows) != 2 || rows[0].ID == rows[1].ID {
		t.Errorf("rows: %+v", rows)
	}
}
