package system_test

import (
	"archive/zip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"anzen/functions/analysis"
	"anzen/functions/analysis/execution"
	"anzen/infra/blueprint"
	"anzen/infra/local/lambda"
	"anzen/infra/local/makers"
	"anzen/shared/domain/sds"
	"anzen/shared/reader/pdf"
)

// envCold is how many cold starts of each function TestColdStarts measures; without it there is none. envColdOf are
// parts of the names of the functions, separated by commas; the default is all.
const (
	envCold   = "ANZEN_SYSTEM_COLD"
	envColdOf = "ANZEN_SYSTEM_COLD_OF"
)

const warmCalls = 20 // after a cold start

// spread is the times of calls.
type spread []time.Duration

func (s spread) at(share float64) int64 {
	sorted := slices.Sorted(slices.Values(s))
	return sorted[min(int(share*float64(len(sorted))), len(sorted)-1)].Milliseconds()
}

// timed is the calls of a function.
type timed struct{ cold, warm spread }

// called measures a cold call and the warm ones that follow, and returns the first answer.
func (m *timed) called(t *testing.T, name string, warm int, event []byte, more ...string) []byte {
	t.Helper()
	h, err := shared.Cold(filepath.Join(shared.folder, "programs"), name, more...)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := h.Close(); err != nil {
			t.Error(err)
		}
	}()
	first, took := invoked(t, h, event)
	m.cold = append(m.cold, took)
	for range warm {
		// It asks for the next event after its answer; another process would be a cold start.
		eventually(t, time.Minute, "the process waits", func() bool { return h.Idle() > 0 })
		_, took := invoked(t, h, event)
		m.warm = append(m.warm, took)
	}
	return first
}

func invoked(t *testing.T, h *lambda.Bootstrap, event []byte) ([]byte, time.Duration) {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), 2*time.Minute)
	defer stop()
	began := time.Now()
	answer, err := h.Invoke(ctx, event)
	took := time.Since(began)
	var failed *lambda.FunctionError
	if err != nil && (!errors.As(err, &failed) || strings.HasPrefix(failed.Type, "Runtime.")) {
		t.Fatal(err) // an error of the function itself is an answer
	}
	return answer, took
}

// TestColdStarts prints, with -v, how long the first call of a process and the following ones take, for each function: its
// real binary behind the Runtime API, with the memory and the share of a processor that it has on Lambda, also while
// it starts. The events are the samples; the services are the local stack's, which are not limited. The reading of a
// sheet is measured as its tasks follow, with the compiled PDFium delivered and without.
func TestColdStarts(t *testing.T) {
	rounds, _ := strconv.Atoi(os.Getenv(envCold))
	if rounds < 1 {
		t.Skip("measures for minutes, see make coldstarts")
	}
	b := here(t).signIn(t, stranger, password)
	for _, binary := range slices.Sorted(maps.Keys(makers.All)) {
		program(t, binary)
	}
	ship(t, "functions/analysis/bootstrap")
	id := b.upload(t, file{"sample.pdf", sheetPDF("Sample 71", 1)})[0]
	b.completed(t, id)
	t.Logf("%-44s %5s %8s %8s %8s %8s", "function", "MB", "cold p50", "p95", "warm p50", "p95")
	print := func(name string, memory int, m timed) {
		t.Logf("%-44s %5d %8d %8d %8d %8d", name, memory, m.cold.at(0.5), m.cold.at(0.95), m.warm.at(0.5), m.warm.at(0.95))
	}
	for _, f := range blueprint.New().Functions {
		if only := os.Getenv(envColdOf); only != "" && !slices.ContainsFunc(strings.Split(only, ","), func(part string) bool { return strings.Contains(f.Name, part) }) {
			continue
		}
		var m timed
		event := []byte(sampleEvent(t, b, f.Name, id))
		for range rounds {
			m.called(t, f.Name, warmCalls, event)
		}
		print(f.Name, f.Memory, m)
	}
	analyses(t, here(t).signIn(t, editor, password), rounds, print) // the samples have ended the sessions of the other
	archives(t)
}

