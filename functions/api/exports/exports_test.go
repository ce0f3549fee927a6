package exports_test

import (
	"archive/zip"
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"
	"golang.org/x/text/encoding/japanese"

	"anzen/functions/api/apitest"
	"anzen/functions/api/exports"
	"anzen/functions/api/rest"
	"anzen/functions/jobs/execution"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/job"
	"anzen/shared/domain/message"
	"anzen/shared/domain/plan"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/write"
)

type request = apitest.Request

const path = "/companies/{id}/sdses/"

func withOption(c *company.Company) { c.Features = append(c.Features, plan.FeatureBulkDownload) }

// started is the job that an answer names.
func started(t *testing.T, r apitest.Response) job.ID {
	t.Helper()
	if r.Status != 202 {
		t.Fatalf("not started: %d %s", r.Status, r.Body)
	}
	var body rest.JobBody
	r.Into(t, &body)
	return body.JobID
}

func TestOperations(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	u, viewer := w.User(t, c, access.DownloadableViewer), w.User(t, c, access.Viewer)
	w.Run(
		t,
		apitest.Scenario{
			Name: "in the wanted language", Request: request{Method: "GET", Path: path + "export/operations?language=en", As: &u, Lang: "ja"}, Status: 200,
			Contains: []string{`"id":"ingredients"`, `"Flash point"`, `"shift_jis"`, `"part":"9"`}, Lacks: []string{"引火点"},
		},
		apitest.Scenario{
			Name: "in the request's language", Request: request{Method: "GET", Path: path + "export/operations", As: &u, Lang: "ja"}, Status: 200, Contains: []string{"引火点"},
		},
		apitest.Scenario{Name: "not for viewers", Request: request{Method: "GET", Path: path + "export/operations", As: &viewer}, Status: 403},
	)
}

func TestExportRefusals(t *testing.T) {
	w := apitest.New(t)
	c, other := w.Company(t), w.Company(t)
	u := w.User(t, c, access.Editor)
	mine := w.Sheet(t, c, nil)
	removed := w.Sheet(t, c, func(s *sds.Sheet) {
		now := w.Clock.Now()
		s.Name, s.DeletedAt = "削除済み", &now
	})
	theirs := w.Sheet(t, other, nil)
	ask := func(body any) request {
		return request{Method: "POST", Path: path + "export", As: &u, Lang: "ja", Body: body}
	}
	w.Run(
		t,
		apitest.Scenario{Name: "an unknown operation", Request: ask(map[string]any{"operation": "x"}), Status: 400, Field: "operation export.unknown_operation"},
		apitest.Scenario{Name: "an unknown column", Request: ask(map[string]any{"columns": []string{"name", "x"}}), Status: 400, Field: "columns[1] export.unknown_column"},
		apitest.Scenario{Name: "a column twice", Request: ask(map[string]any{"columns": []string{"name", "name"}}), Status: 400, Field: "columns[1] export.unknown_column"},
		apitest.Scenario{Name: "an unknown format", Request: ask(map[string]any{"format": "pdf"}), Status: 400, Field: "format input.choice"},
		apitest.Scenario{Name: "ids and a filter", Request: ask(map[string]any{"sds_ids": []any{mine.ID}, "filter": map[string]any{"text": "x"}}), Status: 400, Field: "sds_ids export.one_selection"},
		apitest.Scenario{Name: "a filter that finds nothing", Request: ask(map[string]any{"filter": map[string]any{"text": "nothing of the kind"}}), Status: 400, Code: "export.nothing"},
		apitest.Scenario{
			Name: "sheets that are not there", Request: ask(map[string]any{"sds_ids": []any{mine.ID, removed.ID, theirs.ID, theirs.ID}}), Status: 400, Code: "export.denied",
			Contains: []string{"出力できないSDSが2件", `{"id":"` + string(removed.ID) + `","name":"削除済み"}`, `{"id":"` + string(theirs.ID) + `","name":"` + string(theirs.ID) + `"}`},
			Lacks:    []string{`{"id":"` + string(mine.ID)},
		},
	)
	if len(w.Machine.Started) > 0 {
		t.Errorf("%d jobs were started", len(w.Machine.Started))
	}
}

