package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/lambda"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/aws/aws-sdk-go-v2/service/sqs/types"

	"anzen/functions/grant"
	"anzen/infra/blueprint"
)

// event is what could not be delivered, with the function that it is for.
type event struct {
	id, receipt, function, reason string
	at                            time.Time
	payload                       []byte
}

// visibility is how long a received message is hidden from others, in seconds, unless it is given back.
const visibility = 60

// lost receives everything that could not be delivered.
func (o *operation) lost(ctx context.Context) (queue string, all []event, err error) {
	found, err := o.sqs.GetQueueUrl(ctx, &sqs.GetQueueUrlInput{QueueName: aws.String(o.name(blueprint.LostEvents))})
	if err != nil {
		return "", nil, fmt.Errorf("find the queue of undeliverable events: %w", err)
	}
	seen := map[string]bool{}
	for empty := 0; empty < 2; { // a short poll may miss messages
		out, err := o.sqs.ReceiveMessage(ctx, &sqs.ReceiveMessageInput{
			QueueUrl: found.QueueUrl, MaxNumberOfMessages: 10, VisibilityTimeout: visibility, MessageAttributeNames: []string{"All"},
			MessageSystemAttributeNames: []types.MessageSystemAttributeName{types.MessageSystemAttributeNameSentTimestamp},
		})
		if err != nil {
			return "", nil, fmt.Errorf("receive undeliverable events: %w", err)
		}
		if len(out.Messages) == 0 {
			empty++
		}
		for i := range out.Messages {
			if e := eventOf(&out.Messages[i]); !seen[e.id] {
				seen[e.id] = true
				all = append(all, e)
			}
		}
	}
	slices.SortFunc(all, func(a, b event) int { return a.at.Compare(b.at) })
	return *found.QueueUrl, all, nil
}

// giveBack has events received again at once: otherwise who lists them and then redrives them would find none.
func (o *operation) giveBack(ctx context.Context, queue string, all []event) error {
	for _, e := range all {
		if _, err := o.sqs.ChangeMessageVisibility(ctx, &sqs.ChangeMessageVisibilityInput{QueueUrl: &queue, ReceiptHandle: &e.receipt, VisibilityTimeout: 0}); err != nil {
			return fmt.Errorf("give event %s back to its queue: %w", e.id, err)
		}
	}
	return nil
}

// eventOf reads a message: Lambda's record of an event for which a function failed, or an event that EventBridge could not
// deliver to the target in its attributes.
func eventOf(m *types.Message) event {
	e := event{id: aws.ToString(m.MessageId), receipt: aws.ToString(m.ReceiptHandle), payload: []byte(aws.ToString(m.Body)), reason: "not delivered"}
	if ms, err := strconv.ParseInt(m.Attributes["SentTimestamp"], 10, 64); err == nil {
		e.at = time.UnixMilli(ms)
	}
	if target, ok := m.MessageAttributes["TARGET_ARN"]; ok {
		e.function = aws.ToString(target.StringValue)
		if code, ok := m.MessageAttributes["ERROR_CODE"]; ok {
			e.reason = aws.ToString(code.StringValue)
		}
		return e
	}
	var record struct {
		RequestContext struct {
			FunctionARN string `json:"functionArn"`
			Condition   string `json:"condition"`
		} `json:"requestContext"`
		RequestPayload  json.RawMessage `json:"requestPayload"`
		ResponsePayload struct {
			Message string `json:"errorMessage"`
		} `json:"responsePayload"`
	}
	if json.Unmarshal(e.payload, &record) == nil && record.RequestContext.FunctionARN != "" {
		e.function, e.payload = live(record.RequestContext.FunctionARN), record.RequestPayload
		e.reason = record.RequestContext.Condition
		if record.ResponsePayload.Message != "" {
			e.reason += ": " + record.ResponsePayload.Message
		}
	}
	return e
}

// live is the ARN of the alias of the function that failed in some version.
func live(arn string) string {
	parts := strings.Split(arn, ":")
	if len(parts) < 7 {
		return arn
	}
	return strings.Join(append(parts[:7:7], grant.Alias), ":")
}

// short is a function's name of its ARN, with or without an alias.
func short(arn string) string {
	if parts := strings.Split(arn, ":"); len(parts) > 6 {
		return parts[6]
	}
	return arn
}

func listEvents(ctx context.Context, o *operation) error {
	queue, all, err := o.lost(ctx)
	if err = errors.Join(err, o.giveBack(ctx, queue, all)); err != nil {
		return err
	}
	o.print("%d events could not be delivered\n", len(all))
	for _, e := range all {
		o.print("%s  %s  %s  %s\n    %s\n", e.id, e.at.Format("2006-01-02 15:04 MST"), short(e.function), e.reason, cut(e.payload))
	}
	return o.waiting(ctx)
}

// cut is the beginning of an event.
func cut(payload []byte) string {
	const most = 200
	text := []rune(strings.Join(strings.Fields(string(payload)), " "))
	if len(text) > most {
		return string(text[:most]) + " ..."
	}
	return string(text)
}

