package sheets_test

import (
	"errors"
	"testing"
	"time"

	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/write"
	"anzen/shared/library/librarytest"
	"anzen/shared/library/sheets"
)

func attempts(s *librarytest.Store) sheets.Attempts {
	return sheets.Attempts{Store: s, Now: func() time.Time { return librarytest.Now }}
}

var first = sheets.Attempt{Company: librarytest.Company, Sheet: "s", Number: 1}

// No step of an attempt writes a sheet that does not wait for it.
func TestStepsLeaveSheetsThatDoNotWait(t *testing.T) {
	for name, change := range map[string]func(*sds.Sheet){
		"another attempt": func(s *sds.Sheet) { s.Attempt = 2 },
		"finished":        func(s *sds.Sheet) { s.Status = sds.StatusCompleted },
		"failed":          func(s *sds.Sheet) { s.Status = sds.StatusImpossible },
		"not there":       nil,
	} {
		s := librarytest.New()
		if change != nil {
			s.Add("s", func(sheet *sds.Sheet) { sheet.Status = sds.StatusAssort; change(sheet) })
		}
		a := attempts(s)
		_, entered := a.Enter(t.Context(), first, sds.StatusFirstCheck)
		_, pinned := a.Pin(t.Context(), first, "key", "1")
		for step, err := range map[string]error{
			"enter": entered, "pin": pinned, "assorted": a.Assorted(t.Context(), first, "1", 1, "x"), "complete": a.Complete(t.Context(), first, sheets.Reading{}),
			"searched": a.Searched(t.Context(), first, sds.File{}, sds.ScanClean),
		} {
			if !errors.Is(err, sheets.ErrNotAwaited) {
				t.Errorf("%s, %s: %v", name, step, err)
			}
		}
		if err := a.Fail(t.Context(), first, "analysis.empty", nil); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if s.Writes != 0 {
			t.Errorf("%s: %d writes", name, s.Writes)
		}
	}
}

// A step is retried after concurrent writes, and gives up where they do not end.
func TestStepsUnderConcurrentWrites(t *testing.T) {
	s := librarytest.New()
	s.Add("s", func(sheet *sds.Sheet) { sheet.Status = sds.StatusAssort })
	times := 0
	s.BeforeWriting = func() {
		if times++; times <= 4 {
			s.Touch("s", func(sheet *sds.Sheet) { sheet.Note = "theirs" })
		}
	}
	got, err := attempts(s).Enter(t.Context(), first, sds.StatusFirstCheck)
	if err != nil || got.Status != sds.StatusFirstCheck || got.Note != "theirs" || s.Sheets["s"].Version != got.Version {
		t.Errorf("%+v: %v", got, err)
	}
	s.BeforeWriting = func() { s.Touch("s", func(*sds.Sheet) {}) }
	if _, err := attempts(s).Enter(t.Context(), first, sds.StatusFirstDone); !errors.Is(err, write.ErrStale) {
		t.Errorf("writes without an end: %v", err)
	}
	s.BeforeWriting = func() { s.Touch("s", func(sheet *sds.Sheet) { sheet.Attempt = 2 }) }
	if _, err := attempts(s).Enter(t.Context(), first, sds.StatusFirstDone); !errors.Is(err, sheets.ErrNotAwaited) {
		t.Errorf("another attempt in between: %v", err)
	}
}

// The first version that arrives is the sheet's; a later one and another object change
// nothing. Where files are scanned the analysis waits for the result.
func TestThePinnedVersionStays(t *testing.T) {
	s := librarytest.New()
	s.Add("s", func(sheet *sds.Sheet) { sheet.Status, sheet.File = sds.StatusUploading, sds.File{Key: "k"} })
	a := attempts(s)
	a.Scanning = true
	for _, come := range []struct{ key, version, want string }{{"other", "0", ""}, {"k", "1", "1"}, {"k", "2", "1"}} {
		got, err := a.Pin(t.Context(), first, come.key, come.version)
		if err != nil || got.File.Version != come.want || (got.File.Scan == sds.ScanWaiting) != (come.want != "") || !s.Promised["s"] {
			t.Errorf("%s %s: %+v %v", come.key, come.version, got.File, err)
		}
	}
	if err := a.Searched(t.Context(), first, sds.File{Key: "k", Version: "2"}, sds.ScanInfected); err != nil || s.Sheets["s"].File.Scan != sds.ScanWaiting {
		t.Errorf("the result of another version is recorded: %+v %v", s.Sheets["s"].File, err)
	}
	if err := a.Searched(t.Context(), first, sds.File{Key: "k", Version: "1"}, sds.ScanClean); err != nil || s.Sheets["s"].File.Scan != sds.ScanClean || s.Sheets["s"].Reason != "" {
		t.Errorf("%+v %v", s.Sheets["s"], err)
	}
}

