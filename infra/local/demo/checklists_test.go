package demo

import (
	"net/http"
	"reflect"
	"testing"

	"anzen/functions/api/apitest"
	"anzen/functions/api/checklists"
	"anzen/shared/aws/idp"
	"anzen/shared/aws/table"
	"anzen/shared/domain/checklist"
	"anzen/shared/domain/sds"
)

// The checklists exist after an interrupted and after a complete start, and equal those
// that the API creates; checklists that people delete do not come back.
func TestChecklists(t *testing.T) {
	w := apitest.New(t)
	target := Target{Table: w.Table, Users: idp.New(w.Pool, "pool"), Now: w.Clock.Now}
	if err := target.checklists(t.Context()); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := target.company(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	admin, err := w.Table.User(t.Context(), Company, id[sds.UserID]("admin"))
	if err != nil {
		t.Fatal(err)
	}
	var page struct {
		Items []checklists.Checklist `json:"items"`
		Total int                    `json:"total"`
	}
	w.Do(t, apitest.Request{Method: http.MethodGet, Path: "/dynamic_lists?show_all=true", As: &admin}).Into(t, &page)
	if page.Total != len(watching) {
		t.Fatalf("%d checklists", page.Total)
	}
	for i := range page.Items {
		has := &page.Items[i]
		if has.CreatedBy != admin.ID || has.CreatedByName != admin.Name() || len(has.Watched) != len(has.RegulationIDs) {
			t.Errorf("%s: created by %s (%s), watches %v", has.Title, has.CreatedByName, has.CreatedBy, has.Watched)
		}
		answer := w.Do(t, apitest.Request{Method: http.MethodPost, Path: "/dynamic_lists", As: &admin, Body: checklists.Definition{
			Watching: checklists.Watching{Title: has.Title, Description: has.Description, RegulationIDs: has.RegulationIDs, Substances: has.Substances},
			Targets:  has.Targets, BuiltBy: has.BuiltBy,
		}})
		if answer.Status != http.StatusCreated {
			t.Fatalf("the API refuses %s: %d %s", has.Title, answer.Status, answer.Body)
		}
		var made checklists.Checklist
		answer.Into(t, &made)
		if made.ID = has.ID; !reflect.DeepEqual(made, *has) {
			t.Errorf("the API creates\n%+v, the demo\n%+v", made, *has)
		}
	}

	gone := id[checklist.ID]("checklist:" + watching[0].name)
	l, err := w.Table.Checklist(t.Context(), Company, gone)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Table.Begin(Company).Audit(table.Audit{Action: "test"}).DeleteChecklist(l).Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := target.company(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Table.Checklist(t.Context(), Company, gone); err == nil {
		t.Error("a checklist that was deleted came back")
	}
}
