package export

import (
	"os"
	"reflect"
	"testing"
)

// A table is written of the rows that an earlier version has kept.
func TestStoredRows(t *testing.T) {
	const file = "testdata/rows"
	want := []Row{{{Kind: Text, Text: "塗料\n2"}, {Kind: Number, Number: 1.5}, {}}, {{Kind: Date, Number: 20779}, {Kind: Moment, Number: 1795305600}}}
	packed, err := Pack(want)
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(file, packed, 0o644); err != nil { //nolint:gosec // a file of the repository
			t.Fatal(err)
		}
	}
	stored, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for what, data := range map[string][]byte{"before": stored, "now": packed} {
		if rows, err := Unpack(data); err != nil || !reflect.DeepEqual(rows, want) {
			t.Errorf("what is kept %s is read as %+v (%v), want %+v", what, rows, err, want)
		}
	}
}
