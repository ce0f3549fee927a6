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

// CodeChecklistLimit is answered when a company may have no more checklists.
const CodeChecklistLimit message.Code = "checklist.limit"

// Checklist reads a checklist with what the last nightly run saw, ErrNotFound where
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

// Checklists reads all checklists of a company with what the last nightly run saw of
// each, the oldest first.
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

// checklistRun is what the nightly run saw. It is a record of its own, so that a
// night changes the version of no checklist that somebody has open.
type checklistRun struct {
	List checklist.ID  `dynamodbav:"List"`
	Run  checklist.Run `dynamodbav:"Run"`
}

// SaveChecklistRun writes what the nightly run saw of a checklist, ErrNotFound where
// there is none any more. The machine does so on its own: there is no audit record.
func (t *Table) SaveChecklistRun(ctx context.Context, c sds.CompanyID, id checklist.ID, run checklist.Run) error {
	x := t.Begin(c).Require(checklistKey(c, id), ErrNotFound).Put(checklistRunKey(c, id), checklistRun{id, run})
	x.audited = true
	return x.Commit(ctx)
}

// CreateChecklist adds a new checklist, counting it against the limit; the result is
// the checklist as it is written.
func (x *Tx) CreateChecklist(l checklist.List, limit int) checklist.List {
	l.Version, l.CreatedAt, l.UpdatedAt, l.Run = 1, x.table.now(), x.table.now(), nil
	full := message.New(message.PlanLimit, CodeChecklistLimit).With(message.Args{"limit": limit})
	x.CountUpTo(UsageKey(x.company), UsageChecklists, 1, &limit, full)
	x.Create(checklistKey(x.company, l.ID), l, ErrStale)
	x.noteChecked(l)
	return l
}

// WriteChecklist adds a change of a checklist as it was read; the result is the
// checklist as it is written.
func (x *Tx) WriteChecklist(l checklist.List) checklist.List {
	read, run := l.Version, l.Run
	l.Version, l.UpdatedAt, l.Run = read+1, x.table.now(), nil
	x.Replace(checklistKey(x.company, l.ID), l, read)
	x.noteChecked(l)
	l.Run = run
	return l
}

// DeleteChecklist removes a checklist as it was read. What lies under it, marks and
// history, is removed by EraseChecklist.
func (x *Tx) DeleteChecklist(l checklist.List) *Tx {
	x.Delete(checklistKey(x.company, l.ID), l.Version)
	x.Remove(checklistRunKey(x.company, l.ID)).Remove(checkedKey(x.company, l.ID))
	return x.CountUpTo(UsageKey(x.company), UsageChecklists, -1, nil, nil)
}

// EraseChecklist removes the marks and the history of a checklist that is deleted.
func (t *Table) EraseChecklist(ctx context.Context, c sds.CompanyID, id checklist.ID) error {
	for more := true; more; {
		var err error
		if more, err = t.erasePart(ctx, partsOfChecklist(c, id)); err != nil {
			return err
		}
	}
	return nil
}

// Checked is a checklist that the nightly run looks at.
type Checked struct {
	Company sds.CompanyID `dynamodbav:"Company"`
	List    checklist.ID  `dynamodbav:"List"`
	Since   time.Time     `dynamodbav:"Since"`
}

// noteChecked keeps the nightly run's list of checklists in step.
func (x *Tx) noteChecked(l checklist.List) {
	k := checkedKey(x.company, l.ID)
	if l.State.Checked() {
		x.Put(k, Checked{x.company, l.ID, x.table.now()})
	} else {
		x.Remove(k)
	}
}

// AllChecked reads which checklists of all companies the nightly run has to look at,
// company by company: for the run alone.
func (t *Table) AllChecked(ctx context.Context) ([]Checked, error) {
	return List[Checked](ctx, t, Partition{pk: checkedPK})
}

// NoteChange adds an entry to the history of a checklist; its id and time are given here.
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

// Review reads what people say of a sheet on a checklist; a fresh one without a version
// where nobody has said anything.
func (t *Table) Review(ctx context.Context, c sds.CompanyID, id checklist.ID, s sds.SheetID) (checklist.Review, error) {
	m, there, err := Get[checklist.Review](ctx, t, reviewKey(c, id, s))
	if !there {
		m = checklist.Review{Sheet: s}
	}
	return m, err
}

// Reviews reads everything that people say of sheets on a checklist, by sheet.
func (t *Table) Reviews(ctx context.Context, c sds.CompanyID, id checklist.ID) (map[sds.SheetID]checklist.Review, error) {
	all, err := List[checklist.Review](ctx, t, reviews(c, id))
	of := make(map[sds.SheetID]checklist.Review, len(all))
	for _, m := range all {
		of[m.Sheet] = m
	}
	return of, err
}

// WriteReview adds what somebody says of a sheet on a checklist, over the mark as it
// was read; the result is the mark as it is written.
func (x *Tx) WriteReview(id checklist.ID, m checklist.Review) checklist.Review {
	read, k := m.Version, reviewKey(x.company, id, m.Sheet)
	m.Version, m.At = read+1, x.table.now()
	x.Require(checklistKey(x.company, id), ErrNotFound)
	if read == 0 {
		x.Create(k, m, ErrStale)
	} else {
		x.Replace(k, m, read)
	}
	return m
}
