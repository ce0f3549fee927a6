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
		t.Fatalf("nobody sleeps for %s, but for %v", d, asleep)
	}
}

// functions are what the tasks call, by name.
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

// one makes a machine of one state, S.
func one(state string) string { return `{"StartAt":"S","States":{"S":` + state + `}}` }

func jsonata(state string) string {
	return `{"QueryLanguage":"JSONata","StartAt":"S","States":{"S":` + state + `}}`
}

func TestStates(t *testing.T) {
	tests := []struct {
		name, definition, input, output string
	}{
		{"pass", one(`{"Type":"Pass","End":true}`), `{"a":1}`, `{"a":1}`},
		{"pass result", one(`{"Type":"Pass","Result":[1],"ResultPath":"$.b.c","End":true}`), `{"a":1}`, `{"a":1,"b":{"c":[1]}}`},
		{"parameters", one(`{"Type":"Pass","InputPath":"$.a","Parameters":{"x.$":"$.b","n.$":"$$.Execution.Name","k":[{"y.$":"$.c[0]"}]},"End":true}`), `{"a":{"b":1,"c":[2]}}`, `{"x":1,"n":"e","k":[{"y":2}]}`},
		{"null paths", one(`{"Type":"Pass","Result":1,"ResultPath":null,"OutputPath":"$.a","End":true}`), `{"a":5}`, `5`},
		{"many values", one(`{"Type":"Pass","InputPath":"$.a[*].b","End":true}`), `{"a":[{"b":1},{"b":2}]}`, `[1,2]`},
		{
			"intrinsics", one(`{"Type":"Pass","Parameters":{
			"f.$":"States.Format('{}-{} \\'q\\'', $.s, States.ArrayLength($.l))","g.$":"States.ArrayGetItem($.l, 1)","c.$":"States.ArrayContains($.l, 3)",
			"p.$":"States.ArrayPartition($.l, 2)","r.$":"States.ArrayRange(1, 5, 2)","u.$":"States.ArrayUnique(States.Array(1,1,2))",
			"m.$":"States.JsonMerge($.o, $.q, false)","j.$":"States.StringToJson($.j)","t.$":"States.JsonToString($.o)","a.$":"States.MathAdd(2, 3)",
			"s.$":"States.StringSplit('a,b', ',')","b.$":"States.Base64Decode(States.Base64Encode('安全'))","h.$":"States.Hash('a', 'SHA-1')"},"End":true}`),
			`{"s":"x","l":[1,2,3],"o":{"a":1},"q":{"b":2},"j":"[1]"}`,
			`{"f":"x-3 'q'","g":2,"c":true,"p":[[1,2],[3]],"r":[1,3,5],"u":[1,2],"m":{"a":1,"b":2},"j":[1],"t":"{\"a\":1}","a":5,"s":["a","b"],"b":"安全","h":"86f7e437faa5a7fce15d1ddcb9eaeaea377667b8"}`,
		},
		{"succeed", one(`{"Type":"Succeed","OutputPath":"$.a"}`), `{"a":{"b":1}}`, `{"b":1}`},
		{"function", one(`{"Type":"Task","Resource":"` + lambdaARN + `echo","Parameters":{"p.$":"$.a"},"ResultSelector":{"q.$":"$.p"},"ResultPath":"$.r","End":true}`), `{"a":1}`, `{"a":1,"r":{"q":1}}`},
		{"lambda:invoke", one(`{"Type":"Task","Resource":"arn:aws:states:::lambda:invoke","Parameters":{"FunctionName":"` + lambdaARN + `echo","Payload.$":"$"},"OutputPath":"$.Payload","End":true}`), `{"a":1}`, `{"a":1}`},
		{
			"catch with path", `{"StartAt":"S","States":{"S":{"Type":"Task","Resource":"` + lambdaARN + `bad","Catch":[{"ErrorEquals":["Other"],"Next":"B"},{"ErrorEquals":["States.ALL"],"ResultPath":"$.error","Next":"C"}],"Next":"B"},"B":{"Type":"Fail"},"C":{"Type":"Pass","End":true}}}`,
			`{"a":1}`, `{"a":1,"error":{"Error":"BadSheet","Cause":"{\"errorType\":\"BadSheet\",\"errorMessage\":\"because\"}"}}`,
		},
		{
			"map", one(`{"Type":"Map","ItemsPath":"$.l","MaxConcurrency":2,"ItemSelector":{"v.$":"$$.Map.Item.Value","i.$":"$$.Map.Item.Index","k.$":"$.k"},"ItemProcessor":{"ProcessorConfig":{"Mode":"INLINE"},"StartAt":"T","States":{"T":{"Type":"Task","Resource":"` + lambdaARN + `echo","End":true}}},"ResultPath":"$.l","End":true}`),
			`{"k":"x","l":["a","b","c"]}`, `{"k":"x","l":[{"v":"a","i":0,"k":"x"},{"v":"b","i":1,"k":"x"},{"v":"c","i":2,"k":"x"}]}`,
		},
		{"map of nothing", one(`{"Type":"Map","ItemProcessor":{"StartAt":"T","States":{"T":{"Type":"Pass","End":true}}},"End":true}`), `[]`, `[]`},
		{"parallel", one(`{"Type":"Parallel","Branches":[{"StartAt":"A","States":{"A":{"Type":"Pass","Next":"A2"},"A2":{"Type":"Pass","Result":1,"End":true}}},{"StartAt":"B","States":{"B":{"Type":"Succeed"}}}],"ResultSelector":{"x.$":"$[0]","y.$":"$[1].a"},"End":true}`), `{"a":7}`, `{"x":1,"y":7}`},
		{"map catches its items", `{"StartAt":"S","States":{"S":{"Type":"Map","ItemProcessor":{"StartAt":"T","States":{"T":{"Type":"Task","Resource":"` + lambdaARN + `bad","End":true}}},"Catch":[{"ErrorEquals":["BadSheet"],"ResultPath":null,"Next":"C"}],"End":true},"C":{"Type":"Pass","Result":"caught","End":true}}}`, `[1,2,3]`, `"caught"`},
		{"JSONata", jsonata(`{"Type":"Pass","Output":{"sum":"{% $sum($states.input.l) %}","name":"{% $states.context.Execution.Name %}","same":"text"},"End":true}`), `{"l":[1,2]}`, `{"sum":3,"name":"e","same":"text"}`},
		{"JSONata task", jsonata(`{"Type":"Task","Resource":"` + lambdaARN + `echo","Arguments":{"a":"{% $states.input.a + 1 %}"},"Output":"{% $states.result.a * 10 %}","End":true}`), `{"a":1}`, `20`},
		{
			"JSONata variables", `{"QueryLanguage":"JSONata","StartAt":"S","States":{
			"S":{"Type":"Pass","Assign":{"x":"{% $states.input.a %}","l":[1,2]},"Next":"M"},
			"M":{"Type":"Map","Items":"{% $l %}","ItemSelector":"{% $states.context.Map.Item.Value * $x %}","ItemProcessor":{"StartAt":"T","States":{"T":{"Type":"Pass","Output":"{% $states.input + $x %}","End":true}}},"Next":"C"},
			"C":{"Type":"Choice","Choices":[{"Condition":"{% $x > 100 %}","Next":"F"},{"Condition":"{% $x = 10 %}","Output":"{% [$states.input, $x] %}","Assign":{"x":11},"Next":"D"}],"Default":"F"},
			"D":{"Type":"Pass","Output":{"in":"{% $states.input %}","x":"{% $x %}"},"End":true},"F":{"Type":"Fail"}}}`,
			`{"a":10}`, `{"in":[20,30,10],"x":11}`,
		},
		{"JSONata catch", `{"QueryLanguage":"JSONata","StartAt":"S","States":{"S":{"Type":"Task","Resource":"` + lambdaARN + `bad","Catch":[{"ErrorEquals":["States.TaskFailed"],"Output":{"e":"{% $states.errorOutput.Error %}","a":"{% $states.input.a %}"},"Next":"D"}],"End":true},"D":{"Type":"Succeed"}}}`, `{"a":1}`, `{"e":"BadSheet","a":1}`},
		{"JSONata additions", jsonata(`{"Type":"Pass","Output":{"p":"{% $partition([1,2,3],2) %}","r":"{% $range(0,4,2) %}","j":"{% $parse('{\"a\":1}').a %}","u":"{% $length($uuid()) %}","h":"{% $hash('a','SHA-1') %}"},"End":true}`), `{}`, `{"p":[[1,2],[3]],"r":[0,2,4],"j":1,"u":36,"h":"86f7e437faa5a7fce15d1ddcb9eaeaea377667b8"}`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := open(t, t.TempDir(), test.definition, functions{"echo": echo, "bad": fails("BadSheet")}, newClock())
			d := wait(t, s, start(t, s, "e", test.input))
			if d.Status != states.Succeeded || !sameJSON(t, d.Output, test.output) {
				t.Errorf("%s %s, error %s, cause %s", d.Status, d.Output, d.Error, d.Cause)
			}
		})
	}
}

