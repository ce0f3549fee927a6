package main

import (
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
)

// concurrent are the packages where goroutines share data: their tests run once
// more under the race detector.
var (
	concurrent        = []string{"./shared/catalog/...", "./shared/reader/pdf/...", "./shared/aws/table/...", "./functions/analysis/..."}
	concurrentOfInfra = []string{"./local/..."}
)

// What is deployed is one module, what deploys and tests it another, so that functions
// depend on what they use alone.
const (
	product = "."
	infra   = "infra"
)

var modules = []string{product, infra}

var (
	build = command("build", "make", "--no-print-directory", "build")

	cores   = strconv.Itoa(runtime.NumCPU())
	goTest  = check{name: "Go tests", run: goTests(product, "-p", cores, "./...")}
	goInfra = check{name: "Go tests of infra", run: goTests(infra, "-p", cores, "./...")}

	dashboardTypes = command("dashboard: types", "npm", "--prefix", "frontend", "run", "--silent", "typecheck")
	dashboardLint  = command("dashboard: lint", "npm", "--prefix", "frontend", "run", "--silent", "lint")
	dashboardTests = check{name: "dashboard: unit tests", run: vitest}
	browserTests   = check{name: "dashboard: browser tests", run: browser}

	tests = []check{build, dashboardTypes, dashboardLint, dashboardTests, goTest, goInfra, browserTests}

	linters = []check{
		{name: "gofumpt", run: gofumpt},
		inModules("go vet", "go", "vet", "./..."),
		inModules("golangci-lint", tool("golangci-lint"), "run", "./..."),
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
		{name: "Go tests for races", run: goTests(product, slices.Concat([]string{"-race", "-short"}, concurrent)...)},
		{name: "Go tests of infra for races", run: goTests(infra, slices.Concat([]string{"-race", "-short"}, concurrentOfInfra)...)},
		command("templates", "make", "--no-print-directory", "synth"),
		command("bill of materials", "make", "--no-print-directory", "sbom"),
	}, reports),
}

// tool is a program of .ci/tools, as `make tools` builds them.
func tool(name string) string {
	path, err := filepath.Abs(filepath.Join(".build", "tools", name))
	if err != nil {
		panic(err) // there is no working folder
	}
	return path
}

func (c check) reported() check {
	c.report = true
	return c
}
