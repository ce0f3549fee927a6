// Package users is the API of users: the caller, and the users of their company, whom
// administrators invite, edit and remove, one by one or by a CSV file.
package users

import (
	"context"
	"fmt"
	"slices"
	"time"

	"anzen/functions/api/rest"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/sds"
)

// Me is the caller's profile. The phone of the second factor (tfa_phone_number) is not part of it: the
// second factors have a route of their own, which shows its last digits only.
type Me struct {
	ID           sds.UserID     `json:"id" format:"uuid"`
	Version      int64          `json:"version" doc:"for If-Match"`
	Company      sds.CompanyID  `json:"company_id" format:"uuid"`
	Email        string         `json:"email" format:"email"`
	FirstName    string         `json:"first_name"`
	MiddleName   string         `json:"middle_name"`
	LastName     string         `json:"last_name"`
	Name         string         `json:"name" doc:"the full name, in the order of the user's locale"`
	Phone        string         `json:"phone"`
	Position     string         `json:"position"`
	Departments  []MyDepartment `json:"departments" nullable:"false"`
	RoleID       access.Role    `json:"role_id" enum:"0,1,90,100"`
	Role         MyRole         `json:"role"`
	IsActive     bool           `json:"is_active"`
	IsSubscribed bool           `json:"is_subscribe" doc:"wants news by mail"`
	Locale       string         `json:"locale" enum:"ja-JP,en-US"`
	LoginAt      *time.Time     `json:"login_at,omitempty"`
	CreatedAt    time.Time      `json:"created_at"`
	// FactorDueAt: the company demands a second factor, and the user has none.
	FactorDueAt *time.Time `json:"second_factor_due_at,omitempty" doc:"the company demands a second factor of the user, who has none: from then on only setting one up is possible"`
}

// MyDepartment is a department of the user.
type MyDepartment struct {
	ID   sds.DepartmentID `json:"id" format:"uuid"`
	Name string           `json:"name"`
}

// MyRole is the user's role with its permissions.
type MyRole struct {
	ID          access.Role         `json:"id" enum:"0,1,90,100"`
	Name        string              `json:"name" enum:"viewer,downloadable_viewer,editor,admin"`
	Permissions []access.Permission `json:"permissions" nullable:"false" doc:"the ids of the permissions, without an object around each: a permission has nothing but its id"`
}

// MeOutput is the profile.
type MeOutput struct{ Body Me }

// maxDepartments is the most departments of a profile.
const maxDepartments = 100

// me is the user's profile with the names of their departments.
func me(ctx context.Context, call *rest.Call, u company.User) (*MeOutput, error) {
	role := u.Role.Known()
	view := Me{
		ID: u.ID, Version: u.Version, Company: call.CompanyID, Email: u.Email, FirstName: u.FirstName, MiddleName: u.MiddleName, LastName: u.LastName,
		Name: u.Name(), Phone: u.Phone, Position: u.Position, Departments: []MyDepartment{}, RoleID: role,
		Role:     MyRole{ID: role, Name: role.Name(), Permissions: slices.Clone(role.Permissions())},
		IsActive: u.Active, IsSubscribed: u.Subscribed, Locale: company.LocaleOf(u.Locale), LoginAt: u.LoginAt, CreatedAt: u.CreatedAt,
	}
	if due, must := call.Company.FactorDue(u); must {
		view.FactorDueAt = &due
	}
	names, err := departmentNames(ctx, call, u.Departments)
	if err != nil {
		return nil, fmt.Errorf("departments of user %s: %w", u.ID, err)
	}
	view.Departments = named(u.Departments, names)
	return &MeOutput{view}, nil
}

// departmentNames reads the names of up to maxDepartments departments, without those that
// the company does not have.
func departmentNames(ctx context.Context, call *rest.Call, ids []sds.DepartmentID) (map[sds.DepartmentID]string, error) {
	names := map[sds.DepartmentID]string{}
	ids = slices.Compact(slices.Sorted(slices.Values(ids)))
	ids = ids[:min(len(ids), maxDepartments)]
	if len(ids) == 0 {
		return names, nil
	}
	keys := make([]table.Key, len(ids))
	for i, id := range ids {
		keys[i] = table.DepartmentKey(call.CompanyID, id)
	}
	items, err := call.Table.Batch(ctx, keys...)
	if err != nil {
		return nil, err
	}
	for _, item := range items {
		d, ok, err := table.Decode[company.Department](item)
		if err != nil {
			return nil, err
		}
		if ok {
			names[d.ID] = d.Name
		}
	}
	return names, nil
}

// named are the departments of the ids, by name, without those not in names.
func named(ids []sds.DepartmentID, names map[sds.DepartmentID]string) []MyDepartment {
	all := []MyDepartment{}
	for _, id := range slices.Compact(slices.Sorted(slices.Values(ids))) {
		if name, ok := names[id]; ok {
			all = append(all, MyDepartment{id, name})
		}
	}
	slices.SortFunc(all, func(a, b MyDepartment) int { return company.Compare(a.Name, b.Name) })
	return all
}
