package exports_test

import (
	"bytes"
	"strings"
	"testing"

	"anzen/functions/api/apitest"
	"anzen/shared/domain/access"
	"anzen/shared/domain/job"
	"anzen/shared/domain/sds"
)

// An archive has the PDFs that were found clean, in the version that belongs to their sheets. One that is being scanned,
// is infected or could not be scanned is left out, though its object exists; so is one whose object has not arrived.
// Each is in the archive's list of missing files.
func TestWithheldPDFsAreNotInTheArchive(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t, withOption)
	u := w.User(t, c, access.DownloadableViewer)
	sheet := func(name, version string, scan sds.Scan) sds.Sheet {
		key := "uploads/" + name + ".pdf"
		content := []byte("%PDF-1.7 content of " + name)
		w.Bucket.Put(key, content)
		w.Bucket.Put(key, []byte("%PDF-1.7 again "+name))
		return w.Sheet(t, c, func(s *sds.Sheet) {
			s.Name, s.File = name, sds.File{Key: key, Version: version, Name: name + ".pdf", Size: int64(len(content)), Scan: scan}
		})
	}
	sheet("searched", apitest.FirstVersion, sds.ScanClean)
	sheet("before-the-search", apitest.FirstVersion, sds.ScanNone)
	withheld := []sds.Sheet{
		sheet("waiting", apitest.FirstVersion, sds.ScanWaiting), sheet("infected", apitest.FirstVersion, sds.ScanInfected),
		sheet("failed", apitest.FirstVersion, sds.ScanFailed), sheet("on-its-way", "", sds.ScanNone),
	}
	j := w.RunJob(t, c.ID, started(t, w.Do(t, request{Method: "GET", Path: path + "download/pdf", As: &u, Lang: "en"})))
	if j.State != job.Done || j.Done != 2 || j.Total != 6 || len(j.Notes) != 1 || j.Notes[0].Code != "download.missing" || j.Notes[0].Args["count"] != "4" {
		t.Fatalf("%+v", j)
	}
	body := w.Bucket.Object("work", j.Result.Key)
	const list = "Files not included.txt"
	if found := names(t, body); len(found) != 3 || found["searched.pdf"] == 0 || found["before-the-search.pdf"] == 0 || found[list] == 0 {
		t.Errorf("%v", found)
	}
	// The archive is not compressed: its contents can be compared.
	for _, name := range []string{"searched", "before-the-search"} {
		if !bytes.Contains(body, []byte("content of "+name)) {
			t.Errorf("the PDF of %s is not as it was registered", name)
		}
	}
	if bytes.Contains(body, []byte("%PDF-1.7 again")) {
		t.Error("a later version is in the archive")
	}
	for _, s := range withheld {
		if bytes.Contains(body, []byte("content of "+s.Name)) {
			t.Errorf("the PDF that is %s is in the archive", s.Name)
		}
		if !strings.Contains(string(body), s.Name+"\t"+s.Name+".pdf\t"+string(s.ID)) {
			t.Errorf("the list does not name the PDF that is %s", s.Name)
		}
	}
}
