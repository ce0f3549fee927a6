package sheets_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"anzen/shared/domain/access"
	"anzen/shared/domain/sds"
	"anzen/shared/library/librarytest"
	"anzen/shared/library/sheets"
)

func numbered(n int) sds.SheetID { return sds.SheetID(fmt.Sprintf("00000000-0000-4000-8000-%012d", n)) }

// product is a sheet of a product of a supplier, revised on a day.
func product(name, supplier, revised string, codes ...string) func(*sds.Sheet) {
	return func(s *sds.Sheet) {
		s.Name, s.ProductName, s.Supplier, s.RevisedOn, s.ProductCodes = name, name, supplier, revised, codes
	}
}

// like lists what resembles a sheet: the number of each, its likenesses, its order, and the
// pair to join.
func like(t *testing.T, s *librarytest.Store, by sheets.Actor, id sds.SheetID) string {
	t.Helper()
	found, err := sheets.Resemblances(t.Context(), s.Catalog(), s, by, []sds.SheetID{id})
	if err != nil || len(found) != 1 || found[0].Sheet.ID != id {
		t.Fatalf("%v, %v", found, err)
	}
	var all []string
	short := func(id sds.SheetID) string { return strings.TrimLeft(string(id[max(0, len(id)-2):]), "0") }
	for _, r := range found[0].Like {
		text := short(r.Sheet.ID) + " " + string(r.Order)
		for _, l := range r.Likes {
			text += " " + string(l)
		}
		if r.Newer != "" {
			text += " " + short(r.Newer) + ">" + short(r.Older)
		}
		all = append(all, text)
	}
	if found[0].Pending {
		all = append(all, "pending")
	}
	return strings.Join(all, "; ")
}

// Sheets of the same code, or of the same product and supplier however these are written,
// are probably versions of one; the dates tell which is newer.
func TestResemblances(t *testing.T) {
	s, me := librarytest.New(), librarytest.Actor(access.Admin)
	s.Add(numbered(1), product("トルエン　特級", "株式会社緑里化学", "2024-04-01", "K-115"))
	for i, change := range []func(*sds.Sheet){
		product("トルエン 特級", "緑里化学㈱", "2021-04-01"),                      // 2: an older one
		product("ﾄﾙｴﾝ特級", "（株）緑里化学", "2026-01-01", "Ｋ－１１５"),            // 3: a newer one, by name and code
		product("トルエン 一級", "緑里化学㈱", "2021-04-01", "K-1150", "X K-115"), // 4: another product and code
		product("トルエン 特級", "東亜試薬", "2021-04-01"),                       // 5: another supplier
		product("まったく別", "東亜試薬", "", "k-115"),                          // 6: the same code
		func(x *sds.Sheet) {
			product("トルエン 特級", "緑里化学", "")(x)
			x.Status = sds.StatusFirstCheck
		},
		func(x *sds.Sheet) {
			product("トルエン 特級", "緑里化学", "")(x)
			x.DeletedAt = &librarytest.Now
		},
		func(x *sds.Sheet) { product("トルエン 特級", "緑里化学", "")(x); x.Newer = numbered(2) },
		func(x *sds.Sheet) { x.ProductName, x.Supplier = "", "" },
		func(x *sds.Sheet) { x.ProductName, x.Manufacturer = "アセトン", "緑里化学" },
		func(x *sds.Sheet) { x.ProductName, x.Supplier = "アセトン", "株式会社緑里化学" },
	} {
		s.Add(numbered(i+2), change)
	}
	s.Touch(numbered(2), func(x *sds.Sheet) { x.Older = numbered(9) })
	for id, want := range map[int]string{
		1:  "3 older same_code same_name 3>1; 6 unknown same_code 1>6; 2 newer same_name 1>2",
		2:  "1 older same_name 1>2; 3 older same_name 3>2",
		5:  "",
		7:  "pending",
		9:  "",
		10: "",
		11: "12 unknown same_name 11>12",
	} {
		if got := like(t, s, me, numbered(id)); got != want {
			t.Errorf("sheet %d:\n%s, want\n%s", id, got, want)
		}
	}
	all, err := sheets.Resemblances(t.Context(), s.Catalog(), s, me, []sds.SheetID{numbered(5), numbered(1), numbered(8), numbered(99), numbered(1)})
	if err != nil || len(all) != 2 {
		t.Errorf("several: %+v, %v", all, err)
	}
}

