package handler_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/aws/aws-lambda-go/lambda"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/sfn"

	"anzen/functions/handler"
)

// service is a client of a service that answers every request alike.
func service(t *testing.T, status int, code string, message ...string) *sfn.Client {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("X-Amzn-Errortype", code)
		w.WriteHeader(status)
		_ = json.NewEncoder(w).Encode(map[string]string{"message": strings.Join(message, "")})
	}))
	t.Cleanup(s.Close)
	return sfn.New(sfn.Options{
		Region: "ap-northeast-1", BaseEndpoint: &s.URL, RetryMaxAttempts: 1, Credentials: credentials.NewStaticCredentialsProvider("a", "b", ""),
	})
}

func starting(client *sfn.Client) lambda.Handler {
	return handler.Called(func(ctx context.Context) error {
		_, err := client.StartExecution(ctx, &sfn.StartExecutionInput{StateMachineArn: aws.String("arn:aws:states:ap-northeast-1:000000000000:stateMachine:a")})
		return fmt.Errorf("start: %w", err)
	})
}

// State machines wait for a service that does not answer, by the name of the error; other errors keep theirs.
func TestUnavailable(t *testing.T) {
	closed := httptest.NewServer(nil)
	closed.Close()
	for name, c := range map[string]struct {
		client  *sfn.Client
		waiting bool
	}{
		"5xx":                         {service(t, 503, "ServiceUnavailable"), true},
		"unknown":                     {service(t, 500, ""), true},
		"throttled":                   {service(t, 400, "ThrottlingException"), true},
		"no answer":                   {sfn.New(sfn.Options{Region: "ap-northeast-1", BaseEndpoint: &closed.URL, RetryMaxAttempts: 1, Credentials: credentials.NewStaticCredentialsProvider("a", "b", "")}), true},
		"a transaction of busy items": {service(t, 400, "TransactionCanceledException", "please refer to the reasons [None, ThrottlingError]"), true},
		"a transaction refused":       {service(t, 400, "TransactionCanceledException", "please refer to the reasons [None, ConditionalCheckFailed]"), false},
		"refused":                     {service(t, 400, "AccessDeniedException"), false},
		"not there":                   {service(t, 400, "StateMachineDoesNotExist"), false},
	} {
		_, err := starting(c.client).Invoke(t.Context(), nil)
		if unavailable := (*handler.Unavailable)(nil); err == nil || errors.As(err, &unavailable) != c.waiting {
			t.Errorf("%s: %T %v", name, err, err)
		}
	}
}

// A function whose own time is over is at fault itself.
func TestTheFunctionsOwnTime(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 0)
	defer cancel()
	_, err := starting(service(t, 503, "ServiceUnavailable")).Invoke(ctx, nil)
	if unavailable := (*handler.Unavailable)(nil); err == nil || errors.As(err, &unavailable) {
		t.Errorf("%T %v", err, err)
	}
}
