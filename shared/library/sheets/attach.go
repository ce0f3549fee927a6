package sheets

import (
	"context"
	"errors"

	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/write"
)

// CodeAttachmentLimit refuses more attachments than a sheet may have.
const CodeAttachmentLimit message.Code = "attachment.limit"

// AttachStore is what attaching reads and writes.
type AttachStore interface {
	reader
	writer
	Attachments(ctx context.Context, c sds.CompanyID, s sds.SheetID) ([]sds.Attachment, error)
}

// CheckAttachmentLimit refuses n attachments more than the sheet may have.
func CheckAttachmentLimit(by Actor, s sds.Sheet, n int) error {
	if limit := by.Settings.AttachmentsPerSheet(); s.AttachmentCount+n > limit {
		return message.New(message.PlanLimit, CodeAttachmentLimit).With(message.Args{"limit": limit})
	}
	return nil
}

// Arrived says which of a sheet's attachments are to be registered now, with the version
// of the object that is registered and what it is by its content.
type Arrived func(ctx context.Context, all []sds.Attachment) ([]sds.Attachment, error)

// Attach registers attachments that have arrived. The sheet counts them under its
// version, so that two requests at the limit cannot both pass. What is answered, from the
// sheet's version and all its attachments as they are then, is kept in the same write.
func Attach(ctx context.Context, store AttachStore, by Actor, id sds.SheetID, arrived Arrived, answer func(version int64, all []sds.Attachment) *write.Answer) error {
	return repeated(func() error {
		before, err := Editable(ctx, store, by, id)
		if err != nil {
			return err
		}
		all, err := store.Attachments(ctx, by.CompanyID, before.ID)
		if err != nil {
			return err
		}
		fresh, err := arrived(ctx, all)
		if err != nil {
			return err
		}
		if err := CheckAttachmentLimit(by, before, len(fresh)); err != nil {
			return err
		}
		if len(fresh) == 0 {
			answer(before.Version, all)
			return nil
		}
		after, edit := before, by.Entry("attached")
		after.AttachmentCount += len(fresh)
		after.UpdatedAt = by.Now
		for _, a := range fresh {
			edit.Changes = append(edit.Changes, sds.Change{Field: "attachment", To: &sds.Value{Kind: sds.KindText, Text: a.Name}})
			for i := range all {
				if all[i].ID == a.ID {
					all[i] = a
					all[i].Waiting = false
				}
			}
		}
		_, err = store.WriteSheet(ctx, by.CompanyID, write.Sheet{
			Before: &before, After: after, Edit: edit, Audit: by.Audit("attachment.registered", string(before.ID)),
			Attached: fresh, Answer: answer(before.Version+1, all),
		})
		return err
	})
}

// DetachStore is what taking an attachment off reads and writes.
type DetachStore interface {
	reader
	writer
	Attachment(ctx context.Context, c sds.CompanyID, s sds.SheetID, id sds.AttachmentID) (sds.Attachment, error)
}

// Detach takes an attachment off a sheet, and answers it as it was.
func Detach(ctx context.Context, store DetachStore, by Actor, id sds.SheetID, attachment sds.AttachmentID) (a sds.Attachment, err error) {
	err = repeated(func() error {
		before, err := Editable(ctx, store, by, id)
		if err != nil {
			return err
		}
		if a, err = store.Attachment(ctx, by.CompanyID, before.ID, attachment); err != nil {
			return err
		}
		if a.Waiting {
			return write.ErrNotFound
		}
		after := before
		after.AttachmentCount--
		after.UpdatedAt = by.Now
		_, err = store.WriteSheet(ctx, by.CompanyID, write.Sheet{
			Before: &before, After: after, Detached: []sds.Attachment{a}, Audit: by.Audit("attachment.deleted", string(before.ID)),
			Edit: by.Entry("detached", sds.Change{Field: "attachment", From: &sds.Value{Kind: sds.KindText, Text: a.Name}}),
		})
		return err
	})
	return a, err
}

// repeated does something anew where others were first with the sheet.
func repeated(do func() error) error {
	for try := 1; ; try++ {
		if err := do(); !errors.Is(err, write.ErrStale) || try == maxTries {
			return err
		}
	}
}
