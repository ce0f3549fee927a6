package table

import (
	"context"
	"time"

	"anzen/shared/domain/sds"
	"anzen/shared/domain/write"
)

// uploadRecord is an upload with when it is forgotten, unless it is registered.
type uploadRecord struct {
	sds.Upload
	TTL int64 `dynamodbav:"ttl,omitempty"`
}

// UploadWaits is how long an upload that nobody registers is remembered.
const UploadWaits = 24 * time.Hour

// UsageUploads is the attribute of the usage record that counts a company's sheets.
const UsageUploads = "UploadedSheets"

// Usage is what a company has used of its plan.
type Usage struct {
	UploadedSheets int `dynamodbav:"UploadedSheets"`
}

// usageRecord is what a company has used, with what only the writes look at.
type usageRecord struct {
	Usage
	Checklists      int `dynamodbav:"Checklists"`
	PeriodicExports int `dynamodbav:"PeriodicExports"`
}

// Usage reads what a company has used of its plan.
func (t *Table) Usage(ctx context.Context, c sds.CompanyID) (Usage, error) {
	u, _, err := Get[Usage](ctx, t, UsageKey(c))
	return u, err
}

// CreateUploads notes uploads that are about to come.
func (t *Table) CreateUploads(ctx context.Context, c sds.CompanyID, uploads []sds.Upload, a Audit) error {
	x, of := t.Begin(c), Sent{}
	for _, u := range uploads {
		of.IDs, of.Keys = append(of.IDs, u.ID), append(of.Keys, u.Key)
		u.Version = 1
		x.Create(UploadKey(u.ID), uploadRecord{u, t.now().Add(UploadWaits).Unix()}, ErrStale)
	}
	return x.sent(of).Audit(a).Commit(ctx)
}

// Upload reads an upload by its id, whosever it is: the caller compares the company.
func (t *Table) Upload(ctx context.Context, id sds.UploadID) (sds.Upload, bool, error) {
	u, ok, err := Get[uploadRecord](ctx, t, UploadKey(id))
	if ok && u.TTL != 0 && u.TTL < t.now().Unix() {
		return sds.Upload{}, false, err
	}
	return u.Upload, ok, err
}

// registrationsPerTx: a registration is five records, and a transaction has at most 100.
const registrationsPerTx = 16

// Register makes sheets of uploads, counting them against the plan's limit (nil:
// none). The final transaction keeps the answer.
// Uploads that were registered before, as the very same sheet, count as done, so
// that a request that was cut off can be sent again.
func (t *Table) Register(ctx context.Context, c sds.CompanyID, rs []write.Registration, limit *int, a Audit, answer *write.Answer) error {
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
		if err := t.register(ctx, c, part, limit, a, answer, len(fresh) == 0); err != nil {
			return err
		}
		if len(fresh) == 0 {
			return nil
		}
	}
}

// take gives an upload, as it was read, to a sheet.
func (x *Tx) take(u sds.Upload, s sds.SheetID) *Tx {
	read := u.Version
	u.Version, u.Sheet = read+1, s
	return x.Replace(UploadKey(u.ID), uploadRecord{Upload: u}, read)
}

func (t *Table) register(ctx context.Context, c sds.CompanyID, part []write.Registration, limit *int, a Audit, answer *write.Answer, final bool) error {
	x := t.Begin(c)
	if len(part) > 0 {
		seq, err := t.nextSeq(ctx, c, len(part))
		if err != nil {
			return err
		}
		x.countUploads(len(part), limit)
		for i, r := range part {
			x.sheet(seq+int64(i), write.Sheet{After: r.Sheet, Edit: &r.Edit, Analysis: write.AnalysisPromised, Upload: &r.Upload})
		}
	}
	if final {
		x.Answer(answer)
	}
	return x.Audit(a).Commit(ctx)
}
