package departments

import (
	"context"

	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/shared/domain/access"
	"anzen/shared/domain/sds"
)

// UsageRoute is the declaration of GET departments/usage.
var UsageRoute = rest.Route{
	Method: "GET", Path: "/companies/{id}/departments/usage", ID: "listDepartmentUsage", Tag: "departments", Rule: rest.Need(access.DepartmentEdit),
	Summary: "How many sheets and users each department has",
	Memory:  1024, Timeout: rest.MaxTimeout, Grants: grant.Catalog(),
}

// UsageInput names the company.
type UsageInput struct {
	rest.OfCompany
	rest.Paged
}

// DepartmentUsage is by how much a department is used.
type DepartmentUsage struct {
	ID     sds.DepartmentID `json:"id" format:"uuid"`
	Sheets int              `json:"sheets"`
	Users  int              `json:"users"`
}

// DepartmentUsages are those of all departments, by name.
type DepartmentUsages struct {
	Items []DepartmentUsage `json:"items" nullable:"false"`
	Total int               `json:"total"`
	rest.PageView
}

// UsageOutput are those of all departments.
type UsageOutput struct{ Body DepartmentUsages }

// Usage counts the sheets and users of all departments.
func Usage(ctx context.Context, call *rest.Call, in *UsageInput) (*UsageOutput, error) {
	ids, sheets, err := all.SheetCounts(ctx, call)
	if err != nil {
		return nil, err
	}
	people, err := call.Table.Users(ctx, call.CompanyID)
	if err != nil {
		return nil, err
	}
	users := map[sds.DepartmentID]int{}
	for _, u := range people {
		for _, d := range u.Departments {
			users[d]++
		}
	}
	items := make([]DepartmentUsage, len(ids))
	for i, id := range ids {
		items[i] = DepartmentUsage{id, sheets[id], users[id]}
	}
	page, view := rest.PageOf(in.Paged, items)
	return &UsageOutput{DepartmentUsages{page, len(items), view}}, nil
}
