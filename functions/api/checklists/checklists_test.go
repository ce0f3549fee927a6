package checklists_test

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"anzen/functions/api/apitest"
	"anzen/functions/api/checklists"
	"anzen/shared/domain/access"
	"anzen/shared/domain/checklist"
	"anzen/shared/domain/company"
	"anzen/shared/domain/plan"
	"anzen/shared/domain/sds"
)

// deleterious is the id of the class of deleterious substances (劇物).
const deleterious = 300000037

func withOption(c *company.Company) { c.Features = []plan.Feature{plan.FeatureChecklists} }

func definition(change map[string]any) map[string]any {
	d := map[string]any{
		"title": "毒劇物", "extraction_targets": []string{"composition"}, "dbt_types": []string{"laws"}, "law_regulation_ids": []int{deleterious},
	}
	for name, value := range change {
		if value == nil {
			delete(d, name)
		} else {
			d[name] = value
		}
	}
	return d
}

func send(method, path string, as company.User, body any) apitest.Request {
	return apitest.Request{Method: method, Path: path, As: &as, Body: body, Lang: "ja"}
}

// over is a request over a version that was read.
func over(version int64, q apitest.Request) apitest.Request {
	q.IfMatch = fmt.Sprint(version)
	return q
}

// made makes a checklist.
func made(t *testing.T, w *apitest.World, as company.User, change map[string]any) checklists.Checklist {
	t.Helper()
	r := w.Do(t, send("POST", "/dynamic_lists", as, definition(change)))
	if r.Status != 201 {
		t.Fatalf("%d %s", r.Status, r.Body)
	}
	var l checklists.Checklist
	r.Into(t, &l)
	return l
}

// lye is a sheet of sodium hydroxide with a content.
func lye(t *testing.T, w *apitest.World, c company.Company, name string, percent float64) sds.Sheet {
	t.Helper()
	return w.Sheet(t, c, func(s *sds.Sheet) { makeLye(s, name, percent) })
}

func makeLye(s *sds.Sheet, name string, percent float64) {
	s.Name, s.Supplier, s.Composition = name, "=みどり商事", sds.CompositionMixture
	s.CAS = []string{"1310-73-2"}
	s.Ingredients = []sds.Ingredient{
		{Name: "水酸化ナトリウム", CAS: []string{"1310-73-2"}, Concentration: &sds.Span{Low: &percent, High: &percent}},
		{Name: "水", CAS: []string{"7732-18-5"}, Balance: true},
	}
}

