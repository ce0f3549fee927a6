package lambda

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"time"
)

// Lambda gives a function a processor for each 1,769 MB of its memory ("Configure Lambda function memory" in its
// developer guide), a part of one in turns of some 20 ms.
const (
	memoryOfAProcessor = 1769
	turn               = 20 * time.Millisecond
)

// group is a control group of Linux: its processes have the memory and the processor time of one function.
type group struct{ folders []string }

// newGroup makes a control group for processes of a function with that much memory, in MB. That takes Linux and root.
func newGroup(name string, memory int) (g *group, err error) {
	const all = "/sys/fs/cgroup"
	quota := strconv.FormatInt(turn.Microseconds()*int64(memory)/memoryOfAProcessor, 10)
	period, bytes := strconv.FormatInt(turn.Microseconds(), 10), strconv.Itoa(memory<<20)
	limits := map[string]map[string]string{
		"cpu":    {"cpu.cfs_period_us": period, "cpu.cfs_quota_us": quota},
		"memory": {"memory.limit_in_bytes": bytes},
	}
	if _, err := os.Stat(filepath.Join(all, "cgroup.controllers")); err == nil { // version 2
		if err := os.WriteFile(filepath.Join(all, "cgroup.subtree_control"), []byte("+cpu +memory"), 0o600); err != nil {
			return nil, fmt.Errorf("limit processors and memory (as root): %w", err)
		}
		limits = map[string]map[string]string{"": {"cpu.max": quota + " " + period, "memory.max": bytes}}
	}
	g = new(group)
	for controller, settings := range limits {
		folder := filepath.Join(all, controller, name)
		if err := os.MkdirAll(folder, 0o750); err != nil {
			return nil, errors.Join(fmt.Errorf("limit processors and memory (on Linux, as root): %w", err), g.remove())
		}
		g.folders = append(g.folders, folder)
		for file, value := range settings {
			if err := os.WriteFile(filepath.Join(folder, file), []byte(value), 0o600); err != nil {
				return nil, errors.Join(fmt.Errorf("limit processors and memory: %w", err), g.remove())
			}
		}
	}
	return g, nil
}

// command is the program that starts another one within the group.
func (g *group) command(binary string) []string {
	const enter = `for folder in "$@"; do echo $$ >"$folder/cgroup.procs" || exit 1; done; exec "$0"`
	return append([]string{"/bin/sh", "-c", enter, binary}, g.folders...)
}

// remove removes the group once its processes have ended.
func (g *group) remove() (err error) {
	for _, folder := range g.folders {
		for range 100 { // the processes of a killed one end after it
			if err = os.Remove(folder); err == nil || errors.Is(err, os.ErrNotExist) {
				err = nil
				break
			}
			time.Sleep(20 * time.Millisecond)
		}
	}
	return err
}
