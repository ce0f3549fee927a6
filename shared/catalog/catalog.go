// Package catalog answers lists of sheets: filters, sorts, exact counts and
// pages, from a replica of the company's sheets that is kept in memory and
// follows the company's change log. Before every answer it reads the log past
// what it has applied, so an answer includes every write that was acknowledged
// before the request, whichever instance took it.
package catalog

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"anzen/shared/sds"
)

// Entry is one change of a sheet's head.
type Entry struct {
	Seq   int64
	Sheet sds.Sheet
}

// Source is where the replica comes from.
type Source interface {
	// LogHead is the last number taken in the log; writes with lower ones may be under way.
	LogHead(ctx context.Context, c sds.CompanyID) (int64, error)
	// Heads are all sheets, removed ones included.
	Heads(ctx context.Context, c sds.CompanyID) ([]sds.Sheet, error)
	// Tail are the log's entries with numbers above seq, in order.
	Tail(ctx context.Context, c sds.CompanyID, seq int64) ([]Entry, error)
	// At are the log's entries with the numbers, those that are there.
	At(ctx context.Context, c sds.CompanyID, seqs []int64) ([]Entry, error)
}

const (
	// companies is how many companies an instance keeps; the least recently used goes.
	companies = 32
	// holeLasts is how long a missing number is looked for: no write takes longer
	// than a function may run.
	holeLasts = 2 * time.Minute
	// behind is how far before the log's head a fresh replica begins to read, for
	// the writes that were under way while it loaded.
	behind = 200
	// staleAfter is when a replica is loaded anew instead of following the log,
	// well before the log's entries expire.
	staleAfter = 12 * time.Hour
)

// Catalog holds the replicas of an instance.
type Catalog struct {
	source Source
	now    func() time.Time
	mu     sync.Mutex
	held   map[sds.CompanyID]*replica
}

// New is an empty catalogue over a source.
func New(source Source, now func() time.Time) *Catalog {
	return &Catalog{source: source, now: now, held: map[sds.CompanyID]*replica{}}
}

// replica is one company's sheets and how far it has followed the log.
type replica struct {
	mu      sync.Mutex
	company sds.CompanyID
	loaded  bool
	sheets  map[sds.SheetID]sds.Sheet
	applied int64               // every number up to here is applied or given up
	last    int64               // the highest number known; those between are ahead or holes
	ahead   map[int64]bool      // applied numbers beyond applied
	holes   map[int64]time.Time // numbers not seen yet, with when they were missed
	caught  time.Time           // when it last caught up
	used    time.Time
}

// Search answers a query on a company's sheets as they are now.
func (c *Catalog) Search(ctx context.Context, company sds.CompanyID, q Query) (Page, error) {
	r := c.replica(company)
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := r.catchUp(ctx, c.source, c.now()); err != nil {
		return Page{}, fmt.Errorf("catalogue of company %s: %w", company, err)
	}
	return q.run(r.sheets), nil
}

func (c *Catalog) replica(company sds.CompanyID) *replica {
	c.mu.Lock()
	defer c.mu.Unlock()
	r := c.held[company]
	if r == nil {
		if len(c.held) >= companies {
			c.dropOldest()
		}
		r = &replica{company: company}
		c.held[company] = r
	}
	r.used = c.now()
	return r
}

func (c *Catalog) dropOldest() {
	var oldest sds.CompanyID
	for id, r := range c.held {
		if oldest == "" || r.used.Before(c.held[oldest].used) {
			oldest = id
		}
	}
	delete(c.held, oldest)
}

func (r *replica) catchUp(ctx context.Context, source Source, now time.Time) error {
	if !r.loaded || now.Sub(r.caught) > staleAfter {
		if err := r.load(ctx, source, now); err != nil {
			return err
		}
	}
	after := r.applied
	if len(r.holes) < len(r.ahead) {
		// Fewer are missing than have come since: those that came are not read again.
		filled, err := source.At(ctx, r.company, slices.Sorted(maps.Keys(r.holes)))
		if err != nil {
			return err
		}
		for _, e := range filled {
			r.apply(e, now)
		}
		after = r.last
	}
	entries, err := source.Tail(ctx, r.company, after)
	if err != nil {
		return err
	}
	for _, e := range entries {
		r.apply(e, now)
	}
	r.advance(now)
	r.caught = now
	return nil
}

func (r *replica) load(ctx context.Context, source Source, now time.Time) error {
	head, err := source.LogHead(ctx, r.company)
	if err != nil {
		return err
	}
	heads, err := source.Heads(ctx, r.company)
	if err != nil {
		return err
	}
	r.sheets = make(map[sds.SheetID]sds.Sheet, len(heads))
	for _, s := range heads {
		r.put(s)
	}
	r.applied, r.last, r.ahead, r.holes = max(head-behind, 0), head, map[int64]bool{}, map[int64]time.Time{}
	for seq := r.applied + 1; seq <= head; seq++ {
		r.holes[seq] = now
	}
	r.loaded = true
	return nil
}

// put takes a sheet unless a later version of it is there.
func (r *replica) put(s sds.Sheet) {
	if s.Version > r.sheets[s.ID].Version {
		r.sheets[s.ID] = s
	}
}

func (r *replica) apply(e Entry, now time.Time) {
	r.put(e.Sheet)
	for seq := r.last + 1; seq < e.Seq; seq++ {
		r.holes[seq] = now
	}
	r.last = max(r.last, e.Seq)
	delete(r.holes, e.Seq)
	if e.Seq > r.applied { // else it was given up, and came all the same
		r.ahead[e.Seq] = true
	}
}

// advance moves the mark over everything applied, and over holes that no write
// can fill any more.
func (r *replica) advance(now time.Time) {
	for {
		next := r.applied + 1
		missed, hole := r.holes[next]
		switch {
		case r.ahead[next]:
			delete(r.ahead, next)
		case hole && now.Sub(missed) > holeLasts:
			delete(r.holes, next)
		default:
			return
		}
		r.applied = next
	}
}
