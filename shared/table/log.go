package table

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/attributevalue"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"anzen/shared/sds"
)

// LogLasts is how long a log entry is kept. A replica that has not caught up for
// so long loads the company anew.
const LogLasts = 48 * time.Hour

// LogEntry is one change of a sheet's head in the order of the company's log.
type LogEntry struct {
	Seq   int64
	At    time.Time
	Sheet sds.Sheet
	TTL   int64 `dynamodbav:"ttl"`
}

// nextSeq takes n numbers of the company's log; the first is returned. It must
// be called after the records that the write depends on have been read, so
// that for one sheet a later version has the later number.
func (t *Table) nextSeq(ctx context.Context, c sds.CompanyID, n int) (int64, error) {
	k := counterKey(c)
	out, err := t.api.UpdateItem(ctx, &dynamodb.UpdateItemInput{
		TableName: &t.name, Key: k.item(), UpdateExpression: aws.String("ADD Seq :n"),
		ExpressionAttributeValues: Item{":n": number(int64(n))}, ReturnValues: types.ReturnValueUpdatedNew,
	})
	if err != nil {
		return 0, fmt.Errorf("take a log number of company %s: %w", c, err)
	}
	var counter struct{ Seq int64 }
	if err := attributevalue.UnmarshalMap(out.Attributes, &counter); err != nil {
		return 0, fmt.Errorf("decode %s: %w", k, err)
	}
	return counter.Seq - int64(n) + 1, nil
}

// LogHead is the last number taken in the company's log. Writes with lower
// numbers may still be under way.
func (t *Table) LogHead(ctx context.Context, c sds.CompanyID) (int64, error) {
	counter, _, err := Get[struct{ Seq int64 }](ctx, t, counterKey(c))
	return counter.Seq, err
}

// LogAfter reads the entries with numbers above seq, in order, strongly
// consistent: every write acknowledged before the call is among them.
func (t *Table) LogAfter(ctx context.Context, c sds.CompanyID, seq int64) ([]LogEntry, error) {
	after := logKey(c, seq)
	return query[LogEntry](ctx, t, Partition{pk: after.pk}, queryOptions{after: after.sk})
}

// SheetHeads reads the heads of all sheets of a company.
func (t *Table) SheetHeads(ctx context.Context, c sds.CompanyID) ([]sds.Sheet, error) {
	return List[sds.Sheet](ctx, t, sheetHeads(c))
}

func (x *Tx) log(seq int64, s sds.Sheet) *Tx {
	now := x.table.now()
	return x.Put(logKey(x.company, seq), LogEntry{Seq: seq, At: now, Sheet: s, TTL: now.Add(LogLasts).Unix()})
}

// String names an entry in logs.
func (e LogEntry) String() string { return strconv.FormatInt(e.Seq, 10) + " " + string(e.Sheet.ID) }
