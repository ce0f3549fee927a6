package arrows

import (
	"slices"
	"strings"
	"testing"
)

// starts are the packages of a Lambda family that others may import: an execution's
// input and its unique name. They import the domain only.
var starts = []string{"anzen/functions/accounts/execution", "anzen/functions/analysis/execution", "anzen/functions/jobs/execution"}

// ofAll are the folders of functions/ that are no family: grants, the handler, and code
// common to several families.
var ofAll = []string{"grant", "handler", "common"}

// joined are packages that import other families besides the packages that start them,
// each with these families.
var joined = map[string][]string{
	"anzen/functions/api/apitest": {"accounts", "jobs"}, // runs jobs and requests for the tests of routes
}

// family returns the Lambda family of a package, empty if it has none.
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

// foreign reports whether a package may not import another because that one belongs to
// another Lambda family.
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
				t.Errorf("%s imports %s: of another Lambda family only its execution package may be imported", p.ImportPath, i)
			}
			if slices.Contains(starts, p.ImportPath) && strings.HasPrefix(i, module) && !strings.HasPrefix(i, "anzen/shared/domain/") {
				t.Errorf("%s imports %s: an execution package imports little", p.ImportPath, i)
			}
		}
	}
	for _, p := range starts {
		if !slices.Contains(paths, p) {
			t.Errorf("package %s does not exist", p)
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
