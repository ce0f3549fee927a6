package previous_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"anzen/infra/previous"
)

// The stored forms of records (package table holds them by its tests), of all kinds with their versions, and the kinds
// whose content is packed as JSON.
const stored = "shared/aws/table/testdata"

var packed = map[string]string{"section": "SECTION", "judged": "FINDINGS", "edit": "EDIT"}

const root = "../.."

// form is how records are stored.
type form struct {
	versions map[string]int
	// members are the paths of all members within attributes, such as "USER Undeliverable.At", by kind.
	members map[string][]string
	// attributes of records; what is within a new one is no loss for code that does not know it.
	attributes map[string][]string
}

// read reads the forms from files by their paths.
func read(t *testing.T, files map[string][]byte) form {
	t.Helper()
	f := form{map[string]int{}, map[string][]string{}, map[string][]string{}}
	decode := func(path string, to any) {
		if err := json.Unmarshal(files[path], to); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
	}
	for path := range files {
		name := strings.TrimSuffix(filepath.Base(path), ".json")
		switch folder := filepath.Base(filepath.Dir(path)); {
		case name == "versions":
			decode(path, &f.versions)
		case folder == "items":
			var item map[string]map[string]any
			decode(path, &item)
			for attribute, value := range item {
				f.attributes[name] = append(f.attributes[name], attribute)
				f.members[name] = append(f.members[name], typed(attribute, value)...)
			}
		case folder == "packed":
			var content any
			decode(path, &content)
			f.members[packed[name]] = append(f.members[packed[name]], plain("Body", content)...)
			f.attributes[packed[name]] = append(f.attributes[packed[name]], "Body")
		}
	}
	return f
}

// typed are the paths of the members of a value as DynamoDB writes it, with its type.
func typed(path string, value map[string]any) (paths []string) {
	if members, is := value["M"].(map[string]any); is {
		for name, member := range members {
			paths = append(paths, path+"."+name)
			paths = append(paths, typed(path+"."+name, member.(map[string]any))...)
		}
	}
	if list, is := value["L"].([]any); is {
		for _, one := range list {
			paths = append(paths, typed(path, one.(map[string]any))...)
		}
	}
	return paths
}

// plain are the paths of the members of a value in JSON.
func plain(path string, value any) (paths []string) {
	switch value := value.(type) {
	case map[string]any:
		for name, member := range value {
			paths = append(paths, path+"."+name)
			paths = append(paths, plain(path+"."+name, member)...)
		}
	case []any:
		for _, one := range value {
			paths = append(paths, plain(path, one)...)
		}
	}
	return paths
}

// lost are the members within attributes that code of the former form drops when it writes a record of the present one:
// it knows the attribute, and not the member, and does not refuse the record for its version.
func lost(former, present form) (members []string) {
	for kind, paths := range present.members {
		if before, there := former.versions[kind]; there && present.versions[kind] > before {
			continue // it refuses to write it (table.ErrNewer)
		}
		for _, path := range paths {
			attribute, _, _ := strings.Cut(path, ".")
			if slices.Contains(former.attributes[kind], attribute) && !slices.Contains(former.members[kind], path) {
				members = append(members, kind+" "+path)
			}
		}
	}
	slices.Sort(members)
	return slices.Compact(members)
}

// Code of the previous version keeps attributes that it does not know, but not what is new within those that it knows: such a
// member needs a new version of its kind of record, which the previous code does not write.
func TestNewMembersHaveANewVersion(t *testing.T) {
	files, err := previous.Files(t.Context(), root, stored)
	if errors.Is(err, previous.ErrUnknown) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	former, present := read(t, files), read(t, here(t))
	if len(former.members["SECTION"]) < 20 || len(present.members["SECTION"]) < 20 || len(present.versions) != len(present.attributes) {
		t.Fatalf("%d and %d members of sections; versions of %d kinds, attributes of %d", len(former.members["SECTION"]), len(present.members["SECTION"]), len(present.versions), len(present.attributes))
	}
	for _, member := range lost(former, present) {
		t.Errorf("%s is new since %.8s within an attribute that was there: code before would drop it. Give the kind a new version (shared/aws/table/schema.go)", member, previous.Commit())
	}
}

func here(t *testing.T) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	for _, pattern := range []string{"items/*.json", "packed/*.json", "versions.json"} {
		found, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(stored), filepath.FromSlash(pattern)))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range found {
			if files[path], err = os.ReadFile(path); err != nil { //nolint:gosec // our own file
				t.Fatal(err)
			}
		}
	}
	return files
}

// A clone that lacks the commit says so, and nothing else is an error of its kind.
func TestACloneWithoutTheCommit(t *testing.T) {
	t.Setenv(previous.Variable, "0123456789012345678901234567890123456789")
	if _, err := previous.Files(t.Context(), root, stored); !errors.Is(err, previous.ErrUnknown) {
		t.Errorf("%v", err)
	}
	if err := previous.Build(t.Context(), root, t.TempDir(), "functions/api/bootstrap"); !errors.Is(err, previous.ErrUnknown) {
		t.Errorf("%v", err)
	}
}

// What the comparison finds: a member within a map, in a list and packed; not a new attribute, nor one of a new version.
func TestLost(t *testing.T) {
	files := func(versions, user, section string) map[string][]byte {
		return map[string][]byte{"a/versions.json": []byte(versions), "a/items/USER.json": []byte(user), "a/packed/section.json": []byte(section)}
	}
	former := read(t, files(`{"USER":1,"SECTION":1}`, `{"Mark":{"M":{"At":{"S":"x"}}},"All":{"L":[{"M":{"A":{"S":"x"}}}]}}`, `{"fields":[{"id":"x"}]}`))
	user, section := `{"Mark":{"M":{"At":{"S":"x"},"Why":{"S":"x"}}},"All":{"L":[{"M":{"A":{"S":"x"},"B":{"S":"x"}}}]},"New":{"M":{"C":{"S":"x"}}}}`, `{"fields":[{"id":"x","unit":"y"}]}`
	for versions, want := range map[string][]string{
		`{"USER":1,"SECTION":1}`: {"SECTION Body.fields.unit", "USER All.B", "USER Mark.Why"},
		`{"USER":1,"SECTION":2}`: {"USER All.B", "USER Mark.Why"},
		`{"USER":2,"SECTION":2}`: nil,
	} {
		if got := lost(former, read(t, files(versions, user, section))); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", versions, got, want)
		}
	}
	// Where the version before did not record the versions, every new member counts.
	former.versions = nil
	if got := lost(former, read(t, files(`{"USER":2,"SECTION":2}`, user, section))); len(got) != 3 {
		t.Errorf("%v", got)
	}
}
