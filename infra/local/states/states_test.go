package states_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"anzen/infra/local/clock"
	"anzen/infra/local/lambda"
	"anzen/infra/local/states"
)

func newClock() *clock.Manual {
	return clock.NewManual(time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC))
}

func pass(t *testing.T, c *clock.Manual, d time.Duration) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	if asleep, ok := c.Pass(ctx, d); !ok {
		t.Fatalf("nothing sleeps for %s, but for %v", d, asleep)
	}
}

// functions are the tasks' functions, by name.
type functions map[string]func(ctx context.Context, input any) (any, error)

func (f functions) invoke(ctx context.Context, arn string, payload []byte) ([]byte, error) {
	name := arn[strings.LastIndex(arn, ":")+1:]
	function, ok := f[name]
	if !ok {
		return nil, fmt.Errorf("%w: %s", lambda.ErrNoFunction, name)
	}
	var input any
	if err := json.Unmarshal(payload, &input); err != nil {
		return nil, err
	}
	output, err := function(ctx, input)
	if err != nil {
		return nil, err
	}
	return json.Marshal(output)
}

func echo(_ context.Context, input any) (any, error) { return input, nil }

func fails(name string) func(context.Context, any) (any, error) {
	return func(context.Context, any) (any, error) {
		return nil, &lambda.FunctionError{Type: name, Message: "because"}
	}
}

func open(t *testing.T, folder, definition string, f functions, c *clock.Manual) *states.Service {
	t.Helper()
	service, err := states.Open(states.Config{
		Folder: folder, Region: "ap-northeast-1", Account: "000000000000",
		Machines: []states.Definition{{Name: "m", Text: definition}},
		Invoke:   f.invoke, Clock: c, Random: func() float64 { return 0.5 },
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = service.Close() })
	return service
}

