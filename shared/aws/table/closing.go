package table

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"anzen/shared/domain/checklist"
	"anzen/shared/domain/company"
	"anzen/shared/domain/job"
	"anzen/shared/domain/plan"
	"anzen/shared/domain/sds"
)

// Closing a company's account: all its records are found from the company's id and
// removed. No audit records are written, as they would have to be removed, too; the
// remaining record (Closed) documents the closing.

// Closed is the record that remains of a closed company. It has no personal data.
type Closed struct {
	Company    sds.CompanyID `dynamodbav:"Company"`
	Plan       plan.ID       `dynamodbav:"Plan"`
	SignedUpAt time.Time     `dynamodbav:"SignedUpAt"`
	ClosedAt   time.Time     `dynamodbav:"ClosedAt"`
	RemovedAt  time.Time     `dynamodbav:"RemovedAt"` // when the last record was removed
}

// ClosedCompany reads the record that remains of a closed company.
func (t *Table) ClosedCompany(ctx context.Context, c sds.CompanyID) (Closed, bool, error) {
	return Get[Closed](ctx, t, closedKey(c))
}

// CloseCompany closes the company's account: it cannot be used from then on. ErrStale
// where it has changed since it was read.
func (x *Tx) CloseCompany(c company.Company) *Tx {
	now := x.table.now()
	c.Active, c.ClosedAt = false, &now
	x.WriteCompany(c)
	return x
}

// link is the record of a mailed link under its company: links have keys of their own.
type link struct {
	Hash string `dynamodbav:"Hash"`
	TTL  int64  `dynamodbav:"ttl"`
}

// EraseLinks removes some of a company's mailed links, and reports whether there were any.
func (t *Table) EraseLinks(ctx context.Context, c sds.CompanyID) (more bool, err error) {
	links, err := query[link](ctx, t, Partition{pk: linksPK(c)}, queryOptions{limit: maxTxItems / 2})
	if err != nil {
		return false, err
	}
	var keys []Key
	for _, l := range links {
		keys = append(keys, TokenKey(l.Hash), linkKey(c, l.Hash))
	}
	return len(keys) > 0, t.erase(ctx, keys...)
}

// EraseUploads removes the records of some of a company's uploads after objects has
// removed the objects with the keys, and reports whether there were any.
func (t *Table) EraseUploads(ctx context.Context, c sds.CompanyID, objects func(keys []string) error) (more bool, err error) {
	items, err := t.some(ctx, Partition{pk: sentPK(c)}, 1, "")
	if err != nil || len(items) == 0 {
		return false, err
	}
	of, _, err := Decode[Sent](items[0])
	if err != nil {
		return false, err
	}
	if err := objects(of.Keys); err != nil {
		return false, err
	}
	keys := []Key{allowedKey(keyOf(items[0]).sk, c)}
	for _, id := range of.IDs {
		keys = append(keys, UploadKey(id))
	}
	return true, t.erase(ctx, append(keys, keyOf(items[0]))...)
}

// SheetRecordsPage reads the first n sheet records of a company or more, removed ones included.
func (t *Table) SheetRecordsPage(ctx context.Context, c sds.CompanyID, n int) ([]sds.Sheet, error) {
	return query[sds.Sheet](ctx, t, sheetRecords(c), queryOptions{limit: int32(n)}) //nolint:gosec // a few
}

// AttachmentKeys are the object keys of a sheet's attachments, including those that never
// arrived.
func (t *Table) AttachmentKeys(ctx context.Context, c sds.CompanyID, s sds.SheetID) ([]string, error) {
	records, err := List[attachmentRecord](ctx, t, attachments(c, s))
	keys := make([]string, len(records))
	for i, r := range records {
		keys[i] = r.Key
	}
	return keys, err
}

