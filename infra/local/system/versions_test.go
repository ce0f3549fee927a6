package system_test

import (
	"bytes"
	"net/http"
	"strings"
	"testing"

	"anzen/shared/domain/sds"
)

// versioned is a sheet with its version data.
type versioned struct {
	sheet
	Codes    []string           `json:"product_code_list"`
	Revision sds.RevisionStatus `json:"revision_status"`
	Versions []struct {
		ID string `json:"id"`
	} `json:"versions"`
	Attachments []struct {
		ID   string `json:"id"`
		Size int64  `json:"size"`
	} `json:"attachments"`
}

func (b *browser) versioned(t testing.TB, id string) versioned {
	t.Helper()
	return want[versioned](t, b, call{method: "GET", path: "/companies/{id}/sdses/" + id})
}

// withCode gives a sheet a product code.
func (b *browser) withCode(t testing.TB, s sheet, code string) {
	t.Helper()
	want[sheet](t, b, call{method: "PUT", path: "/companies/{id}/sdses/" + s.ID, version: s.Version, body: map[string]any{"fields": []any{
		map[string]any{"section": 1, "id": "product_codes", "action": "edit", "value": map[string]any{"kind": "list", "list": []string{code}}},
	}}})
}

// A newer file replaces a sheet; once deleted, the older one is current again.
func TestANewerFileTakesTheSheetsPlace(t *testing.T) {
	b := here(t).signIn(t, editor, password)
	used := b.usage(t)
	first := b.completed(t, b.upload(t, file{"first.pdf", sheetPDF("Version 80", 1)})[0])
	b.withCode(t, first, "VERSION-80")
	f := b.allow(t, file{"second.pdf", sheetPDF("Version 81", 1)})[0]
	b.mustSend(t, f, sheetPDF("Version 81", 1))
	second := want[struct{ Items []registered }](t, b, call{method: "PUT", path: "/companies/{id}/sdses", key: newKey(), body: map[string]any{
		"sds_list": []any{map[string]any{"sds_id": first.ID, "upload_id": f.UploadID}},
	}}).Items[0].ID
	b.completed(t, second)
	b.once(t, second)
	old, fresh := b.versioned(t, first.ID), b.versioned(t, second)
	if old.Revision != sds.RevisionOld || len(fresh.Versions) != 2 || fresh.Versions[0].ID != second || strings.Join(fresh.Codes, "") != "VERSION-80" {
		t.Errorf("the older: %s; the newer: versions %v, codes %v", old.Revision, fresh.Versions, fresh.Codes)
	}
	if n := b.usage(t); n != used+2 {
		t.Errorf("%d counted, want 2", n-used)
	}
	gone := want[struct{ Deleted, Remaining int }](t, b, call{method: "PUT", path: "/companies/{id}/sdses/delete", body: map[string]any{"sds_ids": []string{second}}})
	if gone.Deleted != 1 || gone.Remaining != 0 {
		t.Errorf("deleted: %+v", gone)
	}
	refused(t, b, call{method: "GET", path: "/companies/{id}/sdses/" + second}, http.StatusNotFound, "not_found")
	if old = b.versioned(t, first.ID); old.Revision == sds.RevisionOld || len(old.Versions) != 1 {
		t.Errorf("the older, current again: %s, versions %v", old.Revision, old.Versions)
	}
	if n := b.usage(t); n != used+2 {
		t.Errorf("%d counted after the deletion, want 2: uploads count", n-used)
	}
}

func TestAnAttachmentComesAndGoes(t *testing.T) {
	b := here(t).signIn(t, editor, password)
	id := b.completed(t, b.upload(t, file{"attached.pdf", sheetPDF("Attached 82", 1)})[0]).ID
	of := "/companies/{id}/sdses/" + id + "/attachments"
	body := []byte("試験成績書")
	f := want[struct {
		Items []struct {
			form
			ID string `json:"attachment_id"`
		}
	}](t, b, call{method: "POST", path: of + "/get_signed_url", body: map[string]any{"files": []any{map[string]any{"name": "成績書.txt", "size": len(body)}}}}).Items[0]
	refused(t, b, call{method: "POST", path: of, body: map[string]any{"attachment_ids": []string{f.ID}}}, http.StatusBadRequest, "input.invalid")
	if a := b.send(t, f.form, bytes.Repeat(body, 1<<20)); a.status/100 == 2 {
		t.Error("an attachment of 15 MB was accepted")
	}
	b.mustSend(t, f.form, body)
	want[struct{}](t, b, call{method: "POST", path: of, body: map[string]any{"attachment_ids": []string{f.ID}}})
	if s := b.versioned(t, id); len(s.Attachments) != 1 || s.Attachments[0].Size != int64(len(body)) {
		t.Errorf("attachments %+v", s.Attachments)
	}
	link := want[struct{ URL string }](t, b, call{method: "GET", path: of + "/" + f.ID}).URL
	if a := get(t, link); !bytes.Equal(a.body, body) || !strings.HasPrefix(a.header.Get("Content-Disposition"), "attachment;") {
		t.Errorf("%s %s", a, a.header.Get("Content-Disposition"))
	}
	want[struct{}](t, b, call{method: "DELETE", path: of + "/" + f.ID})
	refused(t, b, call{method: "GET", path: of + "/" + f.ID}, http.StatusNotFound, "not_found")
	if a := get(t, link); a.status/100 == 2 {
		t.Error("its object was not removed")
	}
}

// A user's answers about a file are used by the whole pipeline.
func TestASheetGoesOnWithAnswers(t *testing.T) {
	b := here(t).signIn(t, editor, password)
	locked := b.analyzed(t, b.upload(t, file{"locked.pdf", textPDF("himitsu", []string{"a"})})[0])[0]
	if locked.Status != int(sds.StatusImpossible) {
		t.Fatalf("status %d", locked.Status)
	}
	path := "/companies/{id}/sdses/" + locked.ID + "/reconfirmation_sds"
	sent := want[sheet](t, b, call{method: "PUT", path: path, version: locked.Version, body: map[string]any{"action": "send"}})
	if sent.Group != string(sds.GroupReconfirmation) || sent.Reason == nil || sent.Reason.Code != "analysis.encrypted" {
		t.Errorf("sent: %+v", sent)
	}
	body := sample(t, "js-005.pdf")
	f := b.allow(t, file{"open.pdf", body})[0]
	b.mustSend(t, f, body)
	want[sheet](t, b, call{method: "PUT", path: path, version: sent.Version, body: map[string]any{"action": "resume", "upload_id": f.UploadID, "first_page": 1, "last_page": 2, "language_id": 44}})
	s := b.completed(t, locked.ID)
	if s.ProductName != "クロラサニ12" || s.File.Name != "open.pdf" || s.LanguageID != sds.LanguageJapanese {
		t.Errorf("resumed: %s, %s, language %d", s.ProductName, s.File.Name, s.LanguageID)
	}
	for i := range s.Sections {
		s.Sections[i].Each(func(_ string, f *sds.Field) {
			for _, source := range f.Sources {
				if source.Page > 2 {
					t.Errorf("%s comes from page %d", f.ID, source.Page)
				}
			}
		})
	}
}
