package states_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"anzen/infra/local/lambda"
	"anzen/infra/local/states"
)

// The nightly run's executions have so few companies that their history ends in time even where all of them fail at every
// attempt; then the execution tells which, and the next one has been started.
func TestANightFitsIntoItsHistory(t *testing.T) {
	const companies = 500 // as nightly plans them
	var checked, next atomic.Int64
	s, err := states.Open(states.Config{
		Folder: t.TempDir(), Random: func() float64 { return 0 }, // no pause
		Machines: []states.Definition{{Name: "nightly", Text: definitions(t)["nightly.asl.json"]}},
		Invoke: func(_ context.Context, function string, payload []byte) ([]byte, error) {
			switch function[strings.LastIndex(function, ":")+1:] {
			case "nightly-plan":
				var items []map[string]string
				for i := range companies {
					items = append(items, map[string]string{"company": fmt.Sprintf("01890a5d-ac96-774b-bcce-b302099%05d", i)})
				}
				return json.Marshal(map[string]any{"day": "2026-11-24", "part": 1, "companies": items})
			case "nightly-company":
				checked.Add(1)
				return nil, &lambda.FunctionError{Type: "wrapError", Message: "always"}
			}
			var in struct {
				Companies []any
				Failed    []struct{ Failed bool }
			}
			if err := json.Unmarshal(payload, &in); err != nil {
				return nil, err
			}
			if len(in.Companies) == companies && len(in.Failed) == companies && in.Failed[0].Failed {
				next.Add(1)
			}
			return []byte(`{"broken":true}`), nil
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	started, err := s.Start(s.MachineARN("nightly"), "e", []byte(`{}`))
	if err != nil {
		t.Fatal(err)
	}
	d := wait(t, s, started.ARN)
	if d.Status != states.Failed || d.Error != "Incomplete" || checked.Load() != 6*companies || next.Load() != 1 {
		t.Errorf("%s, %s %s; %d checks, %d executions follow", d.Status, d.Error, d.Cause, checked.Load(), next.Load())
	}
}
