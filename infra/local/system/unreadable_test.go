package system_test

import (
	"bytes"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
)

// A file that cannot be analyzed has a reason in the reader's language.
func TestFilesThatCannotBeRead(t *testing.T) {
	b := here(t).signIn(t, editor, password)
	whole := sheetPDF("Aquasol 12", 1)
	letter := textPDF("", []string{"Dear customer,", "please find attached our price list for the coming year.", "Yours sincerely"})
	tests := []struct {
		name string
		body []byte
		code string
	}{
		{"web-page.pdf", []byte("<!doctype html><html><body><h1>404 Not Found</h1></body></html>"), "analysis.not_pdf"},
		{"cut-off.pdf", whole[:60], "analysis.broken"},
		{"noise.pdf", append([]byte("%PDF-1.7\n"), bytes.Repeat([]byte{0x9c, 0x11, 0xfe}, 700)...), "analysis.broken"},
		{"locked.pdf", textPDF("himitsu", []string{"SAFETY DATA SHEET", "1. Identification"}), "analysis.encrypted"},
		{"letter.pdf", letter, "analysis.not_sds"},
		{"blank.pdf", textPDF("", []string{}), "analysis.no_text"},
		// Lines prepended by a mail gateway do no harm.
		{"junk-before.pdf", append([]byte("X-Scanned: yes\r\n\r\n"), whole...), ""},
		// Nor does a missing cross-reference table: all objects are there.
		{"no-trailer.pdf", whole[:bytes.LastIndex(whole, []byte("xref"))-5], ""},
	}
	files := make([]file, len(tests))
	for i, tt := range tests {
		files[i] = file{tt.name, tt.body}
	}
	ids := b.upload(t, files...)
	for i, s := range b.analyzed(t, ids...) {
		tt := tests[i]
		if tt.code == "" {
			if s.Status != int(sds.StatusCompleted) || s.ProductName != "Aquasol 12" {
				t.Errorf("%s: status %d, product %q, %+v", tt.name, s.Status, s.ProductName, s.Reason)
			}
			continue
		}
		if s.Status != int(sds.StatusImpossible) || s.Group != string(sds.GroupImpossible) || s.Reason == nil || s.Reason.Code != tt.code {
			t.Errorf("%s: status %d, reason %+v, want %s", tt.name, s.Status, s.Reason, tt.code)
			continue
		}
		for _, lang := range []string{"ja", "en"} {
			b.lang = lang
			text := b.sheet(t, ids[i]).Reason.Detail
			b.lang = "ja"
			pattern, _, _ := strings.Cut(message.Text(lang, message.Code(tt.code), nil), "{")
			if text == "" || strings.Contains(text, "{") || !strings.HasPrefix(text, pattern) {
				t.Errorf("%s: the reason in %s reads %q", tt.name, lang, text)
			}
		}
		if got := b.actions(t, ids[i]); got != "registered" {
			t.Errorf("%s: history %s", tt.name, got)
		}
	}
	if n := b.list(t, "&status_group=impossible&text=locked").Total; n != 1 {
		t.Errorf("the list finds %d impossible sheets by the file's name", n)
	}
}

// Damaged files of others from the corpus, if present. Those that need text recognition
// are left out: they take minutes.
func TestBadFilesOfTheCorpus(t *testing.T) {
	folder := filepath.Join(root, "..", "shared", "corpus", "bad")
	if _, err := os.Stat(folder); err != nil || testing.Short() {
		t.Skip("the corpus is missing, or -short is set")
	}
	const fine = ""
	tests := []struct{ name, code string }{
		{"html_named", "analysis.not_pdf"},
		{"truncated60", "analysis.broken"},
		{"userpw_test_aes256", "analysis.encrypted"},
		{"klippa-app_go-pdfium__encrypted_hello_world_r6", "analysis.encrypted"},
		{"klippa-app_go-pdfium__password_test123", "analysis.encrypted"},
		{"mozilla_pdf.js__REDHAT-1531897-0", "analysis.broken"},
		{"mozilla_pdf.js__poppler-742-0-fuzzed", "analysis.broken"},
		{"mozilla_pdf.js__GHOSTSCRIPT-698804-1-fuzzed", "analysis.no_text"},
		{"mozilla_pdf.js__vertical", "analysis.not_sds"},
		{"esoftmainjp_shiyakukanri__取扱説明書", "analysis.not_sds"}, // a manual of 21 chapters
		{"two_sds_joined", "analysis.several_sheets"},
		{"junkprefix", fine},
		{"linearized", fine},
		{"objstreams", fine},
		{"ownerpw_noextract_rc4", fine},
		{"ownerpw_noextract_aes256", fine},
	}
	b := here(t).signIn(t, editor, password)
	files := make([]file, len(tests))
	for i, tt := range tests {
		body, err := os.ReadFile(filepath.Join(folder, tt.name+".pdf")) //nolint:gosec // a file of the corpus
		if err != nil {
			t.Fatal(err)
		}
		files[i] = file{tt.name + ".pdf", body}
	}
	for i, s := range b.analyzed(t, b.upload(t, files...)...) {
		status := map[string]sds.Status{fine: sds.StatusCompleted, "analysis.several_sheets": sds.StatusReconfirmation}[tests[i].code]
		if status == 0 {
			status = sds.StatusImpossible
		}
		code := fine
		if s.Reason != nil {
			code = s.Reason.Code
		}
		if s.Status != int(status) || code != tests[i].code {
			t.Errorf("%s: status %d, %q, want %d, %q", tests[i].name, s.Status, code, status, tests[i].code)
		}
	}
}

