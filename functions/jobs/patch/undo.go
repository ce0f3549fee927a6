package patch

import (
	"context"
	"errors"
	"slices"

	"anzen/functions/jobs/frame"
	"anzen/shared/aws/table"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
	"anzen/shared/formats/batch"
)

// undoer takes back what a job has written, the last first.
type undoer struct {
	work   *frame.Work
	ops    []batch.Change
	passes int // where the second pass begins
	most   int
	// stuck are the sheets whose product codes somebody has taken for another sheet
	// meanwhile: they go without.
	stuck map[sds.SheetID]bool
}

func (u *undoer) all(ctx context.Context) error {
	usual := most
	if u.most > 0 {
		usual = u.most
	}
	size := usual
	for end := len(u.ops); end > 0; {
		from := max(end-size, 0)
		if end > u.passes { // a code passes back only once it has been given up
			from = max(from, u.passes)
		}
		taken, err := u.part(ctx, from, end)
		switch {
		case errors.Is(err, table.ErrStale): // somebody was first with a sheet: it is read again
		case errors.Is(err, errCodeTaken) && size > 1:
			size = 1 // to find whose it is
		case errors.Is(err, errCodeTaken):
			u.stuck[u.ops[end-1].Sheet] = true
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

var errCodeTaken = message.New(message.Conflict, table.CodeProductCodeExists)

// part takes back operations before end, as many as fit into a transaction, and tells how many.
func (u *undoer) part(ctx context.Context, from, end int) (int, error) {
	j := u.work.Job
	done, undone := entries(j, false), entries(j, true)
	n := end - from
	at := make([]table.EditAt, 0, 2*n)
	var ids []sds.SheetID
	for i := end - 1; i >= from; i-- {
		op := u.ops[i]
		at = append(at, table.EditAt{Sheet: op.Sheet, Edit: done(op, i)}, table.EditAt{Sheet: op.Sheet, Edit: undone(op, i)})
		if slices.Contains(ids, op.Sheet) {
			continue
		}
		ids = append(ids, op.Sheet)
	}
	found, err := u.work.Table.EditsAt(ctx, j.Company, at)
	if err != nil {
		return 0, err
	}
	heads, err := u.work.Table.AllHeads(ctx, j.Company, ids)
	if err != nil {
		return 0, err
	}
	var writes []table.SheetWrite
	written := map[sds.SheetID]bool{}
	items, taken := 0, 0
	for k := range n {
		sheet := at[2*k].Sheet
		if was, already := found[2*k], found[2*k+1]; was != nil && already == nil {
			if written[sheet] {
				break // once in a transaction: the rest of it is in the next one
			}
			w, err := u.write(ctx, heads, sheet, *was, at[2*k+1].Edit)
			if err != nil {
				return 0, err
			}
			if w != nil {
				if items += w.Items(); items > table.BatchItems && len(writes) > 0 {
					break
				}
				writes, written[sheet] = append(writes, *w), true
			}
		}
		taken++
	}
	if len(writes) == 0 {
		return taken, nil
	}
	audit := table.Audit{By: j.By, Action: "sheets.edit_by_csv_undone", Target: string(j.ID)}
	return taken, u.work.Table.WriteBatch(ctx, j.Company, writes, audit, nil)
}

func (u *undoer) write(ctx context.Context, heads map[sds.SheetID]sds.Sheet, id sds.SheetID, was sds.Edit, entry sds.EditID) (*table.SheetWrite, error) {
	before, there := heads[id]
	if !there {
		return nil, nil
	}
	var sections []sds.Section
	if slices.ContainsFunc(was.Changes, func(c sds.Change) bool { return c.Section == batch.CodesSection }) {
		var err error
		if sections, err = u.work.Table.Sections(ctx, u.work.Job.Company, id); err != nil {
			return nil, err
		}
	}
	after := before
	made := was.Changes
	if u.stuck[id] {
		made = slices.DeleteFunc(slices.Clone(made), func(c sds.Change) bool { return c.Section == batch.CodesSection })
	}
	changes := batch.Undo(made, &after, &sections)
	if len(changes) == 0 {
		return nil, nil
	}
	w, err := written(ctx, u.work.Table, u.work.Job.Company, before, &after, sections, changes)
	if err != nil {
		return nil, err
	}
	w.After.UpdatedAt = u.work.Now()
	w.Edit = &sds.Edit{ID: entry, At: u.work.Now(), By: was.By, ByName: was.ByName, Action: "edited", Changes: changes}
	return w, nil
}
