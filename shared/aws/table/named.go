package table

import (
	"context"

	"anzen/shared/domain/company"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
)

// Codes of names that exist in the company.
const (
	CodeDepartmentExists message.Code = "department.name_exists"
	CodeTagExists        message.Code = "tag.name_exists"
)

// NamedRecords are a kind of records with a name that is unique in the company, by a guard
// record.
type NamedRecords[ID ~string] struct {
	kind   string
	key    func(sds.CompanyID, ID) Key
	all    func(sds.CompanyID) Partition
	exists message.Code
}

// The kinds of named records.
var (
	DepartmentRecords = NamedRecords[sds.DepartmentID]{"department", DepartmentKey, Departments, CodeDepartmentExists}
	TagRecords        = NamedRecords[sds.TagID]{"tag", TagKey, Tags, CodeTagExists}
)

// All reads all of a company.
func (r NamedRecords[ID]) All(ctx context.Context, t *Table, c sds.CompanyID) ([]company.Named[ID], error) {
	return List[company.Named[ID]](ctx, t, r.all(c))
}

// One reads one, ErrNotFound where the company has none with the id.
func (r NamedRecords[ID]) One(ctx context.Context, t *Table, c sds.CompanyID, id ID) (company.Named[ID], error) {
	return GetOr[company.Named[ID]](ctx, t, r.key(c, id), ErrNotFound)
}

// Create adds a new one with the guard of its name; a conflict where the name exists. The
// result is the record as written.
func (r NamedRecords[ID]) Create(x *Tx, n company.Named[ID]) company.Named[ID] {
	n.Version, n.CreatedAt, n.UpdatedAt = 1, x.table.now(), x.table.now()
	x.takeName(r.kind, n.Name, string(n.ID), r.exists)
	x.Create(r.key(x.company, n.ID), n, ErrStale)
	return n
}

// Rename changes the name of one, ErrStale where it has changed since it was read.
func (r NamedRecords[ID]) Rename(x *Tx, n company.Named[ID], name string) company.Named[ID] {
	x.changeName(r.kind, n.Name, name, string(n.ID), r.exists)
	read := n.Version
	n.Name, n.Version, n.UpdatedAt = name, read+1, x.table.now()
	x.Replace(r.key(x.company, n.ID), n, read)
	return n
}

// Delete removes one, ErrStale where it has changed since it was read, and frees its name.
func (r NamedRecords[ID]) Delete(x *Tx, n company.Named[ID]) *Tx {
	return x.Delete(r.key(x.company, n.ID), n.Version).Remove(NameKey(x.company, r.kind, company.Fold(n.Name)))
}

// Departments reads all departments of a company.
func (t *Table) Departments(ctx context.Context, c sds.CompanyID) ([]company.Department, error) {
	return DepartmentRecords.All(ctx, t, c)
}

// Department reads a department, ErrNotFound where the company has none with the id.
func (t *Table) Department(ctx context.Context, c sds.CompanyID, id sds.DepartmentID) (company.Department, error) {
	return DepartmentRecords.One(ctx, t, c, id)
}

// Tags reads all tags of a company.
func (t *Table) Tags(ctx context.Context, c sds.CompanyID) ([]company.Tag, error) {
	return TagRecords.All(ctx, t, c)
}

// Tag reads a tag, ErrNotFound where the company has none with the id.
func (t *Table) Tag(ctx context.Context, c sds.CompanyID, id sds.TagID) (company.Tag, error) {
	return TagRecords.One(ctx, t, c, id)
}

// CreateDepartment adds a new department.
func (x *Tx) CreateDepartment(d company.Department) company.Department {
	return DepartmentRecords.Create(x, d)
}

// CreateTag adds a new tag.
func (x *Tx) CreateTag(t company.Tag) company.Tag { return TagRecords.Create(x, t) }

// nameGuard is the guard of the name of a department, tag or saved search.
type nameGuard struct {
	Owner string `dynamodbav:"Owner"`
}

func (x *Tx) takeName(kind, name, owner string, taken message.Code) {
	x.Create(NameKey(x.company, kind, company.Fold(name)), nameGuard{owner}, message.New(message.Conflict, taken).On("name", taken, nil))
}

// changeName moves the guard, unless the folded names are equal.
func (x *Tx) changeName(kind, from, to, owner string, taken message.Code) {
	if company.Fold(from) == company.Fold(to) {
		return
	}
	x.takeName(kind, to, owner, taken)
	x.Remove(NameKey(x.company, kind, company.Fold(from)))
}
