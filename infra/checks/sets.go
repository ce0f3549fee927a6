package main

import (
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
)

// concurrent are the packages where goroutines share data: their tests run once
// more under the race detector.
var concurrent = []string{
	"./infra/local/...", "./shared/catalog/...", "./shared/reader/pdf/...", "./shared/aws/table/...", "./functions/analysis/...",
}

var (
	build = command("build", "make", "--no-print-directory", "build")

	goTest = check{name: "Go tests", run: goTests("-p", strconv.Itoa(runtime.NumCPU()), "./...")}

	dashboardTypes = command("dashboard: types", "npm", "--prefix", "frontend", "run", "--silent", "typecheck")
	dashboardLint  = command("dashboard: lint", "npm", "--prefix", "frontend", "run", "--silent", "lint")
	dashboardTests = check{name: "dashboard: unit tests", run: vitest}
	browserTests   = check{name: "dashboard: browser tests", run: browser}

	tests = []check{build, dashboardTypes, dashboardLint, dashboardTests, goTest, browserTests}

	linters = []check{
		{name: "gofumpt", run: gofumpt},
		command("go vet", "go", "vet", "./..."),
		command("golangci-lint", tool("golangci-lint"), "run", "./..."),
		dashboardTypes,
		dashboardLint,
	}

	reports = []check{
		command("govulncheck", tool("govulncheck"), "./functions/...", "./shared/...").reported(),
		command("npm audit", "npm", "--prefix", "frontend", "audit", "--omit=dev").reported(),
	}
)

// sets are what can be asked for.
var sets = map[string][]check{
	"test":  tests,
	"lint":  linters,
	"e2e":   {build, browserTests},
	"bench": {{name: "benchmarks", run: bench}},
	"ci": slices.Concat(linters[:3], tests, []check{
		{name: "Go tests for races", run: goTests(slices.Concat([]string{"-race", "-short"}, concurrent)...)},
		command("templates", "make", "--no-print-directory", "synth"),
		command("bill of materials", "make", "--no-print-directory", "sbom"),
	}, reports),
}

// tool is a program of .ci/tools, as `make tools` builds them.
func tool(name string) string { return filepath.Join(".build", "tools", name) }

func (c check) reported() check {
	c.report = true
	return c
}