func TestAChecklistFromBeginningToEnd(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t, withOption)
	admin, editor, viewer := w.User(t, c, access.Admin), w.User(t, c, access.Editor), w.User(t, c, access.Viewer)
	stranger := w.User(t, w.Company(t, withOption), access.Admin)
	q := send("POST", "/dynamic_lists", admin, definition(nil))
	q.Key = "k"
	first, again := w.Do(t, q), w.Do(t, q)
	if first.Status != 201 || strings.TrimSpace(first.Body) != strings.TrimSpace(again.Body) {
		t.Fatalf("%s\n%s", first.Body, again.Body)
	}
	var l checklists.Checklist
	first.Into(t, &l)
	if l.State != checklist.Created || l.Kind != checklist.ByLaws || len(l.RegulationIDs) != 1 || len(l.Watched) != 1 || l.Watched[0].Key != "JP-PDSCA/DELETERIOUS/DEFAULT" || l.CreatedByName != admin.Name() {
		t.Errorf("%s", first.Body)
	}
	one := "/dynamic_lists/" + string(l.ID)
	edit := send("PUT", one, admin, definition(map[string]any{"title": "劇物とベンゼン", "dbt_types": []string{"laws", "substances"}, "substances": []any{map[string]any{"cas": "71-43-2", "threshold": 0.1}}}))
	edit.IfMatch = "1"
	byEditor := edit
	byEditor.As = &editor
	w.Run(t,
		apitest.Scenario{Name: "an editor may not create", Request: send("POST", "/dynamic_lists", editor, definition(nil)), Status: 403},
		apitest.Scenario{Name: "nor edit", Request: byEditor, Status: 403},
		apitest.Scenario{Name: "a viewer reads", Request: send("GET", "/dynamic_lists", viewer, nil), Status: 200, Contains: []string{`"total":1`, `"max":100`, "毒劇物"}},
		apitest.Scenario{Name: "not of another company", Request: send("GET", one, stranger, nil), Status: 404},
		apitest.Scenario{Name: "edited", Request: edit, Status: 200, Contains: []string{`"version":2`, "劇物とベンゼン", `"operator":">="`}},
		apitest.Scenario{Name: "stale", Request: edit, Status: 412, Code: "version.stale"},
		apitest.Scenario{
			Name: "the history", Request: send("GET", one+"/histories", viewer, nil), Status: 200,
			Contains: []string{`"total":2`, `"action":"edited"`, "71-43-2 >= 0.1 %", `"from":["毒劇物"]`}, Lacks: []string{"law_regulation_ids"},
		},
		apitest.Scenario{Name: "suspended with one that is not there", Request: send("PUT", "/dynamic_lists/suspend", admin, map[string]any{"dynamic_list_ids": []any{l.ID, sds.NewID[checklist.ID]()}}), Status: 400, Field: "dynamic_list_ids[1] checklist.not_there"},
		apitest.Scenario{Name: "which suspends none", Request: send("GET", one, viewer, nil), Status: 200, Contains: []string{`"state":"created"`}},
		apitest.Scenario{Name: "suspended", Request: send("PUT", "/dynamic_lists/suspend", admin, map[string]any{"dynamic_list_ids": []any{l.ID}}), Status: 200, Contains: []string{`"state":"suspended"`}},
		apitest.Scenario{Name: "resumed", Request: send("PUT", "/dynamic_lists/resume", admin, map[string]any{"dynamic_list_ids": []any{l.ID}}), Status: 200, Contains: []string{`"state":"resumed"`}},
		apitest.Scenario{Name: "deleted from another company", Request: over(4, send("DELETE", one, stranger, nil)), Status: 404},
		apitest.Scenario{Name: "deleted without a version", Request: send("DELETE", one, admin, nil), Status: 400, Code: "version.missing"},
		apitest.Scenario{Name: "deleted as it was before it was suspended", Request: over(2, send("DELETE", one, admin, nil)), Status: 412, Code: "version.stale"},
		apitest.Scenario{Name: "which deletes nothing", Request: send("GET", one+"/histories", viewer, nil), Status: 200, Contains: []string{`"action":"edited"`}},
		apitest.Scenario{Name: "deleted", Request: over(4, send("DELETE", one, admin, nil)), Status: 204},
		apitest.Scenario{Name: "deleted again", Request: over(4, send("DELETE", one, admin, nil)), Status: 404},
		apitest.Scenario{Name: "gone", Request: send("GET", one, admin, nil), Status: 404},
	)
	if left, err := w.Table.ChecklistChanges(t.Context(), c.ID, l.ID); err != nil || len(left) != 0 {
		t.Errorf("the history stays: %v %v", left, err)
	}
}

func TestWhatIsWrongWithAChecklist(t *testing.T) {
	w := apitest.New(t)
	admin := w.User(t, w.Company(t, withOption), access.Admin)
	substance := func(cas string, percent float64) map[string]any {
		return map[string]any{"cas": cas, "threshold": percent}
	}
	of := func(substances ...any) map[string]any {
		return map[string]any{"dbt_types": []string{"substances"}, "law_regulation_ids": nil, "substances": substances}
	}
	for name, tt := range map[string]struct {
		change map[string]any
		field  string
	}{
		"no title":                 {map[string]any{"title": "　"}, "title input.required"},
		"101 characters":           {map[string]any{"title": strings.Repeat("法", 101)}, "title input.too_long"},
		"nothing to watch":         {map[string]any{"law_regulation_ids": nil}, "law_regulation_ids checklist.no_target"},
		"an unknown id":            {map[string]any{"law_regulation_ids": []int{deleterious, 399999999}}, "law_regulation_ids[1] checklist.unknown_id"},
		"a class among the laws":   {map[string]any{"law_ids": []int{deleterious}}, "law_ids[0] checklist.not_law"},
		"nowhere to look":          {map[string]any{"extraction_targets": []string{}}, "extraction_targets input.too_few_items"},
		"what it is not built by":  {map[string]any{"substances": []any{substance("71-43-2", 1)}}, "substances checklist.not_built_by"},
		"a wrong check digit":      {of(substance("71-43-3", 1)), "substances[0].cas checklist.cas"},
		"a CAS number twice":       {of(substance("71-43-2", 1), substance("71-43-2", 5)), "substances[1].cas checklist.twice"},
		"more than all of it":      {of(substance("71-43-2", 101)), "substances[0].threshold input.number_range"},
		"less than nothing":        {of(substance("71-43-2", -1)), "substances[0].threshold input.number_range"},
		"an operator there is not": {of(map[string]any{"cas": "71-43-2", "threshold": 1, "operator": "<"}), "substances[0].operator input.choice"},
	} {
		w.Run(t, apitest.Scenario{Name: name, Request: send("POST", "/dynamic_lists", admin, definition(tt.change)), Status: 400, Field: tt.field})
	}
	without := w.User(t, w.Company(t), access.Admin)
	w.Run(t, apitest.Scenario{Name: "without the option", Request: send("POST", "/dynamic_lists", without, definition(nil)), Status: 402, Code: "option.checklists"})
}

