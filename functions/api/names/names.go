// Package names is what the routes of departments and of tags do alike: both are names
// that a company has once only, and that sheets are filed by.
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
	Judge   func(name string) message.Code // what is wrong with a name
	Filed   filing.List[ID]
}

// List reads all of the company, by name, as they are shown.
func List[ID ~string, V any](ctx context.Context, call *rest.Call, r Resource[ID], view func(company.Named[ID]) V) ([]V, error) {
	found, err := r.Records.All(ctx, call.Table, call.CompanyID)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(found, func(a, b company.Named[ID]) int { return company.Compare(a.Name, b.Name) })
	shown := make([]V, len(found))
	for i, n := range found {
		shown[i] = view(n)
	}
	return shown, nil
}

// Create adds one, and remembers it as it is shown.
func Create[ID ~string, V any](ctx context.Context, call *rest.Call, r Resource[ID], name string, view func(company.Named[ID]) V) (V, error) {
	var none V
	name, err := r.clean(name)
	if err != nil {
		return none, err
	}
	id := sds.NewID[ID]()
	x := call.Begin(r.Kind+".created", string(id))
	shown := view(r.Records.Create(x, company.Named[ID]{ID: id, Name: name}))
	call.Remember(x, shown)
	return shown, x.Commit(ctx)
}

// Rename gives one another name, as it was read.
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

// Delete removes one. What uses it is freed of it first and looked for once more
// afterwards, so that the request can be repeated where it was cut off.
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

// TakeOff takes one off all sheets.
func (r Resource[ID]) TakeOff(ctx context.Context, call *rest.Call, id ID) error {
	return r.Filed.TakeOff(ctx, call.Catalog, call.Table, call.Actor(), id, r.Kind+".taken_off_sheets")
}

// clean is the name as it is kept, or what is wrong with it.
func (r Resource[ID]) clean(name string) (string, error) {
	var wrong input.FieldErrors
	wrong.Add("name", r.Judge(name))
	return company.Clean(name), wrong.Err()
}
