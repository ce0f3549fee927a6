package analysis

import (
	"slices"
	"testing"
	"time"

	"anzen/functions/analysis/execution"
	"anzen/shared/aws/table/tabletest"
	"anzen/shared/domain/sds"
	"anzen/shared/library/sheets"
)

// clocked is a pipeline that scans uploads, whose table and sweep share a clock, with the object under the key of a
// sheet.
func clocked(t *testing.T) (*pipeline, *objects, *tabletest.Clock) {
	t.Helper()
	p, o := worksOn(t, "js-005.pdf")
	clock := tabletest.NewClock()
	p.table, p.now, p.scanning = tabletest.New(t, clock.Now), clock.Now, true
	return p, o, clock
}

// The time limit of an analysis begins when its PDF was found clean: a scan of some hours is no failure, neither before
// the analysis has begun nor while it runs.
func TestALongSearchIsNoFailure(t *testing.T) {
	p, o, clock := clocked(t)
	s, started := p.registered(t, nil)
	o.in["/sheets/"+s.File.Key+"?one"] = o.in["/sheets/js-005.pdf"]
	s = p.arrives(t, s, "one")
	sweep := func(what string, want sds.Status, reason string) {
		t.Helper()
		if err := p.sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		if s = p.reread(t, s); s.Status != want || s.Reason != reason {
			t.Fatalf("%s: status %d, reason %q; want %d, %q", what, s.Status, s.Reason, want, reason)
		}
	}
	clock.Advance(runTakes + time.Hour)
	p.searches(t, s.File.Key, "one", clean, "")
	sweep("the search has ended", sds.StatusUploading, string(sheets.CodeChecking))
	if len(started.names) != 2 || started.names[0] != started.names[1] {
		t.Errorf("started %v", started.names)
	}
	if _, err := p.assort(t.Context(), execution.Of(firm, s)); err != nil {
		t.Fatal(err)
	}
	sweep("the analysis has begun", sds.StatusAssortDone, "")
	clock.Advance(runTakes)
	sweep("it takes a while", sds.StatusAssortDone, "")
	clock.Advance(time.Minute)
	sweep("it does not end", sds.StatusImpossible, ReasonInternal)
}

// An analysis that cannot be started although its PDF was scanned fails with a reason in the end.
func TestWhatCannotBeStartedEnds(t *testing.T) {
	p, _, clock := clocked(t)
	s, _ := p.registered(t, nil)
	s = p.arrives(t, s, "one")
	p.searches(t, s.File.Key, "one", clean, "")
	clock.Advance(searchTakes + runTakes + time.Minute)
	if err := p.sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	if s = p.reread(t, s); s.Reason != ReasonInternal {
		t.Errorf("status %d, reason %q", s.Status, s.Reason)
	}
}

// An analysis whose execution was failed as a whole, so that nothing was written, is taken up by another execution within an hour,
// and once more if that breaks too. While one runs there is no other.
func TestABrokenExecutionIsTakenUp(t *testing.T) {
	p, _, clock := clocked(t)
	p.scanning = false
	s, started := p.registered(t, nil)
	s = p.arrives(t, s, "one")
	first := execution.Name(s)
	sweep := func(what string, after time.Duration, want ...string) {
		t.Helper()
		clock.Advance(after)
		started.names = nil
		if err := p.sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(started.names, want) {
			t.Errorf("%s: started %v, want %v", what, started.names, want)
		}
	}
	sweep("it runs", 2*time.Hour, first)
	started.ended = []string{first}
	sweep("it broke", time.Minute, first+"-2")
	sweep("another runs", time.Minute, first+"-2")
	started.ended = append(started.ended, first+"-2")
	sweep("it broke as well", time.Minute)
	sweep("an hour later", time.Hour, first+"-3")
	if s = p.reread(t, s); !s.Status.InProgress() {
		t.Errorf("status %d", s.Status)
	}
}

// A PDF that arrives hours after its sheet was registered is analyzed, also where the event of its arrival was lost.
func TestALateArrivalIsNoFailure(t *testing.T) {
	for _, searched := range []bool{false, true} {
		p, o, clock := clocked(t)
		p.scanning = searched
		s, started := p.registered(t, nil)
		clock.Advance(runTakes + time.Hour)
		o.in["/sheets/"+s.File.Key] = slices.Clone(o.in["/sheets/js-005.pdf"])
		for range 2 {
			if err := p.sweep(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if s = p.reread(t, s); s.Status != sds.StatusUploading || s.File.Version != currentVersion || (len(started.names) == 0) != searched {
			t.Errorf("searched %v: status %d, reason %q, %+v, started %v", searched, s.Status, s.Reason, s.File, started.names)
		}
	}
}
