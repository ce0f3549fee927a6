package sheets_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"anzen/shared/domain/access"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/write"
	"anzen/shared/library/librarytest"
	"anzen/shared/library/sheets"
)

func ptr[T any](v T) *T { return &v }

// A refused edit returns a named error and writes nothing.
func TestEditRefuses(t *testing.T) {
	foreign := func(s *sds.Sheet) { s.Departments = []sds.DepartmentID{"theirs"} }
	for name, tt := range map[string]struct {
		change func(*sds.Sheet)
		in     sheets.Changes
		want   error
		field  string
		code   message.Code
	}{
		"moved on":            {nil, sheets.Changes{Read: 7, Name: ptr("x")}, write.ErrStale, "", ""},
		"another department":  {foreign, sheets.Changes{Read: 1, Name: ptr("x")}, sheets.ErrOtherDepartment, "", ""},
		"in analysis":         {func(s *sds.Sheet) { s.Status = sds.StatusFirstCheck }, sheets.Changes{Read: 1, Name: ptr("x")}, sheets.ErrNotEditable, "", ""},
		"unknown tag":         {nil, sheets.Changes{Read: 1, Tags: &[]sds.TagID{"none"}}, nil, "tag_id_list", sheets.CodeTagUnknown},
		"unknown person":      {nil, sheets.Changes{Read: 1, Assignees: &[]sds.UserID{"none"}}, nil, "assignee_id_list", sheets.CodeUserUnknown},
		"unknown department":  {nil, sheets.Changes{Read: 1, Departments: &[]sds.DepartmentID{"none"}}, nil, "department_id_list[0]", sheets.CodeDepartmentUnknown},
		"others' department":  {nil, sheets.Changes{Read: 1, Departments: &[]sds.DepartmentID{"theirs"}}, sheets.ErrDepartmentNotYours, "", ""},
		"no day":              {nil, sheets.Changes{Read: 1, AssessedOn: ptr("2026-02-30")}, nil, "assessed_at", message.CodePattern},
		"unknown field":       {nil, sheets.Changes{Read: 1, Fields: []sds.FieldEdit{{Section: 1, ID: "none", Action: sds.ActionConfirm}}}, nil, "fields[0]", sheets.CodeUnknownField},
		"a name with control": {nil, sheets.Changes{Read: 1, Name: ptr("a\x00b")}, nil, "name", ""},
	} {
		s := librarytest.New()
		s.Teams = map[sds.DepartmentID]string{"mine": "品質保証部", "theirs": "製造部"}
		s.Add("s", tt.change)
		tt.in.Sheet = "s"
		_, err := sheets.Edit(t.Context(), s, librarytest.Actor(access.Editor, "mine"), tt.in)
		_, fields := librarytest.Code(t, err)
		code, named := fields[tt.field]
		if tt.want != nil && !errors.Is(err, tt.want) || tt.want == nil && (!named || tt.code != "" && code != tt.code) {
			t.Errorf("%s: %v %v", name, err, fields)
		}
		if s.Writes != 0 {
			t.Errorf("%s: %d writes", name, s.Writes)
		}
	}
	if _, err := sheets.Edit(t.Context(), librarytest.New(), librarytest.Actor(access.Admin), sheets.Changes{Sheet: "none"}); !errors.Is(err, write.ErrNotFound) {
		t.Errorf("a sheet that is not there: %v", err)
	}
}

// An edit is one write with its history entry, its audit record and the derived values; one
// that changes nothing writes nothing; a concurrent write makes it fail with ErrStale.
func TestEditIsOneWrite(t *testing.T) {
	s := librarytest.New()
	s.Add("s", nil)
	s.TagNames["t"] = "要確認"
	me := librarytest.Actor(access.Editor)
	edit := sheets.Changes{Sheet: "s", Read: 1, Note: ptr("keep cool"), Tags: &[]sds.TagID{"t", "t"}}
	got, err := sheets.Edit(t.Context(), s, me, edit)
	if err != nil || got.Version != 2 || got.Note != "keep cool" || len(got.Tags) != 1 || s.Writes != 1 || len(s.History["s"]) != 1 || s.Audits[0].Action != "sheet.edited" {
		t.Fatalf("%+v %v, %d writes", got, err, s.Writes)
	}
	if e := s.History["s"][0]; e.By != me.User || e.ByName != me.Name || len(e.Changes) != 2 {
		t.Errorf("entry %+v", e)
	}
	edit.Read = 2
	if got, err := sheets.Edit(t.Context(), s, me, edit); err != nil || got.Version != 2 || s.Writes != 1 {
		t.Errorf("the same once more: version %d, %d writes, %v", got.Version, s.Writes, err)
	}
	s.BeforeWriting = func() { s.Touch("s", func(sheet *sds.Sheet) { sheet.Note = "theirs" }) }
	edit.Note = ptr("mine")
	if _, err := sheets.Edit(t.Context(), s, me, edit); !errors.Is(err, write.ErrStale) || s.Sheets["s"].Note != "theirs" {
		t.Errorf("overtaken: %v, %q", err, s.Sheets["s"].Note)
	}
}

