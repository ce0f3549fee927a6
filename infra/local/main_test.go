package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"anzen/infra/local/dynamodb"
	"anzen/shared/reader/pdf"
)

// TestMain lets the test binary run as the program.
func TestMain(m *testing.M) {
	pdf.RunAsWorker()
	if os.Getenv("ANZEN_TEST_PROGRAM") != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

// program is the running program.
type program struct {
	*exec.Cmd
	folder string
	output output
	ended  chan error
}

// output is the program's output so far.
type output struct {
	lock sync.Mutex
	text strings.Builder
}

func (o *output) Write(b []byte) (int, error) {
	o.lock.Lock()
	defer o.lock.Unlock()
	return o.text.Write(b)
}

func (o *output) String() string {
	o.lock.Lock()
	defer o.lock.Unlock()
	return o.text.String()
}

type ready struct {
	URL      string `json:"url"`
	Mailbox  string `json:"mailbox"`
	Accounts []struct{ Email, Password, Role string }
}

func launch(t *testing.T, folder string, env ...string) *program {
	t.Helper()
	root, err := dynamodb.FindRoot(".")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := dynamodb.FindEngine(root); err != nil {
		t.Skip(err)
	}
	binary, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	p := &program{Cmd: exec.Command(binary), folder: folder, ended: make(chan error, 1)}
	p.Env = append(append(os.Environ(), "ANZEN_TEST_PROGRAM=1", "ANZEN_DATA="+folder, "ANZEN_PORT=0"), env...)
	p.Stdout, p.Stderr, p.Dir = &p.output, &p.output, root
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	go func() { p.ended <- p.Wait() }()
	t.Cleanup(func() { _ = p.Process.Kill() })
	return p
}

// patience is the time limit on a busy machine.
const patience = 5 * time.Minute

// until polls, since the program is another process.
func (p *program) until(t *testing.T, within time.Duration, condition func() bool) {
	t.Helper()
	deadline := time.After(within + patience)
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for !condition() {
		select {
		case err := <-p.ended:
			t.Fatalf("the program ended: %v\n%s", err, p.output.String())
		case <-deadline:
			log, _ := os.ReadFile(filepath.Join(p.folder, "log", "stack.log"))
			t.Fatalf("it did not happen in time\n%s", log[max(0, len(log)-4000):])
		case <-tick.C:
		}
	}
}

func (p *program) ready(t *testing.T, within time.Duration) ready {
	t.Helper()
	var r ready
	p.until(t, within, func() bool {
		body, err := os.ReadFile(filepath.Join(p.folder, "ready.json"))
		return err == nil && json.Unmarshal(body, &r) == nil
	})
	return r
}

func (p *program) end(t *testing.T, signal syscall.Signal) time.Duration {
	t.Helper()
	started := time.Now()
	if err := p.Process.Signal(signal); err != nil {
		t.Fatal(err)
	}
	select {
	case err := <-p.ended:
		if err != nil && signal != syscall.SIGKILL {
			t.Errorf("the program ended with %v\n%s", err, p.output.String())
		}
	case <-time.After(patience):
		t.Fatal("the program does not end")
	}
	return time.Since(started)
}

// children are the child processes of the program.
func (p *program) children(t *testing.T) []int {
	t.Helper()
	tasks, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", p.Process.Pid))
	if err != nil || len(tasks) == 0 {
		t.Skip("the system does not list child processes")
	}
	var pids []int
	for _, task := range tasks {
		body, err := os.ReadFile(task)
		if err != nil {
			continue
		}
		for _, field := range strings.Fields(string(body)) {
			pid, err := strconv.Atoi(field)
			if err != nil {
				t.Fatal(err)
			}
			pids = append(pids, pid)
		}
	}
	return pids
}

// goneSoon waits for processes that have to end with their parent.
func goneSoon(pids []int) bool {
	deadline := time.After(patience)
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for !gone(pids) {
		select {
		case <-deadline:
			return false
		case <-tick.C:
		}
	}
	return true
}

func gone(pids []int) bool {
	for _, pid := range pids {
		if !errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) {
			return false
		}
	}
	return true
}

