package jobs_test

import (
	"flag"
	"path/filepath"
	"testing"

	"anzen/functions/jobs/execution"
	"anzen/shared/aws/table/tabletest"
	"anzen/shared/formats/batch"
)

var update = flag.Bool("update", false, "write how jobs are stored into testdata")

// The parameters of a job, the input that its steps pass on, and the plan of one that edits many sheets, are read by
// later versions than the one that has written them.
func TestStoredParameters(t *testing.T) {
	for name, pointer := range map[string]any{
		"export": &execution.Export{}, "checklist": &execution.Checklist{}, "create_simple": &execution.CreateSimple{}, "zip": &execution.ZIP{}, "patch": &execution.Patch{},
		"deletion": &execution.Deletion{}, "restoration": &execution.Restoration{}, "reanalysis": &execution.Reanalysis{}, "worklist": &execution.Worklist{},
		"closing": &execution.Closing{}, "plan": &batch.Plan{}, "input": &execution.Input{},
	} {
		t.Run(name, func(t *testing.T) {
			tabletest.JSON(t, filepath.Join("testdata", "stored", name+".json"), pointer, *update)
		})
	}
}
