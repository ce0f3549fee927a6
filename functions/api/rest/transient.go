package rest

import (
	"context"
	"errors"
	"time"

	"anzen/functions/handler"
	"anzen/shared/domain/message"
)

// BusyIfTransient makes an error that passes by itself the one that is answered with 503: AWS throttled or failed beyond the SDK's
// attempts, or the time for the request was over. Other errors, and those with a text of their own for users, are as they were.
func BusyIfTransient(err error) error {
	if known := (*message.Error)(nil); errors.As(err, &known) && known.Kind != message.Internal {
		return err
	}
	if errors.Is(err, context.DeadlineExceeded) || handler.Transient(err) {
		return message.New(message.Unavailable, message.CodeBusy).Because(err)
	}
	return err
}

// toAnswer is how long before the end of a function's time its handler ends: at the end Lambda kills the function, whose caller
// then gets the gateway's 502, and whose log does not have what took so long.
const toAnswer = 500 * time.Millisecond

// leavingTimeToAnswer is the context of a handler: it ends before the function does.
func leavingTimeToAnswer(ctx context.Context) (context.Context, context.CancelFunc) {
	until, limited := ctx.Deadline()
	if !limited {
		return ctx, func() {}
	}
	return context.WithDeadline(ctx, until.Add(-toAnswer))
}
