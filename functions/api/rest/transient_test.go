package rest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-lambda-go/events"
	"github.com/aws/smithy-go"

	"anzen/shared/domain/message"
)

func refusedBy(service, code string) error {
	return &smithy.OperationError{ServiceID: service, OperationName: "GetItem", Err: &smithy.GenericAPIError{Code: code, Message: "of AWS"}}
}

// What passes by itself is answered with 503 and may be repeated; its cause is logged. Everything else is as it was.
func TestTransientErrorsMayBeRepeated(t *testing.T) {
	for _, c := range []struct {
		err    error
		status int
		code   message.Code
		after  string
	}{
		{fmt.Errorf("read company: %w", refusedBy("DynamoDB", "ProvisionedThroughputExceededException")), 503, message.CodeBusy, "1"},
		{fmt.Errorf("change password: %w", refusedBy("Cognito Identity Provider", "TooManyRequestsException")), 503, message.CodeBusy, "1"},
		{fmt.Errorf("read company: %w", context.DeadlineExceeded), 503, message.CodeBusy, "1"},
		{message.New(message.Internal, message.CodeInternal).Because(refusedBy("S3", "SlowDown")), 503, message.CodeBusy, "1"},
		{refusedBy("DynamoDB", "AccessDeniedException"), 500, message.CodeInternal, ""},
		{errors.New("panic: of nothing"), 500, message.CodeInternal, ""},
		{message.New(message.Conflict, message.CodeStale).Because(refusedBy("DynamoDB", "ThrottlingException")), 409, message.CodeStale, ""},
		{message.New(message.TooMany, message.CodeTooMany), 429, message.CodeTooMany, "60"},
	} {
		var log bytes.Buffer
		route := &Route{ID: "getThing"}
		p := (&Call{Services: &Services{Log: slog.New(slog.NewJSONHandler(&log, nil))}, Lang: "en", RequestID: "r1", route: route}).problem(t.Context(), c.err)
		if p.status != c.status || p.Code != string(c.code) || p.Detail != message.Text("en", c.code, nil) || p.GetHeaders().Get("Retry-After") != c.after {
			t.Errorf("%v is answered as %+v, %v", c.err, p, p.GetHeaders())
		}
		if faults := c.status >= 500; faults != strings.Contains(log.String(), `"request":"r1"`) || faults && (p.Request != "r1" || !strings.Contains(log.String(), "of ") && !strings.Contains(log.String(), "deadline")) {
			t.Errorf("%v: logged %s", c.err, log.String())
		}
	}
}

// A handler ends before Lambda ends its function, so that the caller gets an answer and the log what took so long.
func TestAnswersComeBeforeTheFunctionEnds(t *testing.T) {
	var log bytes.Buffer
	f := New(Handle(Route{Method: "GET", Path: "/things", ID: "listThings", Rule: Public}, func(ctx context.Context, _ *Call, _ *struct{}) (*struct{}, error) {
		<-ctx.Done()
		return nil, fmt.Errorf("read things: %w", ctx.Err())
	}), &Services{Now: time.Now, Log: slog.New(slog.NewJSONHandler(&log, nil))})
	request, err := json.Marshal(events.APIGatewayProxyRequest{HTTPMethod: "GET", Path: "/api/v1/things"})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	inner, stop := leavingTimeToAnswer(ctx)
	defer stop()
	until, _ := inner.Deadline()
	if end, _ := ctx.Deadline(); end.Sub(until) != toAnswer {
		t.Errorf("the handler ends at %s, the function at %s", until, end)
	}
	short, end := context.WithTimeout(t.Context(), toAnswer)
	defer end()
	body, err := f.Invoke(short, request)
	var answer events.APIGatewayProxyResponse
	if err != nil || json.Unmarshal(body, &answer) != nil || answer.StatusCode != 503 || !strings.Contains(answer.Body, `"busy"`) {
		t.Errorf("%v: %s", err, body)
	}
	if !strings.Contains(log.String(), "read things") {
		t.Error(log.String())
	}
}
