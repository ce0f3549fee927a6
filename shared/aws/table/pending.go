package table

import (
	"context"
	"fmt"
	"time"

	"anzen/shared/domain/sds"
)

// Pending is an analysis that has been promised and is not finished. It is
// written in the same transaction as the promise and removed in the one that
// ends it, so that no crash between the two loses a sheet: a sweep starts again
// what should have started.
type Pending struct {
	Company sds.CompanyID `dynamodbav:"Company"`
	Sheet   sds.SheetID   `dynamodbav:"Sheet"`
	Attempt int           `dynamodbav:"Attempt"`
	Since   time.Time     `dynamodbav:"Since"`
}

const pendingPK = "PENDING"

func pendingKey(c sds.CompanyID, s sds.SheetID, attempt int) Key {
	return Key{pendingPK, fmt.Sprintf("%s#%s#%d", companyPK(c), s, attempt)}
}

// promise notes that the sheet's current analysis is to be done.
func (x *Tx) promise(s sds.Sheet) *Tx {
	return x.Put(pendingKey(x.company, s.ID, s.Attempt), Pending{x.company, s.ID, s.Attempt, x.table.now()})
}

// settle notes that the sheet's analysis has ended.
func (x *Tx) settle(s sds.Sheet) *Tx { return x.Remove(pendingKey(x.company, s.ID, s.Attempt)) }

// AllPending reads every analysis that is promised and not finished, of all
// companies: for the sweep alone.
func (t *Table) AllPending(ctx context.Context) ([]Pending, error) {
	return List[Pending](ctx, t, Partition{pk: pendingPK})
}

// RemovePending removes a promise that nothing waits for any more.
func (t *Table) RemovePending(ctx context.Context, p Pending) error {
	x := t.Begin(p.Company).Remove(pendingKey(p.Company, p.Sheet, p.Attempt))
	return x.Audit(Audit{Action: "analysis.settled", Target: string(p.Sheet)}).Commit(ctx)
}