// Sheets are chosen all or none, unless those that may not be changed are to be left out, and only
// if their number is the expected one.
func TestChoose(t *testing.T) {
	s := librarytest.New()
	s.Add("mine", func(sheet *sds.Sheet) { sheet.Departments = []sds.DepartmentID{"d"} })
	s.Add("theirs", func(sheet *sds.Sheet) { sheet.Departments = []sds.DepartmentID{"e"} })
	s.Add("gone", func(sheet *sds.Sheet) { sheet.DeletedAt = &sheet.CreatedAt })
	me := librarytest.Actor(access.Editor, "d")
	choose := func(in sheets.Choice) (sheets.Chosen, error) {
		in.May, in.Deny = me.MayEdit, sheets.Undeletable
		return sheets.Choose(t.Context(), s, me, in)
	}
	_, err := choose(sheets.Choice{IDs: []sds.SheetID{"mine", "theirs"}})
	var denied *message.Error
	if code, _ := librarytest.Code(t, err); code != sheets.CodeDeleteDenied || !errors.As(err, &denied) || len(denied.Denied) != 1 || denied.Denied[0].ID != "theirs" {
		t.Errorf("another department's: %v", err)
	}
	chosen, err := choose(sheets.Choice{IDs: []sds.SheetID{"mine", "theirs", "gone", "mine"}, Skip: true, Expected: ptr(2)})
	if err != nil || !slices.Equal(chosen.IDs, []sds.SheetID{"mine"}) || chosen.Skipped != 1 {
		t.Errorf("without another department's: %+v %v", chosen, err)
	}
	_, err = choose(sheets.Choice{IDs: []sds.SheetID{"mine", "none"}})
	if _, fields := librarytest.Code(t, err); fields["sds_ids[1]"] != sheets.CodeSheetUnknown {
		t.Errorf("an unknown one: %v", err)
	}
	_, err = choose(sheets.Choice{IDs: []sds.SheetID{"mine"}, Expected: ptr(2)})
	if code, _ := librarytest.Code(t, err); code != sheets.CodeChoiceCount {
		t.Errorf("another count: %v", err)
	}
}

// Sheets are removed once; concurrent writes are retried. A job leaves what it cannot remove, and
// restores only what it has removed.
func TestRemove(t *testing.T) {
	s := librarytest.New()
	s.Add("mine", func(sheet *sds.Sheet) { sheet.Departments = []sds.DepartmentID{"d"} })
	s.Add("theirs", func(sheet *sds.Sheet) { sheet.Departments = []sds.DepartmentID{"e"} })
	me := librarytest.Actor(access.Editor, "d")
	s.BeforeWriting = func() { s.Touch("mine", func(*sds.Sheet) {}) }
	if _, err := sheets.Remove(t.Context(), s, me, []sds.SheetID{"mine"}); !errors.Is(err, sheets.ErrChanging) {
		t.Errorf("writes without an end: %v", err)
	}
	left, err := sheets.RemoveEach(t.Context(), s, me, []sds.SheetID{"mine", "theirs"}, "job")
	if err != nil || len(left) != 2 || left[0].Sheet != "theirs" || left[0].Code != message.CodeOtherDepartment || left[1].Code != sheets.CodeDeleteChanged {
		t.Errorf("left %+v %v", left, err)
	}
	s.BeforeWriting = nil
	if _, err := sheets.Remove(t.Context(), s, me, []sds.SheetID{"theirs"}); err == nil || s.Writes != 0 {
		t.Errorf("another department's was removed: %v", err)
	}
	for _, want := range [][]sds.SheetID{{"mine"}, nil} { // the second finds nothing left
		if done, err := sheets.Remove(t.Context(), s, me, []sds.SheetID{"mine"}); err != nil || !slices.Equal(done.IDs, want) {
			t.Errorf("removed %+v %v", done, err)
		}
	}
	if s.Sheets["mine"].DeletedAt == nil || s.Sheets["theirs"].DeletedAt != nil {
		t.Errorf("%+v", s.Sheets)
	}
}

// Attachments are counted under the sheet's version: one of two requests at the limit is refused.
func TestAttachHoldsTheLimit(t *testing.T) {
	s := librarytest.New()
	me := librarytest.Actor(access.Editor)
	limit := me.Settings.AttachmentsPerSheet()
	s.Add("s", func(sheet *sds.Sheet) { sheet.AttachmentCount = limit - 1 })
	s.Attached["s"] = []sds.Attachment{{ID: "a", Name: "a.pdf", Waiting: true}}
	arrived := func(_ context.Context, all []sds.Attachment) ([]sds.Attachment, error) { return all[:1], nil }
	answered := 0
	answer := func(version int64, all []sds.Attachment) *write.Answer {
		answered++
		return &write.Answer{Key: "k", Body: []byte(all[0].Name)}
	}
	once := true
	s.BeforeWriting = func() {
		if once {
			once = false
			s.Touch("s", func(sheet *sds.Sheet) { sheet.AttachmentCount++ })
		}
	}
	if code, _ := librarytest.Code(t, sheets.Attach(t.Context(), s, me, "s", arrived, answer)); code != sheets.CodeAttachmentLimit || s.Sheets["s"].AttachmentCount != limit || s.Writes != 0 {
		t.Errorf("%s, %d attachments", code, s.Sheets["s"].AttachmentCount)
	}
	s.Touch("s", func(sheet *sds.Sheet) { sheet.AttachmentCount = 0 })
	if err := sheets.Attach(t.Context(), s, me, "s", arrived, answer); err != nil || s.Sheets["s"].AttachmentCount != 1 || s.Attached["s"][0].Waiting || len(s.Answers) != 1 {
		t.Errorf("%v %+v", err, s.Attached)
	}
}
