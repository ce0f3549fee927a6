package rowstore

import (
	"encoding/json"
	"flag"
	"os"
	"testing"

	"anzen/shared/aws/table/tabletest"
)

var update = flag.Bool("update", false, "write how it is stored into testdata")

// A job resumes from the checkpoint that an earlier version has written; a table without a
// basis stores none.
func TestStoredCheckpoint(t *testing.T) {
	var at checkpoint
	tabletest.JSON(t, "testdata/stored/checkpoint.json", &at, *update)
	at.Basis = ""
	encoded, err := json.MarshalIndent(at, "", "\t")
	if err != nil {
		t.Fatal(err)
	}
	tabletest.Golden(t, "testdata/stored/without_basis.json", append(encoded, '\n'), *update)
	stored, err := os.ReadFile("testdata/stored/without_basis.json")
	var again checkpoint
	if err != nil || json.Unmarshal(stored, &again) != nil || again.Basis != "" || again.After == nil || again.Parts != at.Parts || !again.Read {
		t.Errorf("read as %+v: %v", again, err)
	}
}
