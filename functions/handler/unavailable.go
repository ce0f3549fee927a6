package handler

import (
	"context"
	"errors"
	"regexp"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/aws/retry"
	awshttp "github.com/aws/aws-sdk-go-v2/aws/transport/http"
	"github.com/aws/smithy-go"
)

// Unavailable is the error of a call that an AWS service refused for the moment: it throttled, answered
// with 5xx or not at all, beyond the SDK's own attempts. Its name is the error's type in Lambda's answer,
// by which the state machines wait for the service, for hours; faults of the program have other names.
type Unavailable struct{ cause error }

func (u *Unavailable) Error() string { return u.cause.Error() }

func (u *Unavailable) Unwrap() error { return u.cause }

// named gives an error of an AWS service that is not available the name of Unavailable.
func named(err error) error {
	if Transient(err) {
		return &Unavailable{err}
	}
	return err
}

// retryable are the errors that the SDK retries, and every answer of 500 or above.
var retryable = append(retry.IsErrorRetryables{retry.IsErrorRetryableFunc(serverError)}, retry.DefaultRetryables...)

// Transient reports an error of an AWS service that passes by itself. The end of the function's own time
// is none.
func Transient(err error) bool {
	var operation *smithy.OperationError
	if !errors.As(err, &operation) || errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
		return false
	}
	// A transaction is cancelled as a whole, for the reasons of its items, which DynamoDB lists in the message.
	var refusal smithy.APIError
	if errors.As(err, &refusal) && refusal.ErrorCode() == "TransactionCanceledException" {
		return busy.MatchString(refusal.ErrorMessage())
	}
	return retryable.IsErrorRetryable(err) == aws.TrueTernary
}

var busy = regexp.MustCompile("TransactionConflict|ThrottlingError|ProvisionedThroughputExceeded")

// serverError is any answer of 500 or above.
func serverError(err error) aws.Ternary {
	var answer *awshttp.ResponseError
	if errors.As(err, &answer) && answer.HTTPStatusCode() >= 500 {
		return aws.TrueTernary
	}
	return aws.UnknownTernary
}
