package sdses

import (
	"context"
	"net/http"

	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/shared/aws/files"
	"anzen/shared/domain/access"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/write"
	"anzen/shared/formats/filetype"
	"anzen/shared/library/sheets"
)

// maxAttachment is the size of the largest attachment (specification, section 9).
const maxAttachment = 10 << 20

// Codes of attachments.
const (
	CodeAttachmentType    message.Code = "attachment.type"
	CodeAttachmentName    message.Code = "attachment.name"
	CodeAttachmentLarge   message.Code = "attachment.too_large"
	CodeAttachmentUnknown message.Code = "attachment.unknown"
	CodeAttachmentMissing message.Code = "attachment.not_arrived"
	CodeAttachmentVoid    message.Code = "attachment.void"
	CodeAttachmentChanged message.Code = "attachment.changed"
	CodeAttachmentContent message.Code = "attachment.content"
	CodeAttachmentArchive message.Code = "attachment.archive"
)

// The declarations of the routes that add attachments.
var (
	AllowAttachmentsRoute = rest.Route{
		Method: "POST", Path: "/companies/{id}/sdses/{sdsId}/attachments/get_signed_url", ID: "createAttachmentUploads", Tag: "sdses",
		MaxBody:  rest.ListBody,
		Rule:     rest.Need(access.SDSEdit),
		Repeated: "it makes other forms, which expire; only the registration of an upload counts",
		Summary:  "Forms to upload attachments of a sheet to the bucket; an upload counts once it is registered",
		Grants:   []grant.Grant{grant.Table("GetItem", "PutItem"), grant.Sheets("PutObject")}, Status: http.StatusCreated,
	}
	AttachRoute = rest.Route{
		Method: "POST", Path: "/companies/{id}/sdses/{sdsId}/attachments", ID: "registerAttachments", Tag: "sdses",
		Rule: rest.Need(access.SDSEdit), Summary: "Register attachments of a sheet that have been uploaded",
		Grants: []grant.Grant{grant.Table("GetItem", "Query", "PutItem", "UpdateItem"), grant.Sheets("GetObject", "GetObjectVersion"), grant.SheetsList()},
		Status: http.StatusCreated, Creates: true, Memory: 1024, Timeout: rest.MaxTimeout,
	}
)

// AllowAttachmentsInput requests upload forms.
type AllowAttachmentsInput struct {
	OfSheet
	Body struct {
		Files []FileToSend `json:"files" minItems:"1" maxItems:"50"`
	}
}

// AttachmentLink is a form for one attachment.
type AttachmentLink struct {
	AttachmentID sds.AttachmentID `json:"attachment_id"`
	Name         string           `json:"name"`
	files.Form
}

// AllowAttachmentsOutput are the forms, in the order of the request.
type AllowAttachmentsOutput struct {
	Body struct {
		Items []AttachmentLink `json:"items"`
	}
}

// AllowAttachments answers a form for each file: a fixed key, its type, up to 10 MB, for 15 minutes.
func AllowAttachments(ctx context.Context, call *rest.Call, in *AllowAttachmentsInput) (*AllowAttachmentsOutput, error) {
	record, err := sheets.Editable(ctx, call.Table, call.Actor(), in.SheetID)
	if err != nil {
		return nil, err
	}
	if err := checkAttachments(in.Body.Files); err != nil {
		return nil, err
	}
	if err := sheets.CheckAttachmentLimit(call.Actor(), record, len(in.Body.Files)); err != nil {
		return nil, err
	}
	out := &AllowAttachmentsOutput{}
	var expected []sds.Attachment
	for _, f := range in.Body.Files {
		id := sds.NewID[sds.AttachmentID]()
		a := sds.Attachment{
			ID: id, Name: f.Name, Type: filetype.Media(f.Name), Size: f.Size, SHA256: f.SHA256, By: call.User, ByName: call.Name, CreatedAt: call.Now(),
			Key: "attachments/" + string(call.CompanyID) + "/" + string(record.ID) + "/" + string(id) + "." + filetype.Extension(f.Name),
		}
		form, err := call.Files.PresignPost(ctx, files.Allowed{Key: a.Key, ContentType: a.Type, Limit: maxAttachment, SHA256: a.SHA256, Lasts: linkLasts})
		if err != nil {
			return nil, err
		}
		expected = append(expected, a)
		out.Body.Items = append(out.Body.Items, AttachmentLink{id, a.Name, form})
	}
	return out, call.Begin("attachment.allowed", string(record.ID)).Expect(record.ID, expected...).Commit(ctx)
}

// checkAttachments validates and cleans the files' names, types and sizes.
func checkAttachments(list []FileToSend) error {
	invalid := message.New(message.Invalid, message.CodeInvalid)
	for i, f := range list {
		clean, trouble := cleanFileName(f.Name)
		f.Name, list[i].Name = clean, clean
		path, args := "files["+itoa(i)+"].name", message.Args{"name": f.Name}
		switch {
		case trouble != "":
			invalid = invalid.On(path, trouble, nil)
		case filetype.Media(f.Name) == "":
			invalid = invalid.On(path, CodeAttachmentType, args)
		case f.Size > maxAttachment:
			invalid = invalid.On(path, CodeAttachmentLarge, args)
		case f.Size <= 0:
			invalid = invalid.On(path, CodeFileEmpty, args)
		}
	}
	if len(invalid.Fields) > 0 {
		return invalid
	}
	return nil
}

// AttachInput names attachments that have been uploaded.
type AttachInput struct {
	OfSheet
	Body struct {
		IDs []sds.AttachmentID `json:"attachment_ids" minItems:"1" maxItems:"50"`
	}
}

// AttachBody are all attachments of the sheet.
type AttachBody struct {
	Version     int64        `json:"version" doc:"of the sheet, for If-Match"`
	Attachments []Attachment `json:"attachments"`
}

// AttachOutput is the answer of a registration of attachments.
type AttachOutput struct{ Body AttachBody }

// Attach registers attachments that have arrived.
func Attach(ctx context.Context, call *rest.Call, in *AttachInput) (*AttachOutput, error) {
	out := &AttachOutput{}
	err := sheets.Attach(ctx, call.Table, call.Actor(), in.SheetID,
		func(ctx context.Context, all []sds.Attachment) ([]sds.Attachment, error) {
			return arrived(ctx, call, all, in.Body.IDs)
		},
		func(version int64, all []sds.Attachment) *write.Answer {
			out.Body = AttachBody{version, attachmentsOf(all)}
			return call.Answer(out.Body)
		})
	return out, err
}

func attachmentWith(all []sds.Attachment, id sds.AttachmentID) (sds.Attachment, bool) {
	for _, a := range all {
		if a.ID == id {
			return a, true
		}
	}
	return sds.Attachment{}, false
}
