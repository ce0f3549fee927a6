package archive

import (
	"flag"
	"path/filepath"
	"testing"

	"anzen/shared/aws/table/tabletest"
)

var update = flag.Bool("update", false, "write how it is stored into testdata")

// An archive resumes from the plan and the state that an earlier version has written.
func TestStoredState(t *testing.T) {
	for name, pointer := range map[string]any{"state": &state{}, "plan": new([]File)} {
		t.Run(name, func(t *testing.T) {
			tabletest.JSON(t, filepath.Join("testdata", "stored", name+".json"), pointer, *update)
		})
	}
}
