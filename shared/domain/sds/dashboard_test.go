package sds_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"testing"

	"anzen/shared/domain/sds"
)

var update = flag.Bool("update", false, "write the dashboard's list of fields")

// The dashboard shows fields that a sheet does not have yet, so it needs the
// definitions before it has a sheet.
func TestTheDashboardKnowsTheSameFields(t *testing.T) {
	const path = "../../../frontend/src/shared/sds/definitions.json"
	type definition struct {
		Section int      `json:"section"`
		Group   string   `json:"group,omitempty"`
		Key     string   `json:"key"`
		Kind    string   `json:"kind"`
		Choices []string `json:"choices,omitempty"`
	}
	var all []definition
	for _, d := range sds.Definitions {
		all = append(all, definition{d.Section, d.Group, d.Key, string(d.Kind), d.Choices})
	}
	var want bytes.Buffer
	want.WriteString("[\n")
	for i, d := range all {
		line, err := json.Marshal(d)
		if err != nil {
			t.Fatal(err)
		}
		want.WriteString("  ")
		want.Write(line)
		if i < len(all)-1 {
			want.WriteByte(',')
		}
		want.WriteByte('\n')
	}
	want.WriteString("]\n")
	if *update {
		if err := os.WriteFile(path, want.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want.Bytes()) {
		t.Error("the dashboard's definitions differ from ours; go test ./shared/domain/sds -update writes them")
	}
}
