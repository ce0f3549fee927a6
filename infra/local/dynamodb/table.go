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

// Table is a table to create, with string keys.
type Table struct {
	Name, PartitionKey, SortKey string
	// TTL is the expiry attribute, empty if there is none.
	TTL string
}

// Ensure creates missing tables. Existing ones are left unchanged.
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
	text := func(name string) types.AttributeDefinition {
		return types.AttributeDefinition{AttributeName: aws.String(name), AttributeType: types.ScalarAttributeTypeS}
	}
	return &dynamodb.CreateTableInput{
		TableName: &t.Name, BillingMode: types.BillingModePayPerRequest,
		AttributeDefinitions: []types.AttributeDefinition{text(t.PartitionKey), text(t.SortKey)},
		KeySchema: []types.KeySchemaElement{
			{AttributeName: &t.PartitionKey, KeyType: types.KeyTypeHash}, {AttributeName: &t.SortKey, KeyType: types.KeyTypeRange},
		},
	}
}
