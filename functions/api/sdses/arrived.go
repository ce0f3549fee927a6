package sdses

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"time"

	"golang.org/x/sync/errgroup"

	"anzen/functions/api/rest"
	"anzen/shared/aws/files"
	"anzen/shared/domain/access"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
	"anzen/shared/formats/filetype"
	"anzen/shared/library/sheets"
)

// inspectors is how many attachments are inspected concurrently: each is read into memory.
const inspectors = 4

// arrived are those of the attachments that have not been registered yet, each with the version of its object and its
// media type by content. All errors are returned together.
func arrived(ctx context.Context, call *rest.Call, all []sds.Attachment, ids []sds.AttachmentID) ([]sds.Attachment, error) {
	wrong := make([]*message.Field, len(ids))
	found := make([]*sds.Attachment, len(ids))
	seen := map[sds.AttachmentID]bool{}
	look, ctx := errgroup.WithContext(ctx)
	look.SetLimit(inspectors)
	for i, id := range ids {
		path := "attachment_ids[" + itoa(i) + "]"
		a, ok := attachmentWith(all, id)
		switch {
		case !ok:
			wrong[i] = &message.Field{Path: path, Code: CodeAttachmentUnknown}
			continue
		case !a.Waiting || seen[id]:
			continue
		}
		seen[id] = true
		look.Go(func() error {
			code, err := inspect(ctx, call, &a)
			if code != "" {
				wrong[i] = &message.Field{Path: path, Code: code, Args: message.Args{"name": a.Name}}
			}
			found[i] = &a
			return err
		})
	}
	if err := look.Wait(); err != nil {
		return nil, err
	}
	invalid := message.New(message.Invalid, message.CodeInvalid)
	var fresh []sds.Attachment
	for i := range ids {
		switch {
		case wrong[i] != nil:
			invalid = invalid.On(wrong[i].Path, wrong[i].Code, wrong[i].Args)
		case found[i] != nil:
			fresh = append(fresh, *found[i])
		}
	}
	if len(invalid.Fields) > 0 {
		return nil, invalid
	}
	return fresh, nil
}

// inspect checks the object of an attachment and completes the record; the code is the error for the user, or empty.
func inspect(ctx context.Context, call *rest.Call, a *sds.Attachment) (message.Code, error) {
	may, err := sheets.StillMay(ctx, call.Table, call.Principal, a.By, access.SDSEditOwnDepartment, access.SDSEditOtherDepartment)
	if err != nil || !may {
		return CodeAttachmentVoid, err
	}
	info, there, err := call.Files.Stat(ctx, a.Key)
	switch {
	case err != nil:
		return "", err
	case !there:
		if erased, err := call.Scans().Erased(ctx, call.CompanyID, a.Key); err != nil || erased != "" {
			return CodeAttachmentInfected, err
		}
		return CodeAttachmentMissing, nil
	}
	data, err := call.Files.Read(ctx, a.Key, info.Version, maxAttachment)
	if errors.Is(err, files.ErrTooLarge) {
		return CodeAttachmentLarge, nil
	}
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(data)
	digest := hex.EncodeToString(sum[:])
	if a.SHA256 != "" && a.SHA256 != digest {
		return CodeAttachmentChanged, nil
	}
	media, err := filetype.Check(a.Name, data)
	switch {
	case errors.Is(err, filetype.ErrArchive):
		return CodeAttachmentArchive, nil
	case err != nil:
		return CodeAttachmentContent, nil
	}
	a.Type, a.Object, a.SHA256, a.Size = media, info.Version, digest, info.Size
	if a.Scan, err = call.Scans().Of(ctx, call.CompanyID, a.Key, a.Object); err != nil {
		return "", err
	}
	a.CreatedAt = call.Now().UTC().Truncate(time.Millisecond)
	return "", nil
}
