package system_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	sdk "github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"anzen/infra/blueprint"
	"anzen/infra/local/lambda"
	"anzen/infra/previous"
	"anzen/shared/aws/table"
	"anzen/shared/domain/message"
	"anzen/shared/domain/plan"
	"anzen/shared/domain/sds"
)

// version says which version of the product answers.
type version int32

const (
	current version = iota
	former          // the released one before
	mixed           // both in turn, as while a release goes on
)

func (v version) String() string {
	return []string{"this version", "the previous version", "both versions"}[v]
}

// versions sends calls to one version or the other.
type versions struct {
	chosen   atomic.Int32
	turn     atomic.Int64
	answered atomic.Int64 // by the previous version
}

func (v *versions) use(chosen version) { v.chosen.Store(int32(chosen)) }

func (v *versions) decide() bool {
	chosen := version(v.chosen.Load())
	before := chosen == former || chosen == mixed && v.turn.Add(1)%2 == 0
	if before {
		v.answered.Add(1)
	}
	return before
}

// lazily is a binary of the previous version that starts with its first call.
type lazily struct {
	once sync.Once
	make func() (*lambda.Bootstrap, error)
	made *lambda.Bootstrap
	err  error
}

func (l *lazily) Invoke(ctx context.Context, payload []byte) ([]byte, error) {
	l.once.Do(func() { l.made, l.err = l.make() })
	if l.err != nil {
		return nil, l.err
	}
	return l.made.Invoke(ctx, payload)
}

// beside are the functions of both versions: those of the API and of the analysis, and those of jobs and of what runs by itself.
type beside struct {
	api, jobs versions
	made      map[string]*lazily // of the previous version, by name
	of        map[string]*versions
}

// shift sends the calls of a function to one version or the other, as its family says.
func (v *beside) shift(t *testing.T, name string) {
	t.Helper()
	if err := shared.Functions.Shift(name, v.made[name], v.of[name].decide); err != nil {
		t.Fatal(err)
	}
}

// partsWithoutChecksums: versions up to 4bff9c78 complete no upload in parts whose parts have the SDK's usual checksums.
const partsWithoutChecksums = "AWS_REQUEST_CHECKSUM_CALCULATION=when_required"

// besidePrevious builds the binaries of the version before, and puts them beside the functions of the shared stack.
func besidePrevious(t *testing.T) *beside {
	t.Helper()
	here(t)
	v := &beside{made: map[string]*lazily{}, of: map[string]*versions{}}
	folder := filepath.Join(t.TempDir(), "previous")
	families := map[string]*versions{
		"functions/api/bootstrap": &v.api, "functions/analysis/bootstrap": &v.api, "functions/jobs/bootstrap": &v.jobs,
		"functions/nightly/bootstrap": &v.jobs, "functions/periodic/bootstrap": &v.jobs, "functions/compaction/bootstrap": &v.jobs,
	}
	if err := previous.Build(t.Context(), root, folder, slices.Sorted(maps.Keys(families))...); errors.Is(err, previous.ErrUnknown) {
		t.Skip(err)
	} else if err != nil {
		t.Fatal(err)
	}
	for _, f := range blueprint.New().Functions {
		family := families[f.Package]
		if family == nil {
			continue
		}
		l := &lazily{make: func() (*lambda.Bootstrap, error) { return shared.Version(folder, f.Name, partsWithoutChecksums) }}
		v.made[f.Name], v.of[f.Name] = l, family
		v.shift(t, f.Name)
		t.Cleanup(func() {
			_ = shared.Functions.Shift(f.Name, nil, nil)
			if l.made != nil {
				_ = l.made.Close()
			}
		})
	}
	return v
}

// items are the records in the table, by their keys.
func items(t *testing.T) map[string]table.Item {
	t.Helper()
	d := drill{table: sdk.NewFromConfig(shared.Config())}
	all := map[string]table.Item{}
	for key, item := range d.items(t, shared.Names().Table) {
		all[key] = item
	}
	return all
}

// invented is an attribute that no version knows, as the next one might add it.
const invented = "Invented"

// invent adds it to the records of a sheet and a user.
func invent(t *testing.T, of ...string) {
	t.Helper()
	client, name := sdk.NewFromConfig(shared.Config()), shared.Names().Table
	marked := 0
	for key, item := range items(t) {
		if !slices.ContainsFunc(of, func(id string) bool { return strings.Contains(key, id) }) {
			continue
		}
		if _, packed := item["Body"]; packed || item["Version"] == nil {
			continue
		}
		item[invented] = &types.AttributeValueMemberS{Value: "later"}
		if _, err := client.PutItem(t.Context(), &sdk.PutItemInput{TableName: &name, Item: item}); err != nil {
			t.Fatal(err)
		}
		marked++
	}
	if marked < len(of) {
		t.Fatalf("%d records of %v were marked", marked, of)
	}
}

