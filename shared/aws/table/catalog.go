package table

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"golang.org/x/sync/errgroup"

	"anzen/shared/domain/sds"
)

// pages calls each with the pages of a query until it returns stop. more reports whether
// there is another page.
func (t *Table) pages(ctx context.Context, in *dynamodb.QueryInput, each func(items []Item, more bool) (stop bool, err error)) error {
	in.TableName, in.ConsistentRead = &t.name, aws.Bool(true)
	for {
		out, err := t.api.Query(ctx, in)
		if err != nil {
			return fmt.Errorf("query: %w", err)
		}
		stop, err := each(out.Items, out.LastEvaluatedKey != nil)
		if err != nil || stop || out.LastEvaluatedKey == nil {
			return err
		}
		in.ExclusiveStartKey = out.LastEvaluatedKey
	}
}

func decodeAll[T any](items []Item) ([]T, error) {
	records := make([]T, len(items))
	for i, item := range items {
		if err := decode(item, &records[i]); err != nil {
			return nil, fmt.Errorf("decode %s: %w", keyOf(item), err)
		}
	}
	return records, nil
}

// SheetRecordsByID reads all sheet records of a company in the order of their ids.
func (t *Table) SheetRecordsByID(ctx context.Context, c sds.CompanyID) (records []sds.Sheet, err error) {
	err = t.EachSheet(ctx, c, func(s *sds.Sheet) error {
		records = append(records, *s)
		return nil
	})
	return records, err
}

// EachSheet implements catalog.Source: it reads all sheet records of a company in the
// order of their ids. What does not fit into the first page of DynamoDB is read by
// concurrent queries, each for the ids that begin with a digit.
func (t *Table) EachSheet(ctx context.Context, c sds.CompanyID, each func(*sds.Sheet) error) error {
	take := func(items []Item) error {
		records, err := decodeAll[sds.Sheet](items)
		if err == nil {
			err = t.current(ctx, c, records)
		}
		if err != nil {
			return err
		}
		for i := range records {
			if err := each(&records[i]); err != nil {
				return err
			}
		}
		return nil
	}
	pk := Item{":pk": &types.AttributeValueMemberS{Value: sheetRecords(c).pk}}
	last := ""
	err := t.pages(ctx, &dynamodb.QueryInput{KeyConditionExpression: aws.String("pk = :pk"), ExpressionAttributeValues: pk}, func(items []Item, more bool) (bool, error) {
		if more {
			last = keyOf(items[len(items)-1]).sk
		}
		return true, take(items)
	})
	if err != nil || last == "" {
		return err
	}
	return t.restOfRecords(ctx, c, last, take)
}

// recordQueries is the number of concurrent queries for a company's sheet records.
const recordQueries = 4

// restOfRecords reads the sheet records with ids after last.
func (t *Table) restOfRecords(ctx context.Context, c sds.CompanyID, last string, take func([]Item) error) error {
	const digits = "0123456789abcdef"
	queries, ctx := errgroup.WithContext(ctx)
	queries.SetLimit(recordQueries + 1)
	answers := make([]chan []Item, len(digits))
	for i := range answers {
		answers[i] = make(chan []Item, 1)
	}
	queries.Go(func() error { // takes the answers in the order of the ids
		for _, answer := range answers {
			select {
			case items := <-answer:
				if err := take(items); err != nil {
					return err
				}
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		return nil
	})
	for i, answer := range answers {
		from, to := max(digits[i:i+1], last+"!"), digits[i:i+1]+"g" // "!" is before and "g" beyond every character of an id
		if from > to {
			answer <- nil
			continue
		}
		queries.Go(func() error {
			var all []Item
			err := t.pages(ctx, &dynamodb.QueryInput{
				KeyConditionExpression: aws.String("pk = :pk AND sk BETWEEN :from AND :to"),
				ExpressionAttributeValues: Item{
					":pk": &types.AttributeValueMemberS{Value: sheetRecords(c).pk}, ":from": &types.AttributeValueMemberS{Value: from}, ":to": &types.AttributeValueMemberS{Value: to},
				},
			}, func(items []Item, _ bool) (bool, error) {
				all = append(all, items...)
				return false, nil
			})
			answer <- all
			return err
		})
	}
	if err := queries.Wait(); err != nil {
		return fmt.Errorf("sheet records of company %s: %w", c, err)
	}
	return nil
}

// LogBefore implements catalog.Source: the highest number of the log's entries written
// before a time, 0 where there is none.
func (t *Table) LogBefore(ctx context.Context, c sds.CompanyID, before time.Time) (seq int64, err error) {
	err = t.pages(ctx, &dynamodb.QueryInput{
		KeyConditionExpression:    aws.String("pk = :pk"),
		ExpressionAttributeValues: Item{":pk": &types.AttributeValueMemberS{Value: logKey(c, 0).pk}},
		ScanIndexForward:          aws.Bool(false), Limit: aws.Int32(maxBatch),
	}, func(items []Item, _ bool) (bool, error) {
		entries, err := decodeAll[LogEntry](items)
		for _, e := range entries {
			if e.At.Before(before) {
				seq = e.Seq
				return true, nil
			}
		}
		return false, err
	})
	return seq, err
}

// Tail implements catalog.Source: the log's entries above a number.
func (t *Table) Tail(ctx context.Context, c sds.CompanyID, seq int64) ([]sds.LogEntry, error) {
	after := logKey(c, seq)
	records, err := query[LogEntry](ctx, t, Partition{pk: after.pk}, queryOptions{after: after.sk})
	if err != nil {
		return nil, err
	}
	entries := make([]sds.LogEntry, len(records))
	for i, r := range records {
		entries[i] = sds.LogEntry{Seq: r.Seq, At: r.At, Sheet: r.Sheet}
	}
	return entries, t.currentEntries(ctx, c, entries)
}

// maxBatch is how many records DynamoDB reads in one call.
const maxBatch = 100

// At implements catalog.Source: the log's entries with the numbers, as far as they exist.
func (t *Table) At(ctx context.Context, c sds.CompanyID, seqs []int64) ([]sds.LogEntry, error) {
	var entries []sds.LogEntry
	for part := range slices.Chunk(seqs, maxBatch) {
		keys := make([]Key, len(part))
		for i, seq := range part {
			keys[i] = logKey(c, seq)
		}
		items, err := t.Batch(ctx, keys...)
		if err != nil {
			return nil, err
		}
		for _, item := range items {
			e, ok, err := Decode[LogEntry](item)
			if err != nil {
				return nil, fmt.Errorf("log of company %s: %w", c, err)
			}
			if ok {
				entries = append(entries, sds.LogEntry{Seq: e.Seq, At: e.At, Sheet: e.Sheet})
			}
		}
	}
	return entries, t.currentEntries(ctx, c, entries)
}