// Uploads that S3 itself refuses.
func TestFormsAllowOneSmallPDF(t *testing.T) {
	b := here(t).signIn(t, editor, password)
	f := b.allow(t, file{"aquasol.pdf", []byte("%PDF-1.7")})[0]
	with := func(name, value string) form {
		changed := f
		changed.Fields = map[string]string{}
		for n, v := range f.Fields {
			changed.Fields[n] = v
		}
		if value == "" {
			delete(changed.Fields, name)
		} else {
			changed.Fields[name] = value
		}
		return changed
	}
	tests := []struct {
		name string
		form form
		body []byte
		code string
	}{
		{"nothing", f, nil, "EntityTooSmall"},
		{"more than 10 MB", f, make([]byte, 10<<20+1), "EntityTooLarge"},
		{"another type", with("Content-Type", "text/html"), []byte("%PDF-1.7"), "AccessDenied"},
		{"no type", with("Content-Type", ""), []byte("%PDF-1.7"), "AccessDenied"},
		{"another key", with("key", "uploads/"+newKey()+".pdf"), []byte("%PDF-1.7"), "AccessDenied"},
		{"another signature", with("X-Amz-Signature", strings.Repeat("0", 64)), []byte("%PDF-1.7"), "SignatureDoesNotMatch"},
		{"a longer policy", with("policy", "eyJ9"), []byte("%PDF-1.7"), ""},
	}
	for _, tt := range tests {
		a := b.send(t, tt.form, tt.body)
		if a.status/100 != 4 || !bytes.Contains(a.body, []byte(tt.code)) {
			t.Errorf("%s: %s, want %s", tt.name, a, tt.code)
		}
	}
	b.mustSend(t, f, []byte("%PDF-1.7"))
	if a := get(t, f.URL+"/"+f.Fields["key"]); a.status != http.StatusForbidden {
		t.Errorf("the PDF is public: %d", a.status)
	}
}

// Uploads that the API refuses before S3 is involved.
func TestLinksAreForPDFsOnly(t *testing.T) {
	b := here(t).signIn(t, editor, password)
	request := func(files ...map[string]any) call {
		return call{method: "POST", path: "/companies/{id}/get_signed_url", body: map[string]any{"files": files}}
	}
	f := func(name string, size int) map[string]any { return map[string]any{"name": name, "size": size} }
	many := make([]map[string]any, 51)
	for i := range many {
		many[i] = f("a.pdf", 1)
	}
	for name, tt := range map[string]struct {
		call  call
		field string
	}{
		"another ending": {request(f("a.pdf", 1), f("b.docx", 1)), "files[1].name upload.not_pdf"},
		"empty":          {request(f("a.pdf", 0)), "files[0].name upload.empty"},
		"too large":      {request(f("a.pdf", 10<<20+1)), "files[0].name upload.too_large"},
		"too many":       {request(many...), "files input.too_many_items"},
		"none":           {request([]map[string]any{}...), "files input.too_few_items"},
	} {
		a := b.do(t, tt.call)
		p := a.problem(t)
		if a.status != http.StatusBadRequest || len(p.Fields) != 1 || p.Fields[0].Path+" "+p.Fields[0].Code != tt.field {
			t.Errorf("%s: %s", name, a)
		}
	}
}
