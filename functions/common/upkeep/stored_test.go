package upkeep_test

import (
	"flag"
	"testing"

	"anzen/functions/common/upkeep"
	"anzen/shared/aws/table/tabletest"
)

var update = flag.Bool("update", false, "write how it is stored into testdata")

// A schedule calls for years with the input of the version that has made it.
func TestStoredOccurrence(t *testing.T) {
	tabletest.JSON(t, "testdata/stored/occurrence.json", &upkeep.Occurrence{}, *update)
}
