package evaluate

import (
	"context"
	"errors"
	"time"

	"anzen/shared/catalog"
	"anzen/shared/domain/checklist"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
	"anzen/shared/judgement/found"
)

// Lists reads checklists.
type Lists interface {
	Checklist(ctx context.Context, c sds.CompanyID, id checklist.ID) (checklist.List, error)
}

// Named returns the conditions of the sheets that a checklist hits, by its id, for
// catalog.WithNames. An unknown id hits none.
func (r Rules) Named(lists Lists, now func() time.Time) func(context.Context, sds.CompanyID, string) ([]catalog.Condition, error) {
	return func(ctx context.Context, c sds.CompanyID, id string) ([]catalog.Condition, error) {
		l, err := lists.Checklist(ctx, c, checklist.ID(id))
		if errors.Is(err, message.New(message.NotFound, message.CodeNotFound)) {
			return []catalog.Condition{catalog.Either()}, nil
		}
		if err != nil {
			return nil, err
		}
		return Conditions(r.Set(), &l, found.Hits, sds.Day(now()).Format(time.DateOnly)), nil
	}
}

// Options make a catalog evaluate by the rules and resolve checklists by id.
func (r Rules) Options(lists Lists, now func() time.Time) catalog.Option {
	return func(c *catalog.Catalog) {
		catalog.WithChecks(r)(c)
		catalog.WithNames(r.Named(lists, now))(c)
	}
}
