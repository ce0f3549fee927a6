// Package door protects the local stack's listeners. It admits only requests to the
// stack's own host names: a web page whose name is made to resolve to this machine (DNS
// rebinding) sends its own name. And it cuts off stalled bodies. On AWS the edge does
// both.
package door

import (
	"errors"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

// Own admits requests to this machine at the port, by its loopback names.
func Own(port int, next http.Handler) http.Handler {
	hosts := map[string]bool{}
	for _, name := range []string{"localhost", "127.0.0.1", "::1"} {
		hosts[net.JoinHostPort(name, strconv.Itoa(port))] = true
		if port == 80 { // which browsers omit
			hosts[strings.TrimSuffix(net.JoinHostPort(name, ""), ":")] = true
		}
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if hosts[r.Host] {
			next.ServeHTTP(w, r)
			return
		}
		w.Header().Set("Cache-Control", "no-store")
		w.Header().Set("X-Content-Type-Options", "nosniff")
		w.Header().Set("Connection", "close")
		http.Error(w, "This stack answers at http://localhost:"+strconv.Itoa(port)+" only.", http.StatusMisdirectedRequest)
	})
}

// Limits bounds the time of a body.
type Limits struct {
	// Stall is the longest pause, Whole the time for the whole body.
	Stall, Whole time.Duration
}

// Limits of bodies: those of API calls arrive at once, files may come over slow lines.
var (
	Calls = Limits{Stall: 15 * time.Second, Whole: 15 * time.Second}
	Files = Limits{Stall: 15 * time.Second, Whole: 10 * time.Minute}
)

// Bodies cuts the connection if the body takes longer than the limits of its request:
// reading it returns an error, and the connection ends.
func Bodies(limits func(*http.Request) Limits, next http.Handler) http.Handler {
	return bodies(limits, time.Now, next)
}

func bodies(limits func(*http.Request) Limits, now func() time.Time, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Body != nil && r.Body != http.NoBody {
			l := limits(r)
			b := &body{ReadCloser: r.Body, connection: http.NewResponseController(w), now: now, stall: l.Stall, end: now().Add(l.Whole)}
			// The server reads an unread rest at the end.
			if b.wait() != nil {
				http.Error(w, http.StatusText(http.StatusInternalServerError), http.StatusInternalServerError)
				return
			}
			r.Body = b
		}
		next.ServeHTTP(w, r)
	})
}

type body struct {
	io.ReadCloser

	connection *http.ResponseController
	now        func() time.Time
	stall      time.Duration
	end        time.Time
	closed     atomic.Bool
}

// wait sets the connection's read deadline.
func (b *body) wait() error {
	until := b.now().Add(b.stall)
	if until.After(b.end) {
		until = b.end
	}
	return b.connection.SetReadDeadline(until)
}

func (b *body) Close() error {
	b.closed.Store(true)
	return b.ReadCloser.Close()
}

func (b *body) Read(into []byte) (int, error) {
	// After the request the connection serves the next one.
	if b.closed.Load() {
		return 0, http.ErrBodyReadAfterClose
	}
	if err := b.wait(); err != nil {
		return 0, err
	}
	n, err := b.ReadCloser.Read(into)
	if errors.Is(err, io.EOF) {
		// The limit is for the body only, not for the answer.
		_ = b.connection.SetReadDeadline(time.Time{})
	}
	return n, err
}