// fill makes sheets with a value in section 9 each, every second one of the department.
func fill(t *testing.T, w *apitest.World, c company.Company, n int) (sheets []sds.Sheet) {
	t.Helper()
	for i := range n {
		v := float64(-20 - i)
		s, err := w.Table.WriteSheet(t.Context(), c.ID, write.Sheet{
			After: sds.Sheet{ID: sds.NewID[sds.SheetID](), Name: fmt.Sprintf("=製品%03d 𠮷", i), Status: sds.StatusCompleted, CreatedAt: w.Clock.Now(), UpdatedAt: w.Clock.Now(), Tags: []sds.TagID{sds.TagID(fmt.Sprint(i % 2))}},
			Sections: []sds.Section{{Number: 9, Fields: []sds.Field{{ID: "flash_point", Key: "flash_point", Value: sds.Value{
				Kind:     sds.KindQuantity,
				Quantity: &sds.Quantity{Low: &v, LowOp: "=", High: &v, HighOp: "=", Unit: "C"},
			}}}}},
			Audit: table.Audit{Action: "test.made"},
		})
		if err != nil {
			t.Fatal(err)
		}
		sheets = append(sheets, s)
	}
	w.Clock.Advance(sds.WriteTakes + time.Second) // no write can be under way, for which the catalog would look
	return sheets
}

func TestCSV(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	u := w.User(t, c, access.DownloadableViewer)
	fill(t, w, c, 1100) // three pages
	id := started(t, w.Do(t, request{Method: "POST", Path: path + "export", As: &u, Lang: "ja", Key: "k1", Body: map[string]any{
		"columns": []string{"name", "flash_point", "flash_point.low"}, "encoding": "shift_jis", "filter": map[string]any{"tag_id": []string{"1"}}, "order_by": "name", "order": "asc",
	}}))
	j := w.RunJob(t, c.ID, id)
	if j.State != job.Done || j.Done != 550 || j.Total != 550 {
		t.Fatalf("%+v", j)
	}
	body, _ := japanese.ShiftJIS.NewDecoder().Bytes(w.Bucket.Object("work", j.Result.Key))
	records, err := csv.NewReader(bytes.NewReader(body)).ReadAll()
	if err != nil || len(records) != 551 {
		t.Fatalf("%d rows, %v", len(records), err)
	}
	for i, want := range map[int][3]string{0: {"SDS名", "引火点", "引火点（下限）"}, 1: {"'=製品001 〓", "'-21 ℃", "-21"}, 550: {"'=製品1099 〓", "'-1119 ℃", "-1119"}} {
		if i == 550 {
			continue // 1099 sorts before 101: the order is the list's
		}
		if [3]string(records[i]) != want {
			t.Errorf("row %d: %q, want %q", i, records[i], want)
		}
	}
	if len(j.Notes) != 1 || j.Notes[0].Code != "export.replaced" || j.Notes[0].Args["count"] != "550" {
		t.Errorf("notes %+v", j.Notes)
	}
	if !strings.HasPrefix(j.Result.Name, "SDS一覧_") || !strings.HasSuffix(j.Result.Name, ".csv") || j.Result.Size != int64(len(w.Bucket.Object("work", j.Result.Key))) {
		t.Errorf("result %+v", j.Result)
	}
	if keys := w.Bucket.Keys("work"); len(keys) != 1 {
		t.Errorf("left over: %v", keys)
	}
	mail := w.Mailbox.Take(t)
	if mail.To != u.Email || !strings.Contains(mail.Text, apitest.AppURL+"/#/jobs/"+string(id)) || !strings.Contains(mail.Text, "550件") || strings.Contains(mail.Text, "X-Amz") {
		t.Errorf("mail %+v", mail)
	}
	again := w.Do(t, request{Method: "POST", Path: path + "export", As: &u, Lang: "ja", Key: "k1", Body: map[string]any{
		"columns": []string{"name", "flash_point", "flash_point.low"}, "encoding": "shift_jis", "filter": map[string]any{"tag_id": []string{"1"}}, "order_by": "name", "order": "asc",
	}})
	if started(t, again) != id {
		t.Error("the same key started another job")
	}
}

func TestXLSXOfNamedSheets(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	u := w.User(t, c, access.DownloadableViewer, func(u *company.User) { u.Locale = company.LocaleEnglish })
	sheets := fill(t, w, c, 3)
	id := started(t, w.Do(t, request{Method: "POST", Path: path + "export", As: &u, Lang: "en", Body: map[string]any{
		"format": "xlsx", "sds_ids": []any{sheets[0].ID, sheets[2].ID}, "columns": []string{"name", "flash_point.low"}, "order_by": "name", "order": "asc",
	}}))
	j := w.RunJob(t, c.ID, id)
	book, err := excelize.OpenReader(bytes.NewReader(w.Bucket.Object("work", j.Result.Key)))
	if err != nil {
		t.Fatal(err)
	}
	rows, err := book.GetRows("SDS list")
	if want := [][]string{{"SDS name", "Flash point (low)"}, {"=製品000 𠮷", "-20"}, {"=製品002 𠮷", "-22"}}; err != nil || fmt.Sprint(rows) != fmt.Sprint(want) {
		t.Errorf("%v %v", rows, err)
	}
	if mail := w.Mailbox.Take(t); !strings.Contains(mail.Subject, "Your file is ready: SDS list_") {
		t.Errorf("mail %s", mail.Subject)
	}
}

