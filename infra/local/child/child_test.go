package child_test

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"anzen/infra/local/child"
)

// asParent makes the test binary the parent of another program.
const asParent = "ANZEN_CHILD_TEST_PARENT"

func TestMain(m *testing.M) {
	if os.Getenv(asParent) != "" {
		cmd := exec.Command("sleep", "600")
		ended, err := child.Start(cmd)
		if err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		fmt.Println(cmd.Process.Pid)
		<-ended
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func TestStart(t *testing.T) {
	ended, err := child.Start(exec.Command("sh", "-c", "exit 3"))
	if err != nil {
		t.Fatal(err)
	}
	var exit *exec.ExitError
	if err := <-ended; !errors.As(err, &exit) || exit.ExitCode() != 3 {
		t.Errorf("it ended with %v", err)
	}
	if _, err := child.Start(exec.Command("/nothing/there")); err == nil {
		t.Error("a program that is not there runs")
	}
}

func TestNoChildIsLeftBehind(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux ties a child's life to its parent's")
	}
	parent := exec.Command(os.Args[0])
	parent.Env = append(os.Environ(), asParent+"=1")
	out, err := parent.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(line))
	if err != nil {
		t.Fatal(line)
	}
	defer syscall.Kill(pid, syscall.SIGKILL) //nolint:errcheck // where the test fails
	if err := parent.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = parent.Wait() // it was killed
	limit := time.After(5 * time.Minute)
	for running(pid) {
		select {
		case <-limit:
			t.Fatal("the child runs on")
		case <-time.After(time.Millisecond):
		}
	}
}

// running reports whether a process exists and has not ended.
func running(pid int) bool {
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	return err == nil && !strings.Contains(string(stat), ") Z ")
}
