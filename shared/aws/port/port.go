// Package port finds free ports for programs that stand in for services of AWS and listen by themselves.
package port

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"syscall"
)

// The ports from which one is taken are below those that systems give to whoever asks for any port (Linux from 32768, RFC 6335
// from 49152): such a port may be given away before the program listens to it, or while the program is restarted.
const (
	First = 20_000
	Last  = 31_999
)

// attempts is how many ports are tried.
const attempts = 100

// Free is the first of n free ports of 127.0.0.1 in a row. They stay with this process until it ends: another one that looks for
// ports before the program listens, or while it is restarted, gets others.
func Free(n int) (int, error) {
	folder := filepath.Join(os.TempDir(), fmt.Sprintf("anzen-ports-%d", os.Getuid()))
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return 0, fmt.Errorf("create the folder of the locks of ports: %w", err)
	}
	var err error
	for range attempts {
		first := First + rand.IntN(Last-First-n+2) //nolint:gosec // no secret
		if err = take(folder, first, n); err == nil {
			return first, nil
		}
	}
	return 0, fmt.Errorf("find %d free ports in a row: %w", n, err)
}

// held are the files whose locks this process has until its end, which no garbage collection is to close.
var held struct {
	sync.Mutex
	files []*os.File
}

// take locks a file for each of n ports, and listens to all of them for a moment. The locks of those that are not taken are given up.
func take(folder string, first, n int) (err error) {
	var locks []*os.File
	defer func() {
		if err != nil {
			for _, lock := range locks {
				err = errors.Join(err, lock.Close())
			}
			return
		}
		held.Lock()
		held.files = append(held.files, locks...)
		held.Unlock()
	}()
	for port := first; port < first+n; port++ {
		lock, err := os.OpenFile(filepath.Join(folder, strconv.Itoa(port)), os.O_CREATE|os.O_RDWR, 0o600)
		if err != nil {
			return fmt.Errorf("open the lock of port %d: %w", port, err)
		}
		locks = append(locks, lock)
		if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
			return fmt.Errorf("lock port %d: %w", port, err)
		}
	}
	return free(first, n)
}

// free listens to all ports for a moment.
func free(first, n int) (err error) {
	for port := first; port < first+n && err == nil; port++ {
		var listener net.Listener
		if listener, err = net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port)); err == nil {
			defer func() { err = errors.Join(err, listener.Close()) }()
		}
	}
	return err
}
