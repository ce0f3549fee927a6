package periodic

import (
	"context"
	"encoding/json"

	"anzen/functions/api/filter"
	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/message"
	"anzen/shared/domain/periodic"
	"anzen/shared/domain/sds"
)

// writeGrants are the grants of the functions that change settings.
func writeGrants(verbs ...string) []grant.Grant {
	return append([]grant.Grant{grant.Table(append(verbs, "GetItem", "Query", "PutItem", "DeleteItem")...), grant.Mail()}, grant.Periodic()...)
}

// CreateRoute is the declaration of POST periodic_export/settings.
var CreateRoute = rest.Route{
	Method: "POST", Path: "/companies/{id}/periodic_export/settings", ID: "createPeriodicExport", Tag: "periodic", Rule: rule,
	MaxBody: rest.ListBody, MaxValues: rest.ListValues,
	Summary: "Add an export that is made and mailed periodically, at 6:00 Tokyo time; the plan limits their number (402)",
	Status:  201, Creates: true, Makes: "/companies/{id}/periodic_export/settings/{made}", Grants: writeGrants("UpdateItem"),
}

// NewSetting is a new periodic export.
type NewSetting struct {
	Name      string             `json:"name" minLength:"1" maxLength:"48"`
	Recipient sds.UserID         `json:"recipient_id" format:"uuid" doc:"an active user of the company"`
	CC        []sds.UserID       `json:"cc_recipient_ids,omitempty" maxItems:"10" doc:"users who get a copy"`
	Frequency periodic.Frequency `json:"frequency" enum:"daily,weekly,monthly"`
	Weekday   string             `json:"weekday,omitempty" enum:"sunday,monday,tuesday,wednesday,thursday,friday,saturday" doc:"of weekly exports"`
	Day       string             `json:"export_date,omitempty" enum:"1,5,10,15,20,25,last" doc:"of monthly exports"`
	Encoding  string             `json:"character_code,omitempty" enum:"utf-8,shift_jis" default:"utf-8" doc:"of CSV files"`
	Format    string             `json:"format" enum:"csv,xlsx"`
	Type      string             `json:"type" enum:"sheets,ingredients,exposure_limits,classifications,laws,duties"`
	Columns   []string           `json:"columns,omitempty" maxItems:"300" doc:"in order; default: the standard ones"`
	Language  string             `json:"language,omitempty" enum:"ja,en" doc:"of headings and words; default: the request's"`
	Filter    *filter.Filters    `json:"filter,omitempty" doc:"a filter of sheets; default: all"`
	Enabled   *bool              `json:"is_enabled,omitempty" doc:"default: true"`
}

// CreateInput is a new setting.
type CreateInput struct {
	rest.OfCompany
	Body NewSetting
}

// Create makes a periodic export.
func Create(ctx context.Context, call *rest.Call, in *CreateInput) (*SettingOutput, error) {
	limit := periodic.Limit(call.Company)
	if limit == 0 {
		return nil, message.New(message.PlanLimit, table.CodePeriodicLimit).With(message.Args{"limit": 0})
	}
	b := in.Body
	s := periodic.Setting{
		ID: sds.NewID[periodic.ID](), Name: company.Clean(b.Name), Owner: call.User, Enabled: b.Enabled == nil || *b.Enabled,
		Recipient: b.Recipient, CC: b.CC, Times: periodic.Times{Frequency: b.Frequency, Weekday: b.Weekday, Day: b.Day},
		Export: periodic.Export{Type: b.Type, Columns: b.Columns, Format: b.Format, Encoding: b.Encoding, Lang: b.Language, Filter: encoded(b.Filter)},
	}
	if s.Export.Lang == "" {
		s.Export.Lang = call.Lang
	}
	if !s.Enabled {
		s.Disabled = periodic.ByHand
	}
	users, err := people(ctx, call)
	if err != nil {
		return nil, err
	}
	if err := validate(s, users, b.Filter); err != nil {
		return nil, err
	}
	x := call.Begin("periodic.created", string(s.ID))
	s = x.CreatePeriodic(s, limit)
	out := &SettingOutput{view(call, s, users)}
	call.Remember(x, out.Body)
	if err := x.Commit(ctx); err != nil {
		return nil, err
	}
	follow(ctx, call, s.ID)
	return out, nil
}

// EditRoute is the declaration of PATCH periodic_export/settings/{settingId}.
var EditRoute = rest.Route{
	Method: "PATCH", Path: "/companies/{id}/periodic_export/settings/{settingId}", ID: "editPeriodicExport", Tag: "periodic", Rule: rule,
	MaxBody: rest.ListBody, MaxValues: rest.ListValues,
	Summary: "Change a periodic export, enable or disable it; one whose owner can no longer run it becomes the caller's",
	Grants:  writeGrants(),
}

