package dynamodb

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// Restorable adds RestoreTableToPointInTime to the stand-in at a URL, which next leads to: it makes a new table with all
// items as they are at one moment, the latest that is restorable. Writes wait meanwhile, which is how it is one moment; on
// AWS they do not. A moment before now is refused, as the stand-in keeps no history.
func Restorable(next http.Handler, at string) http.Handler {
	return &restorer{next: next, client: dynamodb.New(dynamodb.Options{
		BaseEndpoint: &at, Region: "ap-northeast-1", Credentials: credentials.NewStaticCredentialsProvider("local", "local", ""),
	})}
}

type restorer struct {
	next   http.Handler
	client *dynamodb.Client
	writes sync.RWMutex
}

func (s *restorer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	_, operation, _ := strings.Cut(r.Header.Get("X-Amz-Target"), ".")
	switch operation {
	case "RestoreTableToPointInTime":
		s.writes.Lock()
		defer s.writes.Unlock()
		s.restore(w, r)
	case "Query", "GetItem", "BatchGetItem", "Scan", "DescribeTable", "ListTables":
		s.next.ServeHTTP(w, r)
	default:
		// The request is read before the lock, so that a slow one keeps nobody waiting.
		body, err := io.ReadAll(r.Body)
		if err != nil {
			refuse(w, "SerializationException", err.Error(), nil)
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		s.writes.RLock()
		defer s.writes.RUnlock()
		s.next.ServeHTTP(w, r)
	}
}

func (s *restorer) restore(w http.ResponseWriter, r *http.Request) {
	var q struct {
		SourceTableName, TargetTableName string
		UseLatestRestorableTime          bool
		RestoreDateTime                  *float64
	}
	if err := json.NewDecoder(r.Body).Decode(&q); err != nil {
		refuse(w, "SerializationException", err.Error(), nil)
		return
	}
	if q.RestoreDateTime != nil || !q.UseLatestRestorableTime {
		refuse(w, "InvalidRestoreTimeException", "the local table is restorable to its latest time only: UseLatestRestorableTime", nil)
		return
	}
	description, err := s.copy(r.Context(), q.SourceTableName, q.TargetTableName)
	var exists *types.ResourceInUseException
	var missing *types.ResourceNotFoundException
	switch {
	case errors.As(err, &exists):
		refuse(w, "TableAlreadyExistsException", "Table already exists: "+q.TargetTableName, nil)
	case errors.As(err, &missing):
		refuse(w, "TableNotFoundException", "Table not found: "+q.SourceTableName, nil)
	case err != nil:
		refuse(w, "InternalServerError", err.Error(), nil)
	default:
		w.Header().Set("Content-Type", "application/x-amz-json-1.0")
		_ = json.NewEncoder(w).Encode(map[string]any{"TableDescription": description})
	}
}

// copy makes the target of the source's items.
func (s *restorer) copy(ctx context.Context, source, target string) (map[string]any, error) {
	of, err := s.client.DescribeTable(ctx, &dynamodb.DescribeTableInput{TableName: &source})
	if err != nil {
		return nil, err
	}
	if _, err := s.client.CreateTable(ctx, &dynamodb.CreateTableInput{
		TableName: &target, KeySchema: of.Table.KeySchema, AttributeDefinitions: of.Table.AttributeDefinitions, BillingMode: types.BillingModePayPerRequest,
	}); err != nil {
		return nil, err
	}
	pages := dynamodb.NewScanPaginator(s.client, &dynamodb.ScanInput{TableName: &source, ConsistentRead: aws.Bool(true)})
	for pages.HasMorePages() {
		page, err := pages.NextPage(ctx)
		if err != nil {
			return nil, err
		}
		if err := s.put(ctx, target, page.Items); err != nil {
			return nil, err
		}
	}
	return map[string]any{"TableName": target, "TableStatus": "ACTIVE"}, nil
}

// put writes items in batches, as large as DynamoDB takes them.
func (s *restorer) put(ctx context.Context, target string, items []map[string]types.AttributeValue) error {
	const batch = 25
	for len(items) > 0 {
		n := min(batch, len(items))
		requests := make([]types.WriteRequest, n)
		for i, item := range items[:n] {
			requests[i] = types.WriteRequest{PutRequest: &types.PutRequest{Item: item}}
		}
		items = items[n:]
		for left := map[string][]types.WriteRequest{target: requests}; len(left) > 0; {
			out, err := s.client.BatchWriteItem(ctx, &dynamodb.BatchWriteItemInput{RequestItems: left})
			if err != nil {
				return fmt.Errorf("write to %s: %w", target, err)
			}
			left = out.UnprocessedItems
		}
	}
	return nil
}