// executions counts the starts and ends of analyses in the journals.
func executions(t *testing.T, folder string) (started map[string]int, ended map[string]string) {
	t.Helper()
	started, ended = map[string]int{}, map[string]string{}
	each := func(name string, line func([]byte)) {
		file, err := os.Open(filepath.Join(folder, "states", name))
		if errors.Is(err, os.ErrNotExist) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close() //nolint:errcheck // only read
		scanner := bufio.NewScanner(file)
		scanner.Buffer(nil, 64<<20)
		for scanner.Scan() {
			line(scanner.Bytes())
		}
	}
	each("running.jsonl", func(line []byte) {
		var r struct{ Kind, Execution string }
		if json.Unmarshal(line, &r) == nil && r.Kind == "start" {
			started[r.Execution]++
		}
	})
	each("finished.jsonl", func(line []byte) {
		var r struct{ ARN, Status string }
		if json.Unmarshal(line, &r) == nil {
			started[r.ARN] = max(1, started[r.ARN])
			ended[r.ARN] = r.Status
		}
	})
	return started, ended
}

// TestKillAndRestart kills the program several times during the demo company's
// analyses, and expects everything done once at the end.
func TestKillAndRestart(t *testing.T) {
	folder := t.TempDir()
	for _, after := range []int{1, 4, 8} {
		p := launch(t, folder)
		p.until(t, 90*time.Second, func() bool {
			started, ended := executions(t, folder)
			return len(started) >= after && len(ended) < len(started)
		})
		children := p.children(t)
		p.end(t, syscall.SIGKILL)
		if len(children) == 0 {
			t.Error("it had no children")
		}
		if !goneSoon(children) {
			t.Errorf("of the children %v some outlived kill -9", children)
		}
	}
	p := launch(t, folder)
	r := p.ready(t, 90*time.Second)
	if len(r.Accounts) != 4 {
		t.Errorf("accounts: %+v", r.Accounts)
	}
	p.until(t, time.Minute, func() bool {
		started, ended := executions(t, folder)
		return len(ended) == len(started)
	})
	started, ended := executions(t, folder)
	for arn, n := range started {
		if n != 1 || ended[arn] != "SUCCEEDED" {
			t.Errorf("%s was started %d times and %s", arn, n, ended[arn])
		}
	}
	children := p.children(t)
	t.Logf("ended after %s", p.end(t, syscall.SIGINT))
	if !goneSoon(children) {
		t.Errorf("of the children %v some are left", children)
	}
	if _, err := os.Stat(filepath.Join(folder, "ready.json")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the ready file: %v", err)
	}

	// The next start prints its addresses again.
	began := time.Now()
	p = launch(t, folder)
	r = p.ready(t, 90*time.Second)
	t.Logf("ready again after %s", time.Since(began))
	p.until(t, 5*time.Second, func() bool { return strings.Contains(p.output.String(), r.Mailbox) })
	if text := p.output.String(); !strings.Contains(text, r.URL) || !strings.Contains(text, r.Accounts[0].Email) {
		t.Errorf("it prints %q", text)
	}

	// A second stack on its ports or its data fails with one line.
	port := r.URL[strings.LastIndex(r.URL, ":")+1:]
	for _, env := range [][]string{{"ANZEN_PORT=" + port, "ANZEN_DATA=" + t.TempDir()}, {"ANZEN_PORT=0"}, {"ANZEN_PORT=x"}} {
		second := launch(t, folder, env...)
		select {
		case err := <-second.ended:
			var exit *exec.ExitError
			if !errors.As(err, &exit) || exit.ExitCode() != 1 || strings.Count(second.output.String(), "\n") != 1 {
				t.Errorf("%v: %v, %q", env, err, second.output.String())
			}
		case <-time.After(patience):
			t.Errorf("%v: it runs", env)
		}
	}
	p.end(t, syscall.SIGTERM)
}
