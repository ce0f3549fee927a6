package table

import (
	"context"

	"anzen/shared/domain/sds"
)

// attachmentWaits is how long an announced attachment can be completed.
const attachmentWaits = UploadWaits

// attachmentRecord is an attachment with its time to live.
type attachmentRecord struct {
	sds.Attachment
	TTL int64 `dynamodbav:"ttl,omitempty"`
}

// Attachments reads the attachments of a sheet, including those waiting for their upload.
func (t *Table) Attachments(ctx context.Context, c sds.CompanyID, s sds.SheetID) ([]sds.Attachment, error) {
	records, err := List[attachmentRecord](ctx, t, attachments(c, s))
	if err != nil {
		return nil, err
	}
	found := make([]sds.Attachment, 0, len(records))
	for _, r := range records {
		if r.TTL == 0 || r.TTL >= t.now().Unix() {
			found = append(found, r.Attachment)
		}
	}
	return found, nil
}

// Attachment reads an attachment of a sheet; ErrNotFound where there is none.
func (t *Table) Attachment(ctx context.Context, c sds.CompanyID, s sds.SheetID, id sds.AttachmentID) (sds.Attachment, error) {
	r, err := GetOr[attachmentRecord](ctx, t, attachmentKey(c, s, id), ErrNotFound)
	if err == nil && r.TTL != 0 && r.TTL < t.now().Unix() {
		err = ErrNotFound
	}
	return r.Attachment, err
}

// Expect adds announced attachments.
func (x *Tx) Expect(s sds.SheetID, all ...sds.Attachment) *Tx {
	of := Sent{Sheet: s}
	for _, a := range all {
		of.Keys, of.Attachments = append(of.Keys, a.Key), append(of.Attachments, a.ID)
		a.Version, a.Waiting = 1, true
		x.Create(attachmentKey(x.company, s, a.ID), attachmentRecord{a, x.table.now().Add(attachmentWaits).Unix()}, ErrStale)
	}
	return x.sent(of)
}

// Attach marks an attachment as arrived. Its sheet must count it in the same transaction.
func (x *Tx) Attach(s sds.SheetID, a sds.Attachment) *Tx {
	read := a.Version
	a.Version, a.Waiting = read+1, false
	return x.Replace(attachmentKey(x.company, s, a.ID), attachmentRecord{Attachment: a}, read)
}

// Detach removes an attachment; ErrStale where it has changed since it was read.
func (x *Tx) Detach(s sds.SheetID, a sds.Attachment) *Tx {
	return x.Delete(attachmentKey(x.company, s, a.ID), a.Version)
}
