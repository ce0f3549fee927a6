package batch

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/shared/aws/files"
	"anzen/shared/domain/access"
	"anzen/shared/domain/input"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
	"anzen/shared/formats/csvfile"
	"anzen/shared/library/sheets"
)

// Codes of files.
const (
	CodeNotCSV        message.Code = "batch.not_csv"
	CodeTooLarge      message.Code = "batch.too_large"
	CodeUploadUnknown message.Code = "upload.unknown"
	CodeUploadVoid    message.Code = "upload.void"
	CodeNotUploaded   message.Code = "batch.not_uploaded"
	CodeOneSource     message.Code = "batch.one_source"
)

// scanCodes are the errors of files that are not read, by the malware scan's result.
var scanCodes = map[sds.Scan]message.Code{
	sds.ScanWaiting: "batch.checking", sds.ScanInfected: "batch.infected", sds.ScanFailed: "batch.failed",
}

const (
	linkLasts   = 15 * time.Minute
	contentType = "text/csv"
)

// LinkRoute is the declaration of POST sdses/batch_patch/get_signed_url.
var LinkRoute = rest.Route{
	Method: "POST", Path: "/companies/{id}/sdses/batch_patch/get_signed_url", ID: "createBatchUpload", Tag: "batch",
	Rule:     rest.Need(access.SDSEdit),
	Repeated: "it makes another form, which expires; only the start of the edit counts",
	Summary:  "A form to upload a CSV file for a bulk edit to the bucket",
	Grants:   []grant.Grant{grant.Table("PutItem"), grant.Sheets("PutObject")}, Status: http.StatusCreated,
}

// LinkInput is the file to upload.
type LinkInput struct {
	rest.OfCompany
	Body struct {
		Name string `json:"name" minLength:"1" maxLength:"255"`
		Size int64  `json:"size" minimum:"1" doc:"bytes, at most 2 MB"`
	}
}

// LinkBody is a form for one CSV file.
type LinkBody struct {
	UploadID sds.UploadID `json:"upload_id"`
	files.Form
}

// LinkOutput is the form.
type LinkOutput struct{ Body LinkBody }

// Link allows one CSV file of up to 2 MB, for 15 minutes.
func Link(ctx context.Context, call *rest.Call, in *LinkInput) (*LinkOutput, error) {
	invalid := message.New(message.Invalid, message.CodeInvalid)
	name, trouble := input.Line(in.Body.Name)
	in.Body.Name = name
	switch {
	case trouble != "":
		return nil, invalid.On("name", trouble, nil)
	case !strings.HasSuffix(strings.ToLower(in.Body.Name), ".csv"):
		return nil, invalid.On("name", CodeNotCSV, message.Args{"name": in.Body.Name})
	case in.Body.Size > csvfile.MaxBytes:
		return nil, invalid.On("size", CodeTooLarge, nil)
	}
	u := sds.Upload{
		ID: sds.NewID[sds.UploadID](), Company: call.CompanyID, By: call.User, Name: in.Body.Name, Size: in.Body.Size, CreatedAt: call.Now(),
	}
	u.Key = "uploads/" + string(u.ID) + ".csv"
	form, err := call.Files.PresignPost(ctx, files.Allowed{Key: u.Key, ContentType: contentType, Limit: csvfile.MaxBytes, Lasts: linkLasts})
	if err != nil {
		return nil, err
	}
	return &LinkOutput{LinkBody{u.ID, form}}, call.Table.CreateUploads(ctx, call.CompanyID, []sds.Upload{u}, call.Audit("upload.allowed", string(u.ID)))
}

// source is the file's content, and the key of its object where it was uploaded.
func source(ctx context.Context, call *rest.Call, in *PatchInput) (data []byte, key string, err error) {
	b := in.Body
	given := 0
	for _, there := range []bool{b.UploadID != "", b.CSV != "", len(b.File) > 0} {
		if there {
			given++
		}
	}
	invalid := message.New(message.Invalid, message.CodeInvalid)
	switch {
	case given != 1:
		return nil, "", invalid.On("upload_id", CodeOneSource, nil)
	case b.CSV != "":
		return []byte(b.CSV), "", nil
	case len(b.File) > 0:
		return b.File, "", nil
	}
	u, ok, err := call.Table.Upload(ctx, b.UploadID)
	if err != nil {
		return nil, "", err
	}
	if !ok || u.Company != call.CompanyID || !strings.HasSuffix(u.Key, ".csv") {
		return nil, "", invalid.On("upload_id", CodeUploadUnknown, nil)
	}
	may, err := sheets.StillMay(ctx, call.Table, call.Principal, u.By, access.SDSEditOwnDepartment, access.SDSEditOtherDepartment)
	switch {
	case err != nil:
		return nil, "", err
	case !may:
		return nil, "", invalid.On("upload_id", CodeUploadVoid, nil)
	}
	info, there, err := call.Files.Stat(ctx, u.Key)
	switch {
	case err != nil:
		return nil, "", err
	case !there:
		if erased, err := call.Scans().Erased(ctx, call.CompanyID, u.Key); err != nil {
			return nil, "", err
		} else if erased != "" {
			return nil, "", message.New(message.Conflict, scanCodes[sds.ScanInfected])
		}
		return nil, "", message.New(message.Conflict, CodeNotUploaded)
	}
	scan, err := call.Scans().Of(ctx, call.CompanyID, u.Key, info.Version)
	if code, closed := scanCodes[scan]; err == nil && closed {
		err = message.New(message.Conflict, code)
	}
	if err != nil {
		return nil, "", err
	}
	data, err = call.Files.Read(ctx, u.Key, info.Version, csvfile.MaxBytes)
	switch {
	case errors.Is(err, files.ErrTooLarge):
		return nil, "", message.New(message.TooLarge, CodeTooLarge)
	case err != nil:
		return nil, "", err
	}
	return data, u.Key, nil
}
