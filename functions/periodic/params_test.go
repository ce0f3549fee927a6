package periodic

import (
	"encoding/json"
	"testing"

	"anzen/shared/domain/periodic"
)

// The stored parameters of a job; a filter may be in its text form or, as in settings of
// older versions, an object.
func TestParamsOfASetting(t *testing.T) {
	const want = `{"Operation":"laws","Columns":["name"],"Format":"csv","Encoding":"shift_jis","Lang":"ja","Sheets":{"Filter":"has_findings=true\u0026language_id=44\u0026status_group=completed"}}`
	for _, filter := range []string{`{"status_group":["completed"],"language_id":[44],"has_findings":"true"}`, `"has_findings=true&language_id=44&status_group=completed"`} {
		got, err := params(periodic.Setting{Export: periodic.Export{
			Type: "laws", Columns: []string{"name"}, Format: "csv", Encoding: "shift_jis", Lang: "ja", Filter: json.RawMessage(filter),
		}})
		if err != nil || string(got) != want {
			t.Errorf("%s: %s (%v)", filter, got, err)
		}
	}
	if got, err := params(periodic.Setting{Export: periodic.Export{Type: "sheets"}}); err != nil || string(got) != `{"Operation":"sheets","Format":"","Encoding":"","Lang":"","Sheets":{}}` {
		t.Errorf("all sheets: %s (%v)", got, err)
	}
	if _, err := params(periodic.Setting{ID: "s", Export: periodic.Export{Filter: json.RawMessage(`[`)}}); err == nil {
		t.Error("a filter that cannot be read is none")
	}
}
