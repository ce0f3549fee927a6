package catalog

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"anzen/shared/domain/sds"
)

const (
	// staleAfter is when a replica is reloaded instead of following the log, well before
	// the log's entries expire.
	staleAfter = 12 * time.Hour
	// trusted is how old a snapshot may be before the log may have lost entries since.
	trusted = 36 * time.Hour
)

// A new snapshot is requested from worthSnapshot sheets on, when about behindBy entries of
// the log were read since the last, at most once every requestEvery.
const (
	worthSnapshot = 100
	behindBy      = 200
	requestEvery  = 10 * time.Minute
)

// replica is one company's sheets with the state of following the log.
type replica struct {
	company sds.CompanyID
	used    time.Time // guarded by the catalog's lock, as bytes
	bytes   int
	checks  Checks // nil: not made
	later   bool   // see Later

	mu      sync.Mutex
	store   *store
	applied int64               // every number up to here is applied or given up
	last    int64               // the highest known number; those between are in ahead or holes
	ahead   map[int64]bool      // applied numbers beyond applied
	holes   map[int64]time.Time // missing numbers, with when they were first missed
	lowest  int64               // a number so old that no write below it is in progress
	caught  time.Time           // when it last caught up

	loads     int  // how often it began from a snapshot or the table
	changes   int  // entries applied since it was weighed
	since     int  // entries applied since the snapshot
	based     bool // it began from a snapshot
	stale     bool // the snapshot's sheets are checked by other rules than today's
	span      ruleSpan
	judging   judging
	behind    bool      // a goroutine checks what judging has left
	requested time.Time // when a snapshot was requested
}

func (r *replica) catchUp(ctx context.Context, source Source, snapshots Snapshots, now time.Time) error {
	if r.store == nil || now.Sub(r.caught) > staleAfter {
		if err := r.load(ctx, source, snapshots, now); err != nil {
			return err
		}
	}
	if err := r.recheck(ctx, snapshots, now); err != nil {
		return err
	}
	after := r.applied
	if len(r.holes) < len(r.ahead) {
		// Fewer numbers are missing than were applied beyond them: only the missing ones are read.
		filled, err := source.At(ctx, r.company, slices.Sorted(maps.Keys(r.holes)))
		if err != nil {
			return err
		}
		if err := r.applyAll(filled, now); err != nil {
			return err
		}
		after = r.last
	}
	entries, err := source.Tail(ctx, r.company, after)
	if err != nil {
		return err
	}
	if err := r.applyAll(entries, now); err != nil {
		return err
	}
	r.advance(now)
	r.caught = now
	return nil
}

// load begins from a valid snapshot, else from the table.
func (r *replica) load(ctx context.Context, source Source, snapshots Snapshots, now time.Time) error {
	r.store = nil
	if snapshots != nil {
		if s := readSnapshot(ctx, snapshots, r.company); s != nil {
			ok, err := s.complete(ctx, source, now)
			if err != nil {
				return err
			}
			if ok {
				r.begin(s.store, s.applied, s.applied, now)
				r.based, r.span = true, s.span
				return nil
			}
		}
	}
	return r.rebuild(ctx, source, snapshots, now)
}

// rebuild reads all sheets from the table. Writes that may be in progress meanwhile are
// read from the log afterwards. For many sheets a snapshot is requested first: the
// function may time out before the end.
func (r *replica) rebuild(ctx context.Context, source Source, snapshots Snapshots, now time.Time) error {
	applied, err := source.LogBefore(ctx, r.company, now.Add(-sds.WriteTakes))
	if err != nil {
		return err
	}
	end, err := source.LogEnd(ctx, r.company)
	if err != nil {
		return err
	}
	if snapshots != nil && end >= worthSnapshot && r.mayRequest(now) {
		r.requestSnapshot(ctx, snapshots, now)
	}
	st := newStore()
	st.check = r.check(now)
	if err := source.EachSheet(ctx, r.company, st.put); err != nil {
		return err
	}
	r.begin(st, applied, end, now)
	r.based = false
	r.applyRules(now)
	return nil
}

func (r *replica) begin(st *store, applied, end int64, now time.Time) {
	r.caught, r.judging = now, judging{} // a call that ends here goes on from what was loaded
	r.store, r.applied, r.last = st, applied, max(end, applied)
	r.loads++
	r.ahead, r.holes, r.lowest, r.since, r.changes = map[int64]bool{}, map[int64]time.Time{}, 0, 0, 0
	for seq := applied + 1; seq <= end; seq++ {
		r.holes[seq] = now
	}
}

func (r *replica) applyAll(entries []sds.LogEntry, now time.Time) error {
	for i := range entries {
		if err := r.apply(&entries[i], now); err != nil {
			return err
		}
	}
	return nil
}

func (r *replica) apply(e *sds.LogEntry, now time.Time) error {
	if err := r.store.put(&e.Sheet); err != nil {
		return err
	}
	for seq := r.last + 1; seq < e.Seq; seq++ {
		r.holes[seq] = now
	}
	if e.Seq > r.applied && !r.ahead[e.Seq] { // else it had been given up
		r.ahead[e.Seq] = true
		r.changes++
		r.since++
	}
	r.last = max(r.last, e.Seq)
	delete(r.holes, e.Seq)
	if !e.At.IsZero() && now.Sub(e.At) > sds.WriteTakes {
		r.lowest = max(r.lowest, e.Seq)
	}
	return nil
}

// advance moves applied over applied numbers and over holes that no write can fill any
// more: missing for long, or below an old number, as numbers are allocated in order.
func (r *replica) advance(now time.Time) {
	for {
		next := r.applied + 1
		missed, hole := r.holes[next]
		switch {
		case r.ahead[next]:
			delete(r.ahead, next)
		case hole && (next < r.lowest || now.Sub(missed) > sds.WriteTakes):
			delete(r.holes, next)
		default:
			return
		}
		r.applied = next
	}
}

func (r *replica) mayRequest(now time.Time) bool {
	return r.requested.IsZero() || now.Sub(r.requested) >= requestEvery
}

// requestSnapshot requests a snapshot. It ignores errors: they only make the next instance
// start more slowly.
func (r *replica) requestSnapshot(ctx context.Context, snapshots Snapshots, now time.Time) {
	if snapshots.RequestSnapshot(ctx, r.company) == nil {
		r.requested, r.stale = now, false
	}
}

func (r *replica) wantsSnapshot(now time.Time) bool {
	if r.store.len() < worthSnapshot || !r.mayRequest(now) {
		return false
	}
	return r.stale || !r.based && r.requested.IsZero() || r.since >= behindBy+r.store.len()/50
}
