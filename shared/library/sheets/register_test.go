package sheets_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"log/slog"
	"strconv"
	"testing"

	"anzen/shared/catalog"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/write"
	"anzen/shared/library/librarytest"
	"anzen/shared/library/sheets"
)

func registrar(s *librarytest.Store) sheets.Registrar {
	return sheets.Registrar{Store: s, Files: s, Known: noSheet{}, Analyses: s, Log: slog.New(slog.DiscardHandler)}
}

// noSheet finds no sheet.
type noSheet struct{}

func (noSheet) Search(context.Context, sds.CompanyID, catalog.Query) (catalog.Page, error) {
	return catalog.Page{}, nil
}

// digestOf is the digest of the file of an upload.
func digestOf(id sds.UploadID) string {
	sum := sha256.Sum256([]byte(id))
	return hex.EncodeToString(sum[:])
}

// sent adds an upload of the actor whose object has arrived.
func sent(s *librarytest.Store, id sds.UploadID) sds.UploadID {
	key := "uploads/" + string(id) + ".pdf"
	s.Uploads[id] = sds.Upload{ID: id, Version: 1, Company: librarytest.Company, By: "me", Key: key, Name: string(id) + ".pdf", SHA256: digestOf(id)}
	s.Objects[key] = sds.Object{Size: 9, Version: "1", SHA256: digestOf(id)}
	return id
}

func answered(made []sds.Sheet) *write.Answer {
	return &write.Answer{Key: "k", Body: []byte(strconv.Itoa(len(made)))}
}

// Registering an upload twice makes one sheet, whose analysis is promised and started; the
// answer is stored in the same write.
func TestRegisterOnce(t *testing.T) {
	s := librarytest.New()
	in := sheets.NewSheets{Sheets: []sheets.NewSheet{{Upload: sent(s, "a"), Name: "名前"}, {Upload: sent(s, "b")}}}
	for range 2 {
		if err := registrar(s).Register(t.Context(), librarytest.Actor(access.Editor), in, answered); err != nil {
			t.Fatal(err)
		}
	}
	if len(s.Sheets) != 2 || len(s.Promised) != 2 || len(s.Started) < 2 || len(s.Answers) == 0 || string(s.Answers[0].Body) != "2" {
		t.Fatalf("%d sheets, promised %v, started %v, answers %v", len(s.Sheets), s.Promised, s.Started, s.Answers)
	}
	a := s.Sheets[s.Uploads["a"].Sheet]
	if b := s.Sheets[s.Uploads["b"].Sheet]; a.Name != "名前" || !a.NameByPerson || b.Name != "b" || a.File.Version != "1" || a.Version != 1 || len(s.History[a.ID]) != 1 {
		t.Errorf("%+v %+v", a, b)
	}
	// The audit says which sheets were registered.
	if want := string(a.ID) + "," + string(s.Uploads["b"].Sheet); len(s.Audits) == 0 || s.Audits[0].Action != "sheet.registered" || s.Audits[0].Target != want {
		t.Errorf("%+v, want the target %s", s.Audits, want)
	}
}

