package worklist

import (
	"flag"
	"testing"

	"anzen/shared/aws/table/tabletest"
	"anzen/shared/domain/job"
)

var update = flag.Bool("update", false, "write how it is stored into testdata")

// A job resumes from what an earlier version has written.
func TestStoredCheckpoint(t *testing.T) {
	tabletest.JSON(t, "testdata/stored/checkpoint.json", &checkpoint{}, *update)
	tabletest.JSON(t, "testdata/stored/left.json", &[]job.Left{}, *update)
}
