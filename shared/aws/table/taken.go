package table

import (
	"context"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
)

// CodeTooManyTaken is the code of ErrTooManyTaken.
const CodeTooManyTaken message.Code = "user.too_many_taken"

// ErrTooManyTaken refuses further invitations to a user, or a company, that was shown too
// many addresses with accounts elsewhere on that day.
var ErrTooManyTaken = message.New(message.TooMany, CodeTooManyTaken)

// Limits a day of invited addresses whose account in another company is disclosed.
const (
	TakenByPerson  = 20
	TakenByCompany = 50
)

type taken struct {
	N   int   `dynamodbav:"N"`
	TTL int64 `dynamodbav:"ttl"`
}

// day is the current day in Japan.
func (t *Table) day() string { return sds.Day(t.now()).Format(time.DateOnly) }

func takenKey(c sds.CompanyID, u sds.UserID, day string) Key {
	return Key{companyPK(c), "TAKEN#" + day + "#" + string(u)}
}

// CheckDisclosures returns ErrTooManyTaken where a limit is reached, before another address is
// looked up.
func (t *Table) CheckDisclosures(ctx context.Context, c sds.CompanyID, u sds.UserID) error {
	items, err := t.Batch(ctx, takenKey(c, u, t.day()), takenKey(c, "", t.day()))
	if err != nil {
		return err
	}
	for i, limit := range []int{TakenByPerson, TakenByCompany} {
		if count, _, err := Decode[taken](items[i]); err != nil {
			return err
		} else if count.N >= limit {
			return ErrTooManyTaken
		}
	}
	return nil
}

// CountDisclosures counts n taken addresses that are about to be disclosed to a user.
// ErrTooManyTaken where that exceeds a limit; then none may be disclosed, and no more on
// that day.
func (t *Table) CountDisclosures(ctx context.Context, c sds.CompanyID, a Audit, n int) error {
	x := t.Begin(c).Audit(a)
	x.countTaken(takenKey(c, a.By, t.day()), n, TakenByPerson)
	x.countTaken(takenKey(c, "", t.day()), n, TakenByCompany)
	err := x.Commit(ctx)
	if err != ErrTooManyTaken { //nolint:errorlint // this very value
		return err
	}
	a.Action += ".refused"
	full := t.Begin(c).Audit(a).countTaken(takenKey(c, a.By, t.day()), TakenByPerson, 0)
	if failed := full.Commit(ctx); failed != nil {
		return failed
	}
	return err
}

// countTaken adds to a day's count, up to the limit; 0 is no limit.
func (x *Tx) countTaken(k Key, n, limit int) *Tx {
	update := &types.Update{
		TableName: &x.table.name, Key: k.item(), UpdateExpression: aws.String("ADD N :n SET #ttl = :ttl"),
		ExpressionAttributeNames:  map[string]string{"#ttl": TTLAttribute},
		ExpressionAttributeValues: Item{":n": number(int64(n)), ":ttl": number(x.table.now().Add(48 * time.Hour).Unix())},
	}
	if limit > 0 {
		if n > limit {
			x.err = ErrTooManyTaken
			return x
		}
		update.ConditionExpression = aws.String("attribute_not_exists(N) OR N <= :room")
		update.ExpressionAttributeValues[":room"] = number(int64(limit - n))
	}
	return x.add(k, types.TransactWriteItem{Update: update}, ErrTooManyTaken)
}
