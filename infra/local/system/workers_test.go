package system_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"anzen/shared/domain/sds"
	"anzen/shared/reader/pdf"
)

// pdfWorkers are the processes that read PDFs for this one.
func pdfWorkers() (pids []int) {
	tasks, _ := filepath.Glob("/proc/self/task/*/children")
	for _, task := range tasks {
		children, _ := os.ReadFile(task) //nolint:gosec // of this process
		for _, child := range strings.Fields(string(children)) {
			environment, _ := os.ReadFile("/proc/" + child + "/environ") //nolint:gosec // of a child
			if pid, err := strconv.Atoi(child); err == nil && bytes.Contains(environment, []byte(pdf.WorkerVar+"=1")) {
				pids = append(pids, pid)
			}
		}
	}
	return pids
}

// Workers killed while they read, as by a lack of memory: each sheet is analyzed all the same, and none is reported as
// damaged.
func TestKilledWorkersCostNoSheet(t *testing.T) {
	b := here(t).signIn(t, editor, password)
	body := sample(t, "js-015.pdf")
	if b.analyzed(t, b.upload(t, file{"first.pdf", body})...)[0].Status != int(sds.StatusCompleted) {
		t.Fatal("the sheet cannot be read without kills")
	}
	if len(pdfWorkers()) == 0 {
		t.Skip("the system does not list child processes")
	}
	const kills = 8
	done := make(chan struct{})
	killed := map[int]bool{}
	var killer sync.WaitGroup
	killer.Go(func() {
		for len(killed) < kills {
			select {
			case <-done:
				return
			case <-time.After(time.Millisecond):
			}
			for _, pid := range pdfWorkers() {
				if len(killed) < kills && !killed[pid] && syscall.Kill(pid, syscall.SIGKILL) == nil {
					killed[pid] = true
				}
			}
		}
	})
	var files []file
	for i := range 6 {
		// Each file differs, so that none is a duplicate.
		files = append(files, file{fmt.Sprintf("killed-%d.pdf", i), append(bytes.Clone(body), fmt.Sprintf("\n%% copy %d\n", i)...)})
	}
	for _, s := range b.analyzed(t, b.upload(t, files...)...) {
		if s.Status != int(sds.StatusCompleted) {
			t.Errorf("%s: status %d, %+v", s.File.Name, s.Status, s.Reason)
		}
	}
	close(done)
	killer.Wait()
	if t.Logf("%d workers were killed", len(killed)); len(killed) == 0 {
		t.Error("no worker was killed")
	}
}
