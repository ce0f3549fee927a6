// Package handler makes Lambda functions of Go functions: it decodes the event, calls the
// function, and encodes the answer into a buffer of its own. The handlers of
// aws-lambda-go return their answer in a shared buffer; a process that serves concurrent
// calls would mix up their answers. All handlers of the project are made and started here.
//
// The context of a call has the id of the request that the event names (package trace).
//
// An error of an AWS service that is not available for the moment has a name of its own, see Unavailable.
package handler

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"reflect"

	"github.com/aws/aws-lambda-go/lambda"

	"anzen/shared/text/members"
)

// Of is the function that takes an In and answers with an Out. If the two are one type, the event is passed on with
// changes, as by the tasks of a state machine and the triggers of a user pool: members that the type does not know stay in
// it, since newer code may have added them (package members).
func Of[In, Out any](do func(context.Context, In) (Out, error)) lambda.Handler {
	return invoked(func(ctx context.Context, payload []byte) (any, error) {
		in, err := decode[In](payload)
		if err != nil {
			return nil, err
		}
		out, err := do(ctx, in)
		if err != nil || reflect.TypeFor[In]() != reflect.TypeFor[Out]() {
			return out, err
		}
		return passedOn{out, payload}, nil
	})
}

// passedOn is an event with changes.
type passedOn struct {
	event any
	was   []byte
}

func (p passedOn) encode() ([]byte, error) {
	now, err := encoded(p.event)
	if err != nil {
		return nil, err
	}
	return members.Keep(reflect.TypeOf(p.event), p.was, now) //nolint:wrapcheck // says what it does
}

// Taking is the function that takes an In and answers with null.
func Taking[In any](do func(context.Context, In) error) lambda.Handler {
	return invoked(func(ctx context.Context, payload []byte) (any, error) {
		in, err := decode[In](payload)
		if err != nil {
			return nil, err
		}
		return nil, do(ctx, in)
	})
}

// Called is the function that ignores its event and answers with null.
func Called(do func(context.Context) error) lambda.Handler {
	return invoked(func(ctx context.Context, _ []byte) (any, error) { return nil, do(ctx) })
}

// Start serves the function's calls until the process ends.
func Start(h lambda.Handler) { lambda.Start(h) }

type invoked func(ctx context.Context, payload []byte) (any, error)

// Invoke answers one call; it may be called concurrently.
func (do invoked) Invoke(ctx context.Context, payload []byte) ([]byte, error) {
	out, err := do(withTrace(ctx, payload), payload)
	if err != nil {
		return nil, named(err)
	}
	if p, is := out.(passedOn); is {
		return p.encode()
	}
	return encoded(out)
}

func encoded(out any) ([]byte, error) {
	var answer bytes.Buffer
	encoder := json.NewEncoder(&answer)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(out); err != nil {
		return nil, fmt.Errorf("encode the answer: %w", err)
	}
	return bytes.TrimSuffix(answer.Bytes(), []byte("\n")), nil
}

// decode decodes the event, without unknown members: services add to their events.
func decode[In any](payload []byte) (In, error) {
	var in In
	if err := json.Unmarshal(payload, &in); err != nil {
		return in, fmt.Errorf("decode the event: %w", err)
	}
	return in, nil
}
