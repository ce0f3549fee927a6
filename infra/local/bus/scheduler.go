package bus

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"

	"anzen/infra/local/clock"
	"anzen/infra/local/journal"
)

// Schedule calls a target at its times.
type Schedule struct {
	Name string `json:"name"`
	// Group is the group of schedules it belongs to; empty: the default one.
	Group string `json:"group,omitempty"`
	// Expression is cron(...) or rate(...), in the time zone.
	Expression string `json:"expression"`
	Timezone   string `json:"timezone,omitempty"`
	Disabled   bool   `json:"disabled,omitempty"`
	// Target is the ARN of a function or a state machine, Input what it receives; without
	// one it receives an event of the scheduler.
	Target   string    `json:"target"`
	Role     string    `json:"role,omitempty"`
	Input    string    `json:"input,omitempty"`
	Created  time.Time `json:"created,omitzero"`
	Modified time.Time `json:"modified,omitzero"`
}

// defaultGroup is the group that every account has.
const defaultGroup = "default"

// key distinguishes a schedule from those of other groups.
func (s Schedule) key() string { return keyOf(s.Group, s.Name) }

// keyOf is the name alone in the default group; names contain no slash.
func keyOf(group, name string) string {
	if group == "" || group == defaultGroup {
		return name
	}
	return group + "/" + name
}

// group is the group's name.
func (s Schedule) group() string {
	if s.Group == "" {
		return defaultGroup
	}
	return s.Group
}

// scheduler puts due runs into the queue. The groups of schedules are the default one
// and those of the configuration.
type scheduler struct {
	config Config
	clock  clock.Clock
	queue  *queue
	log    *slog.Logger

	base    context.Context
	stop    context.CancelFunc
	changed chan struct{}
	ended   chan struct{}
	started bool

	mu        sync.Mutex
	file      *journal.File
	schedules map[string]*scheduled // by their keys
}

type scheduled struct {
	Schedule
	when expression
	// since is the time up to which its runs were handled.
	since time.Time
	// fixed: from the blueprint.
	fixed bool
	// late: a run could not be put into the queue so far, which was logged.
	late bool
}

// change is a line of the scheduler's journal.
type change struct {
	Set     *Schedule `json:"set,omitempty"`
	Deleted string    `json:"deleted,omitempty"`
	Fired   string    `json:"fired,omitempty"`
	At      time.Time `json:"at,omitzero"`
}

// missedWindow is how late a run still happens that was missed because nothing ran on
// the machine. An earlier one is skipped: by then it would surprise.
const missedWindow = time.Hour

