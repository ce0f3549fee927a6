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

// everything is a machine with each state type, a retry, a catch and a wait,
// also inside of a Map and a Parallel.
const everything = `{"StartAt":"First","States":{
	"First":{"Type":"Task","Resource":"` + lambdaARN + `flaky","ResultPath":"$.first","Retry":[{"ErrorEquals":["Flaky"],"IntervalSeconds":3}],"Next":"Pause"},
	"Pause":{"Type":"Wait","Seconds":60,"Next":"Each"},
	"Each":{"Type":"Map","ItemsPath":"$.items","MaxConcurrency":1,"ResultPath":"$.each","ItemProcessor":{"StartAt":"Work","States":{
		"Work":{"Type":"Task","Resource":"` + lambdaARN + `work","Catch":[{"ErrorEquals":["Odd"],"ResultPath":null,"Next":"Odd"}],"Next":"Nap"},
		"Nap":{"Type":"Wait","Seconds":5,"End":true},
		"Odd":{"Type":"Pass","Result":"odd","End":true}}},"Next":"Both"},
	"Both":{"Type":"Parallel","ResultPath":"$.both","Branches":[
		{"StartAt":"A","States":{"A":{"Type":"Task","Resource":"` + lambdaARN + `work","Parameters":2,"Next":"A2"},"A2":{"Type":"Pass","End":true}}},
		{"StartAt":"B","States":{"B":{"Type":"Succeed","OutputPath":"$.name"}}}],"Next":"Which"},
	"Which":{"Type":"Choice","Choices":[{"Variable":"$.both[0]","NumericEquals":4,"Next":"Bad"}],"Default":"Never"},
	"Bad":{"Type":"Task","Resource":"` + lambdaARN + `bad","Catch":[{"ErrorEquals":["States.ALL"],"ResultPath":"$.error","Next":"Done"}],"Next":"Never"},
	"Done":{"Type":"Pass","Parameters":{"name.$":"$.name","first.$":"$.first","each.$":"$.each","both.$":"$.both","error.$":"$.error.Error"},"End":true},
	"Never":{"Type":"Fail","Error":"Never"}}}`

// world holds what functions count, over restarts.
type world struct {
	mu    sync.Mutex
	flaky int
	calls int
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
			n, _ := input.(float64)
			if n == 3 {
				return nil, &lambda.FunctionError{Type: "Odd"}
			}
			if n == 2 {
				return 4, nil
			}
			return n * 10, nil
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

// TestResumeAtEveryTransition runs a machine once, and then again from each
// state of the journal that a kill -9 could have left.
func TestResumeAtEveryTransition(t *testing.T) {
	folder := t.TempDir()
	c := newClock()
	w := &world{}
	s := open(t, folder, everything, w.functions(), c)
	move := func(d time.Duration) { c.Set(c.Now().Add(d)) }
	arn := start(t, s, "e", `{"name":"x","items":[2,3,4]}`)
	d := runToEnd(t, s, arn, move)
	if d.Status != states.Succeeded {
		t.Fatalf("%s: %s %s", d.Status, d.Error, d.Cause)
	}
	want := string(d.Output)
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
				// And it is finished for good.
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

// TestWaitGoesOn checks that a wait is not longer for a restart.
func TestWaitGoesOn(t *testing.T) {
	folder := t.TempDir()
	c := newClock()
	definition := one(`{"Type":"Wait","Seconds":60,"End":true}`)
	s := open(t, folder, definition, nil, c)
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
	s = open(t, folder, definition, nil, c)
	pass(t, c, 10*time.Second)
	if d := wait(t, s, arn); d.Status != states.Succeeded || d.Stopped.Sub(d.Started) != time.Minute {
		t.Errorf("%s after %s", d.Status, d.Stopped.Sub(d.Started))
	}
}

// However many executions run at once, the journal is rewritten while they do, and
// holds nothing of them in the end.
func TestManyExecutions(t *testing.T) {
	for _, together := range []bool{false, true} {
		manyExecutions(t, together)
	}
}

// manyExecutions runs some; together: none ends before all have begun.
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
	// The last of them is put away when the service has ended.
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
