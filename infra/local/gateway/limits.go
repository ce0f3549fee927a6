package gateway

import (
	"net/http"
	"sync"
	"time"

	"anzen/infra/local/clock"
)

// Limits are those of CloudFront, its firewall and the stage. A request above them does not reach a function.
type Limits struct {
	// Rate is how many requests a second the stage takes, Burst how many at once; 0: any.
	Rate, Burst float64
	// Query, Path and Cookies are the largest parts of a request in bytes; 0: any.
	Query, Path, Cookies int
	Clock                clock.Clock
}

// urlLimit is CloudFront's limit of a URL in bytes ("Quotas" in its developer guide).
const urlLimit = 8192

// gate admits requests within the limits.
type gate struct {
	Limits
	mu   sync.Mutex
	left float64
	at   time.Time
}

func newGate(l *Limits) *gate {
	if l == nil {
		return nil
	}
	g := &gate{Limits: *l, left: l.Burst}
	if g.Clock == nil {
		g.Clock = clock.System{}
	}
	g.at = g.Clock.Now()
	return g
}

// refuses returns the type of the answer of a request above the limits, empty for others.
func (g *gate) refuses(r *http.Request) string {
	over := func(size, limit int) bool { return limit > 0 && size > limit }
	switch {
	case g == nil:
		return ""
	case len(r.URL.RequestURI()) > urlLimit:
		return "REQUEST_TOO_LARGE"
	case over(len(r.URL.RawQuery), g.Query), over(len(r.URL.EscapedPath()), g.Path), over(len(r.Header.Get("Cookie")), g.Cookies):
		return "WAF_FILTERED"
	case !g.take():
		return "THROTTLED"
	}
	return ""
}

// take takes a token of the bucket that the rate fills up to the burst.
func (g *gate) take() bool {
	if g.Rate == 0 {
		return true
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	now := g.Clock.Now()
	g.left, g.at = min(g.Burst, g.left+now.Sub(g.at).Seconds()*g.Rate), now
	if g.left < 1 {
		return false
	}
	g.left--
	return true
}
