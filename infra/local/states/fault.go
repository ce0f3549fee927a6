package states

import (
	"errors"

	"anzen/infra/local/lambda"
)

// The errors that Step Functions itself makes.
const (
	errAll           = "States.ALL"
	errTimeout       = "States.Timeout"
	errRuntime       = "States.Runtime"
	errDataLimit     = "States.DataLimitExceeded"
	errResultPath    = "States.ResultPathMatchFailure"
	errParameterPath = "States.ParameterPathFailure"
)

// faultError is an error as Retry and Catch see it.
type faultError struct{ Name, Cause string }

// Error is name and cause.
func (f *faultError) Error() string { return f.Name + ": " + f.Cause }

func failure(name, cause string) error { return &faultError{Name: name, Cause: cause} }

// What ends an execution past all Retry and Catch.
var (
	errExpired   = errors.New("the execution took too long")
	errSuspended = errors.New("the service is shutting down")
	errSibling   = errors.New("another item failed")
)

// ends tells whether the error is one of those.
func ends(err error) bool {
	return errors.Is(err, errExpired) || errors.Is(err, errSuspended) || errors.Is(err, errSibling)
}

// faultOf names the error of a task.
func faultOf(err error) *faultError {
	var known *faultError
	if errors.As(err, &known) {
		return known
	}
	var function *lambda.FunctionError
	switch {
	case errors.As(err, &function):
		return &faultError{Name: function.Type, Cause: string(function.Payload())}
	case errors.Is(err, lambda.ErrNoFunction):
		return &faultError{Name: "Lambda.ResourceNotFoundException", Cause: err.Error()}
	case errors.Is(err, lambda.ErrPayloadTooLarge):
		return &faultError{Name: errDataLimit, Cause: err.Error()}
	}
	return &faultError{Name: "Lambda.ServiceException", Cause: err.Error()}
}

// matches tells whether a Retry or Catch with these names is meant for the
// fault. States.ALL leaves out what no repetition can mend.
func matches(names []string, fault string) bool {
	for _, name := range names {
		switch {
		case name == fault:
			return true
		case fault == errRuntime || fault == errDataLimit:
		case name == errAll:
			return true
		}
	}
	return false
}