// A refused registration names the invalid member and creates nothing.
func TestRegisterRefuses(t *testing.T) {
	path := "sds_list[0].upload_id"
	for name, tt := range map[string]struct {
		change func(*librarytest.Store)
		in     []sheets.NewSheet
		field  string
		code   message.Code
	}{
		"twice":          {nil, []sheets.NewSheet{{Upload: "a"}, {Upload: "a"}}, "sds_list[1].upload_id", sheets.CodeUploadTwice},
		"unknown":        {nil, []sheets.NewSheet{{Upload: "none"}}, path, sheets.CodeUploadUnknown},
		"another's":      {func(s *librarytest.Store) { u := s.Uploads["a"]; u.Company = "other"; s.Uploads["a"] = u }, []sheets.NewSheet{{Upload: "a"}}, path, sheets.CodeUploadUnknown},
		"other content":  {func(s *librarytest.Store) { s.Objects["uploads/a.pdf"] = sds.Object{SHA256: "y"} }, []sheets.NewSheet{{Upload: "a"}}, path, sheets.CodeUploadChanged},
		"sender removed": {func(s *librarytest.Store) { u := s.Uploads["a"]; u.By = "gone"; s.Uploads["a"] = u }, []sheets.NewSheet{{Upload: "a"}}, path, sheets.CodeUploadVoid},
		"sender demoted": {func(s *librarytest.Store) {
			u := s.Uploads["a"]
			u.By, s.People["v"] = "v", company.User{Role: access.Viewer, Active: true}
			s.Uploads["a"] = u
		}, []sheets.NewSheet{{Upload: "a"}}, path, sheets.CodeUploadVoid},
		"another sheet's": {func(s *librarytest.Store) { u := s.Uploads["a"]; u.Sheet = "other"; s.Uploads["a"] = u }, []sheets.NewSheet{{Upload: "a"}}, path, sheets.CodeUploadUsed},
	} {
		s := librarytest.New()
		sent(s, "a")
		if tt.change != nil {
			tt.change(s)
		}
		err := registrar(s).Register(t.Context(), librarytest.Actor(access.Editor), sheets.NewSheets{Sheets: tt.in}, answered)
		if _, fields := librarytest.Code(t, err); fields[tt.field] != tt.code || len(s.Sheets) != 0 || len(s.Started) != 0 {
			t.Errorf("%s: %v %v", name, err, fields)
		}
	}
}

// The plan's limit applies to the request as a whole: beyond it no sheet is created.
func TestRegisterHoldsThePlansLimit(t *testing.T) {
	s := librarytest.New()
	for n := range 99 {
		s.Add(sds.SheetID(strconv.Itoa(n)), nil)
	}
	in := sheets.NewSheets{Sheets: []sheets.NewSheet{{Upload: sent(s, "a")}, {Upload: sent(s, "b")}}}
	err := registrar(s).Register(t.Context(), librarytest.Actor(access.Editor), in, answered)
	if code, _ := librarytest.Code(t, err); code != write.CodePlanLimit || len(s.Sheets) != 99 || len(s.Started) != 0 || len(s.Answers) != 0 {
		t.Errorf("%v: %d sheets", err, len(s.Sheets))
	}
	in.Sheets = in.Sheets[:1]
	if err := registrar(s).Register(t.Context(), librarytest.Actor(access.Editor), in, answered); err != nil || len(s.Sheets) != 100 {
		t.Errorf("%v: %d sheets", err, len(s.Sheets))
	}
}

