package table_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"anzen/shared/aws/table"
	"anzen/shared/domain/message"
)

// busy leaves keys unread: all of a batch but the first, for the given number of calls.
type busy struct {
	table.API
	calls []time.Time
	lasts int
	each  func(call int)
}

func (b *busy) BatchGetItem(ctx context.Context, in *dynamodb.BatchGetItemInput, _ ...func(*dynamodb.Options)) (*dynamodb.BatchGetItemOutput, error) {
	b.calls = append(b.calls, time.Now())
	if b.each != nil {
		b.each(len(b.calls))
	}
	out := &dynamodb.BatchGetItemOutput{Responses: map[string][]map[string]types.AttributeValue{}, UnprocessedKeys: map[string]types.KeysAndAttributes{}}
	for name, request := range in.RequestItems {
		if len(b.calls) <= b.lasts {
			out.UnprocessedKeys[name] = request
			continue
		}
		out.Responses[name] = append(out.Responses[name], request.Keys[0])
		if rest := request.Keys[1:]; len(rest) > 0 {
			request.Keys = rest
			out.UnprocessedKeys[name] = request
		}
	}
	return out, ctx.Err()
}

var threeKeys = []table.Key{keyOf("c", "1"), keyOf("c", "2"), keyOf("c", "3")}

// DynamoDB gets longer and longer to recover before the next request for the keys that
// it left unread, and never the same.
func TestUnreadKeysAreAskedForAgainWithBackoff(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &busy{lasts: 5}
		items, err := table.New(b, "t", time.Now).Batch(t.Context(), threeKeys...)
		if err != nil || len(items) != 3 || items[0] == nil || items[1] == nil || items[2] == nil {
			t.Fatalf("read %v, %v", items, err)
		}
		if len(b.calls) != 8 {
			t.Errorf("%d calls", len(b.calls))
		}
		waited := map[time.Duration]bool{}
		for i, bound := 1, 40*time.Millisecond; i < len(b.calls); i, bound = i+1, min(2*bound, 640*time.Millisecond) {
			wait := b.calls[i].Sub(b.calls[i-1])
			if wait >= bound {
				t.Errorf("before call %d it waited for %v, at most %v", i+1, wait, bound)
			}
			waited[wait] = true
		}
		if len(waited) < 5 {
			t.Errorf("the pauses are %v", waited)
		}
	})
}

func TestUnreadKeysAreAskedForAFewTimesOnly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &busy{lasts: 1000}
		_, err := table.New(b, "t", time.Now).Batch(t.Context(), threeKeys...)
		if !errors.Is(err, message.New(message.TooMany, message.CodeBusy)) || len(b.calls) != 8 {
			t.Errorf("after %d calls: %v", len(b.calls), err)
		}
	})
}

func TestWaitingForUnreadKeysEndsWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		b := &busy{lasts: 1000, each: func(call int) {
			if call == 3 {
				time.AfterFunc(0, cancel)
			}
		}}
		_, err := table.New(b, "t", time.Now).Batch(ctx, threeKeys...)
		if !errors.Is(err, context.Canceled) || len(b.calls) > 4 {
			t.Errorf("after %d calls: %v", len(b.calls), err)
		}
	})
}
