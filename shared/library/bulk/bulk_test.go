package bulk_test

import (
	"errors"
	"slices"
	"strconv"
	"testing"
	"time"

	"anzen/shared/domain/access"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/write"
	"anzen/shared/formats/batch"
	"anzen/shared/library/bulk"
	"anzen/shared/library/librarytest"
)

func now() time.Time { return librarytest.Now }

func entry(what string) func(batch.Change, int) sds.EditID {
	return func(op batch.Change, at int) sds.EditID {
		return sds.EditIDFor(now(), what, strconv.Itoa(at), string(op.Sheet))
	}
}

func applier(s *librarytest.Store) *bulk.Applier {
	return &bulk.Applier{
		Store: s, Caller: librarytest.Actor(access.Editor, "d").Principal, Names: batch.Names{Departments: map[sds.DepartmentID]string{"d": "品質保証部"}},
		Now: now, Audit: write.Audit{Action: "test"}, ID: entry("done"),
	}
}

func undo(s *librarytest.Store, ops []batch.Change) *bulk.Undo {
	return &bulk.Undo{
		Store: s, Company: librarytest.Company, Now: now, Ops: ops, Passes: len(ops), Done: entry("done"), Undone: entry("undone"), Audit: write.Audit{Action: "test"},
	}
}

// noted is a change of a sheet's note.
func noted(n int, note string) batch.Change {
	return batch.Change{Row: n + 2, Sheet: sds.SheetID(strconv.Itoa(n)), Note: &note}
}

// all applies operations as a job does, part by part.
func all(t *testing.T, a *bulk.Applier, ops []batch.Change) {
	t.Helper()
	for at := 0; at < len(ops); {
		n, err := a.Part(t.Context(), ops[at:], at, nil)
		if err != nil || n == 0 {
			t.Fatalf("at %d: %d %v", at, n, err)
		}
		at += n
	}
}

