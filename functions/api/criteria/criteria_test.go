package criteria_test

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"

	"anzen/functions/api/apitest"
	"anzen/functions/api/criteria"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/sds"
)

func TestSavedSearches(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	me, colleague := w.User(t, c, access.Viewer), w.User(t, c, access.Admin)
	stranger := w.User(t, w.Company(t), access.Admin)
	request := func(method, at string, as *company.User, body any) apitest.Request {
		return apitest.Request{Method: method, Path: "/companies/{id}/users/" + string(me.ID) + "/search-criteria" + at, As: as, Lang: "ja", Body: body}
	}
	save := func(name, query string) criteria.SearchToSave {
		return criteria.SearchToSave{Name: name, Criteria: query}
	}
	withKey := func(q apitest.Request, key string) apitest.Request { q.Key = key; return q }
	withVersion := func(q apitest.Request, version string) apitest.Request { q.IfMatch = version; return q }

	var saved criteria.SavedSearch
	const query = "h_code=H225&h_code=H226&text=%E3%83%88%E3%83%AB%E3%82%A8%E3%83%B3&order_by_name=asc&mine=true"
	bad := func(name, query, field string) apitest.Scenario {
		return apitest.Scenario{Name: name, Request: request("POST", "", &me, save("x", query)), Status: 400, Field: field}
	}
	w.Run(t,
		apitest.Scenario{Name: "saved", Request: withKey(request("POST", "", &me, save("引火性, 至急 ", query)), "k"), Status: 201, After: func(t *testing.T, _ *apitest.World, r apitest.Response) { r.Into(t, &saved) }},
		apitest.Scenario{Name: "the same request again", Request: withKey(request("POST", "", &me, save("引火性, 至急 ", query)), "k"), Status: 201, After: func(t *testing.T, _ *apitest.World, r apitest.Response) {
			if !strings.Contains(r.Body, string(saved.ID)) {
				t.Errorf("another one: %s", r.Body)
			}
		}},
		apitest.Scenario{Name: "another body with the key", Request: withKey(request("POST", "", &me, save("別", query)), "k"), Status: 422, Code: "idempotency.reused"},
		apitest.Scenario{Name: "the name is taken", Request: request("POST", "", &me, save("引火性， 至急", "")), Status: 409, Code: "criteria.name_exists", Field: "name criteria.name_exists", Contains: []string{"同じ名前のマイフィルター"}},
		apitest.Scenario{Name: "48 characters, everything", Request: request("POST", "", &me, save(strings.Repeat("字", 48), "")), Status: 201},
		apitest.Scenario{Name: "49 characters", Request: request("POST", "", &me, save(strings.Repeat("字", 49), "")), Status: 400, Field: "name input.too_long", Contains: []string{"48文字以内"}},
		apitest.Scenario{Name: "no name", Request: request("POST", "", &me, save(" ", "")), Status: 400, Field: "name input.required"},
		apitest.Scenario{Name: "a line break", Request: request("POST", "", &me, save("a\nb", "")), Status: 400, Field: "name text.control"},
		apitest.Scenario{Name: "too long a query", Request: request("POST", "", &me, save("x", "text="+strings.Repeat("a", 8000))), Status: 400, Field: "criteria input.too_long"},
		bad("a filter that there is not", "h_kode=H225", "criteria.h_kode input.unknown_field"),
		bad("a page", "page=2", "criteria.page input.unknown_field"),
		bad("a choice that there is not", "signal_word=careful", "criteria.signal_word[0] input.choice"),
		bad("a number that is none", "ph_from=sour", "criteria.ph_from input.pattern"),
		bad("a range that ends before it begins", "ph_from=7&ph_to=6", "criteria.ph_to input.range_order"),
		bad("a class that there is not", "ghs_class=7", "criteria.ghs_class[0] input.choice"),
		bad("an order that there is not", "order_by_name=up", "criteria.order_by_name input.choice"),
		bad("too long a text", "text="+strings.Repeat("a", 201), "criteria.text input.too_long"),
		bad("no query", "a=%zz", "criteria input.pattern"),
		apitest.Scenario{Name: "the error states the limit", Request: request("POST", "", &me, save("x", "text="+strings.Repeat("a", 201))), Status: 400, Contains: []string{"200文字以内"}},
		apitest.Scenario{Name: "listed", Request: request("GET", "", &me, nil), Status: 200, Contains: []string{`"total":2`, "引火性, 至急"}},
		apitest.Scenario{Name: "not for a colleague", Request: request("GET", "", &colleague, nil), Status: 404, Lacks: []string{"引火性"}},
		apitest.Scenario{Name: "not for another company", Request: request("GET", "", &stranger, nil), Status: 404},
		apitest.Scenario{Name: "not saved for a colleague", Request: request("POST", "", &colleague, save("y", "")), Status: 404},
	)
	if saved.Name != "引火性, 至急" || saved.Criteria != query || saved.Version != 1 {
		t.Errorf("%+v", saved)
	}
	// A saved search is a valid query.
	w.Run(t, apitest.Scenario{Name: "it runs", Request: apitest.Request{Method: "GET", Path: "/companies/{id}/sdses?" + unescaped(t, saved.Criteria), As: &me}, Status: 200})
	at := "/" + string(saved.ID)
	w.Run(t,
		apitest.Scenario{Name: "changed", Request: withVersion(request("PUT", at, &me, save("引火性", "pictogram=GHS02")), "1"), Status: 200, Contains: []string{`"version":2`, "pictogram=GHS02"}},
		apitest.Scenario{Name: "stale", Request: withVersion(request("PUT", at, &me, save("x", "")), "1"), Status: 412, Code: "version.stale"},
		apitest.Scenario{Name: "no version", Request: request("PUT", at, &me, save("x", "")), Status: 400, Code: "version.missing"},
		apitest.Scenario{Name: "changed to what does not run", Request: withVersion(request("PUT", at, &me, save("x", "limit=5")), "2"), Status: 400, Field: "criteria.limit input.unknown_field"},
		apitest.Scenario{Name: "changed to a name that is taken", Request: withVersion(request("PUT", at, &me, save(strings.Repeat("字", 48), "")), "2"), Status: 409, Code: "criteria.name_exists"},
		apitest.Scenario{Name: "changed by a colleague", Request: withVersion(request("PUT", at, &colleague, save("x", "")), "2"), Status: 404},
		apitest.Scenario{Name: "the name alone", Request: withVersion(request("PUT", at, &me, map[string]string{"name": "引火性"}), "2"), Status: 200, Contains: []string{`"version":3`, "pictogram=GHS02", `"searchCriteriaId":"` + string(saved.ID) + `"`}},
		apitest.Scenario{Name: "the old name is free", Request: request("POST", "", &me, save("引火性, 至急", "")), Status: 201},
		apitest.Scenario{Name: "not deleted by a colleague", Request: request("DELETE", at, &colleague, nil), Status: 404},
		apitest.Scenario{Name: "deleted", Request: request("DELETE", at, &me, nil), Status: 204},
		apitest.Scenario{Name: "deleted again", Request: request("DELETE", at, &me, nil), Status: 404},
		apitest.Scenario{Name: "its name is free", Request: request("POST", "", &me, save("引火性", "")), Status: 201},
	)
}

