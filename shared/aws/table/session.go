package table

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

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

// sessionKept is longer than any token of a session can be valid: the refresh token's 30
// days and the quarter of an hour of the last ID token.
const sessionKept = 31 * 24 * time.Hour

func endedKey(c sds.CompanyID, u sds.UserID, session string) Key {
	return Key{companyPK(c), "ENDED#" + string(u) + "#" + session}
}

func sessionKey(c sds.CompanyID, u sds.UserID, session string) Key {
	return Key{companyPK(c), "SESSION#" + string(u) + "#" + session}
}

// EndSession ends one session of a user.
func (x *Tx) EndSession(u sds.UserID, session string) *Tx {
	now := x.table.now()
	return x.Put(endedKey(x.company, u, session), Ended{now, now.Add(sessionKept).Unix()})
}

// Signed is a user in one of their sessions, with their company.
type Signed struct {
	Person
	Found bool // the user and the company exist
	Ended bool // the session was ended by EndSession
	// Session is as it was last noted; nil: not used yet.
	Session *company.Session
}

// PersonOf is Person with the state of a session of theirs, read in one call.
func (t *Table) PersonOf(ctx context.Context, c sds.CompanyID, u sds.UserID, session string) (s Signed, err error) {
	items, err := t.Batch(ctx, UserKey(c, u), CompanyKey(c), endedKey(c, u, session), sessionKey(c, u, session))
	if err != nil {
		return s, err
	}
	if s.Person, s.Found, err = personOf(items); err != nil {
		return s, err
	}
	s.Ended = items[2] != nil
	noted, found, err := Decode[company.Session](items[3])
	if found {
		s.Session = &noted
	}
	return s, err
}

// errSessionBegun: another request of the session was first.
var errSessionBegun = errors.New("table: the session has begun")

// BeginSession notes the first use of a session of the user, and records it in the company's
// audit: the client's address is known then, which the user pool does not pass on at the
// sign-in itself. Of concurrent first requests one records it.
func (t *Table) BeginSession(ctx context.Context, u company.User, s company.Session) error {
	begun := Audit{By: u.ID, ByName: u.Name(), Action: "user.session_begun", Target: string(u.ID), Address: s.Address, Agent: s.Agent}
	err := t.Begin(u.Company).Audit(begun).put(sessionKey(u.Company, u.ID, s.ID), t.usedNow(s), aws.String("attribute_not_exists(pk)"), nil, nil, errSessionBegun).Commit(ctx)
	if errors.Is(err, errSessionBegun) {
		return nil
	}
	return err
}

// usedNow is a session as it is noted at its use.
func (t *Table) usedNow(s company.Session) company.Session {
	now := t.now().UTC().Truncate(time.Second)
	s.LastUsed, s.SignedIn, s.TTL = now, s.SignedIn.UTC(), now.Add(sessionKept).Unix()
	return s
}

// NoteSession notes that a session is in use, with the client's address and User-Agent. A
// concurrent request may have noted it just before: then nothing changes.
func (t *Table) NoteSession(ctx context.Context, c sds.CompanyID, u sds.UserID, s company.Session) error {
	k := sessionKey(c, u, s.ID)
	s = t.usedNow(s)
	item, err := encode(k, s)
	if err != nil {
		return err
	}
	set := &types.Update{ExpressionAttributeNames: map[string]string{"#used": "LastUsed"}, ExpressionAttributeValues: Item{":before": &types.AttributeValueMemberS{Value: s.LastUsed.Format(time.RFC3339)}}}
	assign(set, k, item)
	_, err = t.update(ctx, k, &dynamodb.UpdateItemInput{
		UpdateExpression: set.UpdateExpression, ConditionExpression: aws.String("attribute_not_exists(#used) OR #used < :before"),
		ExpressionAttributeNames: set.ExpressionAttributeNames, ExpressionAttributeValues: set.ExpressionAttributeValues,
	})
	var refused *types.ConditionalCheckFailedException
	if errors.As(err, &refused) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("note a session: %w", err)
	}
	return nil
}

// NotedSessions are the sessions of a user that have been used, also ended ones.
func (t *Table) NotedSessions(ctx context.Context, c sds.CompanyID, u sds.UserID) ([]company.Session, error) {
	return List[company.Session](ctx, t, Partition{companyPK(c), "SESSION#" + string(u) + "#"})
}

// Sessions are the sessions of a user that are in use, the last used first.
func (t *Table) Sessions(ctx context.Context, p Person) ([]company.Session, error) {
	all, err := t.NotedSessions(ctx, p.Company.ID, p.User.ID)
	if err != nil {
		return nil, err
	}
	ended, err := t.sortKeys(ctx, Partition{companyPK(p.Company.ID), "ENDED#" + string(p.User.ID) + "#"})
	if err != nil {
		return nil, err
	}
	now := t.now()
	all = slices.DeleteFunc(all, func(s company.Session) bool {
		return slices.Contains(ended, endedKey(p.Company.ID, p.User.ID, s.ID).sk) || !p.User.Admits(s.ID, s.SignedIn) || s.Idle(p.Company.IdleTime(), now) || s.TTL <= now.Unix()
	})
	slices.SortFunc(all, func(a, b company.Session) int { return b.LastUsed.Compare(a.LastUsed) })
	return all, nil
}

// ForgetSessions removes what is noted of the sessions, sign-ins and devices of a removed
// user.
func (t *Table) ForgetSessions(ctx context.Context, c sds.CompanyID, u sds.UserID, a Audit) error {
	var all []string
	for _, kind := range []string{"SESSION#", "SIGNIN#", "DEVICE#"} {
		found, err := t.sortKeys(ctx, Partition{companyPK(c), kind + string(u) + "#"})
		if err != nil {
			return err
		}
		all = append(all, found...)
	}
	for part := range slices.Chunk(all, maxTxItems-1) {
		x := t.Begin(c).Audit(a)
		for _, sk := range part {
			x.Remove(Key{companyPK(c), sk})
		}
		if err := x.Commit(ctx); err != nil {
			return err
		}
	}
	return nil
}

// sortKeys are the sort keys of a range.
func (t *Table) sortKeys(ctx context.Context, p Partition) ([]string, error) {
	var all []string
	in := &dynamodb.QueryInput{
		KeyConditionExpression: aws.String("pk = :pk AND begins_with(sk, :prefix)"), ProjectionExpression: aws.String("pk, sk"),
		ExpressionAttributeValues: Item{":pk": &types.AttributeValueMemberS{Value: p.pk}, ":prefix": &types.AttributeValueMemberS{Value: p.prefix}},
	}
	err := t.pages(ctx, in, func(items []Item, _ bool) (bool, error) {
		for _, item := range items {
			all = append(all, keyOf(item).sk)
		}
		return false, nil
	})
	return all, err
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
