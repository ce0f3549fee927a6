package bulk

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/write"
	"anzen/shared/formats/batch"
)

// Applier writes the changes of a plan, several in a transaction.
type Applier struct {
	Store  Store
	Caller batch.Caller
	Names  batch.Names
	Now    func() time.Time
	Audit  write.Audit
	// ID is the id of a write's history entry. Where it is derived from the write, a write
	// that was made before is not repeated.
	ID func(op batch.Change, at int) sds.EditID
	// Most is how many sheets go into one transaction; as many as fit where it is 0.
	Most int
}

// ErrTooMuch is returned where operations that must be written together do not fit into one transaction.
var ErrTooMuch = errors.New("the changes do not fit into one transaction")

// Fit reports whether a plan can be written by one transaction.
func Fit(p batch.Plan, records map[sds.SheetID]sds.Sheet) bool {
	ops := p.Ops()
	if len(ops) > write.MaxSheets || len(ops) > p.Passes() {
		return false
	}
	items := 0
	for _, op := range ops {
		before := records[op.Sheet]
		w := write.Sheet{Before: &before, After: before, Edit: &sds.Edit{}}
		if op.Codes != nil {
			w.Sections, w.After.GuardedCodes = []sds.Section{{}}, *op.Codes
		}
		items += w.Items()
	}
	return items <= write.MaxItems
}

// Part writes the first of the operations, as many as fit into a transaction, and returns
// their number; at is the index of the first in the plan. With an answer, which is stored
// in the same transaction, all must fit (ErrTooMuch). Where a sheet can no longer be
// changed so, nothing is written and the error is a *batch.Problem.
func (a *Applier) Part(ctx context.Context, ops []batch.Change, at int, answer *write.Answer) (int, error) {
	for try := 1; ; try++ {
		n, err := a.part(ctx, ops, at, answer)
		if !errors.Is(err, write.ErrStale) || try == tries {
			return n, err
		}
	}
}

func (a *Applier) part(ctx context.Context, ops []batch.Change, at int, answer *write.Answer) (int, error) {
	limit := write.MaxSheets
	if a.Most > 0 {
		limit = a.Most
	}
	ops = ops[:min(len(ops), limit)]
	c := a.Caller.CompanyID
	entries := make([]write.EditAt, len(ops))
	ids := make([]sds.SheetID, 0, len(ops))
	for i, op := range ops {
		entries[i] = write.EditAt{Sheet: op.Sheet, Edit: a.ID(op, at+i)}
		if !slices.Contains(ids, op.Sheet) {
			ids = append(ids, op.Sheet)
		}
	}
	written, err := a.Store.EditsAt(ctx, c, entries)
	if err != nil {
		return 0, err
	}
	found, err := a.Store.AllSheetRecords(ctx, c, ids)
	if err != nil {
		return 0, err
	}
	var writes []write.Sheet
	items, done := 0, 0
	for i, op := range ops {
		if written[i] != nil {
			done++
			continue
		}
		w, err := a.write(ctx, op, found, entries[i].Edit)
		if err != nil {
			return 0, err
		}
		if w != nil {
			if items += w.Items(); items > write.MaxItems && len(writes) > 0 {
				break
			}
			writes = append(writes, *w)
		}
		done++
	}
	switch {
	case answer != nil && done < len(ops):
		return 0, ErrTooMuch
	case answer == nil && len(writes) == 0:
		return done, nil
	}
	err = a.Store.WriteBatch(ctx, c, writes, a.Audit, answer)
	return done, a.explain(err, ops)
}

// write is the change of one sheet as it is now; nil where it has the values already.
func (a *Applier) write(ctx context.Context, op batch.Change, records map[sds.SheetID]sds.Sheet, entry sds.EditID) (*write.Sheet, error) {
	before, there := records[op.Sheet]
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
		if sections, err = a.Store.Sections(ctx, a.Caller.CompanyID, op.Sheet); err != nil {
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
	w, err := written(ctx, a.Store, a.Caller.CompanyID, before, &after, sections, changes)
	if err != nil {
		return nil, err
	}
	after.UpdatedAt = a.Now()
	w.After = after
	w.Edit = &sds.Edit{ID: entry, At: a.Now(), By: a.Caller.User, ByName: a.Caller.Name, Action: "edited", Changes: changes}
	return w, nil
}

// explain turns the error of a product code taken meanwhile into the problem of its row.
func (a *Applier) explain(err error, ops []batch.Change) error {
	var e *message.Error
	if !errors.As(err, &e) || e.Code != write.CodeProductCodeExists {
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
