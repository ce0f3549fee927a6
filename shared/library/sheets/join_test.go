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

func coded(state sds.FieldState, codes ...string) []sds.Section {
	return []sds.Section{{Number: 1, Groups: []sds.Group{}, Fields: []sds.Field{{
		ID: "product_codes", Key: "product_codes", State: state, Confidence: 1, Value: sds.Value{Kind: sds.KindList, List: codes},
	}}}}
}

// pairOf is a company with two registered sheets of one product.
func pairOf() (*librarytest.Store, sheets.Actor) {
	s, me := librarytest.New(), librarytest.Actor(access.Admin)
	me.Settings.CopyFields = []string{"departments", "note", "product_code_list", "sds_assignees", "tags"}
	s.Add("old", func(x *sds.Sheet) {
		x.Name, x.Departments, x.Tags, x.Assignees, x.Note = "トルエン2021", []sds.DepartmentID{"d", "e"}, []sds.TagID{"t"}, []sds.UserID{"u"}, "棚3"
		x.ProductCodes, x.GuardedCodes = []string{"K-115", "K-116"}, []string{"K-115", "K-116"}
	})
	s.Content["old"] = coded(sds.StateEdited, "K-115", "K-116")
	s.Add("new", func(x *sds.Sheet) {
		x.Name, x.NameByPerson, x.Departments, x.Tags, x.ProductCodes = "トルエン2024", true, []sds.DepartmentID{"d"}, []sds.TagID{"new"}, []string{"ｋ-115", "Z-9"}
	})
	s.Content["new"] = coded(sds.StateMachine, "ｋ-115", "Z-9")
	return s, me
}

func joining(newer, older sds.SheetID) sheets.Joining {
	return sheets.Joining{Newer: newer, Older: older}
}

// A registered sheet becomes the newer version of another: it takes over what the settings
// copy besides what it has, and guards the product codes; the histories of both tell it.
func TestJoin(t *testing.T) {
	s, me := pairOf()
	for range 2 { // the second time there is nothing to do
		if err := sheets.Join(t.Context(), s, me, joining("new", "old")); err != nil {
			t.Fatal(err)
		}
	}
	is, was := s.Sheets["new"], s.Sheets["old"]
	switch {
	case is.Older != "old" || is.Newer != "" || was.Newer != "new" || was.Older != "" || s.Writes != 1 || is.Version != 2 || was.Version != 2:
		t.Errorf("joined: %+v\n%+v, %d writes", is, was, s.Writes)
	case !slices.Equal(is.Departments, []sds.DepartmentID{"d", "e"}) || !slices.Equal(is.Tags, []sds.TagID{"new", "t"}) || !slices.Equal(is.Assignees, []sds.UserID{"u"}) || is.Note != "棚3":
		t.Errorf("taken over: %+v", is)
	case !slices.Equal(is.ProductCodes, []string{"ｋ-115", "Z-9", "K-116"}) || !slices.Equal(is.GuardedCodes, is.ProductCodes) || was.GuardedCodes != nil:
		t.Errorf("codes %v, guarded %v, before %v", is.ProductCodes, is.GuardedCodes, was.GuardedCodes)
	case len(was.Tags) != 1 || was.Note != "棚3" || is.Name != "トルエン2024":
		t.Errorf("the older one: %+v", was)
	}
	if h := s.History["new"]; len(h) != 1 || h[0].Action != "joined" || h[0].Comment != "トルエン2021" || len(h[0].Changes) != 5 {
		t.Errorf("history %+v", h)
	}
	if h := s.History["old"]; len(h) != 1 || h[0].Action != "superseded" || h[0].Comment != "トルエン2024" {
		t.Errorf("history %+v", h)
	}
	if len(s.Audits) != 1 || s.Audits[0].Action != "sheet.joined" || s.Audits[0].Target != "new,old" {
		t.Errorf("%+v", s.Audits)
	}
}

