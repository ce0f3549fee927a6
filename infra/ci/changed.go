package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

const dashboard = "frontend"

// changedFiles are the files that differ from the merge base with main, including
// uncommitted, untracked and deleted ones.
func changedFiles(ctx context.Context) (base string, files []string, err error) {
	git := func(arguments ...string) (string, error) {
		out, err := exec.CommandContext(ctx, "git", arguments...).Output()
		if err != nil {
			return "", fmt.Errorf("git %s: %w", strings.Join(arguments, " "), err)
		}
		return strings.TrimRight(string(out), "\n\x00"), nil
	}
	for _, main := range []string{"main", "origin/main"} {
		if base, err = git("merge-base", main, "HEAD"); err == nil {
			break
		}
	}
	if err != nil {
		return "", nil, fmt.Errorf("there is no branch main to compare with: %w", err)
	}
	// Without renames: the old path of a file counts as changed, too.
	changed, err := git("diff", "--no-renames", "--name-only", "-z", base)
	if err != nil {
		return "", nil, err
	}
	fresh, err := git("ls-files", "--others", "--exclude-standard", "-z")
	if err != nil {
		return "", nil, err
	}
	for _, file := range strings.Split(changed+"\x00"+fresh, "\x00") {
		if file != "" {
			files = append(files, file)
		}
	}
	slices.Sort(files)
	return base, slices.Compact(files), nil
}

// plan is what to run for changed files.
type plan struct {
	stages []stage
	// untested are files on which no test of this plan depends.
	untested []string
}

// planChanged plans for the changed files; exists reports whether a file is not
// deleted.
func planChanged(files []string, packages []*goPackage, exists func(string) bool) plan {
	why := affected(packages, files)
	// The import rules are cheap to check, and concern every package.
	for _, p := range packages {
		if p.ImportPath == "anzen/infra/arrows" && why[p] == "" && len(files) > 0 {
			why[p] = "any file"
		}
	}
	var goLane, nodeLane lane
	there := slices.DeleteFunc(slices.Clone(files), func(file string) bool { return !exists(file) })
	if goFiles := withEnding(there, ".go"); len(goFiles) > 0 {
		goLane = append(goLane, check{name: "gofumpt", why: goFiles, run: formatted(goFiles)})
	}
	for _, module := range modules {
		of := ""
		if module != product {
			of = " of " + module
		}
		// Linters check whole packages, but no dependents.
		edited := ordered(why, module, func(p *goPackage) bool {
			return slices.Contains(files, why[p]) && len(p.GoFiles)+len(p.TestGoFiles)+len(p.XTestGoFiles) > 0
		})
		if len(edited) > 0 {
			goLane = append(goLane, check{name: "golangci-lint" + of, why: reasons(edited, why), run: in(module, append([]string{tool("golangci-lint"), "run"}, folders(edited)...)...)})
		}
		tested := ordered(why, module, (*goPackage).hasTests)
		if len(tested) > 0 {
			goLane = append(goLane, check{name: "Go tests" + of, why: reasons(tested, why), run: goTests(module, slices.Concat([]string{"-vet=off", "-p", cores}, folders(tested))...)})
		}
	}
	nodeLane = planDashboard(files, there)
	p := plan{stages: []stage{{goLane, nodeLane}}}
	byDir := map[string]*goPackage{}
	for _, each := range packages {
		byDir[each.Dir] = each
	}
	for _, file := range files {
		if ownerOf(file, byDir) == nil && !strings.HasPrefix(file, dashboard+"/") && !readBy(packages, file) {
			p.untested = append(p.untested, file)
		}
	}
	return p
}

// readBy reports whether tests of any package read the file.
func readBy(packages []*goPackage, file string) bool {
	return slices.ContainsFunc(packages, func(p *goPackage) bool {
		return slices.ContainsFunc(p.reads, func(path string) bool { return strings.HasPrefix(file, path) })
	})
}

// planDashboard is the dashboard's lane: a change of its packages or settings runs all
// of it.
func planDashboard(files, there []string) lane {
	var sources, lintable, settings []string
	for _, file := range files {
		inside, ok := strings.CutPrefix(file, dashboard+"/")
		if !ok {
			continue
		}
		switch ending := filepath.Ext(inside); {
		case !strings.Contains(inside, "/") && inside != "index.html":
			settings = append(settings, file)
		case strings.HasPrefix(inside, "src/"):
			sources = append(sources, inside)
			fallthrough
		case ending == ".ts" || ending == ".tsx" || ending == ".mjs" || ending == ".js":
			if slices.Contains(there, file) && slices.Contains([]string{".ts", ".tsx", ".mjs", ".js"}, ending) {
				lintable = append(lintable, inside)
			}
		}
	}
	var l lane
	npm := []string{"npm", "--prefix", dashboard, "run", "--silent"}
	add := func(name string, why []string, arguments ...string) {
		l = append(l, check{name: "dashboard: " + name, why: why, run: in(".", append(slices.Clone(npm), arguments...)...)})
	}
	if whole := slices.Concat(settings, sources, lintable); len(whole) > 0 {
		slices.Sort(whole)
		whole = slices.Compact(whole)
		// A type concerns every file that uses it.
		add("types", whole, "typecheck")
	}
	switch {
	case len(settings) > 0:
		add("lint", settings, "lint")
		l = append(l, check{name: "dashboard: unit tests", why: settings, run: vitest("test")})
	default:
		if len(lintable) > 0 {
			l = append(l, check{name: "dashboard: lint", why: lintable, run: in(dashboard, append([]string{"npx", "--no-install", "eslint", "--max-warnings", "0", "--"}, lintable...)...)})
		}
		if len(sources) > 0 {
			l = append(l, check{name: "dashboard: unit tests", why: sources, run: vitest(append([]string{"related", "--run", "--passWithNoTests"}, sources...)...)})
		}
	}
	return l
}

func withEnding(files []string, ending string) []string {
	return slices.DeleteFunc(slices.Clone(files), func(file string) bool { return !strings.HasSuffix(file, ending) })
}

func reasons(packages []*goPackage, why map[*goPackage]string) []string {
	var lines []string
	for _, p := range packages {
		lines = append(lines, p.ImportPath+": "+why[p])
	}
	return lines
}

// runChanged runs what the changed files need.
func runChanged(ctx context.Context, out io.Writer) (count, error) {
	base, files, err := changedFiles(ctx)
	if err != nil {
		return count{}, err
	}
	fmt.Fprintf(out, "%d files differ from main at %.12s\n", len(files), base)
	if len(files) == 0 {
		return count{}, nil
	}
	packages, err := listPackages(ctx)
	if err != nil {
		return count{}, err
	}
	p := planChanged(files, packages, func(file string) bool {
		_, err := os.Stat(file)
		return err == nil
	})
	for _, file := range p.untested {
		fmt.Fprintf(out, "no test depends on %s\n", file)
	}
	return runAll(ctx, p.stages, out), nil
}
