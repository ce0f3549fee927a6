package system_test

import (
	"bytes"
	"fmt"
	"mime/multipart"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"anzen/shared/domain/sds"
)

// file is a PDF to upload.
type file struct {
	name string
	body []byte
}

// form is an item of get_signed_url's answer.
type form struct {
	UploadID string            `json:"upload_id"`
	Name     string            `json:"name"`
	URL      string            `json:"url"`
	Fields   map[string]string `json:"fields"`
}

// sheet is a sheet as the API returns it.
type sheet struct {
	ID          string   `json:"id"`
	Version     int64    `json:"version"`
	Name        string   `json:"name"`
	ProductName string   `json:"product_name"`
	Note        string   `json:"note"`
	Status      int      `json:"status"`
	Group       string   `json:"status_group"`
	LanguageID  int      `json:"language_id"`
	CAS         []string `json:"cas_numbers"`
	Reason      *struct {
		Code   string `json:"code"`
		Detail string `json:"detail"`
	} `json:"reason"`
	File     sds.File      `json:"file"`
	Sections []sds.Section `json:"sections"`
	MayEdit  bool          `json:"may_edit"`
}

// inProgress reports whether the analysis is in progress.
func (s sheet) inProgress() bool { return sds.Status(s.Status).InProgress() }

type registered struct {
	ID       string `json:"id"`
	UploadID string `json:"upload_id"`
}

// allow requests the upload forms of files.
func (b *browser) allow(t testing.TB, files ...file) []form {
	t.Helper()
	requested := make([]map[string]any, len(files))
	for i, f := range files {
		requested[i] = map[string]any{"name": f.name, "size": max(len(f.body), 1)}
	}
	forms := want[struct{ Items []form }](t, b, call{method: "POST", path: "/companies/{id}/get_signed_url", body: map[string]any{"files": requested}}).Items
	if len(forms) != len(files) {
		t.Fatalf("%d forms for %d files", len(forms), len(files))
	}
	return forms
}

// send posts a file by its form.
func (b *browser) send(t testing.TB, f form, body []byte) answer {
	t.Helper()
	var out bytes.Buffer
	w := multipart.NewWriter(&out)
	for name, value := range f.Fields {
		if err := w.WriteField(name, value); err != nil {
			t.Fatal(err)
		}
	}
	part, err := w.CreateFormFile("file", f.Name)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := part.Write(body); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	q, err := http.NewRequest(http.MethodPost, f.URL, &out)
	if err != nil {
		t.Fatal(err)
	}
	q.Header.Set("Content-Type", w.FormDataContentType())
	q.Header.Set("Origin", b.site.URL)
	a, err := exchange(q)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func (b *browser) mustSend(t testing.TB, f form, body []byte) {
	t.Helper()
	a := b.send(t, f, body)
	if a.status/100 != 2 {
		t.Fatalf("send %s: %s", f.Name, a)
	}
	if origin := a.header.Get("Access-Control-Allow-Origin"); origin != b.site.URL {
		t.Fatalf("the browser is not allowed to read S3's answer: allowed origin %q", origin)
	}
}

// registration is the call that registers uploads in the editor's department.
func registration(key string, forms ...form) call {
	return registrationInto(key, string(someDivision), forms...)
}

// registrationInto registers the sheets in a department; empty for none.
func registrationInto(key, department string, forms ...form) call {
	departments := []string{}
	if department != "" {
		departments = append(departments, department)
	}
	list := make([]map[string]string, len(forms))
	for i, f := range forms {
		list[i] = map[string]string{"upload_id": f.UploadID}
	}
	return call{method: "POST", path: "/companies/{id}/sdses", key: key, body: map[string]any{"department_id_list": departments, "sds_list": list}}
}

func (b *browser) register(t testing.TB, forms ...form) []string {
	t.Helper()
	department := ""
	if b.company == string(midori) {
		department = string(someDivision)
	}
	items := want[struct{ Items []registered }](t, b, registrationInto(newKey(), department, forms...)).Items
	ids := make([]string, len(items))
	for i, item := range items {
		if item.UploadID != forms[i].UploadID {
			t.Fatalf("sheet %d is of another upload", i)
		}
		ids[i] = item.ID
	}
	return ids
}

// upload sends files and registers them.
func (b *browser) upload(t testing.TB, files ...file) []string {
	t.Helper()
	forms := b.allow(t, files...)
	for i, f := range forms {
		b.mustSend(t, f, files[i].body)
	}
	return b.register(t, forms...)
}

func (b *browser) sheet(t testing.TB, id string) sheet {
	t.Helper()
	return want[sheet](t, b, call{method: "GET", path: "/companies/{id}/sdses/" + id})
}

// analyzed waits until the sheets are in an end state.
func (b *browser) analyzed(t testing.TB, ids ...string) []sheet {
	t.Helper()
	done := make([]sheet, len(ids))
	defer func() {
		for i, s := range done {
			if t.Failed() && s.ID == "" {
				late := b.sheet(t, ids[i])
				t.Logf("%s (%s) is at %d", late.Name, late.File.Name, late.Status)
			}
		}
	}()
	// With more sheets less often: polling slows the analysis down.
	every := max(20*time.Millisecond, time.Duration(len(ids))*4*time.Millisecond)
	poll(t, 2*time.Minute, every, fmt.Sprintf("%d sheets analyzed", len(ids)), func() bool {
		for i, id := range ids {
			if done[i].ID == "" {
				s := b.sheet(t, id)
				if s.inProgress() {
					return false
				}
				done[i] = s
			}
		}
		return true
	})
	return done
}

// completed is a sheet whose analysis must have succeeded.
func (b *browser) completed(t testing.TB, id string) sheet {
	t.Helper()
	s := b.analyzed(t, id)[0]
	if s.Status != int(sds.StatusCompleted) {
		t.Fatalf("sheet %s: status %d, %+v", s.Name, s.Status, s.Reason)
	}
	return s
}

func (b *browser) history(t testing.TB, id string) []sds.Edit {
	t.Helper()
	return want[struct{ Items []sds.Edit }](t, b, call{method: "GET", path: "/companies/{id}/sdses/" + id + "/edit_histories"}).Items
}

// actions are the entries of a sheet's history, first to last.
func (b *browser) actions(t testing.TB, id string) string {
	t.Helper()
	var names []string
	for _, e := range b.history(t, id) {
		names = append(names, e.Action)
	}
	slices.Reverse(names)
	return strings.Join(names, " ")
}

// list is a page of the list of sheets.
type list struct {
	Items      []sheet
	Total      int
	InProgress int
}

func (b *browser) list(t testing.TB, query string) list {
	t.Helper()
	return want[list](t, b, call{method: "GET", path: "/companies/{id}/sdses?limit=100" + query})
}

// usage is the number of sheets that count against the company's plan.
func (b *browser) usage(t testing.TB) int {
	t.Helper()
	return want[struct {
		Uploaded int `json:"uploaded_file_number"`
	}](t, b, call{method: "GET", path: "/companies/{id}"}).Uploaded
}
