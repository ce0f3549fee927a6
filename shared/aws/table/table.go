// Package table is the adapter of Amazon DynamoDB: the single table of the product's
// records. Keys are built in this package only; records that must agree are written in
// one transaction (Tx), which includes an audit record. It never uses Scan, so that no
// caller can read across companies.
package table

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"strconv"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/attributevalue"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/oklog/ulid/v2"

	"anzen/shared/aws/backoff"
	"anzen/shared/domain/message"
	"anzen/shared/domain/write"
)

// The names of the key and time-to-live attributes, from which the blueprint defines the
// table.
const (
	PartitionAttribute = "pk"
	SortAttribute      = "sk"
	TTLAttribute       = "ttl"
	versionAttribute   = "Version"
)

// tries is how often a call is tried: batches of which DynamoDB left keys unprocessed, and
// transactions in conflict with another.
const tries = 8

// API is the used part of DynamoDB, without Scan.
type API interface {
	GetItem(context.Context, *dynamodb.GetItemInput, ...func(*dynamodb.Options)) (*dynamodb.GetItemOutput, error)
	BatchGetItem(context.Context, *dynamodb.BatchGetItemInput, ...func(*dynamodb.Options)) (*dynamodb.BatchGetItemOutput, error)
	Query(context.Context, *dynamodb.QueryInput, ...func(*dynamodb.Options)) (*dynamodb.QueryOutput, error)
	UpdateItem(context.Context, *dynamodb.UpdateItemInput, ...func(*dynamodb.Options)) (*dynamodb.UpdateItemOutput, error)
	TransactWriteItems(context.Context, *dynamodb.TransactWriteItemsInput, ...func(*dynamodb.Options)) (*dynamodb.TransactWriteItemsOutput, error)
}

// Table is the product's table.
type Table struct {
	api  API
	name string
	now  func() time.Time
}

// New is the table with the given name, reached through a client.
func New(api API, name string, now func() time.Time) *Table { return &Table{api, name, now} }

// Item is a record in DynamoDB's form.
type Item = map[string]types.AttributeValue

func (k Key) item() Item {
	return Item{
		PartitionAttribute: &types.AttributeValueMemberS{Value: k.pk},
		SortAttribute:      &types.AttributeValueMemberS{Value: k.sk},
	}
}

// newULID sorts after earlier ones, also within a millisecond.
func newULID(at time.Time) string {
	return ulid.MustNew(ulid.Timestamp(at), ulid.DefaultEntropy()).String()
}

// Get reads one record, strongly consistent; false where there is none.
func Get[T any](ctx context.Context, t *Table, k Key) (T, bool, error) {
	var record T
	if !k.possible() {
		return record, false, nil
	}
	out, err := t.api.GetItem(ctx, &dynamodb.GetItemInput{TableName: &t.name, Key: k.item(), ConsistentRead: aws.Bool(true)})
	if err != nil {
		return record, false, fmt.Errorf("read %s: %w", k, err)
	}
	if out.Item == nil {
		return record, false, nil
	}
	if err := decode(out.Item, &record); err != nil {
		return record, false, fmt.Errorf("decode %s: %w", k, err)
	}
	return record, true, nil
}

// GetOr reads one record, strongly consistent; the error missing where there is none.
func GetOr[T any](ctx context.Context, t *Table, k Key, missing error) (T, error) {
	record, ok, err := Get[T](ctx, t, k)
	if err == nil && !ok {
		err = missing
	}
	return record, err
}

// Batch reads up to 100 records with distinct keys, strongly consistent, in one call. The
// result has one item per key, nil where there is none.
func (t *Table) Batch(ctx context.Context, keys ...Key) ([]Item, error) {
	request := types.KeysAndAttributes{ConsistentRead: aws.Bool(true)}
	at := make(map[Key]int, len(keys))
	for i, k := range keys {
		if k.possible() {
			at[k] = i
			request.Keys = append(request.Keys, k.item())
		}
	}
	found := make([]Item, len(keys))
	if len(request.Keys) == 0 {
		return found, nil
	}
	for try := 1; ; try++ {
		out, err := t.api.BatchGetItem(ctx, &dynamodb.BatchGetItemInput{RequestItems: map[string]types.KeysAndAttributes{t.name: request}})
		if err != nil {
			return nil, fmt.Errorf("read %d records: %w", len(keys), err)
		}
		for _, item := range out.Responses[t.name] {
			found[at[keyOf(item)]] = item
		}
		request.Keys = out.UnprocessedKeys[t.name].Keys
		if len(request.Keys) == 0 {
			return found, nil
		}
		if try == tries {
			return nil, message.New(message.TooMany, message.CodeBusy).Because(fmt.Errorf("read %d records: DynamoDB left %d unread", len(keys), len(request.Keys)))
		}
		if err := backoff.Pause(ctx, try); err != nil {
			return nil, fmt.Errorf("read %d records: %w", len(keys), err)
		}
	}
}

