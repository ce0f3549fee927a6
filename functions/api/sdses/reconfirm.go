package sdses

import (
	"context"

	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/shared/domain/access"
	"anzen/shared/domain/sds"
	"anzen/shared/library/sheets"
)

// reconfirmSend is the action that does not resume.
const reconfirmSend = "send"

// ReconfirmRoute is the declaration of PUT sdses/{sdsId}/reconfirmation_sds.
var ReconfirmRoute = rest.Route{
	Method: "PUT", Path: "/companies/{id}/sdses/{sdsId}/reconfirmation_sds", ID: "reconfirmSheet", Tag: "sdses", Rule: rest.Need(access.SDSEdit),
	Summary: "Send a sheet to reconfirmation, or resume its analysis with answers; confirmed, edited and deleted values stay",
	Grants:  append(grant.Catalog(), grant.Table("PutItem"), grant.Sheets("GetObject"), grant.SheetsList(), grant.StartAnalysis()),
	Memory:  1769,
}

// ReconfirmInput is a user's decision on a sheet that the analysis could not read, or not
// with certainty.
type ReconfirmInput struct {
	OfSheet
	rest.Edited
	Body struct {
		Action  string `json:"action" enum:"send,resume" doc:"send: a person has to check it; resume: analyze it again with the answers"`
		Comment string `json:"comment,omitempty" maxLength:"2000"`
		Answers
		UploadID sds.UploadID `json:"upload_id,omitempty" format:"uuid" doc:"a replacement for a file that could not be read, such as one without a password"`
		Known    bool         `json:"accept_known_file,omitempty" doc:"take the file even where another sheet has the same content; refused (400) otherwise"`
	}
}

// Reconfirm sends a sheet to reconfirmation or resumes its analysis.
func Reconfirm(ctx context.Context, call *rest.Call, in *ReconfirmInput) (*SheetOutput, error) {
	read, err := rest.Version(in.IfMatch)
	if err != nil {
		return nil, err
	}
	b := in.Body
	what := sheets.Reconfirmation{
		Sheet: in.SheetID, Read: read, Comment: b.Comment, Upload: b.UploadID, Known: b.Known,
		Answers: sds.Answers{Language: b.LanguageID, FirstPage: b.FirstPage, LastPage: b.LastPage},
	}
	do := registrar(call).Resume
	if b.Action == reconfirmSend {
		do = registrar(call).SendToReconfirmation
	}
	after, err := do(ctx, call.Actor(), what)
	if err != nil {
		return nil, err
	}
	return whole(ctx, call, after)
}
