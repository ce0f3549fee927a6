package table

import (
	"context"
	"time"

	"anzen/shared/domain/sds"
	"anzen/shared/domain/write"
)

// uploadRecord is an upload with its time to live, which registered ones lack.
type uploadRecord struct {
	sds.Upload
	TTL int64 `dynamodbav:"ttl,omitempty"`
}

// UploadWaits is how long an upload can be registered.
const UploadWaits = 24 * time.Hour

// UsageUploads is the attribute of the usage record that counts a company's sheets.
const UsageUploads = "UploadedSheets"

// Usage is a company's usage of its plan.
type Usage struct {
	UploadedSheets int `dynamodbav:"UploadedSheets"`
}

// usageRecord is the usage with further counters, which only writes use.
type usageRecord struct {
	Usage
	Checklists      int `dynamodbav:"Checklists"`
	PeriodicExports int `dynamodbav:"PeriodicExports"`
}

// Usage reads a company's usage of its plan.
func (t *Table) Usage(ctx context.Context, c sds.CompanyID) (Usage, error) {
	u, _, err := Get[Usage](ctx, t, UsageKey(c))
	return u, err
}

// CreateUploads adds announced uploads.
func (t *Table) CreateUploads(ctx context.Context, c sds.CompanyID, uploads []sds.Upload, a Audit) error {
	x, of := t.Begin(c), Sent{}
	for _, u := range uploads {
		of.IDs, of.Keys = append(of.IDs, u.ID), append(of.Keys, u.Key)
		u.Version = 1
		x.Create(UploadKey(u.ID), uploadRecord{u, t.now().Add(UploadWaits).Unix()}, ErrStale)
	}
	return x.sent(of).Audit(a).Commit(ctx)
}

// Upload reads an upload of any company by its id: the caller must compare the company.
func (t *Table) Upload(ctx context.Context, id sds.UploadID) (sds.Upload, bool, error) {
	u, ok, err := Get[uploadRecord](ctx, t, UploadKey(id))
	if ok && u.TTL != 0 && u.TTL < t.now().Unix() {
		return sds.Upload{}, false, err
	}
	return u.Upload, ok, err
}

// registrationsPerTx is how many registrations of five records fit into a transaction of 100.
const registrationsPerTx = 16

// Register writes new sheets of uploads, counting them against the plan's limit (nil:
// none). The last transaction stores the answer. Uploads that were registered before are
// skipped, so that an interrupted request can be repeated.
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

// take assigns an upload to a sheet; ErrStale where it has changed since it was read.
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
