package main

import (
	"os"
	"testing"
)

func TestImportingAgainChangesNothing(t *testing.T) {
	const reference = "../../../../../shared/reference"
	if _, err := os.Stat(reference); err != nil {
		t.Skip("the reference data are not beside the source tree: ", err)
	}
	there, err := os.ReadFile("../names.tsv")
	if err != nil {
		t.Fatal(err)
	}
	if text, err := imported(reference, string(there)); err != nil || text != string(there) {
		t.Errorf("names.tsv differs from the importer's result (an edit by hand needs a note): %v", err)
	}
}
