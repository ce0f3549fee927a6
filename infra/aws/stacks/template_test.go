package stacks

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// deployment is the synthesised output, as CloudFormation would read it.
type deployment struct {
	app    *App
	folder string
	stacks map[string]*template // by their names; nested ones by the logical id of their resource
}

// template is the template of one stack.
type template struct {
	name      string
	size      int
	Resources map[string]*resource
	Outputs   map[string]struct{ Value any }
	// Parameters are set by the parent of a nested stack.
	Parameters map[string]any
	given      map[string]any
	parent     *template
}

type resource struct {
	Type           string
	Properties     map[string]any
	Metadata       map[string]any
	DeletionPolicy string
	DependsOn      []string
	UpdatePolicy   map[string]any
	id             string
	in             *template
}

func (d *deployment) read() {
	d.stacks = map[string]*template{}
	files, err := filepath.Glob(filepath.Join(d.folder, "anzen-*.template.json"))
	if err != nil {
		panic(err)
	}
	for _, file := range files {
		d.add(strings.TrimSuffix(filepath.Base(file), ".template.json"), file)
	}
	parent := d.stacks[*d.app.API.Stack.StackName()]
	for _, group := range d.app.API.Groups {
		id := *d.app.API.Stack.GetLogicalId(group.NestedStackResource())
		nested := d.add(id, filepath.Join(d.folder, *group.TemplateFile()))
		nested.parent = parent
		nested.given, _ = parent.Resources[id].Properties["Parameters"].(map[string]any)
	}
}

func (d *deployment) add(name, file string) *template {
	encoded, err := os.ReadFile(file)
	t := &template{name: name, size: len(encoded)}
	if err == nil {
		err = json.Unmarshal(encoded, t)
	}
	if err != nil {
		panic(fmt.Sprintf("%s: %v", name, err))
	}
	for id, r := range t.Resources {
		r.id, r.in = id, t
	}
	d.stacks[name] = t
	return t
}

// all returns the resources of a type, ordered by id.
func (d *deployment) all(kind string) []*resource {
	var found []*resource
	for _, t := range d.stacks {
		for _, r := range t.Resources {
			if r.Type == kind {
				found = append(found, r)
			}
		}
	}
	slices.SortFunc(found, func(a, b *resource) int { return strings.Compare(a.name(), b.name()) })
	return found
}

// one returns the only resource of a type.
func (d *deployment) one(t *testing.T, kind string) *resource {
	t.Helper()
	found := d.all(kind)
	if len(found) != 1 {
		t.Fatalf("%d resources of type %s", len(found), kind)
	}
	return found[0]
}

func (r *resource) name() string { return r.in.name + "/" + r.id }

// text renders a value of a template with its references written out: ${stack/id} for a
// resource, ${stack/id.Attribute} for an attribute of it.
func (d *deployment) text(in *template, value any) string {
	switch v := value.(type) {
	case string:
		return v
	case float64, bool:
		return fmt.Sprint(v)
	case map[string]any:
		for name, argument := range v {
			if len(v) == 1 {
				return d.reference(in, name, argument)
			}
		}
	}
	panic(fmt.Sprintf("%s: not a text: %v", in.name, value))
}

func (d *deployment) reference(in *template, name string, argument any) string {
	switch name {
	case "Ref":
		id := argument.(string)
		if given, ok := in.given[id]; ok {
			return d.text(in.parent, given)
		}
		if known, ok := map[string]string{
			"AWS::AccountId": "123456789012", "AWS::Partition": "aws", "AWS::Region": "ap-northeast-1", "AWS::URLSuffix": "amazonaws.com",
		}[id]; ok {
			return known
		}
		return "${" + in.name + "/" + id + "}"
	case "Fn::GetAtt":
		path := argument.([]any)
		id, attribute := path[0].(string), path[1].(string)
		if output, ok := strings.CutPrefix(attribute, "Outputs."); ok {
			return d.text(d.stacks[id], d.stacks[id].Outputs[output].Value)
		}
		return "${" + in.name + "/" + id + "." + attribute + "}"
	case "Fn::Join":
		path := argument.([]any)
		var parts []string
		for _, p := range path[1].([]any) {
			parts = append(parts, d.text(in, p))
		}
		return strings.Join(parts, path[0].(string))
	case "Fn::GetStackOutput":
		from := argument.(map[string]any)
		stack := d.stacks[from["StackName"].(string)]
		return d.text(stack, stack.Outputs[from["OutputName"].(string)].Value)
	}
	panic(fmt.Sprintf("%s: unknown function %s", in.name, name))
}

// texts renders a list, or a single value as a list.
func (d *deployment) texts(in *template, value any) []string {
	list, ok := value.([]any)
	if !ok {
		return []string{d.text(in, value)}
	}
	all := make([]string, len(list))
	for i, v := range list {
		all[i] = d.text(in, v)
	}
	return all
}

// at walks into a value by names and indexes.
func at(value any, path ...any) any {
	for _, step := range path {
		switch s := step.(type) {
		case string:
			m, _ := value.(map[string]any)
			value = m[s]
		case int:
			list, _ := value.([]any)
			if s >= len(list) {
				return nil
			}
			value = list[s]
		}
	}
	return value
}

// annotations are the messages of constructs and checks during synthesis.
func (d *deployment) annotations(t *testing.T, kind string) []string {
	t.Helper()
	type entry struct {
		Type string
		Data any
	}
	files, err := filepath.Glob(filepath.Join(d.folder, "*.metadata.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no metadata in %s (%v)", d.folder, err)
	}
	var found []string
	for _, file := range files {
		var metadata map[string][]entry
		encoded, err := os.ReadFile(file)
		if err == nil {
			err = json.Unmarshal(encoded, &metadata)
		}
		if err != nil {
			t.Fatal(err)
		}
		for path, entries := range metadata {
			for _, e := range entries {
				if e.Type == kind {
					found = append(found, fmt.Sprintf("%s: %v", path, e.Data))
				}
			}
		}
	}
	slices.Sort(found)
	return found
}
