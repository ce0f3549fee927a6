package states_test

import (
	"strings"
	"testing"

	"anzen/infra/local/states"
)

const (
	passing   = `{"Type":"Pass","End":true}`
	processor = `"ItemProcessor":{"ProcessorConfig":{"Mode":"INLINE"},"StartAt":"A","States":{"A":` + passing + `}}`
	wholeMap  = `"Type":"Map","ItemsPath":"$.l","MaxConcurrency":1,` + processor
	wholeTask = `"Type":"Task","Resource":"` + lambdaARN + `f"`
	toS       = `,"Next":"S"}],"Default":"S"}`
)

// refuses loads an invalid definition.
func refuses(t *testing.T, definition, want string) {
	t.Helper()
	_, err := states.Load(definition, func(name string) bool { return !strings.HasSuffix(name, "none") })
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("error %v does not contain %q", err, want)
	}
}

func TestLoadRefuses(t *testing.T) {
	long := strings.Repeat("x", 81)
	retry := func(fields string) string { return one(`{` + wholeTask + `,"Retry":[{` + fields + `}],"End":true}`) }
	tests := []struct{ name, definition, want string }{
		{"no JSON", `{`, "decode"},
		{"unknown field of the machine", `{"StartAt":"S","Colour":"red","States":{"S":` + passing + `}}`, "Colour"},
		{"no states", `{"StartAt":"S","States":{}}`, "no states"},
		{"no state", one(`null`), "null"},
		{"start missing", `{"StartAt":"X","States":{"S":` + passing + `}}`, `no state "X"`},
		{"timeout", `{"TimeoutSeconds":0,"StartAt":"S","States":{"S":` + passing + `}}`, "TimeoutSeconds"},
		{"unknown type", one(`{"Type":"Dance","End":true}`), "Dance"},
		{"unknown field", one(`{"Type":"Pass","Ende":true}`), "Ende"},
		{"another case", one(`{"Type":"Pass","end":true}`), "end: "},
		{"null", one(`{` + wholeTask + `,"TimeoutSeconds":null,"End":true}`), "TimeoutSeconds is null"},
		{"field of another type", one(`{"Type":"Pass","Resource":"x","End":true}`), "Pass state: Resource"},
		{"neither Next nor End", one(`{"Type":"Pass"}`), "Next or End"},
		{"Next and End", one(`{"Type":"Pass","Next":"S","End":true}`), "Next or End"},
		{"dangling Next", one(`{"Type":"Pass","Next":"X"}`), `no state "X" to go to`},
		{"dangling Default", one(`{"Type":"Choice","Choices":[{"Variable":"$.a","IsPresent":true,"Next":"S"}],"Default":"X"}`), `"X"`},
		{"dangling choice", one(`{"Type":"Choice","Choices":[{"Variable":"$.a","IsPresent":true,"Next":"X"}],"Default":"S"}`), `"X"`},
		{"dangling Catch", one(`{` + wholeTask + `,"Catch":[{"ErrorEquals":["E"],"Next":"X"}],"End":true}`), `"X"`},
		{"unreachable", `{"StartAt":"S","States":{"S":` + passing + `,"T":` + passing + `}}`, "nothing leads to it"},
		{"unreachable in a processor", one(strings.Replace(`{`+wholeMap+`,"End":true}`, `{"A":`, `{"B":`+passing+`,"A":`, 1)), "nothing leads to it"},
		{"name used twice", one(strings.ReplaceAll(`{`+wholeMap+`,"End":true}`, `"A"`, `"S"`)), "used twice"},
		{"long name", `{"StartAt":"` + long + `","States":{"` + long + `":` + passing + `}}`, "80"},
		{"no processor", one(`{"Type":"Map","ItemsPath":"$.l","MaxConcurrency":1,"End":true}`), "ItemProcessor"},
		{"no items", one(`{"Type":"Map","MaxConcurrency":1,` + processor + `,"End":true}`), "ItemsPath"},
		{"no bound of a Map", one(`{"Type":"Map","ItemsPath":"$.l",` + processor + `,"End":true}`), "MaxConcurrency"},
		{"more at once than inline", one(`{"Type":"Map","ItemsPath":"$.l","MaxConcurrency":41,` + processor + `,"End":true}`), "MaxConcurrency"},
		{"no function", one(`{"Type":"Task","Resource":"` + lambdaARN + `none","End":true}`), "no function"},
		{"task timeout", one(`{` + wholeTask + `,"TimeoutSeconds":0,"End":true}`), "positive"},
		{"ALL not alone", retry(`"ErrorEquals":["States.ALL","E"]`), "alone"},
		{"ALL not last", retry(`"ErrorEquals":["States.ALL"]},{"ErrorEquals":["E"]`), "last"},
		{"retry without errors", retry(`"MaxAttempts":1`), "ErrorEquals"},
		{"interval", retry(`"ErrorEquals":["E"],"IntervalSeconds":0`), "IntervalSeconds"},
		{"backoff", retry(`"ErrorEquals":["E"],"BackoffRate":0.5`), "BackoffRate"},
		{"attempts", retry(`"ErrorEquals":["E"],"MaxAttempts":-1`), "MaxAttempts"},
		{"longest pause", retry(`"ErrorEquals":["E"],"MaxDelaySeconds":1`), "MaxDelaySeconds"},
		{"no choices", one(`{"Type":"Choice","Choices":[],"Default":"S"}`), "Choices"},
		{"no default", one(`{"Type":"Choice","Choices":[{"Variable":"$.a","IsPresent":true,"Next":"S"}]}`), "Default"},
		{"two comparisons", one(`{"Type":"Choice","Choices":[{"Variable":"$.a","IsPresent":true,"BooleanEquals":true` + toS), "either"},
		{"no comparison", one(`{"Type":"Choice","Choices":[{"Variable":"$.a"` + toS), "either"},
		{"operand", one(`{"Type":"Choice","Choices":[{"Variable":"$.a","BooleanEquals":"true"` + toS), "BooleanEquals"},
		{"no variable", one(`{"Type":"Choice","Choices":[{"BooleanEquals":true` + toS), "Variable"},
		{"choice to nowhere", one(`{"Type":"Choice","Choices":[{"Variable":"$.a","BooleanEquals":true}],"Default":"S"}`), "Next"},
		{"catch to nowhere", one(`{` + wholeTask + `,"Catch":[{"ErrorEquals":["E"]}],"End":true}`), "Next"},
		{"no path in a template", one(`{"Type":"Pass","Parameters":{"a.$":1},"End":true}`), "a.$"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) { refuses(t, test.definition, test.want) })
	}
}

