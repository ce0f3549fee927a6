package found_test

import (
	"os"
	"reflect"
	"testing"

	"github.com/google/uuid"

	"anzen/shared/domain/verdict"
	"anzen/shared/judgement/found"
)

// Results stored earlier stay readable: testdata/night is as the product of 22 November
// 2026 stored them. The row is of a sheet that contains trichloroethylene.
func TestStoredResultsStayReadable(t *testing.T) {
	data, err := os.ReadFile("testdata/night")
	if err != nil {
		t.Fatal(err)
	}
	f, err := found.Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	if len(f.Rows) != 3 || f.Definition == "" || f.Rules == "" || f.Begun != "2026-11-23" {
		t.Fatalf("%+v", f)
	}
	r := f.Row(uuid.MustParse("c6fb23d9-26a8-5237-8a2e-1d1a72b9943c"))
	if r == nil || r.Version == 0 || r.Verdict != verdict.Applies || r.Ground == "" || r.First != "2026-11-23" {
		t.Fatalf("%+v", r)
	}
	again, err := f.Encode()
	if err != nil {
		t.Fatal(err)
	}
	if g, err := found.Decode(again); err != nil || !reflect.DeepEqual(g, f) {
		t.Errorf("%+v, %v", g, err)
	}
}
