package sdses

import (
	"context"

	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
)

// Codes of reconfirmations. The first two are reasons of a sheet.
const (
	CodeReconfirm        message.Code = "reconfirmation.requested"
	CodeReconfirmComment message.Code = "reconfirmation.requested_comment"
	CodeReconfirmAlready message.Code = "reconfirmation.already"
	CodeReconfirmAnswers message.Code = "reconfirmation.answers_on_send"
	CodePagesOrder       message.Code = "reconfirmation.pages_order"
	CodePagesBeyond      message.Code = "reconfirmation.pages_beyond"
)

// What a reconfirmation does.
const (
	reconfirmSend   = "send"
	reconfirmResume = "resume"
)

// Reconfirming is the declaration of PUT sdses/{sdsId}/reconfirmation_sds.
var Reconfirming = rest.Route{
	Method: "PUT", Path: "/companies/{id}/sdses/{sdsId}/reconfirmation_sds", ID: "reconfirmSheet", Tag: "sdses", Rule: rest.Need(access.SDSEdit),
	Summary: "Send a sheet to reconfirmation, or take it back into work with answers; what people confirmed, edited or deleted stays",
	Grants: []grant.Grant{
		grant.Table("GetItem", "Query", "PutItem", "UpdateItem"), grant.Sheets("GetObject"), grant.SheetsList(), grant.StartAnalysis(),
	},
}

// ReconfirmInput is what a person says about a sheet that the analysis could not read, or
// not for sure.
type ReconfirmInput struct {
	OfSheet
	rest.Edited
	Body struct {
		Action  string `json:"action" enum:"send,resume" doc:"send: somebody has to look at it; resume: analyse it again with the answers"`
		Comment string `json:"comment,omitempty" maxLength:"2000"`
		Answers
		UploadID sds.UploadID `json:"upload_id,omitempty" format:"uuid" doc:"a file in place of the one that could not be read, such as one without a password"`
	}
}

// Reconfirm moves a sheet to reconfirmation or back into work.
func Reconfirm(ctx context.Context, call *rest.Call, in *ReconfirmInput) (*SheetOutput, error) {
	read, err := rest.Version(in.IfMatch)
	if err != nil {
		return nil, err
	}
	if err := cleanComment(&in.Body.Comment); err != nil {
		return nil, err
	}
	before, err := editable(ctx, call, in.SheetID)
	switch {
	case err != nil:
		return nil, err
	case before.Version != read:
		return nil, table.ErrStale
	}
	if in.Body.Action == reconfirmSend {
		return send(ctx, call, in, before)
	}
	return resume(ctx, call, in, before)
}

func send(ctx context.Context, call *rest.Call, in *ReconfirmInput, before sds.Sheet) (*SheetOutput, error) {
	if before.Status == sds.StatusReconfirmation {
		return nil, message.New(message.Conflict, CodeReconfirmAlready)
	}
	if in.Body.Answers != (Answers{}) || in.Body.UploadID != "" {
		return nil, message.New(message.Invalid, message.CodeInvalid).On("action", CodeReconfirmAnswers, nil)
	}
	after := before
	after.Status, after.UpdatedAt = sds.StatusReconfirmation, call.Now()
	comment := in.Body.Comment
	switch {
	case comment != "":
		after.Reason, after.ReasonDetail = string(CodeReconfirmComment), map[string]string{"comment": comment}
	case after.Reason == "":
		after.Reason = string(CodeReconfirm)
	}
	edit := historyEntry(call, "reconfirmation_requested")
	edit.Comment = comment
	after, err := call.Table.WriteSheet(ctx, call.Company, table.SheetWrite{
		Before: &before, After: after, Edit: edit, Audit: call.Audit("sheet.reconfirmation_requested", string(before.ID)),
	})
	if err != nil {
		return nil, err
	}
	return whole(ctx, call, after)
}

