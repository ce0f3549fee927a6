// Package sheets is what people do to a company's sheets: register and revise them from
// uploaded files, edit, analyze again, remove. Each use case says who may do it, checks
// what it is given, and makes one write of it (package write), in which what follows from
// the values is settled (package settle). Routes, jobs and tasks call them; they map
// requests and answers and no more.
//
// Errors have names (ErrNotEditable ...) or name the member of the input that is wrong.
// What a use case reads and writes it asks for through a small interface of its own.
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

// Codes of what may not be done to a sheet.
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

// What may not be done to a sheet.
var (
	// ErrOtherDepartment refuses who belongs to none of the sheet's departments.
	ErrOtherDepartment = message.New(message.Forbidden, message.CodeOtherDepartment)
	// ErrNotEditable refuses a change of a sheet whose analysis goes on.
	ErrNotEditable = message.New(message.Conflict, CodeNotEditable)
	// ErrSuperseded refuses a newer version of what is not the newest.
	ErrSuperseded = message.New(message.Conflict, CodeSuperseded)
	// ErrNoPDF refuses the analysis of a sheet that came as data.
	ErrNoPDF = message.New(message.Conflict, CodeNoPDFToRead)
)

// errInvalid is an input that cannot be done, by its members.
var errInvalid = message.New(message.Invalid, message.CodeInvalid)

// Actor is who does something, and on which terms.
type Actor struct {
	access.Principal
	Settings company.Company // the company as it is now
	Address  string          // the client's, for the audit record
	Now      time.Time
}

// Audit is the audit record of something that the actor does.
func (a Actor) Audit(action, target string) write.Audit {
	return write.Audit{By: a.User, Action: action, Target: target, Address: a.Address, At: a.Now}
}

// Entry is an entry of a sheet's history for something that the actor does.
func (a Actor) Entry(action string, changes ...sds.Change) *sds.Edit {
	return &sds.Edit{ID: sds.NewEditID(a.Now), At: a.Now, By: a.User, ByName: a.Name, Action: action, Changes: append([]sds.Change{}, changes...)}
}

// maxTries is how often something is tried anew when others write the same sheets
// at the same time.
const maxTries = 4

// reader reads sheets.
type reader interface {
	Sheet(ctx context.Context, c sds.CompanyID, id sds.SheetID) (sds.Sheet, error)
}

// writer writes changes of one sheet.
type writer interface {
	WriteSheet(ctx context.Context, c sds.CompanyID, w write.Sheet) (sds.Sheet, error)
}

// Editable reads a sheet that the actor may edit now.
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

// valueReader reads what sheets say, and what the checks say of them.
type valueReader interface {
	Sections(ctx context.Context, c sds.CompanyID, id sds.SheetID) ([]sds.Section, error)
	CheckResult(ctx context.Context, c sds.CompanyID, id sds.SheetID) (sds.CheckResult, error)
}

// values reads what a sheet says, and what the checks say of it, side by side.
func values(ctx context.Context, store valueReader, c sds.CompanyID, id sds.SheetID) (sections []sds.Section, judged sds.CheckResult, err error) {
	reads, ctx := errgroup.WithContext(ctx)
	reads.Go(func() (err error) {
		sections, err = store.Sections(ctx, c, id)
		return err
	})
	reads.Go(func() (err error) {
		judged, err = store.CheckResult(ctx, c, id)
		return err
	})
	return sections, judged, reads.Wait()
}

// once takes out of a list what it names again.
func once[T comparable](ids []T) (kept []T) {
	seen := make(map[T]bool, len(ids))
	for _, id := range ids {
		if !seen[id] {
			seen[id], kept = true, append(kept, id)
		}
	}
	return kept
}

// added are those that has has and had had not.
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

// denied is an error that names the sheets to which something may not be done.
func denied(e *message.Error, sheets []sds.Sheet) error {
	named := *e
	named.Denied = nil
	for _, s := range sheets[:min(len(sheets), maxDenied)] {
		named.Denied = append(named.Denied, message.Denied{ID: string(s.ID), Name: s.Name})
	}
	return &named
}
