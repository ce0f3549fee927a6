package sdses

import (
	"context"
	"net/http"
	"slices"
	"time"

	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/sds"
	"anzen/shared/library/sheets"
)

// The declarations of the routes of one attachment.
var (
	GetAttachmentRoute = rest.Route{
		Method: "GET", Path: "/companies/{id}/sdses/{sdsId}/attachments/{attId}", ID: "getAttachment", Tag: "sdses",
		Rule: rest.Need(access.SDSDownload), Summary: "A link by which an attachment is downloaded",
		Grants: []grant.Grant{grant.Table("GetItem"), grant.Sheets("GetObject", "GetObjectVersion")},
	}
	DetachRoute = rest.Route{
		Method: "DELETE", Path: "/companies/{id}/sdses/{sdsId}/attachments/{attId}", ID: "deleteAttachment", Tag: "sdses",
		Rule: rest.Need(access.SDSEdit), Summary: "Delete an attachment",
		Grants: []grant.Grant{grant.Table("GetItem", "PutItem", "UpdateItem", "DeleteItem"), grant.Sheets("DeleteObject", "DeleteObjectVersion")}, Status: http.StatusNoContent,
	}
)

// Attachment is a file beside a sheet's PDF.
type Attachment struct {
	ID        sds.AttachmentID `json:"id"`
	Name      string           `json:"name"`
	Type      string           `json:"type" doc:"media type"`
	Size      int64            `json:"size" doc:"bytes"`
	By        sds.UserID       `json:"created_by"`
	ByName    string           `json:"created_by_name"`
	CreatedAt time.Time        `json:"created_at"`
	Scan      sds.Scan         `json:"scan,omitempty" enum:"checking,clean,infected,failed" doc:"the malware scan; downloadable where clean, or absent: uploads are not scanned"`
}

// attachmentsOf are the registered attachments, the oldest first.
func attachmentsOf(all []sds.Attachment) []Attachment {
	views := make([]Attachment, 0, len(all))
	for _, a := range all {
		if !a.Waiting {
			views = append(views, Attachment{a.ID, a.Name, a.Type, a.Size, a.By, a.ByName, a.CreatedAt, a.Scan})
		}
	}
	slices.SortStableFunc(views, func(a, b Attachment) int { return a.CreatedAt.Compare(b.CreatedAt) })
	return views
}

// OfAttachment names an attachment.
type OfAttachment struct {
	OfSheet
	AttachmentID sds.AttachmentID `path:"attId" format:"uuid" doc:"the attachment"`
}

// AttachmentOutput is a link that is valid for five minutes.
type AttachmentOutput struct {
	Body struct {
		URL  string `json:"url"`
		Name string `json:"name"`
	}
}

// GetAttachment answers a link to an attachment, by which a browser saves it and never
// displays it.
func GetAttachment(ctx context.Context, call *rest.Call, in *OfAttachment) (*AttachmentOutput, error) {
	a, err := attachmentOf(ctx, call, in)
	if err != nil {
		return nil, err
	}
	if err := openAttachment(a); err != nil {
		return nil, err
	}
	out := &AttachmentOutput{}
	out.Body.Name = a.Name
	out.Body.URL, err = call.Files.PresignGet(ctx, a.Key, a.Object, a.Name, a.Type, false, pdfLinkLasts)
	return out, err
}

// attachmentOf reads a registered attachment of an existing sheet.
func attachmentOf(ctx context.Context, call *rest.Call, in *OfAttachment) (sds.Attachment, error) {
	if _, err := call.Table.Sheet(ctx, call.CompanyID, in.SheetID); err != nil {
		return sds.Attachment{}, err
	}
	a, err := call.Table.Attachment(ctx, call.CompanyID, in.SheetID, in.AttachmentID)
	if err == nil && a.Waiting {
		err = table.ErrNotFound
	}
	if err != nil {
		return a, err
	}
	one := []sds.Attachment{a}
	err = searchedAttachments(ctx, call, one)
	return one[0], err
}

// Detach deletes an attachment.
func Detach(ctx context.Context, call *rest.Call, in *OfAttachment) (*struct{}, error) {
	a, err := sheets.Detach(ctx, call.Table, call.Actor(), in.SheetID, in.AttachmentID)
	if err != nil {
		return nil, err
	}
	// Without the record the object is unreachable, except by links that are still valid.
	if err := eraseAttachment(ctx, call, a); err != nil {
		call.Log.ErrorContext(ctx, "object of a deleted attachment left", "sheet", in.SheetID, "attachment", a.ID, "cause", err.Error())
	}
	return nil, nil
}

// eraseAttachment removes the object of an attachment. Other versions sent by its form are removed by the sweep.
func eraseAttachment(ctx context.Context, call *rest.Call, a sds.Attachment) error {
	if a.Object == "" { // registered before versions were stored
		return call.Files.Delete(ctx, a.Key)
	}
	return call.Files.EraseVersion(ctx, a.Key, a.Object)
}
