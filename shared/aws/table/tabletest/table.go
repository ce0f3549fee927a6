package tabletest

import (
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"anzen/shared/aws/table"
)

// Engine is a client of the stand-in and the name of a fresh, empty table on it.
type Engine struct {
	Client *dynamodb.Client
	Name   string
}

var tables atomic.Int64

// Start makes a fresh table. The test is skipped where no stand-in is installed.
func Start(t testing.TB) Engine {
	t.Helper()
	running, err := engine()
	if errors.Is(err, errAbsent) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	e := Engine{running.client, fmt.Sprintf("anzen-test-%d", tables.Add(1))}
	schema := map[string]types.KeyType{table.PartitionAttribute: types.KeyTypeHash, table.SortAttribute: types.KeyTypeRange}
	in := &dynamodb.CreateTableInput{TableName: &e.Name, BillingMode: types.BillingModePayPerRequest}
	for _, name := range []string{table.PartitionAttribute, table.SortAttribute} {
		in.KeySchema = append(in.KeySchema, types.KeySchemaElement{AttributeName: aws.String(name), KeyType: schema[name]})
		in.AttributeDefinitions = append(in.AttributeDefinitions, types.AttributeDefinition{AttributeName: aws.String(name), AttributeType: types.ScalarAttributeTypeS})
	}
	if _, err := e.Client.CreateTable(t.Context(), in); err != nil {
		t.Fatalf("create table: %v", err)
	}
	return e
}

// New is a fresh, empty table.
func New(t testing.TB, now func() time.Time) *table.Table {
	t.Helper()
	e := Start(t)
	return table.New(e.Client, e.Name, now)
}

// Count is how many records the table has; tests alone may scan.
func (e Engine) Count(t testing.TB) int {
	t.Helper()
	out, err := e.Client.Scan(t.Context(), &dynamodb.ScanInput{TableName: &e.Name, Select: types.SelectCount, ConsistentRead: aws.Bool(true)})
	if err != nil {
		t.Fatalf("count records: %v", err)
	}
	return int(out.Count)
}
