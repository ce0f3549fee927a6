package bus_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"anzen/infra/local/bus"
	"anzen/infra/local/clock"
)

const (
	first  = "arn:aws:lambda:ap-northeast-1:000000000000:function:first"
	second = "arn:aws:lambda:ap-northeast-1:000000000000:function:second"
)

// targets records what is delivered.
type targets struct {
	mu    sync.Mutex
	got   []string
	event []byte
	fail  func(n int) error
	n     int
	more  chan struct{}
}

func newTargets() *targets { return &targets{more: make(chan struct{}, 1000)} }

func (r *targets) deliver(_ context.Context, target string, event []byte) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	defer func() { r.more <- struct{}{} }()
	r.n++
	if r.fail != nil {
		if err := r.fail(r.n); err != nil {
			return err
		}
	}
	r.got, r.event = append(r.got, target[strings.LastIndex(target, ":")+1:]), event
	return nil
}

// wait returns when n deliveries were attempted.
func (r *targets) wait(t *testing.T, n int) {
	t.Helper()
	timeout := time.After(5 * time.Minute)
	for range n {
		select {
		case <-r.more:
		case <-timeout:
			t.Fatalf("only %v", r.got)
		}
	}
}

func (r *targets) none(t *testing.T) {
	t.Helper()
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.got) > 0 {
		t.Errorf("delivered to %v", r.got)
	}
}

var epoch = time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)

const created = `{"source":["aws.s3"],"detail-type":["Object Created"],"detail":{"bucket":{"name":["sheets"]}}}`

