package system_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"anzen/functions/analysis"
	"anzen/functions/analysis/execution"
	"anzen/infra/local/bus"
	"anzen/shared/aws/table"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/write"
)

// arrived is S3's event for an upload.
func arrived(t testing.TB, f form, size int) bus.Event {
	t.Helper()
	event, err := shared.Bus.ObjectCreated(bus.Object{
		Bucket: shared.Names().Bucket("sheets"), Key: f.Fields["key"], Size: int64(size), Reason: "PostObject", Time: time.Now(),
	})
	if err != nil {
		t.Fatal(err)
	}
	return event
}

// executions counts the analyses of a sheet.
func executions(t testing.TB, id string) int {
	t.Helper()
	all, err := shared.States.List(shared.Names().Machine("analysis"), "")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, e := range all {
		if strings.HasPrefix(e.Name, id) {
			n++
		}
	}
	return n
}

// finished waits until no delivery is outstanding and no analysis runs.
func finished(t testing.TB) {
	t.Helper()
	eventually(t, time.Minute, "all events delivered", func() bool { return shared.Bus.Pending() == 0 })
}

func (b *browser) once(t testing.TB, id string) {
	t.Helper()
	b.completed(t, id)
	finished(t)
	if got := b.actions(t, id); got != "registered analyzed" {
		t.Errorf("history: %s", got)
	}
	if n := executions(t, id); n != 1 {
		t.Errorf("%d executions", n)
	}
}

// S3 announces at least once, and people press buttons twice: a sheet is analyzed once
// all the same.
func TestTheSameTwiceDoesNothing(t *testing.T) {
	b := here(t).signIn(t, editor, password)
	body := sheetPDF("Twice 20", 1)
	used := b.usage(t)
	f := b.allow(t, file{"twice.pdf", body})[0]
	b.mustSend(t, f, body)
	key := newKey()
	first := want[struct{ Items []registered }](t, b, registration(key, f))
	for range 5 {
		if err := shared.Bus.Put(arrived(t, f, len(body))); err != nil {
			t.Fatal(err)
		}
		again := want[struct{ Items []registered }](t, b, registration(key, f))
		if again.Items[0] != first.Items[0] {
			t.Errorf("the same request again: %+v, then %+v", first, again)
		}
	}
	// Another request with the same upload, as after a reload, returns the same sheet.
	if other := b.register(t, f)[0]; other != first.Items[0].ID {
		t.Errorf("registered again as %s, before as %s", other, first.Items[0].ID)
	}
	b.once(t, first.Items[0].ID)
	for range 5 { // and after the end
		if err := shared.Bus.Put(arrived(t, f, len(body))); err != nil {
			t.Fatal(err)
		}
	}
	b.once(t, first.Items[0].ID)
	if n := b.usage(t); n != used+1 {
		t.Errorf("counted %d times", n-used)
	}
	if n := b.list(t, "&ids="+first.Items[0].ID).Total; n != 1 {
		t.Errorf("is in the list %d times", n)
	}
	refused(t, b, registration(key, b.allow(t, file{"other.pdf", body})[0]), 422, "idempotency.reused")
}

// The PDF may arrive before its sheet is registered, or after.
func TestPDFAndRegistrationComeInAnyOrder(t *testing.T) {
	b := here(t).signIn(t, editor, password)
	body := sheetPDF("Order 30", 1)
	forms := b.allow(t, file{"before.pdf", body}, file{"after.pdf", body})

	b.mustSend(t, forms[0], body)
	finished(t) // the event finds no sheet
	before := b.register(t, forms[0])[0]
	b.once(t, before)

	after := b.register(t, forms[1])[0]
	if s := b.sheet(t, after); s.Status != int(sds.StatusUploading) || executions(t, after) != 0 {
		t.Errorf("before the PDF is there: status %d, %d executions", s.Status, executions(t, after))
	}
	b.mustSend(t, forms[1], body)
	b.once(t, after)
}

// A registered sheet whose analysis failed to start is started by the sweep.
func TestTheSweepKeepsPromises(t *testing.T) {
	b := here(t).signIn(t, editor, password)
	body := sheetPDF("Promise 40", 1)
	f := b.allow(t, file{"promise.pdf", body})[0]
	b.mustSend(t, f, body)
	finished(t)
	// The transaction of a registration a minute ago, followed by a crash.
	ago := func() time.Time { return time.Now().Add(-time.Minute) }
	stale := tableOf(shared.Stack, ago)
	u, _, err := stale.Upload(t.Context(), sds.UploadID(f.UploadID))
	if err != nil {
		t.Fatal(err)
	}
	s := sds.Sheet{
		ID: sds.NewID[sds.SheetID](), UploadID: u.ID, Name: "promise", Status: sds.StatusUploading, Source: sds.SourceUser, Attempt: 1,
		File: sds.File{Key: u.Key, Name: u.Name, Size: u.Size}, CreatedAt: ago(), UpdatedAt: ago(), CreatedBy: u.By,
	}
	edit := sds.Edit{ID: sds.NewEditID(ago()), At: ago(), By: u.By, Action: "registered", Changes: []sds.Change{}}
	if err := stale.Register(t.Context(), midori, []write.Registration{{Upload: u, Sheet: s, Edit: edit}}, nil, table.Audit{Action: "sheet.registered"}, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := shared.Functions.Invoke(t.Context(), analysis.TaskSweep, []byte("{}")); err != nil {
		t.Fatal(err)
	}
	b.once(t, string(s.ID))
	pending, err := stale.AllPending(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if slices.ContainsFunc(pending, func(p table.Pending) bool { return p.Sheet == s.ID }) {
		t.Error("the analysis was started, but its promise remains")
	}
	// A late execution for a finished sheet changes nothing.
	input, err := json.Marshal(execution.Of(midori, s))
	if err != nil {
		t.Fatal(err)
	}
	e, err := shared.States.Start(shared.Names().Machine("analysis"), string(s.ID)+"-late", input)
	if err != nil {
		t.Fatal(err)
	}
	if d, err := shared.States.Wait(t.Context(), e.ARN); err != nil || d.Status != "SUCCEEDED" {
		t.Errorf("a late execution: %+v, %v", d, err)
	}
	if got := b.actions(t, string(s.ID)); got != "registered analyzed" {
		t.Errorf("history: %s", got)
	}
}