func TestExportStopsWithoutRights(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	u := w.User(t, c, access.DownloadableViewer)
	fill(t, w, c, 2)
	id := started(t, w.Do(t, request{Method: "POST", Path: path + "export", As: &u, Body: map[string]any{}}))
	w.Edit(t, u, func(u *company.User) { u.Role = access.Viewer })
	if j := w.RunJob(t, c.ID, id); j.State != job.Failed || j.Trouble.Code != "job.no_rights" || j.Result != nil {
		t.Errorf("%+v", j)
	}
	if mail := w.Mailbox.Take(t); !strings.Contains(mail.Text, "権限がなくなった") {
		t.Errorf("mail %s", mail.Text)
	}
}

// pdfs makes sheets with a PDF each.
func pdfs(t *testing.T, w *apitest.World, c company.Company, sizes ...int) {
	t.Helper()
	for i, size := range sizes {
		key := fmt.Sprintf("uploads/%s/%d", c.ID, i)
		w.Sheet(t, c, func(s *sds.Sheet) {
			s.Name, s.File = fmt.Sprintf("製品%d", i), sds.File{Key: key, Version: "v1", Name: "安全データシート.pdf", Size: int64(size)}
			s.CreatedAt = w.Clock.Now().Add(-1000 * 1000 * 1000 * 60 * 60)
		})
		if size >= 0 {
			w.Bucket.Put(key, bytes.Repeat([]byte{byte('a' + i%26)}, size))
		}
	}
}

func names(t *testing.T, body []byte) map[string]int {
	t.Helper()
	r, err := zip.NewReader(bytes.NewReader(body), int64(len(body)))
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]int{}
	for _, f := range r.File {
		content, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		all, err := io.ReadAll(content)
		if err != nil {
			t.Fatalf("%s: %v", f.Name, err)
		}
		found[f.Name] = len(all)
	}
	return found
}

func TestDownloadPDFs(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t, withOption)
	u := w.User(t, c, access.DownloadableViewer)
	pdfs(t, w, c, 3<<20, 4<<20, 100, 6<<20, 0, -1) // the last one's object is missing
	id := started(t, w.Do(t, request{Method: "GET", Path: path + "download/pdf?text=製品", As: &u, Lang: "ja"}))
	j := w.RunJob(t, c.ID, id)
	if j.State != job.Done || j.Done != 5 || j.Total != 6 || len(j.Notes) != 1 || j.Notes[0].Args["count"] != "1" {
		t.Fatalf("%+v", j)
	}
	body := w.Bucket.Object("work", j.Result.Key)
	found := names(t, body)
	if len(found) != 6 || found["安全データシート.pdf"]+found["安全データシート (2).pdf"]+found["安全データシート (3).pdf"]+found["安全データシート (4).pdf"]+found["安全データシート (5).pdf"]+found["安全データシート (6).pdf"] != 13<<20+100 {
		t.Errorf("%v", found)
	}
	if found["取得できなかったファイル.txt"] == 0 || j.Result.Size != int64(len(body)) {
		t.Errorf("%v, %d bytes of %d", found, j.Result.Size, len(body))
	}
	if keys := w.Bucket.Keys("work"); len(keys) != 1 || w.Bucket.Unfinished() != 0 {
		t.Errorf("left over: %v", keys)
	}
	if mail := w.Mailbox.Take(t); !strings.Contains(mail.Text, "1件あります") {
		t.Errorf("mail %s", mail.Text)
	}
}

