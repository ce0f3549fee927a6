package dynamodb_test

import (
	"bytes"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	sdk "github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/smithy-go"

	"anzen/infra/local/clock"
	"anzen/infra/local/dynamodb"
)

func limited(t *testing.T, of *dynamodb.Throughput, by clock.Clock, log ...io.Writer) *sdk.Client {
	t.Helper()
	server := httptest.NewServer(dynamodb.Limit(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", "application/x-amz-json-1.0")
		_, _ = io.WriteString(w, "{}")
	}), of, by, slog.New(slog.NewTextHandler(io.MultiWriter(log...), nil))))
	t.Cleanup(server.Close)
	options := client(server.URL).Options()
	options.RetryMaxAttempts = 1
	return sdk.New(options)
}

func code(err error) string {
	var refusal smithy.APIError
	if errors.As(err, &refusal) {
		return refusal.ErrorCode()
	}
	return ""
}

// A partition that is written too often is throttled, and no other; a second later it is written again.
func TestPartitionsAreThrottled(t *testing.T) {
	now := clock.NewManual(time.Date(2026, 11, 24, 0, 0, 0, 0, time.UTC))
	var log bytes.Buffer
	c := limited(t, &dynamodb.Throughput{Read: 10, Write: 5}, now, &log)
	put := func(pk string) error {
		i := item("a")
		i["pk"] = &types.AttributeValueMemberS{Value: pk}
		_, err := c.PutItem(t.Context(), &sdk.PutItemInput{TableName: &table.Name, Item: i})
		return err
	}
	for n := range 5 {
		if err := put("C#1"); err != nil {
			t.Fatalf("write %d: %v", n, err)
		}
	}
	if got := code(put("C#1")); got != "ThrottlingException" {
		t.Errorf("%q", got)
	}
	if err := put("C#2"); err != nil {
		t.Errorf("another partition: %v", err)
	}
	_, err := c.TransactWriteItems(t.Context(), &sdk.TransactWriteItemsInput{TransactItems: []types.TransactWriteItem{
		{Put: &types.Put{TableName: &table.Name, Item: map[string]types.AttributeValue{"pk": &types.AttributeValueMemberS{Value: "C#3"}}}},
		{Delete: &types.Delete{TableName: &table.Name, Key: item("a")}},
	}})
	var cancelled *types.TransactionCanceledException
	if !errors.As(err, &cancelled) || len(cancelled.CancellationReasons) != 2 || *cancelled.CancellationReasons[0].Code != "None" || *cancelled.CancellationReasons[1].Code != "ThrottlingError" {
		t.Errorf("%v", err)
	}
	if _, err := c.GetItem(t.Context(), &sdk.GetItemInput{TableName: &table.Name, Key: item("a")}); err != nil {
		t.Errorf("reads have a throughput of their own: %v", err)
	}
	if text := log.String(); strings.Count(text, `msg="table throttled"`) != 2 || !strings.Contains(text, "operation=PutItem partition=C#1") {
		t.Errorf("the log: %s", text)
	}
	now.Set(now.Now().Add(time.Second))
	if err := put("C#1"); err != nil {
		t.Errorf("a second later: %v", err)
	}
}

// The limits of a transaction and of an item hold with every throughput.
func TestSizes(t *testing.T) {
	c := limited(t, nil, clock.System{})
	big := item("a")
	big["x"] = &types.AttributeValueMemberS{Value: strings.Repeat("x", 900<<10)}
	if _, err := c.PutItem(t.Context(), &sdk.PutItemInput{TableName: &table.Name, Item: big}); code(err) != "ValidationException" {
		t.Errorf("an item of 900 KB: %v", err)
	}
	big["x"] = &types.AttributeValueMemberS{Value: strings.Repeat("x", 390<<10)}
	var items []types.TransactWriteItem
	for range 11 {
		items = append(items, types.TransactWriteItem{Put: &types.Put{TableName: &table.Name, Item: big}})
	}
	if _, err := c.TransactWriteItems(t.Context(), &sdk.TransactWriteItemsInput{TransactItems: items}); code(err) != "ValidationException" {
		t.Errorf("a transaction of 4.3 MB: %v", err)
	}
	if _, err := c.TransactWriteItems(t.Context(), &sdk.TransactWriteItemsInput{TransactItems: items[:10]}); err != nil {
		t.Errorf("a transaction of 3.9 MB: %v", err)
	}
}

// What DynamoDB refuses whatever the table holds does not reach the stand-in.
func TestRequestsAreWellFormed(t *testing.T) {
	c := limited(t, nil, clock.System{})
	value := func(s string) types.AttributeValue { return &types.AttributeValueMemberS{Value: s} }
	for from, want := range map[string]string{"": "ValidationException", "A": ""} {
		_, err := c.Query(t.Context(), &sdk.QueryInput{
			TableName: &table.Name, KeyConditionExpression: aws.String("pk = :pk AND sk > :sk"),
			ExpressionAttributeValues: map[string]types.AttributeValue{":pk": value("C#1"), ":sk": value(from)},
		})
		if got := code(err); got != want {
			t.Errorf("keys above %q: %q (%v), want %q", from, got, err, want)
		}
	}
}
