package table

import (
	"context"
	"errors"
	"slices"
	"time"

	"anzen/shared/domain/job"
	"anzen/shared/domain/message"
	"anzen/shared/domain/periodic"
	"anzen/shared/domain/sds"
)

// UsagePeriodic is the attribute of the usage record that counts a company's
// periodic exports.
const UsagePeriodic = "PeriodicExports"

// CodePeriodicLimit is the code of more periodic exports than a company may have.
const CodePeriodicLimit message.Code = "periodic.limit"

// PeriodicSetting reads a periodic export, ErrNotFound where the company has none with the id.
func (t *Table) PeriodicSetting(ctx context.Context, c sds.CompanyID, id periodic.ID) (periodic.Setting, error) {
	return GetOr[periodic.Setting](ctx, t, periodicKey(c, id), ErrNotFound)
}

// PeriodicSettings reads all periodic exports of a company, the oldest first.
func (t *Table) PeriodicSettings(ctx context.Context, c sds.CompanyID) ([]periodic.Setting, error) {
	all, err := List[periodic.Setting](ctx, t, periodicSettings(c))
	slices.SortStableFunc(all, func(a, b periodic.Setting) int { return a.CreatedAt.Compare(b.CreatedAt) })
	return all, err
}

// CreatePeriodic adds a new periodic export, counting it against the limit; the result is
// the setting as written.
func (x *Tx) CreatePeriodic(s periodic.Setting, limit int) periodic.Setting {
	s.Company, s.Version, s.CreatedAt, s.UpdatedAt = x.company, 1, x.table.now(), x.table.now()
	full := message.New(message.PlanLimit, CodePeriodicLimit).With(message.Args{"limit": limit})
	x.CountUpTo(UsageKey(x.company), UsagePeriodic, 1, &limit, full)
	x.Create(periodicKey(x.company, s.ID), s, ErrStale)
	x.unalign(s)
	return s
}

// WritePeriodic adds a change of a periodic export, ErrStale where it has changed since it
// was read; the result is the setting as written.
func (x *Tx) WritePeriodic(s periodic.Setting) periodic.Setting {
	read := s.Version
	s.Version, s.UpdatedAt = read+1, x.table.now()
	x.Replace(periodicKey(x.company, s.ID), s, read)
	x.unalign(s)
	return s
}

// DisablePeriodic disables a periodic export automatically. Its schedule is updated and
// the company's administrators are notified afterwards.
func (x *Tx) DisablePeriodic(s periodic.Setting, why periodic.Reason) periodic.Setting {
	s.Enabled, s.Disabled, s.Unnotified = false, why, true
	return x.WritePeriodic(s)
}

// BeginPeriodic records that an occurrence of a periodic export was started as a job.
func (x *Tx) BeginPeriodic(s periodic.Setting, occurrence time.Time, j job.ID) *Tx {
	now, read := x.table.now(), s.Version
	s.Version, s.LastFor, s.LastAt, s.LastJob = read+1, &occurrence, &now, string(j)
	return x.Replace(periodicKey(x.company, s.ID), s, read)
}

// DeletePeriodic removes a periodic export, ErrStale where it has changed since it was read.
func (x *Tx) DeletePeriodic(s periodic.Setting) *Tx {
	x.Delete(periodicKey(x.company, s.ID), s.Version)
	x.CountUpTo(UsageKey(x.company), UsagePeriodic, -1, nil, nil)
	s.Version++
	return x.unalign(s)
}

// Unaligned is a periodic export whose schedule may differ from its record. It is written
// with every change of the record and removed when the schedule was updated, so that the
// sweep completes the update after a crash in between.
type Unaligned struct {
	Company sds.CompanyID `dynamodbav:"Company"`
	Setting periodic.ID   `dynamodbav:"Setting"`
	Version int64         `dynamodbav:"Version"` // of the record
	Since   time.Time     `dynamodbav:"Since"`
}

func (x *Tx) unalign(s periodic.Setting) *Tx {
	return x.Put(unalignedKey(x.company, s.ID), Unaligned{x.company, s.ID, s.Version, x.table.now()})
}

// RealignPeriodic has the schedule of a periodic export written anew by the sweep, as it may differ from the record without a change of
// that: where the table was restored.
func (t *Table) RealignPeriodic(ctx context.Context, s periodic.Setting) error {
	// No function follows a change, for which the sweep would wait.
	x := t.Begin(s.Company).Put(unalignedKey(s.Company, s.ID), Unaligned{Company: s.Company, Setting: s.ID, Version: s.Version})
	x.audited = true // nothing of the company's changes
	return x.Commit(ctx)
}

// AllUnaligned reads the periodic exports of all companies whose schedules must be updated:
// only for the sweep.
func (t *Table) AllUnaligned(ctx context.Context) ([]Unaligned, error) {
	return List[Unaligned](ctx, t, Partition{pk: unalignedPK})
}

// UnalignedOf reads whether the schedule of a periodic export must be updated.
func (t *Table) UnalignedOf(ctx context.Context, c sds.CompanyID, id periodic.ID) (Unaligned, bool, error) {
	return Get[Unaligned](ctx, t, unalignedKey(c, id))
}

// Aligned records that the schedule was updated to a version of the record; it does nothing
// where the record has changed since.
func (t *Table) Aligned(ctx context.Context, u Unaligned) error {
	x := t.Begin(u.Company).Delete(unalignedKey(u.Company, u.Setting), u.Version)
	x.audited = true // the change has its audit record
	if err := x.Commit(ctx); !errors.Is(err, ErrStale) {
		return err
	}
	return nil
}