func resume(ctx context.Context, call *rest.Call, in *ReconfirmInput, before sds.Sheet) (*SheetOutput, error) {
	after := before
	after.Attempt++
	after.Status, after.Reason, after.ReasonDetail, after.UpdatedAt = sds.StatusAssort, "", nil, call.Now()
	edit := historyEntry(call, "answered")
	edit.Comment = in.Body.Comment
	promise := func(x *table.Tx) { x.Promise(after) }
	if id := in.Body.UploadID; id != "" {
		u, err := ownUpload(ctx, call, id, "upload_id")
		if err != nil {
			return nil, err
		}
		if u.Sheet != "" {
			return nil, message.New(message.Invalid, message.CodeInvalid).On("upload_id", CodeUploadUsed, nil)
		}
		file, err := arrivedFile(ctx, call, u, "upload_id")
		if err != nil {
			return nil, err
		}
		replaceFile(&after, u, file, edit)
		promise = func(x *table.Tx) { x.Promise(after).Take(u, after.ID) }
	}
	if after.File.Key == "" {
		return nil, message.New(message.Conflict, CodeNoPDFToRead)
	}
	if in.Body.UploadID == "" {
		if err := openFile(after.File); err != nil {
			return nil, err
		}
	}
	if err := answer(in.Body.Answers, &after); err != nil {
		return nil, err
	}
	edit.Changes = append(edit.Changes, answersChanged(before.Answers, after.Answers)...)
	after, err := call.Table.WriteSheet(ctx, call.Company, table.SheetWrite{
		Before: &before, After: after, Edit: edit, Audit: call.Audit("sheet.answered", string(before.ID)), With: promise,
	})
	if err != nil {
		return nil, err
	}
	startSoon(ctx, call, after)
	return whole(ctx, call, after)
}

// replaceFile puts an upload in the place of a sheet's file, which is kept until the
// sheet is deleted.
func replaceFile(s *sds.Sheet, u table.Upload, file sds.File, edit *sds.Edit) {
	from, to := sds.Value{Kind: sds.KindText, Text: s.File.Name}, sds.Value{Kind: sds.KindText, Text: u.Name}
	edit.Changes = append(edit.Changes, sds.Change{Field: "file", From: &from, To: &to})
	s.Former = append(s.Former[:len(s.Former):len(s.Former)], s.File)
	s.File, s.UploadID, s.Status = file, u.ID, sds.StatusUploading
	if file.Scan == sds.ScanWaiting {
		s.Reason = string(CodeChecking)
	}
}

// answer notes what a person says about the file; what they leave out is for the
// analysis to find out.
func answer(a Answers, s *sds.Sheet) error {
	invalid := message.New(message.Invalid, message.CodeInvalid)
	switch pages := s.File.Pages; {
	case a.LastPage > 0 && a.FirstPage > a.LastPage:
		return invalid.On("last_page", CodePagesOrder, nil)
	case pages > 0 && a.FirstPage > pages:
		return invalid.On("first_page", CodePagesBeyond, message.Args{"pages": pages})
	case pages > 0 && a.LastPage > pages:
		return invalid.On("last_page", CodePagesBeyond, message.Args{"pages": pages})
	}
	s.Answers = nil
	if a != (Answers{}) {
		s.Answers = &sds.Answers{Language: a.LanguageID, FirstPage: a.FirstPage, LastPage: a.LastPage}
	}
	return nil
}

func answersChanged(was, is *sds.Answers) (changes []sds.Change) {
	from, to := sds.Answers{}, sds.Answers{}
	if was != nil {
		from = *was
	}
	if is != nil {
		to = *is
	}
	note := func(field string, from, to int) {
		if from != to {
			a, b := numberText(from), numberText(to)
			changes = append(changes, sds.Change{Field: field, From: &a, To: &b})
		}
	}
	note("language_id", from.Language, to.Language)
	note("first_page", from.FirstPage, to.FirstPage)
	note("last_page", from.LastPage, to.LastPage)
	return changes
}

// numberText is a number as text; none for 0.
func numberText(n int) sds.Value {
	if n == 0 {
		return sds.Value{Kind: sds.KindText}
	}
	return sds.Value{Kind: sds.KindText, Text: itoa(n)}
}
