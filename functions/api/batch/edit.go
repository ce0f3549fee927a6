package batch

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"slices"
	"strconv"

	"anzen/functions/api/filter"
	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/shared/aws/table"
	"anzen/shared/catalog"
	"anzen/shared/domain/access"
	"anzen/shared/domain/job"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/selection"
	"anzen/shared/formats/batch"
	"anzen/shared/library/bulk"
	"anzen/shared/library/search"
	"anzen/shared/library/sheets"
)

// The errors of edits of a selection.
const (
	CodeEditWhich   message.Code = "batch.which"
	CodeEditNothing message.Code = "batch.nothing_asked"
	CodeEditCount   message.Code = "batch.count_changed"
	CodeEditTooMany message.Code = "batch.too_many_sheets"
	// Reasons why a sheet may not be changed.
	CodeEditDenied       message.Code = "batch.denied"
	CodeEditBusy         message.Code = "batch.busy"
	CodeEditNoDepartment message.Code = "batch.no_department_left"
	CodeEditUnknown      message.Code = "batch.choice_gone"
)

// EditRoute is the declaration of PATCH sdses/batch_edit.
var EditRoute = rest.Route{
	Method: "PATCH", Path: "/companies/{id}/sdses/batch_edit", ID: "editSheets", Tag: "batch", Rule: rest.Need(access.SDSEdit),
	MaxBody: rest.ListBody, MaxValues: rest.ListValues, Creates: true, Memory: 1769, Timeout: rest.MaxTimeout,
	Summary: "Add departments, tags and assignees to many sheets, and remove others: of all of them, or of none where one may not be changed",
	Grants:  append(grant.Catalog(), grant.Table("PutItem", "UpdateItem", "DeleteItem"), grant.Work("PutObject"), grant.StartJob(job.Patch)),
}

// BulkEdit selects sheets and says what changes of all of them.
type BulkEdit struct {
	IDs      []sds.SheetID   `json:"sds_ids,omitempty" maxItems:"1000" doc:"either these"`
	Filter   *filter.Filters `json:"filter,omitempty" doc:"or all that match this filter, at most 10,000"`
	Excluded []sds.SheetID   `json:"exclude_ids,omitempty" maxItems:"1000" doc:"except these"`
	Expected *int            `json:"expected_count,omitempty" minimum:"0" doc:"the expected number of sheets; refused (409) where it differs"`
	Skip     bool            `json:"skip_denied,omitempty" doc:"leave out those that may not be changed"`

	AddDepartments    []sds.DepartmentID `json:"add_departments,omitempty" maxItems:"100"`
	RemoveDepartments []sds.DepartmentID `json:"remove_departments,omitempty" maxItems:"100"`
	AddTags           []sds.TagID        `json:"add_tags,omitempty" maxItems:"100"`
	RemoveTags        []sds.TagID        `json:"remove_tags,omitempty" maxItems:"100"`
	AddAssignees      []sds.UserID       `json:"add_assignees,omitempty" maxItems:"100"`
	RemoveAssignees   []sds.UserID       `json:"remove_assignees,omitempty" maxItems:"100"`
}

// EditInput is a change of many sheets.
type EditInput struct {
	rest.OfCompany
	Body BulkEdit
}

// BulkEdited counts the sheets of an edit.
type BulkEdited struct {
	Changed int    `json:"changed" doc:"the others have the values already"`
	Skipped int    `json:"skipped" doc:"sheets that may not be changed"`
	JobID   job.ID `json:"job_id,omitempty" doc:"the job that makes the changes, where they are more than fit in one step"`
}

// EditOutput is the answer: 200, or 202 where a job makes the changes.
type EditOutput struct {
	Status int
	Body   BulkEdited
}

// Edit changes the filing of many sheets.
func Edit(ctx context.Context, call *rest.Call, in *EditInput) (*EditOutput, error) {
	b := &in.Body
	if (len(b.IDs) > 0) == (b.Filter != nil) {
		return nil, message.New(message.Invalid, message.CodeInvalid).On("sds_ids", CodeEditWhich, nil)
	}
	if len(b.AddDepartments)+len(b.RemoveDepartments)+len(b.AddTags)+len(b.RemoveTags)+len(b.AddAssignees)+len(b.RemoveAssignees) == 0 {
		return nil, message.New(message.Invalid, CodeEditNothing)
	}
	for try := 1; ; try++ {
		out, err := editOnce(ctx, call, in)
		if errors.Is(err, table.ErrStale) && try < tries {
			continue
		}
		return out, err
	}
}

