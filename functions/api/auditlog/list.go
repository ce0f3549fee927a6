// Package auditlog is the API of a company's audit log: who did what, when and from where.
// Only administrators read it; nobody changes it.
package auditlog

import (
	"context"
	"slices"
	"strings"
	"time"

	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/audit"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
)

// ListRoute is the declaration of GET audit_logs.
var ListRoute = rest.Route{
	Method: "GET", Path: "/companies/{id}/audit_logs", ID: "listAuditLogs", Tag: "audit", Rule: rest.Need(access.CompanyEdit),
	Summary: "The records of the audit log, the latest first: who did what, when and from where",
	Grants:  []grant.Grant{grant.Table("Query", "BatchGetItem")}, Timeout: 25 * time.Second,
}

// Filter selects records.
type Filter struct {
	From       time.Time  `query:"from" doc:"written at this moment or later"`
	To         time.Time  `query:"to" doc:"written before this moment"`
	User       sds.UserID `query:"user_id" format:"uuid" doc:"by this user"`
	By         string     `query:"by" enum:"people,system" doc:"only what people did, tokens included, or only what the system did by itself"`
	Categories []string   `query:"category" maxItems:"10" enum:"sign_in,factor,user,company,security,sheet,export,checklist,criteria,other" doc:"parts of the product"`
	Steps      string     `query:"steps" enum:"with,without" doc:"without: leaves out the steps of the system on the way to a recorded action, such as the scan of a file, a state of an analysis or the attempt of a login that was completed; absent: with"`
	Target     string     `query:"target" maxLength:"100" doc:"the id of a sheet, a user ... as in a record's targets"`
	Address    string     `query:"address" maxLength:"60" doc:"from this IP address"`
}

// CodeReversed is the error for a span that ends before it begins.
const CodeReversed message.Code = "audit.reversed"

func (f Filter) check() error {
	if !f.From.IsZero() && !f.To.IsZero() && !f.From.Before(f.To) {
		return message.New(message.Invalid, message.CodeInvalid).On("to", CodeReversed, nil)
	}
	return nil
}

func (f Filter) admits(e table.AuditEntry) bool {
	switch {
	case f.User != "" && e.By != f.User, f.By != "" && (f.By == "system") != bySystem(e), f.Address != "" && e.Address != f.Address:
		return false
	case f.Steps == "without" && audit.Find(e.Action).Step:
		return false
	case f.Target != "" && !slices.Contains(idsOf(e.Target), f.Target):
		return false
	}
	return len(f.Categories) == 0 || slices.Contains(f.Categories, string(audit.Find(e.Action).Category))
}

// bySystem says whether a record is of no person and no token.
func bySystem(e table.AuditEntry) bool { return e.By == "" && e.ByToken == "" }

// idsOf are the ids in a target, which may name several.
func idsOf(target string) []string {
	return strings.FieldsFunc(target, func(r rune) bool { return r == ',' || r == ' ' })
}

// ListInput requests records.
type ListInput struct {
	rest.OfCompany
	Filter
	Cursor string `query:"cursor" maxLength:"26" pattern:"^[0-9A-Z]{26}$" doc:"next_cursor of the answer before"`
	Limit  int    `query:"limit" default:"50" minimum:"1" maximum:"200" doc:"the most records"`
}

// AuditRecord is a record of the log.
type AuditRecord struct {
	ID       string         `json:"id"`
	At       time.Time      `json:"at"`
	Action   string         `json:"action" doc:"such as user.signed_in"`
	Category audit.Category `json:"category" enum:"sign_in,factor,user,company,security,sheet,export,checklist,criteria,other"`
	Text     string         `json:"text" doc:"the action in the caller's language"`
	UserID   sds.UserID     `json:"user_id,omitempty" doc:"absent: the system"`
	UserName string         `json:"user_name,omitempty" doc:"at the time of the record; absent where unknown"`
	Token    string         `json:"token,omitempty" doc:"the provisioning token that acted in place of a user"`
	Target   audit.Target   `json:"target_kind" enum:"none,text,count,user,company,department,tag,sheet,checklist,job,periodic"`
	Targets  []AuditTarget  `json:"targets"`
	Address  string         `json:"ip_address,omitempty"`
	Agent    string         `json:"user_agent,omitempty"`
	Request  string         `json:"request_id,omitempty" doc:"for inquiries"`
}

