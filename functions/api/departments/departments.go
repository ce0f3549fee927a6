// Package departments is the API of a company's departments.
package departments

import (
	"context"
	"time"

	"anzen/functions/api/names"
	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
	"anzen/shared/library/filing"
)

// Department is a department of the company.
type Department struct {
	ID        sds.DepartmentID `json:"id" format:"uuid"`
	Version   int64            `json:"version" doc:"for If-Match"`
	Name      string           `json:"name"`
	CreatedAt time.Time        `json:"created_at"`
	UpdatedAt time.Time        `json:"updated_at"`
}

// all is the resource of departments.
var all = names.Resource[sds.DepartmentID]{Kind: "department", Records: table.DepartmentRecords, Validate: company.OrganisationName, Filed: filing.Departments}

func view(n company.Department) Department { return Department(n) }

// DepartmentOutput is a department.
type DepartmentOutput struct{ Body Department }

// DepartmentName is the input of a department.
type DepartmentName struct {
	Name string `json:"name" minLength:"1" maxLength:"50" doc:"unique in the company"`
}

// ListRoute is the declaration of GET departments.
var ListRoute = rest.Route{
	Method: "GET", Path: "/companies/{id}/departments", ID: "listDepartments", Tag: "departments", Rule: rest.Session,
	Summary: "All departments of the company, by name",
	Grants:  []grant.Grant{grant.Table("Query")},
}

// ListInput names the company.
type ListInput struct {
	rest.OfCompany
	rest.Paged
}

// DepartmentList are all departments.
type DepartmentList struct {
	Items []Department `json:"items" nullable:"false"`
	Total int          `json:"total"`
	rest.PageView
}

// ListOutput are all departments.
type ListOutput struct{ Body DepartmentList }

// List reads all departments.
func List(ctx context.Context, call *rest.Call, in *ListInput) (*ListOutput, error) {
	items, err := names.List(ctx, call, all, view)
	if err != nil {
		return nil, err
	}
	page, view := rest.PageOf(in.Paged, items)
	return &ListOutput{DepartmentList{page, len(items), view}}, nil
}

// CreateRoute is the declaration of POST departments.
var CreateRoute = rest.Route{
	Method: "POST", Path: "/companies/{id}/departments", ID: "createDepartment", Tag: "departments", Rule: rest.Need(access.DepartmentCreate),
	Summary: "Add a department", Status: 201, Creates: true, Makes: "/companies/{id}/departments/{made}",
	Grants: []grant.Grant{grant.Table("PutItem")},
}

// CreateInput is a new department.
type CreateInput struct {
	rest.OfCompany
	Body DepartmentName
}

// Create adds a department.
func Create(ctx context.Context, call *rest.Call, in *CreateInput) (*DepartmentOutput, error) {
	made, err := names.Create(ctx, call, all, in.Body.Name, view)
	return &DepartmentOutput{made}, err
}

// EditRoute is the declaration of PUT departments/{deptId}.
var EditRoute = rest.Route{
	Method: "PUT", Path: "/companies/{id}/departments/{deptId}", ID: "editDepartment", Tag: "departments", Rule: rest.Need(access.DepartmentEdit),
	Summary: "Rename a department",
	Grants:  []grant.Grant{grant.Table("GetItem", "PutItem", "DeleteItem")},
}

// OfDepartment names a department.
type OfDepartment struct {
	rest.OfCompany
	Department sds.DepartmentID `path:"deptId" format:"uuid" doc:"the department"`
}

// EditInput is a new name.
type EditInput struct {
	OfDepartment
	rest.Edited
	Body DepartmentName
}

// Edit renames a department.
func Edit(ctx context.Context, call *rest.Call, in *EditInput) (*DepartmentOutput, error) {
	renamed, err := all.Rename(ctx, call, in.Department, in.IfMatch, in.Body.Name)
	return &DepartmentOutput{view(renamed)}, err
}

// The errors of departments in use.
const (
	CodeInUse        message.Code = "department.in_use"
	CodeUsedByUsers  message.Code = "department.used_by_users"
	CodeUsedBySheets message.Code = "department.used_by_sheets"
)