// Writes are not repeated, wherever a job was interrupted; undone, every sheet is as before
// except for later changes by others; undoing twice changes nothing.
func TestAppliedOnceAndUndone(t *testing.T) {
	s := librarytest.New()
	var ops []batch.Change
	for n := range 70 {
		s.Add(sds.SheetID(strconv.Itoa(n)), func(sheet *sds.Sheet) { sheet.Note = "before" })
		ops = append(ops, noted(n, "after"))
	}
	all(t, applier(s), ops)
	if s.Writes != 3 || s.Sheets["69"].Note != "after" {
		t.Errorf("%d writes, %+v", s.Writes, s.Sheets["69"])
	}
	all(t, applier(s), ops)
	if s.Writes != 3 || len(s.History["0"]) != 1 || s.Sheets["0"].Version != 2 {
		t.Errorf("once more: %d writes, %+v", s.Writes, s.Sheets["0"])
	}
	s.Touch("7", func(sheet *sds.Sheet) { sheet.Note = "theirs" })
	for range 2 {
		if err := undo(s, ops).All(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	for n := range 70 {
		want := "before"
		if n == 7 {
			want = "theirs"
		}
		if got := s.Sheets[sds.SheetID(strconv.Itoa(n))].Note; got != want {
			t.Errorf("sheet %d: %q, want %q", n, got, want)
		}
	}
	if got := len(s.History["0"]); got != 2 {
		t.Errorf("%d entries", got)
	}
}

// A sheet that can no longer be changed so fails its whole part, with row and column.
func TestRefusedChanges(t *testing.T) {
	for name, tt := range map[string]struct {
		change func(*sds.Sheet)
		code   string
	}{
		"removed":            {func(s *sds.Sheet) { s.DeletedAt = &librarytest.Now }, string(batch.CodeGone)},
		"in analysis":        {func(s *sds.Sheet) { s.Status = sds.StatusFirstCheck }, string(batch.CodeBusy)},
		"another department": {func(s *sds.Sheet) { s.Departments = []sds.DepartmentID{"theirs"} }, string(batch.CodeOthers)},
		"not there":          {nil, string(batch.CodeGone)},
		"changed already":    {func(s *sds.Sheet) { s.Note = "after" }, ""},
	} {
		s := librarytest.New()
		s.Add("0", nil)
		if tt.change != nil {
			s.Add("1", tt.change)
		}
		n, err := applier(s).Part(t.Context(), []batch.Change{noted(0, "after"), noted(1, "after")}, 0, nil)
		var problem *batch.Problem
		if tt.code == "" {
			if err != nil || n != 2 || s.Sheets["1"].Version != 1 {
				t.Errorf("%s: %d %v", name, n, err)
			}
			continue
		}
		if !errors.As(err, &problem) || string(problem.Code) != tt.code || problem.Row != 3 || s.Writes != 0 {
			t.Errorf("%s: %v, %d writes", name, err, s.Writes)
		}
	}
}

// An answer is stored with all of its changes, or they are refused; concurrent writes are
// retried.
func TestOneTransactionForOneAnswer(t *testing.T) {
	s := librarytest.New()
	var ops []batch.Change
	for n := range write.MaxSheets + 1 {
		s.Add(sds.SheetID(strconv.Itoa(n)), nil)
		ops = append(ops, noted(n, "after"))
	}
	one := applier(s)
	one.Most = 2
	if _, err := one.Part(t.Context(), ops[:2], 0, &write.Answer{Key: "k"}); err != nil || len(s.Answers) != 1 {
		t.Errorf("%v, %d answers", err, len(s.Answers))
	}
	times := 0
	s.BeforeWriting = func() {
		if times++; times == 1 {
			s.Touch("3", func(sheet *sds.Sheet) { sheet.Name = "theirs" })
		}
	}
	if n, err := applier(s).Part(t.Context(), ops[2:5], 2, nil); n != 3 || err != nil || s.Sheets["3"].Name != "theirs" || s.Sheets["3"].Note != "after" {
		t.Errorf("%d %v %+v", n, err, s.Sheets["3"])
	}
	s.BeforeWriting = func() { s.Touch("5", func(*sds.Sheet) {}) }
	if _, err := applier(s).Part(t.Context(), ops[5:6], 5, nil); !errors.Is(err, write.ErrStale) {
		t.Errorf("writes without an end: %v", err)
	}
	records, err := s.AllSheetRecords(t.Context(), librarytest.Company, []sds.SheetID{"0", "1"})
	if err != nil || !bulk.Fit(batch.Plan{Changes: ops[:2]}, records) || bulk.Fit(batch.Plan{Changes: ops}, records) {
		t.Errorf("what fits into one transaction: %v", err)
	}
}

// A product code that another sheet has taken meanwhile is the problem of its row; undoing
// leaves a sheet without its former code where another has taken it.
func TestProductCodesOfOthers(t *testing.T) {
	s := librarytest.New()
	codes := func(code string) func(*sds.Sheet) {
		return func(sheet *sds.Sheet) { sheet.ProductCodes, sheet.GuardedCodes = []string{code}, []string{code} }
	}
	section := func(codes ...string) []sds.Section {
		return []sds.Section{{Number: 1, Fields: []sds.Field{{
			ID: "product_codes", Key: "product_codes", State: sds.StateEdited, Confidence: 1, Value: sds.Value{Kind: sds.KindList, List: codes},
		}}}}
	}
	s.Add("0", codes("A-1"))
	s.Content["0"] = section("A-1")
	s.Add("other", codes("B-2"))
	to := []string{"B-2"}
	op := []batch.Change{{Row: 2, Sheet: "0", Codes: &to}}
	_, err := applier(s).Part(t.Context(), op, 0, nil)
	var problem *batch.Problem
	if !errors.As(err, &problem) || problem.Code != batch.CodeProductTaken || problem.Row != 2 || problem.Column != batch.Codes || s.Writes != 0 {
		t.Fatalf("taken: %v", err)
	}
	op[0].Codes = &[]string{"C-3"}
	all(t, applier(s), op)
	if got := s.Sheets["0"]; !slices.Equal(got.ProductCodes, []string{"C-3"}) || len(got.GuardedCodes) != 1 {
		t.Fatalf("%v guards %v", got.ProductCodes, got.GuardedCodes)
	}
	s.Touch("other", codes("A-1"))
	if err := undo(s, op).All(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := s.Sheets["0"]; slices.Contains(got.GuardedCodes, "A-1") {
		t.Errorf("it guards %v beside another sheet", got.GuardedCodes)
	}
}
