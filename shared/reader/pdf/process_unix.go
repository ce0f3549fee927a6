//go:build unix

package pdf

import (
	"bytes"
	"errors"
	"math"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/tetratelabs/wazero/experimental"
)

// limitProcess makes the kernel end a looping worker whose parent, which would kill it, has
// died.
func limitProcess() {
	const hard = 2 * workerCPU
	_ = syscall.Setrlimit(syscall.RLIMIT_CPU, &syscall.Rlimit{Cur: hard, Max: hard})
}

// killed reports whether a process was ended by a signal that it cannot catch: by a system
// short of memory, or by a user.
func killed(state *os.ProcessState) bool {
	if state == nil {
		return false
	}
	s, ok := state.Sys().(syscall.WaitStatus)
	return ok && s.Signaled() && s.Signal() == syscall.SIGKILL
}

// closed reports whether the other end of a pipe is closed.
func closed(err error) bool {
	return errors.Is(err, os.ErrClosed) || errors.Is(err, syscall.EPIPE) || errors.Is(err, syscall.ECONNRESET)
}

// usage returns the CPU seconds and the largest resident size in bytes so far.
//
// The kernel's value for a process begins with the size of its parent; the size of its own
// memory is, on Linux, in its status.
func usage() (cpu float64, rss int64) {
	var r syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &r) != nil {
		return 0, 0
	}
	cpu = float64(r.Utime.Nano()+r.Stime.Nano()) / 1e9
	if rss = highWater("self"); rss > 0 {
		return cpu, rss
	}
	rss = r.Maxrss
	if runtime.GOOS == "linux" { // in KiB there, in bytes on Darwin
		rss *= 1024
	}
	return cpu, rss
}

// highWater is the largest resident size in bytes of a process, 0 where unknown.
func highWater(process string) int64 {
	b, err := os.ReadFile("/proc/" + process + "/status")
	if err != nil {
		return 0
	}
	_, after, _ := bytes.Cut(b, []byte("VmHWM:"))
	figure, _, _ := bytes.Cut(after, []byte("kB"))
	n, err := strconv.ParseInt(string(bytes.TrimSpace(figure)), 10, 64)
	if err != nil {
		return 0
	}
	return n << 10
}

// processorTime is what a process has used of processors so far, where that is known.
func processorTime(process string) (sum time.Duration, known bool) {
	b, err := os.ReadFile("/proc/" + process + "/stat")
	if err != nil {
		return 0, false
	}
	// The second field, a name in brackets, may hold anything; the 14th and 15th are the times (proc_pid_stat(5)), always in
	// hundredths of a second.
	fields := strings.Fields(string(b[bytes.LastIndexByte(b, ')')+1:]))
	for _, field := range fields[min(11, len(fields)):min(13, len(fields))] {
		n, err := strconv.ParseInt(field, 10, 64)
		if err != nil {
			return 0, false
		}
		sum += time.Duration(n) * 10 * time.Millisecond
	}
	return sum, true
}

// allocator keeps linear memory outside the Go heap: reserved once, committed on first use,
// returned to the system with the instance. Growing it never copies.
func allocator() experimental.MemoryAllocator {
	return experimental.MemoryAllocatorFunc(func(_, max uint64) experimental.LinearMemory {
		if max > math.MaxInt32 {
			return &mapped{}
		}
		b, err := syscall.Mmap(-1, 0, int(max), syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_PRIVATE|syscall.MAP_ANON)
		if err != nil {
			reserveFailed.Store(&err)
			return &mapped{}
		}
		return &mapped{b}
	})
}

// reserveFailed is the error of reserving memory, nil if none.
var reserveFailed atomic.Pointer[error]

// unreserved returns the error that prevented reserving memory, if any.
func unreserved() error {
	if err := reserveFailed.Load(); err != nil {
		return *err
	}
	return nil
}

type mapped struct{ buf []byte }

func (m *mapped) Reallocate(n uint64) []byte {
	if n > uint64(len(m.buf)) {
		return nil
	}
	return m.buf[:n]
}

func (m *mapped) Free() {
	if m.buf != nil {
		_ = syscall.Munmap(m.buf)
		m.buf = nil
	}
}
