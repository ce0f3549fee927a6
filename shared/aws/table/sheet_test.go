package table_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"anzen/shared/aws/table"
	"anzen/shared/aws/table/tabletest"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/write"
)

func number(f float64) *float64 { return &f }

// aSheet is a sheet with something in every kind of field.
func aSheet(name string, at time.Time) sds.Sheet {
	return sds.Sheet{
		ID: sds.NewID[sds.SheetID](), Name: name, ProductCodes: []string{"A-1"}, Status: sds.StatusCompleted,
		Departments: []sds.DepartmentID{"d1"}, Tags: []sds.TagID{"t1"}, RevisedOn: "2026-01-02",
		File: sds.File{Key: "sheets/x", Version: "v1", Name: "x.pdf", Size: 1234}, UploadID: "u",
		CreatedAt: at, UpdatedAt: at, HCodes: []string{"H225"}, HazardsAs: sds.HazardRule,
	}
}

func TestSheetReadsAsWritten(t *testing.T) {
	ctx := t.Context()
	clock := tabletest.NewClock()
	table1 := tabletest.New(t, clock.Now)
	c := sds.NewID[sds.CompanyID]()
	sections := []sds.Section{
		{Number: 1, Title: "化学品及び会社情報", Fields: []sds.Field{{
			ID: "product_name", Key: "product_name", Value: sds.Value{Kind: sds.KindText, Text: "アセトン"}, Confidence: 0.97, State: sds.StateMachine,
			Sources: []sds.Source{{Page: 1, Boxes: []sds.Box{{X0: 1.5, Y0: 2, X1: 30, Y1: 12.25}}}},
		}}, Groups: []sds.Group{}},
		{Number: 9, Fields: []sds.Field{{
			ID: "flash_point", Key: "flash_point", State: sds.StateEdited, Confidence: 1,
			Value: sds.Value{Kind: sds.KindQuantity, Quantity: &sds.Quantity{Low: number(-20), LowOp: "=", High: number(-20), HighOp: "=", Unit: "°C"}},
		}}, Groups: []sds.Group{}},
		{Number: 16, Fields: []sds.Field{}, Groups: []sds.Group{{Key: "g", Rows: []sds.Row{{ID: "r", Fields: []sds.Field{}}}}}},
	}
	findings := []sds.Finding{{ID: "sum_of_composition", Severity: "warning", Args: map[string]string{"sum": "101"}}}
	sheet := aSheet("アセトン", clock.Now())
	edit := func(comment string) *sds.Edit {
		clock.Advance(time.Second)
		return &sds.Edit{ID: sds.NewEditID(clock.Now()), At: clock.Now(), Action: "edited", Comment: comment, Changes: []sds.Change{}}
	}
	// Sections are written out of order: they read in theirs.
	wrote, err := table1.WriteSheet(ctx, c, write.Sheet{
		After: sheet, Sections: []sds.Section{sections[2], sections[0], sections[1]}, CheckResult: &sds.CheckResult{Findings: findings, Printed: &sds.Printed{Order: []int{1, 2}}}, Edit: edit("first"), Audit: audit,
	})
	if err != nil {
		t.Fatal(err)
	}
	if wrote, err = table1.WriteSheet(ctx, c, write.Sheet{Before: &wrote, After: wrote, Edit: edit("second"), Audit: audit}); err != nil {
		t.Fatal(err)
	}
	got, err := table1.Sheet(ctx, c, sheet.ID)
	sheet.Version = 2
	if err != nil || !reflect.DeepEqual(emptied(got), emptied(sheet)) || !reflect.DeepEqual(emptied(wrote), emptied(sheet)) {
		t.Errorf("record:\n got  %+v, %v\n want %+v", got, err, sheet)
	}
	if got, err := table1.Sections(ctx, c, sheet.ID); err != nil || !reflect.DeepEqual(got, sections) {
		t.Errorf("sections:\n got  %+v, %v\n want %+v", got, err, sections)
	}
	if got, err := table1.CheckResult(ctx, c, sheet.ID); err != nil || !reflect.DeepEqual(got.Findings, findings) || len(got.Printed.Order) != 2 {
		t.Errorf("findings: %+v, %v", got, err)
	}
	history, err := table1.Edits(ctx, c, sheet.ID)
	if err != nil || len(history) != 2 || history[0].Comment != "second" || history[1].Comment != "first" {
		t.Errorf("history, the latest first: %+v, %v", history, err)
	}
	if _, err := table1.Sheet(ctx, sds.NewID[sds.CompanyID](), sheet.ID); !errors.Is(err, table.ErrNotFound) {
		t.Errorf("another company reads the sheet: %v", err)
	}
}

