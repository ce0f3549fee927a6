// Package bulk is the edit of many sheets by a CSV file: the changes of a plan (package
// batch), written some in a transaction, each as an edit of its sheet as it is then, and
// taken back the last first. The plan was checked as a whole; before each write its sheet
// is checked once more, so that what somebody else has changed meanwhile stays.
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

// Names reads what a company calls its departments, tags and people.
type Names interface {
	Departments(ctx context.Context, c sds.CompanyID) ([]company.Department, error)
	Tags(ctx context.Context, c sds.CompanyID) ([]company.Tag, error)
	Users(ctx context.Context, c sds.CompanyID) ([]company.User, error)
}

// NamesOf reads what a company has now.
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

// tries is how often a transaction is prepared anew because a sheet has moved on.
const tries = 8

func ofCodes(c sds.Change) bool { return c.Section == batch.CodesSection }

// written is the write of a change: of the sections that of the product codes, where
// they changed. The sheet is settled then.
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