// AuditTarget is what an action was done to.
type AuditTarget struct {
	ID   string `json:"id"`
	Name string `json:"name,omitempty" doc:"its name now; absent where it is gone or has none"`
}

// AuditRecords are records.
type AuditRecords struct {
	Items []AuditRecord `json:"items"`
	Next  string        `json:"next_cursor,omitempty" doc:"for the records before these; absent: there are none"`
}

// ListOutput are records.
type ListOutput struct{ Body AuditRecords }

// maxRead is how many records a request reads: a rare user of a large company is searched
// for in several requests.
const maxRead = 20_000

// List answers records.
func List(ctx context.Context, call *rest.Call, in *ListInput) (*ListOutput, error) {
	found, next, err := find(ctx, call, in.Filter, in.Cursor, in.Limit, maxRead)
	if err != nil {
		return nil, err
	}
	items, err := view(ctx, call, found)
	return &ListOutput{AuditRecords{items, next}}, err
}

// find reads up to limit records that the filter admits, out of up to most, and the cursor
// of what comes after them.
func find(ctx context.Context, call *rest.Call, f Filter, cursor string, limit, most int) (found []table.AuditEntry, next string, err error) {
	if err := f.check(); err != nil {
		return nil, "", err
	}
	span, withSteps := table.AuditSpan{From: f.From, To: f.To, Before: cursor}, f.Steps != "without"
	var seen logins
	if !withSteps {
		if seen, err = loginsAfter(ctx, call, span); err != nil {
			return nil, "", err
		}
	}
	read, last := 0, ""
	err = call.Table.Audits(ctx, call.CompanyID, span, func(e table.AuditEntry) bool {
		admitted := (withSteps || !seen.isStep(e)) && f.admits(e)
		if admitted && len(found) == limit || read == most {
			next = last
			return false
		}
		read, last = read+1, e.ID
		if admitted {
			found = append(found, e)
		}
		return true
	})
	return found, next, err
}

// maxNamed is of how many targets of a record the names are shown.
const maxNamed = 5

// view adds names and texts.
func view(ctx context.Context, call *rest.Call, found []table.AuditEntry) ([]AuditRecord, error) {
	unnamed := map[string]audit.Target{}
	for _, e := range found {
		if e.By != "" && e.ByName == "" && e.ByToken == "" {
			unnamed[string(e.By)] = audit.TargetUser
		}
		// The target of a company's registration is its first user, who has a name in other records.
		a := audit.Find(e.Action)
		for i, id := range targetsOf(a, e.Target) {
			if i < maxNamed {
				unnamed[id] = a.Target
			}
		}
	}
	names, err := call.Table.AuditNames(ctx, call.CompanyID, unnamed)
	if err != nil {
		return nil, err
	}
	records := make([]AuditRecord, len(found))
	for i, e := range found {
		a := audit.Find(e.Action)
		r := AuditRecord{
			ID: e.ID, At: e.At, Action: e.Action, Category: a.Category, Text: a.Text.In(call.Lang), UserID: e.By, UserName: e.ByName, Token: e.ByToken,
			Target: a.Target, Address: e.Address, Agent: e.Agent, Request: e.RequestID,
		}
		if r.UserName == "" && r.Token == "" {
			r.UserName = names[string(e.By)]
		}
		for _, id := range targetsOf(a, e.Target) {
			r.Targets = append(r.Targets, AuditTarget{id, names[id]})
		}
		records[i] = r
	}
	return records, nil
}

// targetsOf are the ids or the text of a target.
func targetsOf(a audit.Action, target string) []string {
	switch {
	case target == "" || a.Target == audit.TargetNone || a.Target == audit.TargetCompany:
		return nil
	case a.Target == audit.TargetText || a.Target == audit.TargetCount:
		return []string{target}
	}
	return idsOf(target)
}
