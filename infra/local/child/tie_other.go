//go:build !linux

package child

import "os/exec"

// tie can do nothing here: only Linux ties a child's life to its parent's.
func tie(*exec.Cmd) {}
