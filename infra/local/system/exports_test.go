package system_test

import (
	"archive/zip"
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"anzen/shared/aws/table"
	"anzen/shared/domain/plan"
)

// work is a job as the API returns it.
type work struct {
	ID    string
	State string
	Done  int
	Total int
	File  *struct {
		Name string
		Size int64
		URL  string
	}
	Trouble *struct{ Code, Detail string }
	Notes   []struct{ Code, Detail string }
}

// ended waits until the job that a call starts has ended.
func (b *browser) ended(t testing.TB, c call) work {
	t.Helper()
	id := want[struct {
		JobID string `json:"job_id"`
	}](t, b, c).JobID
	var w work
	eventually(t, time.Minute, "job ended", func() bool {
		w = want[work](t, b, call{method: "GET", path: "/companies/{id}/jobs/" + id})
		return slices.Contains([]string{"done", "failed", "cancelled"}, w.State)
	})
	return w
}

// fetched is the file of a completed job, by its signed link.
func fetched(t testing.TB, w work) []byte {
	t.Helper()
	if w.State != "done" || w.File == nil || w.File.URL == "" {
		t.Fatalf("no file: %+v", w)
	}
	a := get(t, w.File.URL)
	if a.status != http.StatusOK || int64(len(a.body)) != w.File.Size {
		t.Fatalf("%s: %d, %d bytes of %d", w.File.Name, a.status, len(a.body), w.File.Size)
	}
	return a.body
}

// permit gives the company options of its plan.
func permit(t *testing.T, options ...plan.Feature) {
	t.Helper()
	records := tableOf(shared.Stack, time.Now)
	firm, err := records.Company(t.Context(), midori)
	if err != nil {
		t.Fatal(err)
	}
	for _, option := range options {
		if !slices.Contains(firm.Features, option) {
			firm.Features = append(firm.Features, option)
		}
	}
	x := records.Begin(midori).Audit(table.Audit{Action: "test.changed"})
	x.WriteCompany(firm)
	if err := x.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// Tables and archives, from the request to the file, over the stand-ins of AWS and with
// the policies of the functions.
func TestExports(t *testing.T) {
	s := here(t)
	permit(t, plan.FeatureBulkDownload)
	b := s.signIn(t, editor, password)
	names := []string{"輸出する溶剤その一", "輸出する溶剤その二"}
	pdfs := [][]byte{sheetPDF("EXPORT-ONE", 1), sheetPDF("EXPORT-TWO", 1)}
	ids := b.upload(t, file{"溶剤.pdf", pdfs[0]}, file{"溶剤.pdf", pdfs[1]})
	for i, sheet := range b.analyzed(t, ids...) {
		want[any](t, b, call{method: "PUT", path: "/companies/{id}/sdses/" + sheet.ID, version: sheet.Version, body: map[string]any{"name": names[i]}})
	}
	filter := map[string]any{"name": []string{"輸出する溶剤"}}

	t.Run("csv", func(t *testing.T) {
		w := b.ended(t, call{method: "POST", path: "/companies/{id}/sdses/export", key: newKey(), body: map[string]any{
			"columns": []string{"id", "name", "recommended_use"}, "filter": filter, "order_by": "name", "order": "asc",
		}})
		records, err := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(fetched(t, w), []byte("\uFEFF")))).ReadAll()
		if err != nil || len(records) != 3 || records[1][0] != ids[0] || records[2][1] != names[1] {
			t.Errorf("%q %v", records, err)
		}
	})
	t.Run("xlsx", func(t *testing.T) {
		w := b.ended(t, call{method: "POST", path: "/companies/{id}/sdses/export", key: newKey(), body: map[string]any{
			"format": "xlsx", "language": "en", "sds_ids": []string{ids[1]},
		}})
		book, err := excelize.OpenReader(bytes.NewReader(fetched(t, w)))
		if err != nil {
			t.Fatal(err)
		}
		if name, _ := book.GetCellValue("SDS list", "B2"); name != names[1] {
			t.Errorf("the sheet is %q", name)
		}
	})
	t.Run("zip", func(t *testing.T) {
		w := b.ended(t, call{method: "GET", path: "/companies/{id}/sdses/download/pdf?ids=" + ids[0] + "&ids=" + ids[1], key: newKey()})
		body := fetched(t, w)
		r, err := zip.NewReader(bytes.NewReader(body), int64(len(body)))
		if err != nil || len(r.File) != 2 {
			t.Fatalf("%v", err)
		}
		var found [][]byte
		for _, f := range r.File {
			content, err := f.Open()
			if err != nil {
				t.Fatal(err)
			}
			all, err := io.ReadAll(content)
			if err != nil || !strings.HasPrefix(f.Name, "溶剤") {
				t.Errorf("%s: %v", f.Name, err)
			}
			found = append(found, all)
		}
		if !bytes.Equal(found[0], pdfs[0]) && !bytes.Equal(found[0], pdfs[1]) || bytes.Equal(found[0], found[1]) {
			t.Error("the PDFs are not those that were uploaded")
		}
		letters := s.letters(t, editor)
		if len(letters) == 0 || !strings.Contains(letters[0].Text, s.URL+"/#/jobs/"+w.ID) {
			t.Errorf("no mail with the dashboard's link: %+v", letters)
		}
	})
	t.Run("count", func(t *testing.T) {
		n := want[struct{ Count, Used int }](t, b, call{method: "GET", path: fmt.Sprintf("/companies/{id}/sdses/download/pdf_count?ids=%s", ids[0])})
		if n.Count != 1 || n.Used != 1 {
			t.Errorf("%+v", n)
		}
	})
}
