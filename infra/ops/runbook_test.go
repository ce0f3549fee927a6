package main

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"anzen/infra/aws/stacknames"
	"anzen/infra/blueprint"
)

// The make targets, and the commands and flags of `make ops`, that the pages of the runbook name exist.
func TestTheRunbooksCommandsExist(t *testing.T) {
	makefile, err := os.ReadFile("../../Makefile")
	if err != nil {
		t.Fatal(err)
	}
	pages, err := filepath.Glob("../runbook/*.md")
	if err != nil || len(pages) < 20 {
		t.Fatalf("%d pages, %v", len(pages), err)
	}
	target := regexp.MustCompile("`make ([a-z-]+)")
	operation := regexp.MustCompile(`ARGS="([a-z]+)([^"]*)"`)
	flag := regexp.MustCompile(`(?:^| )-([a-z]+)`)
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range target.FindAllStringSubmatch(string(text), -1) {
			if !strings.Contains(string(makefile), "\n"+m[1]+":") {
				t.Errorf("%s: there is no make %s", page, m[1])
			}
		}
		for _, m := range operation.FindAllStringSubmatch(string(text), -1) {
			c, ok := commands[m[1]]
			if !ok {
				t.Errorf("%s: make ops has no %s", page, m[1])
			}
			for _, f := range flag.FindAllStringSubmatch(m[2], -1) {
				if !slices.Contains(c.flags, f[1]) {
					t.Errorf("%s: %s has no -%s", page, m[1], f[1])
				}
			}
		}
	}
}

// The functions, and the budget, that the pages name exist, and so do the messages that they search the logs for.
func TestTheRunbooksNamesExist(t *testing.T) {
	b := blueprint.New()
	known := map[string]bool{b.Edge.Rotation.Name: true, stacknames.Budget: true}
	for _, f := range b.Functions {
		known[f.Name] = true
		family, _, _ := strings.Cut(f.Name, "-")
		known[family+"-..."] = true
	}
	code := sourcesBelow(t, "../../functions") + sourcesBelow(t, "../../shared")
	name := regexp.MustCompile("`([a-z]+(?:-[a-z.]+)+|list[A-Z][a-zA-Z]*)`")
	message := regexp.MustCompile(`msg = '([^']+)'`)
	pages, err := filepath.Glob("../runbook/*.md")
	if err != nil {
		t.Fatal(err)
	}
	names, messages := 0, 0
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range name.FindAllStringSubmatch(string(text), -1) {
			if names++; !known[m[1]] {
				t.Errorf("%s: there is no function %s", page, m[1])
			}
		}
		for _, m := range message.FindAllStringSubmatch(string(text), -1) {
			if messages++; !strings.Contains(code, `"`+m[1]+`"`) {
				t.Errorf("%s: no function writes %q", page, m[1])
			}
		}
		// Without it the command operates the local stack.
		if i := strings.Index(string(text), "`make ops ARGS=\""); i >= 0 {
			t.Errorf("%s: a command without a stage", page)
		}
	}
	if names < 20 || messages < 4 {
		t.Errorf("%d names and %d messages", names, messages)
	}
}

// commandsIn are the commands of a shell in a page.
func commandsIn(t *testing.T, page string) (all []string) {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile("`([^`\n]+)`").FindAllStringSubmatch(string(text), -1) {
		if regexp.MustCompile(`^(aws|for|make|infra/\S+|[A-Z]+=\$\(aws) `).MatchString(m[1]) {
			all = append(all, m[1])
		}
	}
	return all
}

// Both languages of a page have the same commands, a shell understands each, and what AWS answers is narrowed to what the page speaks
// of: whole, the costs of a month are three thousand lines.
func TestTheRunbooksCommandsAreWhole(t *testing.T) {
	pages, err := filepath.Glob("../runbook/*.ja.md")
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, page := range pages {
		japanese, english := commandsIn(t, page), commandsIn(t, strings.TrimSuffix(page, ".ja.md")+".md")
		if diff := cmp.Diff(slices.Compact(slices.Sorted(slices.Values(english))), slices.Compact(slices.Sorted(slices.Values(japanese)))); diff != "" {
			t.Errorf("%s: not the commands of the English page: %s", page, diff)
		}
		for _, c := range english {
			if out, err := exec.Command("bash", "-n", "-c", c).CombinedOutput(); err != nil {
				t.Errorf("%s: %s: %s", page, c, out)
			}
			if strings.Contains(c, "--output ") && strings.Count(c, "--query ") < strings.Count(c, "--output ") {
				t.Errorf("%s: all of the answer is printed: %s", page, c)
			}
			seen++
		}
	}
	if seen < 30 {
		t.Errorf("%d commands", seen)
	}
}

