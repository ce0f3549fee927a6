package bulk

import (
	"context"
	"errors"
	"slices"
	"time"

	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/write"
	"anzen/shared/formats/batch"
)

// Undo undoes the writes of a plan in reverse order.
type Undo struct {
	Store   Store
	Company sds.CompanyID
	Now     func() time.Time
	Audit   write.Audit
	Ops     []batch.Change
	Passes  int // where the second pass begins
	// Done and Undone are the ids of the history entries of the writes and of undoing them.
	Done, Undone func(op batch.Change, at int) sds.EditID
	// Most is how many sheets go into one transaction; as many as fit where it is 0.
	Most int

	// stuck are the sheets whose former product codes another sheet has taken meanwhile:
	// their codes are not restored.
	stuck map[sds.SheetID]bool
}

// All undoes everything. It may be called again after an interruption.
func (u *Undo) All(ctx context.Context) error {
	u.stuck = map[sds.SheetID]bool{}
	usual := write.MaxSheets
	if u.Most > 0 {
		usual = u.Most
	}
	size := usual
	for end := len(u.Ops); end > 0; {
		from := max(end-size, 0)
		if end > u.Passes { // a code is restored only after its later holder has released it
			from = max(from, u.Passes)
		}
		taken, err := u.part(ctx, from, end)
		switch {
		case errors.Is(err, write.ErrStale): // a concurrent write: the sheets are read again
		case errors.Is(err, errCodeTaken) && size > 1:
			size = 1 // to find the sheet
		case errors.Is(err, errCodeTaken):
			u.stuck[u.Ops[end-1].Sheet] = true
		case err != nil:
			return err
		default:
			end -= taken
			size = usual
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	return nil
}

var errCodeTaken = message.New(message.Conflict, write.CodeProductCodeExists)

// part undoes operations before end, as many as fit into a transaction, and returns their number.
func (u *Undo) part(ctx context.Context, from, end int) (int, error) {
	n := end - from
	at := make([]write.EditAt, 0, 2*n)
	var ids []sds.SheetID
	for i := end - 1; i >= from; i-- {
		op := u.Ops[i]
		at = append(at, write.EditAt{Sheet: op.Sheet, Edit: u.Done(op, i)}, write.EditAt{Sheet: op.Sheet, Edit: u.Undone(op, i)})
		if slices.Contains(ids, op.Sheet) {
			continue
		}
		ids = append(ids, op.Sheet)
	}
	found, err := u.Store.EditsAt(ctx, u.Company, at)
	if err != nil {
		return 0, err
	}
	records, err := u.Store.AllSheetRecords(ctx, u.Company, ids)
	if err != nil {
		return 0, err
	}
	var writes []write.Sheet
	taking := map[sds.SheetID]bool{}
	items, taken := 0, 0
	for k := range n {
		sheet := at[2*k].Sheet
		if was, already := found[2*k], found[2*k+1]; was != nil && already == nil {
			if taking[sheet] {
				break // a transaction writes a sheet once: the rest follows in the next one
			}
			w, err := u.write(ctx, records, sheet, *was, at[2*k+1].Edit)
			if err != nil {
				return 0, err
			}
			if w != nil {
				if items += w.Items(); items > write.MaxItems && len(writes) > 0 {
					break
				}
				writes, taking[sheet] = append(writes, *w), true
			}
		}
		taken++
	}
	if len(writes) == 0 {
		return taken, nil
	}
	return taken, u.Store.WriteBatch(ctx, u.Company, writes, u.Audit, nil)
}

func (u *Undo) write(ctx context.Context, records map[sds.SheetID]sds.Sheet, id sds.SheetID, was sds.Edit, entry sds.EditID) (*write.Sheet, error) {
	before, there := records[id]
	if !there {
		return nil, nil
	}
	var sections []sds.Section
	if slices.ContainsFunc(was.Changes, ofCodes) {
		var err error
		if sections, err = u.Store.Sections(ctx, u.Company, id); err != nil {
			return nil, err
		}
	}
	after := before
	made := was.Changes
	if u.stuck[id] {
		made = slices.DeleteFunc(slices.Clone(made), ofCodes)
	}
	changes := batch.Undo(made, &after, &sections)
	if len(changes) == 0 {
		return nil, nil
	}
	w, err := written(ctx, u.Store, u.Company, before, &after, sections, changes)
	if err != nil {
		return nil, err
	}
	w.After.UpdatedAt = u.Now()
	w.Edit = &sds.Edit{ID: entry, At: u.Now(), By: was.By, ByName: was.ByName, Action: "edited", Changes: changes}
	return w, nil
}