func open(t *testing.T, folder string, c clock.Clock, r *targets, schedules ...bus.Schedule) *bus.Bus {
	t.Helper()
	b, err := bus.Open(bus.Config{
		Folder: folder, Account: "000000000000", Region: "ap-northeast-1", Clock: c, Deliver: r.deliver, Schedules: schedules,
		Rules: []bus.Rule{
			{Name: "arrived", Pattern: created, Targets: []string{first}},
			{Name: "both", Pattern: `{"source":["aws.guardduty"]}`, Targets: []string{first, second}},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = b.Close() })
	return b
}

func object(t *testing.T, b *bus.Bus, bucket string) bus.Event {
	t.Helper()
	event, err := b.ObjectCreated(bus.Object{
		Bucket: bucket, Key: "up/安 1.pdf", ETag: "e", VersionID: "v", Size: 5, Reason: "PutObject", Requester: "000000000000", Time: epoch,
	})
	if err != nil {
		t.Fatal(err)
	}
	return event
}

func TestObjectCreated(t *testing.T) {
	r := newTargets()
	b := open(t, t.TempDir(), clock.NewManual(epoch), r)
	b.Start()
	for _, bucket := range []string{"work", "sheets"} {
		if err := b.Put(object(t, b, bucket)); err != nil {
			t.Fatal(err)
		}
	}
	r.wait(t, 1)
	var event struct {
		Version, ID, Source, Account, Time, Region string
		DetailType                                 string `json:"detail-type"`
		Resources                                  []string
		Detail                                     struct {
			Version, Reason, Requester string
			Bucket                     struct{ Name string }
			Object                     struct {
				Key, Etag, Sequencer string
				VersionID            string `json:"version-id"`
				Size                 int
			}
		}
	}
	if err := json.Unmarshal(r.event, &event); err != nil {
		t.Fatal(err)
	}
	d := event.Detail
	if event.Version != "0" || len(event.ID) != 36 || event.Source != "aws.s3" || event.DetailType != "Object Created" ||
		event.Account != "000000000000" || event.Time != "2026-11-01T00:00:00Z" || event.Region != "ap-northeast-1" ||
		!slices.Equal(event.Resources, []string{"arn:aws:s3:::sheets"}) {
		t.Errorf("%s", r.event)
	}
	if d.Bucket.Name != "sheets" || d.Object.Key != "up/安 1.pdf" || d.Object.Etag != "e" || d.Object.VersionID != "v" || d.Object.Size != 5 || d.Object.Sequencer == "" || d.Reason != "PutObject" {
		t.Errorf("%s", r.event)
	}
}

func TestRetryAndGiveUp(t *testing.T) {
	folder := t.TempDir()
	c := clock.NewManual(epoch)
	r := newTargets()
	r.fail = func(n int) error {
		if n < 4 {
			return errors.New("not now")
		}
		return nil
	}
	b := open(t, folder, c, r)
	b.Start()
	if err := b.Put(object(t, b, "sheets")); err != nil {
		t.Fatal(err)
	}
	for _, pause := range []time.Duration{time.Second, 2 * time.Second, 4 * time.Second} {
		r.wait(t, 1)
		pass(t, c, pause)
	}
	r.wait(t, 1)

	r.fail = func(int) error { return errors.New("never") }
	if err := b.Put(object(t, b, "sheets")); err != nil {
		t.Fatal(err)
	}
	r.wait(t, 1)
	until(t, func() bool {
		c.Set(c.Now().Add(25 * time.Hour)) // before the bus sleeps or while it does
		return b.Pending() == 0
	})
	dead, err := os.ReadFile(filepath.Join(folder, "undeliverable.jsonl"))
	if err != nil || !strings.Contains(string(dead), "up/安 1.pdf") {
		t.Errorf("%s, %v", dead, err)
	}
}

// TestCrash opens the folder again without Close, as after kill -9.
func TestCrash(t *testing.T) {
	folder := t.TempDir()
	c := clock.NewManual(epoch)
	down := newTargets()
	down.fail = func(int) error { return errors.New("broken") }
	b := open(t, folder, c, down)
	// Put before the start: S3 announces again what a crash lost that early.
	if err := b.Put(object(t, b, "sheets")); err != nil {
		t.Fatal(err)
	}
	down.none(t)
	b.Start()
	if err := b.Put(object(t, b, "sheets")); err != nil {
		t.Fatal(err)
	}
	down.wait(t, 2)

	left := t.TempDir()
	copyFile(t, filepath.Join(folder, "deliveries.jsonl"), filepath.Join(left, "deliveries.jsonl"), `{"id":"torn","tar`)
	r := newTargets()
	b = open(t, left, c, r)
	r.none(t)
	b.Start()
	r.wait(t, 2)
	until(t, func() bool { return b.Pending() == 0 })

	// What was delivered is not delivered again.
	after := t.TempDir()
	copyFile(t, filepath.Join(left, "deliveries.jsonl"), filepath.Join(after, "deliveries.jsonl"), "")
	again := newTargets()
	b = open(t, after, c, again)
	b.Start()
	if b.Pending() != 0 {
		t.Errorf("%d still pending", b.Pending())
	}
}

// TestTargetLeaves checks that a delivery is kept when its target shuts down.
func TestTargetLeaves(t *testing.T) {
	folder := t.TempDir()
	c := clock.NewManual(epoch)
	r := newTargets()
	r.fail = func(int) error { return bus.ErrLeave(errors.New("closed")) }
	b := open(t, folder, c, r)
	b.Start()
	if err := b.Put(object(t, b, "sheets")); err != nil {
		t.Fatal(err)
	}
	r.wait(t, 1)
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	if err := b.Put(object(t, b, "sheets")); err == nil {
		t.Error("accepted an event after Close")
	}
	r = newTargets()
	open(t, folder, c, r).Start()
	r.wait(t, 1)
}

func TestManyEvents(t *testing.T) {
	folder := t.TempDir()
	r := newTargets()
	b := open(t, folder, clock.NewManual(epoch), r)
	b.Start()
	var group sync.WaitGroup
	for range 200 {
		group.Go(func() {
			if err := b.Put(object(t, b, "sheets")); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	r.wait(t, 200)
	until(t, func() bool { return b.Pending() == 0 })
}

// An event goes to all targets of a rule.
func TestSeveralTargets(t *testing.T) {
	r := newTargets()
	b := open(t, t.TempDir(), clock.NewManual(epoch), r)
	b.Start()
	event, err := b.ObjectSearched(bus.Searched{Bucket: "sheets", Key: "a", Status: "NO_THREATS_FOUND"})
	if err == nil {
		err = b.Put(event)
	}
	if err != nil {
		t.Fatal(err)
	}
	r.wait(t, 2)
	slices.Sort(r.got)
	if !slices.Equal(r.got, []string{"first", "second"}) {
		t.Errorf("delivered to %v", r.got)
	}
}

func TestPattern(t *testing.T) {
	const event = `{"source":"anzen.x","n":1,"list":["a","b"],"detail":{"key":"up/1.pdf","size":5,"gone":null}}`
	tests := []struct {
		pattern string
		want    bool
	}{
		{`{"source":["anzen.x","anzen.y"]}`, true},
		{`{"source":["anzen.y"]}`, false},
		{`{"detail":{"key":["up/1.pdf"]}}`, true},
		{`{"detail":{"key":["up/1.pdf"],"size":["5"]}}`, false},
		{`{"detail":{"no":["x"]}}`, false},
		{`{"detail":{"no":{"deep":["x"]}}}`, false},
		{`{"source":{"deep":["x"]}}`, false},
		{`{"list":["b","c"]}`, true}, // one of a list is enough
		{`{"list":["c"]}`, false},
	}
	var decoded map[string]any
	if err := json.Unmarshal([]byte(event), &decoded); err != nil {
		t.Fatal(err)
	}
	for _, test := range tests {
		p, err := bus.ParsePattern(test.pattern)
		if err != nil || p.Matches(decoded) != test.want {
			t.Errorf("%s: %v", test.pattern, err)
		}
	}
	for _, bad := range []string{
		`{`, `{}`, `{"source":"x"}`, `{"a":{}}`,
		`{"n":[1]}`, `{"a":[null]}`, `{"a":[{"prefix":"x"}]}`, `{"a":[{"suffix":"x"}]}`, `{"a":[{"anything-but":"x"}]}`, `{"a":[{"exists":true}]}`, `{"a":[{"numeric":["=",1]}]}`,
	} {
		if _, err := bus.ParsePattern(bad); err == nil {
			t.Errorf("%s was accepted", bad)
		}
	}
}

func pass(t *testing.T, c *clock.Manual, d time.Duration) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	if asleep, ok := c.Pass(ctx, d); !ok {
		t.Fatalf("nothing sleeps for %s, but for %v", d, asleep)
	}
}

func until(t *testing.T, condition func() bool) {
	t.Helper()
	deadline := time.Now().Add(5 * time.Minute)
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for !condition() {
		if time.Now().After(deadline) {
			t.Fatal("it did not happen")
		}
		<-tick.C
	}
}

func copyFile(t *testing.T, from, to, tail string) {
	t.Helper()
	body, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(to, append(body, tail...), 0o600); err != nil {
		t.Fatal(err)
	}
}
