// Package port finds free ports for programs that stand in for services of AWS and listen by themselves.
package port

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
)

// The ports from which one is taken are below those that systems give to whoever asks for any port (Linux from 32768, RFC 6335
// from 49152): such a port may be given away before the program listens to it, or while the program is restarted.
const (
	First = 20_000
	Last  = 31_999
)

// attempts is how many ports are tried.
const attempts = 100

// Free is the first of n free ports of 127.0.0.1 in a row.
func Free(n int) (int, error) {
	var err error
	for range attempts {
		first := First + rand.IntN(Last-First-n+2) //nolint:gosec // no secret
		if err = free(first, n); err == nil {
			return first, nil
		}
	}
	return 0, fmt.Errorf("find %d free ports in a row: %w", n, err)
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
