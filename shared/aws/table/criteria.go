package table

import (
	"context"

	"anzen/shared/domain/company"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
)

// What is answered where a person has a saved search of the name, or too many.
const (
	CodeCriteriaExists  message.Code = "criteria.name_exists"
	CodeTooManyCriteria message.Code = "criteria.too_many"
)

// nameCriteria is the kind of names of which a person has each once.
func nameCriteria(u sds.UserID) string { return "criteria#" + string(u) }

// criteriaSaved is the attribute that counts them.
const criteriaSaved = "Saved"

// criteriaCount is how many searches a person has saved.
type criteriaCount struct {
	Saved int `dynamodbav:"Saved"`
}

// AllCriteria reads the searches that a person has saved.
func (t *Table) AllCriteria(ctx context.Context, c sds.CompanyID, u sds.UserID) ([]company.Criteria, error) {
	return List[company.Criteria](ctx, t, Criteria(c, u))
}

// OneCriteria reads a saved search, ErrNotFound where the person has none with the id.
func (t *Table) OneCriteria(ctx context.Context, c sds.CompanyID, u sds.UserID, id sds.CriteriaID) (company.Criteria, error) {
	return GetOr[company.Criteria](ctx, t, CriteriaKey(c, u, id), ErrNotFound)
}

// CreateCriteria adds a search to those that the person has saved, unless there is
// one of the name or there are as many as there may be.
func (x *Tx) CreateCriteria(u sds.UserID, s company.Criteria) company.Criteria {
	limit := company.MaxCriteria
	s.Version, s.CreatedAt, s.UpdatedAt = 1, x.table.now(), x.table.now()
	x.takeName(nameCriteria(u), s.Name, string(s.ID), CodeCriteriaExists)
	x.CountUpTo(criteriaCountKey(x.company, u), criteriaSaved, 1, &limit, message.New(message.Conflict, CodeTooManyCriteria).With(message.Args{"limit": limit}))
	x.Create(CriteriaKey(x.company, u, s.ID), s, ErrStale)
	return s
}

// EditCriteria adds another name and query for the saved search as it was read.
func (x *Tx) EditCriteria(u sds.UserID, s company.Criteria, name, query string) company.Criteria {
	x.changeName(nameCriteria(u), s.Name, name, string(s.ID), CodeCriteriaExists)
	read := s.Version
	s.Name, s.Query, s.Version, s.UpdatedAt = name, query, read+1, x.table.now()
	x.Replace(CriteriaKey(x.company, u, s.ID), s, read)
	return s
}

// DeleteCriteria removes the saved search as it was read, and frees its name.
func (x *Tx) DeleteCriteria(u sds.UserID, s company.Criteria) *Tx {
	x.CountUpTo(criteriaCountKey(x.company, u), criteriaSaved, -1, nil, nil)
	return x.Delete(CriteriaKey(x.company, u, s.ID), s.Version).Remove(NameKey(x.company, nameCriteria(u), company.Fold(s.Name)))
}
