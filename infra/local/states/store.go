package states

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"time"

	"anzen/infra/local/journal"
)

// store keeps executions on disk: the running ones in one journal, which is rewritten
// when most of it is history, and each finished one as a single line of another.
type store struct {
	folder string

	// guard is held for reading by appenders and for writing during a rewrite of a
	// journal.
	guard    sync.RWMutex
	running  *journal.File
	finished *journal.File
	rewrite  int64

	mu   sync.Mutex
	live map[string]*history
}

// history is all records of a running execution.
type history struct {
	mu      sync.Mutex
	records []record
}

// closed is the line of a finished execution.
type closed struct {
	Summary
	Records []record `json:"records"`
}

// keepFinished is how long Step Functions remembers executions.
const keepFinished = 90 * 24 * time.Hour

// firstRewrite is the length at which the journal of running executions is
// first rewritten.
const firstRewrite = 4 << 20

func (s *store) runningPath() string  { return filepath.Join(s.folder, "running.jsonl") }
func (s *store) finishedPath() string { return filepath.Join(s.folder, "finished.jsonl") }

// openStore reads the stored state: the summaries of finished executions with their
// offsets, and the records of the running ones.
func openStore(folder string, now time.Time) (*store, map[string]finishedAt, map[string][]record, error) {
	s := &store{folder: folder, rewrite: firstRewrite, live: map[string]*history{}}
	done, err := s.loadFinished(now)
	if err != nil {
		return nil, nil, nil, err
	}
	running := map[string][]record{}
	err = journal.Read(s.runningPath(), func(_ int64, line json.RawMessage) error {
		var r record
		if err := json.Unmarshal(line, &r); err != nil {
			return fmt.Errorf("read record of an execution: %w", err)
		}
		if _, known := done[r.Execution]; !known {
			running[r.Execution] = append(running[r.Execution], r)
		}
		return nil
	})
	if err != nil {
		return nil, nil, nil, err
	}
	var kept []any
	for arn, records := range running {
		s.live[arn] = &history{records: records}
		for _, r := range records {
			kept = append(kept, r)
		}
	}
	if s.running, err = journal.Open(s.runningPath()); err != nil {
		return nil, nil, nil, err
	}
	// Without space for the rewrite the journal stays longer.
	if err := s.running.Rewrite(kept); err != nil && !journal.Refused(err) {
		return nil, nil, nil, errors.Join(err, s.running.Close())
	}
	if s.finished, err = journal.Open(s.finishedPath()); err != nil {
		return nil, nil, nil, errors.Join(err, s.running.Close())
	}
	return s, done, running, nil
}

// finishedAt is a finished execution with the offset of its line.
type finishedAt struct {
	Summary
	offset int64
}

func (s *store) loadFinished(now time.Time) (map[string]finishedAt, error) {
	done := map[string]finishedAt{}
	forgotten := false
	var kept []any
	read := func(each func(offset int64, line json.RawMessage, summary Summary)) error {
		return journal.Read(s.finishedPath(), func(offset int64, line json.RawMessage) error {
			var c struct{ Summary }
			if err := json.Unmarshal(line, &c); err != nil {
				return fmt.Errorf("read finished execution: %w", err)
			}
			if now.Sub(c.Stopped) > keepFinished {
				forgotten = true
				return nil
			}
			each(offset, line, c.Summary)
			return nil
		})
	}
	err := read(func(offset int64, _ json.RawMessage, summary Summary) {
		done[summary.ARN] = finishedAt{summary, offset}
	})
	if err != nil || !forgotten {
		return done, err
	}
	err = read(func(_ int64, line json.RawMessage, _ Summary) { kept = append(kept, line) })
	if err == nil {
		err = journal.Replace(s.finishedPath(), kept)
	}
	// Without space for the rewrite they are dropped another time.
	if err == nil || journal.Refused(err) {
		err = read(func(offset int64, _ json.RawMessage, summary Summary) {
			done[summary.ARN] = finishedAt{summary, offset}
		})
	}
	return done, err
}

// begin creates the history of a new execution.
func (s *store) begin(arn string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.live[arn] = &history{}
}

func (s *store) of(arn string) *history {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.live[arn]
}

// append writes records of one execution and returns when they are on disk. After an
// error the history has none of them.
func (s *store) append(arn string, records ...record) error {
	s.guard.RLock()
	defer s.guard.RUnlock()
	h := s.of(arn)
	lines := make([]any, len(records))
	for i := range records {
		lines[i] = records[i]
	}
	if _, err := s.running.Append(lines...); err != nil {
		return err
	}
	h.mu.Lock()
	h.records = append(h.records, records...)
	h.mu.Unlock()
	return nil
}

// finish moves an execution, whose last record was appended, to the finished ones. It
// returns the place of its line.
func (s *store) finish(summary Summary) (finishedAt, error) {
	h := s.of(summary.ARN)
	h.mu.Lock()
	records := make([]record, len(h.records))
	copy(records, h.records)
	h.mu.Unlock()
	for i := range records {
		records[i].Definition, records[i].Execution = "", ""
	}
	s.guard.RLock()
	offset, err := s.finished.Append(closed{summary, records})
	s.guard.RUnlock()
	if err != nil {
		return finishedAt{}, err
	}
	return finishedAt{summary, offset}, nil
}

// forget drops the history of a finished execution from memory.
func (s *store) forget(arn string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.live, arn)
}

// maybeRewrite drops the records of finished executions from the journal of the running
// ones: when it has grown to twice its size after the last rewrite, and when no
// execution runs.
func (s *store) maybeRewrite() error {
	s.guard.RLock()
	size, limit := s.running.Size(), s.rewrite
	s.guard.RUnlock()
	if s.idle() {
		limit = firstRewrite
	}
	if size <= limit {
		return nil
	}
	s.guard.Lock()
	defer s.guard.Unlock()
	s.mu.Lock()
	defer s.mu.Unlock()
	var kept []any
	for _, h := range s.live {
		for _, r := range h.records {
			kept = append(kept, r)
		}
	}
	if err := s.running.Rewrite(kept); err != nil {
		return err
	}
	s.rewrite = max(firstRewrite, 2*s.running.Size())
	return nil
}

// idle reports whether no execution runs.
func (s *store) idle() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.live) == 0
}

// errMoved means that an execution has finished since it was looked up.
var errMoved = errors.New("the execution has finished")

// records returns the records of an execution, running or finished.
func (s *store) records(arn string, at finishedAt) ([]record, error) {
	if h := s.of(arn); h != nil {
		h.mu.Lock()
		defer h.mu.Unlock()
		return append([]record(nil), h.records...), nil
	}
	if at.ARN == "" {
		return nil, errMoved
	}
	s.guard.RLock()
	defer s.guard.RUnlock()
	var line closed
	if err := s.finished.ReadAt(at.offset, &line); err != nil {
		return nil, err
	}
	return line.Records, nil
}

func (s *store) close() error {
	s.guard.Lock()
	defer s.guard.Unlock()
	return errors.Join(s.running.Close(), s.finished.Close())
}
