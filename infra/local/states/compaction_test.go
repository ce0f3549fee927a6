package states_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"anzen/infra/local/lambda"
	"anzen/infra/local/states"
)

// compactions runs the machine of snapshots for as many companies as an execution has.
func compactions(t *testing.T, snapshot func(company string) error) (status states.Status, calls int64, side int64) {
	t.Helper()
	const companies = 500 // as catalog-compact hands over
	var all, now, most atomic.Int64
	var peak sync.Mutex
	s, err := states.Open(states.Config{
		Folder: t.TempDir(), Random: func() float64 { return 0 }, // no pause
		Machines: []states.Definition{{Name: "compaction", Text: definitions(t)["compaction.asl.json"]}},
		Invoke: func(_ context.Context, function string, payload []byte) ([]byte, error) {
			if strings.HasSuffix(function, "catalog-outcome") {
				return outcome(t, payload, companies)
			}
			all.Add(1)
			n := now.Add(1)
			defer now.Add(-1)
			peak.Lock()
			most.Store(max(most.Load(), n))
			peak.Unlock()
			var in struct{ Company string }
			if err := json.Unmarshal(payload, &in); err != nil {
				return nil, err
			}
			return payload, snapshot(in.Company)
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	var in struct {
		Companies []map[string]string `json:"companies"`
	}
	for i := range companies {
		in.Companies = append(in.Companies, map[string]string{"company": fmt.Sprintf("01890a5d-ac96-774b-bcce-b302099%05d", i)})
	}
	input, err := json.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	started, err := s.Start(s.MachineARN("compaction"), "e", input)
	if err != nil {
		t.Fatal(err)
	}
	return wait(t, s, started.ARN).Status, all.Load(), most.Load()
}

// outcome answers as the function does.
func outcome(t *testing.T, payload []byte, companies int) ([]byte, error) {
	t.Helper()
	var in struct{ Ended []struct{ Failed bool } }
	if err := json.Unmarshal(payload, &in); err != nil {
		return nil, err
	}
	if len(in.Ended) != companies {
		t.Errorf("%d of %d have ended", len(in.Ended), companies)
	}
	return json.Marshal(map[string]bool{"broken": slices.ContainsFunc(in.Ended, func(e struct{ Failed bool }) bool { return e.Failed })})
}

// An execution ends in time, with an alarm, even where all of its snapshots fail at every attempt.
func TestSnapshotsFitIntoTheirHistory(t *testing.T) {
	status, calls, _ := compactions(t, func(string) error { return &lambda.FunctionError{Type: "wrapError", Message: "always"} })
	if status != states.Failed || calls != 4*500 {
		t.Errorf("%s after %d calls", status, calls)
	}
}

// One company that fails stops no other, and the execution fails in the end, which raises the alarm; without one it succeeds.
func TestSnapshotsAreMadeSideBySide(t *testing.T) {
	var made sync.Map
	bad := "01890a5d-ac96-774b-bcce-b30209900007"
	status, calls, side := compactions(t, func(company string) error {
		if company == bad {
			return &lambda.FunctionError{Type: "wrapError", Message: "always"}
		}
		if _, twice := made.LoadOrStore(company, true); twice {
			t.Errorf("%s is made twice", company)
		}
		return nil
	})
	if status != states.Failed || calls != 499+4 || side > 8 {
		t.Errorf("%s after %d calls, %d at once", status, calls, side)
	}
	if status, calls, _ = compactions(t, func(string) error { return nil }); status != states.Succeeded || calls != 500 {
		t.Errorf("%s after %d calls", status, calls)
	}
}
