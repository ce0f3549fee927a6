package dynamodb_test

import (
	"context"
	"os"
	"syscall"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	sdk "github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"anzen/infra/local/dynamodb"
)

var table = dynamodb.Table{Name: "anzen", PartitionKey: "pk", SortKey: "sk", TTL: "ttl"}

func start(t *testing.T, find func(string) (dynamodb.Engine, error), folder string) *dynamodb.Server {
	t.Helper()
	root, err := dynamodb.FindRoot(".")
	if err != nil {
		t.Fatal(err)
	}
	engine, err := find(root)
	if err != nil {
		t.Skip(err)
	}
	server, err := dynamodb.Start(t.Context(), dynamodb.Config{Engine: engine, Folder: folder})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Close() })
	return server
}

func client(url string) *sdk.Client {
	return sdk.New(sdk.Options{
		BaseEndpoint: &url, Region: "ap-northeast-1",
		Credentials: credentials.NewStaticCredentialsProvider("a", "b", ""),
	})
}

func item(sk string) map[string]types.AttributeValue {
	return map[string]types.AttributeValue{
		"pk": &types.AttributeValueMemberS{Value: "C#1"},
		"sk": &types.AttributeValueMemberS{Value: sk},
	}
}

func TestTableSurvivesKillAndRestart(t *testing.T) {
	engines := map[string]func(string) (dynamodb.Engine, error){
		"dynoxide": dynamodb.Dynoxide, "dynamodb-local": dynamodb.DynamoDBLocal,
	}
	for name, find := range engines {
		t.Run(name, func(t *testing.T) {
			ctx := t.Context()
			folder := t.TempDir()
			server := start(t, find, folder)
			for range 2 { // the second time the table exists
				if err := server.Ensure(ctx, table); err != nil {
					t.Fatal(err)
				}
			}
			if _, err := client(server.URL).PutItem(ctx, &sdk.PutItemInput{TableName: &table.Name, Item: item("a")}); err != nil {
				t.Fatal(err)
			}
			if err := syscall.Kill(server.Pid(), syscall.SIGKILL); err != nil {
				t.Fatal(err)
			}
			waitFor(t, func() bool { return server.Restarts() == 1 && server.Health(ctx) == nil })
			mustHave(t, server.URL, "a")

			pid := server.Pid()
			if err := server.Close(); err != nil {
				t.Fatal(err)
			}
			if process, err := os.FindProcess(pid); err == nil && process.Signal(syscall.Signal(0)) == nil {
				t.Fatalf("process %d outlived Close", pid)
			}
			mustHave(t, start(t, find, folder).URL, "a")
		})
	}
}

func TestStartWithoutEngine(t *testing.T) {
	t.Setenv("ANZEN_DYNAMODB_LOCAL", "")
	if _, err := dynamodb.FindEngine(t.TempDir()); err == nil {
		t.Fatal("found an engine in an empty folder")
	}
	if _, err := dynamodb.Start(t.Context(), dynamodb.Config{}); err == nil {
		t.Fatal("started without an engine")
	}
}

func mustHave(t *testing.T, url, sk string) {
	t.Helper()
	got, err := client(url).GetItem(t.Context(), &sdk.GetItemInput{
		TableName: &table.Name, Key: item(sk), ConsistentRead: aws.Bool(true),
	})
	if err != nil || len(got.Item) == 0 {
		t.Fatalf("item %s: %v, %v", sk, got, err)
	}
}

func waitFor(t *testing.T, condition func() bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for !condition() {
		select {
		case <-ctx.Done():
			t.Fatal("did not happen in time")
		case <-tick.C:
		}
	}
}
