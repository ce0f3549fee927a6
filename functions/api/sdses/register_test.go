package sdses_test

import (
	"fmt"
	"strings"
	"testing"

	"anzen/functions/api/apitest"
	"anzen/functions/api/sdses"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/plan"
	"anzen/shared/domain/sds"
)

type body = map[string]any

// allow requests an upload form for each name.
func allow(t *testing.T, w *apitest.World, as *company.User, names ...string) []sds.UploadID {
	t.Helper()
	var files []body
	for _, n := range names {
		files = append(files, body{"name": n, "size": 1000})
	}
	r := w.Do(t, apitest.Request{Method: "POST", Path: "/companies/{id}/get_signed_url", As: as, Body: body{"files": files}})
	if r.Status != 201 {
		t.Fatalf("forms: %d %s", r.Status, r.Body)
	}
	var out struct{ Items []sdses.UploadLink }
	r.Into(t, &out)
	var ids []sds.UploadID
	for i, l := range out.Items {
		if l.Name != names[i] || l.Fields["key"] != "uploads/"+string(l.UploadID)+".pdf" || l.Fields["Policy"]+l.Fields["policy"] == "" {
			t.Errorf("form %d: %+v", i, l)
		}
		ids = append(ids, l.UploadID)
	}
	return ids
}

func register(as *company.User, key string, departments []sds.DepartmentID, uploads ...sds.UploadID) apitest.Request {
	list := []body{}
	for _, u := range uploads {
		list = append(list, body{"upload_id": u})
	}
	if departments == nil {
		departments = []sds.DepartmentID{}
	}
	return apitest.Request{
		Method: "POST", Path: "/companies/{id}/sdses", As: as, Key: key, Body: body{"department_id_list": departments, "sds_list": list},
	}
}

func TestRefusedFiles(t *testing.T) {
	w := apitest.New(t)
	u := w.User(t, w.Company(t), access.Editor)
	ask := func(files ...body) apitest.Request {
		return apitest.Request{Method: "POST", Path: "/companies/{id}/get_signed_url", As: &u, Lang: "ja", Body: body{"files": files}}
	}
	many := make([]body, 51)
	for i := range many {
		many[i] = body{"name": "a.pdf", "size": 1}
	}
	w.Run(t,
		apitest.Scenario{Name: "not a PDF", Request: ask(body{"name": "a.pdf", "size": 1}, body{"name": "b.docx", "size": 1}), Status: 400, Field: "files[1].name upload.not_pdf", Contains: []string{"「b.docx」"}},
		apitest.Scenario{Name: "over 10 MB", Request: ask(body{"name": "a.PDF", "size": 10<<20 + 1}), Status: 400, Field: "files[0].name upload.too_large"},
		apitest.Scenario{Name: "just 10 MB", Request: ask(body{"name": "a.PDF", "size": 10 << 20}), Status: 201, Contains: []string{"uploads/"}},
		apitest.Scenario{Name: "empty", Request: ask(body{"name": "a.pdf", "size": 0}), Status: 400, Field: "files[0].name upload.empty"},
		apitest.Scenario{Name: "51 files", Request: ask(many...), Status: 400, Field: "files input.too_many_items"},
	)
}

func TestRegistering(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	mine, theirs := sds.NewID[sds.DepartmentID](), sds.NewID[sds.DepartmentID]()
	x := w.Table.Begin(c.ID).Audit(table.Audit{Action: "test"})
	x.CreateDepartment(company.Department{ID: mine, Name: "研究"})
	x.CreateDepartment(company.Department{ID: theirs, Name: "製造"})
	if err := x.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	editor := w.User(t, c, access.Editor, func(u *company.User) { u.Departments = []sds.DepartmentID{mine} })
	admin := w.User(t, c, access.Admin)
	stranger := w.User(t, w.Company(t), access.Admin)
	here := allow(t, w, &editor, "トルエン.pdf", "acetone.PDF")
	w.Bucket.Put("uploads/"+string(here[0])+".pdf", []byte("%PDF-1.7"))

	w.Run(t,
		apitest.Scenario{Name: "another company's upload", Request: register(&stranger, "", nil, here[0]), Status: 400, Field: "sds_list[0].upload_id upload.unknown"},
		apitest.Scenario{Name: "a department that is not there", Request: register(&admin, "", []sds.DepartmentID{sds.NewID[sds.DepartmentID]()}, here[0]), Status: 400, Field: "department_id_list[0] department.unknown"},
		apitest.Scenario{Name: "an editor into another department", Request: register(&editor, "", []sds.DepartmentID{theirs}, here[0]), Status: 403, Code: "department.not_yours"},
		apitest.Scenario{Name: "an editor into their own", Request: register(&editor, "k1", []sds.DepartmentID{mine}, here...), Status: 201, Contains: []string{`"name":"トルエン"`, `"name":"acetone"`}},
		apitest.Scenario{Name: "the same request again", Request: register(&editor, "k1", []sds.DepartmentID{mine}, here...), Status: 201, Contains: []string{`"name":"トルエン"`}},
		apitest.Scenario{Name: "the same key for another request", Request: register(&editor, "k1", nil, here[0]), Status: 422, Code: "idempotency.reused"},
		apitest.Scenario{
			Name: "in the list", Request: apitest.Request{Method: "GET", Path: "/companies/{id}/sdses?order_by_name=asc", As: &admin}, Status: 200,
			Contains: []string{`"total":2`, `"in_progress":2`, `"status":10000`, `"status_group":"pre_analysis"`, string(mine)},
		},
		apitest.Scenario{Name: "the other company sees none", Request: apitest.Request{Method: "GET", Path: "/companies/{id}/sdses", As: &stranger}, Status: 200, Contains: []string{`"total":0`}},
	)
	if len(w.Machine.Started) != 1 {
		t.Errorf("%d analyses started, want that of the PDF that has arrived: %v", len(w.Machine.Started), w.Machine.Started)
	}
	for name, input := range w.Machine.Started {
		if !strings.HasSuffix(name, "-1") || !strings.Contains(string(input), string(c.ID)) {
			t.Errorf("%s started with %s", name, input)
		}
	}
	if pending, err := w.Table.AllPending(t.Context()); err != nil || len(pending) != 2 {
		t.Errorf("%d promises, %v; want one a sheet", len(pending), err)
	}
}

func TestThePlansLimit(t *testing.T) {
	w := apitest.New(t)
	u := w.User(t, w.Company(t, func(c *company.Company) { c.Plan = plan.Free }), access.Editor)
	names := make([]string, 11)
	for i := range names {
		names[i] = fmt.Sprintf("%d.pdf", i)
	}
	ids := allow(t, w, &u, names...)
	w.Run(t,
		apitest.Scenario{Name: "eleven at once", Request: register(&u, "", nil, ids...), Status: 402, Code: "plan.upload_limit", Contains: []string{"10"}},
		apitest.Scenario{Name: "none was made", Request: apitest.Request{Method: "GET", Path: "/companies/{id}/sdses/count", As: &u}, Status: 200, Contains: []string{`"count":0`}},
		apitest.Scenario{Name: "ten", Request: register(&u, "", nil, ids[:10]...), Status: 201},
		apitest.Scenario{Name: "one more", Request: register(&u, "", nil, ids[10]), Status: 402, Code: "plan.upload_limit"},
		apitest.Scenario{Name: "those that are there count once", Request: register(&u, "", nil, ids[3]), Status: 201},
	)
}
