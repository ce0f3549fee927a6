package jsonlimit_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"anzen/shared/domain/message"
	"anzen/shared/formats/jsonlimit"
)

var limits = jsonlimit.Limits{Depth: 3, Values: 6}

func TestCheck(t *testing.T) {
	for text, want := range map[string]message.Code{
		`{}`: "", ` [1, "a", null, true, {}] `: "", `1`: "", `{"a":{"b":[1]}}`: "", `{"a":{"x":1},"b":{"x":1}}`: "", `[{"x":1},{"x":1}]`: "", `{"x":"x","y":"x"}`: "",
		``: message.CodeMalformed, ` `: message.CodeMalformed, `{`: message.CodeMalformed, `[1`: message.CodeMalformed, `{} {}`: message.CodeMalformed, `1 2`: message.CodeMalformed,
		`{"a" 1}`: message.CodeMalformed, `{1:2}`: message.CodeMalformed, `]`: message.CodeMalformed, `[}`: message.CodeMalformed, "\"\xff\"": message.CodeMalformed, `{"a":}`: message.CodeMalformed,
		`[[[1]]]`: "", `[[[[]]]]`: jsonlimit.CodeTooDeep, `{"a":{"b":{"c":{}}}}`: jsonlimit.CodeTooDeep,
		`[1,2,3,4,5]`: "", `[1,2,3,4,5,6]`: jsonlimit.CodeTooManyValues, `{"a":1,"b":1,"c":1,"d":1,"e":1}`: "", `{"a":1,"b":1,"c":1,"d":1,"e":1,"f":1}`: jsonlimit.CodeTooManyValues,
		`{"a":1,"a":2}`: jsonlimit.CodeTwice, `{"a":1,"\u0061":2}`: jsonlimit.CodeTwice, `[{"a":{"b":1,"b":1}}]`: jsonlimit.CodeTwice,
		`{"a.b":1}`: jsonlimit.CodeName, `{"a[0]":1}`: jsonlimit.CodeName, `{"` + strings.Repeat("n", 129) + `":1}`: jsonlimit.CodeName, `{"` + strings.Repeat("n", 128) + `":1}`: "",
	} {
		var refusal *message.Error
		err := jsonlimit.Check([]byte(text), limits)
		switch {
		case err == nil && want == "":
		case !errors.As(err, &refusal) || refusal.Code != want || refusal.Kind != message.Invalid:
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

// What passes is JSON.
func TestWhatPassesIsJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.SampledFrom([]rune(`{}[]":,1a \`))).Draw(t, "text")
		if jsonlimit.Check([]byte(text), jsonlimit.Limits{Depth: 100, Values: 100}) == nil && !json.Valid([]byte(text)) {
			t.Errorf("%s passes", text)
		}
	})
}

// The work ends where a limit is passed.
func TestTheRestIsNotRead(t *testing.T) {
	text := []byte("[" + strings.Repeat("1,", 1<<20) + "1]")
	if n := testing.AllocsPerRun(1, func() { _ = jsonlimit.Check(text, limits) }); n > 100 {
		t.Errorf("%v allocations", n)
	}
}
