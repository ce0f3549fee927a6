package users

import (
	"context"
	"slices"

	"golang.org/x/sync/errgroup"

	"anzen/functions/api/accounts"
	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
)

// UploadRoute is the declaration of POST users/csv/upload.
var UploadRoute = rest.Route{
	Method: "POST", Path: "/companies/{id}/users/csv/upload", ID: "uploadUsers", Tag: "users", Rule: rest.Need(access.UserEdit),
	Repeated: "users who are already as the file has them are unchanged, and nobody is invited twice",
	Summary:  "Invite and change users by a CSV file in the format of the download, identified by email address: all rows or none",
	Memory:   1024, Timeout: rest.MaxTimeout, MaxBody: rest.UploadBody,
	Grants: []grant.Grant{grant.Table("GetItem", "BatchGetItem", "Query", "PutItem", "DeleteItem", "UpdateItem", "ConditionCheckItem"), grant.Mail()},
}

// The most rows of a file, and the most of them that invite or change a user.
const (
	maxRows    = 5000
	maxChanges = 200
)

// The codes of files that are too long.
const (
	CodeTooManyRows    message.Code = "csv.too_many_rows"
	CodeTooManyChanges message.Code = "user.csv_too_many_changes"
)

// UploadInput is a file.
type UploadInput struct {
	rest.OfCompany
	rest.CSVUpload
}

// UserUpload is the result of a file's rows.
type UserUpload struct {
	Invited   int             `json:"invited"`
	Updated   int             `json:"updated"`
	Unchanged int             `json:"unchanged"`
	Rows      []UserUploadRow `json:"rows" nullable:"false"`
}

// UserUploadRow is the result of a row.
type UserUploadRow struct {
	Row      int        `json:"row" doc:"as a spreadsheet numbers it, the heading is 1"`
	ID       sds.UserID `json:"id" format:"uuid"`
	Email    string     `json:"email"`
	Result   string     `json:"result" enum:"invited,updated,unchanged"`
	MailSent *bool      `json:"mail_sent,omitempty" doc:"of an invited user; false: the mail can be sent again by reset-password"`
}

// UploadOutput is the result of a file's rows.
type UploadOutput struct{ Body UserUpload }

// Upload invites and changes users by a file. All errors are returned together, by row
// and column, and then nothing is changed.
func Upload(ctx context.Context, call *rest.Call, in *UploadInput) (*UploadOutput, error) {
	rows, err := in.Rows()
	if err != nil {
		return nil, err
	}
	if len(rows) > maxRows+1 {
		return nil, message.New(message.Invalid, CodeTooManyRows).With(message.Args{"limit": maxRows})
	}
	people, err := call.Table.Users(ctx, call.CompanyID)
	if err != nil {
		return nil, err
	}
	names, err := allDepartments(ctx, call)
	if err != nil {
		return nil, err
	}
	entries, err := readEntries(ctx, call, newFile(call.Lang, names), rows, people)
	if err != nil {
		return nil, err
	}
	if slices.ContainsFunc(entries, entry.grants) {
		if err := call.Recent(ctx); err != nil {
			return nil, err
		}
	}
	work := &work{call: call, keeper: keeper(people, entries), written: map[sds.UserID]int64{}}
	if work.keeper == nil {
		return nil, ErrLastAdmin
	}
	if err := work.do(ctx, entries); err != nil {
		return nil, err
	}
	return report(entries, inviteAll(ctx, call, entries)), nil
}

// mailers is how many mails are sent concurrently, under SES's usual 14 a second.
const mailers = 4

// inviteAll mails the invitations, and returns whose were sent.
func inviteAll(ctx context.Context, call *rest.Call, entries []entry) map[sds.UserID]bool {
	sent := make([]bool, len(entries))
	var group errgroup.Group
	group.SetLimit(mailers)
	for i, e := range entries {
		if e.before != nil {
			continue
		}
		group.Go(func() error {
			err := accounts.Invite(ctx, call, e.after)
			if sent[i] = err == nil; err != nil {
				call.Log.ErrorContext(ctx, "invitation not sent", "user", string(e.after.ID), "cause", err.Error())
			}
			return nil
		})
	}
	_ = group.Wait() // nothing in it fails
	went := map[sds.UserID]bool{}
	for i, e := range entries {
		went[e.after.ID] = sent[i]
	}
	return went
}

func report(entries []entry, sent map[sds.UserID]bool) *UploadOutput {
	var out UserUpload
	for _, e := range entries {
		row := UserUploadRow{Row: e.row, ID: e.after.ID, Email: e.after.Email}
		switch {
		case e.before == nil:
			went := sent[e.after.ID]
			row.Result, row.MailSent = "invited", &went
			out.Invited++
		case e.changed():
			row.Result = "updated"
			out.Updated++
		default:
			row.Result = "unchanged"
			out.Unchanged++
		}
		out.Rows = append(out.Rows, row)
	}
	return &UploadOutput{out}
}

// keeper is an administrator that the company keeps after the entries, preferably one
// whom they do not change; nil where there would be none.
func keeper(people []company.User, entries []entry) *company.User {
	touched := map[sds.UserID]company.User{}
	for _, e := range entries {
		if e.before != nil && e.changed() {
			touched[e.after.ID] = e.after
		}
	}
	var kept *company.User
	for _, u := range people {
		after, is := touched[u.ID]
		switch {
		case !is && u.Administers():
			return &u
		case is && after.Administers():
			kept = &u
		}
	}
	return kept
}
