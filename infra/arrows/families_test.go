package arrows

import (
	"slices"
	"strings"
	"testing"
)

// starts are the packages of Lambda families that others may import: what a run is
// given, and under which name it runs once. They know the domain only.
var starts = []string{"anzen/functions/accounts/execution", "anzen/functions/analysis/execution", "anzen/functions/jobs/execution"}

// ofAll are the folders of functions/ that are no family: what a function may touch, how
// it is called, and what those of several families do alike.
var ofAll = []string{"grant", "handler", "common"}

// joined are packages that import other families beside what starts them, each with the
// families that it joins.
var joined = map[string][]string{
	"anzen/functions/api/apitest": {"accounts", "jobs"}, // runs jobs and requests for the tests of routes
}

// family is the Lambda family that a package is of, empty where it is of none.
func family(path string) string {
	rest, ok := strings.CutPrefix(path, "anzen/functions/")
	if !ok {
		return ""
	}
	name, _, _ := strings.Cut(rest, "/")
	if slices.Contains(ofAll, name) {
		return ""
	}
	return name
}

// foreign tells whether a package may not import another because that one is of another
// Lambda family.
func foreign(of, imported string) bool {
	own, other := family(of), family(imported)
	return own != "" && other != "" && own != other && !slices.Contains(starts, imported) && !slices.Contains(joined[of], other)
}

func TestFamiliesImportOnlyWhatStartsAnother(t *testing.T) {
	var paths []string
	for _, p := range packages(t) {
		paths = append(paths, p.ImportPath)
		for _, i := range p.Imports {
			if foreign(p.ImportPath, i) {
				t.Errorf("%s imports %s: of another Lambda family only what starts it", p.ImportPath, i)
			}
			if slices.Contains(starts, p.ImportPath) && strings.HasPrefix(i, module) && !strings.HasPrefix(i, "anzen/shared/domain/") {
				t.Errorf("%s imports %s: what starts a family is light", p.ImportPath, i)
			}
		}
	}
	for _, p := range starts {
		if !slices.Contains(paths, p) {
			t.Errorf("there is no %s", p)
		}
	}
}

func TestForeignFamilies(t *testing.T) {
	for imported, want := range map[string]bool{
		"anzen/functions/jobs/execution": false, "anzen/functions/jobs/export": true, "anzen/functions/api": true, "anzen/functions/grant": false,
		"anzen/functions/removal/x": false, "anzen/shared/catalog": false,
	} {
		if foreign("anzen/functions/removal", imported) != want {
			t.Errorf("removal importing %s: foreign is not %v", imported, want)
		}
	}
}
