package redrive_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/aws/aws-lambda-go/events"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/lambda"
	"github.com/google/go-cmp/cmp"

	"anzen/functions/redrive"
)

// lambdaFake notes the calls, and fails those of some functions.
type lambdaFake struct {
	calls []string
	fails map[string]error // nil: by the function itself
}

func (f *lambdaFake) Invoke(_ context.Context, in *lambda.InvokeInput, _ ...func(*lambda.Options)) (*lambda.InvokeOutput, error) {
	f.calls = append(f.calls, *in.FunctionName+" "+string(in.Payload))
	if in.InvocationType != "" {
		return nil, errors.New("nobody would know how it ends")
	}
	err, fails := f.fails[*in.FunctionName]
	switch {
	case err != nil:
		return nil, err
	case fails:
		return &lambda.InvokeOutput{FunctionError: aws.String("Unhandled"), Payload: []byte(`{"errorType":"Unavailable"}`)}, nil
	}
	return &lambda.InvokeOutput{}, nil
}

const arn = "arn:aws:lambda:ap-northeast-1:123456789012:function:"

func message(id, body string) events.SQSMessage { return events.SQSMessage{MessageId: id, Body: body} }

func record(function, payload string) string {
	return `{"version":"1.0","timestamp":"2026-11-24T00:00:00.000Z","requestContext":{"requestId":"r","functionArn":"` + arn + function + `:live","condition":"RetriesExhausted","approximateInvokeCount":3},` +
		`"requestPayload":` + payload + `,"responseContext":{"statusCode":200,"executedVersion":"$LATEST","functionError":"Unhandled"},"responsePayload":{"errorType":"Unavailable"}}`
}

// Each failed event reaches its function again, as it was; those that fail again stay in the queue, and only those.
func TestEventsAreCalledAgain(t *testing.T) {
	f := &lambdaFake{fails: map[string]error{arn + "b:live": nil, arn + "c:live": errors.New("throttled")}}
	in, err := json.Marshal(events.SQSEvent{Records: []events.SQSMessage{
		message("1", record("a", `{"x": 1}`)), message("2", record("b", `{}`)), message("3", record("c", `{}`)),
		message("4", `no JSON`), message("5", `{"requestContext":{"functionArn":"a"},"requestPayload":{}}`), message("6", strings.Replace(record("d", `"text"`), ":live", ":$LATEST", 1)),
	}})
	if err != nil {
		t.Fatal(err)
	}
	out, err := redrive.For(f).Invoke(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"batchItemFailures":[{"itemIdentifier":"2"},{"itemIdentifier":"3"},{"itemIdentifier":"4"},{"itemIdentifier":"5"}]}`
	if string(out) != want {
		t.Errorf("%s, want %s", out, want)
	}
	if diff := cmp.Diff([]string{arn + `a:live {"x": 1}`, arn + "b:live {}", arn + "c:live {}", arn + `d:live "text"`}, f.calls); diff != "" {
		t.Error(diff)
	}
}

func TestOtherNames(t *testing.T) {
	if _, err := redrive.New("other", aws.Config{}, nil); err == nil {
		t.Error("a function of another name was made")
	}
}
