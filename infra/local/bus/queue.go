package bus

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"sync"
	"time"

	"github.com/google/uuid"

	"anzen/infra/local/clock"
	"anzen/infra/local/journal"
)

// errLeave is returned by a target that is shutting down: the delivery stays for the
// next start.
var errLeave = errors.New("the target is shutting down")

// ErrLeave marks the error of a target that is shutting down, which is no
// failed delivery.
func ErrLeave(err error) error { return errors.Join(errLeave, err) }

// delivery is an outstanding delivery to a target, a line of the queue's journal; a
// line with only an id records that it was made.
type delivery struct {
	ID     string          `json:"id"`
	Target string          `json:"target,omitempty"`
	Event  json.RawMessage `json:"event,omitempty"`
	At     time.Time       `json:"at,omitzero"`
}

// queue delivers at least once: entries are on disk, and are retried until the target
// accepts them, with growing pauses, for a day.
type queue struct {
	path, deadPath string
	clock          clock.Clock
	log            *slog.Logger
	deliver        func(ctx context.Context, target string, event []byte) error
	async          *Async

	base    context.Context
	stop    context.CancelFunc
	slots   chan struct{}
	running sync.WaitGroup

	mu      sync.Mutex
	started bool
	closed  bool
	file    *journal.File
	owed    map[string]delivery
	// unnoted are completed deliveries that the journal lacks because the disk was full.
	unnoted []any
	// hidden are undeliverable events that operators have received, until when.
	hidden map[string]time.Time

	dead sync.Mutex // of the file of undeliverable events
}

const (
	atOnce       = 16
	firstPause   = time.Second
	longestPause = time.Minute
	// giveUpAfter is how long EventBridge retries.
	giveUpAfter = 24 * time.Hour
	rewriteAt   = 4 << 20
)

func openQueue(config Config, by clock.Clock, log *slog.Logger) (*queue, error) {
	q := &queue{
		path: filepath.Join(config.Folder, "deliveries.jsonl"), deadPath: filepath.Join(config.Folder, "undeliverable.jsonl"),
		clock: by, log: log, deliver: config.Deliver, async: config.Async, slots: make(chan struct{}, atOnce), owed: map[string]delivery{}, hidden: map[string]time.Time{},
	}
	err := journal.Read(q.path, func(_ int64, line json.RawMessage) error {
		var d delivery
		if err := json.Unmarshal(line, &d); err != nil {
			return fmt.Errorf("read delivery: %w", err)
		}
		if d.Target == "" {
			delete(q.owed, d.ID)
		} else {
			q.owed[d.ID] = d
		}
		return nil
	})
	if err == nil {
		q.file, err = journal.Open(q.path)
	}
	if err != nil {
		return nil, err
	}
	if err := q.rewrite(); err != nil {
		log.Warn("the journal of deliveries could not be compacted", "error", err.Error())
	}
	q.base, q.stop = context.WithCancel(context.Background())
	return q, nil
}

// start begins to deliver, with what is outstanding since the last process ended.
func (q *queue) start() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.started = true
	for _, d := range q.owed {
		q.launch(d)
	}
}

// rewrite reduces the journal to the outstanding deliveries.
func (q *queue) rewrite() error {
	lines := make([]any, 0, len(q.owed))
	for _, d := range q.owed {
		lines = append(lines, d)
	}
	if err := q.file.Rewrite(lines); err != nil {
		return err
	}
	q.unnoted = nil
	return nil
}

// put records the event for the targets and returns when that is on disk.
func (q *queue) put(event []byte, targets ...string) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed {
		return errors.New("the bus is closed")
	}
	var lines []any
	var due []delivery
	for _, target := range targets {
		d := delivery{ID: uuid.NewString(), Target: target, Event: event, At: q.clock.Now().UTC()}
		lines, due = append(lines, d), append(due, d)
	}
	if len(lines) == 0 {
		return nil
	}
	if _, err := q.file.Append(lines...); err != nil {
		return fmt.Errorf("store delivery: %w", err)
	}
	for _, d := range due {
		q.owed[d.ID] = d
		if q.started {
			q.launch(d)
		}
	}
	return nil
}

func (q *queue) launch(d delivery) { q.running.Go(func() { q.bring(d) }) }

// bring delivers, retrying until it succeeds, is given up or the process ends.
func (q *queue) bring(d delivery) {
	pause := firstPause
	var made Calls
	for {
		select {
		case q.slots <- struct{}{}:
		case <-q.base.Done():
			return
		}
		err := q.deliver(q.base, d.Target, d.Event)
		<-q.slots
		switch {
		case err == nil:
			q.made(d)
			return
		case q.base.Err() != nil || errors.Is(err, errLeave):
			return
		case q.async == nil && q.clock.Now().Sub(d.At) >= giveUpAfter && q.giveUp(d, err):
			return
		}
		if q.async != nil {
			next, again, condition := q.async.Next(d.Target, &made, q.clock.Now().Sub(d.At), err)
			if !again && q.fail(d, made, condition, err) {
				return
			}
			pause = max(next, firstPause)
		}
		q.log.Warn("delivery failed, will be retried", "target", d.Target, "pause", pause.String(), "error", err.Error())
		if q.clock.Sleep(q.base, q.clock.Now().Add(pause)) != nil {
			return
		}
		if q.async == nil {
			pause = min(2*pause, longestPause)
		}
	}
}

func (q *queue) made(d delivery) {
	q.mu.Lock()
	defer q.mu.Unlock()
	delete(q.owed, d.ID)
	// If this line is lost the event is delivered twice, which targets have to tolerate.
	q.unnoted = append(q.unnoted, delivery{ID: d.ID})
	err := q.note()
	if err == nil && q.file.Size() > rewriteAt && len(q.owed) == 0 {
		err = q.rewrite()
	}
	if err != nil {
		q.log.Error("record a completed delivery", "error", err.Error())
	}
}

// note records the completed deliveries in the journal.
func (q *queue) note() error {
	if len(q.unnoted) == 0 {
		return nil
	}
	if err := q.file.AppendLazily(q.unnoted...); err != nil {
		return err
	}
	q.unnoted = nil
	return nil
}

// giveUp moves the event to a file, where a person can find it.
func (q *queue) giveUp(d delivery, cause error) bool {
	q.log.Error("an event could not be delivered", "target", d.Target, "error", cause.Error(), "kept", q.deadPath)
	q.dead.Lock()
	defer q.dead.Unlock()
	dead, err := journal.Open(q.deadPath)
	if err == nil {
		_, err = dead.Append(d)
		err = errors.Join(err, dead.Close())
	}
	if err != nil {
		q.log.Error("store an undeliverable event", "error", err.Error())
		return false
	}
	q.made(d)
	return true
}

func (q *queue) pending() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.owed)
}

func (q *queue) close() error {
	q.mu.Lock()
	q.closed = true
	q.mu.Unlock()
	q.stop()
	q.running.Wait()
	q.mu.Lock()
	defer q.mu.Unlock()
	return errors.Join(q.note(), q.file.Close())
}
