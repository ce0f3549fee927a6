// Package periodic is the API of periodic exports: tables of sheets that are made and
// mailed on a schedule. The record of a setting is authoritative; its schedule is aligned
// with it, at once where that succeeds, else by the sweep of functions/periodic.
package periodic

import (
	"context"
	"encoding/json"
	"time"

	"anzen/functions/api/filter"
	"anzen/functions/api/rest"
	"anzen/functions/common/upkeep"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/message"
	"anzen/shared/domain/periodic"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/selection"
)

// rule: settings are the administrators'.
var rule = rest.Need(access.CompanyEdit)

// Person is a user named by a setting.
type Person struct {
	ID    sds.UserID `json:"id" format:"uuid"`
	Name  string     `json:"name"`
	Email string     `json:"email"`
	// Unreachable: they get no mail of it.
	Unreachable bool `json:"is_unreachable,omitempty" doc:"mails to the user are stopped, as they come back or are unwanted: they get none of this export"`
}

func person(u company.User) Person { return Person{u.ID, u.Name(), u.Email, !u.Reachable()} }

// Setting is a periodic export.
type Setting struct {
	ID        periodic.ID        `json:"id" format:"uuid"`
	Version   int64              `json:"version" doc:"for If-Match"`
	Name      string             `json:"name"`
	Owner     Person             `json:"owner" doc:"the user with whose permissions it runs"`
	Recipient Person             `json:"recipient"`
	CC        []Person           `json:"cc" nullable:"false"`
	Frequency periodic.Frequency `json:"frequency" enum:"daily,weekly,monthly"`
	Weekday   string             `json:"weekday,omitempty" enum:"sunday,monday,tuesday,wednesday,thursday,friday,saturday"`
	Day       string             `json:"export_date,omitempty" enum:"1,5,10,15,20,25,last"`
	Encoding  string             `json:"character_code" enum:"utf-8,shift_jis"`
	Format    string             `json:"format" enum:"csv,xlsx"`
	Type      string             `json:"type"`
	Columns   []string           `json:"columns" nullable:"false" doc:"in order; empty: the standard ones"`
	Language  string             `json:"language" enum:"ja,en"`
	Filter    *filter.Filters    `json:"filter,omitempty" doc:"a filter of sheets; absent: all"`
	Enabled   bool               `json:"is_enabled"`
	Disabled  periodic.Reason    `json:"disabled_reason,omitempty" enum:"by_hand,owner_gone,owner_demoted,recipient_gone,unreachable,plan_ended"`
	Detail    string             `json:"disabled_detail,omitempty" doc:"the reason for the user, in their language"`
	LastAt    *time.Time         `json:"last_execution_at,omitempty"`
	NextAt    *time.Time         `json:"next_execution_at,omitempty" doc:"absent while it is disabled"`
	LastJob   string             `json:"last_job_id,omitempty"`
	CreatedAt time.Time          `json:"created_at"`
	UpdatedAt time.Time          `json:"updated_at"`
}

// SettingOutput is a setting.
type SettingOutput struct{ Body Setting }

// view is a setting with the current data of its users; of removed ones only the id.
func view(call *rest.Call, s periodic.Setting, people map[sds.UserID]company.User) Setting {
	of := func(id sds.UserID) Person {
		if u, ok := people[id]; ok {
			return person(u)
		}
		return Person{ID: id}
	}
	v := Setting{
		ID: s.ID, Version: s.Version, Name: s.Name, Owner: of(s.Owner), Recipient: of(s.Recipient), CC: make([]Person, len(s.CC)),
		Frequency: s.Times.Frequency, Weekday: s.Times.Weekday, Day: s.Times.Day,
		Encoding: s.Export.Encoding, Format: s.Export.Format, Type: s.Export.Type, Columns: append([]string{}, s.Export.Columns...), Language: s.Export.Lang,
		Filter: filterOf(s), Enabled: s.Enabled, Disabled: s.Disabled,
		LastAt: s.LastAt, NextAt: s.NextAt(call.Now()), LastJob: s.LastJob, CreatedAt: s.CreatedAt, UpdatedAt: s.UpdatedAt,
	}
	for i, id := range s.CC {
		v.CC[i] = of(id)
	}
	if s.Disabled != "" {
		v.Detail = message.Text(call.Lang, upkeep.ReasonCode(s.Disabled), nil)
	}
	return v
}

// filterOf is the filter of a setting; nil for all sheets.
func filterOf(s periodic.Setting) *filter.Filters {
	var text selection.Filter
	if len(s.Export.Filter) == 0 || json.Unmarshal(s.Export.Filter, &text) != nil {
		return nil
	}
	return filter.Of(text)
}

// people are the users of the company, by their ids.
func people(ctx context.Context, call *rest.Call) (map[sds.UserID]company.User, error) {
	users, err := call.Table.Users(ctx, call.CompanyID)
	if err != nil {
		return nil, err
	}
	byID := make(map[sds.UserID]company.User, len(users))
	for _, u := range users {
		byID[u.ID] = u
	}
	return byID, nil
}

// follow aligns the schedule with the record. An error is only logged: the record is
// written, and the sweep retries within a minute.
func follow(ctx context.Context, call *rest.Call, id periodic.ID) {
	s := upkeep.Services{Table: call.Table, Schedules: call.Schedules, Mail: call.Mail, AppURL: call.AppURL}
	if err := upkeep.Align(ctx, s, call.CompanyID, id); err != nil {
		call.Log.ErrorContext(ctx, "schedule not aligned with its record yet", "setting", string(id), "cause", err.Error())
	}
}
