package execution_test

import (
	"flag"
	"path/filepath"
	"testing"

	"anzen/functions/accounts/execution"
	"anzen/shared/aws/table/tabletest"
)

var update = flag.Bool("update", false, "write how it is stored into testdata")

// A request is seen to by a later version than the one that has put it down.
func TestStoredRequests(t *testing.T) {
	for name, pointer := range map[string]any{"request": &execution.Request{}, "input": &execution.Input{}} {
		t.Run(name, func(t *testing.T) {
			tabletest.JSON(t, filepath.Join("testdata", "stored", name+".json"), pointer, *update)
		})
	}
}
