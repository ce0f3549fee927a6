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
	return x.Create(CompanyKey(c.ID), c, ErrStale).list(c.ID)
}

// WriteCompany adds a change of the company, ErrStale where it has changed since it was
// read; the result is the company as written.
func (x *Tx) WriteCompany(c company.Company) company.Company {
	read := c.Version
	c.Version, c.UpdatedAt = read+1, x.table.now()
	x.Replace(CompanyKey(c.ID), c, read)
	return c
}

// listed is a company in the list of all companies.
type listed struct {
	Company sds.CompanyID `dynamodbav:"Company"`
}

// list adds the company to the list of all companies.
func (x *Tx) list(c sds.CompanyID) *Tx { return x.Put(listedKey(c), listed{c}) }

// CompaniesAfter are some of all companies, by their ids, after the given one: only for
// what is done for every company.
func (t *Table) CompaniesAfter(ctx context.Context, after sds.CompanyID, limit int) ([]sds.CompanyID, error) {
	o := queryOptions{limit: int32(limit)} //nolint:gosec // some thousand
	if after != "" {
		o.after = listedKey(after).sk
	}
	all, err := query[listed](ctx, t, Partition{pk: companiesPK}, o)
	companies := make([]sds.CompanyID, len(all))
	for i, l := range all {
		companies[i] = l.Company
	}
	return companies, err
}