func wait(t *testing.T, s *states.Service, arn string) states.Description {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	d, err := s.Wait(ctx, arn)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func start(t *testing.T, s *states.Service, name, input string) string {
	t.Helper()
	summary, err := s.Start(s.MachineARN("m"), name, []byte(input))
	if err != nil {
		t.Fatal(err)
	}
	return summary.ARN
}

func sameJSON(t *testing.T, got []byte, want string) bool {
	t.Helper()
	var a, b any
	if err := json.Unmarshal(got, &a); err != nil {
		return false
	}
	if err := json.Unmarshal([]byte(want), &b); err != nil {
		t.Fatal(err)
	}
	return reflect.DeepEqual(a, b)
}

const lambdaARN = "arn:aws:lambda:ap-northeast-1:000000000000:function:"

// one returns a machine of one state, S.
func one(state string) string { return `{"StartAt":"S","States":{"S":` + state + `}}` }

// task returns a machine of one Task state that calls the function.
func task(function, fields string) string {
	return one(`{"Type":"Task","Resource":"` + lambdaARN + function + `"` + fields + `,"End":true}`)
}

// caught returns a machine whose task fails, with a Catch.
func caught(catch string) string {
	return `{"StartAt":"S","States":{"S":{"Type":"Task","Resource":"` + lambdaARN + `bad","Catch":[{"ErrorEquals":["Other"],"Next":"B"},` + catch + `],"Next":"B"},
		"B":{"Type":"Fail"},"C":{"Type":"Succeed"}}}`
}

// mapped returns a machine with one Map over $.l, with a task per item.
func mapped(function, fields string) string {
	return one(`{"Type":"Map","ItemsPath":"$.l","MaxConcurrency":2` + fields + `,"ItemProcessor":{"ProcessorConfig":{"Mode":"INLINE"},"StartAt":"T","States":{
		"T":{"Type":"Task","Resource":"` + lambdaARN + function + `","End":true}}},"End":true}`)
}

func TestStates(t *testing.T) {
	const caughtError = `{"Error":"BadSheet","Cause":"{\"errorType\":\"BadSheet\",\"errorMessage\":\"because\"}"}`
	tests := []struct {
		name, definition, input, output string
	}{
		{"pass", one(`{"Type":"Pass","End":true}`), `{"a":1}`, `{"a":1}`},
		{"parameters", one(`{"Type":"Pass","Parameters":{"x.$":"$.b","all.$":"$","k":true,"s":"$.b"},"End":true}`), `{"b":1}`, `{"x":1,"all":{"b":1},"k":true,"s":"$.b"}`},
		{"succeed", one(`{"Type":"Succeed"}`), `{"a":{"b":1}}`, `{"a":{"b":1}}`},
		{"result of a function", task("twice", ""), `2`, `4`},
		{"result at a field", task("twice", `,"ResultPath":"$.r"`), `{"a":1,"r":1}`, `{"a":1,"r":{"a":1,"r":1,"twice":true}}`},
		{"result in the place of the input", task("twice", `,"ResultPath":"$"`), `{"a":1}`, `{"a":1,"twice":true}`},
		{"no result", task("twice", `,"ResultPath":null`), `{"a":1}`, `{"a":1}`},
		{"catch at a field", caught(`{"ErrorEquals":["States.ALL"],"ResultPath":"$.error","Next":"C"}`), `{"a":1}`, `{"a":1,"error":` + caughtError + `}`},
		{"catch by name", caught(`{"ErrorEquals":["BadSheet"],"Next":"C"}`), `{"a":1}`, caughtError},
		{"map", mapped("twice", ""), `{"l":[1,2,3]}`, `[2,4,6]`},
		{"map at a field", mapped("twice", `,"ResultPath":"$.r"`), `{"k":"x","l":[1,2]}`, `{"k":"x","l":[1,2],"r":[2,4]}`},
		{"map of nothing", mapped("twice", ""), `{"l":[]}`, `[]`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := open(t, t.TempDir(), test.definition, functions{"twice": twice, "bad": fails("BadSheet")}, newClock())
			d := wait(t, s, start(t, s, "e", test.input))
			if d.Status != states.Succeeded || !sameJSON(t, d.Output, test.output) {
				t.Errorf("%s %s, error %s, cause %s", d.Status, d.Output, d.Error, d.Cause)
			}
		})
	}
}

// twice doubles a number, and marks anything else.
func twice(_ context.Context, input any) (any, error) {
	if n, ok := input.(float64); ok {
		return 2 * n, nil
	}
	if fields, ok := input.(map[string]any); ok {
		fields["twice"] = true
	}
	return input, nil
}

func TestFailures(t *testing.T) {
	big := func(context.Context, any) (any, error) { return strings.Repeat("x", 256<<10), nil }
	choice := `{"StartAt":"S","States":{"S":{"Type":"Choice","Choices":[{"Variable":"$.a","BooleanEquals":true,"Next":"X"}],"Default":"X"},"X":{"Type":"Succeed"}}}`
	tests := []struct{ name, definition, input, fault, cause string }{
		{"fail", one(`{"Type":"Fail","Error":"E","Cause":"C"}`), `{}`, "E", "C"},
		{"function", task("bad", ""), `{}`, "BadSheet", "because"},
		{"no function", task("none", ""), `{}`, "Lambda.ResourceNotFoundException", "none"},
		{"no value to compare", choice, `{}`, "States.Runtime", "$.a"},
		{"missing input", one(`{"Type":"Pass","Parameters":{"a.$":"$.no"},"End":true}`), `{}`, "States.ParameterPathFailure", "$.no"},
		{"result into text", task("twice", `,"ResultPath":"$.a"`), `"text"`, "States.ResultPathMatchFailure", "$.a"},
		{"too much data", strings.ReplaceAll(caught(`{"ErrorEquals":["States.ALL"],"Next":"C"}`), ":bad", ":big"), `{}`, "States.DataLimitExceeded", "262144"},
		{"not an array", mapped("twice", ""), `{"l":1}`, "States.Runtime", "$.l"},
		{"no items", mapped("twice", ""), `{}`, "States.Runtime", "$.l"},
		{"item of a map", mapped("bad", ""), `{"l":[1,2,3]}`, "BadSheet", "because"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := open(t, t.TempDir(), test.definition, functions{"bad": fails("BadSheet"), "big": big, "twice": twice}, newClock())
			if d := wait(t, s, start(t, s, "e", test.input)); d.Status != states.Failed || d.Error != test.fault || !strings.Contains(d.Cause, test.cause) {
				t.Errorf("%s %s, error %s, cause %s", d.Status, d.Output, d.Error, d.Cause)
			}
		})
	}
}

