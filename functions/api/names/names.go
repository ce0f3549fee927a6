// Package names has the common parts of the routes of departments and tags: both are
// names that are unique in a company, and assigned to sheets.
package names

import (
	"context"
	"slices"

	"anzen/functions/api/rest"
	"anzen/shared/aws/table"
	"anzen/shared/domain/company"
	"anzen/shared/domain/input"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
	"anzen/shared/library/filing"
)

// Resource is one kind of names.
type Resource[ID ~string] struct {
	Kind    string // "department": of the audit record's actions
	Records table.NamedRecords[ID]
	// Validate returns the error of a name, or an empty code.
	Validate func(name string) message.Code
	Filed    filing.List[ID]
}

// List returns the views of all records of the company, by name.
func List[ID ~string, V any](ctx context.Context, call *rest.Call, r Resource[ID], view func(company.Named[ID]) V) ([]V, error) {
	found, err := r.Records.All(ctx, call.Table, call.CompanyID)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(found, func(a, b company.Named[ID]) int { return company.Compare(a.Name, b.Name) })
	views := make([]V, len(found))
	for i, n := range found {
		views[i] = view(n)
	}
	return views, nil
}

// SheetCounts are the numbers of sheets with each record of the company, by name.
func (r Resource[ID]) SheetCounts(ctx context.Context, call *rest.Call) ([]ID, map[ID]int, error) {
	ids, err := List(ctx, call, r, func(n company.Named[ID]) ID { return n.ID })
	if err != nil {
		return nil, nil, err
	}
	counts, err := r.Filed.Counts(ctx, call.Catalog, call.CompanyID, ids)
	return ids, counts, err
}

// Create adds a record, and stores its view as the answer.
func Create[ID ~string, V any](ctx context.Context, call *rest.Call, r Resource[ID], name string, view func(company.Named[ID]) V) (V, error) {
	var none V
	name, err := r.clean(name)
	if err != nil {
		return none, err
	}
	id := sds.NewID[ID]()
	x := call.Begin(r.Kind+".created", string(id))
	created := view(r.Records.Create(x, company.Named[ID]{ID: id, Name: name}))
	call.Remember(x, created)
	return created, x.Commit(ctx)
}

// Rename renames a record; table.ErrStale where its version is not that of ifMatch.
func (r Resource[ID]) Rename(ctx context.Context, call *rest.Call, id ID, ifMatch, name string) (company.Named[ID], error) {
	var none company.Named[ID]
	read, err := rest.Version(ifMatch)
	if err != nil {
		return none, err
	}
	if name, err = r.clean(name); err != nil {
		return none, err
	}
	n, err := r.Records.One(ctx, call.Table, call.CompanyID, id)
	if err != nil {
		return none, err
	}
	if n.Version != read {
		return none, table.ErrStale
	}
	x := call.Begin(r.Kind+".edited", string(id))
	n = r.Records.Rename(x, n, name)
	return n, x.Commit(ctx)
}

// Delete removes a record. before and after remove it from its users, so that an
// interrupted request can be repeated.
func (r Resource[ID]) Delete(ctx context.Context, call *rest.Call, id ID, before, after func(context.Context) error) error {
	n, err := r.Records.One(ctx, call.Table, call.CompanyID, id)
	if err != nil {
		return err
	}
	if err := before(ctx); err != nil {
		return err
	}
	if err := r.Records.Delete(call.Begin(r.Kind+".deleted", string(id)), n).Commit(ctx); err != nil {
		return err
	}
	return after(ctx)
}

// TakeOff removes a name from all sheets.
func (r Resource[ID]) TakeOff(ctx context.Context, call *rest.Call, id ID) error {
	return r.Filed.TakeOff(ctx, call.Catalog, call.Table, call.Actor(), id, r.Kind+".taken_off_sheets")
}

// clean is the cleaned name, or its error.
func (r Resource[ID]) clean(name string) (string, error) {
	var wrong input.FieldErrors
	wrong.Add("name", r.Validate(name))
	return company.Clean(name), wrong.Err()
}
