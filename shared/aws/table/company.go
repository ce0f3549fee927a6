package table

import (
	"context"

	"anzen/shared/domain/company"
	"anzen/shared/domain/sds"
)

// Company reads a company, ErrNotFound where there is none.
func (t *Table) Company(ctx context.Context, c sds.CompanyID) (company.Company, error) {
	return GetOr[company.Company](ctx, t, CompanyKey(c), ErrNotFound)
}

// CreateCompany adds a new company to the transaction.
func (x *Tx) CreateCompany(c company.Company) *Tx {
	c.Version, c.CreatedAt, c.UpdatedAt = 1, x.table.now(), x.table.now()
	return x.Create(CompanyKey(c.ID), c, ErrStale)
}

// WriteCompany adds a change of the company, ErrStale where it has changed since it was
// read; the result is the company as written.
func (x *Tx) WriteCompany(c company.Company) company.Company {
	read := c.Version
	c.Version, c.UpdatedAt = read+1, x.table.now()
	x.Replace(CompanyKey(c.ID), c, read)
	return c
}
