package system_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/aws/aws-lambda-go/events"

	"anzen/infra/local/lambda"
)

// answers500 is a version of a route that fails at every request, and says why in its log.
type answers500 struct{ log func(line string) }

func (a answers500) Invoke(context.Context, []byte) ([]byte, error) {
	a.log(`{"level":"ERROR","operation":"editSheet","status":500,"cause":"the new version is broken"}`)
	return json.Marshal(events.APIGatewayProxyResponse{StatusCode: 500, Body: `{"detail":"internal","code":"internal"}`})
}

// ofBadReleases is the filter by which the page of the runbook finds the lines of a version that fails.
func ofBadReleases(t *testing.T) *regexp.Regexp {
	t.Helper()
	page, err := os.ReadFile(filepath.Join(root, "infra", "runbook", "release.md"))
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(`filter status >= 500 or level = 'ERROR' or @message like /([^/]+)/`).FindSubmatch(page)
	if found == nil {
		t.Fatal("the page has no filter")
	}
	return regexp.MustCompile(`"status":5\d\d|"level":"ERROR"|` + string(found[1]))
}

// A version that fails, by its answers or by a process that does not start, gets a tenth of the calls and is taken back: a tenth of
// them fail until then and none after, what was acknowledged is kept, and the filter of the runbook's page finds its lines.
func TestABadVersionIsTakenBack(t *testing.T) {
	const name, calls, share = "editSheet", 30, 10
	b := here(t).signIn(t, editor, password)
	filter := ofBadReleases(t)
	exits := filepath.Join(t.TempDir(), "bootstrap")
	if err := os.WriteFile(exits, []byte("#!/bin/sh\nexit 1\n"), 0o700); err != nil { //nolint:gosec // it is a program
		t.Fatal(err)
	}
	ends, err := lambda.NewBootstrap(lambda.BootstrapConfig{Function: name, Binary: exits})
	if err != nil {
		t.Fatal(err)
	}
	defer ends.Close() //nolint:errcheck // its processes have ended
	var lines []string
	for what, bad := range map[string]lambda.Handler{
		"answers 500":    answers500{func(line string) { lines = append(lines, line) }},
		"does not start": ends,
	} {
		t.Run(what, func(t *testing.T) {
			id := b.upload(t, file{"release.pdf", sheetPDF("Release "+what, 1)})[0]
			e := editing{id: id, version: b.completed(t, id).Version}
			n, failed := 0, 0
			if err := shared.Functions.Shift(name, bad, func() bool { n++; return n%share == 0 }); err != nil {
				t.Fatal(err)
			}
			defer shared.Functions.Shift(name, nil, nil) //nolint:errcheck // it is known
			before := len(logged(t, name))
			for range calls {
				if err := e.once(b); err != nil {
					failed++
					if !regexp.MustCompile(`edit: 5\d\d `).MatchString(err.Error()) {
						t.Error(err)
					}
				}
			}
			if failed != calls/share {
				t.Errorf("%d of %d calls failed", failed, calls)
			}
			lines = append(lines, logged(t, name)[before:]...)
			found := 0
			for _, line := range lines {
				if filter.MatchString(line) {
					found++
				}
			}
			if found < failed {
				t.Errorf("the page's filter finds %d lines of %d failures:\n%s", found, failed, strings.Join(lines, "\n"))
			}
			lines = nil
			if err := shared.Functions.Shift(name, nil, nil); err != nil { // as CodeDeploy moves the alias back
				t.Fatal(err)
			}
			for range calls / 3 {
				if err := e.once(b); err != nil {
					t.Error(err)
				}
			}
			e.check(t, b)
		})
	}
}

// logged are the lines of the log on calls of a function.
func logged(t *testing.T, name string) (lines []string) {
	t.Helper()
	text, err := os.ReadFile(shared.Log())
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(string(text), "\n") {
		if strings.Contains(line, fmt.Sprintf(`"function":%q`, name)) {
			lines = append(lines, line)
		}
	}
	return lines
}
