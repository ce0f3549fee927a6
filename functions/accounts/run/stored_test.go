package run_test

import (
	"flag"
	"path/filepath"
	"testing"

	"anzen/functions/accounts/run"
	"anzen/shared/aws/table/tabletest"
)

var update = flag.Bool("update", false, "write how it is stored into testdata")

// A request is seen to by a later version than the one that has put it down.
func TestStoredRequests(t *testing.T) {
	for name, pointer := range map[string]any{"request": &run.Request{}, "input": &run.Input{}} {
		t.Run(name, func(t *testing.T) {
			tabletest.JSON(t, filepath.Join("testdata", "stored", name+".json"), pointer, *update)
		})
	}
}
