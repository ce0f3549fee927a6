package hostile

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// Things that a process holds. Children, Files and Temporary are 0 where the system does
// not show them.
type Things struct {
	Goroutines, Children, Files, Temporary int
}

func (t Things) String() string {
	return fmt.Sprintf("%d goroutines, %d child processes, %d open files, %d temporary files", t.Goroutines, t.Children, t.Files, t.Temporary)
}

// Held returns what this process holds now.
func Held() Things {
	t := Things{Goroutines: runtime.NumGoroutine()}
	if tasks, err := filepath.Glob("/proc/self/task/*/children"); err == nil {
		for _, task := range tasks {
			if b, err := os.ReadFile(task); err == nil {
				t.Children += len(strings.Fields(string(b)))
			}
		}
	}
	if files, err := os.ReadDir("/proc/self/fd"); err == nil {
		t.Files = len(files)
	}
	if files, err := os.ReadDir(os.TempDir()); err == nil && os.Getenv("TMPDIR") != "" {
		t.Temporary = len(files)
	}
	return t
}

// Leaked returns what this process holds in addition to before, after waiting at most five
// seconds for what ends by itself.
func Leaked(before Things) Things {
	for until := time.Now().Add(5 * time.Second); ; {
		now := Held()
		more := Things{
			max(now.Goroutines-before.Goroutines, 0), max(now.Children-before.Children, 0), max(now.Files-before.Files, 0), max(now.Temporary-before.Temporary, 0),
		}
		if more == (Things{}) || time.Now().After(until) {
			return more
		}
		runtime.Gosched()
		<-time.After(20 * time.Millisecond)
	}
}
