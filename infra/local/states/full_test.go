package states_test

import (
	"bytes"
	"context"
	"log/slog"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"anzen/infra/local/journal"
	"anzen/infra/local/lambda"
	"anzen/infra/local/states"
)

const steps = `{"StartAt":"A","States":{"A":{"Type":"Task","Resource":"` + lambdaARN + `a","Retry":[{"ErrorEquals":["Flaky"],"IntervalSeconds":7}],"Next":"Each"},
	"Each":{"Type":"Map","ItemsPath":"$","MaxConcurrency":2,"ItemProcessor":{"StartAt":"B","States":{"B":{"Type":"Task","Resource":"` + lambdaARN + `b","End":true}}},"Next":"C"},
	"C":{"Type":"Pass","End":true}}}`

// Wherever in an execution the disk fills up, the execution continues as soon as there
// is space, repeats no step, and is complete after the next start.
func TestFullDiskUnderWay(t *testing.T) {
	for space := 0; space < 6000; space += 250 {
		folder := t.TempDir()
		c := newClock()
		calls := map[string]int{}
		var each atomic.Int64
		begun, full := make(chan struct{}), make(chan struct{})
		f := functions{
			"a": func(context.Context, any) (any, error) {
				if calls["a"]++; calls["a"] == 1 {
					close(begun)
					<-full
					return nil, &lambda.FunctionError{Type: "Flaky"}
				}
				return []any{1, 2}, nil
			},
			"b": func(_ context.Context, item any) (any, error) { each.Add(1); return item, nil },
		}
		s := open(t, folder, steps, f, c)
		arn := start(t, s, "x", "{}")
		<-begun
		free := journal.Limit(folder, space)
		close(full)
		ended := make(chan states.Description, 1)
		go func() { ended <- wait(t, s, arn) }()
		d, waits := states.Description{}, 0
		for d.Status == "" {
			// Each sleep is either the retry's or the wait for space.
			ctx, cancel := context.WithCancel(t.Context())
			asleep := make(chan time.Duration, 1)
			go func() { asleep <- c.PassUpTo(ctx, time.Minute) }()
			select {
			case d = <-ended:
			case slept := <-asleep:
				if slept != 7*time.Second {
					if waits++; waits == 3 {
						free()
					}
				}
			}
			cancel()
		}
		free()
		if d.Status != states.Succeeded || !sameJSON(t, d.Output, "[1,2]") || calls["a"] != 2 || each.Load() != 2 {
			t.Fatalf("%d bytes: %+v %s, %v", space, d.Summary, d.Output, calls)
		}
		if waits == 0 && space < 500 {
			t.Errorf("%d bytes were enough", space)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		again := open(t, folder, steps, f, c)
		if d := wait(t, again, arn); d.Status != states.Succeeded || calls["a"] != 2 || each.Load() != 2 {
			t.Fatalf("%d bytes, after the next start: %+v, %v", space, d.Summary, calls)
		}
	}
}

// A step that the disk refuses again and again is in the log once.
func TestFullDiskIsSaidOnce(t *testing.T) {
	folder, c := t.TempDir(), newClock()
	begun, full := make(chan struct{}), make(chan struct{})
	f := functions{"a": func(context.Context, any) (any, error) {
		close(begun)
		<-full
		return "done", nil
	}}
	var log bytes.Buffer // which the service has to itself until it is closed
	s, err := states.Open(states.Config{
		Folder: folder, Region: "ap-northeast-1", Account: "000000000000", Invoke: f.invoke, Clock: c, Log: slog.New(slog.NewTextHandler(&log, nil)),
		Machines: []states.Definition{{Name: "m", Text: `{"StartAt":"A","States":{"A":{"Type":"Task","Resource":"` + lambdaARN + `a","End":true}}}`}},
	})
	if err != nil {
		t.Fatal(err)
	}
	arn := start(t, s, "x", "{}")
	<-begun
	free := journal.Limit(folder, 0)
	close(full)
	for _, pause := range []time.Duration{1, 2, 4} {
		if asleep, ok := c.Pass(t.Context(), pause*time.Second); !ok {
			t.Fatalf("the step is not written again: %v", asleep)
		}
	}
	free()
	soon, written := context.WithCancel(t.Context())
	go c.PassUpTo(soon, 5*time.Second) // unless it was written once more after space was freed
	d := wait(t, s, arn)
	written()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(log.String(), "the disk refuses a step"); n != 1 || d.Status != states.Succeeded {
		t.Errorf("%s, said %d times: %s", d.Status, n, &log)
	}
}

// An execution that could not be started does not exist, and can be started.
func TestFullDiskAtTheStart(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "states")
	f := functions{"a": func(context.Context, any) (any, error) { return []any{}, nil }, "b": echo}
	s := open(t, folder, steps, f, newClock())
	free := journal.Limit(folder, 100)
	if _, err := s.Start(s.MachineARN("m"), "x", nil); !journal.Refused(err) {
		t.Fatalf("started: %v", err)
	}
	if list, err := s.List(s.MachineARN("m"), ""); err != nil || len(list) != 0 {
		t.Errorf("%+v, %v", list, err)
	}
	free()
	if d := wait(t, s, start(t, s, "y", "{}")); d.Status != states.Succeeded {
		t.Errorf("%+v", d)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = open(t, folder, steps, f, newClock())
	if list, err := s.List(s.MachineARN("m"), ""); err != nil || len(list) != 1 {
		t.Errorf("%+v, %v", list, err)
	}
	if d := wait(t, s, start(t, s, "x", "{}")); d.Status != states.Succeeded {
		t.Errorf("%+v", d)
	}
}
