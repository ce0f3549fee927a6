package table

import (
	"context"

	"anzen/shared/domain/sds"
)

// attachmentWaits is for how long an upload that nobody completes is remembered.
const attachmentWaits = UploadWaits

// attachmentRecord is an attachment with when it is forgotten.
type attachmentRecord struct {
	sds.Attachment
	TTL int64 `dynamodbav:"ttl,omitempty"`
}

// Attachments reads the attachments of a sheet, those that are waited for included.
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

// Expect adds attachments that are about to come.
func (x *Tx) Expect(s sds.SheetID, all ...sds.Attachment) *Tx {
	of := Sent{Sheet: s}
	for _, a := range all {
		of.Keys, of.Attachments = append(of.Keys, a.Key), append(of.Attachments, a.ID)
		a.Version, a.Waiting = 1, true
		x.Create(attachmentKey(x.company, s, a.ID), attachmentRecord{a, x.table.now().Add(attachmentWaits).Unix()}, ErrStale)
	}
	return x.sent(of)
}

// Attach adds that an attachment has come. Its sheet counts it.
func (x *Tx) Attach(s sds.SheetID, a sds.Attachment) *Tx {
	read := a.Version
	a.Version, a.Waiting = read+1, false
	return x.Replace(attachmentKey(x.company, s, a.ID), attachmentRecord{Attachment: a}, read)
}

// Detach removes an attachment as it was read.
func (x *Tx) Detach(s sds.SheetID, a sds.Attachment) *Tx {
	return x.Delete(attachmentKey(x.company, s, a.ID), a.Version)
}
