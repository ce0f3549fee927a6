package bus

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"anzen/infra/local/lambda"
)

// Async has functions called as Lambda calls them when nobody waits for the answer. Without it a
// delivery is tried again every minute at most, for a day, so that a laptop need not wait.
type Async struct {
	// Retries are the calls after the first that a function fails, Age is how long a throttled one is
	// waited for.
	Retries int
	Age     time.Duration
	// Destinations are the ARNs of the queues that get what a function failed for, by the function's. Without one
	// it is dropped.
	Destinations map[string]string
	// Queues deliver to their functions, by their ARNs.
	Queues map[string]Queue
}

// Queue is a queue whose messages a function takes: one that it does not take comes again after Pause, Attempts times.
type Queue struct {
	Function string
	Pause    time.Duration
	Attempts int
}

// asyncPauses are Lambda's pauses before it calls a failed function again.
var asyncPauses = []time.Duration{time.Minute, 2 * time.Minute}

// longestThrottle is Lambda's longest pause before it calls a throttled function again.
const longestThrottle = 5 * time.Minute

// Calls counts the calls of a delivery that failed.
type Calls struct {
	failed, throttled int
}

// Next is the pause before the next call of a target after an error, or false where there is none, with Lambda's name of
// the reason. The delivery is of the given age.
func (a *Async) Next(target string, n *Calls, age time.Duration, err error) (pause time.Duration, again bool, condition string) {
	if q, ok := a.Queues[target]; ok {
		n.failed++
		return q.Pause, n.failed < q.Attempts, ""
	}
	var own *lambda.FunctionError
	if !errors.As(err, &own) { // throttled, or a fault of Lambda itself
		n.throttled++
		return min(time.Second<<min(n.throttled-1, 10), longestThrottle), age < a.Age, "EventAgeExceeded"
	}
	n.failed++
	if n.failed > a.Retries {
		return 0, false, "RetriesExhausted"
	}
	return asyncPauses[min(n.failed, len(asyncPauses))-1], true, ""
}

// record is what Lambda sends to the destination of a failed event.
func record(d delivery, n Calls, condition string, err error, now time.Time) ([]byte, error) {
	all := map[string]any{
		"version": "1.0", "timestamp": now.UTC().Format(time.RFC3339Nano),
		"requestContext": map[string]any{
			"requestId": d.ID, "functionArn": qualified(d.Target), "condition": condition, "approximateInvokeCount": n.failed + n.throttled,
		},
		"requestPayload": d.Event,
	}
	if own := (*lambda.FunctionError)(nil); errors.As(err, &own) {
		all["responseContext"] = map[string]any{"statusCode": 200, "executedVersion": "$LATEST", "functionError": "Unhandled"}
		all["responsePayload"] = own
	}
	encoded, err := json.Marshal(all)
	if err != nil {
		return nil, fmt.Errorf("encode the failed event: %w", err)
	}
	return encoded, nil
}

// qualified is the ARN of a function with the version or alias that was called, as Lambda tells it.
func qualified(arn string) string {
	if strings.Count(arn, ":") > 6 {
		return arn
	}
	return arn + ":$LATEST"
}

// Message is the event with which a queue's function gets one message.
func Message(queue string, body []byte) ([]byte, error) {
	parts := strings.Split(queue, ":")
	encoded, err := json.Marshal(map[string]any{"Records": []any{map[string]any{
		"messageId": uuid.NewString(), "receiptHandle": "local", "body": string(body), "eventSource": "aws:sqs", "eventSourceARN": queue,
		"awsRegion": parts[min(3, len(parts)-1)], "attributes": map[string]string{"ApproximateReceiveCount": "1"}, "messageAttributes": map[string]any{},
	}}})
	if err != nil {
		return nil, fmt.Errorf("encode the message: %w", err)
	}
	return encoded, nil
}

// Taken reads the answer of a queue's function: an error if it has not taken the message.
func Taken(answer []byte) error {
	var a struct {
		BatchItemFailures []json.RawMessage `json:"batchItemFailures"`
	}
	if err := json.Unmarshal(answer, &a); err != nil {
		return fmt.Errorf("read the answer of a queue's function: %w", err)
	}
	if len(a.BatchItemFailures) > 0 {
		return errors.New("the function has not taken the message")
	}
	return nil
}

// fail ends a delivery that is not tried again: its event goes to the function's destination, or is dropped.
func (q *queue) fail(d delivery, n Calls, condition string, cause error) bool {
	to, ok := q.async.Destinations[d.Target]
	if _, queued := q.async.Queues[d.Target]; queued || !ok {
		return q.giveUp(d, cause)
	}
	body, err := record(d, n, condition, cause, q.clock.Now())
	if err == nil {
		err = q.put(body, to)
	}
	if err != nil {
		q.log.Error("store a failed event", "target", d.Target, "error", err.Error())
		return false
	}
	q.log.Warn("a function failed for an event, which goes to its queue", "target", d.Target, "condition", condition, "error", cause.Error())
	q.made(d)
	return true
}
