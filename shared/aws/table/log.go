package table

import (
	"context"
	"fmt"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/attributevalue"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"anzen/shared/domain/sds"
)

// LogLasts is how long a log entry is kept. A replica that has not caught up for so long
// reloads the company.
const LogLasts = 48 * time.Hour

// numberLasts is how long a write may use its numbers of the log: well below the time
// after which the catalog gives up a missing number.
const numberLasts = sds.WriteTakes / 2

// LogEntry is a change of a sheet record in the company's log.
type LogEntry struct {
	Seq   int64     `dynamodbav:"Seq"`
	At    time.Time `dynamodbav:"At"`
	Sheet sds.Sheet `dynamodbav:"Sheet"`
	TTL   int64     `dynamodbav:"ttl"`
}

// counter is the last number allocated in a company's log.
type counter struct {
	Seq int64 `dynamodbav:"Seq"`
}

// nextSeq allocates n numbers of the company's log and returns the first. It must be
// called after the records that the write depends on were read, so that a later version
// of a sheet has a higher number.
func (t *Table) nextSeq(ctx context.Context, c sds.CompanyID, n int) (int64, error) {
	k := counterKey(c)
	out, err := t.update(ctx, k, &dynamodb.UpdateItemInput{
		UpdateExpression:          aws.String("ADD Seq :n"),
		ExpressionAttributeValues: Item{":n": number(int64(n))}, ReturnValues: types.ReturnValueUpdatedNew,
	})
	if err != nil {
		return 0, fmt.Errorf("allocate a log number of company %s: %w", c, err)
	}
	var last counter
	if err := attributevalue.UnmarshalMap(out.Attributes, &last); err != nil {
		return 0, fmt.Errorf("decode %s: %w", k, err)
	}
	return last.Seq - int64(n) + 1, nil
}

// LogEnd is the last number allocated in the company's log. Writes with lower numbers may
// still be in progress.
func (t *Table) LogEnd(ctx context.Context, c sds.CompanyID) (int64, error) {
	last, _, err := Get[counter](ctx, t, counterKey(c))
	return last.Seq, err
}

func (x *Tx) log(seq int64, s sds.Sheet) {
	now := x.table.now()
	if x.until.IsZero() {
		x.until = time.Now().Add(numberLasts) // wall clock, not t.now: a suspended process must give up
	}
	x.Put(logKey(x.company, seq), LogEntry{Seq: seq, At: now, Sheet: s, TTL: now.Add(LogLasts).Unix()})
}
