package table

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/attributevalue"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/oklog/ulid/v2"

	"anzen/shared/domain/audit"
	"anzen/shared/domain/checklist"
	"anzen/shared/domain/company"
	"anzen/shared/domain/periodic"
	"anzen/shared/domain/sds"
)

// AuditEntry is an audit record with its id, by which records sort in time.
type AuditEntry struct {
	ID string
	Audit
}

// AuditSpan selects audit records: written from From (inclusive) to To (exclusive), before
// the record with the id Before (if any).
type AuditSpan struct {
	From, To time.Time
	Before   string
}

// bounds are the least and the greatest id of the span.
func (s AuditSpan) bounds() (least, most string) {
	least, most = idOf(s.From), idBefore(s.To)
	if s.Before != "" && s.Before < most {
		most = s.Before
	}
	return least, most
}

// End is the moment at which the span ends, to the millisecond; the zero time of a span without an end.
func (s AuditSpan) End() time.Time {
	_, most := s.bounds()
	id, err := ulid.ParseStrict(most)
	if err != nil {
		return time.Time{}
	}
	return id.Timestamp()
}

// Follows reports whether a record was written after those of the span, by its id.
func (s AuditSpan) Follows(id string) bool {
	_, most := s.bounds()
	return id >= most
}

// idOf is the least id of a moment.
func idOf(at time.Time) string {
	var id ulid.ULID
	if at.Unix() > 0 {
		_ = id.SetTime(ulid.Timestamp(at)) // fails after the year 10889
	}
	return id.String()
}

// idBefore is greater than all ids before a moment, and less than all others; the zero
// time: greater than all.
func idBefore(at time.Time) string {
	if at.IsZero() {
		return "~"
	}
	return idOf(at)
}

// Audits passes the audit records of a span to the function, the newest first, until it
// returns false or the context ends.
func (t *Table) Audits(ctx context.Context, c sds.CompanyID, s AuditSpan, each func(AuditEntry) bool) error {
	least, most := s.bounds()
	if least > most {
		return nil
	}
	return t.auditItems(ctx, c, least, most, true, func(item Item) (bool, error) {
		e := AuditEntry{ID: keyOf(item).sk}
		if e.ID == s.Before {
			return true, nil
		}
		if err := decode(item, &e.Audit); err != nil {
			return false, fmt.Errorf("decode %s: %w", keyOf(item), err)
		}
		return each(e), nil
	})
}

// auditItems passes the stored audit records with ids from least to most.
func (t *Table) auditItems(ctx context.Context, c sds.CompanyID, least, most string, backward bool, each func(Item) (bool, error)) error {
	text := func(s string) types.AttributeValue { return &types.AttributeValueMemberS{Value: s} }
	in := &dynamodb.QueryInput{
		TableName: &t.name, ConsistentRead: aws.Bool(true), ScanIndexForward: aws.Bool(!backward), Limit: aws.Int32(auditPage),
		KeyConditionExpression:    aws.String("pk = :pk AND sk BETWEEN :least AND :most"),
		ExpressionAttributeValues: Item{":pk": text(auditPK(c)), ":least": text(least), ":most": text(most)},
	}
	for {
		out, err := t.api.Query(ctx, in)
		if err != nil {
			return fmt.Errorf("query the audit records of company %s: %w", c, err)
		}
		for _, item := range out.Items {
			if more, err := each(item); err != nil || !more {
				return err
			}
		}
		if out.LastEvaluatedKey == nil {
			return nil
		}
		in.ExclusiveStartKey = out.LastEvaluatedKey
	}
}

// auditPage is how many audit records are read at a time.
const auditPage = 500

// digest is the digest of a stored record: of its attributes by name, whatever code has
// written them.
func digest(item Item) (audit.Digest, error) {
	var plain map[string]any
	if err := attributevalue.UnmarshalMap(item, &plain); err != nil {
		return audit.Digest{}, fmt.Errorf("read %s: %w", keyOf(item), err)
	}
	encoded, err := json.Marshal(plain) // sorts by name
	return sha256.Sum256(encoded), err
}

// LastSeal is the last seal of a company's audit records; the zero value where there is none.
func (t *Table) LastSeal(ctx context.Context, c sds.CompanyID) (audit.Seal, error) {
	last, err := query[audit.Seal](ctx, t, seals(c), queryOptions{backward: true, limit: 1})
	if err != nil || len(last) == 0 {
		return audit.Seal{}, err
	}
	return last[0], nil
}

// maxSealed is how many records a seal has at most: what is left is sealed by the next one.
const maxSealed = 20_000

// SealAudits seals the audit records written before a moment, in one or several seals, and
// returns the new ones. Until the writes of that moment have ended, at most 15 minutes later,
// it must not be called.
func (t *Table) SealAudits(ctx context.Context, c sds.CompanyID, before time.Time) ([]audit.Seal, error) {
	last, err := t.LastSeal(ctx, c)
	if err != nil {
		return nil, err
	}
	var made []audit.Seal
	for {
		ids, records, err := t.auditsBetween(ctx, c, last.Until, idBefore(before), maxSealed)
		if err != nil || len(ids) == 0 {
			return made, err
		}
		next := last.Next(t.now(), ids, records)
		x := t.Begin(c).Create(sealKey(c, next.Number), next, ErrStale)
		x.audited = true // a seal is no action
		if err := x.Commit(ctx); err != nil {
			return made, fmt.Errorf("seal %d of company %s: %w", next.Number, c, err)
		}
		made, last = append(made, next), next
	}
}

