package lambda

import (
	"os/exec"
	"syscall"
)

// dieWithParent has the kernel kill the function's process when this one is
// gone.
func dieWithParent(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL, Setpgid: true}
}
