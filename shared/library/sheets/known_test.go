package sheets_test

import (
	"slices"
	"testing"

	"anzen/shared/domain/access"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
	"anzen/shared/library/librarytest"
	"anzen/shared/library/sheets"
)

const (
	mine  sds.SheetID = "00000000-0000-4000-8000-000000000001"
	other sds.SheetID = "00000000-0000-4000-8000-000000000002"
	gone  sds.SheetID = "00000000-0000-4000-8000-000000000003"
)

// known is a company with a sheet of the upload "a", a removed one of "b", and a sheet
// whose digest merely begins like that of "c".
func known() *librarytest.Store {
	s := librarytest.New()
	for _, id := range []sds.UploadID{"a", "b", "c"} {
		sent(s, id)
	}
	s.Add(mine, func(x *sds.Sheet) { x.Name, x.File.SHA256 = "トルエン", digestOf("a") })
	s.Add(gone, func(x *sds.Sheet) { x.File.SHA256, x.DeletedAt = digestOf("b"), &librarytest.Now })
	s.Add(other, func(x *sds.Sheet) { x.File.SHA256 = digestOf("c")[:8] + digestOf("a")[8:] })
	return s
}

func withCatalog(s *librarytest.Store) sheets.Registrar {
	r := registrar(s)
	r.Known = s.Catalog()
	return r
}

// A file whose content a sheet has is refused with that sheet, each on its own, unless the
// request accepts it; nothing is created. That of a removed sheet is new.
func TestAKnownFileIsNotRegisteredSilently(t *testing.T) {
	s, me := known(), librarytest.Actor(access.Admin)
	all := []sheets.NewSheet{{Upload: "c"}, {Upload: "a"}, {Upload: "b"}}
	err := withCatalog(s).Register(t.Context(), me, sheets.NewSheets{Sheets: all}, answered)
	_, fields := librarytest.Code(t, err)
	if len(fields) != 1 || fields["sds_list[1].upload_id"] != sheets.CodeFileKnown || len(s.Sheets) != 3 {
		t.Fatalf("%v, %d sheets", err, len(s.Sheets))
	}
	if e := err.(*message.Error); len(e.Denied) != 1 || e.Denied[0] != (message.Denied{ID: string(mine), Name: "トルエン"}) { //nolint:errorlint // Code has checked it
		t.Errorf("it is the file of %v", e.Denied)
	}
	all[1].Known = true
	for range 2 { // the second time its own sheets are there
		if err := withCatalog(s).Register(t.Context(), me, sheets.NewSheets{Sheets: all}, answered); err != nil {
			t.Fatal(err)
		}
	}
	if len(s.Sheets) != 6 {
		t.Errorf("%d sheets", len(s.Sheets))
	}
	same, err := sheets.SameFiles(t.Context(), s.Catalog(), s, librarytest.Company, []string{digestOf("a"), digestOf("x")})
	if err != nil || len(same) != 1 || len(same[digestOf("a")]) != 2 || !slices.ContainsFunc(same[digestOf("a")], func(x sds.Sheet) bool { return x.ID == mine }) {
		t.Errorf("%v, %v", same, err)
	}
}

// The same content twice in a request is refused at the second file.
func TestTheSameFileTwiceInARequest(t *testing.T) {
	s := known()
	sent(s, "d")
	u, o := s.Uploads["d"], s.Objects[s.Uploads["d"].Key]
	u.SHA256, o.SHA256 = digestOf("c"), digestOf("c")
	s.Uploads["d"], s.Objects[u.Key] = u, o
	all := []sheets.NewSheet{{Upload: "c"}, {Upload: "d"}}
	err := withCatalog(s).Register(t.Context(), librarytest.Actor(access.Admin), sheets.NewSheets{Sheets: all}, answered)
	if _, fields := librarytest.Code(t, err); len(fields) != 1 || fields["sds_list[1].upload_id"] != sheets.CodeFileSameAsOne {
		t.Errorf("%v", err)
	}
}

// A newer version with a known content, such as the sheet's own, is refused unless accepted.
func TestAKnownFileAsANewerVersion(t *testing.T) {
	s, me := known(), librarytest.Actor(access.Admin)
	in := sheets.NewerFiles{Sheets: []sheets.NewerFile{{Sheet: mine, Upload: "a"}}}
	err := withCatalog(s).Revise(t.Context(), me, in, answered)
	if _, fields := librarytest.Code(t, err); fields["sds_list[0].upload_id"] != sheets.CodeFileKnown {
		t.Errorf("%v", err)
	}
	in.Sheets[0].Known = true
	if err := withCatalog(s).Revise(t.Context(), me, in, answered); err != nil || s.Sheets[mine].Newer == "" {
		t.Errorf("accepted: %v", err)
	}
}
