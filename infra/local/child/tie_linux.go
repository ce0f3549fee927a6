package child

import (
	"os/exec"
	"syscall"
)

// tie has the kernel kill the program when this process ends.
func tie(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL, Setpgid: true}
}
