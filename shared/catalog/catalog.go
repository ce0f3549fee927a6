// Package catalog searches sheets: filters, sorts, exact counts and pages, from a
// replica of the company's sheets in memory, as columns and bitmaps, that follows the
// company's change log. Before every search it reads the log past the entries it has
// applied, so a result includes every write that was acknowledged before the request,
// on whichever instance. A replica begins from a snapshot, or is rebuilt from the
// table, which is authoritative.
package catalog

import (
	"context"
	"fmt"
	"sync"
	"time"

	"anzen/shared/domain/sds"
)

// Source is the table with the sheets and their log.
type Source interface {
	// LogEnd is the last number allocated in the log; writes with lower ones may be in progress.
	LogEnd(ctx context.Context, c sds.CompanyID) (int64, error)
	// LogBefore is the highest number of the entries written before a time, 0 where there is none.
	LogBefore(ctx context.Context, c sds.CompanyID, t time.Time) (int64, error)
	// EachSheet calls each with every sheet, removed ones included, in the order of their ids.
	EachSheet(ctx context.Context, c sds.CompanyID, each func(*sds.Sheet) error) error
	// Tail are the log's entries with numbers above seq, in order.
	Tail(ctx context.Context, c sds.CompanyID, seq int64) ([]sds.LogEntry, error)
	// At are the log's entries with the numbers, as far as they exist.
	At(ctx context.Context, c sds.CompanyID, seqs []int64) ([]sds.LogEntry, error)
}

// Snapshots is the store of snapshots.
type Snapshots interface {
	// ReadSnapshot reads a company's snapshot; nil where there is none.
	ReadSnapshot(ctx context.Context, c sds.CompanyID) ([]byte, error)
	// RequestSnapshot requests a new snapshot of the company.
	RequestSnapshot(ctx context.Context, c sds.CompanyID) error
}

// Budget is the default memory for an instance's replicas in bytes; beyond it the least
// recently used ones are dropped.
const Budget = 600 << 20

// Catalog holds the replicas of an instance.
type Catalog struct {
	source    Source
	snapshots Snapshots // nil: not used
	checks    Checks    // nil: not made
	later     bool
	names     func(context.Context, sds.CompanyID, string) ([]Condition, error)
	now       func() time.Time
	loaded    func(context.Context, Load) // nil: nobody watches
	budget    int

	mu   sync.Mutex
	held map[sds.CompanyID]*replica
}

// Option configures a catalog.
type Option func(*Catalog)

// WithSnapshots begins replicas from snapshots.
func WithSnapshots(s Snapshots) Option { return func(c *Catalog) { c.snapshots = s } }

// Load is the loading of a company's sheets into memory.
type Load struct {
	Company  sds.CompanyID
	Sheets   int
	Snapshot bool // from a snapshot, else from the table
	Took     time.Duration
}

// WithLoads tells of every loading.
func WithLoads(tell func(context.Context, Load)) Option { return func(c *Catalog) { c.loaded = tell } }

// WithBudget sets the memory for replicas in bytes.
func WithBudget(bytes int) Option { return func(c *Catalog) { c.budget = bytes } }

// New is an empty catalog over a source.
func New(source Source, now func() time.Time, options ...Option) *Catalog {
	c := &Catalog{source: source, now: now, budget: Budget, held: map[sds.CompanyID]*replica{}}
	for _, o := range options {
		o(c)
	}
	return c
}

// Search answers a query on a company's current sheets.
func (c *Catalog) Search(ctx context.Context, company sds.CompanyID, q Query) (Page, error) {
	var err error
	if q.Where, err = c.resolve(ctx, company, q.Where); err != nil {
		return Page{}, err
	}
	r := c.replica(company)
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := c.catchUp(ctx, r); err != nil {
		return Page{}, err
	}
	if q.Limit > 0 {
		r.store.settle(q.kind())
	}
	return r.store.search(&q), nil
}

func (c *Catalog) catchUp(ctx context.Context, r *replica) error {
	fresh, began, loads := r.store == nil, c.now(), r.loads
	if err := r.catchUp(ctx, c.source, c.snapshots, c.now()); err != nil {
		return fmt.Errorf("catalog of company %s: %w", r.company, err)
	}
	if c.loaded != nil && r.loads != loads {
		c.loaded(ctx, Load{Company: r.company, Sheets: r.store.len(), Snapshot: r.based, Took: c.now().Sub(began)})
	}
	if fresh || r.changes > r.store.len()/8 {
		r.changes = 0
		c.weigh(r, r.store.bytes())
	}
	if c.snapshots != nil && r.wantsSnapshot(c.now()) {
		r.requestSnapshot(ctx, c.snapshots, c.now())
	}
	return nil
}

func (c *Catalog) replica(company sds.CompanyID) *replica {
	c.mu.Lock()
	defer c.mu.Unlock()
	r := c.held[company]
	if r == nil {
		r = &replica{company: company, checks: c.checks, later: c.later}
		c.held[company] = r
	}
	r.used = c.now()
	return r
}

// weigh records the size of a replica and drops others until all fit the budget.
func (c *Catalog) weigh(r *replica, bytes int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	r.bytes = bytes
	for {
		total, oldest := 0, r
		for _, other := range c.held {
			total += other.bytes
			if other != r && (oldest == r || other.used.Before(oldest.used)) {
				oldest = other
			}
		}
		if total <= c.budget || oldest == r {
			return
		}
		delete(c.held, oldest.company)
	}
}

// Sheets is how many sheets of a company the instance holds, removed ones included; 0 where it holds none.
func (c *Catalog) Sheets(company sds.CompanyID) int {
	c.mu.Lock()
	r := c.held[company]
	c.mu.Unlock()
	if r == nil {
		return 0
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.store == nil {
		return 0
	}
	return r.store.len()
}

// Held is the number of replicas of the instance.
func (c *Catalog) Held() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.held)
}