// Parts that AWS supports and the local stack does not are refused by name.
func TestLoadRefusesWhatIsNotKnown(t *testing.T) {
	machine := func(fields string) string { return `{` + fields + `,"StartAt":"S","States":{"S":` + passing + `}}` }
	end := func(fields string) string { return one(`{` + fields + `,"End":true}`) }
	rule := func(fields string) string { return one(`{"Type":"Choice","Choices":[{` + fields + toS) }
	tests := map[string]string{
		"Version":               machine(`"Version":"1.0"`),
		"QueryLanguage":         machine(`"QueryLanguage":"JSONata"`),
		"Type Wait":             end(`"Type":"Wait","Seconds":1`),
		"Type Parallel":         end(`"Type":"Parallel","Branches":[{"StartAt":"A","States":{"A":` + passing + `}}]`),
		"Comment":               end(`"Type":"Pass","Comment":"c"`),
		"InputPath":             end(wholeTask + `,"InputPath":"$.a"`),
		"OutputPath":            end(wholeTask + `,"OutputPath":"$.a"`),
		"Parameters":            end(wholeTask + `,"Parameters":{"a":1}`),
		"ResultSelector":        end(wholeTask + `,"ResultSelector":{"a":1}`),
		"HeartbeatSeconds":      end(wholeTask + `,"HeartbeatSeconds":1`),
		"TimeoutSecondsPath":    end(wholeTask + `,"TimeoutSecondsPath":"$.t"`),
		"Credentials":           end(wholeTask + `,"Credentials":{}`),
		"Arguments":             end(wholeTask + `,"Arguments":{"a":1}`),
		"Assign":                end(wholeTask + `,"Assign":{"a":1}`),
		"Output":                end(`"Type":"Pass","Output":1`),
		"Result":                end(`"Type":"Pass","Result":1`),
		"Pass state: Result":    end(`"Type":"Pass","ResultPath":"$.a"`),
		"lambda:invoke":         end(`"Type":"Task","Resource":"arn:aws:states:::lambda:invoke"`),
		"waitForTaskToken":      end(`"Type":"Task","Resource":"arn:aws:states:::lambda:invoke.waitForTaskToken"`),
		"sqs:sendMessage":       end(`"Type":"Task","Resource":"arn:aws:states:::sqs:sendMessage"`),
		"ErrorPath":             one(`{"Type":"Fail","ErrorPath":"$.e"}`),
		"CausePath":             one(`{"Type":"Fail","CausePath":"$.c"}`),
		"Map state: Retry":      end(wholeMap + `,"Retry":[]`),
		"Map state: Catch":      end(wholeMap + `,"Catch":[]`),
		"ItemSelector":          end(wholeMap + `,"ItemSelector":{"a":1}`),
		"ItemReader":            end(wholeMap + `,"ItemReader":{}`),
		"ItemBatcher":           end(wholeMap + `,"ItemBatcher":{}`),
		"ResultWriter":          end(wholeMap + `,"ResultWriter":{}`),
		"ToleratedFailureCount": end(wholeMap + `,"ToleratedFailureCount":1`),
		"MaxConcurrencyPath":    end(wholeMap + `,"MaxConcurrencyPath":"$.m"`),
		"Iterator":              end(wholeMap + `,"Iterator":{}`),
		"DISTRIBUTED":           strings.Replace(end(wholeMap), "INLINE", "DISTRIBUTED", 1),
		"ExecutionType":         strings.Replace(end(wholeMap), `"INLINE"`, `"INLINE","ExecutionType":"STANDARD"`, 1),
		"And":                   rule(`"And":[{"Variable":"$.a","IsPresent":true}]`),
		"Or":                    rule(`"Or":[{"Variable":"$.a","IsPresent":true}]`),
		"Not":                   rule(`"Not":{"Variable":"$.a","IsPresent":true}`),
		"Condition":             rule(`"Condition":"{% true %}"`),
		"IsNull":                rule(`"Variable":"$.a","IsNull":true`),
		"IsString":              rule(`"Variable":"$.a","IsString":true`),
		"IsNumeric":             rule(`"Variable":"$.a","IsNumeric":true`),
		"IsBoolean":             rule(`"Variable":"$.a","IsBoolean":true`),
		"IsTimestamp":           rule(`"Variable":"$.a","IsTimestamp":true`),
		"BooleanEqualsPath":     rule(`"Variable":"$.a","BooleanEqualsPath":"$.b"`),
		"StringEquals":          rule(`"Variable":"$.a","StringEquals":"x"`),
		"StringMatches":         rule(`"Variable":"$.a","StringMatches":"x*"`),
		"NumericEquals":         rule(`"Variable":"$.a","NumericEquals":1`),
		"NumericLessThanPath":   rule(`"Variable":"$.a","NumericLessThanPath":"$.b"`),
		"TimestampEquals":       rule(`"Variable":"$.a","TimestampEquals":"2026-01-01T00:00:00Z"`),
		"NONE":                  end(wholeTask + `,"Retry":[{"ErrorEquals":["E"],"JitterStrategy":"NONE"}]`),
		"Attempts":              end(wholeTask + `,"Retry":[{"ErrorEquals":["E"],"Attempts":1}]`),
		"States.TaskFailed":     end(wholeTask + `,"Retry":[{"ErrorEquals":["States.TaskFailed"]}]`),
		"States.Permissions":    end(wholeTask + `,"Catch":[{"ErrorEquals":["States.Permissions"],"Next":"S"}]`),
		`"$.a.b"`:               rule(`"Variable":"$.a.b","IsPresent":true`),
		`"$.a[0]"`:              end(wholeTask + `,"ResultPath":"$.a[0]"`),
		`"$.a[*]"`:              end(strings.Replace(wholeMap, "$.l", "$.a[*]", 1)),
		`"$$.Execution.Name"`:   end(`"Type":"Pass","Parameters":{"n.$":"$$.Execution.Name"}`),
		`"$v"`:                  end(`"Type":"Pass","Parameters":{"n.$":"$v"}`),
		`"States.UUID()"`:       end(`"Type":"Pass","Parameters":{"n.$":"States.UUID()"}`),
		"an object or array":    end(`"Type":"Pass","Parameters":{"o":{"a.$":"$.a"}}`),
	}
	for want, definition := range tests {
		t.Run(want, func(t *testing.T) {
			refuses(t, definition, want)
			refuses(t, definition, "the local stack ")
		})
	}
	refuses(t, end(wholeTask+`,"Catch":[{"ErrorEquals":["E"],"Next":"S","Output":1}]`), "Output: the local stack does not support it")
}

func TestSubstitute(t *testing.T) {
	got, err := states.Substitute(`{"a":"${f-1}","b":"${f-1}/${g}"}`, map[string]string{"f-1": "x", "g": "y"})
	if err != nil || got != `{"a":"x","b":"x/y"}` {
		t.Errorf("%s, %v", got, err)
	}
	for _, text := range []string{"${unknown}", "${f-1"} {
		if _, err := states.Substitute(text, map[string]string{"f-1": "x"}); err == nil {
			t.Errorf("%s was substituted", text)
		}
	}
}