func TestChoices(t *testing.T) {
	tests := []struct {
		rule, input string
		want        bool
	}{
		{`"Variable":"$.a","BooleanEquals":true`, `{"a":true}`, true},
		{`"Variable":"$.a","BooleanEquals":false`, `{"a":false}`, true},
		{`"Variable":"$.a","BooleanEquals":true`, `{"a":false}`, false},
		{`"Variable":"$.a","BooleanEquals":true`, `{"a":"true"}`, false},
		{`"Variable":"$.a","IsPresent":true`, `{"a":null}`, true},
		{`"Variable":"$.a","IsPresent":true`, `{}`, false},
		{`"Variable":"$.a","IsPresent":true`, `1`, false},
		{`"Variable":"$.a","IsPresent":false`, `{}`, true},
	}
	for _, test := range tests {
		definition := `{"StartAt":"S","States":{"S":{"Type":"Choice","Choices":[{` + test.rule + `,"Next":"Y"}],"Default":"N"},
			"Y":{"Type":"Pass","Parameters":{"is":true},"End":true},"N":{"Type":"Pass","Parameters":{"is":false},"End":true}}}`
		s := open(t, t.TempDir(), definition, nil, newClock())
		if d := wait(t, s, start(t, s, "", test.input)); !sameJSON(t, d.Output, fmt.Sprintf(`{"is":%t}`, test.want)) {
			t.Errorf("%s on %s: %s %s", test.rule, test.input, d.Output, d.Cause)
		}
	}
}

func TestTimeouts(t *testing.T) {
	hang := func(ctx context.Context, _ any) (any, error) {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	tests := []struct {
		name, definition string
		pass             []time.Duration
		status           states.Status
		fault            string
	}{
		{"task", task("hang", `,"TimeoutSeconds":7`), []time.Duration{7 * time.Second}, states.Failed, "States.Timeout"},
		{"retried", task("hang", `,"TimeoutSeconds":7,"Retry":[{"ErrorEquals":["States.Timeout"],"MaxAttempts":1,"IntervalSeconds":4}]`), []time.Duration{7 * time.Second, 4 * time.Second, 7 * time.Second}, states.Failed, "States.Timeout"},
		{"execution", `{"TimeoutSeconds":9,"StartAt":"S","States":{"S":{"Type":"Task","Resource":"` + lambdaARN + `hang","Catch":[{"ErrorEquals":["States.ALL"],"Next":"D"}],"End":true},"D":{"Type":"Succeed"}}}`, []time.Duration{9 * time.Second}, states.TimedOut, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c := newClock()
			s := open(t, t.TempDir(), test.definition, functions{"hang": hang}, c)
			arn := start(t, s, "e", "{}")
			for _, d := range test.pass {
				pass(t, c, d)
			}
			if d := wait(t, s, arn); d.Status != test.status || d.Error != test.fault {
				t.Errorf("%s, error %s, cause %s", d.Status, d.Error, d.Cause)
			}
		})
	}
}

