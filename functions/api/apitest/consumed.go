package apitest

import (
	"context"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"anzen/shared/aws/table"
)

// Consumed is what a request consumed: DynamoDB's capacity units as it reports them, and
// calls of all services.
type Consumed struct {
	Read, Write float64
	Calls       int
}

// Measure sends a request and returns what it consumed.
func (w *World) Measure(t testing.TB, q Request) (Response, Consumed) {
	t.Helper()
	response, looks := w.do(t, q, 0)
	looks.used.Calls = looks.calls
	return response, looks.used
}

// count makes a call of DynamoDB report its consumed capacity.
func count(in any) {
	const total = types.ReturnConsumedCapacityTotal
	switch in := in.(type) {
	case *dynamodb.GetItemInput:
		in.ReturnConsumedCapacity = total
	case *dynamodb.BatchGetItemInput:
		in.ReturnConsumedCapacity = total
	case *dynamodb.QueryInput:
		in.ReturnConsumedCapacity = total
	case *dynamodb.UpdateItemInput:
		in.ReturnConsumedCapacity = total
	case *dynamodb.TransactWriteItemsInput:
		in.ReturnConsumedCapacity = total
	}
}

// counted adds up the capacity that a call of DynamoDB has consumed.
func (w *watch) counted(out any) {
	if w == nil {
		return
	}
	read := func(all ...types.ConsumedCapacity) {
		for i := range all {
			w.used.Read += aws.ToFloat64(all[i].CapacityUnits)
		}
	}
	write := func(all ...types.ConsumedCapacity) {
		for i := range all {
			w.used.Write += aws.ToFloat64(all[i].CapacityUnits)
		}
	}
	one := func(c *types.ConsumedCapacity) types.ConsumedCapacity {
		if c == nil {
			return types.ConsumedCapacity{}
		}
		return *c
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	switch out := out.(type) {
	case *dynamodb.GetItemOutput:
		if out != nil {
			read(one(out.ConsumedCapacity))
		}
	case *dynamodb.BatchGetItemOutput:
		if out != nil {
			read(out.ConsumedCapacity...)
		}
	case *dynamodb.QueryOutput:
		if out != nil {
			read(one(out.ConsumedCapacity))
		}
	case *dynamodb.UpdateItemOutput:
		if out != nil {
			write(one(out.ConsumedCapacity))
		}
	case *dynamodb.TransactWriteItemsOutput:
		if out != nil {
			write(out.ConsumedCapacity...)
		}
	}
}

// Spend calls do with the table, without checking grants, and returns what it consumed.
func (w *World) Spend(t testing.TB, do func(ctx context.Context, tb *table.Table) error) Consumed {
	t.Helper()
	looks := &watch{t: t, free: true}
	all := grants{actions: []string{"dynamodb:GetItem", "dynamodb:BatchGetItem", "dynamodb:Query", "dynamodb:UpdateItem", "dynamodb:PutItem", "dynamodb:DeleteItem", "dynamodb:ConditionCheckItem"}}
	tb := table.New(&guardedTable{w.Engine.Client, all}, w.Engine.Name, w.Clock.Now)
	if err := do(context.WithValue(t.Context(), watchKey{}, looks), tb); err != nil {
		t.Fatal(err)
	}
	return looks.used
}
