package door_test

import (
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"anzen/infra/local/door"
)

func TestOwn(t *testing.T) {
	requests := 0
	h := door.Own(8080, http.HandlerFunc(func(http.ResponseWriter, *http.Request) { requests++ }))
	for host, own := range map[string]bool{
		"localhost:8080": true, "127.0.0.1:8080": true, "[::1]:8080": true,
		"localhost": false, "localhost:8081": false, "127.0.0.1": false, "rebound.example:8080": false, "rebound.example": false,
		"localhost.rebound.example:8080": false, "localhost:8080.rebound.example": false, "": false, "0.0.0.0:8080": false, "127.0.0.1:8080@rebound.example": false,
	} {
		requests = 0
		r := httptest.NewRequest(http.MethodGet, "/api/v1/info", nil)
		r.Host = host
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if (requests == 1) != own || own != (w.Code == http.StatusOK) || !own && w.Code != http.StatusMisdirectedRequest {
			t.Errorf("%q: %d requests served, status %d", host, requests, w.Code)
		}
	}
}

// Browsers omit the default port.
func TestOwnAtTheUsualPort(t *testing.T) {
	h := door.Own(80, http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	for host, own := range map[string]bool{
		"localhost": true, "localhost:80": true, "127.0.0.1": true, "[::1]": true, "[::1]:80": true, "rebound.example": false, "localhost:8080": false,
	} {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.Host = host
		w := httptest.NewRecorder()
		if h.ServeHTTP(w, r); (w.Code == http.StatusOK) != own {
			t.Errorf("%q: status %d", host, w.Code)
		}
	}
}

// connection records its read deadlines.
type connection struct {
	*httptest.ResponseRecorder
	until []time.Time
}

func (c *connection) SetReadDeadline(until time.Time) error {
	c.until = append(c.until, until)
	return nil
}

func always(l door.Limits) func(*http.Request) door.Limits {
	return func(*http.Request) door.Limits { return l }
}

// Each part of a body has a deadline, the whole body has one, and the answer has none.
func TestDeadlines(t *testing.T) {
	start := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	now := start
	c := &connection{ResponseRecorder: httptest.NewRecorder()}
	r := httptest.NewRequest(http.MethodPost, "/", iotest.OneByteReader(strings.NewReader("abc")))
	door.BodiesAt(always(door.Limits{Stall: 15 * time.Second, Whole: 40 * time.Second}), func() time.Time { return now }, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		for err := error(nil); err == nil; now = now.Add(10 * time.Second) {
			_, err = r.Body.Read(make([]byte, 10))
		}
		_ = r.Body.Close()
		if _, err := r.Body.Read(make([]byte, 1)); err == nil {
			t.Error("read after the end")
		}
	})).ServeHTTP(c, r)
	want := []time.Time{start.Add(15 * time.Second), start.Add(15 * time.Second), start.Add(25 * time.Second), start.Add(35 * time.Second), start.Add(40 * time.Second), {}}
	if len(c.until) != len(want) {
		t.Fatalf("waited until %v", c.until)
	}
	for i := range want {
		if !c.until[i].Equal(want[i]) {
			t.Errorf("%d: waited until %s, want %s", i, c.until[i], want[i])
		}
	}
	c.until = nil
	door.Bodies(always(door.Calls), http.NotFoundHandler()).ServeHTTP(c, httptest.NewRequest(http.MethodGet, "/", http.NoBody))
	if len(c.until) > 0 {
		t.Errorf("a request without a body has a deadline: %v", c.until)
	}
}

// A stalled body ends with its connection, whether the handler reads it or not.
func TestStalledBody(t *testing.T) {
	for _, reads := range []bool{true, false} {
		got := make(chan error, 1)
		server := httptest.NewServer(door.Bodies(always(door.Limits{Stall: 50 * time.Millisecond, Whole: time.Hour}), http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			var err error
			if reads {
				_, err = io.ReadAll(r.Body)
			}
			got <- err
			w.WriteHeader(http.StatusBadRequest)
		})))
		c, err := net.Dial("tcp", server.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(c, "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nhalf"); err != nil {
			t.Fatal(err)
		}
		if err := <-got; reads != errors.Is(err, os.ErrDeadlineExceeded) {
			t.Errorf("reads %v: %v", reads, err)
		}
		// The request is answered, and the connection ends.
		answer, err := io.ReadAll(c)
		if err != nil || !strings.HasPrefix(string(answer), "HTTP/1.1 400 ") {
			t.Errorf("reads %v: %q, %v", reads, answer, err)
		}
		_ = c.Close()
		server.Close()
	}
}

// A slow answer is not cut off by the deadline of its request's body.
func TestSlowAnswersAreNotCutOff(t *testing.T) {
	t.Parallel()
	stall := time.Second
	server := httptest.NewServer(door.Bodies(always(door.Limits{Stall: stall, Whole: stall}), http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if body, err := io.ReadAll(r.Body); err != nil {
			http.Error(w, string(body)+err.Error(), http.StatusBadRequest)
			return
		}
		select {
		case <-r.Context().Done():
			w.WriteHeader(http.StatusGatewayTimeout)
		case <-time.After(3 * stall): // the deadline would have passed
		}
	})))
	defer server.Close()
	response, err := http.Post(server.URL, "text/plain", strings.NewReader(""))
	if err == nil {
		_ = response.Body.Close()
		response, err = http.Post(server.URL, "text/plain", strings.NewReader("x"))
	}
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close() //nolint:errcheck // only read
	if response.StatusCode != http.StatusOK {
		t.Errorf("status %d", response.StatusCode)
	}
}