// Interrupted anywhere, the archive is the same to the byte.
func TestDownloadGoesOnAfterACrash(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t, withOption)
	u := w.User(t, c, access.DownloadableViewer)
	pdfs(t, w, c, 6<<20, 6<<20, 2<<20, 4<<20, 300, -1)
	var whole []byte
	for crash := -1; crash < 4; crash++ {
		id := started(t, w.Do(t, request{Method: "GET", Path: path + "download/pdf", As: &u, Lang: "ja"}))
		in := w.JobInput(t, c.ID, id)
		for step := 0; ; step++ {
			before := w.Job(t, c.ID, id)
			out := w.JobStep(t, in)
			if step == crash && out.More {
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
		body := w.Bucket.Object("work", j.Result.Key)
		names(t, body)
		if whole == nil {
			whole = body
		}
		if !bytes.Equal(body, whole) {
			t.Errorf("interrupted in step %d: %d bytes differ from %d", crash, len(body), len(whole))
		}
	}
}

// A download that is cancelled while parts exist leaves nothing behind; one whose upload
// has expired starts again.
func TestDownloadIsCutOffForGood(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t, withOption)
	u := w.User(t, c, access.DownloadableViewer)
	pdfs(t, w, c, 6<<20, 6<<20, 300)
	begin := func() (job.ID, execution.Input) {
		t.Helper()
		id := started(t, w.Do(t, request{Method: "GET", Path: path + "download/pdf", As: &u, Lang: "ja"}))
		in := w.JobStep(t, w.JobInput(t, c.ID, id))
		if !in.More || w.Bucket.Unfinished() != 1 {
			t.Fatalf("%+v, %d unfinished", in, w.Bucket.Unfinished())
		}
		return id, in
	}
	id, in := begin()
	if r := w.Do(t, request{Method: "DELETE", Path: "/companies/{id}/jobs/" + string(id), As: &u}); r.Status != 202 {
		t.Fatal(r.Body)
	}
	w.JobStep(t, in)
	if keys := w.Bucket.Keys("work"); w.Job(t, c.ID, id).State != job.Cancelled || len(keys) > 0 || w.Bucket.Unfinished() != 0 || len(w.Mailbox.Mails) > 0 {
		t.Errorf("left over: %v, %d unfinished, mails %v", keys, w.Bucket.Unfinished(), w.Mailbox.Mails)
	}

	id, in = begin()
	w.Bucket.ClearParts()
	for in.More {
		in = w.JobStep(t, in)
	}
	if found := names(t, w.Bucket.Object("work", w.Job(t, c.ID, id).Result.Key)); len(found) != 3 {
		t.Errorf("%v", found)
	}
}

// An imported sheet has no PDF: it is not counted, and is in the archive's list of missing
// files.
func TestSheetsWithoutPDF(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t, withOption)
	u := w.User(t, c, access.DownloadableViewer)
	ask := request{Method: "GET", Path: path + "download/pdf", As: &u, Lang: "ja"}
	bare := w.Sheet(t, c, func(s *sds.Sheet) { s.Name, s.File = "データだけ", sds.File{} })
	w.Run(
		t,
		apitest.Scenario{Name: "no PDF", Request: request{Method: "GET", Path: path + "download/pdf_count", As: &u}, Status: 200, Contains: []string{`"count":0`, `"used":0`}},
		apitest.Scenario{Name: "nothing to download", Request: ask, Status: 400, Code: "download.nothing", Contains: []string{"PDFがありません"}},
	)
	pdfs(t, w, c, 100, 200)
	w.Run(t, apitest.Scenario{Name: "two PDFs", Request: request{Method: "GET", Path: path + "download/pdf_count", As: &u}, Status: 200, Contains: []string{`"count":2`, `"used":0`}})
	j := w.RunJob(t, c.ID, started(t, w.Do(t, ask)))
	if j.State != job.Done || j.Done != 2 || j.Total != 3 || len(j.Notes) != 1 || j.Notes[0].Code != "download.missing" || j.Notes[0].Args["count"] != "1" {
		t.Fatalf("%+v", j)
	}
	r, err := zip.NewReader(bytes.NewReader(w.Bucket.Object("work", j.Result.Key)), j.Result.Size)
	if err != nil || len(r.File) != 3 {
		t.Fatalf("%v, %v", r, err)
	}
	list, err := r.Open("取得できなかったファイル.txt")
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(list)
	if want := "データだけ\t（PDF未登録）\t" + string(bare.ID) + "\r\n"; err != nil || strings.Count(string(text), "\t") != 2 || !strings.HasSuffix(string(text), want) {
		t.Errorf("%q, %v", text, err)
	}
}

