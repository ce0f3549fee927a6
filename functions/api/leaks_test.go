package api_test

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"anzen/functions/api"
	"anzen/functions/api/apitest"
	"anzen/functions/api/rest"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/checklist"
	"anzen/shared/domain/company"
	"anzen/shared/domain/sds"
)

// stocked is a company with one record of each kind, for the ids of requests.
type stocked struct {
	company.Company
	admin  company.User
	params map[string]string // of paths, by name
}

const confidential = "極秘配合表"

func stock(t *testing.T, w *apitest.World) stocked {
	t.Helper()
	c := w.Company(t)
	admin, colleague := w.User(t, c, access.Admin), w.User(t, c, access.Editor)
	sheet := w.Sheet(t, c, func(s *sds.Sheet) { s.Name = confidential })
	x := w.Table.Begin(c.ID).Audit(table.Audit{Action: "test.made"})
	tag := x.CreateTag(company.Tag{ID: sds.NewID[sds.TagID](), Name: confidential})
	department := x.CreateDepartment(company.Department{ID: sds.NewID[sds.DepartmentID](), Name: confidential})
	list := x.CreateChecklist(checklist.List{ID: sds.NewID[checklist.ID](), Kind: checklist.ByLaws, State: checklist.Created, Title: confidential}, 5)
	saved := x.CreateCriteria(admin.ID, company.Criteria{ID: sds.NewID[sds.CriteriaID](), Name: confidential}, nil)
	if err := x.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	return stocked{c, admin, map[string]string{
		"id": string(c.ID), "tagId": string(tag.ID), "deptId": string(department.ID), "searchCriteriaId": string(saved.ID), "userId": string(colleague.ID),
		"sdsId": string(sheet.ID), "listId": string(list.ID), "resultId": string(sheet.ID), "x": string(sheet.ID), "self": string(admin.ID), "cas": "108-88-3",
	}}
}

// sampled is the request of a route's sample event, by a user, with the ids of a company.
func sampled(t *testing.T, r rest.Route, as *company.User, of map[string]string) apitest.Request {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("../../events", r.ID+".json"))
	if err != nil {
		t.Fatalf("%s has no sample event: %v", r.ID, err)
	}
	var event struct {
		Body  string
		Query map[string][]string `json:"multiValueQueryStringParameters"`
	}
	if err := json.Unmarshal(text, &event); err != nil {
		t.Fatal(err)
	}
	q := apitest.Request{Method: r.Method, Path: r.Path, IfMatch: "1", Lang: "ja"}
	if !r.Rule.IsPublic() {
		q.As = as
	}
	for _, name := range r.Params() {
		id := of[name]
		if name == "userId" && r.Tag == "search-criteria" {
			id = of["self"]
		}
		if id == "" {
			id = sds.NewID[string]()
		}
		if name != "id" || !r.OfCompany() {
			q.Path = strings.Replace(q.Path, "{"+name+"}", id, 1)
		}
	}
	var pairs []string
	for name, values := range event.Query {
		for _, v := range values {
			pairs = append(pairs, name+"="+v)
		}
	}
	if len(pairs) > 0 {
		q.Path += "?" + strings.Join(pairs, "&")
	}
	if event.Body != "" {
		q.Body = event.Body
	}
	return q
}

// Every route, requested with another company's ids, finds nothing, reveals nothing and
// touches no record of it.
func TestNoRouteReachesAnotherCompany(t *testing.T) {
	w := apitest.New(t)
	mine, other := w.Company(t), stock(t, w)
	admin := w.User(t, mine, access.Admin)
	for _, r := range api.Routes() {
		if r.Rule.IsPublic() {
			continue
		}
		before := apitest.Checked.Keys()
		answer := w.Do(t, sampled(t, r, &admin, other.params))
		if strings.Contains(answer.Body, confidential) || answer.Status >= 500 {
			t.Errorf("%s: %d %s", r.ID, answer.Status, answer.Body)
		}
		// A CAS number is not an id: it names the same substance in every company.
		if names := r.Params(); len(names) > 1 && names[len(names)-1] != "id" && !slices.Contains(names, "cas") && answer.Status < 300 {
			t.Errorf("%s finds another company's: %d %s", r.ID, answer.Status, answer.Body)
		}
		if apitest.Checked.Keys() == before {
			t.Errorf("%s: no call was watched", r.ID)
		}
	}
	t.Logf("%d requests of %d routes, %d keys compared with the caller's company", apitest.Checked.Requests(), len(api.Routes()), apitest.Checked.Keys())
}

// Whichever call of a service fails, on any route: the answer is one of our errors
// without the cause, or the route succeeded without the call.
func TestErrorsShowNoInternals(t *testing.T) {
	faults, errors500 := 0, 0
	for _, r := range api.Routes() {
		w := apitest.New(t)
		of := stock(t, w)
		for call := 1; call < 100; call++ {
			answer, came := w.DoFailing(t, sampled(t, r, &of.admin, of.params), call)
			if !came {
				break
			}
			faults++
			for _, internal := range []string{"connection refused", "anzen-internal", "dynamodb", "AccessDenied", "operation error", ".go:"} {
				if strings.Contains(answer.Body, internal) {
					t.Errorf("%s, call %d: the answer contains %q: %s", r.ID, call, internal, answer.Body)
				}
			}
			if answer.Status < http.StatusInternalServerError {
				continue
			}
			errors500++
			var body map[string]any
			answer.Into(t, &body)
			if answer.Status != 500 || len(body) != 3 || body["code"] != "internal" || body["request_id"] != "request" || !strings.Contains(answer.Body, "サーバーエラー") {
				t.Errorf("%s, call %d: %d %s", r.ID, call, answer.Status, answer.Body)
			}
		}
	}
	if errors500 < len(api.Routes())-1 {
		t.Errorf("%d errors on %d routes: faults do not get through", errors500, len(api.Routes()))
	}
	t.Logf("%d faults, of which %d answered 500, the others were done without", faults, errors500)
}

// Nothing can read across companies: the table has no such call, and no function has a
// grant for one.
func TestScanIsImpossible(t *testing.T) {
	has := reflect.TypeFor[table.API]()
	for i := range has.NumMethod() {
		if name := has.Method(i).Name; strings.Contains(name, "Scan") || strings.Contains(name, "Statement") || strings.Contains(name, "Export") {
			t.Errorf("the table can %s", name)
		}
	}
	for _, r := range api.Routes() {
		for _, g := range r.AllGrants() {
			for _, action := range g.Actions {
				if strings.Contains(action, "Scan") || strings.Contains(action, "PartiQL") || strings.Contains(action, "*") {
					t.Errorf("%s may %s", r.ID, action)
				}
			}
		}
	}
}
