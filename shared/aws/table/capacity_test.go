package table_test

import (
	"context"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"anzen/shared/aws/table"
	"anzen/shared/aws/table/tabletest"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/write"
)

// metered counts the write units of transactions, and keeps the last.
type metered struct {
	table.API
	units float64
	last  *dynamodb.TransactWriteItemsInput
}

func (m *metered) TransactWriteItems(ctx context.Context, in *dynamodb.TransactWriteItemsInput, o ...func(*dynamodb.Options)) (*dynamodb.TransactWriteItemsOutput, error) {
	in.ReturnConsumedCapacity, m.last = types.ReturnConsumedCapacityTotal, in
	out, err := m.API.TransactWriteItems(ctx, in, o...)
	if out != nil {
		for _, c := range out.ConsumedCapacity {
			m.units += aws.ToFloat64(c.CapacityUnits)
		}
	}
	return out, err
}

// Writing a record by its attributes uses no more of DynamoDB than putting it whole does.
func TestWritesByAttributeCostNoMoreThanPuts(t *testing.T) {
	e := tabletest.Start(t)
	m := &metered{API: e.Client}
	r := raw{e, table.New(m, e.Name, tabletest.NewClock().Now)}
	s := sds.Sheet{ID: "s", Name: "a", Note: strings.Repeat("危険物", 900), Laws: []string{"毒物及び劇物取締法"}}
	sections := []sds.Section{{Number: 1, Title: "a"}, {Number: 2, Title: "b"}}
	before, err := r.WriteSheet(t.Context(), "c", write.Sheet{After: s, Sections: sections, CheckResult: &sds.CheckResult{}, Audit: audit})
	if err != nil {
		t.Fatal(err)
	}
	after := before
	after.Name = "b"
	m.units = 0
	if _, err := r.WriteSheet(t.Context(), "c", write.Sheet{Before: &before, After: after, Sections: sections, CheckResult: &sds.CheckResult{}, Audit: audit}); err != nil {
		t.Fatal(err)
	}
	byAttribute := m.units

	// The same records, put whole.
	puts := &dynamodb.TransactWriteItemsInput{}
	for _, item := range m.last.TransactItems {
		key := item.Update.Key
		out, err := e.Client.GetItem(t.Context(), &dynamodb.GetItemInput{TableName: &e.Name, Key: key, ConsistentRead: aws.Bool(true)})
		if err != nil {
			t.Fatal(err)
		}
		puts.TransactItems = append(puts.TransactItems, types.TransactWriteItem{Put: &types.Put{TableName: &e.Name, Item: out.Item}})
	}
	m.units = 0
	if _, err := m.TransactWriteItems(t.Context(), puts); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d records: %v units by attribute, %v put whole", len(puts.TransactItems), byAttribute, m.units)
	if byAttribute == 0 || byAttribute > m.units {
		t.Errorf("%v units by attribute, %v put whole", byAttribute, m.units)
	}
}