// auditsBetween are the ids and digests of up to most records with ids greater than after
// (empty: any) and less than before.
func (t *Table) auditsBetween(ctx context.Context, c sds.CompanyID, after, before string, most int) (ids []string, records []audit.Digest, err error) {
	if before <= after {
		return nil, nil, nil
	}
	// A key cannot be compared with an empty text.
	err = t.auditItems(ctx, c, cmp.Or(after, idOf(time.Time{})), before, false, func(item Item) (bool, error) {
		id := keyOf(item).sk
		if id == after || id == before {
			return true, nil
		}
		record, err := digest(item)
		if err != nil {
			return false, err
		}
		ids, records = append(ids, id), append(records, record)
		return len(ids) < most, nil
	})
	return ids, records, err
}

// VerifyAudits compares all of a company's audit records with their seals.
func (t *Table) VerifyAudits(ctx context.Context, c sds.CompanyID) (v audit.Verification, err error) {
	all, err := List[audit.Seal](ctx, t, seals(c))
	if err != nil {
		return v, err
	}
	v.Seals = len(all)
	for _, s := range all {
		ok := s.Continues(v.Last)
		if s.RemovedAt != nil {
			v.Removed++
			ok = ok && s.Until < idOf(audit.KeptFrom(*s.RemovedAt, audit.MinYears))
		} else {
			_, records, err := t.auditsBetween(ctx, c, s.After, s.Until+"~", s.Records+1)
			if err != nil {
				return v, err
			}
			if ok = s.Matches(records) && ok; ok {
				v.Records += len(records)
			}
		}
		if !ok {
			v.Broken = append(v.Broken, s.Number)
		}
		v.Last = s
	}
	open, _, err := t.auditsBetween(ctx, c, v.Last.Until, "~", maxSealed)
	v.Open = len(open)
	return v, err
}

// RemoveAudits removes the audit records of the seals that end before a moment, and returns
// how many. The seals stay, and say first that their records are removed, so that a removal
// that is cut off does not pass for a forgery; the next one finds what was left.
func (t *Table) RemoveAudits(ctx context.Context, c sds.CompanyID, before time.Time) (n int, err error) {
	all, err := List[audit.Seal](ctx, t, seals(c))
	if err != nil {
		return 0, err
	}
	until, now := "", t.now().UTC()
	for _, s := range all {
		if s.Until >= idOf(before) {
			break
		}
		until = s.Until
		if s.RemovedAt != nil {
			continue
		}
		s.RemovedAt = &now
		x := t.Begin(c).Put(sealKey(c, s.Number), s)
		x.audited = true // a rule of the company, not an action
		if err := x.Commit(ctx); err != nil {
			return 0, err
		}
	}
	if until == "" {
		return 0, nil
	}
	var keys []Key
	err = t.auditItems(ctx, c, idOf(time.Time{}), until, false, func(item Item) (bool, error) {
		keys = append(keys, keyOf(item))
		return true, nil
	})
	if err != nil {
		return 0, err
	}
	return len(keys), t.erase(ctx, keys...)
}

// Sealing is how far the sealing of a day has come, over all companies.
type Sealing struct {
	Day   string        `dynamodbav:"Day"`   // 2026-11-24
	After sds.CompanyID `dynamodbav:"After"` // the last company that was done
	Done  bool          `dynamodbav:"Done"`
}

// SealingState reads how far the sealing has come; the zero value where it never ran.
func (t *Table) SealingState(ctx context.Context) (Sealing, error) {
	s, _, err := Get[Sealing](ctx, t, sealingKey())
	return s, err
}

// PutSealing records how far the sealing has come.
func (t *Table) PutSealing(ctx context.Context, s Sealing) error {
	x := t.Begin("").Put(sealingKey(), s)
	x.audited = true // of no company
	return x.Commit(ctx)
}

// AuditNames are the names of what the targets of audit records name, by their ids: users,
// departments, tags, checklists, periodic exports, sheets. What is gone has none.
func (t *Table) AuditNames(ctx context.Context, c sds.CompanyID, targets map[string]audit.Target) (map[string]string, error) {
	ids := map[Key]string{}
	for id, kind := range targets {
		switch kind {
		case audit.TargetUser:
			ids[UserKey(c, sds.UserID(id))] = id
		case audit.TargetDepartment:
			ids[DepartmentKey(c, sds.DepartmentID(id))] = id
		case audit.TargetTag:
			ids[TagKey(c, sds.TagID(id))] = id
		case audit.TargetChecklist:
			ids[checklistKey(c, checklist.ID(id))] = id
		case audit.TargetPeriodic:
			ids[periodicKey(c, periodic.ID(id))] = id
		case audit.TargetSheet:
			ids[SheetKey(c, sds.SheetID(id))] = id
		}
	}
	names := map[string]string{}
	for part := range slices.Chunk(slices.Collect(maps.Keys(ids)), maxTxItems) {
		items, err := t.Batch(ctx, part...)
		if err != nil {
			return nil, err
		}
		for i, item := range items {
			id := ids[part[i]]
			if targets[id] == audit.TargetUser {
				u, _, err := Decode[company.User](item)
				if err != nil {
					return nil, err
				}
				names[id] = strings.TrimSpace(u.Name())
				continue
			}
			named, _, err := Decode[struct{ Name, Title string }](item)
			if err != nil {
				return nil, err
			}
			names[id] = cmp.Or(named.Name, named.Title)
		}
	}
	return names, nil
}