func keyOf(item Item) Key {
	pk, _ := item[PartitionAttribute].(*types.AttributeValueMemberS)
	sk, _ := item[SortAttribute].(*types.AttributeValueMemberS)
	if pk == nil || sk == nil {
		return Key{}
	}
	return Key{pk.Value, sk.Value}
}

// Decode decodes an item of Batch; false for nil.
func Decode[T any](item Item) (record T, ok bool, err error) {
	if item == nil {
		return record, false, nil
	}
	err = decode(item, &record)
	return record, err == nil, err
}

// List reads all records of a partition in the order of their keys, strongly consistent.
func List[T any](ctx context.Context, t *Table, p Partition) ([]T, error) {
	return query[T](ctx, t, p, queryOptions{})
}

// keys are those of all records of a partition.
func (t *Table) keys(ctx context.Context, p Partition) (keys []Key, err error) {
	in := &dynamodb.QueryInput{
		KeyConditionExpression: aws.String("pk = :pk"), ProjectionExpression: aws.String("pk, sk"),
		ExpressionAttributeValues: Item{":pk": &types.AttributeValueMemberS{Value: p.pk}},
	}
	err = t.pages(ctx, in, func(items []Item, _ bool) (bool, error) {
		for _, item := range items {
			keys = append(keys, keyOf(item))
		}
		return false, nil
	})
	return keys, err
}

type queryOptions struct {
	after    string // sort keys greater than this
	before   string // sort keys less than this
	backward bool
	limit    int32
}

func query[T any](ctx context.Context, t *Table, p Partition, o queryOptions) ([]T, error) {
	in := &dynamodb.QueryInput{
		TableName:                 &t.name,
		ConsistentRead:            aws.Bool(true),
		ScanIndexForward:          aws.Bool(!o.backward),
		KeyConditionExpression:    aws.String("pk = :pk"),
		ExpressionAttributeValues: Item{":pk": &types.AttributeValueMemberS{Value: p.pk}},
	}
	switch {
	case o.after != "":
		in.KeyConditionExpression = aws.String("pk = :pk AND sk > :sk")
		in.ExpressionAttributeValues[":sk"] = &types.AttributeValueMemberS{Value: o.after}
	case o.before != "":
		in.KeyConditionExpression = aws.String("pk = :pk AND sk < :sk")
		in.ExpressionAttributeValues[":sk"] = &types.AttributeValueMemberS{Value: o.before}
	case p.prefix != "":
		in.KeyConditionExpression = aws.String("pk = :pk AND begins_with(sk, :sk)")
		in.ExpressionAttributeValues[":sk"] = &types.AttributeValueMemberS{Value: p.prefix}
	}
	if o.limit > 0 {
		in.Limit = &o.limit
	}
	records := []T{}
	for {
		out, err := t.api.Query(ctx, in)
		if err != nil {
			return nil, fmt.Errorf("query %s %s: %w", p.pk, p.prefix, err)
		}
		for _, item := range out.Items {
			var record T
			if err := decode(item, &record); err != nil {
				return nil, fmt.Errorf("decode %s: %w", keyOf(item), err)
			}
			records = append(records, record)
		}
		if out.LastEvaluatedKey == nil || (o.limit > 0 && len(records) >= int(o.limit)) {
			return records, nil
		}
		in.ExclusiveStartKey = out.LastEvaluatedKey
	}
}

func encode(k Key, record any) (Item, error) {
	item, err := attributevalue.MarshalMapWithOptions(record, func(o *attributevalue.EncoderOptions) { o.OmitEmptyTime = true; o.NullEmptySets = true })
	if err != nil {
		return nil, fmt.Errorf("encode %s: %w", k, err)
	}
	maps.Copy(item, k.item())
	if v := schemas[kindOf(k)].version(); v > 1 {
		item[schemaAttribute] = number(int64(v))
	}
	return item, nil
}

// decode decodes a stored record of any version.
func decode(item Item, record any) error {
	if err := upgrade(item); err != nil {
		return err
	}
	return attributevalue.UnmarshalMap(item, record)
}

// update changes some attributes of a record without a transaction. ErrNewer where newer
// code has written it.
func (t *Table) update(ctx context.Context, k Key, in *dynamodb.UpdateItemInput) (*dynamodb.UpdateItemOutput, error) {
	in.TableName, in.Key = &t.name, k.item()
	in.ReturnValuesOnConditionCheckFailure = types.ReturnValuesOnConditionCheckFailureAllOld
	protect(k, &in.ConditionExpression, &in.ExpressionAttributeNames, &in.ExpressionAttributeValues)
	out, err := t.api.UpdateItem(ctx, in)
	var refused *types.ConditionalCheckFailedException
	if errors.As(err, &refused) && newer(k, refused.Item) {
		return nil, ErrNewer
	}
	return out, err
}

func number(n int64) *types.AttributeValueMemberN {
	return &types.AttributeValueMemberN{Value: strconv.FormatInt(n, 10)}
}

// ErrStale is returned by a write where the record has changed since it was read.
var ErrStale = write.ErrStale

// ErrNotFound is returned where the company has no such record.
var ErrNotFound = write.ErrNotFound