// The same file is found whichever version has it, and is no version to join.
func TestTheSameFileResembles(t *testing.T) {
	s, me := librarytest.New(), librarytest.Actor(access.Admin)
	file := func(x *sds.Sheet) { x.File.SHA256 = digestOf("a") }
	s.Add(numbered(1), file)
	s.Add(numbered(2), func(x *sds.Sheet) { file(x); x.Newer, x.Status = numbered(3), sds.StatusImpossible })
	s.Add(numbered(3), func(x *sds.Sheet) { x.Older = numbered(2) })
	s.Add(numbered(4), func(x *sds.Sheet) { x.File.SHA256 = digestOf("a")[:8] + digestOf("b")[8:] })
	if got := like(t, s, me, numbered(1)); got != "2 unknown same_file" {
		t.Error(got)
	}
}

// Two registrations of a file at the same time do not know of each other; they are found
// once they are read. What was accepted as known is not shown again.
func TestSimultaneousRegistrationsOfAFile(t *testing.T) {
	s, me := librarytest.New(), librarytest.Actor(access.Admin)
	register := func(upload sds.UploadID, accepted bool) sds.SheetID {
		sent(s, upload)
		u, o := s.Uploads[upload], s.Objects[s.Uploads[upload].Key]
		u.SHA256, o.SHA256 = "", digestOf("content") // its sender did not state it
		s.Uploads[upload], s.Objects[u.Key] = u, o
		r := registrar(s)
		r.Known = s.Catalog()
		if !accepted {
			r.Known = librarytest.New().Catalog() // as it was before the other one
		}
		in := sheets.NewSheets{Sheets: []sheets.NewSheet{{Upload: upload, Known: accepted}}}
		if err := r.Register(t.Context(), me, in, answered); err != nil {
			t.Fatal(err)
		}
		id := s.Uploads[upload].Sheet
		s.Touch(id, func(x *sds.Sheet) { x.Status = sds.StatusCompleted })
		return id
	}
	a, b := register("a", false), register("b", false)
	for id, other := range map[sds.SheetID]sds.SheetID{a: b, b: a} {
		found, err := sheets.Resemblances(t.Context(), s.Catalog(), s, me, []sds.SheetID{id})
		if err != nil || len(found[0].Like) != 1 || found[0].Like[0].Sheet.ID != other || !slices.Contains(found[0].Like[0].Likes, sheets.LikeFile) {
			t.Errorf("%+v, %v", found, err)
		}
	}
	if got := like(t, s, me, register("c", true)); got != "" {
		t.Errorf("accepted, but shown: %s", got)
	}
}

// A dismissed sheet is not named again, from either side, nor is its newer version.
func TestDismissedResemblances(t *testing.T) {
	s, me := librarytest.New(), librarytest.Actor(access.Admin)
	s.Add(numbered(1), product("トルエン", "緑里化学", "2024-04-01"))
	s.Add(numbered(2), product("トルエン", "緑里化学", "2021-04-01"))
	if err := sheets.Dismiss(t.Context(), s, me, numbered(1), []sds.SheetID{numbered(2), numbered(1), numbered(2)}); err != nil {
		t.Fatal(err)
	}
	s.Add(numbered(3), func(x *sds.Sheet) { product("トルエン", "緑里化学", "2022-04-01")(x); x.Older = numbered(2) })
	s.Touch(numbered(2), func(x *sds.Sheet) { x.Newer = numbered(3) })
	for n := range 3 {
		if got := like(t, s, me, numbered(n+1)); got != "" {
			t.Errorf("sheet %d: %s", n+1, got)
		}
	}
	if got := s.Sheets[numbered(1)]; len(got.Unrelated) != 1 || got.Version != 2 {
		t.Errorf("%+v", got)
	}
	if err := sheets.Dismiss(t.Context(), s, me, numbered(1), []sds.SheetID{numbered(2)}); err != nil || s.Sheets[numbered(1)].Version != 2 {
		t.Errorf("again: %v, %+v", err, s.Sheets[numbered(1)])
	}
	other := librarytest.Actor(access.Editor, "d")
	s.Touch(numbered(1), func(x *sds.Sheet) { x.Departments = []sds.DepartmentID{"e"} })
	if code, _ := librarytest.Code(t, sheets.Dismiss(t.Context(), s, other, numbered(1), []sds.SheetID{numbered(3)})); code != "permission.other_department" {
		t.Errorf("another department's: %s", code)
	}
}
