package system_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"anzen/shared/aws/port"
)

// program is a command of the project, built into a temporary folder.
func program(t testing.TB, path string) string {
	t.Helper()
	binary := filepath.Join(shared.folder, "programs", filepath.FromSlash(path), filepath.Base(path))
	building.Lock()
	defer building.Unlock()
	if _, err := os.Stat(binary); err == nil {
		return binary
	}
	module, inside := root, path
	if below, ok := strings.CutPrefix(path, "infra/"); ok { // a module of its own
		module, inside = filepath.Join(root, "infra"), below
	}
	build := exec.Command("go", "build", "-o", binary, "./"+inside) //nolint:gosec // our own programs
	build.Dir = module
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("build %s: %v\n%s", path, err, out)
	}
	return binary
}

var building sync.Mutex

// process is a stack in a process of its own.
type process struct {
	site
	folder  string
	command *exec.Cmd
	console *bytes.Buffer
	ended   chan struct{}
	// took is the time from start to ready.
	took time.Duration
}

// launch starts a program whose stack has its data in the folder, and waits until it is ready.
func launch(t testing.TB, folder string, command *exec.Cmd, env ...string) *process {
	t.Helper()
	p := begin(t, folder, command, env...)
	started := time.Now()
	eventually(t, 2*time.Minute, "the stack is ready", func() bool {
		select {
		case <-p.ended:
			t.Fatalf("the program ended: %v\n%s", command.ProcessState, p.console)
		default:
		}
		// An older ready file was removed with the lock, or belongs to a killed process.
		body, err := os.ReadFile(p.ready())
		if err != nil || json.Unmarshal(body, &p.site) != nil {
			return false
		}
		info, err := os.Stat(p.ready())
		return err == nil && info.ModTime().After(started.Add(-time.Second)) && holder(folder) == command.Process.Pid
	})
	p.took = time.Since(started)
	return p
}

// begin starts a program that may or may not become ready.
func begin(t testing.TB, folder string, command *exec.Cmd, env ...string) *process {
	t.Helper()
	p := &process{folder: folder, command: command, console: &bytes.Buffer{}, ended: make(chan struct{})}
	command.Dir = root
	command.Env = append(os.Environ(), env...)
	command.Stdout, command.Stderr = p.console, p.console
	// A surviving child must not keep Wait waiting for its output.
	command.WaitDelay = time.Second
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		defer close(p.ended)
		_ = command.Wait()
	}()
	t.Cleanup(func() {
		_ = command.Process.Kill()
		<-p.ended
		if t.Failed() {
			p.explain(t)
		}
	})
	return p
}

// explain prints the last errors in the stack's log, which goes with the test's folder.
func (p *process) explain(t testing.TB) {
	t.Helper()
	errs := p.log(t, `"level":"ERROR"`)
	for _, line := range errs[max(0, len(errs)-20):] {
		t.Logf("stack.log: %.1000s", line)
	}
}

func (p *process) ready() string { return filepath.Join(p.folder, "ready.json") }

// holder is the process that has locked the data in a folder.
func holder(folder string) int {
	body, err := os.ReadFile(filepath.Join(folder, "lock")) //nolint:gosec // our own folder
	if err != nil {
		return 0
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(body)))
	if err != nil {
		return 0
	}
	return pid
}

// kill ends the process like a power cut, and checks that all its children end too.
func (p *process) kill(t testing.TB) {
	t.Helper()
	p.end(t, syscall.SIGKILL)
}

func (p *process) end(t testing.TB, signal os.Signal) {
	t.Helper()
	all := family(p.command.Process.Pid)
	if len(all) < 2 && runtime.GOOS == "linux" {
		t.Errorf("the process has no children: %v", all)
	}
	if err := p.command.Process.Signal(signal); err != nil {
		t.Fatal(err)
	}
	select {
	case <-p.ended:
	case <-time.After(patience):
		t.Fatalf("%v did not end it", signal)
	}
	eventually(t, 5*time.Second, "all children have ended", func() bool {
		for _, member := range all {
			if member.lives() {
				return false
			}
		}
		return true
	})
}

// member is a process of the family: its id may be reused later, its start time
// distinguishes them.
type member struct {
	pid    int
	parent int
	start  string
}

// look reads the kernel's data on a process.
func look(pid int) (member, bool) {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return member{}, false
	}
	// The name is in brackets and may contain anything.
	fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
	if len(fields) < 20 || fields[0] == "Z" {
		return member{}, false
	}
	parent, err := strconv.Atoi(fields[1])
	return member{pid, parent, fields[19]}, err == nil
}

func (m member) lives() bool {
	now, ok := look(m.pid)
	return ok && now.start == m.start
}

// family is a process with all its descendants.
func family(pid int) []member {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return nil
	}
	var all, found []member
	for _, entry := range entries {
		if id, err := strconv.Atoi(entry.Name()); err == nil {
			if m, ok := look(id); ok {
				all = append(all, m)
			}
		}
	}
	in := map[int]bool{pid: true}
	for grew := true; grew; {
		grew = false
		for _, m := range all {
			if in[m.parent] && !in[m.pid] {
				in[m.pid], grew = true, true
			}
		}
	}
	for _, m := range all {
		if in[m.pid] {
			found = append(found, m)
		}
	}
	return found
}

// memory is the proportional set size of the process with all children, in bytes.
func (p *process) memory() (bytes int64, processes int) {
	for _, m := range family(p.command.Process.Pid) {
		rollup, err := os.ReadFile(fmt.Sprintf("/proc/%d/smaps_rollup", m.pid))
		if err != nil {
			continue
		}
		_, rest, _ := strings.Cut(string(rollup), "\nPss:")
		var kilobytes int64
		if _, err := fmt.Sscanf(rest, "%d kB", &kilobytes); err == nil {
			bytes += kilobytes << 10
			processes++
		}
	}
	return bytes, processes
}

// freePair is a free port whose successor is free too, so that a stack which is killed gets them again.
func freePair(t testing.TB) int {
	t.Helper()
	first, err := port.Free(2)
	if err != nil {
		t.Fatal(err)
	}
	return first
}

// alone runs this test program as a stack of its own, on new data.
func alone(t testing.TB, env ...string) *process {
	t.Helper()
	return aloneOn(t, t.TempDir(), env...)
}

// aloneOn does so on the data in a folder.
func aloneOn(t testing.TB, folder string, env ...string) *process {
	t.Helper()
	here(t) // or skip
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	command := exec.Command(self)
	// It ends with its standard input, and so with this process.
	in, err := command.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = in.Close() })
	return launch(t, folder, command, append(env, envData+"="+folder)...)
}

// log returns the lines of the log that contain the text.
func (p *process) log(t testing.TB, text string) []string {
	t.Helper()
	body, err := os.ReadFile(filepath.Join(p.folder, "log", "stack.log"))
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, line := range strings.Split(string(body), "\n") {
		if strings.Contains(line, text) {
			lines = append(lines, line)
		}
	}
	return lines
}
