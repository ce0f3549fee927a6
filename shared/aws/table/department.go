package table

import (
	"context"

	"anzen/shared/domain/company"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
)

// The kinds of names that a company has once only.
const (
	nameDepartment = "department"
	nameTag        = "tag"
)

// CodeDepartmentExists is answered when the company has a department of the name.
const CodeDepartmentExists message.Code = "department.name_exists"

// Departments reads all departments of a company.
func (t *Table) Departments(ctx context.Context, c sds.CompanyID) ([]company.Department, error) {
	return List[company.Department](ctx, t, Departments(c))
}

// Department reads a department, ErrNotFound where the company has none with the id.
func (t *Table) Department(ctx context.Context, c sds.CompanyID, id sds.DepartmentID) (company.Department, error) {
	return GetOr[company.Department](ctx, t, DepartmentKey(c, id), ErrNotFound)
}

// CreateDepartment adds a new department with the guard of its name; a conflict
// is the answer where the company has one of the name. The result is the
// department as it is written.
func (x *Tx) CreateDepartment(d company.Department) company.Department {
	d.Version, d.CreatedAt, d.UpdatedAt = 1, x.table.now(), x.table.now()
	x.takeName(nameDepartment, d.Name, string(d.ID), CodeDepartmentExists)
	x.Create(DepartmentKey(x.company, d.ID), d, ErrStale)
	return d
}

// RenameDepartment adds another name for the department as it was read.
func (x *Tx) RenameDepartment(d company.Department, name string) company.Department {
	x.changeName(nameDepartment, d.Name, name, string(d.ID), CodeDepartmentExists)
	read := d.Version
	d.Name, d.Version, d.UpdatedAt = name, read+1, x.table.now()
	x.Replace(DepartmentKey(x.company, d.ID), d, read)
	return d
}

// DeleteDepartment removes the department as it was read, and frees its name.
func (x *Tx) DeleteDepartment(d company.Department) *Tx {
	return x.Delete(DepartmentKey(x.company, d.ID), d.Version).Remove(NameKey(x.company, nameDepartment, company.Fold(d.Name)))
}

// nameGuard keeps a name with its department, tag or saved search.
type nameGuard struct {
	Owner string `dynamodbav:"Owner"`
}

func (x *Tx) takeName(kind, name, owner string, taken message.Code) {
	x.Create(NameKey(x.company, kind, company.Fold(name)), nameGuard{owner}, message.New(message.Conflict, taken).On("name", taken, nil))
}

// changeName moves the guard, unless the names count as the same.
func (x *Tx) changeName(kind, from, to, owner string, taken message.Code) {
	if company.Fold(from) == company.Fold(to) {
		return
	}
	x.takeName(kind, to, owner, taken)
	x.Remove(NameKey(x.company, kind, company.Fold(from)))
}
