package dynamodb

import (
	"context"
	"errors"
	"fmt"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// Index is a global secondary index with string keys; it projects everything.
type Index struct {
	Name, PartitionKey, SortKey string
}

// Table is a table to be there.
type Table struct {
	Name, PartitionKey, SortKey string
	Indexes                     []Index
	// TTL is the attribute of the expiry, empty if there is none.
	TTL string
}

// Ensure creates the tables that are missing. Tables already there are left as
// they are.
func (s *Server) Ensure(ctx context.Context, tables ...Table) error {
	client := dynamodb.New(dynamodb.Options{
		BaseEndpoint: &s.URL,
		Region:       "ap-northeast-1",
		Credentials:  credentials.NewStaticCredentialsProvider("local", "local", ""),
	})
	for _, table := range tables {
		_, err := client.CreateTable(ctx, table.input())
		if inUse := (*types.ResourceInUseException)(nil); errors.As(err, &inUse) {
			continue
		}
		if err != nil {
			return fmt.Errorf("create table %s: %w", table.Name, err)
		}
		if table.TTL == "" {
			continue
		}
		_, err = client.UpdateTimeToLive(ctx, &dynamodb.UpdateTimeToLiveInput{
			TableName: &table.Name,
			TimeToLiveSpecification: &types.TimeToLiveSpecification{
				AttributeName: &table.TTL, Enabled: aws.Bool(true),
			},
		})
		if err != nil {
			return fmt.Errorf("set expiry of table %s: %w", table.Name, err)
		}
	}
	return nil
}

func (t Table) input() *dynamodb.CreateTableInput {
	input := &dynamodb.CreateTableInput{
		TableName:   &t.Name,
		BillingMode: types.BillingModePayPerRequest,
		KeySchema:   keySchema(t.PartitionKey, t.SortKey),
	}
	known := map[string]bool{}
	define := func(names ...string) {
		for _, name := range names {
			if name == "" || known[name] {
				continue
			}
			known[name] = true
			input.AttributeDefinitions = append(input.AttributeDefinitions, types.AttributeDefinition{
				AttributeName: aws.String(name), AttributeType: types.ScalarAttributeTypeS,
			})
		}
	}
	define(t.PartitionKey, t.SortKey)
	for _, index := range t.Indexes {
		define(index.PartitionKey, index.SortKey)
		input.GlobalSecondaryIndexes = append(input.GlobalSecondaryIndexes, types.GlobalSecondaryIndex{
			IndexName:  aws.String(index.Name),
			KeySchema:  keySchema(index.PartitionKey, index.SortKey),
			Projection: &types.Projection{ProjectionType: types.ProjectionTypeAll},
		})
	}
	return input
}

func keySchema(partition, sort string) []types.KeySchemaElement {
	schema := []types.KeySchemaElement{{AttributeName: aws.String(partition), KeyType: types.KeyTypeHash}}
	if sort != "" {
		schema = append(schema, types.KeySchemaElement{AttributeName: aws.String(sort), KeyType: types.KeyTypeRange})
	}
	return schema
}
