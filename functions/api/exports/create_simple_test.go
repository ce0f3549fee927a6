package exports_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"anzen/functions/api/apitest"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/job"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/write"
)

// analyzed makes a sheet of toluene that has been analyzed.
func analyzed(t *testing.T, w *apitest.World, c company.Company, name string, change func(*sds.Sheet)) sds.Sheet {
	t.Helper()
	v := 99.5
	record := sds.Sheet{ID: sds.NewID[sds.SheetID](), Name: name, NameByPerson: true, Status: sds.StatusCompleted, CreatedAt: w.Clock.Now(), UpdatedAt: w.Clock.Now()}
	sections := []sds.Section{{Number: 3, Groups: []sds.Group{{Key: sds.GroupComposition, Rows: []sds.Row{{ID: "r1", Fields: []sds.Field{
		{ID: "composition/r1/name", Key: "name", Value: sds.Value{Kind: sds.KindText, Text: "=トルエン"}, State: sds.StateMachine},
		{ID: "composition/r1/cas", Key: "cas", Value: sds.Value{Kind: sds.KindList, List: []string{"108-88-3"}}, State: sds.StateMachine},
		{ID: "composition/r1/concentration", Key: "concentration", Value: sds.Value{Kind: sds.KindQuantity, Quantity: &sds.Quantity{Low: &v, LowOp: "=", High: &v, HighOp: "=", Unit: "%"}}, State: sds.StateMachine},
	}}}}}}}
	record.Derive(sections)
	if change != nil {
		change(&record)
	}
	s, err := w.Table.WriteSheet(t.Context(), c.ID, write.Sheet{After: record, Sections: sections, Audit: table.Audit{Action: "test.made"}})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func opened(t *testing.T, body []byte) *excelize.File {
	t.Helper()
	book, err := excelize.OpenReader(bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = book.Close() })
	return book
}

func TestCreateSimple(t *testing.T) {
	w := apitest.New(t)
	c, other := w.Company(t), w.Company(t)
	u, viewer, stranger := w.User(t, c, access.DownloadableViewer), w.User(t, c, access.Viewer), w.User(t, other, access.Admin)
	sheet := analyzed(t, w, c, "トルエン 100%", nil)
	waiting := analyzed(t, w, c, "解析中", func(s *sds.Sheet) { s.Status = sds.StatusFirstCheck })
	bare := w.Sheet(t, c, nil)
	removed := analyzed(t, w, c, "削除済み", func(s *sds.Sheet) {
		now := w.Clock.Now()
		s.DeletedAt = &now
	})
	ask := func(version, lang string, of sds.Sheet, as company.User) request {
		return request{Method: "GET", Path: "/create_simple/" + version + string(of.ID), As: &as, Lang: lang}
	}
	for version, name := range map[string]string{"": "v2", "v3/": "v3"} {
		r := w.Do(t, ask(version, "ja", sheet, u))
		if r.Status != 200 || r.Headers.Get("Content-Type") != "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet" {
			t.Fatalf("%d %s %s", r.Status, r.Headers, r.Body)
		}
		if got := r.Headers.Get("Content-Disposition"); !strings.HasPrefix(got, "attachment;") || !strings.HasSuffix(got, "filename*=UTF-8''CREATE-SIMPLE_"+name+"_%E3%83%88%E3%83%AB%E3%82%A8%E3%83%B3%20100%25.xlsx") {
			t.Errorf("%s", got)
		}
		book := opened(t, []byte(r.Body))
		for cell, want := range map[string]string{"B2": "108-88-3", "C2": "=トルエン", "D2": "99.5"} {
			if got, err := book.GetCellValue("成分一覧", cell); err != nil || got != want {
				t.Errorf("%s %s: %q, %v", name, cell, got, err)
			}
			if formula, _ := book.GetCellFormula("成分一覧", cell); formula != "" {
				t.Errorf("%s %s is a formula", name, cell)
			}
		}
		if first, _ := book.GetCellValue("はじめに", "A1"); first != "CREATE-SIMPLE ver."+name[1:]+" 入力用データ" {
			t.Errorf("%q", first)
		}
	}
	if first, _ := opened(t, []byte(w.Do(t, ask("v3/", "en", sheet, u)).Body)).GetCellValue("はじめに", "A1"); first != "Data for CREATE-SIMPLE ver.3" {
		t.Errorf("in English: %q", first)
	}
	w.Run(
		t,
		apitest.Scenario{Name: "analysis under way", Request: ask("", "ja", waiting, u), Status: 409, Code: "create_simple.not_completed", Contains: []string{"解析が完了したSDSのみ"}},
		apitest.Scenario{Name: "nothing read", Request: ask("v3/", "en", bare, u), Status: 409, Code: "create_simple.not_completed", Contains: []string{"analysis is complete"}},
		apitest.Scenario{Name: "removed", Request: ask("v3/", "ja", removed, u), Status: 404},
		apitest.Scenario{Name: "another company's", Request: ask("v3/", "ja", sheet, stranger), Status: 404, Lacks: []string{"トルエン"}},
		apitest.Scenario{Name: "no permission", Request: ask("v3/", "ja", sheet, viewer), Status: 403},
		apitest.Scenario{Name: "no id", Request: request{Method: "GET", Path: "/create_simple/v3/x", As: &u}, Status: 404},
	)
}

