package table

import (
	"context"
	"errors"
	"fmt"
	"time"

	"anzen/shared/domain/job"
	"anzen/shared/domain/sds"
)

// Slot is one of a company's bulk downloads of a month, with the job that uses it. A failed
// or cancelled job does not count, so that its slot is free again.
type Slot struct {
	Month   string `dynamodbav:"Month"`  // "2026-11", in Japan
	Number  int    `dynamodbav:"Number"` // from 1
	Job     job.ID `dynamodbav:"Job"`
	Version int64  `dynamodbav:"Version"`
	TTL     int64  `dynamodbav:"ttl"`
}

// slotLasts is well beyond the month.
const slotLasts = 100 * 24 * time.Hour

// Slots returns the number of taken slots of a month, and the first free one of the limit;
// its Number is 0 where none is free.
func (t *Table) Slots(ctx context.Context, c sds.CompanyID, month string, of int) (taken int, free Slot, err error) {
	slots, err := List[Slot](ctx, t, slots(c, month))
	if err != nil {
		return 0, Slot{}, err
	}
	known := make(map[int]Slot, len(slots))
	for _, s := range slots {
		known[s.Number] = s
	}
	for n := 1; n <= of; n++ {
		s, is := known[n]
		if is {
			j, err := t.Job(ctx, c, s.Job)
			if err != nil && !errors.Is(err, ErrNotFound) {
				return 0, Slot{}, fmt.Errorf("slot %d of %s: %w", n, month, err)
			}
			if err != nil || j.State != job.Failed && j.State != job.Cancelled {
				taken++
				continue
			}
		}
		if free.Number == 0 {
			free = Slot{Month: month, Number: n, Version: s.Version}
		}
	}
	return taken, free, nil
}

// TakeSlot assigns a slot to the job; ErrStale where it has changed since it was read.
func (x *Tx) TakeSlot(s Slot, j job.ID) *Tx {
	read := s.Version
	s.Job, s.Version, s.TTL = j, read+1, x.table.now().Add(slotLasts).Unix()
	if read == 0 {
		return x.Create(slotKey(x.company, s.Month, s.Number), s, ErrStale)
	}
	return x.Replace(slotKey(x.company, s.Month, s.Number), s, read)
}

// SlotOf reads a slot.
func (t *Table) SlotOf(ctx context.Context, c sds.CompanyID, month string, number int) (Slot, error) {
	return GetOr[Slot](ctx, t, slotKey(c, month, number), ErrNotFound)
}