// emptied makes no difference between an absent list and an empty one.
func emptied(s sds.Sheet) sds.Sheet {
	v := reflect.ValueOf(&s).Elem()
	for i := range v.NumField() {
		if f := v.Field(i); (f.Kind() == reflect.Slice || f.Kind() == reflect.Map) && f.Len() == 0 {
			f.SetZero()
		}
	}
	return s
}

func TestOlderVersionOfASheetIsRefused(t *testing.T) {
	ctx := t.Context()
	table1 := tabletest.New(t, time.Now)
	first, err := table1.WriteSheet(ctx, "c", write.Sheet{After: aSheet("a", time.Now()), Audit: audit})
	if err != nil {
		t.Fatal(err)
	}
	after := first
	after.Name = "b"
	if _, err := table1.WriteSheet(ctx, "c", write.Sheet{Before: &first, After: after, Audit: audit}); err != nil {
		t.Fatal(err)
	}
	after.Name = "c"
	if _, err := table1.WriteSheet(ctx, "c", write.Sheet{Before: &first, After: after, Audit: audit}); !errors.Is(err, table.ErrStale) {
		t.Errorf("a write over a version that has passed: %v", err)
	}
	if got, err := table1.Sheet(ctx, "c", first.ID); err != nil || got.Name != "b" || got.Version != 2 {
		t.Errorf("%s, version %d, %v", got.Name, got.Version, err)
	}
}

func TestRemovedSheetIsNotFound(t *testing.T) {
	ctx := t.Context()
	table1 := tabletest.New(t, time.Now)
	s, err := table1.WriteSheet(ctx, "c", write.Sheet{After: aSheet("a", time.Now()), Audit: audit})
	if err != nil {
		t.Fatal(err)
	}
	gone, now := s, time.Now()
	gone.DeletedAt = &now
	if _, err := table1.WriteSheet(ctx, "c", write.Sheet{Before: &s, After: gone, Audit: audit}); err != nil {
		t.Fatal(err)
	}
	if _, err := table1.Sheet(ctx, "c", s.ID); !errors.Is(err, table.ErrNotFound) {
		t.Errorf("a removed sheet: %v", err)
	}
	if records, err := table1.VersionRecords(ctx, "c", []sds.SheetID{s.ID, "none"}); err != nil || len(records) != 1 || records[0].DeletedAt == nil {
		t.Errorf("records: %+v, %v", records, err)
	}
}

func TestProductCodeStaysWithOneSheet(t *testing.T) {
	ctx := t.Context()
	table1 := tabletest.New(t, time.Now)
	put := func(c sds.CompanyID, before *sds.Sheet, codes ...string) (sds.Sheet, error) {
		after := aSheet("s", time.Now())
		if before != nil {
			after = *before
		}
		after.GuardedCodes = codes
		return table1.WriteSheet(ctx, c, write.Sheet{Before: before, After: after, Audit: audit})
	}
	taken := message.New(message.Conflict, write.CodeProductCodeExists)
	first, err := put("c", nil, "A-1", " a-1 ", "B-2", "")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := put("c", nil, "x", "b-2"); !errors.Is(err, taken) {
		t.Errorf("another sheet with a code in other case: %v", err)
	}
	if _, err := put("other", nil, "A-1"); err != nil {
		t.Errorf("another company with the same code: %v", err)
	}
	if first, err = put("c", &first, "A-1", "C-3"); err != nil {
		t.Fatalf("the sheet changes its own codes: %v", err)
	}
	if _, err := put("c", nil, "B-2"); err != nil {
		t.Errorf("a code that was given up: %v", err)
	}
	if _, err := put("c", &first, "B-2"); !errors.Is(err, taken) {
		t.Errorf("a code that was given up and taken: %v", err)
	}
}