// nothingIsLost compares the records with those of before: each is there, with all of its attributes, but for those that
// the writes meanwhile are to take away.
func nothingIsLost(t *testing.T, before map[string]table.Item, what string) {
	t.Helper()
	after := items(t)
	for key, item := range before {
		if strings.Contains(key, "#NAME#") {
			continue // the guard of a name goes with the name
		}
		now, there := after[key]
		if !there {
			t.Errorf("%s: the record %s is gone", what, key)
			continue
		}
		for name := range item {
			if _, there := now[name]; !there {
				t.Errorf("%s: %s has no %s any more", what, key, name)
			}
		}
	}
}

// records are what is made in the company by one version and changed by the other.
type records struct {
	sheet, tag, department, checklist, criteria string
	note, name, tagName, departmentName         string
	edits                                       int
}

func (r *records) edit(t *testing.T, e, a *browser, text string) {
	t.Helper()
	s := e.sheet(t, r.sheet)
	field := valueOf(t, s, 1, "product_name")
	r.note, r.name, r.tagName, r.departmentName = "note "+text, "name "+text, "tag "+text, "department "+text
	edited := want[sheet](t, e, call{method: "PUT", path: "/companies/{id}/sdses/" + r.sheet, version: s.Version, body: map[string]any{
		"note": r.note, "tag_id_list": []string{r.tag},
		"fields": []sds.FieldEdit{{Section: 1, ID: field.ID, Action: sds.ActionEdit, Value: &sds.Value{Kind: field.Value.Kind, Text: r.name}}},
	}})
	if edited.Version != s.Version+1 {
		t.Errorf("the edit made version %d of %d", edited.Version, s.Version)
	}
	r.edits++
	want[any](t, a, call{method: "PUT", path: "/companies/{id}/tags/" + r.tag, version: a.versionOf(t, "tags", r.tag), body: map[string]any{"name": r.tagName}})
	want[any](t, a, call{method: "PUT", path: "/companies/{id}/departments/" + r.department, version: a.versionOf(t, "departments", r.department), body: map[string]any{"name": r.departmentName}})
}

// versionOf is the version of a thing in a list of the company.
func (b *browser) versionOf(t testing.TB, list, id string) int64 {
	t.Helper()
	for _, one := range want[struct {
		Items []struct {
			ID      string
			Version int64
		}
	}](t, b, call{method: "GET", path: "/companies/{id}/" + list}).Items {
		if one.ID == id {
			return one.Version
		}
	}
	t.Fatalf("%s has no %s", list, id)
	return 0
}

// create makes one record of each kind.
func create(t *testing.T, e, a *browser, text string) *records {
	t.Helper()
	type made struct{ ID string }
	r := &records{
		tag:        want[made](t, a, call{method: "POST", path: "/companies/{id}/tags", body: map[string]any{"name": "tag " + text}}).ID,
		department: want[made](t, a, call{method: "POST", path: "/companies/{id}/departments", body: map[string]any{"name": "department " + text}}).ID,
		checklist: want[made](t, a, call{method: "POST", path: "/dynamic_lists", body: map[string]any{
			"dbt_types": []string{"substances"}, "extraction_targets": []string{"composition"}, "title": text, "substances": []any{map[string]any{"cas": "108-88-3", "threshold": 1}},
		}}).ID,
		criteria: want[made](t, e, call{method: "POST", path: "/companies/{id}/users/" + e.id + "/search-criteria", body: map[string]any{"name": text, "criteria": "text=" + text}}).ID,
	}
	r.sheet = e.completed(t, e.upload(t, file{text + ".pdf", sample(t, "js-005.pdf")})[0]).ID
	r.edit(t, e, a, text)
	return r
}

// seen is all that the API says about the records; the same answers from each version are compared.
func (r *records) seen(t *testing.T, e, a *browser) map[string]any {
	t.Helper()
	all := map[string]any{}
	for _, path := range []string{
		"/companies/{id}/sdses/" + r.sheet, "/companies/{id}/sdses/" + r.sheet + "/edit_histories",
		"/companies/{id}/sdses?text=" + url.QueryEscape(r.name), "/companies/{id}/tags", "/companies/{id}/departments", "/companies/{id}/users/" + e.id + "/search-criteria", "/companies/{id}/users", "/companies/{id}",
	} {
		all[path] = want[any](t, e, call{method: "GET", path: path})
	}
	for _, path := range []string{"/dynamic_lists", "/dynamic_lists/" + r.checklist} {
		all[path] = want[any](t, a, call{method: "GET", path: path})
	}
	return all
}

