package periodic

import (
	"context"
	"slices"

	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/shared/domain/company"
	"anzen/shared/domain/periodic"
)

// ListSendableRoute is the declaration of GET periodic_export/sendable-users.
var ListSendableRoute = rest.Route{
	Method: "GET", Path: "/companies/{id}/periodic_export/sendable-users", ID: "listSendableUsers", Tag: "periodic", Rule: rule,
	Summary: "The users to whom exports can be sent: the active users of the company, by name",
	Grants:  []grant.Grant{grant.Table("Query")},
}

// SendableInput names the company.
type SendableInput struct {
	rest.OfCompany
	rest.Paged
}

// People are users.
type People struct {
	Items []Person `json:"items" nullable:"false"`
	Total int      `json:"total"`
	rest.PageView
}

// PeopleOutput are users.
type PeopleOutput struct{ Body People }

// ListSendable lists the users to whom exports can be sent.
func ListSendable(ctx context.Context, call *rest.Call, in *SendableInput) (*PeopleOutput, error) {
	users, err := call.Table.Users(ctx, call.CompanyID)
	if err != nil {
		return nil, err
	}
	users = slices.DeleteFunc(users, func(u company.User) bool { return !u.Active })
	slices.SortFunc(users, func(a, b company.User) int { return company.Compare(a.Name(), b.Name()) })
	out := &PeopleOutput{People{Total: len(users)}}
	users, out.Body.PageView = rest.PageOf(in.Paged, users)
	for _, u := range users {
		out.Body.Items = append(out.Body.Items, person(u))
	}
	return out, nil
}

// ListRoute is the declaration of GET periodic_export/settings.
var ListRoute = rest.Route{
	Method: "GET", Path: "/companies/{id}/periodic_export/settings", ID: "listPeriodicExports", Tag: "periodic", Rule: rule,
	Summary: "All periodic exports of the company, the oldest first, with their limit",
	Grants:  []grant.Grant{grant.Table("Query")},
}

// ListInput names the company.
type ListInput struct {
	rest.OfCompany
	rest.Paged
}

// SettingList are all settings.
type SettingList struct {
	Items []Setting `json:"items" nullable:"false"`
	Total int       `json:"total"`
	Max   int       `json:"max" doc:"the most settings of the company"`
	rest.PageView
}

// ListOutput are all settings.
type ListOutput struct{ Body SettingList }

// List reads all settings.
func List(ctx context.Context, call *rest.Call, in *ListInput) (*ListOutput, error) {
	found, err := call.Table.PeriodicSettings(ctx, call.CompanyID)
	if err != nil {
		return nil, err
	}
	of, err := people(ctx, call)
	if err != nil {
		return nil, err
	}
	out := &ListOutput{SettingList{Total: len(found), Max: periodic.Limit(call.Company)}}
	found, out.Body.PageView = rest.PageOf(in.Paged, found)
	for _, s := range found {
		out.Body.Items = append(out.Body.Items, view(call, s, of))
	}
	return out, nil
}

// GetRoute is the declaration of GET periodic_export/settings/{settingId}.
var GetRoute = rest.Route{
	Method: "GET", Path: "/companies/{id}/periodic_export/settings/{settingId}", ID: "getPeriodicExport", Tag: "periodic", Rule: rule,
	Summary: "A periodic export, with its last and next run",
	Grants:  []grant.Grant{grant.Table("GetItem", "Query")},
}

// OfSetting names a setting.
type OfSetting struct {
	rest.OfCompany
	Setting periodic.ID `path:"settingId" format:"uuid" doc:"the periodic export"`
}

// GetInput names a setting.
type GetInput struct{ OfSetting }

// Get reads a setting.
func Get(ctx context.Context, call *rest.Call, in *GetInput) (*SettingOutput, error) {
	s, err := call.Table.PeriodicSetting(ctx, call.CompanyID, in.Setting)
	if err != nil {
		return nil, err
	}
	of, err := people(ctx, call)
	if err != nil {
		return nil, err
	}
	return &SettingOutput{view(call, s, of)}, nil
}