// waiting prints how many events are tried again by themselves.
func (o *operation) waiting(ctx context.Context) error {
	found, err := o.sqs.GetQueueUrl(ctx, &sqs.GetQueueUrlInput{QueueName: aws.String(o.name(grant.FailedQueue))})
	if err != nil {
		return fmt.Errorf("find the queue of failed events: %w", err)
	}
	out, err := o.sqs.GetQueueAttributes(ctx, &sqs.GetQueueAttributesInput{QueueUrl: found.QueueUrl, AttributeNames: []types.QueueAttributeName{types.QueueAttributeNameAll}})
	if err != nil {
		return fmt.Errorf("read the queue of failed events: %w", err)
	}
	ready, _ := strconv.Atoi(out.Attributes["ApproximateNumberOfMessages"])
	tried, _ := strconv.Atoi(out.Attributes["ApproximateNumberOfMessagesNotVisible"])
	o.print("%d events are tried again by themselves\n", ready+tried)
	return nil
}

// answers is how long status waits for each service.
const answers = 15 * time.Second

// status prints each part even where the service of another does not answer: that is when it is asked.
func status(ctx context.Context, o *operation) error {
	var failures []error
	for _, part := range []func(context.Context) error{o.paused, o.undelivered, o.waiting} {
		within, stop := context.WithTimeout(ctx, answers)
		failures = append(failures, part(within))
		stop()
	}
	return errors.Join(failures...)
}

// undelivered prints how many events could not be delivered.
func (o *operation) undelivered(ctx context.Context) error {
	queue, all, err := o.lost(ctx)
	if err = errors.Join(err, o.giveBack(ctx, queue, all)); err != nil {
		return err
	}
	o.print("%d events could not be delivered\n", len(all))
	return nil
}

// redrive calls the functions of undeliverable events, and forgets those that succeed.
func redrive(ctx context.Context, o *operation) error {
	queue, all, err := o.lost(ctx)
	if err != nil {
		return err
	}
	chosen, err := o.choose(all)
	if err == nil && len(chosen) == 0 {
		o.print("nothing is left to be redriven\n")
	}
	if err == nil && len(chosen) > 0 {
		err = o.confirm("call the functions of %d events again?", len(chosen))
	}
	if err != nil || len(chosen) == 0 {
		return errors.Join(err, o.giveBack(ctx, queue, all))
	}
	kept := slices.DeleteFunc(all, func(e event) bool { return slices.ContainsFunc(chosen, func(c event) bool { return c.id == e.id }) })
	failures := 0
	for _, e := range chosen {
		_, err := o.call(ctx, e.function, e.payload)
		if err == nil {
			_, err = o.sqs.DeleteMessage(ctx, &sqs.DeleteMessageInput{QueueUrl: &queue, ReceiptHandle: &e.receipt})
		}
		if err != nil {
			failures++
			kept = append(kept, e)
			o.print("%s  %s  failed: %v\n", e.id, short(e.function), err)
			continue
		}
		o.print("%s  %s  done\n", e.id, short(e.function))
	}
	err = o.giveBack(ctx, queue, kept)
	if failures > 0 {
		err = errors.Join(fmt.Errorf("%d of %d events failed again, and are kept", failures, len(chosen)), err)
	}
	return err
}

// choose are the events that the arguments name, all without any.
func (o *operation) choose(all []event) ([]event, error) {
	if len(o.args) == 0 {
		return slices.Clone(all), nil
	}
	for _, id := range o.args {
		if !slices.ContainsFunc(all, func(e event) bool { return e.id == id }) {
			return nil, misunderstood("there is no undeliverable event %q; `events` lists them", id)
		}
	}
	return slices.DeleteFunc(slices.Clone(all), func(e event) bool { return !slices.Contains(o.args, e.id) }), nil
}

// call calls a function and waits for its answer.
func (o *operation) call(ctx context.Context, function string, payload []byte) ([]byte, error) {
	if function == "" {
		return nil, errors.New("the event does not say which function it is for; replay it")
	}
	out, err := o.lambda.Invoke(ctx, &lambda.InvokeInput{FunctionName: &function, Payload: payload})
	if err != nil {
		return nil, fmt.Errorf("call %s: %w", short(function), err)
	}
	if out.FunctionError != nil {
		return out.Payload, fmt.Errorf("%s: %s", *out.FunctionError, out.Payload)
	}
	return out.Payload, nil
}

func replay(ctx context.Context, o *operation) error {
	payload, err := os.ReadFile(o.args[1])
	if err != nil {
		return fmt.Errorf("read the event: %w", err)
	}
	if !json.Valid(payload) {
		return misunderstood("%s is not JSON", o.args[1])
	}
	if err := o.confirm("call %s with %s on %s?", o.args[0], o.args[1], o.stage); err != nil {
		return err
	}
	function := o.args[0]
	if !strings.HasPrefix(function, "arn:") {
		if function, _, err = o.function(ctx, function); err != nil {
			return err
		}
	}
	answer, err := o.call(ctx, function, payload)
	if err != nil {
		return err
	}
	o.print("%s\n", answer)
	return nil
}
