package table

import (
	"context"

	"anzen/shared/domain/company"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
)

// Codes of a saved search whose name exists, and of too many saved searches.
const (
	CodeCriteriaExists  message.Code = "criteria.name_exists"
	CodeTooManyCriteria message.Code = "criteria.too_many"
)

// nameCriteria is the kind of the names of a user's saved searches, which are unique.
func nameCriteria(u sds.UserID) string { return "criteria#" + string(u) }

// criteriaSaved is the attribute that counts saved searches.
const criteriaSaved = "Saved"

// criteriaCount is the number of a user's saved searches.
type criteriaCount struct {
	Saved int `dynamodbav:"Saved"`
}

// AllCriteria reads a user's saved searches.
func (t *Table) AllCriteria(ctx context.Context, c sds.CompanyID, u sds.UserID) ([]company.Criteria, error) {
	return List[company.Criteria](ctx, t, Criteria(c, u))
}

// OneCriteria reads a saved search, ErrNotFound where the user has none with the id.
func (t *Table) OneCriteria(ctx context.Context, c sds.CompanyID, u sds.UserID, id sds.CriteriaID) (company.Criteria, error) {
	return GetOr[company.Criteria](ctx, t, CriteriaKey(c, u, id), ErrNotFound)
}

// CreateCriteria adds a saved search; a conflict where the name exists or there are
// company.MaxCriteria already.
func (x *Tx) CreateCriteria(u sds.UserID, s company.Criteria) company.Criteria {
	limit := company.MaxCriteria
	s.Version, s.CreatedAt, s.UpdatedAt = 1, x.table.now(), x.table.now()
	x.takeName(nameCriteria(u), s.Name, string(s.ID), CodeCriteriaExists)
	x.CountUpTo(criteriaCountKey(x.company, u), criteriaSaved, 1, &limit, message.New(message.Conflict, CodeTooManyCriteria).With(message.Args{"limit": limit}))
	x.Create(CriteriaKey(x.company, u, s.ID), s, ErrStale)
	return s
}

// EditCriteria changes a saved search, ErrStale where it has changed since it was read.
func (x *Tx) EditCriteria(u sds.UserID, s, to company.Criteria) company.Criteria {
	x.changeName(nameCriteria(u), s.Name, to.Name, string(s.ID), CodeCriteriaExists)
	read := s.Version
	s.Name, s.Query, s.Columns, s.Default = to.Name, to.Query, to.Columns, to.Default
	s.Version, s.UpdatedAt = read+1, x.table.now()
	x.Replace(CriteriaKey(x.company, u, s.ID), s, read)
	return s
}

// DeleteCriteria removes a saved search, ErrStale where it has changed since it was read,
// and frees its name.
func (x *Tx) DeleteCriteria(u sds.UserID, s company.Criteria) *Tx {
	x.CountUpTo(criteriaCountKey(x.company, u), criteriaSaved, -1, nil, nil)
	return x.Delete(CriteriaKey(x.company, u, s.ID), s.Version).Remove(NameKey(x.company, nameCriteria(u), company.Fold(s.Name)))
}
