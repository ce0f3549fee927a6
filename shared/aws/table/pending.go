package table

import (
	"context"
	"fmt"
	"time"

	"anzen/shared/domain/sds"
)

// Pending is a promised analysis that has not ended. It is written in the transaction
// that requests the analysis and removed in the one that ends it, so that no crash in
// between loses a sheet: the sweep starts the analysis again.
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

// promise records that the sheet's current analysis is to be done.
func (x *Tx) promise(s sds.Sheet) *Tx {
	return x.Put(pendingKey(x.company, s.ID, s.Attempt), Pending{x.company, s.ID, s.Attempt, x.table.now()})
}

// settle records that the sheet's analysis has ended.
func (x *Tx) settle(s sds.Sheet) *Tx { return x.Remove(pendingKey(x.company, s.ID, s.Attempt)) }

// AllPending reads the pending analyses of all companies: only for the sweep.
func (t *Table) AllPending(ctx context.Context) ([]Pending, error) {
	return List[Pending](ctx, t, Partition{pk: pendingPK})
}

// RemovePending removes an obsolete Pending record.
func (t *Table) RemovePending(ctx context.Context, p Pending) error {
	x := t.Begin(p.Company).Remove(pendingKey(p.Company, p.Sheet, p.Attempt))
	return x.Audit(Audit{Action: "analysis.settled", Target: string(p.Sheet)}).Commit(ctx)
}
