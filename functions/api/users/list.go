package users

import (
	"context"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"

	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/shared/aws/idp"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/sds"
)

// ListRoute is the declaration of GET users.
var ListRoute = rest.Route{
	Method: "GET", Path: "/companies/{id}/users", ID: "listUsers", Tag: "users", Rule: rest.Session,
	Summary: "All users of the company, by name; with their last sign-in and second factor for callers with the permission",
	Timeout: rest.MaxTimeout,
	Grants:  []grant.Grant{grant.Table("Query"), grant.Users("AdminGetUser")},
}

// ListInput requests the users of the company.
type ListInput struct {
	rest.OfCompany
	rest.Paged
	AuthInfo bool `query:"fetchAuthInfo" doc:"with login_at and tfa, for callers with the permission"`
}

// UserList are all users of the company.
type UserList struct {
	Items []User `json:"items" nullable:"false"`
	Total int    `json:"total"`
	rest.PageView
}

// ListOutput are all users of the company.
type ListOutput struct{ Body UserList }

// List answers all users of the company.
func List(ctx context.Context, call *rest.Call, in *ListInput) (*ListOutput, error) {
	found, err := call.Table.Users(ctx, call.CompanyID)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(found, byName)
	names, err := allDepartments(ctx, call)
	if err != nil {
		return nil, err
	}
	page, of := rest.PageOf(in.Paged, found)
	items := make([]User, len(page))
	for i, u := range page {
		items[i] = view(u, names)
		if in.AuthInfo && call.Role.Has(access.UserReadLoginAt) {
			items[i].LoginAt = u.LoginAt
		}
	}
	if in.AuthInfo && call.Role.Has(access.UserRead2FAInfo) {
		factors(ctx, call, items)
	}
	return &ListOutput{UserList{items, len(found), of}}, nil
}

func byName(a, b company.User) int {
	if c := company.Compare(a.Name(), b.Name()); c != 0 {
		return c
	}
	return company.Compare(a.Email, b.Email)
}

func allDepartments(ctx context.Context, call *rest.Call) (map[sds.DepartmentID]string, error) {
	all, err := call.Table.Departments(ctx, call.CompanyID)
	if err != nil {
		return nil, err
	}
	names := make(map[sds.DepartmentID]string, len(all))
	for _, d := range all {
		names[d.ID] = d.Name
	}
	return names, nil
}

// poolReaders is how many accounts are read from the user pool concurrently: it has no
// operation that returns the second factors of many.
const poolReaders = 8

// factors reads the second factors of all users from the user pool. An error for a user
// is logged, and the rest of the list is still answered.
func factors(ctx context.Context, call *rest.Call, people []User) {
	var group errgroup.Group
	group.SetLimit(poolReaders)
	var once sync.Once
	for i := range people {
		if !people[i].IsActive { // no account yet
			people[i].TFA = &SecondFactor{Methods: []string{}}
			continue
		}
		group.Go(func() error {
			account, err := call.Users.Account(ctx, people[i].Email)
			if err != nil {
				once.Do(func() {
					call.Log.ErrorContext(ctx, "second factors not read", "user", string(people[i].ID), "cause", err.Error())
				})
				return nil
			}
			people[i].TFA, people[i].TFAPhone = secondFactor(account)
			people[i].TFA.Passkeys = people[i].passkeys
			return nil
		})
	}
	_ = group.Wait() // nothing in it fails
}

func secondFactor(a idp.Account) (*SecondFactor, string) {
	f := &SecondFactor{Enabled: len(a.Factors) > 0, Methods: []string{}}
	for _, each := range a.Factors {
		f.Methods = append(f.Methods, string(each))
	}
	if !slices.Contains(a.Factors, company.FactorPhone) {
		return f, ""
	}
	return f, a.Phone
}
