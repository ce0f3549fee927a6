package catalog

import (
	"context"

	"github.com/RoaringBitmap/roaring/v2"

	"anzen/shared/domain/sds"
)

// ValueCount is a value of a facet with the number of sheets that have it.
type ValueCount struct {
	Value string
	Count int
}

// Values returns the values of a facet that the sheets of a query have, with the numbers
// of sheets, in no order. The query's text, order and page do not count, nor does Named.
func (c *Catalog) Values(ctx context.Context, company sds.CompanyID, f Facet, q Query) ([]ValueCount, error) {
	r := c.replica(company)
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := c.catchUp(ctx, r); err != nil {
		return nil, err
	}
	hits := r.store.hits(&q).bitmap()
	v := &r.store.facets[f]
	var found []ValueCount
	for i, sheets := range v.sheets {
		if n := sheets.AndCardinality(hits); n > 0 {
			found = append(found, ValueCount{v.names[i], int(n)})
		}
	}
	return found, nil
}

// bitmap is the set as a compressed bitmap.
func (b bits) bitmap() *roaring.Bitmap {
	return roaring.FromDense(b, false)
}
