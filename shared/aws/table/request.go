package table

import (
	"context"
	"errors"
	"time"
)

// Request is what somebody without a session has asked for, until a function has seen
// to it. What it says is its own matter.
type Request struct {
	ID   string `dynamodbav:"ID"`
	Body []byte `dynamodbav:"Body"`
	TTL  int64  `dynamodbav:"ttl"`
}

// requestKept is longer than a request is tried again.
const requestKept = 7 * 24 * time.Hour

func requestKey(id string) Key { return Key{"REQUEST#" + id, "REQUEST"} }

// KeepRequest keeps a request until it is forgotten.
func (t *Table) KeepRequest(ctx context.Context, id string, body []byte) error {
	x := &Tx{table: t, audited: true} // what is done upon it has its audit records
	return x.Create(requestKey(id), Request{id, body, t.now().Add(requestKept).Unix()}, errors.New("there is a request with this id")).Commit(ctx)
}

// Request reads a request; there is none where it has been seen to.
func (t *Table) Request(ctx context.Context, id string) (Request, bool, error) {
	return Get[Request](ctx, t, requestKey(id))
}

// ForgetRequest removes a request that has been seen to.
func (t *Table) ForgetRequest(ctx context.Context, id string) error {
	return t.erase(ctx, requestKey(id))
}
