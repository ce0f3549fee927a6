package table

import (
	"context"
	"slices"
	"time"

	"anzen/shared/domain/checklist"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
)

// UsageChecklists is the attribute of the usage record that counts a company's
// checklists.
const UsageChecklists = "Checklists"

// CodeChecklistLimit is the code of more checklists than a company may have.
const CodeChecklistLimit message.Code = "checklist.limit"

// Checklist reads a checklist with the result of the last nightly run, ErrNotFound where
// the company has none with the id.
func (t *Table) Checklist(ctx context.Context, c sds.CompanyID, id checklist.ID) (checklist.List, error) {
	items, err := t.Batch(ctx, checklistKey(c, id), checklistRunKey(c, id))
	if err != nil {
		return checklist.List{}, err
	}
	list, there, err := Decode[checklist.List](items[0])
	if err != nil {
		return list, err
	}
	if !there {
		return list, ErrNotFound
	}
	run, ran, err := Decode[checklistRun](items[1])
	if ran {
		list.Run = &run.Run
	}
	return list, err
}

// Checklists reads all checklists of a company with their results of the last nightly
// run, the oldest first.
func (t *Table) Checklists(ctx context.Context, c sds.CompanyID) ([]checklist.List, error) {
	all, err := List[checklist.List](ctx, t, checklists(c))
	if err != nil || len(all) == 0 {
		return nil, err
	}
	runs, err := List[checklistRun](ctx, t, checklistRuns(c))
	if err != nil {
		return nil, err
	}
	of := make(map[checklist.ID]*checklist.Run, len(runs))
	for i := range runs {
		of[runs[i].List] = &runs[i].Run
	}
	for i := range all {
		all[i].Run = of[all[i].ID]
	}
	slices.SortStableFunc(all, func(a, b checklist.List) int { return a.CreatedAt.Compare(b.CreatedAt) })
	return all, nil
}

// checklistRun is the result of a nightly run. It is a record of its own, so that a run
// does not change the version of a checklist that a user is editing.
type checklistRun struct {
	List checklist.ID  `dynamodbav:"List"`
	Run  checklist.Run `dynamodbav:"Run"`
}

// SaveChecklistRun writes the result of the nightly run for a checklist, ErrNotFound where
// it was deleted. There is no audit record, as no user acts.
func (t *Table) SaveChecklistRun(ctx context.Context, c sds.CompanyID, id checklist.ID, run checklist.Run) error {
	x := t.Begin(c).Require(checklistKey(c, id), ErrNotFound).Put(checklistRunKey(c, id), checklistRun{id, run})
	x.audited = true
	return x.Commit(ctx)
}

// CreateChecklist adds a new checklist, counting it against the limit; the result is the
// checklist as written.
func (x *Tx) CreateChecklist(l checklist.List, limit int) checklist.List {
	l.Version, l.CreatedAt, l.UpdatedAt, l.Run = 1, x.table.now(), x.table.now(), nil
	full := message.New(message.PlanLimit, CodeChecklistLimit).With(message.Args{"limit": limit})
	x.CountUpTo(UsageKey(x.company), UsageChecklists, 1, &limit, full)
	x.Create(checklistKey(x.company, l.ID), l, ErrStale)
	return l
}

// WriteChecklist adds a change of a checklist, ErrStale where it has changed since it was
// read; the result is the checklist as written.
func (x *Tx) WriteChecklist(l checklist.List) checklist.List {
	read, run := l.Version, l.Run
	l.Version, l.UpdatedAt, l.Run = read+1, x.table.now(), nil
	x.Replace(checklistKey(x.company, l.ID), l, read)
	l.Run = run
	return l
}

// DeleteChecklist removes a checklist, ErrStale where it has changed since it was read.
// EraseChecklist removes its reviews and history.
func (x *Tx) DeleteChecklist(l checklist.List) *Tx {
	x.Delete(checklistKey(x.company, l.ID), l.Version)
	x.Remove(checklistRunKey(x.company, l.ID)).Remove(checkedKey(x.company, l.ID))
	return x.CountUpTo(UsageKey(x.company), UsageChecklists, -1, nil, nil)
}

// EraseChecklist removes the reviews and the history of a deleted checklist.
func (t *Table) EraseChecklist(ctx context.Context, c sds.CompanyID, id checklist.ID) error {
	for more := true; more; {
		var err error
		if more, err = t.erasePart(ctx, partsOfChecklist(c, id)); err != nil {
			return err
		}
	}
	return nil
}

// formerlyChecked is a record that a checklist had while the nightly run took its companies from these records. It goes with its
// checklist.
type formerlyChecked struct {
	Company sds.CompanyID `dynamodbav:"Company"`
	List    checklist.ID  `dynamodbav:"List"`
	Since   time.Time     `dynamodbav:"Since"`
}

// NoteChange adds an entry to the history of a checklist, and sets its id and time.
func (x *Tx) NoteChange(id checklist.ID, change checklist.Change) checklist.Change {
	change.At = x.table.now()
	change.ID = checklist.ChangeID(newULID(change.At))
	x.Put(changeKey(x.company, id, change.ID), change)
	return change
}

// ChecklistChanges reads the history of a checklist, the latest first.
func (t *Table) ChecklistChanges(ctx context.Context, c sds.CompanyID, id checklist.ID) ([]checklist.Change, error) {
	all, err := List[checklist.Change](ctx, t, changes(c, id))
	slices.Reverse(all)
	return all, err
}

// Review reads the review of a sheet on a checklist; a new one with version 0 where there
// is none.
func (t *Table) Review(ctx context.Context, c sds.CompanyID, id checklist.ID, s sds.SheetID) (checklist.Review, error) {
	m, there, err := Get[checklist.Review](ctx, t, reviewKey(c, id, s))
	if !there {
		m = checklist.Review{Sheet: s}
	}
	return m, err
}

// Reviews reads all reviews of a checklist, by sheet.
func (t *Table) Reviews(ctx context.Context, c sds.CompanyID, id checklist.ID) (map[sds.SheetID]checklist.Review, error) {
	all, err := List[checklist.Review](ctx, t, reviews(c, id))
	of := make(map[sds.SheetID]checklist.Review, len(all))
	for _, m := range all {
		of[m.Sheet] = m
	}
	return of, err
}

// ChecklistKey is the key of a checklist, for Require.
func ChecklistKey(c sds.CompanyID, id checklist.ID) Key { return checklistKey(c, id) }

// WriteReview adds a review of a sheet on a checklist, ErrStale where it has changed since
// it was read; the result is the review as written. The transaction has to require the
// checklist.
func (x *Tx) WriteReview(id checklist.ID, m checklist.Review) checklist.Review {
	read, k := m.Version, reviewKey(x.company, id, m.Sheet)
	m.Version, m.At = read+1, x.table.now()
	if read == 0 {
		x.Create(k, m, ErrStale)
	} else {
		x.Replace(k, m, read)
	}
	return m
}