func unescaped(t *testing.T, query string) string {
	t.Helper()
	values, err := url.ParseQuery(query)
	if err != nil {
		t.Fatal(err)
	}
	var pairs []string
	for name, of := range values {
		for _, v := range of {
			pairs = append(pairs, name+"="+v)
		}
	}
	return strings.Join(pairs, "&")
}

// A user can save a hundred searches; deleting one allows another.
func TestNotTooManySavedSearches(t *testing.T) {
	w := apitest.New(t)
	me := w.User(t, w.Company(t), access.Viewer)
	var last company.Criteria
	for i := range company.MaxCriteria {
		x := w.Table.Begin(me.Company).Audit(table.Audit{By: me.ID, Action: "test.made"})
		last = x.CreateCriteria(me.ID, company.Criteria{ID: sds.NewID[sds.CriteriaID](), Name: fmt.Sprint(i)}, nil)
		if err := x.Commit(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	path := "/companies/{id}/users/" + string(me.ID) + "/search-criteria"
	one := apitest.Request{Method: "POST", Path: path, As: &me, Lang: "ja", Body: criteria.SearchToSave{Name: "one more"}}
	w.Run(t,
		apitest.Scenario{Name: "one too many", Request: one, Status: 409, Code: "criteria.too_many", Contains: []string{"100件まで"}},
		apitest.Scenario{Name: "one less", Request: apitest.Request{Method: "DELETE", Path: path + "/" + string(last.ID), As: &me}, Status: 204},
		apitest.Scenario{Name: "room for one", Request: one, Status: 201},
	)
}

// defaults are the names of a user's saved searches that are the default.
func defaults(t *testing.T, w *apitest.World, me *company.User) (names []string) {
	t.Helper()
	var list criteria.SavedSearches
	w.Do(t, apitest.Request{Method: "GET", Path: "/companies/{id}/users/" + string(me.ID) + "/search-criteria", As: me}).Into(t, &list)
	for _, s := range list.Items {
		if s.Default {
			names = append(names, s.Name)
		}
	}
	return names
}

// The saved search that becomes the default is the only one, whatever was before.
func TestOneDefault(t *testing.T) {
	w := apitest.New(t)
	me := w.User(t, w.Company(t), access.Viewer)
	path := "/companies/{id}/users/" + string(me.ID) + "/search-criteria"
	create := func(name string) (made criteria.SavedSearch) {
		t.Helper()
		w.Do(t, apitest.Request{Method: "POST", Path: path, As: &me, Body: criteria.SearchToSave{Name: name, Default: true}}).Into(t, &made)
		return made
	}
	edit := func(s criteria.SavedSearch, change map[string]any) (made criteria.SavedSearch) {
		t.Helper()
		change["name"] = s.Name
		w.Do(t, apitest.Request{Method: "PUT", Path: path + "/" + string(s.ID), As: &me, IfMatch: fmt.Sprint(s.Version), Body: change}).Into(t, &made)
		return made
	}
	want := func(names ...string) {
		t.Helper()
		if got := defaults(t, w, &me); !slices.Equal(got, names) {
			t.Errorf("defaults %q, want %q", got, names)
		}
	}
	a := create("a")
	want("a")
	b := create("b")
	want("b")
	a.Version++ // it is the default no longer
	a = edit(a, map[string]any{"is_default": true})
	want("a")
	a = edit(a, map[string]any{"criteria": "pictogram=GHS02"})
	want("a")
	edit(a, map[string]any{"is_default": false})
	want()
	b.Version++
	edit(b, map[string]any{"is_default": true})
	want("b")
}

// Two sessions that make another one the default at the same time leave one.
func TestOneDefaultOfParallelSessions(t *testing.T) {
	w := apitest.New(t)
	me := w.User(t, w.Company(t), access.Viewer)
	path := "/companies/{id}/users/" + string(me.ID) + "/search-criteria"
	for round := range 5 {
		made := make([]criteria.SavedSearch, 2)
		for i := range made {
			w.Do(t, apitest.Request{Method: "POST", Path: path, As: &me, Body: criteria.SearchToSave{Name: fmt.Sprint(round, "-", i)}}).Into(t, &made[i])
		}
		requests := []apitest.Request{{Method: "POST", Path: path, As: &me, Body: criteria.SearchToSave{Name: fmt.Sprint(round, " new"), Default: true}}}
		for _, s := range made {
			requests = append(requests, apitest.Request{Method: "PUT", Path: path + "/" + string(s.ID), As: &me, IfMatch: fmt.Sprint(s.Version), Body: map[string]any{"name": s.Name, "is_default": true}})
		}
		var sessions sync.WaitGroup
		for _, q := range requests {
			sessions.Go(func() {
				// One that keeps losing is refused as stale, with nothing changed.
				if r := w.Do(t, q); r.Status != 200 && r.Status != 201 && r.Status != 412 {
					t.Errorf("%s: %d %s", q.Method, r.Status, r.Body)
				}
			})
		}
		sessions.Wait()
		if got := defaults(t, w, &me); len(got) != 1 {
			t.Fatalf("round %d: defaults %q", round, got)
		}
	}
}

// A user with as many saved searches as allowed is told so, as the default or not.
func TestTooManyWithADefault(t *testing.T) {
	w := apitest.New(t)
	me := w.User(t, w.Company(t), access.Viewer)
	for i := range company.MaxCriteria {
		x := w.Table.Begin(me.Company).Audit(table.Audit{By: me.ID, Action: "test.made"})
		x.CreateCriteria(me.ID, company.Criteria{ID: sds.NewID[sds.CriteriaID](), Name: fmt.Sprint(i)}, nil)
		if err := x.Commit(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	w.Run(t, apitest.Scenario{
		Name: "one too many", Request: apitest.Request{Method: "POST", Path: "/companies/{id}/users/" + string(me.ID) + "/search-criteria", As: &me, Body: criteria.SearchToSave{Name: "one more", Default: true}},
		Status: 409, Code: "criteria.too_many",
	})
}
