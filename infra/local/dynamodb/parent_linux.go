package dynamodb

import (
	"os/exec"
	"syscall"
)

// dieWithParent has the kernel kill the child when this process is gone, be it
// by kill -9. The child stands in a process group of its own, so that Ctrl-C
// reaches it through us, after the functions that use it.
func dieWithParent(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL, Setpgid: true}
}
