package system_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
)

// The id that the browser sends with an upload is in every line that the functions write about it, from the request to the
// last task, and it is in the answer.
func TestOneIDFromTheBrowserToTheLog(t *testing.T) {
	b := here(t).signIn(t, editor, password)
	id := "browser-" + uuid.NewString()
	body := sheetPDF("Traced 70", 1)
	forms := b.allow(t, file{"traced.pdf", body})
	c := registration(newKey(), forms...)
	c.trace = id
	a := b.do(t, c)
	if got := a.header.Get("X-Request-Id"); got != id {
		t.Errorf("the answer has the id %q", got)
	}
	var made struct{ Items []registered }
	a.into(t, &made)
	sheet := made.Items[0].ID
	b.mustSend(t, forms[0], body) // the event of the file starts the analysis
	b.completed(t, sheet)

	wanted := []string{"registerSheets", "analysis-start", "analysis-assort", "analysis-firstcheck", "analysis-secondcheck"}
	eventually(t, 10*time.Second, "every function has written a line", func() bool {
		by := linesAbout(t, sheet, id)
		return !slices.ContainsFunc(wanted, func(name string) bool { return !slices.Contains(by, name) })
	})
}

// functionsWrote is what the functions have written: to this process's output, or where they run as binaries to the stack's log.
func functionsWrote(t *testing.T) []byte {
	t.Helper()
	path := filepath.Join(shared.folder, "output.log")
	if os.Getenv(envBootstrap) != "" {
		path = shared.Log()
	}
	written, err := os.ReadFile(path) //nolint:gosec // our own log
	if err != nil {
		t.Fatal(err)
	}
	return written
}

// linesAbout are the functions that have written lines about a sheet or a request, which have the request's id.
func linesAbout(t *testing.T, sheet, id string) (by []string) {
	t.Helper()
	written := functionsWrote(t)
	for _, text := range strings.Split(string(written), "\n") {
		if !strings.Contains(text, sheet) && !strings.Contains(text, id) {
			continue
		}
		var line struct{ Trace, Operation, Step, Function, Execution string }
		if err := json.Unmarshal([]byte(text), &line); err != nil {
			t.Errorf("no JSON: %s", text)
			continue
		}
		if line.Operation != "" && line.Operation != "registerSheets" || line.Execution != "" {
			continue // requests of their own, and what the stand-in of Step Functions says of an execution
		}
		if line.Trace != id {
			t.Errorf("without the id: %s", text)
		}
		by = append(by, line.Operation+line.Step+line.Function)
	}
	return by
}
