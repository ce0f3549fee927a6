package nightly

import (
	"flag"
	"path/filepath"
	"testing"

	"anzen/shared/aws/table/tabletest"
)

var update = flag.Bool("update", false, "write how it is stored into testdata")

// A night reads the state of a company that the previous one has stored, and the machine's
// tasks the input that others pass on, whichever versions have written them.
func TestStoredNights(t *testing.T) {
	for name, pointer := range map[string]any{"night": &companyNight{}, "machine": &Night{}, "item": &Item{}} {
		t.Run(name, func(t *testing.T) {
			tabletest.JSON(t, filepath.Join("testdata", "stored", name+".json"), pointer, *update)
		})
	}
}
