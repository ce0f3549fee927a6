package checklists

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"time"

	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/shared/domain/access"
	"anzen/shared/domain/checklist"
	"anzen/shared/domain/sds"
	"anzen/shared/reference/regulation"
)

// Tag is the group of the routes in the document.
const Tag = "checklists"

// ListRoute is the declaration of GET dynamic_lists.
var ListRoute = rest.Route{
	Method: "GET", Path: "/dynamic_lists", ID: "listChecklists", Tag: Tag, Rule: rest.Need(access.CheckListRead),
	Summary: "The company's checklists, the latest first", Grants: grant.Catalog(), Memory: 1769, Timeout: rest.MaxTimeout,
}

// ListInput requests a page.
type ListInput struct {
	Page    int  `query:"page" minimum:"1" maximum:"100000" default:"1" doc:"the page, from 1"`
	Limit   int  `query:"limit" minimum:"1" maximum:"100" default:"20" doc:"the items of a page"`
	ShowAll bool `query:"show_all" doc:"all of them on one page"`
}

// ChecklistListOutput is a page with the count of the whole.
type ChecklistListOutput struct {
	Body struct {
		Items []Checklist `json:"items"`
		Total int         `json:"total"`
		Page  int         `json:"page"`
		Limit int         `json:"limit"`
		Max   int         `json:"max" doc:"the most checklists of a company"`
	}
}

// List answers a page of checklists.
func List(ctx context.Context, call *rest.Call, in *ListInput) (*ChecklistListOutput, error) {
	all, err := call.Table.Checklists(ctx, call.CompanyID)
	if err != nil {
		return nil, err
	}
	slices.Reverse(all)
	out := &ChecklistListOutput{}
	out.Body.Total, out.Body.Page, out.Body.Limit, out.Body.Max = len(all), in.Page, in.Limit, MaxLists
	if in.ShowAll {
		out.Body.Page, out.Body.Limit = 1, max(len(all), 1)
	}
	from := min((out.Body.Page-1)*out.Body.Limit, len(all))
	for _, l := range all[from:min(from+out.Body.Limit, len(all))] {
		v, err := counted(ctx, call, l)
		if err != nil {
			return nil, err
		}
		out.Body.Items = append(out.Body.Items, v)
	}
	return out, nil
}

// OfList names a checklist.
type OfList struct {
	List checklist.ID `path:"listId" format:"uuid" doc:"the checklist"`
}

// GetRoute is the declaration of GET dynamic_lists/{listId}.
var GetRoute = rest.Route{
	Method: "GET", Path: "/dynamic_lists/{listId}", ID: "getChecklist", Tag: Tag, Rule: rest.Need(access.CheckListRead),
	Summary: "A checklist", Grants: grant.Catalog(), Memory: 1769, Timeout: rest.MaxTimeout,
}

// GetInput names a checklist.
type GetInput struct{ OfList }

// Get answers a checklist.
func Get(ctx context.Context, call *rest.Call, in *GetInput) (*ChecklistOutput, error) {
	l, err := call.Table.Checklist(ctx, call.CompanyID, in.List)
	if err != nil {
		return nil, err
	}
	v, err := counted(ctx, call, l)
	return &ChecklistOutput{v}, err
}

// counted is the view of a checklist with its current counts; a suspended one or a
// pending request keeps those of the last run.
func counted(ctx context.Context, call *rest.Call, l checklist.List) (Checklist, error) {
	v := view(regulation.Current(), l)
	if !l.State.Checked() {
		return v, nil
	}
	found, err := lookUp(call, l).counts(ctx)
	if err != nil {
		return v, err
	}
	v.Counts = countsOf(found)
	return v, nil
}

// ListChangesRoute is the declaration of GET dynamic_lists/{listId}/histories.
var ListChangesRoute = rest.Route{
	Method: "GET", Path: "/dynamic_lists/{listId}/histories", ID: "listChecklistChanges", Tag: Tag, Rule: rest.Need(access.CheckListRead),
	Summary: "The update history of a checklist, the latest first", Grants: []grant.Grant{grant.Table("BatchGetItem", "Query")},
}

// ChangesInput names a checklist.
type ChangesInput struct {
	OfList
	rest.Paged
}

// ChecklistChange is an entry of the history.
type ChecklistChange struct {
	ID     checklist.ChangeID     `json:"id"`
	At     time.Time              `json:"at"`
	By     sds.UserID             `json:"by"`
	ByName string                 `json:"by_name"`
	Action checklist.Action       `json:"action" enum:"created,requested,edited,prepared,suspended,resumed,judged,excluded,included"`
	Fields []ChecklistFieldChange `json:"changes"`
}

// ChecklistFieldChange is a field before and after; of fields with many values, the
// removed and the added ones.
type ChecklistFieldChange struct {
	Field string   `json:"field" enum:"title,description,extraction_targets,law_regulation_ids,substances,state,sheets,judgement,note"`
	From  []string `json:"from" doc:"of law_regulation_ids the names in the caller's language"`
	To    []string `json:"to"`
}

// ChecklistChangesOutput are all entries.
type ChecklistChangesOutput struct {
	Body struct {
		Items []ChecklistChange `json:"items"`
		Total int               `json:"total"`
		rest.PageView
	}
}

// ListChanges answers the history of a checklist.
func ListChanges(ctx context.Context, call *rest.Call, in *ChangesInput) (*ChecklistChangesOutput, error) {
	if _, err := call.Table.Checklist(ctx, call.CompanyID, in.List); err != nil {
		return nil, err
	}
	found, err := call.Table.ChecklistChanges(ctx, call.CompanyID, in.List)
	if err != nil {
		return nil, err
	}
	out := &ChecklistChangesOutput{}
	out.Body.Total = len(found)
	found, out.Body.PageView = rest.PageOf(in.Paged, found)
	for _, c := range found {
		v := ChecklistChange{ID: c.ID, At: c.At, By: c.By, ByName: c.ByName, Action: c.Action}
		for _, f := range c.Fields {
			v.Fields = append(v.Fields, ChecklistFieldChange{f.Field, named(call.Lang, f.Field, f.From), named(call.Lang, f.Field, f.To)})
		}
		out.Body.Items = append(out.Body.Items, v)
	}
	return out, nil
}

// named replaces the ids of regulations by their names.
func named(lang, field string, values []string) []string {
	if field != checklist.FieldLaws {
		return values
	}
	names := make([]string, len(values))
	for i, text := range values {
		names[i] = text
		id, err := strconv.Atoi(text)
		if err != nil {
			continue
		}
		if w, ok := watched(regulation.Current(), id); ok {
			names[i] = cmp.Or(w.Name.In(lang), text)
		}
	}
	return names
}
