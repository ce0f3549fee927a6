package table_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"anzen/shared/aws/table"
	"anzen/shared/aws/table/tabletest"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/write"
)

// arrivals are uploads that the table knows, each with its new sheet.
func arrivals(t *testing.T, table1 *table.Table, c sds.CompanyID, n int) []write.Registration {
	t.Helper()
	var rs []write.Registration
	for i := range n {
		id := sds.NewID[sds.UploadID]()
		upload := sds.Upload{ID: id, Company: c, Key: "key/" + string(id), Name: fmt.Sprintf("%d.pdf", i), Size: 10}
		if err := table1.CreateUploads(t.Context(), c, []sds.Upload{upload}, audit); err != nil {
			t.Fatal(err)
		}
		upload.Version = 1
		s := aSheet(upload.Name, time.Now())
		s.UploadID = id
		rs = append(rs, write.Registration{Upload: upload, Sheet: s, Edit: sds.Edit{ID: sds.NewEditID(time.Now()), Action: "registered"}})
	}
	return rs
}

func TestRegisterMakesSheetsOfUploads(t *testing.T) {
	ctx := t.Context()
	table1 := tabletest.New(t, time.Now)
	c := sds.NewID[sds.CompanyID]()
	rs := arrivals(t, table1, c, 20) // more than one transaction
	limit := 20
	if err := table1.Register(ctx, c, rs, &limit, audit, &write.Answer{Key: "key", Status: 201}); err != nil {
		t.Fatal(err)
	}
	if records, err := table1.SheetRecordsByID(ctx, c); err != nil || len(records) != 20 {
		t.Errorf("%d sheets, %v", len(records), err)
	}
	if usage, err := table1.Usage(ctx, c); err != nil || usage.UploadedSheets != 20 {
		t.Errorf("usage %+v, %v", usage, err)
	}
	if _, ok, err := table1.Answered(ctx, c, "key"); !ok || err != nil {
		t.Errorf("the answer is remembered: %v, %v", ok, err)
	}
	for _, r := range rs {
		if u, ok, err := table1.Upload(ctx, r.Upload.ID); err != nil || !ok || u.Sheet != r.Sheet.ID {
			t.Errorf("upload %+v, %v, %v", u, ok, err)
		}
	}
	edits, err := table1.Edits(ctx, c, rs[19].Sheet.ID)
	if err != nil || len(edits) != 1 || edits[0].Action != "registered" {
		t.Errorf("history: %+v, %v", edits, err)
	}
}

func TestRegisterKeepsToThePlan(t *testing.T) {
	ctx := t.Context()
	table1 := tabletest.New(t, time.Now)
	c := sds.NewID[sds.CompanyID]()
	limit := 3
	if err := table1.Register(ctx, c, arrivals(t, table1, c, 2), &limit, audit, nil); err != nil {
		t.Fatal(err)
	}
	err := table1.Register(ctx, c, arrivals(t, table1, c, 2), &limit, audit, nil)
	if !errors.Is(err, message.New(message.PlanLimit, write.CodePlanLimit)) {
		t.Errorf("a fourth sheet of three: %v", err)
	}
	if records, err := table1.SheetRecordsByID(ctx, c); err != nil || len(records) != 2 {
		t.Errorf("%d sheets after the refusal, %v", len(records), err)
	}
	if err := table1.Register(ctx, c, arrivals(t, table1, c, 9), nil, audit, nil); err != nil {
		t.Errorf("without a limit: %v", err)
	}
}

func TestRegisterCanBeSentAgain(t *testing.T) {
	ctx := t.Context()
	table1 := tabletest.New(t, time.Now)
	c := sds.NewID[sds.CompanyID]()
	rs := arrivals(t, table1, c, 3)
	if err := table1.Register(ctx, c, rs[:2], nil, audit, nil); err != nil {
		t.Fatal(err)
	}
	// The caller reads the uploads again: two have their sheets by now.
	for i := range rs {
		u, _, err := table1.Upload(ctx, rs[i].Upload.ID)
		if err != nil {
			t.Fatal(err)
		}
		rs[i].Upload = u
	}
	if err := table1.Register(ctx, c, rs, nil, audit, nil); err != nil {
		t.Fatal(err)
	}
	usage, err := table1.Usage(ctx, c)
	if records, err2 := table1.SheetRecordsByID(ctx, c); err != nil || err2 != nil || len(records) != 3 || usage.UploadedSheets != 3 {
		t.Errorf("%d sheets, %d counted, %v, %v", len(records), usage.UploadedSheets, err, err2)
	}
	// With what was read before, the upload has moved on: nothing is counted twice.
	stale := rs[0]
	stale.Upload.Sheet, stale.Upload.Version, stale.Sheet.ID = "", 1, sds.NewID[sds.SheetID]()
	if err := table1.Register(ctx, c, []write.Registration{stale}, nil, audit, nil); !errors.Is(err, table.ErrStale) {
		t.Errorf("an upload registered as another sheet: %v", err)
	}
	if usage, _ := table1.Usage(ctx, c); usage.UploadedSheets != 3 {
		t.Errorf("%d counted after the refusal", usage.UploadedSheets)
	}
}

func TestUploadThatNobodyRegistersIsForgotten(t *testing.T) {
	ctx := t.Context()
	clock := tabletest.NewClock()
	table1 := tabletest.New(t, clock.Now)
	r := arrivals(t, table1, "c", 1)[0]
	if _, ok, err := table1.Upload(ctx, r.Upload.ID); !ok || err != nil {
		t.Errorf("a fresh upload: %v, %v", ok, err)
	}
	registered := arrivals(t, table1, "c", 1)
	if err := table1.Register(ctx, "c", registered, nil, audit, nil); err != nil {
		t.Fatal(err)
	}
	clock.Advance(table.UploadWaits + time.Minute)
	if _, ok, err := table1.Upload(ctx, r.Upload.ID); ok || err != nil {
		t.Errorf("an old upload: %v, %v", ok, err)
	}
	if _, ok, err := table1.Upload(ctx, registered[0].Upload.ID); !ok || err != nil {
		t.Errorf("one that was registered: %v, %v", ok, err)
	}
}