func editOnce(ctx context.Context, call *rest.Call, in *EditInput) (*EditOutput, error) {
	ids, err := chosen(ctx, call, in)
	if err != nil {
		return nil, err
	}
	names, err := bulk.NamesOf(ctx, call.Table, call.CompanyID)
	if err != nil {
		return nil, err
	}
	records, err := call.Table.AllSheetRecords(ctx, call.CompanyID, ids)
	if err != nil {
		return nil, err
	}
	plan, refused, err := planned(call, in, names, ids, records)
	if err != nil {
		return nil, err
	}
	out := &EditOutput{http.StatusOK, BulkEdited{Changed: len(plan.Changes), Skipped: refused}}
	switch {
	case len(plan.Changes) == 0:
		return out, nil
	case bulk.Fit(plan, records):
		a := applier(call, names, "sheets.edited_together")
		_, err := a.Part(ctx, plan.Ops(), 0, call.Answer(out.Body))
		var p *batch.Problem
		if errors.As(err, &p) {
			return nil, table.ErrStale // it has changed since it was read
		}
		if !errors.Is(err, bulk.ErrTooMuch) {
			return out, err
		}
	}
	return out, start(ctx, call, plan, func(id job.ID) any {
		out.Status, out.Body.JobID = http.StatusAccepted, id
		return out.Body
	})
}

// chosen are the ids of the selected sheets.
func chosen(ctx context.Context, call *rest.Call, in *EditInput) ([]sds.SheetID, error) {
	b := &in.Body
	ids := sheets.Unique(b.IDs)
	if b.Filter != nil {
		stated, err := b.Filter.Filter()
		if err != nil {
			return nil, err
		}
		all := selection.Selection{Filter: stated.Text(), Excluded: b.Excluded, Sort: string(catalog.SortCreated)}
		for after, more := (*catalog.Position)(nil), true; more; more = after != nil {
			page, err := search.Selected(ctx, call.Catalog, filter.Viewer(call), all, after, catalogPage)
			if err != nil {
				return nil, err
			}
			for i := range page.Sheets {
				ids = append(ids, page.Sheets[i].ID)
			}
			after = page.Next
		}
	}
	if b.Expected != nil && *b.Expected != len(ids) {
		return nil, message.New(message.Conflict, CodeEditCount).With(message.Args{"count": len(ids)})
	}
	if len(ids) > batch.MaxRows {
		return nil, message.New(message.Invalid, CodeEditTooMany).With(message.Args{"count": len(ids), "limit": batch.MaxRows})
	}
	return ids, nil
}

// catalogPage is how many sheets of a filter are read in a page.
const catalogPage = 1000

// planned is what changes of each sheet, and how many of the sheets may not be changed so, where those are left out.
func planned(call *rest.Call, in *EditInput, names batch.Names, ids []sds.SheetID, records map[sds.SheetID]sds.Sheet) (plan batch.Plan, left int, err error) {
	b := &in.Body
	wrong := message.New(message.Invalid, message.CodeInvalid)
	var first *batch.Problem
	var refused []message.Denied
	for i, id := range ids {
		record, there := records[id]
		if !there || record.DeletedAt != nil {
			wrong = wrong.On("sds_ids["+strconv.Itoa(i)+"]", sheets.CodeSheetUnknown, nil)
			continue
		}
		c := batch.Change{
			Row: i + 1, Sheet: id,
			Departments: changed(record.Departments, b.AddDepartments, b.RemoveDepartments),
			Tags:        changed(record.Tags, b.AddTags, b.RemoveTags),
			Assignees:   changed(record.Assignees, b.AddAssignees, b.RemoveAssignees),
		}
		if c.Departments == nil && c.Tags == nil && c.Assignees == nil {
			continue
		}
		if p := c.Refused(record, call.Principal, names); p != nil {
			first = cmp.Or(first, p)
			refused = append(refused, message.Denied{ID: string(id), Name: record.Name})
			continue
		}
		plan.Changes = append(plan.Changes, c)
	}
	switch {
	case len(wrong.Fields) > 0 && b.Filter == nil: // those of a filter that have just been removed are left out
		return plan, 0, wrong
	case len(refused) > 0 && !b.Skip:
		return plan, 0, refusedSheets(*first, refused)
	}
	return plan, len(refused), nil
}

// changed is a list with some added and others removed; nil where it stays as it is.
func changed[T comparable](has, add, remove []T) *[]T {
	next := []T{}
	for _, id := range has {
		if !slices.Contains(remove, id) {
			next = append(next, id)
		}
	}
	for _, id := range add {
		if !slices.Contains(next, id) {
			next = append(next, id)
		}
	}
	if slices.Equal(next, has) {
		return nil
	}
	return &next
}

// refusal codes of edits by the reason; any other is that a department, tag or user has been deleted.
var editRefusals = map[message.Code]message.Code{
	batch.CodeOthers: CodeEditDenied, batch.CodeAssign: CodeEditDenied, batch.CodeBusy: CodeEditBusy, batch.CodeNoDepartment: CodeEditNoDepartment,
}

// refusedSheets is the error that names the sheets which may not be changed, with the reason of the first.
func refusedSheets(first batch.Problem, refused []message.Denied) error {
	err := message.New(message.Invalid, cmp.Or(editRefusals[first.Code], CodeEditUnknown)).With(message.Args{"count": len(refused)})
	err.Denied = refused[:min(len(refused), message.MaxFields)]
	return err
}
