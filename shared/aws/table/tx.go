package table

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"anzen/shared/aws/backoff"
	"anzen/shared/domain/company"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/write"
)

// maxTxItems is DynamoDB's limit on the items of a transaction.
const maxTxItems = 100

// Tx collects writes that take effect together or not at all. It does not
// commit without an audit record.
type Tx struct {
	table   *Table
	company sds.CompanyID
	items   []types.TransactWriteItem
	keys    []Key
	refused []error // the errors of failed conditions, by item
	audited bool
	err     error
	claimed []claim   // product codes that sheets claim
	freed   []string  // product codes that sheets free
	until   time.Time // the deadline of its log numbers; zero: it has none
}

// Begin starts a transaction on records of a company.
func (t *Table) Begin(company sds.CompanyID) *Tx { return &Tx{table: t, company: company} }

// add adds an item to the transaction. An update fails with ErrNewer where newer code has
// written the record.
func (x *Tx) add(k Key, item types.TransactWriteItem, refused error) *Tx {
	if u := item.Update; u != nil {
		protect(k, &u.ConditionExpression, &u.ExpressionAttributeNames, &u.ExpressionAttributeValues)
		u.ReturnValuesOnConditionCheckFailure = types.ReturnValuesOnConditionCheckFailureAllOld
	}
	x.items, x.keys, x.refused = append(x.items, item), append(x.keys, k), append(x.refused, refused)
	return x
}

// put writes a record by its attributes, where the condition holds: attributes added by
// newer code stay.
func (x *Tx) put(k Key, record any, condition *string, names map[string]string, values Item, refused error) *Tx {
	item, err := encode(k, record)
	if err != nil {
		x.err = errors.Join(x.err, err)
		return x
	}
	update := &types.Update{TableName: &x.table.name, ConditionExpression: condition, ExpressionAttributeNames: names, ExpressionAttributeValues: values}
	assign(update, k, item)
	return x.add(k, types.TransactWriteItem{Update: update}, refused)
}

// Put writes a record unconditionally.
func (x *Tx) Put(k Key, record any) *Tx { return x.put(k, record, nil, nil, nil, nil) }

// Create writes a record that must not exist; the error exists where it does.
func (x *Tx) Create(k Key, record any, exists error) *Tx {
	item, err := encode(k, record)
	if err != nil {
		x.err = errors.Join(x.err, err)
		return x
	}
	return x.add(k, types.TransactWriteItem{Put: &types.Put{TableName: &x.table.name, Item: item, ConditionExpression: aws.String("attribute_not_exists(pk)")}}, exists)
}

// Replace writes a record over the version that was read; the record itself has the next
// one. ErrStale where it has changed since it was read.
func (x *Tx) Replace(k Key, record any, read int64) *Tx {
	return x.put(k, record, aws.String("Version = :read"), nil, Item{":read": number(read)}, ErrStale)
}

// Delete removes the record with the version that was read.
func (x *Tx) Delete(k Key, read int64) *Tx {
	return x.add(k, types.TransactWriteItem{Delete: &types.Delete{
		TableName: &x.table.name, Key: k.item(),
		ConditionExpression: aws.String("Version = :read"), ExpressionAttributeValues: Item{":read": number(read)},
	}}, ErrStale)
}

// Remove removes a record, if there is one.
func (x *Tx) Remove(k Key) *Tx {
	return x.add(k, types.TransactWriteItem{Delete: &types.Delete{TableName: &x.table.name, Key: k.item()}}, nil)
}

// RemoveExisting removes a record that must exist; the error missing where it does not.
func (x *Tx) RemoveExisting(k Key, missing error) *Tx {
	return x.add(k, types.TransactWriteItem{Delete: &types.Delete{
		TableName: &x.table.name, Key: k.item(), ConditionExpression: aws.String("attribute_exists(pk)"),
	}}, missing)
}

// Require makes the transaction fail with the error unless the record exists.
func (x *Tx) Require(k Key, missing error) *Tx {
	return x.add(k, types.TransactWriteItem{ConditionCheck: &types.ConditionCheck{
		TableName: &x.table.name, Key: k.item(), ConditionExpression: aws.String("attribute_exists(pk)"),
	}}, missing)
}

// Unchanged makes the transaction fail with the error unless the record has the version
// that was read.
func (x *Tx) Unchanged(k Key, read int64, changed error) *Tx {
	return x.add(k, types.TransactWriteItem{ConditionCheck: &types.ConditionCheck{
		TableName: &x.table.name, Key: k.item(),
		ConditionExpression: aws.String("Version = :read"), ExpressionAttributeValues: Item{":read": number(read)},
	}}, changed)
}

