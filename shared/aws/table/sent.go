package table

import (
	"context"
	"time"

	"anzen/shared/domain/sds"
)

// Sent are objects that were allowed together: found from their company when it is closed, and by the sweep once their
// forms have expired.
type Sent struct {
	ID      string         `dynamodbav:"ID"`
	Company sds.CompanyID  `dynamodbav:"Company"`
	IDs     []sds.UploadID `dynamodbav:"IDs"`  // of uploads, in the order of the keys
	Keys    []string       `dynamodbav:"Keys"` // of the objects
	// Sheet and Attachments are set where they are attachments, in the order of the keys.
	Sheet       sds.SheetID        `dynamodbav:"Sheet"`
	Attachments []sds.AttachmentID `dynamodbav:"Attachments"`
}

// SentKept is the age from which allowed objects are swept: longer than the record of an upload or an attachment can be
// registered, so that nothing is registered while it is swept.
const SentKept = UploadWaits + time.Hour

// sent adds allowed objects.
func (x *Tx) sent(of Sent) *Tx {
	of.ID, of.Company = newULID(x.table.now()), x.company
	return x.Put(sentKey(x.company, of.ID), of).Put(allowedKey(of.ID, x.company), of)
}

// AllowedBefore reads some of the objects of all companies that were allowed before a time and are not swept: only for
// the sweep.
func (t *Table) AllowedBefore(ctx context.Context, at time.Time, limit int32) ([]Sent, error) {
	return query[Sent](ctx, t, Partition{pk: allowedPK}, queryOptions{before: removedSince(at), limit: limit})
}

// Swept removes the record of swept objects.
func (t *Table) Swept(ctx context.Context, of Sent, a Audit) error {
	return t.Begin(of.Company).Remove(allowedKey(of.ID, of.Company)).Audit(a).Commit(ctx)
}

// UsedVersion is the version of the i-th object that a sheet uses; empty where none does. settled is false while that
// is undecided.
func (t *Table) UsedVersion(ctx context.Context, of Sent, i int) (version string, settled bool, err error) {
	if of.Sheet != "" {
		r, _, err := Get[attachmentRecord](ctx, t, attachmentKey(of.Company, of.Sheet, of.Attachments[i]))
		if err != nil || r.Waiting {
			return "", true, err
		}
		return r.Object, r.Key == "" || r.Object != "", nil
	}
	u, ok, err := Get[sds.Upload](ctx, t, UploadKey(of.IDs[i]))
	if err != nil || !ok || u.Sheet == "" {
		return "", true, err
	}
	record, _, err := Get[sds.Sheet](ctx, t, SheetKey(of.Company, u.Sheet))
	if err != nil {
		return "", false, err
	}
	for _, f := range append(record.Former[:len(record.Former):len(record.Former)], record.File) {
		if f.Key == of.Keys[i] {
			return f.Version, f.Version != "" || !record.Status.InProgress(), nil
		}
	}
	return "", true, nil
}
