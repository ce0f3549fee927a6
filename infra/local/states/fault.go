package states

import (
	"errors"

	"anzen/infra/local/lambda"
)

// The errors that Step Functions itself raises.
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

// Causes that end an execution regardless of Retry and Catch.
var (
	errExpired   = errors.New("the execution timed out")
	errSuspended = errors.New("the service is shutting down")
	errSibling   = errors.New("another item failed")
)

// ends reports whether the error is one of those.
func ends(err error) bool {
	return errors.Is(err, errExpired) || errors.Is(err, errSuspended) || errors.Is(err, errSibling)
}

// faultOf returns the error name of a task's error.
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
	case errors.Is(err, lambda.ErrThrottled):
		return &faultError{Name: "Lambda.TooManyRequestsException", Cause: err.Error()}
	case errors.Is(err, lambda.ErrPayloadTooLarge):
		return &faultError{Name: errDataLimit, Cause: err.Error()}
	}
	return &faultError{Name: "Lambda.ServiceException", Cause: err.Error()}
}

// matches reports whether a Retry or Catch with these names covers the fault.
// States.ALL excludes errors that no retry can resolve.
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
