package sheets

import (
	"context"
	"errors"

	"anzen/shared/domain/message"
	"anzen/shared/domain/plan"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/write"
)

// CodeAttachmentLimit is the code of more attachments than the plan allows, CodeAttachmentMost of more than any does.
const (
	CodeAttachmentLimit message.Code = "attachment.limit"
	CodeAttachmentMost  message.Code = "attachment.most"
)

// AttachStore is what attaching reads and writes.
type AttachStore interface {
	reader
	writer
	Attachments(ctx context.Context, c sds.CompanyID, s sds.SheetID) ([]sds.Attachment, error)
}

// CheckAttachmentLimit refuses n further attachments beyond the limit of a sheet.
func CheckAttachmentLimit(by Actor, s sds.Sheet, n int) error {
	limit := by.Settings.AttachmentsPerSheet()
	switch {
	case s.AttachmentCount+n <= limit:
		return nil
	case limit >= plan.MostAttachments:
		return message.New(message.Conflict, CodeAttachmentMost).With(message.Args{"limit": limit})
	default:
		return message.New(message.PlanLimit, CodeAttachmentLimit).With(message.Args{"limit": limit})
	}
}

// Arrived returns the attachments of a sheet to register now, each with the registered
// version of its object and the type detected from its content.
type Arrived func(ctx context.Context, all []sds.Attachment) ([]sds.Attachment, error)

// Attach registers attachments that have arrived. They are counted on the sheet record
// under its version, so that two requests at the limit cannot both pass. The answer, made
// of the sheet's new version and all its attachments, is stored in the same write.
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

// DetachStore is what removing an attachment reads and writes.
type DetachStore interface {
	reader
	writer
	Attachment(ctx context.Context, c sds.CompanyID, s sds.SheetID, id sds.AttachmentID) (sds.Attachment, error)
}

// Detach removes an attachment from a sheet and returns it.
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

// repeated retries do while it fails with write.ErrStale, up to maxTries times.
func repeated(do func() error) error {
	for try := 1; ; try++ {
		if err := do(); !errors.Is(err, write.ErrStale) || try == maxTries {
			return err
		}
	}
}
