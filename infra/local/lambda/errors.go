package lambda

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"runtime/debug"
	"strings"

	"github.com/aws/aws-lambda-go/lambda/messages"
)

// ErrNoFunction: no function has that name or ARN.
var ErrNoFunction = errors.New("Function not found")

// ErrPayloadTooLarge: a request exceeds Lambda's 6 MB.
var ErrPayloadTooLarge = errors.New("Request must be smaller than 6291456 bytes for the InvokeFunction operation")

// ErrThrottled: the function's reserved concurrency, or that of the account, is used up.
var ErrThrottled = errors.New("Rate Exceeded.")

// ErrClosed: the invoker is shutting down.
var ErrClosed = errors.New("the local Lambda is shutting down")

// FunctionError is an error of the function itself: returned, panicked, timed out or
// died. Lambda answers it with status 200 and X-Amz-Function-Error.
type FunctionError struct {
	// Type is the name of the error's Go type, or one of Lambda's own, such as
	// "Sandbox.Timedout" and "Runtime.ExitError".
	Type string `json:"errorType"`
	// Message is the error's text.
	Message string `json:"errorMessage"`
	// Trace is where a panic happened.
	Trace []string `json:"stackTrace,omitempty"`
}

// Error is type and message.
func (e *FunctionError) Error() string { return e.Type + ": " + e.Message }

// Payload is the JSON that Lambda answers with, and Step Functions' cause.
func (e *FunctionError) Payload() []byte {
	payload, err := json.Marshal(e)
	if err != nil {
		return []byte(`{"errorType":"Unknown"}`)
	}
	return payload
}

// asFunctionError names an error like the Go runtime on Lambda.
func asFunctionError(err error) *FunctionError {
	if known := (*FunctionError)(nil); errors.As(err, &known) {
		return known
	}
	if given, ok := err.(messages.InvokeResponse_Error); ok { //nolint:errorlint // the runtime asserts the same way
		return &FunctionError{Type: given.Type, Message: given.Message}
	}
	return &FunctionError{Type: typeName(err), Message: err.Error()}
}

func panicked(value any) *FunctionError {
	message := fmt.Sprint(value)
	return &FunctionError{
		Type: typeName(value), Message: message,
		Trace: strings.Split(strings.TrimSpace(string(debug.Stack())), "\n"),
	}
}

func typeName(value any) string {
	kind := reflect.TypeOf(value)
	if kind.Kind() == reflect.Pointer {
		kind = kind.Elem()
	}
	return kind.Name()
}
