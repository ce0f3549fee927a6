package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// world is a module with a table, the package that embeds it, its importers, and a
// second module.
func world() []*goPackage {
	tests := []string{"x_test.go"}
	return []*goPackage{
		{ImportPath: "anzen/units", Dir: "units", module: product, GoFiles: []string{"units.go"}, EmbedFiles: []string{"table/units.tsv"}, TestGoFiles: tests},
		{ImportPath: "anzen/sheet", Dir: "sheet", module: product, GoFiles: []string{"sheet.go"}, Imports: []string{"anzen/units"}, TestGoFiles: tests},
		{ImportPath: "anzen/api", Dir: "api", module: product, GoFiles: []string{"api.go"}, Imports: []string{"anzen/sheet"}, XTestGoFiles: tests},
		{ImportPath: "anzen/plain", Dir: "plain", module: product, GoFiles: []string{"plain.go"}, Imports: []string{"anzen/units"}},
		{ImportPath: "anzen/other", Dir: "other", module: product, GoFiles: []string{"other.go"}, TestGoFiles: tests},
		{ImportPath: "anzen/probe", Dir: "probe", module: product, XTestImports: []string{"anzen/sheet"}, XTestGoFiles: tests},
		{ImportPath: "anzen/infra/stack", Dir: "infra/stack", module: infra, GoFiles: []string{"stack.go"}, Imports: []string{"anzen/api"}, TestGoFiles: tests, reads: []string{"api/machine."}},
		{ImportPath: "anzen/infra/arrows", Dir: "infra/arrows", module: infra, XTestGoFiles: tests},
	}
}

func TestAffected(t *testing.T) {
	for name, test := range map[string]struct {
		file string
		want []string // "package: reason"
	}{
		"a source reaches who imports it, in both modules": {"units/units.go", []string{
			"anzen/api: imports anzen/sheet", "anzen/infra/stack: imports anzen/api", "anzen/plain: imports anzen/units",
			"anzen/probe: its tests import anzen/sheet", "anzen/sheet: imports anzen/units", "anzen/units: units/units.go",
		}},
		"an embedded file counts as a source": {"units/table/units.tsv", []string{
			"anzen/api: imports anzen/sheet", "anzen/infra/stack: imports anzen/api", "anzen/plain: imports anzen/units",
			"anzen/probe: its tests import anzen/sheet", "anzen/sheet: imports anzen/units", "anzen/units: units/table/units.tsv",
		}},
		"a test affects its package only":  {"sheet/x_test.go", []string{"anzen/sheet: sheet/x_test.go"}},
		"test data counts to its package":  {"sheet/testdata/a/b.json", []string{"anzen/sheet: sheet/testdata/a/b.json"}},
		"what tests read of other folders": {"api/machine.json", []string{"anzen/api: api/machine.json", "anzen/infra/stack: its tests read api/machine.json"}},
		"versions reach the whole module":  {"infra/go.mod", []string{"anzen/infra/arrows: infra/go.mod", "anzen/infra/stack: infra/go.mod"}},
		"a removed source":                 {"other/gone.go", []string{"anzen/other: other/gone.go"}},
		"a file of no package":             {"README.md", nil},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			for p, why := range affected(world(), []string{test.file}) {
				got = append(got, p.ImportPath+": "+why)
			}
			slices.Sort(got)
			if !slices.Equal(got, test.want) {
				t.Errorf("%q", got)
			}
		})
	}
}

func TestReadsOf(t *testing.T) {
	got := readsOf("infra/stack", `glob("../../functions/*/*.asl.json"); open("../aws/x.json"); chdir("../.."); open("../../../elsewhere"); join("../sub/")`)
	if want := []string{"functions/", "infra/aws/x.json", "infra/sub/"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

func TestPlanChanged(t *testing.T) {
	files := []string{
		"Makefile", "frontend/e2e/a.spec.ts", "frontend/src/app/gone.ts", "frontend/src/app/main.tsx", "frontend/src/texts.json",
		"sheet/gone.go", "sheet/sheet.go",
	}
	p := planChanged(files, world(), func(file string) bool { return !strings.Contains(file, "gone") })
	var got []string
	for _, l := range p.stages[0] {
		for _, c := range l {
			got = append(got, c.name+" for "+strings.Join(c.why, ", "))
		}
		got = append(got, "--")
	}
	want := []string{
		"gofumpt for sheet/sheet.go",
		"golangci-lint for anzen/sheet: sheet/gone.go",
		"Go tests for anzen/api: imports anzen/sheet, anzen/probe: its tests import anzen/sheet, anzen/sheet: sheet/gone.go",
		"Go tests of infra for anzen/infra/arrows: any file, anzen/infra/stack: imports anzen/api",
		"--",
		"dashboard: types for e2e/a.spec.ts, src/app/gone.ts, src/app/main.tsx, src/texts.json",
		"dashboard: lint for e2e/a.spec.ts, src/app/main.tsx",
		"dashboard: unit tests for src/app/gone.ts, src/app/main.tsx, src/texts.json",
		"--",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if !slices.Equal(p.untested, []string{"Makefile"}) {
		t.Errorf("untested: %q", p.untested)
	}
	whole := planChanged([]string{"frontend/package-lock.json"}, world(), func(string) bool { return true })
	names := ""
	for _, c := range whole.stages[0][1] {
		names += c.name + "; "
	}
	if names != "dashboard: types; dashboard: lint; dashboard: unit tests; " {
		t.Errorf("for packages of the dashboard: %s", names)
	}
}

func TestChangedFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	git := func(arguments ...string) {
		t.Helper()
		cmd := exec.Command("git", append([]string{"-c", "user.name=a", "-c", "user.email=a@example.jp"}, arguments...)...)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", arguments, err, out)
		}
	}
	write := func(name string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	git("init", "-q", "-b", "trunk")
	for _, name := range []string{"kept.go", "old.go", "removed.go"} {
		write(name)
	}
	git("add", "-A")
	git("commit", "-qm", "a")
	if _, _, err := changedFiles(t.Context()); err == nil {
		t.Error("compared with a branch that does not exist")
	}
	git("branch", "-m", "main")
	git("switch", "-qc", "work")
	git("mv", "old.go", "安全.go")
	write("committed.go")
	git("add", "-A")
	git("commit", "-qm", "b")
	write("new/file with space.go")
	if err := os.Remove("removed.go"); err != nil {
		t.Fatal(err)
	}
	git("switch", "-q", "main")
	write("others.go")
	git("add", "others.go")
	git("commit", "-qm", "c")
	git("switch", "-q", "work")
	_, files, err := changedFiles(t.Context())
	if want := []string{"committed.go", "new/file with space.go", "old.go", "removed.go", "安全.go"}; err != nil || !slices.Equal(files, want) {
		t.Errorf("%q, %v", files, err)
	}
}