// EraseSheet removes all records of a sheet, the sheet record last.
func (t *Table) EraseSheet(ctx context.Context, c sds.CompanyID, s sds.Sheet) error {
	for more := true; more; {
		var err error
		if more, err = t.erasePart(ctx, partsOf(c, s.ID)); err != nil {
			return err
		}
	}
	var keys []Key
	for _, code := range foldCodes(s.GuardedCodes) {
		keys = append(keys, productCodeKey(c, code))
	}
	if s.DeletedAt != nil {
		keys = append(keys, removedKey(c, s.ID, *s.DeletedAt))
	}
	return t.erase(ctx, append(keys, SheetKey(c, s.ID))...)
}

// EraseUser removes a user. account removes their account in the user pool: it is called
// while they own the guard of their e-mail address, so that no other user can have an
// account with it.
func (t *Table) EraseUser(ctx context.Context, u company.User, account func(email string) error) error {
	guard, there, err := t.Account(ctx, u.Email)
	if err != nil {
		return err
	}
	if there && guard.Company == u.Company {
		if err := account(u.Email); err != nil {
			return err
		}
		// Another user can get the guard only after this one is removed.
		if err := t.eraseGuard(ctx, u); err != nil {
			return err
		}
	}
	for _, p := range []Partition{{pk: personPK(u.Company, u.ID)}, {pk: NameKey(u.Company, nameCriteria(u.ID), "").pk}} {
		for more := true; more; {
			if more, err = t.erasePart(ctx, p); err != nil {
				return err
			}
		}
	}
	return t.erase(ctx, UserKey(u.Company, u.ID))
}

func (t *Table) eraseGuard(ctx context.Context, u company.User) error {
	_, err := t.api.TransactWriteItems(ctx, &dynamodb.TransactWriteItemsInput{TransactItems: []types.TransactWriteItem{{Delete: &types.Delete{
		TableName: &t.name, Key: EmailKey(u.Email).item(), ConditionExpression: aws.String("attribute_not_exists(pk) OR Company = :c"),
		ExpressionAttributeValues: Item{":c": &types.AttributeValueMemberS{Value: string(u.Company)}},
	}}}})
	var refused *types.TransactionCanceledException
	if errors.As(err, &refused) && slices.ContainsFunc(refused.CancellationReasons, func(r types.CancellationReason) bool { return aws.ToString(r.Code) == "ConditionalCheckFailed" }) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("free the address of user %s: %w", u.ID, err)
	}
	return nil
}

