package main

import (
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
)

// What .ci/run runs under the race detector: every package that starts goroutines, whole or in part.
var (
	concurrent = raced{
		module: product,
		packages: []string{
			"./shared/aws/...", "./shared/catalog/...", "./shared/library/sheets", "./shared/reader/extract", "./shared/reader/layout", "./shared/reader/parallel", "./shared/reader/pdf/...",
			"./functions/analysis/...", "./functions/common/sweeping", "./functions/handler", "./functions/identity", "./functions/jobs/...", "./functions/sealing",
			"./functions/api/accounts", "./functions/api/checklists", "./functions/api/criteria", "./functions/api/factors",
			"./functions/api/periodic", "./functions/api/scim", "./functions/api/users", "./functions/api/whitelist",
		},
		parts: map[string][]string{
			"./functions/api/sdses": {
				"TestAttachmentsAtTheLimitAtOnce", "TestJoiningAtOnce", "TestTwoNewerVersionsAtOnce",
				"TestChangesOfAVersion", "TestEditing", "TestKnownFiles", "TestRegistering", "TestRestoringVersions",
			},
			"./shared/reader":         {"TestSheetOfTextAndPicturesIsReadCompletely", "TestRecognisingTakesNoLongerThanItMay"},
			"./shared/reader/eval":    {"TestASweepTellsHowEachFileEnds", "TestPanicFailsOneSheetOnly"},
			"./shared/reader/hostile": {"TestDamagedSheetsEndInAResultOrAReason"},
		},
	}
	concurrentOfInfra = raced{
		module:   infra,
		packages: []string{"./ci", "./local/..."},
		parts:    map[string][]string{"./local/system": {"TestAnswersReachTheirCallers", "TestThrottledUploadsAreAnalyzed", "TestKilledWorkersCostNoSheet"}},
	}
)

// The deployed code is one module, what deploys and tests it another, so that functions
// depend only on what they use.
const (
	product = "."
	infra   = "infra"
)

var modules = []string{product, infra}

var (
	build = command("build", "make", "--no-print-directory", "build")
	// The packages of tests that read PDFs would each compile PDFium, those under the race detector in ten times the time.
	pdfium = command("PDFium", "make", "--no-print-directory", "pdfium")

	cores = strconv.Itoa(runtime.NumCPU())

	dashboardTypes = command("dashboard: types", "npm", "--prefix", dashboard, "run", "--silent", "typecheck")
	dashboardLint  = command("dashboard: lint", "npm", "--prefix", dashboard, "run", "--silent", "lint")
	dashboardTests = check{name: "dashboard: unit tests", run: vitest("test")}
	browserTests   = check{name: "dashboard: browser tests", run: browser}

	// The linters include vet's analyzers: no extra compilation for vet.
	goLint = lane{
		{name: "gofumpt", run: gofumpt},
		inModules("golangci-lint", tool("golangci-lint"), "run", "./..."),
	}

	templates = command("templates", "make", "--no-print-directory", "synth", "DEPLOY=--context alarms=none")
	linted    = check{name: "templates: cfn-lint", run: lintTemplates}
	bill      = command("bill of materials", "make", "--no-print-directory", "sbom")

	reports = lane{
		advisories("govulncheck", calledGo, tool("govulncheck"), "-format", "json", "./functions/...", "./shared/..."),
		advisories("npm audit", severeNPM, "npm", "--prefix", dashboard, "audit", "--omit=dev", "--json"),
	}
)

// The Go tests of the two modules run in parallel: most of those of infra are one package of whole systems,
// which waits more than it computes.
var (
	goTestsOfInfra     = lane{{name: "Go tests of infra", run: goTests(infra, "-p", cores, "./...")}}
	goTestsOfFunctions = lane{{name: "Go tests", run: goTests(product, "-p", cores, "./...")}}
)

// The same, with those of concurrent packages under the race detector. The linters have run vet's analyzers.
var (
	goRacesOfInfra = lane{
		{name: "Go tests of infra for races", run: raceTests(concurrentOfInfra, "-p", cores, "-vet=off")},
		{name: "Go tests of infra", run: goTestsBut(concurrentOfInfra, "-p", cores, "-vet=off")},
	}
	goRacesOfFunctions = lane{
		{name: "Go tests for races", run: raceTests(concurrent, "-p", cores, "-vet=off")},
		{name: "Go tests", run: goTestsBut(concurrent, "-p", cores, "-vet=off")},
	}
)

// sets are the sets of checks by name. The stack is built first, as tests of infra and of the
// browser use it. The lanes of a stage fill each other's gaps: the browser tests wait for
// screens, Go's for compilers and processes, reports for the network.
var sets = map[string][]stage{
	"test":      {alone(build, pdfium), {goTestsOfInfra, goTestsOfFunctions, {dashboardTypes, dashboardTests}, {browserTests}}},
	"templates": {alone(templates, linted)},
	"lint":      {{goLint, {dashboardTypes, dashboardLint}}},
	"e2e":       {alone(build, browserTests)},
	"bench":     {alone(check{name: "benchmarks", run: bench})},
	"ci": {
		alone(build, pdfium),
		// The templates come after the tests of the stacks: the CDK is compiled by then.
		{
			slices.Concat(goRacesOfInfra, lane{templates, linted}), slices.Concat(goLint, goRacesOfFunctions, lane{bill}),
			{dashboardTypes, dashboardTests, dashboardLint},
			{browserTests},
			reports,
		},
	},
}

// tool is a program of .ci/tools, as `make tools` builds them.
func tool(name string) string {
	path, err := filepath.Abs(filepath.Join(".build", "tools", name))
	if err != nil {
		panic(err) // no working directory
	}
	return path
}
