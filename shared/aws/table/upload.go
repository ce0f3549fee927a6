package table

import (
	"context"
	"time"

	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
)

// Upload is a PDF that a person may send, and whose it is: the one place that
// ties an object in the bucket to a company.
type Upload struct {
	ID        sds.UploadID
	Version   int64
	Company   sds.CompanyID
	By        sds.UserID
	Key       string // the object's key
	Name      string
	Size      int64
	SHA256    string
	Sheet     sds.SheetID // once it is registered
	CreatedAt time.Time
	TTL       int64 `dynamodbav:"ttl,omitempty"` // until it is registered
}

// UploadWaits is how long an upload that nobody registers is remembered.
const UploadWaits = 24 * time.Hour

// UsageUploads is the attribute of the usage record that counts a company's sheets.
const UsageUploads = "UploadedSheets"

// Usage is what a company has used of its plan.
type Usage struct{ UploadedSheets int }

// Usage reads what a company has used of its plan.
func (t *Table) Usage(ctx context.Context, c sds.CompanyID) (Usage, error) {
	u, _, err := Get[Usage](ctx, t, UsageKey(c))
	return u, err
}

// CreateUploads notes uploads that are about to come.
func (t *Table) CreateUploads(ctx context.Context, c sds.CompanyID, uploads []Upload, a Audit) error {
	x, of := t.Begin(c), Sent{}
	for _, u := range uploads {
		of.IDs, of.Keys = append(of.IDs, u.ID), append(of.Keys, u.Key)
		u.Version, u.TTL = 1, t.now().Add(UploadWaits).Unix()
		x.Create(UploadKey(u.ID), u, ErrStale)
	}
	return x.sent(of).Audit(a).Commit(ctx)
}

// Upload reads an upload by its id, whosever it is: the caller compares the company.
func (t *Table) Upload(ctx context.Context, id sds.UploadID) (Upload, bool, error) {
	u, ok, err := Get[Upload](ctx, t, UploadKey(id))
	if ok && u.TTL != 0 && u.TTL < t.now().Unix() {
		return Upload{}, false, err
	}
	return u, ok, err
}

// Registration is a new sheet with the upload that it comes from.
type Registration struct {
	Upload Upload
	Sheet  sds.Sheet
	Edit   sds.Edit
}

// CodePlanLimit is answered when a company's plan has no room for more sheets.
const CodePlanLimit message.Code = "plan.upload_limit"

// registrationsPerTx: a registration is five records, and a transaction has at most 100.
const registrationsPerTx = 16

// Register makes sheets of uploads, counting them against the plan's limit (nil:
// none). last adds to the final transaction (such as the remembered answer).
// Uploads that were registered before, as the very same sheet, count as done, so
// that a request that was cut off can be sent again.
func (t *Table) Register(ctx context.Context, c sds.CompanyID, rs []Registration, limit *int, a Audit, last func(*Tx)) error {
	fresh := rs[:0:0]
	for _, r := range rs {
		if r.Upload.Sheet == "" {
			fresh = append(fresh, r)
		}
	}
	if err := t.room(ctx, c, len(fresh), limit); err != nil {
		return err
	}
	for {
		part := fresh[:min(len(fresh), registrationsPerTx)]
		fresh = fresh[len(part):]
		if err := t.register(ctx, c, part, limit, a, last, len(fresh) == 0); err != nil {
			return err
		}
		if len(fresh) == 0 {
			return nil
		}
	}
}

// Take gives an upload, as it was read, to a sheet.
func (x *Tx) Take(u Upload, s sds.SheetID) *Tx {
	read := u.Version
	u.Version, u.Sheet, u.TTL = read+1, s, 0
	return x.Replace(UploadKey(u.ID), u, read)
}

func (t *Table) register(ctx context.Context, c sds.CompanyID, part []Registration, limit *int, a Audit, last func(*Tx), final bool) error {
	x := t.Begin(c)
	if len(part) > 0 {
		seq, err := t.nextSeq(ctx, c, len(part))
		if err != nil {
			return err
		}
		x.CountUpTo(UsageKey(c), UsageUploads, len(part), limit, planFull(limit))
		for i, r := range part {
			x.sheet(seq+int64(i), SheetWrite{After: r.Sheet, Edit: &r.Edit})
			x.Promise(r.Sheet).Take(r.Upload, r.Sheet.ID)
		}
	}
	if final && last != nil {
		last(x)
	}
	return x.Audit(a).Commit(ctx)
}
