package analysis

import (
	"flag"
	"path/filepath"
	"testing"

	"anzen/functions/analysis/execution"
	"anzen/shared/aws/table/tabletest"
)

var update = flag.Bool("update", false, "write how it is stored into testdata")

// A task reads the working objects and the input of earlier tasks, whichever version has written them.
func TestStoredBetweenTasks(t *testing.T) {
	for name, pointer := range map[string]any{"reading": &reading{}, "recognition": &recognition{}, "input": &execution.Input{}, "reason": &BadSheet{}} {
		t.Run(name, func(t *testing.T) {
			tabletest.JSON(t, filepath.Join("testdata", "stored", name+".json"), pointer, *update)
		})
	}
}