// EraseLeft removes the records of users removed earlier, with their accounts where no
// other user owns the address since.
func (t *Table) EraseLeft(ctx context.Context, c sds.CompanyID, account func(email string) error) error {
	all, err := List[Left](ctx, t, Partition{companyPK(c), "LEFT#"})
	if err != nil {
		return err
	}
	for _, l := range all {
		_, taken, err := t.Account(ctx, l.Email)
		if err == nil && !taken {
			err = account(l.Email)
		}
		if err == nil {
			err = t.erase(ctx, leftKey(c, l.User))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// EraseConnection removes the connection to a company's identity provider, if there is
// one, and frees its mail domains. ErrStale where it changes meanwhile.
func (t *Table) EraseConnection(ctx context.Context, c sds.CompanyID) error {
	found, there, err := t.Connection(ctx, c)
	if err != nil || !there {
		return err
	}
	x := t.Begin(c).DeleteConnection(found)
	x.audited = true // closing writes no audit records
	return x.Commit(ctx)
}

// EraseChecklists removes the reviews and the history of all checklists of a company. The
// checklists themselves, from which these are found, are left to EraseRest.
func (t *Table) EraseChecklists(ctx context.Context, c sds.CompanyID) error {
	all, err := List[checklist.List](ctx, t, checklists(c))
	if err != nil {
		return err
	}
	for _, l := range all {
		if err := t.EraseChecklist(ctx, c, l.ID); err != nil {
			return err
		}
	}
	return nil
}

// leftovers are the partitions of records from which no other records are found.
func leftovers(c sds.CompanyID) []Partition {
	pk := companyPK(c)
	return []Partition{
		{pk: pk + "#NAME#" + DepartmentRecords.kind},
		{pk: pk + "#NAME#" + TagRecords.kind},
		{pk: pk + "#LOG"},
		{pk: auditPK(c)},
		seals(c),
		{pk: companiesPK, prefix: pk},
		{pk: pk + "#IDEM"},
		{pk: scannedPK(c)},
		{pk: pendingPK, prefix: pk + "#"},
		{pk: waitingPK, prefix: pk + "#"},
		{pk: unalignedPK, prefix: pk + "#"},
		{pk: checkedPK, prefix: pk + "#"},
		{pk: snapshotPK, prefix: pk},
		{pk: pk},
	}
}

// EraseRest removes some of the records left after sheets, users, links and uploads,
// except for the company itself and the job that closes it, and reports whether there
// were any.
func (t *Table) EraseRest(ctx context.Context, c sds.CompanyID, by job.Job) (more bool, err error) {
	for _, p := range leftovers(c) {
		if more, err = t.erasePart(ctx, p, CompanyKey(c), jobKey(c, by.ID), waitingKey(by)); more || err != nil {
			return more, err
		}
	}
	return false, nil
}

// ForgetCompany removes the company itself with the job that closes it, and writes the
// record that remains.
func (t *Table) ForgetCompany(ctx context.Context, c company.Company, by job.Job) error {
	stays := Closed{Company: c.ID, Plan: c.Plan, SignedUpAt: c.CreatedAt, RemovedAt: t.now()}
	if c.ClosedAt != nil {
		stays.ClosedAt = *c.ClosedAt
	}
	x := t.Begin(c.ID).Put(closedKey(c.ID), stays)
	x.Remove(CompanyKey(c.ID)).Remove(jobKey(c.ID, by.ID)).Remove(waitingKey(by))
	x.audited = true // documented by the remaining record
	return x.Commit(ctx)
}

// erasePart removes up to maxTxItems records of a partition, except for the kept keys, and
// reports whether it has removed any.
func (t *Table) erasePart(ctx context.Context, p Partition, kept ...Key) (more bool, err error) {
	items, err := t.some(ctx, p, maxTxItems+int32(len(kept)), "pk, sk") //nolint:gosec // a few
	if err != nil {
		return false, err
	}
	var keys []Key
	for _, item := range items {
		if k := keyOf(item); !slices.Contains(kept, k) && len(keys) < maxTxItems {
			keys = append(keys, k)
		}
	}
	return len(keys) > 0, t.erase(ctx, keys...)
}

// some reads the first items of a partition, with the named attributes, or all.
func (t *Table) some(ctx context.Context, p Partition, limit int32, attributes string) ([]Item, error) {
	in := &dynamodb.QueryInput{
		TableName: &t.name, ConsistentRead: aws.Bool(true), Limit: &limit, KeyConditionExpression: aws.String("pk = :pk"),
		ExpressionAttributeValues: Item{":pk": &types.AttributeValueMemberS{Value: p.pk}},
	}
	if attributes != "" {
		in.ProjectionExpression = &attributes
	}
	if p.prefix != "" {
		in.KeyConditionExpression = aws.String("pk = :pk AND begins_with(sk, :sk)")
		in.ExpressionAttributeValues[":sk"] = &types.AttributeValueMemberS{Value: p.prefix}
	}
	out, err := t.api.Query(ctx, in)
	if err != nil {
		return nil, fmt.Errorf("query %s %s: %w", p.pk, p.prefix, err)
	}
	return out.Items, nil
}

// erase removes records unconditionally.
func (t *Table) erase(ctx context.Context, keys ...Key) error {
	for part := range slices.Chunk(keys, maxTxItems) {
		x := &Tx{table: t, audited: true}
		for _, k := range part {
			x.Remove(k)
		}
		if err := x.Commit(ctx); err != nil {
			return err
		}
	}
	return nil
}
