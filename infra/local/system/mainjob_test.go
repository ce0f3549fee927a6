package system_test

import (
	"bytes"
	"net/http"
	"testing"

	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
)

// valueOf is a field of a sheet.
func valueOf(t testing.TB, s sheet, section int, id string) sds.Field {
	t.Helper()
	for i := range s.Sections {
		if s.Sections[i].Number == section {
			if f := s.Sections[i].Find(id); f != nil {
				return *f
			}
		}
	}
	t.Fatalf("sheet %s has no %s in section %d", s.Name, id, section)
	return sds.Field{}
}

// From a PDF to values with their places, through a user's edits, and through a second
// analysis.
func TestFromPDFToSheetAndBack(t *testing.T) {
	b := here(t).signIn(t, editor, password)
	body := sample(t, "js-005.pdf")
	id := b.upload(t, file{"クロラサニ.pdf", body})[0]
	s := b.completed(t, id)
	if s.ProductName != "クロラサニ12" || s.LanguageID != sds.LanguageJapanese || s.File.Pages != 5 || s.File.Name != "クロラサニ.pdf" {
		t.Errorf("record: %q, language %d, file %+v", s.ProductName, s.LanguageID, s.File)
	}
	fields := 0
	for i := range s.Sections {
		s.Sections[i].Each(func(_ string, f *sds.Field) {
			fields++
			if len(f.Sources) == 0 {
				t.Errorf("%s = %q has no source", f.ID, f.Raw)
			}
			for _, source := range f.Sources {
				if source.Page < 1 || source.Page > 5 || len(source.Boxes) == 0 {
					t.Errorf("%s: source %+v", f.ID, source)
				}
				for _, box := range source.Boxes {
					if box.X0 < 0 || box.Y0 < 0 || box.X1 <= box.X0 || box.Y1 <= box.Y0 || box.X1 > 600 || box.Y1 > 900 {
						t.Errorf("%s: box %+v", f.ID, box)
					}
				}
			}
		})
	}
	if fields < 20 {
		t.Errorf("%d fields, want a sheet's worth", fields)
	}
	if found := b.list(t, "&text=クロラサニ12"); found.Total < 1 {
		t.Error("the list does not find the sheet by its product")
	}
	for _, inline := range []string{"true", "false"} {
		link := want[struct{ URL string }](t, b, call{method: "GET", path: "/companies/{id}/sds/" + id + "/pdf?inline=" + inline})
		if got := get(t, link.URL); got.status != http.StatusOK || !bytes.Equal(got.body, body) || got.header.Get("Content-Type") != "application/pdf" {
			t.Errorf("the PDF's link, inline=%s: %d, %d of %d bytes", inline, got.status, len(got.body), len(body))
		}
	}

	field := valueOf(t, s, 1, "product_name")
	edit := call{method: "PUT", path: "/companies/{id}/sdses/" + id, version: s.Version, body: map[string]any{
		"note": "棚 3 に保管", "fields": []sds.FieldEdit{{Section: 1, ID: field.ID, Action: sds.ActionEdit, Value: &sds.Value{Kind: field.Value.Kind, Text: "クロラサニ十二"}}},
	}}
	edited := want[sheet](t, b, edit)
	if edited.Version != s.Version+1 || edited.ProductName != "クロラサニ十二" || edited.Note != "棚 3 に保管" {
		t.Errorf("edited: version %d of %d, %q, %q", edited.Version, s.Version, edited.ProductName, edited.Note)
	}
	refused(t, b, edit, http.StatusPreconditionFailed, string(message.CodeStale))

	want[struct{}](t, b, call{method: "POST", path: "/sdses/" + id + "/reanalysis", key: newKey(), body: map[string]string{"comment": "念のため"}})
	again := b.completed(t, id)
	kept := valueOf(t, again, 1, field.ID)
	if kept.Value.Text != "クロラサニ十二" || kept.State != sds.StateEdited || kept.Machine == nil || kept.Machine.Text != field.Value.Text {
		t.Errorf("the analysis overwrote the edit: %+v", kept)
	}
	if again.Note != "棚 3 に保管" || again.ProductName != "クロラサニ十二" {
		t.Errorf("after the analysis: note %q, product %q", again.Note, again.ProductName)
	}
	if got := b.actions(t, id); got != "registered analyzed edited reanalysis_requested analyzed" {
		t.Errorf("history: %s", got)
	}
}
