// Package filing counts the sheets of a department, tag or assignee, and takes one off all
// sheets before or after it is deleted.
package filing

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"anzen/shared/catalog"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/write"
	"anzen/shared/library/search"
	"anzen/shared/library/sheets"
)

// CodeUnfinished is the code of ErrUnfinished.
const CodeUnfinished message.Code = "removal.unfinished"

// ErrUnfinished is returned when a removal must be repeated to be completed.
var ErrUnfinished = message.New(message.TooMany, CodeUnfinished)

// maxRounds bounds the transactions of one removal, so that it ends within a
// function's timeout: 60 times 30 sheets.
const maxRounds = 60

// List is a list of ids in a sheet record: its departments, its tags or its assignees.
type List[T ~string] struct {
	name  string // in a sheet's history
	of    func(*sds.Sheet) *[]T
	facet catalog.Facet
}

// Departments are those of a sheet.
var Departments = List[sds.DepartmentID]{"departments", func(s *sds.Sheet) *[]sds.DepartmentID { return &s.Departments }, catalog.FacetDepartment}

// Tags are those of a sheet.
var Tags = List[sds.TagID]{"tags", func(s *sds.Sheet) *[]sds.TagID { return &s.Tags }, catalog.FacetTag}

// Assignees are those of a sheet.
var Assignees = List[sds.UserID]{"assignees", func(s *sds.Sheet) *[]sds.UserID { return &s.Assignees }, catalog.FacetAssignee}

// Store is what TakeOff reads and writes.
type Store interface {
	VersionRecords(ctx context.Context, c sds.CompanyID, ids []sds.SheetID) ([]sds.Sheet, error)
	WriteSheets(ctx context.Context, c sds.CompanyID, writes []write.Sheet, a write.Audit) error
}

// Count is the number of sheets with the id, without removed ones.
func (l List[T]) Count(ctx context.Context, found search.Catalog, c sds.CompanyID, id T) (int, error) {
	page, err := l.page(ctx, found, c, id, catalog.Query{})
	return page.Total, err
}

// Counter counts the sheets that queries find.
type Counter interface {
	Counts(ctx context.Context, c sds.CompanyID, queries []catalog.Query) ([]int, error)
}

// Counts are the numbers of sheets with each of the ids, without removed ones.
func (l List[T]) Counts(ctx context.Context, found Counter, c sds.CompanyID, ids []T) (map[T]int, error) {
	queries := make([]catalog.Query, len(ids))
	for i, id := range ids {
		queries[i].Where = []catalog.Condition{catalog.Any(l.facet, id)}
	}
	counts, err := found.Counts(ctx, c, queries)
	if err != nil {
		return nil, fmt.Errorf("count the sheets of all %s: %w", l.name, err)
	}
	by := make(map[T]int, len(ids))
	for i, id := range ids {
		by[id] = counts[i]
	}
	return by, nil
}

func (l List[T]) page(ctx context.Context, found search.Catalog, c sds.CompanyID, id T, q catalog.Query) (catalog.Page, error) {
	q.Where = []catalog.Condition{catalog.Any(l.facet, id)}
	page, err := found.Search(ctx, c, q)
	if err != nil {
		return page, fmt.Errorf("find the sheets of %s %s: %w", l.name, id, err)
	}
	return page, nil
}

// TakeOff takes the id off all sheets, removed ones included, in transactions of some
// sheets, each with an audit record of the action. It can be repeated, and must be after
// ErrUnfinished.
func (l List[T]) TakeOff(ctx context.Context, found search.Catalog, store Store, by sheets.Actor, id T, action string) error {
	for round := 0; ; round++ {
		ids, err := l.some(ctx, found, by.CompanyID, id)
		if err != nil || len(ids) == 0 {
			return err
		}
		if round == maxRounds {
			return ErrUnfinished
		}
		records, err := store.VersionRecords(ctx, by.CompanyID, ids)
		if err != nil {
			return err
		}
		var writes []write.Sheet
		for _, before := range records {
			if w, has := l.without(by, before, id); has {
				writes = append(writes, w)
			}
		}
		if len(writes) == 0 {
			continue
		}
		// After a concurrent write of a sheet the next round reads its new version.
		if err := store.WriteSheets(ctx, by.CompanyID, writes, by.Audit(action, string(id))); err != nil && !errors.Is(err, write.ErrStale) {
			return err
		}
	}
}

// some returns the next sheets that have the id, removed ones last.
func (l List[T]) some(ctx context.Context, found search.Catalog, c sds.CompanyID, id T) ([]sds.SheetID, error) {
	for _, removed := range []bool{false, true} {
		page, err := l.page(ctx, found, c, id, catalog.Query{Removed: removed, Limit: write.MaxSheets})
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

// without is the write of a sheet that loses the id; false where it does not have it.
func (l List[T]) without(by sheets.Actor, before sds.Sheet, id T) (write.Sheet, bool) {
	had := *l.of(&before)
	if !slices.Contains(had, id) {
		return write.Sheet{}, false
	}
	has := slices.DeleteFunc(slices.Clone(had), func(v T) bool { return v == id })
	after := before
	*l.of(&after), after.UpdatedAt = has, by.Now
	from, to := sds.ListValue(had), sds.ListValue(has)
	return write.Sheet{Before: &before, After: after, Edit: by.Entry("edited", sds.Change{Field: l.name, From: &from, To: &to})}, true
}