// While the firewalls keep no samples of requests, no page sends people to them.
func TestTheRunbookAsksForNoSamples(t *testing.T) {
	if !strings.Contains(sourcesBelow(t, "../aws/stacks"), `"sampledRequestsEnabled": false`) {
		t.Skip("the firewalls keep samples")
	}
	pages, err := filepath.Glob("../runbook/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		if regexp.MustCompile(`sampled request|サンプルリクエスト`).Match(text) {
			t.Errorf("%s sends people to samples that there are not", page)
		}
	}
}

// The graphs that the pages name are on the dashboard; other words in italics are of AWS's consoles.
func TestTheRunbooksGraphsExist(t *testing.T) {
	consoles := []string{"Virtual Deliverability Manager", "Reputation metrics", "Monitor", "Redrive", "Global (CloudFront)", "View CloudWatch logs", "Urgent", "Soon"}
	dashboard, err := os.ReadFile("../aws/stacks/dashboard.go")
	if err != nil {
		t.Fatal(err)
	}
	pages, err := filepath.Glob("../runbook/*.md")
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		words := regexp.MustCompile("`[^`\n]+`").ReplaceAllString(string(text), "")
		for _, m := range regexp.MustCompile(`\*([^*\n]+)\*`).FindAllStringSubmatch(words, -1) {
			if slices.Contains(consoles, m[1]) {
				continue
			}
			if seen++; !strings.Contains(string(dashboard), `"`+m[1]) {
				t.Errorf("%s: the dashboard has no graph %s", page, m[1])
			}
		}
	}
	if seen < 15 {
		t.Errorf("%d graphs", seen)
	}
}

// The filters by which the pages look for failed calls find what Lambda and its library for Go write of them: in logs as JSON a time-out is
// told by the report alone, and an error that a function returns is no line of level ERROR.
func TestTheRunbooksFiltersFindFailedCalls(t *testing.T) {
	lines := []string{
		`{"time":"2026-11-24T03:00:00.000Z","type":"platform.report","record":{"requestId":"r","metrics":{"durationMs":29000.0},"status":"timeout"}}`,
		`{"time":"2026-11-24T03:00:00.000Z","type":"platform.report","record":{"requestId":"r","status":"error","errorType":"Runtime.ExitError"}}`,
		`{"timestamp":"2026-11-24T03:00:00Z","level":"INFO","message":"2026/11/24 03:00:00 {\"errorMessage\":\"read the table\",\"errorType\":\"Unavailable\"}"}`,
		`2026-11-24T03:00:00.000Z r Task timed out after 29.00 seconds`,
		`RequestId: r Error: Runtime exited with error: exit status 2`,
	}
	const ended = `{"time":"2026-11-24T03:00:00.000Z","type":"platform.report","record":{"requestId":"r","metrics":{"durationMs":12.5},"status":"success"}}`
	pages, err := filepath.Glob("../runbook/*.md")
	if err != nil {
		t.Fatal(err)
	}
	filters := 0
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile("@message like /([^/]+)/").FindAllStringSubmatch(string(text), -1) {
			filters++
			filter := regexp.MustCompile(m[1])
			for _, line := range lines {
				if !filter.MatchString(line) {
					t.Errorf("%s does not find %s", page, line)
				}
			}
			if filter.MatchString(ended) {
				t.Errorf("%s finds a call that succeeded", page)
			}
		}
	}
	if filters < 8 {
		t.Errorf("%d filters", filters)
	}
}

// sourcesBelow is the code of a folder, without tests.
func sourcesBelow(t *testing.T, folder string) string {
	t.Helper()
	var all strings.Builder
	if err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		all.Write(text)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return all.String()
}

// `make regulations` as the page on overdue lists says it reads no file of sheets.
func TestRegulationsNeedNoSheets(t *testing.T) {
	out, err := exec.Command("make", "-C", "../..", "--no-print-directory", "-n", "regulations").CombinedOutput()
	if err != nil || strings.Contains(string(out), "-sheets") || !strings.Contains(string(out), "regulation/cmd") {
		t.Errorf("%v: %s", err, out)
	}
}