const simples = "/companies/{id}/create_simple"

func TestCreateSimples(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	u := w.User(t, c, access.Editor)
	first, second := analyzed(t, w, c, "洗浄剤", nil), analyzed(t, w, c, "洗浄剤", nil)
	analyzed(t, w, c, "解析中のSDS", func(s *sds.Sheet) { s.Status = sds.StatusFirstCheck })
	analyzed(t, w, c, "アセトン", nil)
	id := started(t, w.Do(t, request{Method: "POST", Path: simples, As: &u, Lang: "ja", Body: map[string]any{"version": 3, "filter": map[string]any{"text": "洗浄剤"}}}))
	j := w.RunJob(t, c.ID, id)
	if j.State != job.Done || j.Kind != job.CreateSimple || j.Done != 2 || j.Total != 2 || len(j.Notes) != 0 || !strings.HasPrefix(j.Result.Name, "CREATE-SIMPLE_20") {
		t.Fatalf("%+v", j)
	}
	found := names(t, w.Bucket.Object("work", j.Result.Key))
	if len(found) != 2 || found["CREATE-SIMPLE_v3_洗浄剤.xlsx"] == 0 || found["CREATE-SIMPLE_v3_洗浄剤 (2).xlsx"] == 0 {
		t.Errorf("%v", found)
	}
	if mail := w.Mailbox.Take(t); !strings.Contains(mail.Subject, "CREATE-SIMPLE_") {
		t.Errorf("mail %s", mail.Subject)
	}
	if keys := w.Bucket.Keys("work"); len(keys) != 1 || w.Bucket.Unfinished() != 0 {
		t.Errorf("left over: %v", keys)
	}

	// All but one; one is not complete and one is removed meanwhile.
	id = started(t, w.Do(t, request{Method: "POST", Path: simples, As: &u, Lang: "ja", Body: map[string]any{"version": 2, "exclude_ids": []any{second.ID}}}))
	now := w.Clock.Now()
	gone := first
	gone.DeletedAt = &now
	if _, err := w.Table.WriteSheet(t.Context(), c.ID, write.Sheet{Before: &first, After: gone, Audit: table.Audit{Action: "test.removed"}}); err != nil {
		t.Fatal(err)
	}
	j = w.RunJob(t, c.ID, id)
	body := w.Bucket.Object("work", j.Result.Key)
	found = names(t, body)
	if j.State != job.Done || found["CREATE-SIMPLE_v2_アセトン.xlsx"] == 0 || found["作成できなかったSDS.txt"] == 0 || len(j.Notes) != 1 || j.Notes[0].Code != "create_simple.missing" {
		t.Fatalf("%+v %v", j, found)
	}
	r, err := zip.NewReader(bytes.NewReader(body), int64(len(body)))
	if err != nil {
		t.Fatal(err)
	}
	list, err := r.Open("作成できなかったSDS.txt")
	if err != nil {
		t.Fatal(err)
	}
	if text, err := io.ReadAll(list); err != nil || !strings.Contains(string(text), "解析中のSDS\t") {
		t.Errorf("%q %v", text, err)
	}
}