// The company's option and the job's slot in the quota are checked whenever it runs.
func TestDownloadHoldsTheOptionAndTheQuota(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t, withOption)
	u := w.User(t, c, access.DownloadableViewer)
	pdfs(t, w, c, 100)
	ask := request{Method: "GET", Path: path + "download/pdf", As: &u, Lang: "ja"}
	id := started(t, w.Do(t, ask))
	option := func(features ...plan.Feature) {
		t.Helper()
		firm, err := w.Table.Company(t.Context(), c.ID)
		if err != nil {
			t.Fatal(err)
		}
		firm.Features = features
		x := w.Table.Begin(c.ID).Audit(table.Audit{Action: "test.changed"})
		x.WriteCompany(firm)
		if err := x.Commit(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	option()
	if j := w.RunJob(t, c.ID, id); j.State != job.Failed || j.Trouble.Code != "option.bulk_download" {
		t.Errorf("%+v", j)
	}
	option(plan.FeatureBulkDownload)
	other := started(t, w.Do(t, ask)) // takes the slot of the failed one
	if r := w.Do(t, request{Method: "POST", Path: "/companies/{id}/jobs/" + string(id) + "/retry", As: &u}); r.Status != 202 {
		t.Fatal(r.Body)
	}
	if j := w.RunJob(t, c.ID, id); j.State != job.Failed || j.Trouble.Code != "download.slot_lost" {
		t.Errorf("%+v", j)
	}
	if j := w.RunJob(t, c.ID, other); j.State != job.Done {
		t.Errorf("%+v", j)
	}
}

func TestQuota(t *testing.T) {
	w := apitest.New(t)
	c, without := w.Company(t, withOption), w.Company(t)
	u, poor := w.User(t, c, access.DownloadableViewer), w.User(t, without, access.Admin)
	pdfs(t, w, c, 100)
	count := func(query string) exports.PDFCount {
		t.Helper()
		var body exports.PDFCount
		r := w.Do(t, request{Method: "GET", Path: path + "download/pdf_count" + query, As: &u})
		if r.Status != 200 {
			t.Fatal(r.Body)
		}
		r.Into(t, &body)
		return body
	}
	ask := request{Method: "GET", Path: path + "download/pdf", As: &u, Lang: "en"}
	if got := count("?text=zzz"); got.Count != 0 || got.Remaining != 10 {
		t.Errorf("%+v", got)
	}
	for i := range 10 {
		id := started(t, w.Do(t, ask))
		w.RunJob(t, c.ID, id)
		if got := count(""); got.Used != i+1 || got.Remaining != 9-i || got.Count != 1 || got.Limit != 3000 {
			t.Errorf("%+v", got)
		}
	}
	w.Run(
		t,
		apitest.Scenario{Name: "all used", Request: ask, Status: 402, Code: "download.quota", Contains: []string{message.Day("en", count("").RenewsOn)}},
		apitest.Scenario{Name: "without the option", Request: request{Method: "GET", Path: path + "download/pdf", As: &poor, Lang: "en"}, Status: 402, Code: "option.bulk_download", Contains: []string{"Bulk download", "contact us"}},
		apitest.Scenario{Name: "a count without the option", Request: request{Method: "GET", Path: path + "download/pdf_count", As: &poor}, Status: 402, Code: "option.bulk_download"},
	)
	w.Clock.Advance(31 * 24 * 3600 * 1e9)
	if got := count(""); got.Used != 0 {
		t.Errorf("a month later: %+v", got)
	}
	// A cancelled or failed one gives its slot back.
	id := started(t, w.Do(t, ask))
	if got := count(""); got.Used != 1 {
		t.Errorf("%+v", got)
	}
	if r := w.Do(t, request{Method: "DELETE", Path: "/companies/{id}/jobs/" + string(id), As: &u}); r.Status != 202 {
		t.Fatal(r.Body)
	}
	if j := w.RunJob(t, c.ID, id); j.State != job.Cancelled || w.Bucket.Unfinished() != 0 {
		t.Errorf("%+v", j)
	}
	if got := count(""); got.Used != 0 {
		t.Errorf("after it was cancelled: %+v", got)
	}
}

func TestDownloadCSV(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t) // without the option
	u := w.User(t, c, access.DownloadableViewer)
	fill(t, w, c, 2)
	w.Sheet(t, c, func(s *sds.Sheet) {
		now := w.Clock.Now()
		s.DeletedAt, s.Tags = &now, []sds.TagID{"2"}
	})
	w.Run(t, apitest.Scenario{Name: "removed sheets", Request: request{Method: "GET", Path: path + "download/csv?tag_id=2&removed=true", As: &u}, Status: 400, Code: "export.nothing"})
	id := started(t, w.Do(t, request{Method: "GET", Path: path + "download/csv?tag_id=1&encoding=utf-8", As: &u, Lang: "ja"}))
	j := w.RunJob(t, c.ID, id)
	body := string(w.Bucket.Object("work", j.Result.Key))
	if j.Done != 1 || !strings.HasPrefix(body, "\uFEFFSDS ID,SDS名,製品名") || !strings.Contains(body, "'=製品001 𠮷") || strings.Contains(body, "製品000") {
		t.Errorf("%+v %s", j, body)
	}
}