func TestFailures(t *testing.T) {
	big := func(context.Context, any) (any, error) { return strings.Repeat("x", 256<<10), nil }
	tests := []struct{ name, definition, input, fault string }{
		{"fail", one(`{"Type":"Fail","Error":"E","Cause":"C"}`), `{}`, "E"},
		{"fail by path", one(`{"Type":"Fail","ErrorPath":"$.e","CausePath":"States.Format('{}!', $.e)"}`), `{"e":"Mine"}`, "Mine"},
		{"fail in JSONata", jsonata(`{"Type":"Fail","Error":"{% $states.input.e %}"}`), `{"e":"Mine"}`, "Mine"},
		{"function", one(`{"Type":"Task","Resource":"` + lambdaARN + `bad","End":true}`), `{}`, "BadSheet"},
		{"no function", one(`{"Type":"Task","Resource":"` + lambdaARN + `none","End":true}`), `{}`, "Lambda.ResourceNotFoundException"},
		{"no choice", `{"StartAt":"S","States":{"S":{"Type":"Choice","Choices":[{"Variable":"$.a","NumericEquals":1,"Next":"X"}]},"X":{"Type":"Succeed"}}}`, `{"a":2}`, "States.NoChoiceMatched"},
		{"missing input", one(`{"Type":"Pass","Parameters":{"a.$":"$.no"},"End":true}`), `{}`, "States.ParameterPathFailure"},
		{"result into text", one(`{"Type":"Pass","ResultPath":"$.a","End":true}`), `"text"`, "States.ResultPathMatchFailure"},
		{"intrinsic", one(`{"Type":"Pass","Parameters":{"a.$":"States.ArrayLength($.x)"},"End":true}`), `{"x":1}`, "States.IntrinsicFailure"},
		{"undefined", jsonata(`{"Type":"Pass","Output":"{% $states.input.no %}","End":true}`), `{}`, "States.QueryEvaluationError"},
		{"too much data", `{"StartAt":"S","States":{"S":{"Type":"Task","Resource":"` + lambdaARN + `big","Catch":[{"ErrorEquals":["States.ALL"],"Next":"D"}],"End":true},"D":{"Type":"Succeed"}}}`, `{}`, "States.DataLimitExceeded"},
		{"not an array", one(`{"Type":"Map","ItemProcessor":{"StartAt":"T","States":{"T":{"Type":"Pass","End":true}}},"End":true}`), `{}`, "States.Runtime"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := open(t, t.TempDir(), test.definition, functions{"bad": fails("BadSheet"), "big": big}, newClock())
			if d := wait(t, s, start(t, s, "e", test.input)); d.Status != states.Failed || d.Error != test.fault {
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
		{`"Variable":"$.a","StringEquals":"x"`, `{"a":"x"}`, true},
		{`"Variable":"$.a","StringEquals":"x"`, `{"a":1}`, false},
		{`"Variable":"$.a","StringEqualsPath":"$.b"`, `{"a":"x","b":"x"}`, true},
		{`"Variable":"$.a","StringLessThan":"b"`, `{"a":"a"}`, true},
		{`"Variable":"$.a","StringGreaterThanEquals":"b"`, `{"a":"b"}`, true},
		{`"Variable":"$.a","StringMatches":"a/*.pdf"`, `{"a":"a/b/c.pdf"}`, true},
		{`"Variable":"$.a","StringMatches":"*\\**"`, `{"a":"a*b?"}`, true},
		{`"Variable":"$.a","StringMatches":"a?"`, `{"a":"ab"}`, false},
		{`"Variable":"$.a","NumericEquals":1`, `{"a":1}`, true},
		{`"Variable":"$.a","NumericLessThanEqualsPath":"$.b"`, `{"a":1,"b":1}`, true},
		{`"Variable":"$.a","NumericGreaterThan":1`, `{"a":1}`, false},
		{`"Variable":"$.a","BooleanEquals":false`, `{"a":false}`, true},
		{`"Variable":"$.a","BooleanEquals":true`, `{"a":"true"}`, false},
		{`"Variable":"$.a","TimestampLessThan":"2026-01-02T00:00:00Z"`, `{"a":"2026-01-02T00:00:00+09:00"}`, true},
		{`"Variable":"$.a","IsPresent":true`, `{}`, false},
		{`"Variable":"$.a","IsPresent":false`, `{}`, true},
		{`"Variable":"$.a","IsNull":true`, `{"a":null}`, true},
		{`"Variable":"$.a","IsNumeric":true`, `{"a":1.5}`, true},
		{`"Variable":"$.a","IsString":false`, `{"a":1}`, true},
		{`"Variable":"$.a","IsBoolean":true`, `{"a":true}`, true},
		{`"Variable":"$.a","IsTimestamp":true`, `{"a":"2026-01-02T00:00:00Z"}`, true},
		{`"And":[{"Variable":"$.a","IsPresent":true},{"Variable":"$.a","NumericEquals":1}]`, `{}`, false},
		{`"Or":[{"Variable":"$.a","NumericEquals":2},{"Not":{"Variable":"$.a","NumericEquals":3}}]`, `{"a":1}`, true},
		{`"Or":[{"Variable":"$.a","NumericEquals":2},{"Variable":"$.a","NumericEquals":3}]`, `{"a":1}`, false},
	}
	for _, test := range tests {
		definition := `{"StartAt":"S","States":{"S":{"Type":"Choice","Choices":[{` + test.rule + `,"Next":"Y"}],"Default":"N"},"Y":{"Type":"Pass","Result":true,"End":true},"N":{"Type":"Pass","Result":false,"End":true}}}`
		s := open(t, t.TempDir(), definition, nil, newClock())
		if d := wait(t, s, start(t, s, "", test.input)); string(d.Output) != fmt.Sprint(test.want) {
			t.Errorf("%s on %s: %s %s", test.rule, test.input, d.Output, d.Cause)
		}
	}
}

func TestWaitAndTimeouts(t *testing.T) {
	hang := func(ctx context.Context, _ any) (any, error) {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	tests := []struct {
		name, definition, input string
		pass                    []time.Duration
		status                  states.Status
		fault                   string
	}{
		{"seconds", one(`{"Type":"Wait","Seconds":90,"End":true}`), `{}`, []time.Duration{90 * time.Second}, states.Succeeded, ""},
		{"seconds by path", one(`{"Type":"Wait","SecondsPath":"$.s","End":true}`), `{"s":5}`, []time.Duration{5 * time.Second}, states.Succeeded, ""},
		{"timestamp", one(`{"Type":"Wait","Timestamp":"2026-11-01T00:01:00Z","End":true}`), `{}`, []time.Duration{time.Minute}, states.Succeeded, ""},
		{"timestamp by path", one(`{"Type":"Wait","TimestampPath":"$.t","End":true}`), `{"t":"2026-11-01T09:02:00+09:00"}`, []time.Duration{2 * time.Minute}, states.Succeeded, ""},
		{"JSONata", jsonata(`{"Type":"Wait","Seconds":"{% $states.input.s * 2 %}","End":true}`), `{"s":5}`, []time.Duration{10 * time.Second}, states.Succeeded, ""},
		{"no number", one(`{"Type":"Wait","SecondsPath":"$.s","End":true}`), `{"s":"x"}`, nil, states.Failed, "States.Runtime"},
		{"task", one(`{"Type":"Task","Resource":"` + lambdaARN + `hang","TimeoutSeconds":7,"End":true}`), `{}`, []time.Duration{7 * time.Second}, states.Failed, "States.Timeout"},
		{"heartbeat", one(`{"Type":"Task","Resource":"` + lambdaARN + `hang","TimeoutSeconds":7,"HeartbeatSeconds":3,"End":true}`), `{}`, []time.Duration{3 * time.Second}, states.Failed, "States.HeartbeatTimeout"},
		{"retried timeout", one(`{"Type":"Task","Resource":"` + lambdaARN + `hang","TimeoutSeconds":7,"Retry":[{"ErrorEquals":["States.Timeout"],"MaxAttempts":1,"IntervalSeconds":4}],"End":true}`), `{}`, []time.Duration{7 * time.Second, 4 * time.Second, 7 * time.Second}, states.Failed, "States.Timeout"},
		{"execution", `{"TimeoutSeconds":9,"StartAt":"S","States":{"S":{"Type":"Task","Resource":"` + lambdaARN + `hang","Catch":[{"ErrorEquals":["States.ALL"],"Next":"D"}],"End":true},"D":{"Type":"Succeed"}}}`, `{}`, []time.Duration{9 * time.Second}, states.TimedOut, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c := newClock()
			s := open(t, t.TempDir(), test.definition, functions{"hang": hang}, c)
			arn := start(t, s, "e", test.input)
			for _, d := range test.pass {
				pass(t, c, d)
			}
			if d := wait(t, s, arn); d.Status != test.status || d.Error != test.fault {
				t.Errorf("%s, error %s, cause %s", d.Status, d.Error, d.Cause)
			}
		})
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
	definition := one(`{"Type":"Wait","Seconds":60,"End":true}`)
	s := open(t, folder, definition, nil, c)
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
	pass(t, c, time.Minute)
	wait(t, s, arn)
	refused("a", `{"x":1}`, "ExecutionAlreadyExists")

	// Finished names are known after a restart, for 90 days.
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = open(t, folder, definition, nil, c)
	refused("a", `{"x":1}`, "ExecutionAlreadyExists")
	if d := wait(t, s, arn); d.Status != states.Succeeded || string(d.Input) != `{"x":1}` {
		t.Errorf("after a restart: %+v", d)
	}
	_ = s.Close()
	c.Set(c.Now().Add(91 * 24 * time.Hour))
	s = open(t, folder, definition, nil, c)
	start(t, s, "a", `{"x":3}`)
}

func TestStopAndList(t *testing.T) {
	c := newClock()
	s := open(t, t.TempDir(), one(`{"Type":"Wait","Seconds":60,"End":true}`), nil, c)
	first, second := start(t, s, "a", "{}"), start(t, s, "b", "{}")
	if _, err := s.Stop(first, "Why", "not"); err != nil {
		t.Fatal(err)
	}
	if d := wait(t, s, first); d.Status != states.Aborted || d.Error != "Why" || d.Cause != "not" {
		t.Errorf("stopped: %+v", d)
	}
	for status, want := range map[states.Status]string{states.Running: second, states.Aborted: first} {
		list, err := s.List(s.MachineARN("m"), status)
		if err != nil || len(list) != 1 || list[0].ARN != want {
			t.Errorf("%s: %+v, %v", status, list, err)
		}
	}
	if list, err := s.List(s.MachineARN("m"), ""); len(list) != 2 || err != nil {
		t.Errorf("all: %+v, %v", list, err)
	}
	if _, err := s.Stop(first+"x", "", ""); err == nil {
		t.Error("stopped what does not exist")
	}
}

func TestUnreadableFolder(t *testing.T) {
	if _, err := states.Open(states.Config{Folder: filepath.Join("/dev/null", "x")}); err == nil {
		t.Error("opened a folder that cannot be")
	}
}
