package table

import (
	"context"
	"errors"
	"time"
)

// Request is a stored request without a session, until a function has processed it. Its
// body is opaque here.
type Request struct {
	ID   string `dynamodbav:"ID"`
	Body []byte `dynamodbav:"Body"`
	TTL  int64  `dynamodbav:"ttl"`
}

// requestKept is longer than a request is retried.
const requestKept = 7 * 24 * time.Hour

func requestKey(id string) Key { return Key{"REQUEST#" + id, "REQUEST"} }

// KeepRequest stores a request until ForgetRequest.
func (t *Table) KeepRequest(ctx context.Context, id string, body []byte) error {
	x := &Tx{table: t, audited: true} // its processing writes audit records
	return x.Create(requestKey(id), Request{id, body, t.now().Add(requestKept).Unix()}, errors.New("there is a request with this id")).Commit(ctx)
}

// Request reads a request; false where it was processed.
func (t *Table) Request(ctx context.Context, id string) (Request, bool, error) {
	return Get[Request](ctx, t, requestKey(id))
}

// ForgetRequest removes a processed request.
func (t *Table) ForgetRequest(ctx context.Context, id string) error {
	return t.erase(ctx, requestKey(id))
}
