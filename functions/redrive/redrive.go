// Package redrive calls functions again whose events failed, so that none is dropped.
//
// Lambda calls a function twice more when it fails for an event of the bus, a schedule or another
// function that does not wait, in three minutes ("Error handling for asynchronous invocation" in its
// developer guide). What still fails goes to a queue, the on-failure destination, and from there to this
// function, which calls the other with the same event and waits for the answer. If that fails as well, the queue
// delivers the event again, every quarter of an hour for a day (blueprint.FailedEvents), and then keeps it where an
// alarm tells of it.
package redrive

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"time"

	"github.com/aws/aws-lambda-go/events"
	awshandler "github.com/aws/aws-lambda-go/lambda"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/lambda"

	"anzen/functions/grant"
	"anzen/functions/handler"
	"anzen/shared/domain/trace"
)

// Name is the function's name.
const Name = "events-redrive"

// Task is the function. The blueprint grants it the functions that it calls.
var Task = grant.Task{
	Name: Name, Summary: "calls functions again whose events failed", Memory: 256, Timeout: 15 * time.Minute,
	Grants: []grant.Grant{grant.TakeFailed()},
}

// Functions is the used part of Lambda.
type Functions interface {
	Invoke(context.Context, *lambda.InvokeInput, ...func(*lambda.Options)) (*lambda.InvokeOutput, error)
}

// New is the function with the name, connected to AWS.
func New(name string, cfg aws.Config, _ func(string) string) (awshandler.Handler, error) {
	if name != Name {
		return nil, fmt.Errorf("there is no function %q", name)
	}
	return For(lambda.NewFromConfig(cfg)), nil
}

// For is the function that calls the given ones.
func For(functions Functions) awshandler.Handler {
	r := &redriver{functions: functions, log: trace.Logger(os.Stderr).With("function", Name)}
	return handler.Of(r.take)
}

type redriver struct {
	functions Functions
	log       *slog.Logger
}

// failed is Lambda's record of an event that failed.
type failed struct {
	RequestContext struct {
		FunctionARN string `json:"functionArn"`
		Condition   string `json:"condition"` // RetriesExhausted, EventAgeExceeded
	} `json:"requestContext"`
	RequestPayload json.RawMessage `json:"requestPayload"`
}

// take calls the functions of the queue's messages, and answers which of them failed again.
func (r *redriver) take(ctx context.Context, e events.SQSEvent) (events.SQSEventResponse, error) {
	out := events.SQSEventResponse{BatchItemFailures: []events.SQSBatchItemFailure{}}
	for i := range e.Records {
		m := &e.Records[i]
		if err := r.again(ctx, m.Body); err != nil {
			r.log.ErrorContext(ctx, "event failed again", "message", m.MessageId, "received", m.Attributes["ApproximateReceiveCount"], "cause", err.Error())
			out.BatchItemFailures = append(out.BatchItemFailures, events.SQSBatchItemFailure{ItemIdentifier: m.MessageId})
		}
	}
	return out, nil
}

func (r *redriver) again(ctx context.Context, body string) error {
	var f failed
	if err := json.Unmarshal([]byte(body), &f); err != nil {
		return fmt.Errorf("read the failed event: %w", err)
	}
	name := live(f.RequestContext.FunctionARN)
	if name == "" || len(f.RequestPayload) == 0 {
		return fmt.Errorf("the failed event names function %q, and has %d bytes", f.RequestContext.FunctionARN, len(f.RequestPayload))
	}
	answer, err := r.functions.Invoke(ctx, &lambda.InvokeInput{FunctionName: &name, Payload: f.RequestPayload})
	if err != nil {
		return fmt.Errorf("call %s: %w", name, err)
	}
	if answer.FunctionError != nil {
		return fmt.Errorf("%s: %s: %s", name, *answer.FunctionError, answer.Payload)
	}
	r.log.InfoContext(ctx, "event redriven", "of", name, "condition", f.RequestContext.Condition)
	return nil
}

// live is the ARN of the function's alias, whichever version failed: arn:aws:lambda:REGION:ACCOUNT:function:NAME:QUALIFIER.
func live(arn string) string {
	parts := strings.Split(arn, ":")
	if len(parts) < 7 {
		return ""
	}
	return strings.Join(append(parts[:7:7], grant.Alias), ":")
}