func TestARequestGoesToTheProvider(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	admin := w.User(t, c, access.Admin)
	wish := map[string]any{"title": "EU規制", "company_name": "みどり化学", "law_regulation_text": "REACH\r\nSVHC"}
	w.Mailbox.Fail = errors.New("SES is down")
	w.Run(t,
		apitest.Scenario{Name: "the mail does not go", Request: send("POST", "/dynamic_lists/request", admin, wish), Status: 500},
		apitest.Scenario{Name: "then there is no request", Request: send("GET", "/dynamic_lists", admin, nil), Status: 200, Contains: []string{`"total":0`}},
	)
	w.Mailbox.Fail = nil
	var l checklists.Checklist
	r := w.Do(t, send("POST", "/dynamic_lists/request", admin, wish))
	r.Into(t, &l)
	if r.Status != 201 || l.State != checklist.Requested || l.Kind != checklist.ByRequest || len(w.Mailbox.Mails) != 2 {
		t.Fatalf("%s %+v", r.Body, w.Mailbox.Mails)
	}
	if m := w.Mailbox.Mails[0]; m.To != apitest.Operator || m.ReplyTo != admin.Email || !strings.Contains(m.Text, "REACH\nSVHC") {
		t.Errorf("%+v", m)
	}
	if m := w.Mailbox.Mails[1]; m.To != admin.Email || !strings.Contains(m.Text, "5〜15営業日") || strings.Contains(m.Text, "SVHC") {
		t.Errorf("%+v", m)
	}
	fill := send("PUT", "/dynamic_lists/"+string(l.ID), admin, definition(nil))
	fill.IfMatch = "1"
	w.Run(t,
		apitest.Scenario{Name: "not suspended", Request: send("PUT", "/dynamic_lists/suspend", admin, map[string]any{"dynamic_list_ids": []any{l.ID}}), Status: 400, Field: "dynamic_list_ids[0] checklist.still_waits", Contains: []string{"EU規制"}},
		apitest.Scenario{Name: "filled without the option", Request: fill, Status: 402},
	)
	option := w.Company(t, withOption)
	other := w.User(t, option, access.Admin)
	r = w.Do(t, send("POST", "/dynamic_lists/request", other, wish))
	r.Into(t, &l)
	fill.As, fill.Path = &other, "/dynamic_lists/"+string(l.ID)
	w.Run(t, apitest.Scenario{Name: "filled", Request: fill, Status: 200, Contains: []string{`"state":"created"`, `"kind":"request"`, "REACH"}})
}

func TestEditsAtTheSameTime(t *testing.T) {
	w := apitest.New(t)
	admin := w.User(t, w.Company(t, withOption), access.Admin)
	l := made(t, w, admin, nil)
	edit := func(n int) apitest.Request {
		q := send("PUT", "/dynamic_lists/"+string(l.ID), admin, definition(map[string]any{"title": fmt.Sprint("編集", n)}))
		q.IfMatch = "1"
		return q
	}
	var group sync.WaitGroup
	var mu sync.Mutex
	statuses := map[int]int{}
	for n := range 6 {
		group.Go(func() {
			r := w.Do(t, edit(n))
			mu.Lock()
			defer mu.Unlock()
			statuses[r.Status]++
		})
	}
	group.Wait()
	if statuses[200] != 1 || statuses[412] != 5 {
		t.Errorf("%v", statuses)
	}
}
