package execution_test

import (
	"flag"
	"path/filepath"
	"testing"

	"anzen/functions/accounts/execution"
	"anzen/shared/aws/table/tabletest"
)

var update = flag.Bool("update", false, "write how it is stored into testdata")

// A request is handled by later versions than the one that has stored it.
func TestStoredRequests(t *testing.T) {
	for name, pointer := range map[string]any{"request": &execution.Request{}, "input": &execution.Input{}} {
		t.Run(name, func(t *testing.T) {
			tabletest.JSON(t, filepath.Join("testdata", "stored", name+".json"), pointer, *update)
		})
	}
}
