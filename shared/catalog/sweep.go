package catalog

import (
	"context"

	"github.com/google/uuid"
	"golang.org/x/sync/errgroup"

	"anzen/shared/domain/sds"
)

// Counts are how many sheets each of the queries finds, all as of one moment.
func (c *Catalog) Counts(ctx context.Context, company sds.CompanyID, queries []Query) ([]int, error) {
	swept, err := c.Sweep(ctx, company, Sweep{Count: queries})
	return swept.Counts, err
}

// Sweep asks for many things as of one moment. Orders and pages of queries are not
// looked at.
type Sweep struct {
	// Count are queries of which it is asked how many sheets they find.
	Count []Query
	// Find are queries whose sheets are passed to Each, every sheet once, by so many
	// workers side by side, each of which has the sheets in the order in which they came.
	Find    []Query
	Workers int
	Each    func(worker int, h *Hit) error
}

// Hit is a sheet that a sweep finds. It must not be used after Each has returned.
type Hit struct {
	ID      uuid.UUID
	Version int64
	By      []int // the numbers of the queries that find it

	store *store
	n     uint32
}

// Sheet is the head of the sheet.
func (h *Hit) Sheet() sds.Sheet { return h.store.sheet(h.n) }

// Swept is what a sweep counted, as of a number of the company's log.
type Swept struct {
	Counts  []int
	Applied int64
}

// Sweep goes over a company's sheets. Its lists wait meanwhile.
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