func (r *records) check(t *testing.T, e *browser, by version) {
	t.Helper()
	s := e.sheet(t, r.sheet)
	if s.Note != r.note || s.ProductName != r.name {
		t.Errorf("%s reads the note %q and the name %q, want %q and %q", by, s.Note, s.ProductName, r.note, r.name)
	}
	edited := 0
	for _, h := range e.history(t, r.sheet) {
		if h.Action == "edited" {
			edited++
		}
	}
	if edited != r.edits {
		t.Errorf("%s: %d edits in the history, want %d", by, edited, r.edits)
	}
}

// Binaries of the version before and those of this one work on the same records: what one writes, the other reads as
// the same, changes, and takes nothing from it; nothing is refused, but a write on a record that only newer code understands.
func TestThePreviousVersionBesideThisOne(t *testing.T) {
	v := besidePrevious(t)
	permit(t, plan.FeatureChecklists)
	e, a := here(t).signIn(t, editor, password), here(t).signIn(t, admin, password)
	t.Logf("the previous version is %s", previous.Commit())
	for _, order := range [][2]version{{current, former}, {former, current}} {
		writer, other := order[0], order[1]
		t.Run(fmt.Sprintf("%s after %s", other, writer), func(t *testing.T) {
			v.api.use(writer)
			r := create(t, e, a, fmt.Sprintf("by-%d", writer))
			invent(t, r.sheet, r.tag, r.department)
			written := r.seen(t, e, a)
			v.api.use(other)
			r.check(t, e, other)
			read := r.seen(t, e, a)
			for path, was := range written {
				if !agrees(read[path], was) {
					t.Errorf("%s: %s says\n%v, %s said\n%v", path, other, read[path], writer, was)
				}
			}
			before := items(t)
			r.edit(t, e, a, fmt.Sprintf("changed-by-%d", other))
			nothingIsLost(t, before, other.String())
			want[any](t, e, call{method: "POST", path: "/sdses/" + r.sheet + "/reanalysis", body: map[string]any{}})
			e.completed(t, r.sheet)
			r.check(t, e, other)
			v.api.use(writer)
			r.check(t, e, writer)
			r.edit(t, e, a, fmt.Sprintf("changed-again-by-%d", writer))
			nothingIsLost(t, before, writer.String())
		})
	}
	t.Run("in turn", func(t *testing.T) {
		v.api.use(mixed)
		r := create(t, e, a, "by-both")
		before := items(t)
		for n := range 10 {
			r.edit(t, e, a, fmt.Sprintf("in-turn-%d", n))
			r.check(t, e, mixed)
		}
		nothingIsLost(t, before, "in turn")
	})
	t.Run("a record of a newer version", func(t *testing.T) {
		v.api.use(current)
		r := create(t, e, a, "newer")
		client, name := sdk.NewFromConfig(shared.Config()), shared.Names().Table
		s := e.sheet(t, r.sheet)
		for key, item := range items(t) {
			if strings.HasSuffix(key, "#S | "+r.sheet) {
				item["V"] = &types.AttributeValueMemberN{Value: "99"}
				if _, err := client.PutItem(t.Context(), &sdk.PutItemInput{TableName: &name, Item: item}); err != nil {
					t.Fatal(err)
				}
			}
		}
		before := items(t)
		v.api.use(former)
		refused(t, e, call{method: "PUT", path: "/companies/{id}/sdses/" + r.sheet, version: s.Version, body: map[string]any{"note": "x"}}, http.StatusConflict, string(message.CodeNewer))
		if now := e.sheet(t, r.sheet); now.Note != s.Note || now.Version != s.Version {
			t.Errorf("read as %+v", now)
		}
		for key, item := range items(t) {
			if strings.Contains(key, r.sheet) && !reflect.DeepEqual(item, before[key]) {
				t.Errorf("%s was changed", key)
			}
		}
	})
	t.Run("jobs", func(t *testing.T) { v.jobsOf(t, e, a) })
	t.Run("what runs by itself", v.runs)
	if n := v.api.answered.Load(); n < 50 {
		t.Errorf("the previous version was called %d times", n)
	}
}

// agrees compares two answers in what both versions say: a member that one does not know is left out. Links are signed anew by each.
func agrees(is, was any) bool {
	switch was := was.(type) {
	case map[string]any:
		is, same := is.(map[string]any)
		if !same {
			return false
		}
		for name := range maps.Keys(was) {
			if now, there := is[name]; there && name != "url" && !agrees(now, was[name]) {
				return false
			}
		}
		return true
	case []any:
		is, same := is.([]any)
		return same && slices.EqualFunc(is, was, agrees)
	}
	a, _ := json.Marshal(is)
	b, _ := json.Marshal(was)
	return string(a) == string(b)
}
