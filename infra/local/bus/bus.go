// Package bus stands in for EventBridge: rules route events to targets, schedules call
// targets at their times. Outstanding deliveries are kept on disk and made at least
// once, even after crashes.
package bus

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"

	"anzen/infra/local/clock"
)

// Rule routes the events of a pattern to targets, which are ARNs.
type Rule struct {
	Name    string
	Pattern string
	Targets []string
}

// Config of a bus and its scheduler.
type Config struct {
	// Folder keeps the outstanding deliveries and the schedules.
	Folder          string
	Account, Region string
	Rules           []Rule
	// Schedules that exist from the start; those created by the API are added.
	Schedules []Schedule
	// Groups of schedules that exist beside the default one.
	Groups []string
	// Deliver passes an event to the target with the ARN. On an error it is retried; see
	// ErrLeave.
	Deliver func(ctx context.Context, target string, event []byte) error
	// Async has failing functions called as on AWS; nil: patiently.
	Async *Async
	// Clock is the time; the real one if nil.
	Clock clock.Clock
	Log   *slog.Logger
}

// Bus delivers events and runs schedules.
type Bus struct {
	config    Config
	clock     clock.Clock
	rules     []rule
	queue     *queue
	scheduler *scheduler
}

type rule struct {
	pattern Pattern
	targets []string
}

// Open opens the bus. It accepts events at once; see Start.
func Open(config Config) (*Bus, error) {
	b := &Bus{config: config, clock: config.Clock}
	if b.clock == nil {
		b.clock = clock.System{}
	}
	log := config.Log
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	for _, each := range config.Rules {
		pattern, err := ParsePattern(each.Pattern)
		if err != nil {
			return nil, fmt.Errorf("rule %s: %w", each.Name, err)
		}
		b.rules = append(b.rules, rule{pattern, each.Targets})
	}
	var err error
	if b.queue, err = openQueue(config, b.clock, log); err != nil {
		return nil, fmt.Errorf("open bus: %w", err)
	}
	if b.scheduler, err = openScheduler(config, b.clock, b.queue, log); err != nil {
		return nil, errors.Join(fmt.Errorf("open scheduler: %w", err), b.queue.close())
	}
	return b, nil
}

// Start begins to deliver, first what is outstanding since the last process ended.
func (b *Bus) Start() {
	b.queue.start()
	b.scheduler.start()
}

// Put accepts an event and returns when it is on disk.
func (b *Bus) Put(event Event) error {
	encoded, err := json.Marshal(event)
	if err != nil {
		return fmt.Errorf("encode event: %w", err)
	}
	var decoded map[string]any
	if err := json.Unmarshal(encoded, &decoded); err != nil {
		return fmt.Errorf("decode event: %w", err)
	}
	var targets []string
	for _, rule := range b.rules {
		if rule.pattern.Matches(decoded) {
			targets = append(targets, rule.targets...)
		}
	}
	return b.queue.put(encoded, targets...)
}

// Pending counts the outstanding deliveries.
func (b *Bus) Pending() int { return b.queue.pending() }

// Close keeps outstanding deliveries for the next Open.
func (b *Bus) Close() error {
	b.scheduler.close()
	return b.queue.close()
}

// Scheduler answers the API of EventBridge Scheduler.
func (b *Bus) Scheduler() http.Handler { return b.scheduler }

func refuse(w http.ResponseWriter, status int, code, message string) {
	w.Header().Set("X-Amzn-ErrorType", code)
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]string{"__type": code, "Message": message, "message": message})
}
