package table

import (
	"context"

	"anzen/shared/domain/company"
	"anzen/shared/domain/sds"
)

// RecoverySet reads a user's one-time codes; an empty set where they have none.
func (t *Table) RecoverySet(ctx context.Context, c sds.CompanyID, u sds.UserID) (company.RecoverySet, error) {
	set, _, err := Get[company.RecoverySet](ctx, t, recoveryKey(c, u))
	return set, err
}

// ReplaceRecoverySet replaces a user's one-time codes.
func (x *Tx) ReplaceRecoverySet(u sds.UserID, set company.RecoverySet) *Tx {
	return x.Put(recoveryKey(x.company, u), set)
}
