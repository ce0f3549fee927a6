package catalog

import (
	"context"

	"github.com/google/uuid"
	"golang.org/x/sync/errgroup"

	"anzen/shared/domain/sds"
)

// Counts are the numbers of sheets that the queries find, in one state of the company.
func (c *Catalog) Counts(ctx context.Context, company sds.CompanyID, queries []Query) ([]int, error) {
	swept, err := c.Sweep(ctx, company, Sweep{Count: queries})
	return swept.Counts, err
}

// Sweep evaluates several queries in one state of the company. It ignores their orders
// and pages, and does not support Named.
type Sweep struct {
	// Count are queries whose results are counted.
	Count []Query
	// Find are queries whose results are passed to Each, every sheet once, by concurrent
	// workers, each with its part of the sheets in the order of their numbers.
	Find    []Query
	Workers int
	Each    func(worker int, h *Hit) error
}

// Hit is a sheet that a sweep finds. It is valid until Each returns.
type Hit struct {
	ID      uuid.UUID
	Version int64
	By      []int // indexes of the queries that find it

	store *store
	n     uint32
}

// Sheet is the record of the sheet.
func (h *Hit) Sheet() sds.Sheet { return h.store.sheet(h.n) }

// Swept is the result of a sweep, with the applied number of the company's log.
type Swept struct {
	Counts  []int
	Applied int64
}

// Sweep evaluates queries on a company's sheets. Searches of the company wait meanwhile.
func (c *Catalog) Sweep(ctx context.Context, company sds.CompanyID, s Sweep) (Swept, error) {
	r := c.replica(company)
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := c.catchUp(ctx, r); err != nil {
		return Swept{}, err
	}
	swept := Swept{Applied: r.applied}
	for i := range s.Count {
		swept.Counts = append(swept.Counts, r.store.hits(&s.Count[i]).count())
	}
	found, some := make([]bits, len(s.Find)), newBits(r.store.len())
	for i := range s.Find {
		found[i] = r.store.hits(&s.Find[i])
		some.add(found[i])
	}
	numbers := make([]uint32, 0, some.count())
	some.each(func(n uint32) { numbers = append(numbers, n) })
	workers, _ := errgroup.WithContext(ctx)
	for w := range max(1, s.Workers) {
		part := numbers[len(numbers)*w/max(1, s.Workers) : len(numbers)*(w+1)/max(1, s.Workers)]
		workers.Go(func() error {
			var by []int
			for _, n := range part {
				by = by[:0]
				for i := range found {
					if found[i].has(n) {
						by = append(by, i)
					}
				}
				if err := s.Each(w, &Hit{ID: r.store.ids[n], Version: r.store.version(n), By: by, store: r.store, n: n}); err != nil {
					return err
				}
			}
			return ctx.Err()
		})
	}
	return swept, workers.Wait()
}