// A file is accepted only while its sender may upload.
func TestSenderMustStillBeAllowed(t *testing.T) {
	editor := company.User{Role: access.Editor, Active: true}
	for name, tt := range map[string]struct {
		people map[sds.UserID]company.User
		want   error
	}{
		"still there": {map[sds.UserID]company.User{"u": editor}, nil},
		"removed":     {nil, sheets.ErrSenderLeft},
		"a viewer":    {map[sds.UserID]company.User{"u": {Role: access.Viewer, Active: true}}, sheets.ErrSenderLeft},
		"not active":  {map[sds.UserID]company.User{"u": {Role: access.Editor}}, sheets.ErrSenderLeft},
	} {
		s := librarytest.New()
		s.Uploads["up"], s.People = sds.Upload{ID: "up", By: "u"}, tt.people
		if err := attempts(s).Allowed(t.Context(), librarytest.Company, sds.Sheet{UploadID: "up"}); !errors.Is(err, tt.want) {
			t.Errorf("%s: %v", name, err)
		}
		if err := attempts(s).Allowed(t.Context(), librarytest.Company, sds.Sheet{}); err != nil {
			t.Errorf("%s, a sheet without an upload: %v", name, err)
		}
	}
}

// Completing keeps users' values, ends the promised analysis and settles derived values; a
// reason sends the sheet to reconfirmation.
func TestCompleteKeepsUsersValues(t *testing.T) {
	field := func(text string, state sds.FieldState) sds.Field {
		return sds.Field{ID: "product_name", Key: "product_name", Value: sds.Value{Kind: sds.KindText, Text: text}, State: state, Confidence: 0.9, Extractor: "test"}
	}
	s := librarytest.New()
	s.Add("s", func(sheet *sds.Sheet) { sheet.Status = sds.StatusSecondCheck })
	s.Promised["s"] = true
	s.Content["s"] = []sds.Section{{Number: 1, Fields: []sds.Field{field("Mine", sds.StateEdited)}}}
	r := sheets.Reading{Sections: []sds.Section{{Number: 1, Fields: []sds.Field{field("Read", sds.StateMachine)}}}, Language: sds.LanguageEnglish, LanguageCode: "en", Pages: 3}
	if err := attempts(s).Complete(t.Context(), first, r); err != nil {
		t.Fatal(err)
	}
	got := s.Sheets["s"]
	if got.Status != sds.StatusCompleted || got.ProductName != "Mine" || got.File.Pages != 3 || got.Language != sds.LanguageEnglish || s.Promised["s"] || len(s.History["s"]) != 1 {
		t.Errorf("%+v, history %+v", got, s.History["s"])
	}
	s.Touch("s", func(sheet *sds.Sheet) { sheet.Status = sds.StatusSecondCheck })
	r.Reason, r.ReasonDetail = "analysis.several_sheets", map[string]string{"count": "2"}
	if err := attempts(s).Complete(t.Context(), first, r); err != nil || s.Sheets["s"].Status != sds.StatusReconfirmation || s.Sheets["s"].ReasonDetail["count"] != "2" {
		t.Errorf("%+v %v", s.Sheets["s"], err)
	}
	// Undoing an edit of many sheets writes a sheet in analysis, too.
	s.Touch("s", func(sheet *sds.Sheet) { sheet.Status = sds.StatusSecondCheck })
	concurrent := true
	s.BeforeWriting = func() {
		if concurrent {
			concurrent = false
			s.Content["s"] = []sds.Section{{Number: 1, Fields: []sds.Field{field("Concurrent", sds.StateEdited)}}}
			s.Touch("s", func(*sds.Sheet) {})
		}
	}
	if err := attempts(s).Complete(t.Context(), first, r); err != nil || s.Sheets["s"].ProductName != "Concurrent" {
		t.Errorf("a concurrent edit is lost: %+v %v", s.Sheets["s"], err)
	}
	s.Touch("s", func(sheet *sds.Sheet) { sheet.Status = sds.StatusFirstCheck })
	s.Promised["s"] = true
	if err := attempts(s).Fail(t.Context(), first, "analysis.empty", nil); err != nil || s.Sheets["s"].Status != sds.StatusImpossible || s.Promised["s"] {
		t.Errorf("%+v %v", s.Sheets["s"], err)
	}
}
