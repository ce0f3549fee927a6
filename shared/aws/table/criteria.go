package table

import (
	"context"
	"errors"
	"slices"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

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

// criteriaDefaults is the attribute that counts the changes of a user's default, so that two at the same time do not
// leave two defaults.
const criteriaDefaults = "Defaults"

// criteriaCount is the number of a user's saved searches, and of the changes of the default among them.
type criteriaCount struct {
	Saved    int `dynamodbav:"Saved"`
	Defaults int `dynamodbav:"Defaults,omitempty"`
}

// AllCriteria reads a user's saved searches.
func (t *Table) AllCriteria(ctx context.Context, c sds.CompanyID, u sds.UserID) ([]company.Criteria, error) {
	return List[company.Criteria](ctx, t, Criteria(c, u))
}

// OneCriteria reads a saved search, ErrNotFound where the user has none with the id.
func (t *Table) OneCriteria(ctx context.Context, c sds.CompanyID, u sds.UserID, id sds.CriteriaID) (company.Criteria, error) {
	return GetOr[company.Criteria](ctx, t, CriteriaKey(c, u, id), ErrNotFound)
}

// Defaults are the saved searches of a user that are the default, as read before another becomes it: at most one, or
// several that were saved before there was only one.
type Defaults struct {
	count  criteriaCount
	former []company.Criteria
}

// DefaultCriteria reads what CreateCriteria and EditCriteria need to make a saved search the default.
func (t *Table) DefaultCriteria(ctx context.Context, c sds.CompanyID, u sds.UserID) (*Defaults, error) {
	count, _, err := Get[criteriaCount](ctx, t, criteriaCountKey(c, u)) // before the searches, so that a later change is seen in either
	if err != nil {
		return nil, err
	}
	all, err := t.AllCriteria(ctx, c, u)
	if err != nil {
		return nil, err
	}
	return &Defaults{count, slices.DeleteFunc(all, func(s company.Criteria) bool { return !s.Default })}, nil
}

// CreateCriteria adds a saved search; a conflict where the name exists or there are
// company.MaxCriteria already. Before is not nil where it becomes the default: those before
// are no longer, and ErrStale where the default has changed since they were read.
func (x *Tx) CreateCriteria(u sds.UserID, s company.Criteria, before *Defaults) company.Criteria {
	limit := company.MaxCriteria
	s.Version, s.CreatedAt, s.UpdatedAt, s.Default = 1, x.table.now(), x.table.now(), before != nil
	x.takeName(nameCriteria(u), s.Name, string(s.ID), CodeCriteriaExists)
	full := message.New(message.Conflict, CodeTooManyCriteria).With(message.Args{"limit": limit})
	if before == nil {
		x.CountUpTo(criteriaCountKey(x.company, u), criteriaSaved, 1, &limit, full)
	} else {
		if before.count.Saved >= limit {
			x.err = errors.Join(x.err, full)
		}
		x.moveDefault(u, s.ID, before, 1)
	}
	x.Create(CriteriaKey(x.company, u, s.ID), s, ErrStale)
	return s
}

// EditCriteria changes a saved search, ErrStale where it has changed since it was read. Before
// is not nil where it becomes the default, as in CreateCriteria.
func (x *Tx) EditCriteria(u sds.UserID, s, to company.Criteria, before *Defaults) company.Criteria {
	x.changeName(nameCriteria(u), s.Name, to.Name, string(s.ID), CodeCriteriaExists)
	read := s.Version
	s.Name, s.Query, s.Columns, s.Default = to.Name, to.Query, to.Columns, to.Default || before != nil
	s.Version, s.UpdatedAt = read+1, x.table.now()
	if before != nil {
		x.moveDefault(u, s.ID, before, 0)
	}
	x.Replace(CriteriaKey(x.company, u, s.ID), s, read)
	return s
}

// moveDefault makes the former defaults ordinary saved searches, and counts the change and the
// added searches; ErrStale where others were counted since the counts were read.
func (x *Tx) moveDefault(u sds.UserID, to sds.CriteriaID, before *Defaults, added int) {
	for _, s := range before.former {
		if s.ID == to {
			continue
		}
		read := s.Version
		s.Default, s.Version, s.UpdatedAt = false, read+1, x.table.now()
		x.Replace(CriteriaKey(x.company, u, s.ID), s, read)
	}
	unchanged := func(attribute string, read int) string {
		if read == 0 {
			return "(attribute_not_exists(" + attribute + ") OR " + attribute + " = :" + attribute[1:] + ")"
		}
		return attribute + " = :" + attribute[1:]
	}
	x.add(criteriaCountKey(x.company, u), types.TransactWriteItem{Update: &types.Update{
		TableName: &x.table.name, Key: criteriaCountKey(x.company, u).item(),
		UpdateExpression:         aws.String("ADD #saved :added, #defaults :one"),
		ConditionExpression:      aws.String(unchanged("#saved", before.count.Saved) + " AND " + unchanged("#defaults", before.count.Defaults)),
		ExpressionAttributeNames: map[string]string{"#saved": criteriaSaved, "#defaults": criteriaDefaults},
		ExpressionAttributeValues: Item{
			":added": number(int64(added)), ":one": number(1), ":saved": number(int64(before.count.Saved)), ":defaults": number(int64(before.count.Defaults)),
		},
	}}, ErrStale)
}

// DeleteCriteria removes a saved search, ErrStale where it has changed since it was read,
// and frees its name.
func (x *Tx) DeleteCriteria(u sds.UserID, s company.Criteria) *Tx {
	x.CountUpTo(criteriaCountKey(x.company, u), criteriaSaved, -1, nil, nil)
	return x.Delete(CriteriaKey(x.company, u, s.ID), s.Version).Remove(NameKey(x.company, nameCriteria(u), company.Fold(s.Name)))
}