// ship delivers the compiled PDFium beside a binary, as infra/scripts/precompile does for that of Lambda.
func ship(t *testing.T, binary string) {
	t.Helper()
	exe := program(t, binary)
	c := exec.Command(exe) //nolint:gosec // our own program
	c.Env = []string{pdf.WorkerVar + "=1", pdf.CacheVar + "=" + filepath.Join(filepath.Dir(exe), pdf.Shipped)}
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
}

// analyses measures the tasks of an analysis, each called as the state machine calls it: cold, with and without the compiled
// PDFium, and warm.
func analyses(t *testing.T, b *browser, rounds int, print func(string, int, timed)) {
	t.Helper()
	o := newOperator(t)
	o.must(t, "", "pause")
	defer o.must(t, "", "resume")
	chain := []string{analysis.TaskAssort, analysis.TaskFirstCheck, analysis.TaskSecondCheck}
	for _, form := range []struct {
		name string
		more []string
	}{{"a sheet", nil}, {"a sheet, PDFium not delivered", []string{pdf.CacheVar + "="}}} {
		took := map[string]*timed{}
		for range rounds {
			id := b.upload(t, file{"cold.pdf", sample(t, "js-005.pdf")})[0]
			event, err := json.Marshal(execution.Input{Company: sds.CompanyID(b.company), Sheet: sds.SheetID(id), Attempt: 1})
			if err != nil {
				t.Fatal(err)
			}
			for _, task := range chain {
				if took[task] == nil {
					took[task] = new(timed)
				}
				warm := 2
				if task == analysis.TaskSecondCheck {
					warm = 0 // it ends the analysis
				}
				more := form.more
				if more != nil {
					more = []string{pdf.CacheVar + "=" + t.TempDir()}
				}
				event = took[task].called(t, task, warm, event, more...)
			}
			if s := b.sheet(t, id); s.Status != int(sds.StatusCompleted) {
				t.Fatalf("status %d, %+v, the last task: %s", s.Status, s.Reason, event)
			}
		}
		for _, task := range chain {
			f, _ := blueprint.New().Function(task)
			m := *took[task]
			if len(m.warm) == 0 {
				m.warm = m.cold
			}
			print(task+": "+form.name, f.Memory, m)
		}
	}
}

// archives prints the sizes of the functions' archives for Lambda, where they are built (make build-lambda).
func archives(t *testing.T) {
	t.Helper()
	t.Logf("%-44s %9s %9s", "archive", "MB", "unpacked")
	for _, binary := range slices.Sorted(maps.Keys(makers.All)) {
		packed, unpacked, err := archived(filepath.Join(root, ".build", "lambda", filepath.FromSlash(binary)))
		if err != nil {
			t.Logf("%-44s %v", binary, err)
			continue
		}
		t.Logf("%-44s %9.1f %9.1f", binary, float64(packed)/1e6, float64(unpacked)/1e6)
	}
}

// counter counts the bytes written to it.
type counter int64

func (c *counter) Write(b []byte) (int, error) { *c += counter(len(b)); return len(b), nil }

// archived is the size of a folder as an archive, as the CDK makes it, and as files.
func archived(folder string) (packed, unpacked int64, err error) {
	var size counter
	z := zip.NewWriter(&size)
	err = filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || d.Name() == "Dockerfile" {
			return err
		}
		from, err := os.Open(path) //nolint:gosec // our own build
		if err != nil {
			return err
		}
		defer from.Close() //nolint:errcheck // only read
		to, err := z.Create(d.Name())
		if err != nil {
			return err
		}
		n, err := io.Copy(to, from)
		unpacked += n
		return err
	})
	if err != nil {
		return 0, 0, fmt.Errorf("not built: %w", err)
	}
	return int64(size), unpacked, z.Close()
}
