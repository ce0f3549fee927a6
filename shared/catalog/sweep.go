package catalog

import (
	"context"

	"anzen/shared/sds"
)

// Counts are how many sheets each of the queries finds, all as of one moment.
func (c *Catalog) Counts(ctx context.Context, company sds.CompanyID, queries []Query) ([]int, error) {
	r := c.replica(company)
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := c.catchUp(ctx, r); err != nil {
		return nil, err
	}
	counts := make([]int, len(queries))
	for i := range queries {
		counts[i] = r.store.hits(&queries[i]).count()
	}
	return counts, nil
}

// Sweep calls each with every sheet that one of the queries finds, and with the numbers
// of those that do: all as of one moment, which is that of the log's number that is
// returned. Lists of the company wait meanwhile. Orders and pages are not looked at.
func (c *Catalog) Sweep(ctx context.Context, company sds.CompanyID, queries []Query, each func(s *sds.Sheet, by []int) error) (applied int64, err error) {
	r := c.replica(company)
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := c.catchUp(ctx, r); err != nil {
		return 0, err
	}
	found, any := make([]bits, len(queries)), newBits(r.store.len())
	for i := range queries {
		found[i] = r.store.hits(&queries[i])
		any.add(found[i])
	}
	var by []int
	any.each(func(n uint32) {
		if err != nil {
			return
		}
		by = by[:0]
		for i := range found {
			if found[i].has(n) {
				by = append(by, i)
			}
		}
		s := r.store.sheet(n)
		err = each(&s, by)
	})
	return r.applied, err
}