func TestCreateSimplesRefusals(t *testing.T) {
	w := apitest.New(t)
	c, other := w.Company(t), w.Company(t)
	u, viewer := w.User(t, c, access.DownloadableViewer), w.User(t, c, access.Viewer)
	mine, theirs := analyzed(t, w, c, "トルエン", nil), analyzed(t, w, other, "極秘", nil)
	ask := func(as company.User, body any) request {
		return request{Method: "POST", Path: simples, As: &as, Lang: "ja", Body: body}
	}
	w.Run(
		t,
		apitest.Scenario{Name: "no version", Request: ask(u, map[string]any{}), Status: 400, Field: "version input.required"},
		apitest.Scenario{Name: "an unknown version", Request: ask(u, map[string]any{"version": 1}), Status: 400, Field: "version input.choice"},
		apitest.Scenario{Name: "ids and a filter", Request: ask(u, map[string]any{"version": 3, "sds_ids": []any{mine.ID}, "filter": map[string]any{"text": "x"}}), Status: 400, Field: "sds_ids export.one_selection"},
		apitest.Scenario{Name: "nothing found", Request: ask(u, map[string]any{"version": 3, "filter": map[string]any{"text": "nothing of the kind"}}), Status: 400, Code: "export.nothing"},
		apitest.Scenario{Name: "another company's", Request: ask(u, map[string]any{"version": 3, "sds_ids": []any{mine.ID, theirs.ID}}), Status: 400, Code: "export.denied", Lacks: []string{"極秘"}},
		apitest.Scenario{Name: "no permission", Request: ask(viewer, map[string]any{"version": 3}), Status: 403},
	)
	if len(w.Machine.Started) > 0 {
		t.Errorf("%d jobs were started", len(w.Machine.Started))
	}
	id := started(t, w.Do(t, ask(u, map[string]any{"version": 3, "sds_ids": []any{mine.ID}})))
	w.Edit(t, u, func(u *company.User) { u.Role = access.Viewer })
	if j := w.RunJob(t, c.ID, id); j.State != job.Failed || j.Trouble.Code != "job.no_rights" || j.Result != nil {
		t.Errorf("%+v", j)
	}
}

// Interrupted after any part, the archive is the same to the byte.
func TestCreateSimplesGoOnAfterACrash(t *testing.T) {
	if testing.Short() {
		t.Skip("hundreds of workbooks")
	}
	w := apitest.New(t)
	c := w.Company(t)
	u := w.User(t, c, access.Editor)
	const sheets = 340 // more than a part has
	for i := range sheets {
		analyzed(t, w, c, fmt.Sprintf("製品%03d", i), nil)
	}
	w.Clock.Advance(sds.WriteTakes + time.Second) // no write can be under way, for which the catalog would look
	id := started(t, w.Do(t, request{Method: "POST", Path: simples, As: &u, Lang: "ja", Body: map[string]any{"version": 3}}))
	crash := func(at int) []byte {
		in := w.JobInput(t, c.ID, id)
		for step := 0; ; step++ {
			before := w.Job(t, c.ID, id)
			out := w.JobStep(t, in)
			if step == at {
				if !out.More {
					t.Fatalf("there is no step %d to crash in", at)
				}
				// The step's work was done, but its last save of the record was lost.
				now := w.Job(t, c.ID, id)
				now.Done, now.Checkpoint, now.State = before.Done, before.Checkpoint, before.State
				if _, err := w.Table.SaveJob(t.Context(), now); err != nil {
					t.Fatal(err)
				}
				continue
			}
			if in = out; !in.More {
				break
			}
		}
		j := w.Job(t, c.ID, id)
		if j.State != job.Done || j.Done != sheets {
			t.Fatalf("%+v", j)
		}
		return w.Bucket.Object("work", j.Result.Key)
	}
	whole := crash(-1)
	if found := names(t, whole); len(found) != sheets {
		t.Errorf("%d files", len(found))
	}
	// The clock does not advance, and a workbook's time is the job's.
	id = started(t, w.Do(t, request{Method: "POST", Path: simples, As: &u, Lang: "ja", Body: map[string]any{"version": 3}}))
	if again := crash(0); !bytes.Equal(again, whole) {
		t.Errorf("interrupted: %d bytes differ from %d", len(again), len(whole))
	}
}