// TestHistory checks the events of an execution, and their limit.
func TestHistory(t *testing.T) {
	s := open(t, t.TempDir(), mapped("bad", ""), functions{"bad": fails("BadSheet")}, newClock())
	want := "ExecutionStarted MapStateEntered TaskStateEntered LambdaFunctionFailed ExecutionFailed"
	if d := wait(t, s, start(t, s, "e", `{"l":[1]}`)); strings.Join(d.History, " ") != want {
		t.Errorf("%v", d.History)
	}
	s, err := states.Open(states.Config{
		Folder: t.TempDir(), Machines: []states.Definition{{Name: "m", Text: `{"StartAt":"A","States":{"A":{"Type":"Pass","Next":"B"},"B":{"Type":"Pass","Next":"A"}}}`}},
		HistoryLimit: 100,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	d := wait(t, s, start(t, s, "e", "{}"))
	if d.Status != states.Failed || d.Error != "States.Runtime" || !strings.Contains(d.Cause, "history events (100)") || len(d.History) > 101 {
		t.Errorf("%s %s %s after %d events", d.Status, d.Error, d.Cause, len(d.History))
	}
}

// The history has as many events as on AWS: seven of an item with one task.
func TestTheHistoryIsAsLongAsOnAWS(t *testing.T) {
	for limit, want := range map[int]states.Status{79: states.Succeeded, 60: states.Failed} {
		s, err := states.Open(states.Config{
			Folder: t.TempDir(), HistoryLimit: limit, Invoke: func(context.Context, string, []byte) ([]byte, error) { return []byte("{}"), nil },
			Machines: []states.Definition{{Name: "m", Text: one(`{"Type":"Map","ItemsPath":"$.l","MaxConcurrency":2,"ItemProcessor":{"ProcessorConfig":{"Mode":"INLINE"},"StartAt":"A","States":{"A":{` + wholeTask + `,"End":true}}},"End":true}`)}},
		})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = s.Close() })
		// 10 items of 7 events, the Map's 4, the execution's 2.
		if d := wait(t, s, start(t, s, "e", `{"l":[0,1,2,3,4,5,6,7,8,9]}`)); d.Status != want {
			t.Errorf("with %d events: %s, %s", limit, d.Status, d.Cause)
		}
	}
}

func TestRetry(t *testing.T) {
	second := time.Second
	tests := []struct {
		name, retry string
		faults      []string
		pauses      []time.Duration
		status      states.Status
	}{
		{"backoff", `[{"ErrorEquals":["T"],"IntervalSeconds":1,"BackoffRate":3,"MaxAttempts":3}]`, []string{"T", "T", "T"}, []time.Duration{second, 3 * second, 9 * second}, states.Succeeded},
		{"defaults, given up", `[{"ErrorEquals":["States.ALL"]}]`, []string{"T", "T", "T", "T"}, []time.Duration{second, 2 * second, 4 * second}, states.Failed},
		{"longest pause", `[{"ErrorEquals":["T"],"IntervalSeconds":4,"MaxDelaySeconds":5,"MaxAttempts":2}]`, []string{"T", "T"}, []time.Duration{4 * second, 5 * second}, states.Succeeded},
		{"jitter", `[{"ErrorEquals":["T"],"IntervalSeconds":4,"JitterStrategy":"FULL"}]`, []string{"T"}, []time.Duration{2 * second}, states.Succeeded},
		{"never", `[{"ErrorEquals":["BadSheet"],"MaxAttempts":0},{"ErrorEquals":["States.ALL"]}]`, []string{"BadSheet"}, nil, states.Failed},
		{"each its own count", `[{"ErrorEquals":["A"],"MaxAttempts":1},{"ErrorEquals":["States.ALL"],"IntervalSeconds":7,"MaxAttempts":1}]`, []string{"A", "B"}, []time.Duration{second, 7 * second}, states.Succeeded},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c := newClock()
			calls := 0
			s := open(t, t.TempDir(), one(`{"Type":"Task","Resource":"`+lambdaARN+`f","Retry":`+test.retry+`,"End":true}`), functions{
				"f": func(context.Context, any) (any, error) {
					calls++
					if calls <= len(test.faults) {
						return nil, &lambda.FunctionError{Type: test.faults[calls-1]}
					}
					return calls, nil
				},
			}, c)
			arn := start(t, s, "e", "{}")
			for _, pause := range test.pauses {
				pass(t, c, pause)
			}
			if d := wait(t, s, arn); d.Status != test.status || calls != len(test.pauses)+1 {
				t.Errorf("%s after %d calls: %s", d.Status, calls, d.Error)
			}
		})
	}
}

