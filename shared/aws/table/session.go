package table

import (
	"context"
	"time"

	"anzen/shared/domain/company"
	"anzen/shared/domain/sds"
)

// Ended is a single session that was ended, while the user's others continue. A session is
// the origin_jti that the user pool's tokens of one sign-in share: all its tokens, also
// refreshed ones, are refused.
type Ended struct {
	At  time.Time `dynamodbav:"At"`
	TTL int64     `dynamodbav:"ttl"`
}

// endedKept is longer than any token of a session can be valid: the refresh token's 30
// days and the hour of the last ID token.
const endedKept = 31 * 24 * time.Hour

func endedKey(c sds.CompanyID, u sds.UserID, session string) Key {
	return Key{companyPK(c), "ENDED#" + string(u) + "#" + session}
}

// EndSession ends one session of a user.
func (x *Tx) EndSession(u sds.UserID, session string) *Tx {
	now := x.table.now()
	return x.Put(endedKey(x.company, u, session), Ended{now, now.Add(endedKept).Unix()})
}

// PersonOf is Person with whether a session of theirs was ended, read in one call.
func (t *Table) PersonOf(ctx context.Context, c sds.CompanyID, u sds.UserID, session string) (p Person, found, ended bool, err error) {
	items, err := t.Batch(ctx, UserKey(c, u), CompanyKey(c), endedKey(c, u, session))
	if err != nil {
		return Person{}, false, false, err
	}
	p, found, err = personOf(items)
	return p, found, items[2] != nil, err
}

// personOf decodes a user and their company.
func personOf(items []Item) (Person, bool, error) {
	user, found, err := Decode[company.User](items[0])
	if err != nil || !found {
		return Person{}, false, err
	}
	firm, found, err := Decode[company.Company](items[1])
	return Person{user, firm}, found && firm.ClosedAt == nil, err
}
