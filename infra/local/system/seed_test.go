package system_test

import (
	"context"
	"errors"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/cognitoidentityprovider"
	sdk "github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"anzen/infra/local/stack"
	"anzen/shared/aws/idp"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/plan"
	"anzen/shared/domain/sds"
)

// The users of the two companies with which every stack of these tests begins.
const (
	password     = "Passw0rd!"
	admin        = "admin@midori.example"
	editor       = "editor@midori.example"
	viewer       = "viewer@midori.example"
	stranger     = "admin@akane.example"
	midori       = sds.CompanyID("7b1f0f8a-6c3e-4f0e-9a53-0d8a5a3c1001")
	akane        = sds.CompanyID("7b1f0f8a-6c3e-4f0e-9a53-0d8a5a3c1002")
	someDivision = sds.DepartmentID("7b1f0f8a-6c3e-4f0e-9a53-0d8a5a3c2001")
)

type person struct {
	company sds.CompanyID
	user    sds.UserID
	email   string
	role    access.Role
}

var people = []person{
	{midori, "7b1f0f8a-6c3e-4f0e-9a53-0d8a5a3c3001", admin, access.Admin},
	{midori, "7b1f0f8a-6c3e-4f0e-9a53-0d8a5a3c3002", editor, access.Editor},
	{midori, "7b1f0f8a-6c3e-4f0e-9a53-0d8a5a3c3003", viewer, access.Viewer},
	{akane, "7b1f0f8a-6c3e-4f0e-9a53-0d8a5a3c3004", stranger, access.Admin},
}

// tableOf is the table of a stack with permission for everything.
func tableOf(s *stack.Stack, now func() time.Time) *table.Table {
	return table.New(sdk.NewFromConfig(s.Config()), s.Names().Table, now)
}

// seed creates the two companies: paid ones, since the free plan is limited to ten
// sheets.
func seed(ctx context.Context, s *stack.Stack) ([]stack.Account, error) {
	t := tableOf(s, time.Now)
	if _, err := t.Company(ctx, midori); !errors.Is(err, table.ErrNotFound) {
		return nil, err
	}
	for id, name := range map[sds.CompanyID]string{midori: "株式会社みどり化学", akane: "あかね工業株式会社"} {
		x := t.Begin(id).Audit(table.Audit{Action: "test.made"}).CreateCompany(company.Company{
			ID: id, Name: name, Phone: "03-1234-5678", Active: true, Plan: 1000, Features: []plan.Feature{plan.FeatureChangeHistory},
			ExpirationYears: company.DefaultExpirationYears, CopyFields: company.CopyFields,
		})
		if id == midori {
			x.CreateDepartment(company.Department{ID: someDivision, Name: "製造部"})
		}
		for _, p := range people {
			if p.company == id {
				u := company.User{
					ID: p.user, Company: id, Email: p.email, FirstName: "花子", LastName: "山田", Role: p.role, Active: true, Locale: company.LocaleJapanese,
				}
				if p.role == access.Editor {
					u.Departments = []sds.DepartmentID{someDivision} // the department of their uploads
				}
				x.CreateUser(u)
			}
		}
		if err := x.Commit(ctx); err != nil {
			return nil, err
		}
	}
	users := idp.New(cognitoidentityprovider.NewFromConfig(s.Config()), s.Names().Pool)
	for _, p := range people {
		if err := users.SetPassword(ctx, p.email, password, p.company, p.user); err != nil {
			return nil, err
		}
	}
	return nil, nil
}
