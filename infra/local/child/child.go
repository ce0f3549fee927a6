// Package child runs programs that end with this process, however it ends.
package child

import (
	"os/exec"
	"runtime"
)

// Start starts a program whose life is tied to this process where the system can do so
// (Linux), even for kill -9. The program is in a process group of its own, so that
// Ctrl-C reaches it through us, after its users. The channel gets the result of Wait,
// and is closed.
func Start(cmd *exec.Cmd) (ended <-chan error, err error) {
	tie(cmd)
	started, end := make(chan error, 1), make(chan error, 1)
	go func() {
		// The kernel ties a child to the thread that made it, which has to last as long.
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := cmd.Start()
		started <- err
		if err == nil {
			end <- cmd.Wait()
			close(end)
		}
	}()
	return end, <-started
}
