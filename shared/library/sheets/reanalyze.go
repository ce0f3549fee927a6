package sheets

import (
	"context"
	"errors"

	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/write"
)

// Codes of reconfirmations. The first two are reasons of a sheet.
const (
	CodeReconfirm        message.Code = "reconfirmation.requested"
	CodeReconfirmComment message.Code = "reconfirmation.requested_comment"
	CodeReconfirmAlready message.Code = "reconfirmation.already"
	CodeReconfirmAnswers message.Code = "reconfirmation.answers_on_send"
	CodeReanalyzeDenied  message.Code = "reanalysis.denied"
	CodePagesOrder       message.Code = "reconfirmation.pages_order"
	CodePagesBeyond      message.Code = "reconfirmation.pages_beyond"
)

// Reanalysis requests another analysis of a sheet.
type Reanalysis struct {
	Sheet   sds.SheetID
	Comment string
}

// Reanalyze starts another analysis of a sheet; confirmed and edited values stay. The
// answer is stored in the same write.
func (r Registrar) Reanalyze(ctx context.Context, by Actor, in Reanalysis, answer func(sds.Sheet) *write.Answer) error {
	if err := CleanComment(&in.Comment); err != nil {
		return err
	}
	before, err := r.Store.Sheet(ctx, by.CompanyID, in.Sheet)
	if err != nil {
		return err
	}
	switch {
	case !by.MayRequest(before):
		return ErrOtherDepartment
	case !before.Status.Editable():
		return ErrNotEditable
	case before.File.Key == "":
		return ErrNoPDF
	}
	if err := OpenFile(before.File); err != nil {
		return err
	}
	after := again(by, before)
	edit := by.Entry("reanalysis_requested")
	edit.Comment = in.Comment
	_, err = r.Store.WriteSheet(ctx, by.CompanyID, write.Sheet{
		Before: &before, After: after, Edit: edit, Audit: by.Audit("sheet.reanalysis_requested", string(before.ID)),
		Analysis: write.AnalysisPromised, Answer: answer(after),
	})
	if err != nil {
		return err
	}
	if err := r.Analyses.Start(ctx, by.CompanyID, after); err != nil {
		// The analysis stays promised: the sweep starts it.
		r.Log.ErrorContext(ctx, "analysis not started", "sheet", after.ID, "cause", err.Error())
	}
	return nil
}

// Unrequestable is the error of sheets whose analysis the actor may not request; nil where there are none.
func Unrequestable(refused []sds.Sheet) error {
	if len(refused) == 0 {
		return nil
	}
	return denied(message.New(message.Invalid, CodeReanalyzeDenied).With(message.Args{"count": len(refused)}), refused)
}

// ReanalyzeAmong starts another analysis of a sheet as part of a job; nil where it has, or where the
// sheet has been removed.
func (r Registrar) ReanalyzeAmong(ctx context.Context, by Actor, s *sds.Sheet, comment string) (*Left, error) {
	err := repeated(func() error {
		return r.Reanalyze(ctx, by, Reanalysis{Sheet: s.ID, Comment: comment}, func(sds.Sheet) *write.Answer { return nil })
	})
	var e *message.Error
	switch {
	case errors.Is(err, write.ErrNotFound):
		return nil, nil
	case errors.As(err, &e) && (e.Kind == message.Forbidden || e.Kind == message.Conflict || e.Kind == message.Stale):
		left := leave(s, e.Code, nil)
		return &left, nil
	}
	return nil, err
}

// LeftFailed is a sheet whose analysis has ended without its values.
func LeftFailed(s *sds.Sheet) Left { return leave(s, message.Code(s.Reason), s.ReasonDetail) }

// again is the record of a sheet that waits for another attempt at its analysis.
func again(by Actor, s sds.Sheet) sds.Sheet {
	s.Attempt++
	s.Trace = by.Trace
	s.Status, s.Reason, s.ReasonDetail, s.UpdatedAt = sds.StatusAssort, "", nil, by.Now
	return s
}

// Reconfirmation is a user's input on a sheet that the analysis could not read, or not
// with certainty.
type Reconfirmation struct {
	Sheet   sds.SheetID
	Read    int64 // the version that the user saw
	Comment string
	Answers sds.Answers
	Upload  sds.UploadID // a file in place of the one that could not be read
	Known   bool         // take the file even where its content is another sheet's
}