func TestNames(t *testing.T) {
	c := newClock()
	folder := t.TempDir()
	hold := make(chan struct{})
	definition := task("hold", "")
	hang := functions{"hold": func(ctx context.Context, input any) (any, error) {
		select {
		case <-hold:
		case <-ctx.Done():
		}
		return input, ctx.Err()
	}}
	s := open(t, folder, definition, hang, c)
	refused := func(name, input, code string) {
		t.Helper()
		_, err := s.Start(s.MachineARN("m"), name, []byte(input))
		var refusal *states.RefusalError
		if !errors.As(err, &refusal) || refusal.Code != code {
			t.Errorf("start %s with %s: %v", name, input, err)
		}
	}
	arn := start(t, s, "a", `{"x":1}`)
	if again := start(t, s, "a", `{ "x": 1 }`); again != arn {
		t.Errorf("the same again is %s", again)
	}
	refused("a", `{"x":2}`, "ExecutionAlreadyExists")
	refused("a b", `{}`, "InvalidName")
	refused(strings.Repeat("a", 81), `{}`, "InvalidName")
	refused("b", `{`, "InvalidExecutionInput")
	if _, err := s.Start("arn:aws:states:ap-northeast-1:000000000000:stateMachine:other", "", nil); err == nil {
		t.Error("started a machine that does not exist")
	}
	close(hold)
	wait(t, s, arn)
	refused("a", `{"x":1}`, "ExecutionAlreadyExists")

	// Finished names are remembered over restarts, for 90 days.
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = open(t, folder, definition, hang, c)
	refused("a", `{"x":1}`, "ExecutionAlreadyExists")
	if d := wait(t, s, arn); d.Status != states.Succeeded || string(d.Input) != `{"x":1}` {
		t.Errorf("after a restart: %+v", d)
	}
	_ = s.Close()
	c.Set(c.Now().Add(91 * 24 * time.Hour))
	s = open(t, folder, definition, hang, c)
	start(t, s, "a", `{"x":3}`)
}

func TestList(t *testing.T) {
	hold := make(chan struct{})
	s := open(t, t.TempDir(), task("hold", ""), functions{"hold": func(ctx context.Context, input any) (any, error) {
		if input == "held" {
			select {
			case <-hold:
			case <-ctx.Done():
			}
		}
		return input, ctx.Err()
	}}, newClock())
	first, second := start(t, s, "a", `"free"`), start(t, s, "b", `"held"`)
	wait(t, s, first)
	for status, want := range map[states.Status]string{states.Running: second, states.Succeeded: first} {
		list, err := s.List(s.MachineARN("m"), status)
		if err != nil || len(list) != 1 || list[0].ARN != want {
			t.Errorf("%s: %+v, %v", status, list, err)
		}
	}
	if list, err := s.List(s.MachineARN("m"), ""); len(list) != 2 || err != nil {
		t.Errorf("all: %+v, %v", list, err)
	}
	if _, err := s.List(s.MachineARN("other"), ""); err == nil {
		t.Error("listed a machine that does not exist")
	}
	if _, err := s.Describe(first + "x"); err == nil {
		t.Error("described what does not exist")
	}
	close(hold)
	wait(t, s, second)
}

func TestUnreadableFolder(t *testing.T) {
	if _, err := states.Open(states.Config{Folder: filepath.Join("/dev/null", "x")}); err == nil {
		t.Error("opened a folder that cannot be")
	}
}