// SettingChange is a change of a setting. Absent members stay unchanged, except that a
// frequency needs its weekday or date.
type SettingChange struct {
	Name      *string             `json:"name,omitempty" minLength:"1" maxLength:"48"`
	Recipient *sds.UserID         `json:"recipient_id,omitempty" format:"uuid"`
	CC        *[]sds.UserID       `json:"cc_recipient_ids,omitempty" maxItems:"10"`
	Frequency *periodic.Frequency `json:"frequency,omitempty" enum:"daily,weekly,monthly"`
	Weekday   *string             `json:"weekday,omitempty" enum:"sunday,monday,tuesday,wednesday,thursday,friday,saturday"`
	Day       *string             `json:"export_date,omitempty" enum:"1,5,10,15,20,25,last"`
	Encoding  *string             `json:"character_code,omitempty" enum:"utf-8,shift_jis"`
	Format    *string             `json:"format,omitempty" enum:"csv,xlsx"`
	Type      *string             `json:"type,omitempty" enum:"sheets,ingredients,exposure_limits,classifications,laws,duties"`
	Columns   *[]string           `json:"columns,omitempty" maxItems:"300"`
	Language  *string             `json:"language,omitempty" enum:"ja,en"`
	Filter    *filter.Filters     `json:"filter,omitempty" doc:"an empty one for all sheets"`
	Enabled   *bool               `json:"is_enabled,omitempty"`
}

// EditInput is a change of a setting.
type EditInput struct {
	OfSetting
	rest.Edited
	Body SettingChange
}

// Edit changes a periodic export.
func Edit(ctx context.Context, call *rest.Call, in *EditInput) (*SettingOutput, error) {
	read, err := rest.Version(in.IfMatch)
	if err != nil {
		return nil, err
	}
	s, err := call.Table.PeriodicSetting(ctx, call.CompanyID, in.Setting)
	if err != nil {
		return nil, err
	}
	if s.Version != read {
		return nil, table.ErrStale
	}
	users, err := people(ctx, call)
	if err != nil {
		return nil, err
	}
	in.Body.apply(&s)
	if s.Enabled && periodic.Limit(call.Company) == 0 {
		return nil, message.New(message.PlanLimit, table.CodePeriodicLimit).With(message.Args{"limit": 0})
	}
	if owner, found := users[s.Owner]; !found || !owner.Active || owner.Role != access.Admin {
		s.Owner = call.User
	}
	if err := validate(s, users, in.Body.Filter); err != nil {
		return nil, err
	}
	x := call.Begin("periodic.edited", string(s.ID))
	s = x.WritePeriodic(s)
	if err := x.Commit(ctx); err != nil {
		return nil, err
	}
	follow(ctx, call, s.ID)
	return &SettingOutput{view(call, s, users)}, nil
}

// apply applies the change to a setting.
func (c SettingChange) apply(s *periodic.Setting) {
	if c.Frequency != nil {
		s.Times = periodic.Times{Frequency: *c.Frequency}
	}
	set(&s.Times.Weekday, c.Weekday)
	set(&s.Times.Day, c.Day)
	set(&s.Recipient, c.Recipient)
	set(&s.CC, c.CC)
	set(&s.Export.Encoding, c.Encoding)
	set(&s.Export.Format, c.Format)
	if c.Type != nil && *c.Type != s.Export.Type {
		s.Export.Columns = nil // those of another type
	}
	set(&s.Export.Type, c.Type)
	set(&s.Export.Columns, c.Columns)
	set(&s.Export.Lang, c.Language)
	if c.Filter != nil {
		s.Export.Filter = encoded(c.Filter)
	}
	if c.Name != nil {
		s.Name = company.Clean(*c.Name)
	}
	if c.Enabled != nil && *c.Enabled != s.Enabled {
		s.Enabled, s.Disabled, s.Unnotified = *c.Enabled, "", false
		if !s.Enabled {
			s.Disabled = periodic.ByHand
		}
	}
}

// encoded is the stored form of a filter, nil for all sheets. Its errors are returned by
// validate.
func encoded(f *filter.Filters) json.RawMessage {
	stated, _ := f.Filter()
	if stated.Text() == "" {
		return nil
	}
	body, err := json.Marshal(stated.Text())
	if err != nil {
		panic(err) // it is a text
	}
	return body
}

func set[T any](into *T, value *T) {
	if value != nil {
		*into = *value
	}
}

// DeleteRoute is the declaration of DELETE periodic_export/settings/{settingId}.
var DeleteRoute = rest.Route{
	Method: "DELETE", Path: "/companies/{id}/periodic_export/settings/{settingId}", ID: "deletePeriodicExport", Tag: "periodic", Rule: rule,
	Summary: "Delete a periodic export", Status: 204, Grants: writeGrants("UpdateItem"),
}

// DeleteInput names a setting.
type DeleteInput struct{ OfSetting }

// Delete removes a periodic export with its schedule.
func Delete(ctx context.Context, call *rest.Call, in *DeleteInput) (*struct{}, error) {
	s, err := call.Table.PeriodicSetting(ctx, call.CompanyID, in.Setting)
	if err != nil {
		return nil, err
	}
	if err := call.Begin("periodic.deleted", string(s.ID)).DeletePeriodic(s).Commit(ctx); err != nil {
		return nil, err
	}
	follow(ctx, call, s.ID)
	return nil, nil
}
