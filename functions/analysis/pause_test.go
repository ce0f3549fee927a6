package analysis

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"anzen/shared/aws/metrics"
	"anzen/shared/domain/sds"
)

// While operators have paused the starting of analyses none is started, however it is asked for, and none fails for its
// age; afterwards the sweep starts it, and its time begins anew.
func TestAPause(t *testing.T) {
	p, o, clock := clocked(t)
	var measured bytes.Buffer
	p.counted = metrics.Namespaced{Namespace: "anzen-test", Out: &measured, Now: clock.Now}
	if _, err := p.table.PauseAnalyses(t.Context(), true, "operator"); err != nil {
		t.Fatal(err)
	}
	s, started := p.registered(t, nil)
	o.in["/sheets/"+s.File.Key+"?one"] = o.in["/sheets/js-005.pdf"]
	s = p.arrives(t, s, "one")
	p.searches(t, s.File.Key, "one", clean, "")
	sweep := func(what string, starts int, failed bool) {
		t.Helper()
		if err := p.sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		if s = p.reread(t, s); len(started.names) != starts || (s.Status == sds.StatusImpossible) != failed {
			t.Errorf("%s: started %v, status %d", what, started.names, s.Status)
		}
	}
	clock.Advance(runTakes + time.Hour)
	sweep("paused for hours", 0, false)
	if measured.Len() > 0 {
		t.Errorf("measured in a pause: %s", measured.String())
	}
	if _, err := p.table.PauseAnalyses(t.Context(), false, "operator"); err != nil {
		t.Fatal(err)
	}
	clock.Advance(time.Minute)
	sweep("after the pause", 1, false)
	if !strings.Contains(measured.String(), `"OldestAnalysis":60,`) {
		t.Errorf("measured: %s", measured.String())
	}
	clock.Advance(searchTakes + runTakes)
	sweep("hours later", 1, true)
}
