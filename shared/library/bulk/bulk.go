// Package bulk edits many sheets by a CSV file: it writes the changes of a plan (package
// batch), several in a transaction, each as an edit of the current version of its sheet,
// and undoes them in reverse order. The plan was checked as a whole; each sheet is checked
// again before its write, so that concurrent changes by others stay.
package bulk

import (
	"context"
	"slices"

	"anzen/shared/domain/company"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/write"
	"anzen/shared/formats/batch"
	"anzen/shared/library/sheets"
)

// Store is what edits of many sheets read and write.
type Store interface {
	EditsAt(ctx context.Context, c sds.CompanyID, at []write.EditAt) ([]*sds.Edit, error)
	AllSheetRecords(ctx context.Context, c sds.CompanyID, ids []sds.SheetID) (map[sds.SheetID]sds.Sheet, error)
	Sections(ctx context.Context, c sds.CompanyID, id sds.SheetID) ([]sds.Section, error)
	CheckResult(ctx context.Context, c sds.CompanyID, id sds.SheetID) (sds.CheckResult, error)
	WriteBatch(ctx context.Context, c sds.CompanyID, writes []write.Sheet, a write.Audit, answer *write.Answer) error
}

// Names reads a company's departments, tags and users.
type Names interface {
	Departments(ctx context.Context, c sds.CompanyID) ([]company.Department, error)
	Tags(ctx context.Context, c sds.CompanyID) ([]company.Tag, error)
	Users(ctx context.Context, c sds.CompanyID) ([]company.User, error)
}

// NamesOf reads the names of a company's departments, tags and users.
func NamesOf(ctx context.Context, store Names, c sds.CompanyID) (batch.Names, error) {
	n := batch.Names{Departments: map[sds.DepartmentID]string{}, Tags: map[sds.TagID]string{}}
	departments, err := store.Departments(ctx, c)
	if err != nil {
		return n, err
	}
	for _, d := range departments {
		n.Departments[d.ID] = d.Name
	}
	tags, err := store.Tags(ctx, c)
	if err != nil {
		return n, err
	}
	for _, tag := range tags {
		n.Tags[tag.ID] = tag.Name
	}
	users, err := store.Users(ctx, c)
	for _, u := range users {
		n.Users = append(n.Users, batch.Person{ID: u.ID, Name: u.Name(), Email: u.Email})
	}
	return n, err
}

// tries is how often a transaction is tried when its sheets are written concurrently.
const tries = 8

func ofCodes(c sds.Change) bool { return c.Section == batch.CodesSection }

// written is the write of changes. Where product codes changed it contains their section
// and settles the sheet.
func written(ctx context.Context, store Store, c sds.CompanyID, before sds.Sheet, after *sds.Sheet, sections []sds.Section, changes []sds.Change) (*write.Sheet, error) {
	w := &write.Sheet{Before: &before}
	if slices.ContainsFunc(changes, ofCodes) {
		was, err := store.CheckResult(ctx, c, before.ID)
		if err != nil {
			return nil, err
		}
		sheets.Settle(w, after, sections, was, func(number int) bool { return number == batch.CodesSection })
	}
	w.After = *after
	return w, nil
}