// What the settings do not name is not taken over; the note that the newer one has stays;
// a code that a third sheet guards is not claimed.
func TestJoinTakesOverNoMore(t *testing.T) {
	s, me := pairOf()
	me.Settings.CopyFields = []string{"note", "product_code_list"}
	s.Touch("new", func(x *sds.Sheet) { x.Note = "自分のメモ" })
	s.Add("third", func(x *sds.Sheet) { x.ProductCodes, x.GuardedCodes = []string{"Z-9"}, []string{"Z-9"} })
	if err := sheets.Join(t.Context(), s, me, joining("new", "old")); err != nil {
		t.Fatal(err)
	}
	is := s.Sheets["new"]
	if is.Note != "自分のメモ" || len(is.Departments) != 1 || len(is.Tags) != 1 || len(is.Assignees) != 0 || !slices.Equal(is.GuardedCodes, []string{"ｋ-115", "K-116"}) || !slices.Equal(s.Sheets["third"].GuardedCodes, []string{"Z-9"}) {
		t.Errorf("%+v", is)
	}
	s, me = pairOf()
	me.Settings.CopyFields = nil
	if err := sheets.Join(t.Context(), s, me, joining("new", "old")); err != nil || s.Sheets["old"].GuardedCodes != nil || s.Sheets["new"].GuardedCodes != nil || s.Findings["new"].Findings != nil {
		t.Errorf("nothing copied: %v, %+v", err, s.Sheets)
	}
}

// Sheets that cannot be joined are named in the refusal, and nothing is written.
func TestRefusedJoinings(t *testing.T) {
	for name, tt := range map[string]struct {
		change func(*librarytest.Store)
		by     *sheets.Actor
		in     sheets.Joining
		code   message.Code
		field  message.Code
	}{
		"itself":                    {in: joining("new", "new"), code: message.CodeInvalid, field: sheets.CodeOlderIsSelf},
		"no such older one":         {in: joining("new", "none"), code: message.CodeInvalid, field: sheets.CodeSheetUnknown},
		"no such newer one":         {in: joining("none", "old"), code: message.CodeNotFound},
		"a removed one":             {change: func(s *librarytest.Store) { s.Touch("old", func(x *sds.Sheet) { x.DeletedAt = &librarytest.Now }) }, code: message.CodeInvalid, field: sheets.CodeSheetUnknown},
		"not the newest":            {change: func(s *librarytest.Store) { s.Touch("old", func(x *sds.Sheet) { x.Newer = "x" }) }, code: sheets.CodeSuperseded},
		"one that replaces another": {change: func(s *librarytest.Store) { s.Touch("new", func(x *sds.Sheet) { x.Older = "x" }) }, code: sheets.CodeHasOlder},
		"in analysis":               {change: func(s *librarytest.Store) { s.Touch("new", func(x *sds.Sheet) { x.Status = sds.StatusFirstCheck }) }, code: sheets.CodeNotEditable},
		"the older in analysis":     {change: func(s *librarytest.Store) { s.Touch("old", func(x *sds.Sheet) { x.Status = sds.StatusFirstCheck }) }, code: sheets.CodeNotEditable},
		"unreadable":                {change: func(s *librarytest.Store) { s.Touch("new", func(x *sds.Sheet) { x.Status = sds.StatusImpossible }) }, code: sheets.CodeNotRead},
		"another department's":      {by: actor(librarytest.Actor(access.Editor, "x")), code: message.CodeOtherDepartment},
		"another department's older": {change: func(s *librarytest.Store) {
			s.Touch("old", func(x *sds.Sheet) { x.Departments = []sds.DepartmentID{"e"} })
		}, by: actor(librarytest.Actor(access.Editor, "d")), code: message.CodeOtherDepartment},
		"a viewer":                     {by: actor(librarytest.Actor(access.Viewer, "d")), code: message.CodeOtherDepartment},
		"removed while it is written":  {change: during(func(s *librarytest.Store) { s.Touch("old", func(x *sds.Sheet) { x.DeletedAt = &librarytest.Now }) }), code: message.CodeInvalid, field: sheets.CodeSheetUnknown},
		"replaced while it is written": {change: during(func(s *librarytest.Store) { s.Touch("old", func(x *sds.Sheet) { x.Newer = "x" }) }), code: sheets.CodeSuperseded},
		"analyzed while it is written": {change: during(func(s *librarytest.Store) { s.Touch("new", func(x *sds.Sheet) { x.Status = sds.StatusAssort }) }), code: sheets.CodeNotEditable},
	} {
		s, me := pairOf()
		if tt.change != nil {
			tt.change(s)
		}
		if tt.by != nil {
			me = *tt.by
		}
		if tt.in == (sheets.Joining{}) {
			tt.in = joining("new", "old")
		}
		err := sheets.Join(t.Context(), s, me, tt.in)
		if code, fields := librarytest.Code(t, err); code != tt.code || fields["older_id"] != tt.field || s.Writes != 0 || len(s.History) != 0 {
			t.Errorf("%s: %v %v, %d writes", name, code, fields, s.Writes)
		}
	}
}

