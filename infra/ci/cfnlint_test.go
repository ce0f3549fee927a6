package main

import (
	"encoding/json"
	"io"
	"strings"
	"testing"
)

// A finding stops unless it is excused, and so does an excuse that nothing needs.
func TestFindingsInTemplatesStop(t *testing.T) {
	const printed = `[
		{"Filename": "cdk.out/a.template.json", "Message": "Additional properties are not allowed", "Rule": {"Id": "E3002"}, "Location": {"Start": {"LineNumber": 7}}},
		{"Filename": "cdk.out/a.template.json", "Message": "'DeleteWebAuthnCredential' is not one of", "Rule": {"Id": "W3037"}, "Location": {"Start": {"LineNumber": 8}}}]`
	var found []finding
	if err := json.Unmarshal([]byte(printed), &found); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		found   []finding
		excuses []excuse
		says    string
	}{
		{found, []excuse{{"W3037", "webauthn"}}, "cdk.out/a.template.json:7: E3002: Additional"},
		{found, []excuse{{"W3037", "other"}, {"E3002", "*"}}, "a.template.json:8: W3037"},
		{found[1:], []excuse{{"W3037", "webauthn"}, {"W3005", "*"}}, "no finding of W3005"},
		{found, []excuse{{"W3037", "webauthn"}, {"E3002", "*"}}, ""},
	} {
		n, err := judgeTemplates(tt.found, tt.excuses, 1, io.Discard)
		if (err == nil) != (tt.says == "") || err != nil && !strings.Contains(err.Error(), tt.says) || (n.failed > 0) != (err != nil) {
			t.Errorf("%v: %+v, %v", tt.excuses, n, err)
		}
	}
	if len(readExcuses(excusedText)) == 0 {
		t.Error("no excuses were read")
	}
}
