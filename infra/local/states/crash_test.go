package states_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"anzen/infra/local/lambda"
	"anzen/infra/local/states"
)

// everything is a machine with each state type, a loop, retries and catches, also inside
// a Map.
const everything = `{"StartAt":"First","States":{
	"First":{"Type":"Task","Resource":"` + lambdaARN + `flaky","ResultPath":"$.first","Retry":[{"ErrorEquals":["Flaky"],"IntervalSeconds":3}],"Next":"Each"},
	"Each":{"Type":"Map","ItemsPath":"$.items","MaxConcurrency":1,"ResultPath":"$.each","ItemProcessor":{"StartAt":"Work","States":{
		"Work":{"Type":"Task","Resource":"` + lambdaARN + `work","Retry":[{"ErrorEquals":["Flaky"],"IntervalSeconds":5}],
			"Catch":[{"ErrorEquals":["Odd"],"ResultPath":"$.error","Next":"Odd"}],"Next":"Worked"},
		"Worked":{"Type":"Pass","Parameters":{"worked.$":"$"},"End":true},
		"Odd":{"Type":"Pass","Parameters":{"n.$":"$.n","odd":true},"End":true}}},"Next":"Count"},
	"Count":{"Type":"Task","Resource":"` + lambdaARN + `count","TimeoutSeconds":600,"ResultPath":"$","Next":"More"},
	"More":{"Type":"Choice","Choices":[{"Variable":"$.more","BooleanEquals":true,"Next":"Count"},{"Variable":"$.each","IsPresent":true,"Next":"Quiet"}],"Default":"Never"},
	"Quiet":{"Type":"Task","Resource":"` + lambdaARN + `count","ResultPath":null,"Next":"Bad"},
	"Bad":{"Type":"Task","Resource":"` + lambdaARN + `bad","Catch":[{"ErrorEquals":["States.ALL"],"ResultPath":"$.error","Next":"Done"}],"Next":"Never"},
	"Done":{"Type":"Succeed"},
	"Never":{"Type":"Fail","Error":"Never","Cause":"Nothing leads here."}}}`

// world counts function calls over restarts.
type world struct {
	mu           sync.Mutex
	flaky, works int
	calls        int
}

func (w *world) functions() functions {
	return functions{
		"flaky": func(context.Context, any) (any, error) {
			w.mu.Lock()
			defer w.mu.Unlock()
			w.calls++
			if w.flaky++; w.flaky%2 == 1 {
				return nil, &lambda.FunctionError{Type: "Flaky"}
			}
			return "done", nil
		},
		"work": func(_ context.Context, input any) (any, error) {
			w.mu.Lock()
			defer w.mu.Unlock()
			w.calls++
			item, _ := input.(map[string]any)
			n, _ := item["n"].(float64)
			if n == 3 {
				return nil, &lambda.FunctionError{Type: "Odd"}
			}
			if w.works++; w.works%2 == 1 {
				return nil, &lambda.FunctionError{Type: "Flaky"}
			}
			return n * 10, nil
		},
		"count": func(_ context.Context, input any) (any, error) {
			w.mu.Lock()
			defer w.mu.Unlock()
			w.calls++
			data, _ := input.(map[string]any)
			n, _ := data["n"].(float64)
			data["n"], data["more"] = n+1, n < 2
			return data, nil
		},
		"bad": fails("BadSheet"),
	}
}

// runToEnd lets all waits of an execution pass.
func runToEnd(t *testing.T, s *states.Service, arn string, move func(time.Duration)) states.Description {
	t.Helper()
	ended := make(chan states.Description, 1)
	go func() { ended <- wait(t, s, arn) }()
	for {
		select {
		case d := <-ended:
			return d
		case <-time.After(2 * time.Millisecond):
			move(10 * time.Second)
		}
	}
}

