package bus_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"anzen/infra/local/bus"
	"anzen/infra/local/clock"
	"anzen/infra/local/lambda"
)

const failedQueue = "arn:aws:sqs:ap-northeast-1:000000000000:failed"

// calls notes when which target was called, and answers by a function.
type calls struct {
	clock  clock.Clock
	answer func(target string, n int) error

	mu    sync.Mutex
	times []string
	last  []byte
	count map[string]int
	more  chan struct{}
}

func (c *calls) deliver(_ context.Context, target string, event []byte) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	defer func() { c.more <- struct{}{} }()
	c.count[target]++
	c.times = append(c.times, fmt.Sprintf("%s %s", target[strings.LastIndex(target, ":")+1:], c.clock.Now().Sub(epoch)))
	c.last = event
	return c.answer(target, c.count[target])
}

func openAsync(t *testing.T, destinations map[string]string, answer func(target string, n int) error) (*bus.Bus, *calls, *clock.Manual, string) {
	t.Helper()
	now, folder := clock.NewManual(epoch), t.TempDir()
	c := &calls{clock: now, answer: answer, count: map[string]int{}, more: make(chan struct{}, 1000)}
	b, err := bus.Open(bus.Config{
		Folder: folder, Account: "000000000000", Region: "ap-northeast-1", Clock: now, Deliver: c.deliver,
		Rules: []bus.Rule{{Name: "r", Pattern: created, Targets: []string{first}}},
		Async: &bus.Async{
			Retries: 2, Age: 6 * time.Hour, Destinations: destinations,
			Queues: map[string]bus.Queue{failedQueue: {Function: second, Pause: 16 * time.Minute, Attempts: 3}},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = b.Close() })
	b.Start()
	event, err := b.ObjectCreated(bus.Object{Bucket: "sheets", Key: "a.pdf"})
	if err == nil {
		err = b.Put(event)
	}
	if err != nil {
		t.Fatal(err)
	}
	return b, c, now, folder
}

// until moves the clock on until n calls were made, and returns them.
func (c *calls) until(t *testing.T, now *clock.Manual, n int) []string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	for made := 0; ; {
		select {
		case <-c.more:
			if made++; made == n {
				c.mu.Lock()
				defer c.mu.Unlock()
				return append([]string(nil), c.times...)
			}
			if now.PassUpTo(ctx, time.Hour) == 0 {
				t.Fatalf("nothing is tried again after %v", c.times)
			}
		case <-ctx.Done():
			t.Fatalf("only %v", c.times)
		}
	}
}

var errFailed = &lambda.FunctionError{Type: "Unavailable", Message: "no table"}

// Lambda calls a function that fails twice more, after one and two minutes; then the event goes to the queue, whose
// function takes it after some attempts.
func TestAFailedEventGoesToItsQueue(t *testing.T) {
	b, c, now, folder := openAsync(t, map[string]string{first: failedQueue}, func(target string, n int) error {
		if target == first || n < 2 {
			return errFailed
		}
		return nil
	})
	want := []string{"first 0s", "first 1m0s", "first 3m0s", "failed 3m0s"}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	got := []string{}
	for i := range want {
		select {
		case <-c.more:
		case <-ctx.Done():
			t.Fatal("only", c.times)
		}
		if i < 2 {
			now.PassUpTo(ctx, time.Hour)
		}
	}
	c.mu.Lock()
	got = append(got, c.times...)
	var r struct {
		RequestContext struct{ FunctionARN, Condition string }
		RequestPayload struct{ Source string }
	}
	if err := json.Unmarshal(c.last, &r); err != nil || r.RequestContext.FunctionARN != first+":$LATEST" || r.RequestContext.Condition != "RetriesExhausted" || r.RequestPayload.Source != "aws.s3" {
		t.Errorf("%s, %v", c.last, err)
	}
	c.mu.Unlock()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	now.PassUpTo(ctx, time.Hour)
	<-c.more
	for b.Pending() > 0 && ctx.Err() == nil {
		time.Sleep(time.Millisecond)
	}
	if c.times[4] != "failed 19m0s" || b.Pending() != 0 {
		t.Errorf("%v, %d are outstanding", c.times, b.Pending())
	}
	if _, err := os.Stat(filepath.Join(folder, "undeliverable.jsonl")); err == nil {
		t.Error("it is undeliverable as well")
	}
}

// Without a destination Lambda drops the event.
func TestWithoutADestinationAnEventIsDropped(t *testing.T) {
	b, c, now, folder := openAsync(t, nil, func(string, int) error { return errFailed })
	c.until(t, now, 3)
	for deadline := time.Now().Add(time.Minute); b.Pending() > 0 && time.Now().Before(deadline); {
		time.Sleep(time.Millisecond)
	}
	if _, err := os.Stat(filepath.Join(folder, "undeliverable.jsonl")); err != nil || b.Pending() != 0 {
		t.Errorf("%d outstanding, %v", b.Pending(), err)
	}
}

// A throttled function is waited for, with pauses of at most five minutes.
func TestAThrottledFunctionIsWaitedFor(t *testing.T) {
	_, c, now, _ := openAsync(t, nil, func(_ string, n int) error {
		if n < 14 {
			return lambda.ErrThrottled
		}
		return nil
	})
	got := c.until(t, now, 14)
	if want := []string{"first 0s", "first 1s", "first 3s", "first 7s"}; !cmp.Equal(want, got[:4]) {
		t.Errorf("%v", got)
	}
	if got[13] != "first 28m31s" {
		t.Errorf("the last at %s", got[13])
	}
}

func TestTaken(t *testing.T) {
	if err := bus.Taken([]byte(`{"batchItemFailures":[]}`)); err != nil {
		t.Error(err)
	}
	for _, answer := range []string{`{"batchItemFailures":[{"itemIdentifier":"1"}]}`, `no JSON`} {
		if err := bus.Taken([]byte(answer)); err == nil {
			t.Errorf("%s is taken", answer)
		}
	}
	event, err := bus.Message(failedQueue, []byte(`{"a":1}`))
	if err != nil || !strings.Contains(string(event), `"body":"{\"a\":1}"`) || errors.Is(err, errFailed) {
		t.Errorf("%s, %v", event, err)
	}
}
