package port_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"strings"
	"testing"

	"anzen/shared/aws/port"
)

// Nobody gets a port that another one was given, though nothing listens to it yet: of so many ports some would be given twice.
func TestPortsAreGivenOnce(t *testing.T) {
	const children, each = 4, 150
	if os.Getenv("ANZEN_TEST_PORTS") != "" {
		for range each {
			first, err := port.Free(1)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Println("port", first)
		}
		_, _ = io.Copy(io.Discard, os.Stdin) // the ports stay with this process until the others have theirs
		return
	}
	given := map[string]bool{}
	for range children {
		cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestPortsAreGivenOnce$")
		cmd.Env = append(os.Environ(), "ANZEN_TEST_PORTS=1")
		input, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		output, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		defer cmd.Wait()    //nolint:errcheck // it has no result
		defer input.Close() //nolint:errcheck // a pipe
		lines := bufio.NewScanner(output)
		for n := 0; n < each && lines.Scan(); {
			p, ok := strings.CutPrefix(lines.Text(), "port ")
			if !ok {
				t.Fatal(lines.Text())
			}
			if given[p] {
				t.Errorf("port %s is given twice", p)
			}
			given[p] = true
			n++
		}
	}
	if len(given) != children*each {
		t.Errorf("%d ports are given", len(given))
	}
}

// Free ports can be listened to, and are none that the system gives to others.
func TestFree(t *testing.T) {
	for range 200 {
		first, err := port.Free(2)
		if err != nil || first < port.First || first+1 > port.Last {
			t.Fatal(first, err)
		}
		for p := first; p < first+2; p++ {
			l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", p))
			if err != nil {
				t.Fatal(err)
			}
			defer l.Close() //nolint:errcheck // only listened
		}
	}
}
