package gateway_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"anzen/infra/local/clock"
	"anzen/infra/local/gateway"
)

// Requests above the limits are refused as CloudFront, its firewall and API Gateway refuse them, before a function is
// called.
func TestLimits(t *testing.T) {
	now, called := clock.NewManual(time.Unix(0, 0)), 0
	api, err := gateway.New(gateway.Config{
		Routes: []gateway.Route{{Method: "GET", Path: "/a", Function: "a", Public: true}},
		Limits: &gateway.Limits{Rate: 2, Burst: 3, Query: 100, Path: 50, Cookies: 30, Clock: now},
		Refusals: map[string]gateway.Refusal{
			"WAF_FILTERED": {Status: 403}, "THROTTLED": {Status: 429}, "REQUEST_TOO_LARGE": {Status: 413},
		},
		Invoke: func(context.Context, string, []byte) ([]byte, error) {
			called++
			return []byte(`{"statusCode":200}`), nil
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	get := func(path, cookie string) int {
		r := httptest.NewRequest(http.MethodGet, path, http.NoBody)
		r.Header.Set("Cookie", cookie)
		w := httptest.NewRecorder()
		api.ServeHTTP(w, r)
		return w.Code
	}
	for path, want := range map[string]int{"/a?q=" + strings.Repeat("x", 99): 403, "/" + strings.Repeat("a", 50): 403, "/a?" + strings.Repeat("x", 8200): 413} {
		if got := get(path, ""); got != want {
			t.Errorf("%d bytes: %d, want %d", len(path), got, want)
		}
	}
	if got := get("/a", strings.Repeat("x", 31)); got != 403 {
		t.Errorf("a long cookie: %d", got)
	}
	for n, want := range []int{200, 200, 200, 429, 429} {
		if got := get("/a", ""); got != want {
			t.Errorf("request %d: %d, want %d", n, got, want)
		}
	}
	now.Set(now.Now().Add(time.Second))
	for n, want := range []int{200, 200, 429} {
		if got := get("/a?q="+strings.Repeat("x", 90), ""); got != want {
			t.Errorf("request %d, a second later: %d, want %d", n, got, want)
		}
	}
	if called != 5 {
		t.Errorf("%d calls", called)
	}
}