func actor(a sheets.Actor) *sheets.Actor { return &a }

// during makes a change once, before the first write.
func during(change func(*librarytest.Store)) func(*librarytest.Store) {
	return func(s *librarytest.Store) {
		s.BeforeWriting = func() {
			s.BeforeWriting = nil
			change(s)
		}
	}
}

// Joined crosswise at the same time, sheets are not both above and below each other: the
// later request finds them to be versions of one.
func TestJoiningCrosswise(t *testing.T) {
	s, me := pairOf()
	during(func(s *librarytest.Store) {
		if err := sheets.Join(t.Context(), s, me, joining("new", "old")); err != nil {
			t.Fatal(err)
		}
	})(s)
	err := sheets.Join(t.Context(), s, me, joining("old", "new"))
	if code, _ := librarytest.Code(t, err); code != sheets.CodeSameChain || s.Sheets["old"].Older != "" || s.Sheets["new"].Older != "old" {
		t.Errorf("%v: %+v", err, s.Sheets)
	}
}

// between is a store in which a change is made once, after the first sheet is read.
type between struct {
	*librarytest.Store
	change func()
}

func (b *between) Sheet(ctx context.Context, c sds.CompanyID, id sds.SheetID) (sds.Sheet, error) {
	s, err := b.Store.Sheet(ctx, c, id)
	if change := b.change; change != nil {
		b.change = nil
		change()
	}
	return s, err
}

// The same request at the same time succeeds too, though it reads one sheet before the
// joining and the other after it.
func TestJoiningTwiceAtOnce(t *testing.T) {
	s, me := pairOf()
	again := func() {
		if err := sheets.Join(t.Context(), s, me, joining("new", "old")); err != nil {
			t.Fatal(err)
		}
	}
	if err := sheets.Join(t.Context(), &between{s, again}, me, joining("new", "old")); err != nil || s.Writes != 1 {
		t.Errorf("%v, %d writes", err, s.Writes)
	}
}

// chains are two sheets with an older version each: a over b, and c over d.
func chains() (*librarytest.Store, sheets.Actor) {
	s, me := librarytest.New(), librarytest.Actor(access.Admin)
	for _, pair := range [][2]sds.SheetID{{"a", "b"}, {"c", "d"}} {
		s.Add(pair[0], func(x *sds.Sheet) { x.Older = pair[1] })
		s.Add(pair[1], func(x *sds.Sheet) { x.Newer = pair[0] })
	}
	return s, me
}

