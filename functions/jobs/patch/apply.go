package patch

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"anzen/shared/aws/table"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
	"anzen/shared/formats/batch"
	"anzen/shared/library/settle"
)

// Applier writes the changes of a plan, some in a transaction.
type Applier struct {
	Table  *table.Table
	Caller batch.Caller
	Names  batch.Names
	Now    func() time.Time
	Audit  table.Audit
	// ID names the history entry of a write. Where it follows from the write, what has
	// been written is not written again.
	ID func(op batch.Change, at int) sds.EditID
	// Most is how many sheets go into one transaction; as many as fit where it is 0.
	Most int
}

// NamesOf reads what a company has now.
func NamesOf(ctx context.Context, t *table.Table, c sds.CompanyID) (batch.Names, error) {
	n := batch.Names{Departments: map[sds.DepartmentID]string{}, Tags: map[sds.TagID]string{}}
	departments, err := t.Departments(ctx, c)
	if err != nil {
		return n, err
	}
	for _, d := range departments {
		n.Departments[d.ID] = d.Name
	}
	tags, err := t.Tags(ctx, c)
	if err != nil {
		return n, err
	}
	for _, tag := range tags {
		n.Tags[tag.ID] = tag.Name
	}
	users, err := t.Users(ctx, c)
	for _, u := range users {
		n.Users = append(n.Users, batch.Person{ID: u.ID, Name: u.Name(), Email: u.Email})
	}
	return n, err
}

// ErrTooMuch is answered where operations that are to be written together do not fit into one transaction.
var ErrTooMuch = errors.New("the changes do not fit into one transaction")

// Fit tells whether a plan can be written by one transaction.
func Fit(p batch.Plan, heads map[sds.SheetID]sds.Sheet) bool {
	ops := p.Ops()
	if len(ops) > most || len(ops) > p.Passes() {
		return false
	}
	items := 0
	for _, op := range ops {
		before := heads[op.Sheet]
		w := table.SheetWrite{Before: &before, After: before, Edit: &sds.Edit{}}
		if op.Codes != nil {
			w.Sections, w.After.GuardedCodes = []sds.Section{{}}, *op.Codes
		}
		items += w.Items()
	}
	return items <= table.BatchItems
}

// tries is how often a transaction is prepared anew because a sheet has moved on.
const tries = 8

// most is how many sheets go into one transaction at most.
const most = table.SheetsPerWrite

// Part writes the first of the operations, as many as fit into a transaction, and
// tells how many; at is the place of the first in the plan. Where with adds
// something to the transaction, all of them have to fit. A *batch.Problem is
// the answer where a sheet can no longer be changed so; then none of them is
// written.
func (a *Applier) Part(ctx context.Context, ops []batch.Change, at int, with func(*table.Tx)) (int, error) {
	for try := 1; ; try++ {
		n, err := a.part(ctx, ops, at, with)
		if !errors.Is(err, table.ErrStale) || try == tries {
			return n, err
		}
	}
}

func (a *Applier) part(ctx context.Context, ops []batch.Change, at int, with func(*table.Tx)) (int, error) {
	limit := most
	if a.Most > 0 {
		limit = a.Most
	}
	ops = ops[:min(len(ops), limit)]
	c := a.Caller.Company
	entries := make([]table.EditAt, len(ops))
	ids := make([]sds.SheetID, 0, len(ops))
	for i, op := range ops {
		entries[i] = table.EditAt{Sheet: op.Sheet, Edit: a.ID(op, at+i)}
		if !slices.Contains(ids, op.Sheet) {
			ids = append(ids, op.Sheet)
		}
	}
	written, err := a.Table.EditsAt(ctx, c, entries)
	if err != nil {
		return 0, err
	}
	heads, err := a.Table.AllHeads(ctx, c, ids)
	if err != nil {
		return 0, err
	}
	var writes []table.SheetWrite
	items, done := 0, 0
	for i, op := range ops {
		if written[i] != nil {
			done++
			continue
		}
		w, err := a.write(ctx, op, heads, entries[i].Edit)
		if err != nil {
			return 0, err
		}
		if w != nil {
			if items += w.Items(); items > table.BatchItems && len(writes) > 0 {
				break
			}
			writes = append(writes, *w)
		}
		done++
	}
	switch {
	case with != nil && done < len(ops):
		return 0, ErrTooMuch
	case with == nil && len(writes) == 0:
		return done, nil
	}
	err = a.Table.WriteBatch(ctx, c, writes, a.Audit, with)
	return done, a.explain(err, ops)
}

// write is the change of one sheet as it is now; nil where it says already what it is to say.
func (a *Applier) write(ctx context.Context, op batch.Change, heads map[sds.SheetID]sds.Sheet, entry sds.EditID) (*table.SheetWrite, error) {
	before, there := heads[op.Sheet]
	if !there {
		return nil, &batch.Problem{Row: op.Row, Column: batch.ID, Code: batch.CodeGone, Value: string(op.Sheet)}
	}
	if p := op.Refused(before, a.Caller, a.Names); p != nil {
		return nil, p
	}
	after := before
	var sections []sds.Section
	if op.TouchesSections() {
		var err error
		if sections, err = a.Table.Sections(ctx, a.Caller.Company, op.Sheet); err != nil {
			return nil, err
		}
	}
	changes, err := op.Apply(&after, &sections)
	if err != nil {
		return nil, fmt.Errorf("row %d: %w", op.Row, err)
	}
	if len(changes) == 0 {
		return nil, nil
	}
	w, err := written(ctx, a.Table, a.Caller.Company, before, &after, sections, changes)
	if err != nil {
		return nil, err
	}
	after.UpdatedAt = a.Now()
	w.After = after
	w.Edit = &sds.Edit{ID: entry, At: a.Now(), By: a.Caller.User, ByName: a.Caller.Name, Action: "edited", Changes: changes}
	return w, nil
}

// written is the write of a change: of the sections that of the product codes, where
// they changed. The sheet is settled then.
func written(ctx context.Context, t *table.Table, c sds.CompanyID, before sds.Sheet, after *sds.Sheet, sections []sds.Section, changes []sds.Change) (*table.SheetWrite, error) {
	w := &table.SheetWrite{Before: &before}
	if slices.ContainsFunc(changes, func(c sds.Change) bool { return c.Section == batch.CodesSection }) {
		was, err := t.Judged(ctx, c, before.ID)
		if err != nil {
			return nil, err
		}
		w.Judged = settle.Again(after, sections, was)
		for _, s := range sections {
			if s.Number == batch.CodesSection {
				w.Sections = append(w.Sections, s)
			}
		}
	}
	w.After = *after
	return w, nil
}

// explain makes a problem of a row out of a product code that was taken meanwhile.
func (a *Applier) explain(err error, ops []batch.Change) error {
	var e *message.Error
	if !errors.As(err, &e) || e.Code != table.CodeProductCodeExists {
		return err
	}
	code, _ := e.Args["code"].(string)
	for _, op := range ops {
		if op.Codes != nil && slices.ContainsFunc(*op.Codes, func(c string) bool { return batch.FoldCode(c) == code }) {
			return &batch.Problem{Row: op.Row, Column: batch.Codes, Code: batch.CodeProductTaken, Value: code}
		}
	}
	return err
}