func TestSeveralSheetRecordsAreWrittenTogetherOrNotAtAll(t *testing.T) {
	ctx := t.Context()
	table1 := tabletest.New(t, time.Now)
	var records []sds.Sheet
	for i := range write.MaxSheets {
		s, err := table1.WriteSheet(ctx, "c", write.Sheet{After: aSheet(fmt.Sprint(i), time.Now()), Audit: audit})
		if err != nil {
			t.Fatal(err)
		}
		records = append(records, s)
	}
	renamed := func(read []sds.Sheet, to string) []write.Sheet {
		var writes []write.Sheet
		for i := range read {
			after := read[i]
			after.Name = to
			writes = append(writes, write.Sheet{Before: &read[i], After: after, Edit: &sds.Edit{ID: sds.NewEditID(time.Now()), Action: "edited"}})
		}
		return writes
	}
	if err := table1.WriteSheets(ctx, "c", renamed(records, "new"), audit); err != nil {
		t.Fatal(err)
	}
	names := func() (names []string) {
		all, err := table1.SheetRecordsByID(ctx, "c")
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range all {
			names = append(names, s.Name)
		}
		return slices.Compact(names)
	}
	if got := names(); !slices.Equal(got, []string{"new"}) {
		t.Errorf("names after the write: %v", got)
	}
	// One of them is read anew, the others are stale.
	fresh, err := table1.Sheet(ctx, "c", records[0].ID)
	if err != nil {
		t.Fatal(err)
	}
	if err := table1.WriteSheets(ctx, "c", renamed([]sds.Sheet{fresh, records[1]}, "newer"), audit); !errors.Is(err, table.ErrStale) {
		t.Errorf("one of the sheets has moved on: %v", err)
	}
	if got := names(); !slices.Equal(got, []string{"new"}) {
		t.Errorf("names after the refused write: %v", got)
	}
}

func TestManySheetRecordsComeInSeveralPages(t *testing.T) {
	ctx := t.Context()
	table1 := tabletest.New(t, time.Now)
	c := sds.NewID[sds.CompanyID]()
	// DynamoDB answers a megabyte at a time.
	long := string(make([]byte, 30_000))
	want := map[sds.SheetID]bool{}
	for range 45 {
		s := aSheet("long", time.Now())
		s.Note = long
		if _, err := table1.WriteSheet(ctx, c, write.Sheet{After: s, Audit: audit}); err != nil {
			t.Fatal(err)
		}
		want[s.ID] = true
	}
	records, err := table1.SheetRecordsByID(ctx, c)
	if err != nil || len(records) != len(want) || len(records[44].Note) != len(long) {
		t.Fatalf("%d records, %v; want %d", len(records), err, len(want))
	}
	entries, err := table1.Tail(context.WithoutCancel(ctx), c, 5)
	if err != nil || len(entries) != 40 {
		t.Errorf("%d log entries after the fifth, %v", len(entries), err)
	}
	for i, e := range entries {
		if e.Seq != int64(6+i) || !want[e.Sheet.ID] {
			t.Errorf("entry %d has number %d", i, e.Seq)
		}
	}
	seqs := make([]int64, 150)
	for i := range seqs {
		seqs[i] = int64(i + 31)
	}
	if entries, err = table1.At(ctx, c, seqs); err != nil || len(entries) != 15 {
		t.Errorf("%d log entries of the numbers from 31 to 180, %v", len(entries), err)
	}
}

// No record has an id that DynamoDB cannot store: it is not looked for, which DynamoDB would refuse.
func TestKeysThatNoRecordCanHave(t *testing.T) {
	ctx := t.Context()
	store := tabletest.New(t, tabletest.NewClock().Now)
	c := sds.NewID[sds.CompanyID]()
	long := sds.SheetID(strings.Repeat("あ", 400))
	if _, err := store.Sheet(ctx, c, ""); !errors.Is(err, table.ErrNotFound) {
		t.Error("empty: ", err)
	}
	if _, err := store.Sheet(ctx, c, long); !errors.Is(err, table.ErrNotFound) {
		t.Error("long: ", err)
	}
	if found, err := store.AllSheetRecords(ctx, c, []sds.SheetID{"", long, "unknown"}); err != nil || len(found) != 0 {
		t.Errorf("%v, %v", found, err)
	}
	if _, err := store.Company(ctx, sds.CompanyID(strings.Repeat("c", 2100))); !errors.Is(err, table.ErrNotFound) {
		t.Error("partition: ", err)
	}
}