// Users assign the departments they belong to; a company with departments requires one.
func TestRegisterHoldsDepartments(t *testing.T) {
	for name, tt := range map[string]struct {
		by   sheets.Actor
		in   []sds.DepartmentID
		want message.Code
	}{
		"mine":               {librarytest.Actor(access.Editor, "d"), []sds.DepartmentID{"d"}, ""},
		"others'":            {librarytest.Actor(access.Editor, "d"), []sds.DepartmentID{"e"}, sheets.CodeDepartmentNotYours},
		"none":               {librarytest.Actor(access.Editor, "d"), nil, message.CodeInvalid},
		"belonging to none":  {librarytest.Actor(access.Editor), nil, sheets.CodeNoDepartment},
		"an administrator's": {librarytest.Actor(access.Admin), []sds.DepartmentID{"e"}, ""},
	} {
		s := librarytest.New()
		s.Teams = map[sds.DepartmentID]string{"d": "品質保証部", "e": "製造部"}
		err := registrar(s).Register(t.Context(), tt.by, sheets.NewSheets{Departments: tt.in, Sheets: []sheets.NewSheet{{Upload: sent(s, "a")}}}, answered)
		if code, _ := librarytest.Code(t, err); code != tt.want || (len(s.Sheets) == 1) != (tt.want == "") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A newer file replaces the older sheet with what the settings copy; a sheet that is not
// the newest, or is another department's, is refused by name; concurrent writes are retried.
func TestRevise(t *testing.T) {
	s := librarytest.New()
	s.Teams = map[sds.DepartmentID]string{"d": "品質保証部", "e": "製造部"}
	s.Add("old", func(sheet *sds.Sheet) {
		sheet.Departments, sheet.Note, sheet.Tags = []sds.DepartmentID{"d"}, "note", []sds.TagID{"t"}
	})
	s.Add("theirs", func(sheet *sds.Sheet) { sheet.Name, sheet.Departments = "theirs", []sds.DepartmentID{"e"} })
	me := librarytest.Actor(access.Editor, "d")
	me.Settings.CopyFields = []string{"departments", "note"}
	revise := func(id sds.SheetID, u sds.UploadID) error {
		return registrar(s).Revise(t.Context(), me, sheets.NewerFiles{Sheets: []sheets.NewerFile{{Sheet: id, Upload: u}}}, answered)
	}
	var denied *message.Error
	if err := revise("theirs", sent(s, "a")); !errors.Is(err, sheets.ErrOtherDepartment) || !errors.As(err, &denied) || len(denied.Denied) != 1 || denied.Denied[0].Name != "theirs" {
		t.Errorf("another department's: %v", err)
	}
	once := true
	s.BeforeWriting = func() {
		if once {
			once = false
			s.Touch("old", func(sheet *sds.Sheet) { sheet.Note = "since" })
		}
	}
	if err := revise("old", "a"); err != nil {
		t.Fatal(err)
	}
	newer := s.Sheets[s.Sheets["old"].Newer]
	if newer.Note != "since" || len(newer.Departments) != 1 || len(newer.Tags) != 0 || len(s.Started) != 1 {
		t.Errorf("%+v", newer)
	}
	if err := revise("old", sent(s, "b")); !errors.Is(err, sheets.ErrSuperseded) {
		t.Errorf("not the newest: %v", err)
	}
	err := revise("none", "b")
	if _, fields := librarytest.Code(t, err); fields["sds_list[0].sds_id"] != sheets.CodeSheetUnknown {
		t.Errorf("one that is not there: %v %v", err, fields)
	}
}

// Another analysis is started of a sheet whose file may be read, once.
func TestReanalyze(t *testing.T) {
	s := librarytest.New()
	answer := func(sds.Sheet) *write.Answer { return nil }
	for name, tt := range map[string]struct {
		file sds.File
		want message.Code
	}{
		"no file":  {sds.File{}, sheets.CodeNoPDFToRead},
		"infected": {sds.File{Key: "k", Scan: sds.ScanInfected}, sheets.CodeFileInfected},
		"waiting":  {sds.File{Key: "k", Scan: sds.ScanWaiting}, sheets.CodeFileChecking},
		"there":    {sds.File{Key: "k"}, ""},
	} {
		s.Add("s", func(sheet *sds.Sheet) { sheet.File = tt.file })
		err := registrar(s).Reanalyze(t.Context(), librarytest.Actor(access.Editor), sheets.Reanalysis{Sheet: "s"}, answer)
		if code, _ := librarytest.Code(t, err); code != tt.want || (s.Sheets["s"].Attempt == 2) != (tt.want == "") {
			t.Errorf("%s: %v, attempt %d", name, err, s.Sheets["s"].Attempt)
		}
	}
	s.Add("s", func(sheet *sds.Sheet) { sheet.File = sds.File{Key: "k"} })
	for _, want := range []error{nil, sheets.ErrNotEditable} { // the first goes on
		if err := registrar(s).Reanalyze(t.Context(), librarytest.Actor(access.Editor), sheets.Reanalysis{Sheet: "s"}, answer); !errors.Is(err, want) {
			t.Errorf("%v, want %v", err, want)
		}
	}
}
