// Package uses finds the sheets that use a department or a tag or are assigned to
// a person, and takes it or them off.
package uses

import (
	"context"
	"errors"

	"anzen/functions/api/rest"
	"anzen/shared/aws/table"
	"anzen/shared/catalog"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/write"
)

// CodeUnfinished is answered when a removal has to be asked for again to go on.
const CodeUnfinished message.Code = "removal.unfinished"

// maxRounds bounds the transactions of one request, so that it ends within a
// function's time: 60 times 30 sheets.
const maxRounds = 60

// Field is a list of ids on a sheet's head: its departments, its tags or its assignees.
type Field[T ~string] struct {
	Name string // in a sheet's history
	// Of is the list on a sheet.
	Of func(*sds.Sheet) *[]T
	// Query finds the sheets that have the id.
	Query func(T) catalog.Query
}

// Departments are those of a sheet.
var Departments = Field[sds.DepartmentID]{
	"departments", func(s *sds.Sheet) *[]sds.DepartmentID { return &s.Departments },
	func(d sds.DepartmentID) catalog.Query { return asks(catalog.FacetDepartment, d) },
}

// Tags are those of a sheet.
var Tags = Field[sds.TagID]{
	"tags", func(s *sds.Sheet) *[]sds.TagID { return &s.Tags },
	func(t sds.TagID) catalog.Query { return asks(catalog.FacetTag, t) },
}

// Assignees are those of a sheet.
var Assignees = Field[sds.UserID]{
	"assignees", func(s *sds.Sheet) *[]sds.UserID { return &s.Assignees },
	func(u sds.UserID) catalog.Query { return asks(catalog.FacetAssignee, u) },
}

func asks[T ~string](f catalog.Facet, id T) catalog.Query {
	return catalog.Query{Where: []catalog.Condition{catalog.Any(f, id)}}
}

// Count is how many sheets use the id, those that were removed aside.
func (f Field[T]) Count(ctx context.Context, call *rest.Call, id T) (int, error) {
	page, err := call.Catalog.Search(ctx, call.Company, f.Query(id))
	return page.Total, err
}

// Strip takes the id off all sheets, removed ones included, a transaction for
// some at a time. It can be repeated; CodeUnfinished says that it must be.
func (f Field[T]) Strip(ctx context.Context, call *rest.Call, id T, audit table.Audit) error {
	for round := 0; ; round++ {
		found, err := f.find(ctx, call, id)
		if err != nil || len(found) == 0 {
			return err
		}
		if round == maxRounds {
			return message.New(message.TooMany, CodeUnfinished)
		}
		heads, err := call.Table.SheetHeads(ctx, call.Company, found)
		if err != nil {
			return err
		}
		var writes []write.Sheet
		for _, head := range heads {
			if w, ok := f.without(call, head, id); ok {
				writes = append(writes, w)
			}
		}
		// Somebody else may be first with a sheet; the next round sees it as it is then.
		if err := call.Table.WriteSheets(ctx, call.Company, writes, audit); err != nil && !errors.Is(err, table.ErrStale) {
			return err
		}
	}
}

func (f Field[T]) find(ctx context.Context, call *rest.Call, id T) ([]sds.SheetID, error) {
	for _, removed := range []bool{false, true} {
		q := f.Query(id)
		q.Removed, q.Limit = removed, write.MaxSheets
		page, err := call.Catalog.Search(ctx, call.Company, q)
		if err != nil {
			return nil, err
		}
		if len(page.Sheets) > 0 {
			ids := make([]sds.SheetID, len(page.Sheets))
			for i := range page.Sheets {
				ids[i] = page.Sheets[i].ID
			}
			return ids, nil
		}
	}
	return nil, nil
}

func (f Field[T]) without(call *rest.Call, before sds.Sheet, id T) (write.Sheet, bool) {
	after, had := before, *f.Of(&before)
	has := make([]T, 0, len(had))
	for _, v := range had {
		if v != id {
			has = append(has, v)
		}
	}
	if len(has) == len(had) {
		return write.Sheet{}, false
	}
	*f.Of(&after), after.UpdatedAt = has, call.Now()
	from, to := list(had), list(has)
	return write.Sheet{Before: &before, After: after, Edit: &sds.Edit{
		ID: sds.NewEditID(call.Now()), At: call.Now(), By: call.User, ByName: call.Name, Action: "edited",
		Changes: []sds.Change{{Field: f.Name, From: &from, To: &to}},
	}}, true
}

func list[T ~string](ids []T) sds.Value {
	v := sds.Value{Kind: sds.KindList}
	for _, id := range ids {
		v.List = append(v.List, string(id))
	}
	return v
}
