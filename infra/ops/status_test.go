package main

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
)

// configOf connects with services that answer at an address.
func configOf(endpoint string) aws.Config {
	return aws.Config{Region: "ap-northeast-1", BaseEndpoint: &endpoint, RetryMaxAttempts: 1, Credentials: credentials.NewStaticCredentialsProvider("a", "b", "")}
}

// While the table does not answer, status tells how many events wait.
func TestStatusWithoutTheTable(t *testing.T) {
	region := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answer := "{}"
		switch operation := r.Header.Get("X-Amz-Target"); {
		case strings.HasPrefix(operation, "DynamoDB_"):
			w.WriteHeader(http.StatusServiceUnavailable)
		case strings.HasSuffix(operation, ".GetQueueUrl"):
			answer = `{"QueueUrl":"http://queue"}`
		case strings.HasSuffix(operation, ".GetQueueAttributes"):
			answer = `{"Attributes":{"ApproximateNumberOfMessages":"2","ApproximateNumberOfMessagesNotVisible":"5"}}`
		case operation == "": // Lambda
			answer = `{"Environment":{"Variables":{"TABLE_NAME":"t"}}}`
		}
		w.Header().Set("Content-Type", "application/x-amz-json-1.0")
		_, _ = io.WriteString(w, answer)
	}))
	defer region.Close()
	w, err := connectBy(t.Context(), configOf(region.URL), "test")
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	err = status(t.Context(), &operation{setting: setting{out: &out, now: time.Now}, world: w})
	if err == nil || out.String() != "0 events could not be delivered\n7 events are tried again by themselves\n" {
		t.Errorf("%q, %v", out.String(), err)
	}
}
