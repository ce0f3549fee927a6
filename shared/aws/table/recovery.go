package table

import (
	"context"

	"anzen/shared/domain/company"
	"anzen/shared/domain/sds"
)

// RecoverySet reads a person's one-time codes; an empty set where they have none.
func (t *Table) RecoverySet(ctx context.Context, c sds.CompanyID, u sds.UserID) (company.RecoverySet, error) {
	set, _, err := Get[company.RecoverySet](ctx, t, recoveryKey(c, u))
	return set, err
}

// ReplaceRecoverySet adds a person's new codes, in the place of all that they had.
func (x *Tx) ReplaceRecoverySet(u sds.UserID, set company.RecoverySet) *Tx {
	return x.Put(recoveryKey(x.company, u), set)
}