func openScheduler(config Config, by clock.Clock, q *queue, log *slog.Logger) (*scheduler, error) {
	s := &scheduler{
		config: config, clock: by, queue: q, log: log,
		changed: make(chan struct{}, 1), ended: make(chan struct{}), schedules: map[string]*scheduled{},
	}
	path := filepath.Join(config.Folder, "schedules.jsonl")
	fired := map[string]time.Time{}
	err := journal.Read(path, func(_ int64, line json.RawMessage) error {
		var c change
		if err := json.Unmarshal(line, &c); err != nil {
			return fmt.Errorf("read schedule: %w", err)
		}
		switch {
		case c.Set != nil:
			return s.place(*c.Set, false)
		case c.Deleted != "":
			delete(s.schedules, c.Deleted)
		case c.Fired != "":
			fired[c.Fired] = c.At
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	now := s.clock.Now()
	for _, each := range config.Schedules {
		each.Created, each.Modified = now, now
		if err := s.place(each, true); err != nil {
			return nil, err
		}
	}
	var lines []any
	for name, each := range s.schedules {
		if at, ok := fired[name]; ok && at.After(each.since) || ok && each.fixed {
			each.since = at
			lines = append(lines, change{Fired: name, At: at})
		}
		if !each.fixed {
			lines = append(lines, change{Set: &each.Schedule})
		}
	}
	if s.file, err = journal.Open(path); err != nil {
		return nil, err
	}
	if err := s.file.Rewrite(lines); err != nil {
		log.Warn("the journal of schedules could not be compacted", "error", err.Error())
	}
	s.base, s.stop = context.WithCancel(context.Background())
	return s, nil
}

func (s *scheduler) start() {
	s.started = true
	go s.run()
}

// place validates a schedule and adds it to the others.
func (s *scheduler) place(each Schedule, fixed bool) error {
	zone, err := time.LoadLocation(each.Timezone)
	if err != nil {
		return fmt.Errorf("schedule %s: time zone %q: %w", each.Name, each.Timezone, err)
	}
	when, err := parseExpression(each.Expression, zone, each.Created)
	if err != nil {
		return fmt.Errorf("schedule %s: %w", each.Name, err)
	}
	s.schedules[each.key()] = &scheduled{Schedule: each, when: when, since: each.Modified, fixed: fixed}
	return nil
}

// due returns the next time of a schedule.
func (s *scheduled) due() (time.Time, bool) {
	if s.Disabled {
		return time.Time{}, false
	}
	return s.when.next(s.since)
}

// run fires due schedules until it is closed.
func (s *scheduler) run() {
	defer close(s.ended)
	for s.base.Err() == nil {
		wake := s.fireAll()
		ctx, cancel := context.WithCancel(s.base)
		go func() {
			select {
			case <-s.changed:
				cancel()
			case <-ctx.Done():
			}
		}()
		_ = s.clock.Sleep(ctx, wake)
		cancel()
	}
}

// fireAgain is the delay before a run is retried for which the disk had no space.
const fireAgain = 5 * time.Second

// fireAll puts everything that is due now into the queue, and returns when to look
// again.
func (s *scheduler) fireAll() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.clock.Now()
	wake := now.Add(24 * time.Hour)
	for _, each := range s.schedules {
		next, err := s.fireDue(each, now)
		if err != nil {
			if !each.late {
				s.log.Error("a schedule could not fire, will be retried", "schedule", each.Name, "error", err.Error())
			}
			next = now.Add(fireAgain)
		}
		each.late = err != nil
		if !next.IsZero() && next.Before(wake) {
			wake = next
		}
	}
	return wake
}

// fireDue fires the due runs of a schedule, and returns when it is due again, zero if
// never.
func (s *scheduler) fireDue(each *scheduled, now time.Time) (time.Time, error) {
	if horizon := now.Add(-missedWindow - time.Second); each.since.Before(horizon) {
		each.since = horizon
	}
	for {
		at, ok := each.due()
		if ok && at.After(now) {
			return at, nil
		}
		if !ok {
			return time.Time{}, nil
		}
		// Several missed runs are made up for by one.
		following, more := each.when.next(at)
		if now.Sub(at) <= missedWindow && (!more || following.After(now)) {
			if err := s.fire(each, at); err != nil {
				return time.Time{}, err
			}
		}
		each.since = at
	}
}

func (s *scheduler) fire(each *scheduled, at time.Time) error {
	input := []byte(each.Input)
	if each.Input == "" {
		event, err := json.Marshal(map[string]any{
			"version": "0", "id": uuid.NewString(), "detail-type": "Scheduled Event", "source": "aws.scheduler",
			"account": s.config.Account, "time": at.UTC().Format(time.RFC3339), "region": s.config.Region,
			"resources": []string{s.arn(each.Schedule)}, "detail": "{}",
		})
		if err != nil {
			return fmt.Errorf("encode the event: %w", err)
		}
		input = event
	} else {
		input = []byte(strings.NewReplacer(
			"<aws.scheduler.schedule-arn>", s.arn(each.Schedule),
			"<aws.scheduler.scheduled-time>", at.UTC().Format(time.RFC3339),
			"<aws.scheduler.execution-id>", uuid.NewString(),
			"<aws.scheduler.attempt-number>", "1",
		).Replace(string(input)))
	}
	if err := s.queue.put(input, each.Target); err != nil {
		return fmt.Errorf("put the event into the queue: %w", err)
	}
	// If this line is lost it may fire twice, which targets have to tolerate.
	if _, err := s.file.Append(change{Fired: each.key(), At: at}); err != nil {
		s.log.Error("record the run of a schedule", "schedule", each.Name, "error", err.Error())
	}
	return nil
}

// The errors of the API.
var (
	errNoSchedule = errors.New("the schedule does not exist")
	errConflict   = errors.New("a schedule with this name exists")
)

func (s *scheduler) arn(each Schedule) string {
	return fmt.Sprintf("arn:aws:scheduler:%s:%s:schedule/%s/%s", s.config.Region, s.config.Account, each.group(), each.Name)
}

// set creates or changes a schedule of the API.
func (s *scheduler) set(each Schedule, create bool) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	old := s.schedules[each.key()]
	switch {
	case create && old != nil:
		return errConflict
	case !create && old == nil:
		return errNoSchedule
	}
	each.Created, each.Modified = s.clock.Now().UTC(), s.clock.Now().UTC()
	if old != nil {
		each.Created = old.Created
	}
	err := s.place(each, false)
	if err == nil {
		if _, err = s.file.Append(change{Set: &each}); err != nil {
			err = fmt.Errorf("store schedule: %w", err)
		}
	}
	if err != nil {
		delete(s.schedules, each.key())
		if old != nil {
			s.schedules[each.key()] = old
		}
		return err
	}
	s.notify()
	return nil
}

func (s *scheduler) remove(key string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.schedules[key] == nil {
		return errNoSchedule
	}
	if _, err := s.file.Append(change{Deleted: key}); err != nil {
		return fmt.Errorf("record the deletion of a schedule: %w", err)
	}
	delete(s.schedules, key)
	s.notify()
	return nil
}

func (s *scheduler) notify() {
	select {
	case s.changed <- struct{}{}:
	default:
	}
}

func (s *scheduler) close() {
	s.stop()
	if s.started {
		<-s.ended
	}
	if err := s.file.Close(); err != nil {
		s.log.Error("close schedules", "error", err.Error())
	}
}
