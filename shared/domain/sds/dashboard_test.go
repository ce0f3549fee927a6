package sds_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"anzen/shared/domain/sds"
)

var update = flag.Bool("update", false, "write the dashboard's list of fields")

// The dashboard shows fields that a sheet does not have yet, so it needs the
// definitions before it has a sheet.
func TestTheDashboardHasTheSameFields(t *testing.T) {
	const path = "../../../frontend/src/shared/sds/definitions.json"
	type definition struct {
		Section int      `json:"section"`
		Group   string   `json:"group,omitempty"`
		Key     string   `json:"key"`
		Kind    string   `json:"kind"`
		Choices []string `json:"choices,omitempty"`
		Units   []string `json:"units,omitempty"`
	}
	var all []definition
	for _, d := range sds.Definitions {
		if d.CodesOf != "" {
			continue // the dashboard shows the table
		}
		all = append(all, definition{d.Section, d.Group, d.Key, string(d.Kind), d.Choices, d.Dimension.Units()})
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
	same(t, path, want.Bytes())
}

// same fails where a generated file differs from want; with -update it writes it.
func same(t *testing.T, path string, want []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is stale: run `go test ./shared/domain/sds -update`", path)
	}
}

// The dashboard names fields and choices as the exports do.
func TestTheDashboardHasTheSameNames(t *testing.T) {
	for _, language := range []string{"ja", "en"} {
		path := "../../../frontend/src/shared/i18n/" + language + "/sds.json"
		file, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var fields, choices object
		for _, d := range sds.Definitions {
			if before, ok := fields.get(d.Key); ok && before != quoted(t, d.Name.In(language)) {
				t.Errorf("%s: fields of one key have one name, not %s and %s", d.Key, before, d.Name.In(language))
			}
			fields.set(d.Key, quoted(t, d.Name.In(language)))
			if named := sds.NamedChoices(d.Key); named != nil {
				choices.set(d.Key, names(t, d.Key, named, language))
			}
		}
		choices.set("flag", names(t, "flag", []string{"true", "false"}, language))
		text := replaced(t, string(file), "field", fields.indented("  "))
		same(t, path, []byte(replaced(t, text, "choice", choices.indented("  "))))
	}
}

func names(t *testing.T, field string, keys []string, language string) string {
	t.Helper()
	var o object
	for _, key := range keys {
		w, ok := sds.ChoiceName(field, key)
		if !ok || w.Ja == "" || w.En == "" {
			t.Errorf("%s of %s has no name", key, field)
		}
		o.set(key, quoted(t, w.In(language)))
	}
	return o.indented("    ")
}

// object is a JSON object whose members keep their order.
type object struct{ keys, values []string }

func (o *object) get(key string) (string, bool) {
	if i := slices.Index(o.keys, key); i >= 0 {
		return o.values[i], true
	}
	return "", false
}

func (o *object) set(key, value string) {
	if i := slices.Index(o.keys, key); i >= 0 {
		o.values[i] = value
		return
	}
	o.keys, o.values = append(o.keys, key), append(o.values, value)
}

func (o *object) indented(by string) string {
	lines := make([]string, len(o.keys))
	for i := range o.keys {
		lines[i] = by + "  \"" + o.keys[i] + "\": " + o.values[i]
	}
	return "{\n" + strings.Join(lines, ",\n") + "\n" + by + "}"
}

func quoted(t *testing.T, s string) string {
	t.Helper()
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(s); err != nil {
		t.Fatal(err)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// replaced replaces a member of a file of texts.
func replaced(t *testing.T, file, member, with string) string {
	t.Helper()
	before, rest, ok := strings.Cut(file, "\n  \""+member+"\": {")
	_, after, closed := strings.Cut(rest, "\n  }")
	if !ok || !closed {
		t.Fatalf("the file has no %s", member)
	}
	return before + "\n  \"" + member + "\": " + with + after
}

// A field has names, the printed words of a section's fields are unique, and so are members of the exchange format.
func TestFieldsAreComplete(t *testing.T) {
	printed, members := map[string]string{}, map[string]string{}
	for _, d := range sds.Definitions {
		if d.Name.Ja == "" || d.Name.En == "" || d.Heading.Ja == "" || d.Heading.En == "" || (d.Item.Ja == "") != (d.Item.En == "") {
			t.Errorf("%s has no name in both languages", d.Key)
		}
		switch d.Kind {
		case sds.KindText, sds.KindDate, sds.KindList, sds.KindQuantity, sds.KindChoice, sds.KindFlag:
		default:
			t.Errorf("%s is a %s", d.Key, d.Kind)
		}
		if d.Dimension != "" && d.Kind != sds.KindQuantity {
			t.Errorf("%s is no quantity and has units", d.Key)
		}
		for _, w := range slices.Concat(d.Printed, d.PrintedInSection) {
			at := strconv.Itoa(d.Section) + " " + w
			if other, taken := printed[at]; taken && other != d.Key || w == "" {
				t.Errorf("%q is printed for %s and %s", w, other, d.Key)
			}
			printed[at] = d.Key
		}
		if at := d.Member + "/" + d.Item.En; d.Member != "" {
			if other, taken := members[at]; taken {
				t.Errorf("%s and %s are one member", other, d.Key)
			}
			members[at] = d.Key
		}
	}
}