// Sheets with versions are joined at the oldest of the newer one and the newest of the older
// one; crosswise at the same time they make no circle, though no record is written by both.
func TestJoiningChains(t *testing.T) {
	order := func(s *librarytest.Store) (ids []sds.SheetID) {
		all, err := s.Versions(t.Context(), librarytest.Company, s.Sheets["d"])
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range all {
			ids = append(ids, v.ID)
		}
		return ids
	}
	s, me := chains()
	me.Settings.CopyFields = []string{"tags"}
	s.Touch("c", func(x *sds.Sheet) { x.Tags = []sds.TagID{"t"} })
	if err := sheets.Join(t.Context(), s, me, joining("b", "c")); err != nil || !slices.Equal(order(s), []sds.SheetID{"a", "b", "c", "d"}) {
		t.Fatalf("%v: %v", err, order(s))
	}
	if len(s.Sheets["b"].Tags) != 0 {
		t.Error("an old version took something over")
	}
	for _, in := range []sheets.Joining{joining("d", "a"), joining("a", "c"), joining("b", "d")} {
		if err := sheets.Join(t.Context(), s, me, in); err == nil {
			t.Errorf("%v was joined", in)
		}
	}
	s, me = chains()
	during(func(s *librarytest.Store) {
		if err := sheets.Join(t.Context(), s, me, joining("d", "a")); err != nil {
			t.Fatal(err)
		}
	})(s)
	err := sheets.Join(t.Context(), s, me, joining("b", "c"))
	if code, _ := librarytest.Code(t, err); code != sheets.CodeSameChain || !slices.Equal(order(s), []sds.SheetID{"c", "d", "a", "b"}) {
		t.Errorf("crosswise: %v: %v", err, order(s))
	}
}

// Versions that were joined by mistake are separated: the older is current again with the
// product codes that are free, and is not offered again.
func TestSeparate(t *testing.T) {
	s, me := pairOf()
	me.Settings.CopyFields = []string{"note"}
	before := s.Sheets["old"].GuardedCodes
	if err := sheets.Join(t.Context(), s, me, joining("new", "old")); err != nil {
		t.Fatal(err)
	}
	s.Add("third", func(x *sds.Sheet) { x.GuardedCodes = before[1:] })
	if err := sheets.Separate(t.Context(), s, me, "new"); err != nil {
		t.Fatal(err)
	}
	is, was := s.Sheets["new"], s.Sheets["old"]
	if is.Chained() || was.Chained() || !slices.Equal(was.GuardedCodes, before[:1]) || !is.IsUnrelated(&was) || is.Note != "棚3" {
		t.Errorf("%+v\n%+v", is, was)
	}
	if n, o := s.History["new"], s.History["old"]; len(n) != 2 || n[1].Action != "separated" || n[1].Comment != was.Name || len(o) != 2 || o[1].Action != "reinstated" {
		t.Errorf("%+v\n%+v", n, o)
	}
	if err := sheets.Separate(t.Context(), s, me, "new"); !errors.Is(err, sheets.ErrNoOlder) {
		t.Errorf("again: %v", err)
	}
	if err := sheets.Join(t.Context(), s, me, joining("new", "old")); err != nil {
		t.Errorf("joined again: %v", err)
	}
	s.Touch("old", func(x *sds.Sheet) { x.Departments = []sds.DepartmentID{"e"} })
	if err := sheets.Separate(t.Context(), s, librarytest.Actor(access.Editor, "d"), "new"); !errors.Is(err, sheets.ErrOtherDepartment) {
		t.Errorf("from another department's: %v", err)
	}
	s.Touch("old", func(x *sds.Sheet) { x.DeletedAt = &librarytest.Now })
	if err := sheets.Separate(t.Context(), s, me, "new"); !errors.Is(err, sheets.ErrChanging) {
		t.Errorf("from a removed one: %v", err)
	}
	if _, err := s.Sheet(t.Context(), librarytest.Company, "old"); !errors.Is(err, write.ErrNotFound) {
		t.Error(err)
	}
}