// CountUpTo adds n to a counter unless that exceeds the limit (nil: none); the error full
// where it does.
func (x *Tx) CountUpTo(k Key, attribute string, n int, limit *int, full error) *Tx {
	update := &types.Update{
		TableName: &x.table.name, Key: k.item(),
		UpdateExpression:          aws.String("ADD #a :n"),
		ExpressionAttributeNames:  map[string]string{"#a": attribute},
		ExpressionAttributeValues: Item{":n": number(int64(n))},
	}
	if limit != nil {
		if *limit < n {
			x.err = errors.Join(x.err, full)
			return x
		}
		update.ConditionExpression = aws.String("attribute_not_exists(#a) OR #a <= :room")
		update.ExpressionAttributeValues[":room"] = number(int64(*limit - n))
	}
	return x.add(k, types.TransactWriteItem{Update: update}, full)
}

// Audit is an audit record.
type Audit = write.Audit

var errAuditTaken = errors.New("table: there is an audit record with this id")

// Audit adds the audit record. By is empty for the system. Its id is by the time of the
// write, so that no record is added to a span that is sealed; an existing one is never
// overwritten.
func (x *Tx) Audit(a Audit) *Tx {
	x.audited = true
	now := x.table.now()
	if a.At.IsZero() {
		a.At = now
	}
	a.Agent = strings.ToValidUTF8(a.Agent[:min(len(a.Agent), company.MaxAgent)], "")
	return x.put(auditKey(x.company, now), a, aws.String("attribute_not_exists(pk)"), nil, nil, errAuditTaken)
}

// answersLast is how long an idempotency key is remembered.
const answersLast = 24 * time.Hour

// Answer is the stored answer to a request with an idempotency key.
type Answer struct {
	Hash    string            `dynamodbav:"Hash"` // of the request
	Status  int               `dynamodbav:"Status"`
	Headers map[string]string `dynamodbav:"Headers"`
	Body    []byte            `dynamodbav:"Body"`
	TTL     int64             `dynamodbav:"ttl"`
}

// ErrAnswered is returned by Commit where the same idempotency key has been answered
// meanwhile; nothing was written.
var ErrAnswered = errors.New("this idempotency key has been answered already")

// Remember makes the transaction store an answer under the idempotency key.
func (x *Tx) Remember(key string, a Answer) *Tx {
	a.TTL = x.table.now().Add(answersLast).Unix()
	return x.Create(answerKey(x.company, key), a, ErrAnswered)
}

// Answer makes the transaction store the answer of a write, if there is one.
func (x *Tx) Answer(a *write.Answer) *Tx {
	if a == nil {
		return x
	}
	return x.Remember(a.Key, Answer{Hash: a.Hash, Status: a.Status, Body: a.Body})
}

// Forget makes the transaction remove the answer under an idempotency key, as the writes of
// the request are undone.
func (x *Tx) Forget(key string) *Tx { return x.Remove(answerKey(x.company, key)) }

// Answered reads the stored answer of an idempotency key.
func (t *Table) Answered(ctx context.Context, c sds.CompanyID, key string) (Answer, bool, error) {
	a, ok, err := Get[Answer](ctx, t, answerKey(c, key))
	if ok && a.TTL < t.now().Unix() {
		return Answer{}, false, err
	}
	return a, ok, err
}

// Commit writes everything or nothing. It retries conflicts with other transactions on the
// same records.
func (x *Tx) Commit(ctx context.Context) error {
	x.guards()
	switch {
	case x.err != nil:
		return x.err
	case !x.audited:
		return errors.New("table: a transaction needs an audit record")
	case len(x.items) > maxTxItems:
		return fmt.Errorf("table: %d items in a transaction, at most %d", len(x.items), maxTxItems)
	}
	if !x.until.IsZero() {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, x.until)
		defer cancel()
	}
	for try := 1; ; try++ {
		_, err := x.table.api.TransactWriteItems(ctx, &dynamodb.TransactWriteItemsInput{TransactItems: x.items})
		var cancelled *types.TransactionCanceledException
		if err == nil || !errors.As(err, &cancelled) {
			return wrapCommit(err)
		}
		conflict := false
		for i, reason := range cancelled.CancellationReasons {
			switch aws.ToString(reason.Code) {
			case "ConditionalCheckFailed":
				if newer(x.keys[i], reason.Item) {
					return ErrNewer
				}
				if x.refused[i] != nil {
					return x.refused[i]
				}
				return wrapCommit(err)
			case "TransactionConflict", "ThrottlingError", "ProvisionedThroughputExceeded":
				conflict = true
			}
		}
		switch {
		case !conflict:
			return wrapCommit(err)
		case try == tries:
			return message.New(message.TooMany, message.CodeBusy).Because(err)
		}
		if err := backoff.Pause(ctx, try); err != nil {
			return err
		}
	}
}

func wrapCommit(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("commit: %w", err)
}
