package filing_test

import (
	"errors"
	"slices"
	"testing"

	"anzen/shared/domain/access"
	"anzen/shared/domain/sds"
	"anzen/shared/library/filing"
	"anzen/shared/library/librarytest"
)

// id is the n-th id of a sheet, as the catalog takes them.
func id(n byte) sds.SheetID {
	return sds.SheetID([]byte{'0', '0', '0', '0', '0', '0', '0' + n/10, '0' + n%10}) + "-0000-4000-8000-000000000000"
}

// A tag is taken off every sheet, removed ones included, with an entry in each history;
// other tags stay. Repeated, nothing is written.
func TestTakeOff(t *testing.T) {
	s := librarytest.New()
	for n := range byte(40) {
		s.Add(id(n), func(sheet *sds.Sheet) {
			sheet.Tags = []sds.TagID{"keep"}
			if n%2 == 0 {
				sheet.Tags = []sds.TagID{"keep", "gone"}
			}
			if n%8 == 0 {
				sheet.DeletedAt = &librarytest.Now
			}
		})
	}
	if n, err := filing.Tags.Count(t.Context(), s.Catalog(), librarytest.Company, "gone"); n != 15 || err != nil {
		t.Errorf("%d sheets have it: %v", n, err)
	}
	me := librarytest.Actor(access.Admin)
	for range 2 {
		if err := filing.Tags.TakeOff(t.Context(), s.Catalog(), s, me, "gone", "tag.taken_off_sheets"); err != nil {
			t.Fatal(err)
		}
	}
	for n := range byte(40) {
		sheet, history := s.Sheets[id(n)], s.History[id(n)]
		if !slices.Equal(sheet.Tags, []sds.TagID{"keep"}) || len(history) != 1-int(n%2) {
			t.Errorf("sheet %d has %v and the history %+v", n, sheet.Tags, history)
		}
		for _, e := range history {
			if e.By != me.User || len(e.Changes) != 1 || e.Changes[0].Field != "tags" || !slices.Equal(e.Changes[0].To.List, []string{"keep"}) {
				t.Errorf("sheet %d: %+v", n, e)
			}
		}
	}
	if s.Writes != 2 || s.Audits[0].Action != "tag.taken_off_sheets" || s.Audits[0].Target != "gone" || s.Audits[0].By != me.User {
		t.Errorf("%d writes, %+v", s.Writes, s.Audits)
	}
}

// A concurrent write of a sheet is kept, and the id is taken off in the next round. Where
// writes do not end, the error is ErrUnfinished.
func TestTakeOffUnderConcurrentWrites(t *testing.T) {
	s := librarytest.New()
	s.Add(id(1), func(sheet *sds.Sheet) { sheet.Departments = []sds.DepartmentID{"gone"} })
	once := 0
	s.BeforeWriting = func() {
		if once++; once == 1 {
			s.Touch(id(1), func(sheet *sds.Sheet) { sheet.Note = "theirs" })
		}
	}
	me := librarytest.Actor(access.Admin)
	if err := filing.Departments.TakeOff(t.Context(), s.Catalog(), s, me, "gone", "x"); err != nil {
		t.Fatal(err)
	}
	if got := s.Sheets[id(1)]; got.Note != "theirs" || len(got.Departments) != 0 {
		t.Errorf("%+v", got)
	}
	s.Add(id(2), func(sheet *sds.Sheet) { sheet.Assignees = []sds.UserID{"gone"} })
	s.BeforeWriting = func() { s.Touch(id(2), func(*sds.Sheet) {}) }
	if err := filing.Assignees.TakeOff(t.Context(), s.Catalog(), s, me, "gone", "x"); !errors.Is(err, filing.ErrUnfinished) {
		t.Errorf("writes without an end: %v", err)
	}
}
