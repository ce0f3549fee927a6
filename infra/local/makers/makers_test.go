package makers_test

import (
	"testing"

	"anzen/infra/blueprint"
	"anzen/infra/local/makers"
)

// Every function that is deployed can be made here, and nothing else.
func TestEveryBinaryHasAMaker(t *testing.T) {
	used := map[string]bool{}
	for _, f := range blueprint.New(blueprint.WithMalwareScan()).Functions {
		if used[f.Package] = true; makers.All[f.Package] == nil {
			t.Errorf("%s of %s has no maker", f.Name, f.Package)
		}
	}
	for binary := range makers.All {
		if !used[binary] {
			t.Errorf("no function is in %s", binary)
		}
	}
}
