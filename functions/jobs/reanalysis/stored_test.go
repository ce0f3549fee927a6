package reanalysis

import (
	"flag"
	"testing"

	"anzen/shared/aws/table/tabletest"
)

var update = flag.Bool("update", false, "write how it is stored into testdata")

// A job resumes from the checkpoint that an earlier version has written.
func TestStoredCheckpoint(t *testing.T) {
	tabletest.JSON(t, "testdata/stored/checkpoint.json", &checkpoint{}, *update)
}
