package table

import (
	"context"

	"anzen/shared/domain/company"
	"anzen/shared/domain/sds"
)

func reauthenticationKey(c sds.CompanyID, u sds.UserID, session string) Key {
	return Key{companyPK(c), "REAUTH#" + string(u) + "#" + session}
}

// Reauthentication reads that a user has entered their password again in a session; it may
// have expired.
func (t *Table) Reauthentication(ctx context.Context, c sds.CompanyID, u sds.UserID, session string) (company.Reauthentication, bool, error) {
	return Get[company.Reauthentication](ctx, t, reauthenticationKey(c, u, session))
}

// PutReauthentication records that a user has entered their password again in a session.
func (x *Tx) PutReauthentication(u sds.UserID, session string, r company.Reauthentication) *Tx {
	return x.Put(reauthenticationKey(x.company, u, session), r)
}

// EndReauthentication removes the record of PutReauthentication.
func (x *Tx) EndReauthentication(u sds.UserID, session string) *Tx {
	return x.Remove(reauthenticationKey(x.company, u, session))
}