// TestResumeAtEveryTransition runs a machine once, and then again from each state of
// the journal that a kill -9 could have left.
func TestResumeAtEveryTransition(t *testing.T) {
	folder := t.TempDir()
	c := newClock()
	w := &world{}
	s := open(t, folder, everything, w.functions(), c)
	move := func(d time.Duration) { c.Set(c.Now().Add(d)) }
	arn := start(t, s, "e", `{"items":[{"n":2},{"n":3},{"n":4}]}`)
	d := runToEnd(t, s, arn, move)
	if d.Status != states.Succeeded {
		t.Fatalf("%s: %s %s", d.Status, d.Error, d.Cause)
	}
	want := string(d.Output)
	if !sameJSON(t, d.Output, `{"items":[{"n":2},{"n":3},{"n":4}],"first":"done","each":[{"worked":20},{"n":3,"odd":true},{"worked":40}],
		"n":3,"more":false,"error":{"Error":"BadSheet","Cause":"{\"errorType\":\"BadSheet\",\"errorMessage\":\"because\"}"}}`) {
		t.Fatal(want)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(filepath.Join(folder, "running.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	lines := bytes.SplitAfter(bytes.TrimSpace(whole), []byte("\n"))
	if len(lines) < 30 {
		t.Fatalf("only %d records", len(lines))
	}
	for n := 1; n <= len(lines); n++ {
		for _, torn := range []string{"", `{"kind":"exit","execu`} {
			if torn != "" && n%5 != 0 {
				continue
			}
			t.Run(fmt.Sprintf("after %d records, then %q", n, torn), func(t *testing.T) {
				folder := t.TempDir()
				left := append(bytes.Join(lines[:n], nil), torn...)
				if n == len(lines) {
					left = append(append(bytes.Join(lines, nil), '\n'), torn...)
				}
				if err := os.WriteFile(filepath.Join(folder, "running.jsonl"), left, 0o600); err != nil {
					t.Fatal(err)
				}
				again := &world{}
				s := open(t, folder, everything, again.functions(), c)
				d := runToEnd(t, s, arn, move)
				if d.Status != states.Succeeded || string(d.Output) != want {
					t.Errorf("%s %s, error %s %s", d.Status, d.Output, d.Error, d.Cause)
				}
				if n == len(lines) && again.calls > 0 {
					t.Errorf("%d tasks ran again after the end", again.calls)
				}
				// It is finished for good.
				if err := s.Close(); err != nil {
					t.Fatal(err)
				}
				s = open(t, folder, everything, functions{}, c)
				if d := wait(t, s, arn); d.Status != states.Succeeded || string(d.Output) != want {
					t.Errorf("after another restart: %s %s", d.Status, d.Output)
				}
			})
		}
	}
}

// TestRunningTaskRunsAgain stops the service while a task runs.
func TestRunningTaskRunsAgain(t *testing.T) {
	folder := t.TempDir()
	c := newClock()
	entered := make(chan struct{}, 1)
	definition := one(`{"Type":"Task","Resource":"` + lambdaARN + `f","Retry":[{"ErrorEquals":["States.ALL"]}],"Catch":[{"ErrorEquals":["States.ALL"],"Next":"C"}],"Next":"C"}`)
	definition = definition[:len(definition)-2] + `,"C":{"Type":"Succeed"}}}`
	s := open(t, folder, definition, functions{"f": func(ctx context.Context, _ any) (any, error) {
		entered <- struct{}{}
		<-ctx.Done()
		return nil, ctx.Err()
	}}, c)
	arn := start(t, s, "e", `{}`)
	<-entered
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Start(s.MachineARN("m"), "other", nil); err == nil {
		t.Error("started an execution after Close")
	}
	s = open(t, folder, definition, functions{"f": func(context.Context, any) (any, error) { return "again", nil }}, c)
	if d := wait(t, s, arn); d.Status != states.Succeeded || string(d.Output) != `"again"` {
		t.Errorf("%s %s", d.Status, d.Output)
	}
}

// TestRetryGoesOn checks that a restart neither prolongs the pause before a retry nor
// resets the count of attempts.
func TestRetryGoesOn(t *testing.T) {
	folder := t.TempDir()
	c := newClock()
	definition := one(`{"Type":"Task","Resource":"` + lambdaARN + `f","Retry":[{"ErrorEquals":["Flaky"],"IntervalSeconds":60,"MaxAttempts":1}],"End":true}`)
	s := open(t, folder, definition, functions{"f": fails("Flaky")}, c)
	arn := start(t, s, "e", `{}`)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for asleep, _ := c.Pass(ctx, -1); len(asleep) == 0; {
		asleep, _ = c.Pass(ctx, -1)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	c.Set(c.Now().Add(50 * time.Second))
	s = open(t, folder, definition, functions{"f": fails("Flaky")}, c)
	pass(t, c, 10*time.Second)
	if d := wait(t, s, arn); d.Status != states.Failed || d.Error != "Flaky" || d.Stopped.Sub(d.Started) != time.Minute {
		t.Errorf("%s %s after %s", d.Status, d.Error, d.Stopped.Sub(d.Started))
	}
}

// With any number of concurrent executions the journal is rewritten meanwhile, and
// contains none of them in the end.
func TestManyExecutions(t *testing.T) {
	for _, together := range []bool{false, true} {
		manyExecutions(t, together)
	}
}

// manyExecutions runs several; together: none ends before all have begun.
func manyExecutions(t *testing.T, together bool) {
	t.Helper()
	folder := t.TempDir()
	c := newClock()
	large := bytes.Repeat([]byte("x"), 50<<10)
	definition := `{"StartAt":"S","States":{"S":{"Type":"Task","Resource":"` + lambdaARN + `echo","Next":"T"},"T":{"Type":"Pass","End":true}}}`
	arns := make([]string, 40)
	var begun sync.WaitGroup
	begun.Add(len(arns))
	s := open(t, folder, definition, functions{"echo": func(_ context.Context, input any) (any, error) {
		if begun.Done(); together {
			begun.Wait()
		}
		return input, nil
	}}, c)
	for i := range arns {
		arns[i] = start(t, s, fmt.Sprint(i), `{"i":`+fmt.Sprint(i)+`,"x":"`+string(large)+`"}`)
	}
	for _, arn := range arns {
		if d := wait(t, s, arn); d.Status != states.Succeeded {
			t.Fatalf("%s %s %s", d.Status, d.Error, d.Cause)
		}
	}
	// The last one is archived when the service has ended.
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(filepath.Join(folder, "running.jsonl"))
	if err != nil || info.Size() > 4<<20 {
		t.Errorf("the journal has %d bytes, %v", info.Size(), err)
	}
	s = open(t, folder, definition, functions{}, c)
	for i, arn := range arns {
		d, err := s.Describe(arn)
		if err != nil || !bytes.Contains(d.Output, []byte(`{"i":`+fmt.Sprint(i)+`,`)) {
			t.Fatalf("execution %d: %.60s, %v", i, d.Output, err)
		}
	}
}
