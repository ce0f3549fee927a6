// Package sheets holds the use cases that change a company's sheets: register and revise
// from uploaded files, edit, analyze again, remove. Each use case authorizes the actor,
// validates its input and makes one write (package write) with the values derived in it
// (package settle). Routes, jobs and tasks only map requests and answers.
//
// Errors are named (ErrNotEditable ...) or name the invalid members of the input. Each use
// case declares the store interface that it needs.
package sheets

import (
	"context"
	"strconv"
	"time"

	"golang.org/x/sync/errgroup"

	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/write"
)

// Codes of refused changes of a sheet.
const (
	CodeNotEditable  message.Code = "sheet.not_editable"
	CodeUnknownField message.Code = "sheet.unknown_field"
	CodeBadValue     message.Code = "sheet.bad_value"
	CodeSheetUnknown message.Code = "sheet.unknown"
	CodeSheetTwice   message.Code = "sheet.twice"
	CodeSuperseded   message.Code = "sheet.superseded"
	CodeNoPDFToRead  message.Code = "sheet.no_pdf_reanalysis"
	CodeTagUnknown   message.Code = "tag.unknown"
	CodeUserUnknown  message.Code = "user.unknown"
)

// Refused changes of a sheet.
var (
	// ErrOtherDepartment refuses a user who is in none of the sheet's departments.
	ErrOtherDepartment = message.New(message.Forbidden, message.CodeOtherDepartment)
	// ErrNotEditable refuses a change of a sheet in analysis.
	ErrNotEditable = message.New(message.Conflict, CodeNotEditable)
	// ErrSuperseded refuses a newer version of a sheet that is not the newest.
	ErrSuperseded = message.New(message.Conflict, CodeSuperseded)
	// ErrNoPDF refuses the analysis of a sheet that was imported without a PDF.
	ErrNoPDF = message.New(message.Conflict, CodeNoPDFToRead)
)

// errInvalid is the error of invalid input, extended by the invalid members.
var errInvalid = message.New(message.Invalid, message.CodeInvalid)

// Actor is the user who acts, with the company's settings and the time of the request.
type Actor struct {
	access.Principal
	Settings company.Company
	Now      time.Time
	// Of the client and its request, for the audit record.
	Address, Agent, RequestID string
	// Trace is the id of the request in all logs (package trace).
	Trace string
}

// Audit is the audit record of an action of the actor.
func (a Actor) Audit(action, target string) write.Audit {
	return write.Audit{
		By: a.User, ByName: a.Name, ByToken: a.Token, Action: action, Target: target, Address: a.Address, Agent: a.Agent, RequestID: a.RequestID, At: a.Now,
	}
}

// Entry is the entry of a sheet's history for an action of the actor.
func (a Actor) Entry(action string, changes ...sds.Change) *sds.Edit {
	return &sds.Edit{ID: sds.NewEditID(a.Now), At: a.Now, By: a.User, ByName: a.Name, Action: action, Changes: append([]sds.Change{}, changes...)}
}

// maxTries is how often a use case is tried when its sheets are written concurrently.
const maxTries = 4

// reader reads sheets.
type reader interface {
	Sheet(ctx context.Context, c sds.CompanyID, id sds.SheetID) (sds.Sheet, error)
}

// writer writes changes of one sheet.
type writer interface {
	WriteSheet(ctx context.Context, c sds.CompanyID, w write.Sheet) (sds.Sheet, error)
}

// Editable reads a sheet and checks that the actor may edit it.
func Editable(ctx context.Context, store reader, by Actor, id sds.SheetID) (sds.Sheet, error) {
	s, err := store.Sheet(ctx, by.CompanyID, id)
	switch {
	case err != nil:
	case !by.MayEdit(s):
		err = ErrOtherDepartment
	case !s.Status.Editable():
		err = ErrNotEditable
	}
	return s, err
}

// valueReader reads sheets' sections and check results.
type valueReader interface {
	Sections(ctx context.Context, c sds.CompanyID, id sds.SheetID) ([]sds.Section, error)
	CheckResult(ctx context.Context, c sds.CompanyID, id sds.SheetID) (sds.CheckResult, error)
}

// values reads a sheet's sections and check result concurrently.
func values(ctx context.Context, store valueReader, c sds.CompanyID, id sds.SheetID) (sections []sds.Section, result sds.CheckResult, err error) {
	reads, ctx := errgroup.WithContext(ctx)
	reads.Go(func() (err error) {
		sections, err = store.Sections(ctx, c, id)
		return err
	})
	reads.Go(func() (err error) {
		result, err = store.CheckResult(ctx, c, id)
		return err
	})
	return sections, result, reads.Wait()
}

// Unique returns ids without repetitions, in their order.
func Unique[T comparable](ids []T) (kept []T) {
	seen := make(map[T]bool, len(ids))
	for _, id := range ids {
		if !seen[id] {
			seen[id], kept = true, append(kept, id)
		}
	}
	return kept
}

// added returns the elements of has that are not in had.
func added[T comparable](had, has []T) (fresh []T) {
	old := make(map[T]bool, len(had))
	for _, v := range had {
		old[v] = true
	}
	for _, v := range has {
		if !old[v] {
			fresh = append(fresh, v)
		}
	}
	return fresh
}

func sameSet[T comparable](a, b []T) bool { return len(added(a, b)) == 0 && len(added(b, a)) == 0 }

func itoa(i int) string { return strconv.Itoa(i) }

// maxDenied bounds how many sheets an error names.
const maxDenied = 100

// denied returns e with the first maxDenied of the refused sheets.
func denied(e *message.Error, sheets []sds.Sheet) error {
	named := *e
	named.Denied = nil
	for _, s := range sheets[:min(len(sheets), maxDenied)] {
		named.Denied = append(named.Denied, message.Denied{ID: string(s.ID), Name: s.Name})
	}
	return &named
}
