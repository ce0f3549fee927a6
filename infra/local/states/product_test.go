package states_test

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"anzen/infra/local/states"
)

// definitions are the product's, with a function's name for each placeholder.
func definitions(t *testing.T) map[string]string {
	t.Helper()
	files, err := filepath.Glob("../../../functions/*/*.asl.json")
	if err != nil || len(files) < 4 {
		t.Fatalf("%d definitions, %v", len(files), err)
	}
	function := regexp.MustCompile(`\$\{([^}]*)\}`)
	all := map[string]string{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		all[filepath.Base(file)] = function.ReplaceAllString(string(text), lambdaARN+"$1")
	}
	return all
}

func TestDefinitionsOfTheProductLoad(t *testing.T) {
	for name, text := range definitions(t) {
		if _, err := states.Load(text, nil); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Every task waits for hours where its function is throttled, or a service does not answer: never is this a
// failure of what the task works on.
func TestTasksWaitForServices(t *testing.T) {
	waits := []string{"Lambda.TooManyRequestsException", "Lambda.ClientExecutionTimeoutException", "Lambda.ServiceException", "Lambda.AWSLambdaException", "Lambda.SdkClientException", "Unavailable"}
	var check func(name string, m *states.Machine)
	check = func(name string, m *states.Machine) {
		for id, s := range m.States {
			if s.ItemProcessor != nil {
				check(name, s.ItemProcessor)
			}
			if s.Type != "Task" {
				continue
			}
			found := false
			for _, r := range s.Retry {
				if !slices.Equal(r.ErrorEquals, waits) {
					continue
				}
				found = true
				seconds := 0.0
				for n := range *r.MaxAttempts {
					seconds += min(*r.IntervalSeconds*math.Pow(*r.BackoffRate, float64(n)), *r.MaxDelaySeconds)
				}
				if hours := seconds / 2 / 3600; hours < 2 || r.JitterStrategy != "FULL" {
					t.Errorf("%s, %s waits %.1f hours, jitter %q", name, id, hours, r.JitterStrategy)
				}
			}
			if !found {
				t.Errorf("%s, %s does not wait for %v", name, id, waits)
			}
		}
	}
	for name, text := range definitions(t) {
		m, err := states.Load(text, nil)
		if err != nil {
			t.Fatal(err)
		}
		check(name, m)
	}
}

// Parts of the language that no definition uses are not supported: a definition that
// needs more adds it with its tests.
func TestOnlyUsedFieldsAreSupported(t *testing.T) {
	used := map[string]map[string]bool{}
	note := func(what string, fields map[string]any) {
		if used[what] == nil {
			used[what] = map[string]bool{}
		}
		for field := range fields {
			used[what][field] = true
		}
	}
	each := func(what string, list any) {
		all, _ := list.([]any)
		for _, one := range all {
			fields, _ := one.(map[string]any)
			note(what, fields)
		}
	}
	var machine func(what string, fields map[string]any)
	machine = func(what string, fields map[string]any) {
		note(what, fields)
		all, _ := fields["States"].(map[string]any)
		for _, one := range all {
			state, _ := one.(map[string]any)
			kind, _ := state["Type"].(string)
			note(kind, state)
			each("retry", state["Retry"])
			each("catch", state["Catch"])
			each("rule", state["Choices"])
			if processor, ok := state["ItemProcessor"].(map[string]any); ok {
				machine("processor", processor)
			}
		}
	}
	for name, text := range definitions(t) {
		var fields map[string]any
		if err := json.Unmarshal([]byte(text), &fields); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		machine("machine", fields)
	}
	for what, fields := range states.Known() {
		if used[what] == nil {
			t.Errorf("no definition uses %s", what)
		}
		for _, field := range strings.Fields(fields) {
			transition := field == "Next" || field == "End" // a state has one of them
			if !transition && !used[what][field] {
				t.Errorf("no definition uses %s with %s", what, field)
			}
		}
	}
}