// SendToReconfirmation marks a sheet as needing review by a user.
func (r Registrar) SendToReconfirmation(ctx context.Context, by Actor, in Reconfirmation) (sds.Sheet, error) {
	before, err := r.reconfirmable(ctx, by, &in)
	if err != nil {
		return before, err
	}
	if before.Status == sds.StatusReconfirmation {
		return before, message.New(message.Conflict, CodeReconfirmAlready)
	}
	if in.Answers != (sds.Answers{}) || in.Upload != "" {
		return before, errInvalid.On("action", CodeReconfirmAnswers, nil)
	}
	after := before
	after.Status, after.UpdatedAt = sds.StatusReconfirmation, by.Now
	switch {
	case in.Comment != "":
		after.Reason, after.ReasonDetail = string(CodeReconfirmComment), map[string]string{"comment": in.Comment}
	case after.Reason == "":
		after.Reason = string(CodeReconfirm)
	}
	edit := by.Entry("reconfirmation_requested")
	edit.Comment = in.Comment
	return r.Store.WriteSheet(ctx, by.CompanyID, write.Sheet{
		Before: &before, After: after, Edit: edit, Audit: by.Audit("sheet.reconfirmation_requested", string(before.ID)),
	})
}

// Resume starts another analysis of a sheet with the user's answers, or with another file.
func (r Registrar) Resume(ctx context.Context, by Actor, in Reconfirmation) (sds.Sheet, error) {
	before, err := r.reconfirmable(ctx, by, &in)
	if err != nil {
		return before, err
	}
	edit := by.Entry("answered")
	edit.Comment = in.Comment
	w := write.Sheet{Before: &before, After: again(by, before), Edit: edit, Audit: by.Audit("sheet.answered", string(before.ID)), Analysis: write.AnalysisPromised}
	if in.Upload != "" {
		u, err := r.upload(ctx, by, in.Upload, "upload_id")
		if err != nil {
			return before, err
		}
		if u.Sheet != "" {
			return before, errInvalid.On("upload_id", CodeUploadUsed, nil)
		}
		file, err := r.file(ctx, by, u, "upload_id")
		if err != nil {
			return before, err
		}
		accepted, err := r.strangers(ctx, by, []newFile{{"upload_id", file, before.ID, in.Known}})
		if err != nil {
			return before, err
		}
		replaceFile(&w.After, u, file, edit)
		w.After.MarkUnrelated(accepted[before.ID]...)
		w.Upload = &u
	}
	if w.After.File.Key == "" {
		return before, ErrNoPDF
	}
	if in.Upload == "" {
		if err := OpenFile(w.After.File); err != nil {
			return before, err
		}
	}
	if err := answer(in.Answers, &w.After); err != nil {
		return before, err
	}
	edit.Changes = append(edit.Changes, answersChanged(before.Answers, w.After.Answers)...)
	after, err := r.Store.WriteSheet(ctx, by.CompanyID, w)
	if err != nil {
		return before, err
	}
	r.start(ctx, by, after)
	return after, nil
}

// reconfirmable reads the sheet of a reconfirmation in the version that the user saw.
func (r Registrar) reconfirmable(ctx context.Context, by Actor, in *Reconfirmation) (sds.Sheet, error) {
	if err := CleanComment(&in.Comment); err != nil {
		return sds.Sheet{}, err
	}
	s, err := Editable(ctx, r.Store, by, in.Sheet)
	if err == nil && s.Version != in.Read {
		err = write.ErrStale
	}
	return s, err
}

// replaceFile replaces a sheet's file by an upload. The former file is kept until the
// sheet is deleted.
func replaceFile(s *sds.Sheet, u sds.Upload, file sds.File, edit *sds.Edit) {
	from, to := sds.Value{Kind: sds.KindText, Text: s.File.Name}, sds.Value{Kind: sds.KindText, Text: u.Name}
	edit.Changes = append(edit.Changes, sds.Change{Field: "file", From: &from, To: &to})
	s.Former = append(s.Former[:len(s.Former):len(s.Former)], s.File)
	s.File, s.UploadID, s.Status = file, u.ID, sds.StatusUploading
	if file.Scan == sds.ScanWaiting {
		s.Reason = string(CodeChecking)
	}
}

// answer sets a user's answers about the file, nil where there are none; the analysis
// determines what they leave out.
func answer(a sds.Answers, s *sds.Sheet) error {
	switch pages := s.File.Pages; {
	case a.LastPage > 0 && a.FirstPage > a.LastPage:
		return errInvalid.On("last_page", CodePagesOrder, nil)
	case pages > 0 && a.FirstPage > pages:
		return errInvalid.On("first_page", CodePagesBeyond, message.Args{"pages": pages})
	case pages > 0 && a.LastPage > pages:
		return errInvalid.On("last_page", CodePagesBeyond, message.Args{"pages": pages})
	}
	s.Answers = nil
	if a != (sds.Answers{}) {
		s.Answers = &a
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

// numberText is a number as text; empty for 0.
func numberText(n int) sds.Value {
	if n == 0 {
		return sds.Value{Kind: sds.KindText}
	}
	return sds.Value{Kind: sds.KindText, Text: itoa(n)}
}
