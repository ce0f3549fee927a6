package api_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"anzen/functions/api"
	"anzen/functions/api/apitest"
	"anzen/functions/grant"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/plan"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/write"
)

// Every way to a file, and its lowest role (specification, section 6): viewers view sheets
// and their PDFs; users who may download or export get the files of sheets; editors those
// of checklists.
var waysToFiles = []struct {
	route, method, path string
	body                any
	from                access.Role
}{
	{"getSheetPDF", "GET", "/companies/{id}/sds/{sheet}/pdf?inline=true", nil, access.Viewer},
	{"getSheetPDF", "GET", "/companies/{id}/sds/{sheet}/pdf", nil, access.DownloadableViewer},
	{"getSheetPDF", "GET", "/companies/{id}/sds/{sheet}/pdf?inline=false", nil, access.DownloadableViewer},
	{"getAttachment", "GET", "/companies/{id}/sdses/{sheet}/attachments/{attachment}", nil, access.DownloadableViewer},
	{"exportSheetExchange", "GET", "/companies/{id}/sdses/{sheet}/exchange", nil, access.DownloadableViewer},
	{"createSimple2", "GET", "/create_simple/{sheet}", nil, access.DownloadableViewer},
	{"createSimple3", "GET", "/create_simple/v3/{sheet}", nil, access.DownloadableViewer},
	{"createSimples", "POST", "/companies/{id}/create_simple", map[string]any{"version": 3, "sds_ids": []string{"{sheet}"}}, access.DownloadableViewer},
	{"exportSheets", "POST", "/companies/{id}/sdses/export", map[string]any{"sds_ids": []string{"{sheet}"}}, access.DownloadableViewer},
	{"listExports", "GET", "/companies/{id}/sdses/export/operations", nil, access.DownloadableViewer},
	{"countDownload", "GET", "/companies/{id}/sdses/download/pdf_count", nil, access.DownloadableViewer},
	{"downloadPDFs", "GET", "/companies/{id}/sdses/download/pdf", nil, access.DownloadableViewer},
	{"downloadCSV", "GET", "/companies/{id}/sdses/download/csv", nil, access.DownloadableViewer},
	{"exportDuties", "GET", "/companies/{id}/duties/export", nil, access.DownloadableViewer},
	{"exportChecklistResults", "GET", "/dynamic_list_results/{list}/export", nil, access.Editor},
	{"startChecklistExport", "POST", "/dynamic_list_results/{list}/export", map[string]any{}, access.Editor},
	{"downloadUsers", "GET", "/companies/{id}/users/csv/download", nil, access.Admin},
	{"downloadAuditLogs", "GET", "/companies/{id}/audit_logs/csv", nil, access.Admin},
}

// readers are the routes that read objects without answering them, or answer only the
// caller's own (the results of jobs, which have their own test).
var readers = []string{"registerSheets", "reviseSheets", "reconfirmSheet", "registerAttachments", "patchSheets", "getJob"}

func TestFilesAreForWhoMayHaveThem(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t, func(c *company.Company) { c.Features = append(c.Features, plan.FeatureBulkDownload) })
	sheet := w.Sheet(t, c, nil)
	sections := []sds.Section{{Number: 1, Fields: []sds.Field{{ID: "product_name", Key: "product_name", Value: sds.Value{Kind: sds.KindText, Text: "アセトン"}}}}}
	attachment := sds.Attachment{ID: sds.NewID[sds.AttachmentID](), Name: "写真.jpg", Type: "image/jpeg", Key: "attachments/x.jpg"}
	if err := w.Table.Begin(c.ID).Audit(table.Audit{Action: "test.made"}).Expect(sheet.ID, attachment).Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	attachment.Version = 1
	if err := w.Table.Begin(c.ID).Audit(table.Audit{Action: "test.made"}).Attach(sheet.ID, attachment).Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Table.WriteSheet(t.Context(), c.ID, write.Sheet{Before: &sheet, After: sheet, Sections: sections, Audit: table.Audit{Action: "test.read"}}); err != nil {
		t.Fatal(err)
	}
	list := stock(t, w)
	fill := strings.NewReplacer("{sheet}", string(sheet.ID), "{attachment}", string(attachment.ID), "{list}", list.params["listId"])
	for _, role := range access.Roles {
		u := w.User(t, c, role)
		for _, way := range waysToFiles {
			q := apitest.Request{Method: way.method, Path: fill.Replace(way.path), As: &u, Body: way.body}
			if b, ok := way.body.(map[string]any); ok && b["sds_ids"] != nil {
				q.Body = map[string]any{"sds_ids": []string{string(sheet.ID)}, "version": b["version"]}
				if b["version"] == nil {
					delete(q.Body.(map[string]any), "version")
				}
			}
			r := w.Do(t, q)
			if refused := r.Status == http.StatusForbidden; refused != (role < way.from) {
				t.Errorf("%s %s as %s: %d %s", way.method, way.path, role.Name(), r.Status, r.Body)
			}
			if role < access.DownloadableViewer && (strings.Contains(r.Body, "disposition=attachment") || strings.Contains(r.Body, "filename")) {
				t.Errorf("%s %s gives a %s a link to save a file by: %s", way.method, way.path, role.Name(), r.Body)
			}
			if way.route == "getSheetPDF" && r.Status == http.StatusOK {
				if lasts := strings.Contains(r.Body, "X-Amz-Expires=60\\u0026") || strings.Contains(r.Body, "X-Amz-Expires=60&"); lasts != (role < access.DownloadableViewer) {
					t.Errorf("%s as %s: %s", way.path, role.Name(), r.Body)
				}
			}
		}
	}
}

// Every route that answers files is in the table above.
func TestEveryWayToAFileIsKnown(t *testing.T) {
	known := slices.Clone(readers)
	for _, way := range waysToFiles {
		known = append(known, way.route)
	}
	ids := []string{}
	for _, r := range api.Routes() {
		ids = append(ids, r.ID)
		hands := strings.Contains(strings.ToLower(r.ID+r.Path), "download") || strings.Contains(r.Path, "export") && r.Tag != "periodic" || strings.Contains(r.Path, "create_simple")
		for _, g := range r.Grants {
			hands = hands || slices.Contains(g.Actions, "s3:GetObject") && (g.Resource == grant.Sheets("GetObject").Resource || g.Resource == grant.Work("GetObject").Resource)
		}
		if hands && !slices.Contains(known, r.ID) {
			t.Errorf("%s %s (%s) seems to hand out files: from which role on?", r.Method, r.Path, r.ID)
		}
	}
	for _, id := range known {
		if !slices.Contains(ids, id) {
			t.Errorf("there is no route %s", id)
		}
	}
}
