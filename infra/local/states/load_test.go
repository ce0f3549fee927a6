package states_test

import (
	"strings"
	"testing"

	"anzen/infra/local/states"
)

func TestLoadRefuses(t *testing.T) {
	const pass = `{"Type":"Pass","End":true}`
	tests := []struct{ name, definition, want string }{
		{"no JSON", `{`, "decode"},
		{"unknown field of the machine", `{"StartAt":"S","Colour":"red","States":{"S":` + pass + `}}`, "Colour"},
		{"no states", `{"StartAt":"S","States":{}}`, "no states"},
		{"start missing", `{"StartAt":"X","States":{"S":` + pass + `}}`, `no state "X"`},
		{"version", `{"Version":"2","StartAt":"S","States":{"S":` + pass + `}}`, "version"},
		{"timeout", `{"TimeoutSeconds":0,"StartAt":"S","States":{"S":` + pass + `}}`, "TimeoutSeconds"},
		{"language", `{"QueryLanguage":"XPath","StartAt":"S","States":{"S":` + pass + `}}`, "XPath"},
		{"unknown type", one(`{"Type":"Dance","End":true}`), "Dance"},
		{"unknown field", one(`{"Type":"Pass","Ende":true}`), "Ende"},
		{"field of another type", one(`{"Type":"Pass","Resource":"x","End":true}`), "Resource is no field of a Pass"},
		{"field of another language", one(`{"Type":"Pass","Output":1,"End":true}`), "query language"},
		{"JSONPath in JSONata", jsonata(`{"Type":"Pass","ResultPath":"$","End":true}`), "query language"},
		{"JSONPath state in JSONata machine", jsonata(`{"Type":"Pass","QueryLanguage":"JSONPath","End":true}`), "JSONPath state"},
		{"neither Next nor End", one(`{"Type":"Pass"}`), "Next or End"},
		{"Next and End", one(`{"Type":"Pass","Next":"S","End":true}`), "Next or End"},
		{"dangling Next", one(`{"Type":"Pass","Next":"X"}`), `no state "X" to go to`},
		{"dangling Default", one(`{"Type":"Choice","Choices":[{"Variable":"$.a","IsNull":true,"Next":"S"}],"Default":"X"}`), `"X"`},
		{"dangling choice", one(`{"Type":"Choice","Choices":[{"Variable":"$.a","IsNull":true,"Next":"X"}]}`), `"X"`},
		{"dangling Catch", one(`{"Type":"Task","Resource":"` + lambdaARN + `f","Catch":[{"ErrorEquals":["E"],"Next":"X"}],"End":true}`), `"X"`},
		{"unreachable", `{"StartAt":"S","States":{"S":` + pass + `,"T":` + pass + `}}`, "nothing leads to it"},
		{"unreachable in a branch", one(`{"Type":"Parallel","Branches":[{"StartAt":"A","States":{"A":` + pass + `,"B":` + pass + `}}],"End":true}`), "nothing leads to it"},
		{"name used twice", one(`{"Type":"Map","ItemProcessor":{"StartAt":"S","States":{"S":` + pass + `}},"End":true}`), "used twice"},
		{"long name", `{"StartAt":"` + strings.Repeat("x", 81) + `","States":{"` + strings.Repeat("x", 81) + `":` + pass + `}}`, "80"},
		{"distributed map", one(`{"Type":"Map","ItemProcessor":{"ProcessorConfig":{"Mode":"DISTRIBUTED"},"StartAt":"A","States":{"A":` + pass + `}},"End":true}`), "INLINE"},
		{"no processor", one(`{"Type":"Map","End":true}`), "ItemProcessor"},
		{"no branches", one(`{"Type":"Parallel","Branches":[],"End":true}`), "Branches"},
		{"service not supported", one(`{"Type":"Task","Resource":"arn:aws:states:::sqs:sendMessage","End":true}`), "nothing else is supported"},
		{"callback not supported", one(`{"Type":"Task","Resource":"arn:aws:states:::lambda:invoke.waitForTaskToken","End":true}`), "nothing else is supported"},
		{"unknown function", one(`{"Type":"Task","Resource":"` + lambdaARN + `none","End":true}`), "no function"},
		{"unknown function of lambda:invoke", one(`{"Type":"Task","Resource":"arn:aws:states:::lambda:invoke","Parameters":{"FunctionName":"none"},"End":true}`), "no function"},
		{"lambda:invoke without a function", one(`{"Type":"Task","Resource":"arn:aws:states:::lambda:invoke","Parameters":{"Payload":1},"End":true}`), "FunctionName"},
		{"lambda:invoke with more", one(`{"Type":"Task","Resource":"arn:aws:states:::lambda:invoke","Parameters":{"FunctionName":"f","Qualifier":"1"},"End":true}`), "Qualifier"},
		{"task timeout", one(`{"Type":"Task","Resource":"` + lambdaARN + `f","TimeoutSeconds":0,"End":true}`), "positive"},
		{"heartbeat", one(`{"Type":"Task","Resource":"` + lambdaARN + `f","TimeoutSeconds":5,"HeartbeatSeconds":5,"End":true}`), "less than"},
		{"ALL not alone", one(`{"Type":"Task","Resource":"` + lambdaARN + `f","Retry":[{"ErrorEquals":["States.ALL","E"]}],"End":true}`), "alone"},
		{"ALL not last", one(`{"Type":"Task","Resource":"` + lambdaARN + `f","Retry":[{"ErrorEquals":["States.ALL"]},{"ErrorEquals":["E"]}],"End":true}`), "last"},
		{"retry without errors", one(`{"Type":"Task","Resource":"` + lambdaARN + `f","Retry":[{"MaxAttempts":1}],"End":true}`), "ErrorEquals"},
		{"interval", one(`{"Type":"Task","Resource":"` + lambdaARN + `f","Retry":[{"ErrorEquals":["E"],"IntervalSeconds":0}],"End":true}`), "IntervalSeconds"},
		{"backoff", one(`{"Type":"Task","Resource":"` + lambdaARN + `f","Retry":[{"ErrorEquals":["E"],"BackoffRate":0.5}],"End":true}`), "BackoffRate"},
		{"attempts", one(`{"Type":"Task","Resource":"` + lambdaARN + `f","Retry":[{"ErrorEquals":["E"],"MaxAttempts":-1}],"End":true}`), "MaxAttempts"},
		{"longest pause", one(`{"Type":"Task","Resource":"` + lambdaARN + `f","Retry":[{"ErrorEquals":["E"],"MaxDelaySeconds":1}],"End":true}`), "MaxDelaySeconds"},
		{"jitter", one(`{"Type":"Task","Resource":"` + lambdaARN + `f","Retry":[{"ErrorEquals":["E"],"JitterStrategy":"SOME"}],"End":true}`), "JitterStrategy"},
		{"unknown field of a retry", one(`{"Type":"Task","Resource":"` + lambdaARN + `f","Retry":[{"ErrorEquals":["E"],"Attempts":1}],"End":true}`), "Attempts"},
		{"wait for nothing", one(`{"Type":"Wait","End":true}`), "one of"},
		{"wait for two", one(`{"Type":"Wait","Seconds":1,"Timestamp":"2026-01-01T00:00:00Z","End":true}`), "one of"},
		{"wait timestamp", one(`{"Type":"Wait","Timestamp":"tomorrow","End":true}`), "RFC 3339"},
		{"no choices", one(`{"Type":"Choice","Choices":[]}`), "Choices"},
		{"unknown comparison", one(`{"Type":"Choice","Choices":[{"Variable":"$.a","StringLike":"x","Next":"S"}]}`), "StringLike"},
		{"two comparisons", one(`{"Type":"Choice","Choices":[{"Variable":"$.a","IsNull":true,"IsString":true,"Next":"S"}]}`), "one comparison"},
		{"operand", one(`{"Type":"Choice","Choices":[{"Variable":"$.a","NumericEquals":"1","Next":"S"}]}`), "NumericEquals"},
		{"no variable", one(`{"Type":"Choice","Choices":[{"NumericEquals":1,"Next":"S"}]}`), "Variable"},
		{"Next in a nested rule", one(`{"Type":"Choice","Choices":[{"Not":{"Variable":"$.a","IsNull":true,"Next":"S"},"Next":"S"}]}`), "Next"},
		{"no condition", jsonata(`{"Type":"Choice","Choices":[{"Next":"S"}]}`), "Condition"},
		{"bad path", one(`{"Type":"Pass","InputPath":"a.b","End":true}`), "JSONPath"},
		{"bad path in a template", one(`{"Type":"Pass","Parameters":{"a":[{"b.$":"x"}]},"End":true}`), "JSONPath"},
		{"result path to many", one(`{"Type":"Pass","ResultPath":"$.a[*]","End":true}`), "reference path"},
		{"unknown intrinsic", one(`{"Type":"Pass","Parameters":{"a.$":"States.Magic()"},"End":true}`), "States.Magic"},
		{"intrinsic arguments", one(`{"Type":"Pass","Parameters":{"a.$":"States.ArrayLength()"},"End":true}`), "arguments"},
		{"bad JSONata", jsonata(`{"Type":"Pass","Output":"{% $states.( %}","End":true}`), "JSONata"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := states.Load(test.definition, func(name string) bool { return !strings.HasSuffix(name, "none") })
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v does not say %q", err, test.want)
			}
		})
	}
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
