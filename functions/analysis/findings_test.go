package analysis

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"anzen/shared/domain/sds"
	"anzen/shared/judgement/classification"
	"anzen/shared/judgement/edition"
	"anzen/shared/judgement/findings"
	"anzen/shared/library/settle"
)

// The findings of a sheet's sections are those of the reading that they come from: nothing
// that a rule needs is lost by storing.
func TestSectionsTellTheRulesWhatTheReadingDoes(t *testing.T) {
	found, sheets := 0, 0
	patterns := []string{"../../shared/reader/testdata/*.pdf", "../../shared/reader/testdata/held/pdf/*.pdf", "../../shared/reader/testdata/made/pdf/*.pdf", "../../../shared/corpus/pdf/*.pdf"}
	if testing.Short() {
		patterns = patterns[:2] // which goroutines run is the same on every sheet
	}
	for _, pattern := range patterns {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		if len(files) == 0 {
			t.Logf("%s: none is there", pattern)
		}
		for _, name := range files {
			read := readingIn(t, name)
			if read == nil {
				continue // a scan
			}
			r := *read
			in := findings.Input{Result: &r.Result, Printed: r.Printed, Only: findings.Lasting}
			for n := range r.Titles {
				if n > 0 {
					in.Sections = append(in.Sections, n)
				}
			}
			var want, got []string
			record := sds.Sheet{Language: languageID(r.Language)}
			sections := sectionsOf(r)
			checked := settle.Sheet(&record, sections, &r.Printed)
			if classification.IsMixture(&record) { // it is judged from the sections
				mixture := classification.Of(&record, sections)
				in.Mixture = classification.Compare(classification.Mixture(&mixture), &record, sections)
			}
			in.Edition = edition.Of(&record, sections)
			for _, f := range findings.Sheet(in) {
				want = append(want, fmt.Sprint(f.ID, f.Args))
			}
			for _, f := range checked.Findings {
				got = append(got, fmt.Sprint(f.ID, f.Args))
			}
			sheets++
			found += len(got)
			if !slices.Equal(got, want) || record.FindingCount != len(want) {
				t.Errorf("%s: %d found\n%s\nwant\n%s", filepath.Base(name), record.FindingCount, strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
		}
	}
	if sheets < 4 || found == 0 {
		t.Errorf("%d findings on %d sheets", found, sheets)
	}
	t.Logf("%d findings on %d sheets", found, sheets)
}
