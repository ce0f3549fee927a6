package system_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"encoding/csv"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"anzen/shared/domain/sds"
)

// unpacked is the data folder of a stack of 22 November 2026 (b7e3cfe): the companies of
// seed, two sheets, of which one was edited, noted and tagged and has an attachment, a
// saved search, a checklist with a night's results, tables and a workbook. The keys of
// its user pool were removed.
func unpacked(t *testing.T) string {
	t.Helper()
	packed, err := os.Open(filepath.Join(root, "infra", "local", "system", "testdata", "older.tar.gz")) //nolint:gosec // our own archive
	if err != nil {
		t.Fatal(err)
	}
	defer packed.Close() //nolint:errcheck // only read
	unzip, err := gzip.NewReader(packed)
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	for r := tar.NewReader(unzip); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return folder
		}
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Join(folder, filepath.FromSlash(h.Name)) //nolint:gosec // our own archive
		if h.Typeflag == tar.TypeDir {
			err = os.MkdirAll(name, 0o700)
		} else {
			var content []byte
			if content, err = io.ReadAll(r); err == nil {
				err = os.WriteFile(name, content, 0o600)
			}
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// Data stored by an older version of the product, records, objects and journals, can be
// read, searched, edited, exported and analyzed again by this one.
func TestDataOfAnOlderVersion(t *testing.T) {
	p := aloneOn(t, unpacked(t))
	b := p.signIn(t, editor, password)
	all := b.list(t, "").Items
	if len(all) != 2 {
		t.Fatalf("%d sheets", len(all))
	}
	for _, row := range all {
		pdf := sample(t, row.File.Name)
		if s := b.sheet(t, row.ID); sds.Status(s.Status) != sds.StatusCompleted || len(s.Sections) != 17 || !bytes.Equal(b.pdfOf(t, row.ID), pdf) {
			t.Errorf("%s: status %d, %d sections", s.Name, s.Status, len(s.Sections))
		}
	}

	saved := want[struct {
		Items []struct{ Name, Criteria string }
	}](t, b, call{method: "GET", path: "/companies/{id}/users/" + b.id + "/search-criteria"}).Items
	if len(saved) != 1 {
		t.Fatalf("saved searches %+v", saved)
	}
	found := b.list(t, "&"+saved[0].Criteria).Items
	if len(found) != 1 || found[0].Name != "旧版 シンセクールGX-7" || found[0].Note != "旧版の備考" || len(b.list(t, "&tag_id="+want[struct{ Items []struct{ ID string } }](t, b, call{method: "GET", path: "/companies/{id}/tags"}).Items[0].ID).Items) != 1 {
		t.Fatalf("%s finds %+v", saved[0].Criteria, found)
	}
	id := found[0].ID
	s := b.versioned(t, id)
	edited, confirmed := valueOf(t, s.sheet, 1, "product_name"), valueOf(t, s.sheet, 1, "supplier_name")
	if edited.Value.Text != "旧版で編集" || edited.State != sds.StateEdited || edited.Machine == nil || edited.Machine.Text != "シンセクールGX-7" || confirmed.State != sds.StateConfirmed || len(edited.Sources) == 0 {
		t.Errorf("edited %+v, confirmed %+v", edited, confirmed)
	}
	if h := b.history(t, id); len(h) < 3 {
		t.Errorf("history %+v", h)
	}
	if len(s.Attachments) != 1 {
		t.Fatalf("attachments %+v", s.Attachments)
	}
	link := want[struct{ URL string }](t, b, call{method: "GET", path: "/companies/{id}/sdses/" + id + "/attachments/" + s.Attachments[0].ID}).URL
	if a := get(t, link); string(a.body) != "old\r\n!" {
		t.Errorf("the attachment: %s", a)
	}

	a := p.signIn(t, admin, password)
	lists := want[struct {
		Items []struct {
			ID     string
			Counts map[string]int
		}
	}](t, a, call{method: "GET", path: "/dynamic_lists"}).Items
	if len(lists) != 1 || lists[0].Counts["applies"] != 1 {
		t.Fatalf("checklists %+v", lists)
	}
	hits := want[struct {
		Items []struct{ Sheet struct{ ID string } }
	}](t, a, call{method: "GET", path: "/dynamic_list_results/" + lists[0].ID}).Items
	if len(hits) != 1 || hits[0].Sheet.ID != id {
		t.Errorf("hits %+v", hits)
	}
	for _, function := range []string{"nightly-start", "catalog-compact"} {
		if answer, failed := replay(t, a, function, ""); failed {
			t.Errorf("%s: %s", function, answer)
		}
	}

	want[any](t, b, call{method: "PUT", path: "/companies/{id}/sdses/" + id, version: s.Version, body: map[string]any{"note": "新版の備考"}})
	w := b.ended(t, call{method: "POST", path: "/companies/{id}/sdses/export", key: newKey(), body: map[string]any{"columns": []string{"id", "note"}}})
	rows, err := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(fetched(t, w), []byte("\uFEFF")))).ReadAll()
	if err != nil || len(rows) != 3 || !slices.ContainsFunc(rows, func(r []string) bool { return slices.Equal(r, []string{id, "新版の備考"}) }) {
		t.Errorf("%q %v", rows, err)
	}
	if answer := b.do(t, call{method: "POST", path: "/sdses/" + id + "/reanalysis", body: map[string]any{}}); answer.status != http.StatusAccepted {
		t.Fatal(answer)
	}
	again := b.completed(t, id)
	if f := valueOf(t, again, 1, "product_name"); f.Value.Text != edited.Value.Text || again.Note != "新版の備考" {
		t.Errorf("analyzed again: %+v, %q", f, again.Note)
	}
}
