package sdses

import (
	"context"
	"net/http"
	"strings"
	"time"

	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/shared/aws/files"
	"anzen/shared/domain/access"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
)

// Limits of an upload (specification, section 5).
const (
	maxPDF      = 10 << 20
	linkLasts   = 15 * time.Minute
	contentType = "application/pdf"
)

// Codes of uploads.
const (
	CodeNotPDFName message.Code = "upload.not_pdf"
	CodeFileLarge  message.Code = "upload.too_large"
	CodeFileEmpty  message.Code = "upload.empty"
)

// CreateLinksRoute is the declaration of POST get_signed_url.
var CreateLinksRoute = rest.Route{
	Method: "POST", Path: "/companies/{id}/get_signed_url", ID: "createUploads", Tag: "sdses",
	MaxBody:  rest.ListBody,
	Rule:     rest.Need(access.SDSUpload),
	Repeated: "it makes other forms, which expire; only the registration of an upload counts",
	Summary:  "Forms to upload PDFs to the bucket",
	Grants:   []grant.Grant{grant.Table("PutItem"), grant.Sheets("PutObject")}, Status: http.StatusCreated,
}

// FileToSend is a file to upload.
type FileToSend struct {
	Name   string `json:"name" minLength:"1" maxLength:"255"`
	Size   int64  `json:"size" doc:"bytes"`
	SHA256 string `json:"sha256,omitempty" pattern:"^[0-9a-f]{64}$" doc:"of the content, in hexadecimal: other content is then refused"`
}

// LinksInput requests upload forms.
type LinksInput struct {
	rest.OfCompany
	Body struct {
		Files []FileToSend `json:"files" minItems:"1" maxItems:"50"`
	}
}

// UploadLink is a form for one PDF.
type UploadLink struct {
	UploadID sds.UploadID `json:"upload_id"`
	Name     string       `json:"name"`
	files.Form
}

// LinksOutput are the forms, in the order of the request.
type LinksOutput struct {
	Body struct {
		Items []UploadLink `json:"items"`
	}
}

// CreateLinks answers a form for each file: a fixed key, PDF only, up to 10 MB, for 15 minutes.
func CreateLinks(ctx context.Context, call *rest.Call, in *LinksInput) (*LinksOutput, error) {
	invalid := message.New(message.Invalid, message.CodeInvalid)
	for i, f := range in.Body.Files {
		path := "files[" + itoa(i) + "].name"
		clean, trouble := cleanFileName(f.Name)
		f.Name, in.Body.Files[i].Name = clean, clean
		switch {
		case trouble != "":
			invalid = invalid.On(path, trouble, nil)
		case !strings.HasSuffix(strings.ToLower(f.Name), ".pdf"):
			invalid = invalid.On(path, CodeNotPDFName, message.Args{"name": f.Name})
		case f.Size > maxPDF:
			invalid = invalid.On(path, CodeFileLarge, message.Args{"name": f.Name})
		case f.Size <= 0:
			invalid = invalid.On(path, CodeFileEmpty, message.Args{"name": f.Name})
		}
	}
	if len(invalid.Fields) > 0 {
		return nil, invalid
	}
	out := &LinksOutput{}
	var uploads []sds.Upload
	for _, f := range in.Body.Files {
		u := sds.Upload{
			ID: sds.NewID[sds.UploadID](), Company: call.CompanyID, By: call.User, Name: f.Name, Size: f.Size, SHA256: f.SHA256, CreatedAt: call.Now(),
		}
		u.Key = "uploads/" + string(u.ID) + ".pdf"
		form, err := call.Files.PresignPost(ctx, files.Allowed{Key: u.Key, ContentType: contentType, Limit: maxPDF, SHA256: u.SHA256, Lasts: linkLasts})
		if err != nil {
			return nil, err
		}
		uploads = append(uploads, u)
		out.Body.Items = append(out.Body.Items, UploadLink{u.ID, u.Name, form})
	}
	return out, call.Table.CreateUploads(ctx, call.CompanyID, uploads, call.Audit("upload.allowed", ""))
}
