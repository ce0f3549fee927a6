package sdses_test

import (
	"bytes"
	"fmt"
	"image"
	"image/jpeg"
	"strings"
	"testing"
	"time"

	"anzen/functions/api/apitest"
	"anzen/functions/api/sdses"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/plan"
	"anzen/shared/domain/sds"
	"anzen/shared/formats/filetype"
)

func attachmentForms(as *company.User, s sds.Sheet, files ...body) apitest.Request {
	return apitest.Request{Method: "POST", Path: "/companies/{id}/sdses/" + string(s.ID) + "/attachments/get_signed_url", As: as, Lang: "ja", Body: body{"files": files}}
}

func attach(as *company.User, s sds.Sheet, ids ...sds.AttachmentID) apitest.Request {
	return apitest.Request{Method: "POST", Path: "/companies/{id}/sdses/" + string(s.ID) + "/attachments", As: as, Lang: "ja", Body: body{"attachment_ids": ids}}
}

func attachmentAt(method string, as *company.User, s sds.Sheet, id sds.AttachmentID) apitest.Request {
	return apitest.Request{Method: method, Path: "/companies/{id}/sdses/" + string(s.ID) + "/attachments/" + string(id), As: as}
}

// sent requests forms and puts the objects into the bucket.
func sent(t *testing.T, w *apitest.World, as *company.User, s sds.Sheet, names ...string) (ids []sds.AttachmentID, keys []string) {
	t.Helper()
	var list []body
	for _, n := range names {
		list = append(list, body{"name": n, "size": 4})
	}
	r := w.Do(t, attachmentForms(as, s, list...))
	if r.Status != 201 {
		t.Fatalf("forms: %d %s", r.Status, r.Body)
	}
	var out struct{ Items []sdses.AttachmentLink }
	r.Into(t, &out)
	for i, item := range out.Items {
		w.Bucket.Put(item.Fields["key"], contentOf(t, names[i]))
		ids, keys = append(ids, item.AttachmentID), append(keys, item.Fields["key"])
	}
	return ids, keys
}

// contentOf is the smallest valid content of a file with the name.
func contentOf(t *testing.T, name string) []byte {
	t.Helper()
	switch filetype.Extension(name) {
	case "pdf":
		return []byte("%PDF-1.7\nstartxref\n0\n%%EOF")
	case "jpg":
		var out bytes.Buffer
		if err := jpeg.Encode(&out, image.NewGray(image.Rect(0, 0, 2, 2)), nil); err != nil {
			t.Fatal(err)
		}
		return out.Bytes()
	}
	return []byte("data")
}

func TestAttachments(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	editor := w.User(t, c, access.Editor, func(u *company.User) { u.Departments = []sds.DepartmentID{"mine"} })
	viewer, stranger := w.User(t, c, access.Viewer), w.User(t, w.Company(t), access.Admin)
	downloader := w.User(t, c, access.DownloadableViewer)
	s := w.Sheet(t, c, func(s *sds.Sheet) { s.Departments = []sds.DepartmentID{"mine"} })
	other := w.Sheet(t, c, func(s *sds.Sheet) { s.Departments = []sds.DepartmentID{"other"} })
	busy := w.Sheet(t, c, func(s *sds.Sheet) { s.Status = sds.StatusSecondCheck })
	file := func(name string, size int) body { return body{"name": name, "size": size} }
	w.Run(t,
		apitest.Scenario{Name: "a program", Request: attachmentForms(&editor, s, file("a.pdf", 1), file("b.exe", 1)), Status: 400, Field: "files[1].name attachment.type", Contains: []string{"「b.exe」"}},
		apitest.Scenario{Name: "a page", Request: attachmentForms(&editor, s, file("a.html", 1)), Status: 400, Field: "files[0].name attachment.type"},
		apitest.Scenario{Name: "no extension", Request: attachmentForms(&editor, s, file("pdf", 1)), Status: 400, Field: "files[0].name attachment.type"},
		apitest.Scenario{Name: "a path", Request: attachmentForms(&editor, s, file("../a.pdf", 1)), Status: 400, Field: "files[0].name attachment.name"},
		apitest.Scenario{Name: "over 10 MB", Request: attachmentForms(&editor, s, file("a.PDF", 10<<20+1)), Status: 400, Field: "files[0].name attachment.too_large", Contains: []string{"10MB"}},
		apitest.Scenario{Name: "empty", Request: attachmentForms(&editor, s, file("a.pdf", 0)), Status: 400, Field: "files[0].name upload.empty"},
		apitest.Scenario{Name: "another department's", Request: attachmentForms(&editor, other, file("a.pdf", 1)), Status: 403, Code: "permission.other_department"},
		apitest.Scenario{Name: "a viewer", Request: attachmentForms(&viewer, s, file("a.pdf", 1)), Status: 403, Code: "permission.denied"},
		apitest.Scenario{Name: "being analysed", Request: attachmentForms(&editor, busy, file("a.pdf", 1)), Status: 409, Code: "sheet.not_editable"},
		apitest.Scenario{Name: "another company's", Request: attachmentForms(&stranger, s, file("a.pdf", 1)), Status: 404},
		apitest.Scenario{Name: "more than the plan", Request: attachmentForms(&editor, s, many(11)...), Status: 402, Code: "attachment.limit", Contains: []string{"10件", "お問い合わせ"}},
	)
	ids, keys := sent(t, w, &editor, s, "試験成績書.pdf", "写真.JPG")
	unsent := w.Do(t, attachmentForms(&editor, s, file("c.txt", 1)))
	var waiting struct{ Items []sdses.AttachmentLink }
	unsent.Into(t, &waiting)
	list := func(query string) apitest.Request {
		return apitest.Request{Method: "GET", Path: "/companies/{id}/sdses/count?" + query, As: &viewer}
	}
	w.Run(t,
		apitest.Scenario{Name: "not before it is registered", Request: attachmentAt("GET", &downloader, s, ids[0]), Status: 404},
		apitest.Scenario{Name: "not sent", Request: attach(&editor, s, ids[0], waiting.Items[0].AttachmentID), Status: 400, Field: "attachment_ids[1] attachment.not_arrived", Contains: []string{"「c.txt」"}},
		apitest.Scenario{Name: "unknown", Request: attach(&editor, s, sds.NewID[sds.AttachmentID]()), Status: 400, Field: "attachment_ids[0] attachment.unknown"},
		apitest.Scenario{Name: "none so far", Request: list("has_attachments=true"), Status: 200, Contains: []string{`"count":0`}},
		apitest.Scenario{Name: "two", Request: attach(&editor, s, ids[0], ids[1], ids[0]), Status: 201, Contains: []string{`"name":"試験成績書.pdf"`, `"type":"image/jpeg"`, `"version":2`}},
		apitest.Scenario{Name: "again", Request: attach(&editor, s, ids...), Status: 201, Contains: []string{`"version":2`}},
		apitest.Scenario{Name: "found by", Request: list("has_attachments=true"), Status: 200, Contains: []string{`"count":1`}},
		apitest.Scenario{Name: "with the sheet", Request: get(&viewer, s, ""), Status: 200, Contains: []string{`"attachment_count":2`, "写真.JPG"}, Lacks: []string{"c.txt"}},
		apitest.Scenario{Name: "a link that saves", Request: attachmentAt("GET", &downloader, s, ids[0]), Status: 200, Contains: []string{`"url":"http`, "response-content-disposition=attachment", "X-Amz-Expires=300"}},
		apitest.Scenario{Name: "not for who may only look", Request: attachmentAt("GET", &viewer, s, ids[0]), Status: 403, Code: "permission.denied"},
		apitest.Scenario{Name: "another company's link", Request: attachmentAt("GET", &stranger, s, ids[0]), Status: 404},
		apitest.Scenario{Name: "of another sheet", Request: attachmentAt("GET", &downloader, other, ids[0]), Status: 404},
		apitest.Scenario{Name: "a viewer deletes", Request: attachmentAt("DELETE", &viewer, s, ids[0]), Status: 403},
		apitest.Scenario{Name: "delete", Request: attachmentAt("DELETE", &editor, s, ids[0]), Status: 204},
		apitest.Scenario{Name: "once more", Request: attachmentAt("DELETE", &editor, s, ids[0]), Status: 404},
		apitest.Scenario{Name: "one is left", Request: get(&viewer, s, ""), Status: 200, Contains: []string{`"attachment_count":1`}, Lacks: []string{"試験成績書"}},
		apitest.Scenario{Name: "the history", Request: get(&viewer, s, "/edit_histories"), Status: 200, Contains: []string{`"action":"attached"`, `"action":"detached"`, "試験成績書.pdf"}},
	)
	if w.Bucket.Has(keys[0]) || !w.Bucket.Has(keys[1]) {
		t.Error("the object of the deleted attachment is left, or the other is gone")
	}
	w.Clock.Advance(table.UploadWaits + time.Minute)
	w.Run(t, apitest.Scenario{Name: "sent too late", Request: attach(&editor, s, waiting.Items[0].AttachmentID), Status: 400, Field: "attachment_ids[0] attachment.unknown"})
	w.Do(t, remove(&editor, s.ID))
	w.Run(t, apitest.Scenario{Name: "gone with its sheet", Request: attachmentAt("GET", &downloader, s, ids[1]), Status: 404})
}

func many(n int) (files []body) {
	for i := range n {
		files = append(files, body{"name": fmt.Sprintf("%d.pdf", i), "size": 1})
	}
	return files
}

func TestAttachmentsByPlan(t *testing.T) {
	w := apitest.New(t)
	for _, p := range []struct {
		plan    plan.ID
		bought  int
		options []plan.Feature
		limit   int
		refused string
	}{
		{plan.Free, 0, nil, 1, "402 attachment.limit"},
		{100, 0, nil, 10, "402 attachment.limit"},
		{100, 0, []plan.Feature{plan.FeatureAttachments}, 50, "409 attachment.most"},
		{plan.Unlimited, 0, nil, 50, "409 attachment.most"},
		{plan.Free, 50, nil, 50, "409 attachment.most"},
	} {
		c := w.Company(t, func(c *company.Company) { c.Plan, c.AttachmentsLimit, c.Features = p.plan, p.bought, p.options })
		u := w.User(t, c, access.Admin)
		full := w.Sheet(t, c, func(s *sds.Sheet) { s.AttachmentCount = p.limit - 1 })
		if r := w.Do(t, attachmentForms(&u, full, many(1)...)); r.Status != 201 {
			t.Errorf("plan %d: the last of %d: %s", p.plan, p.limit, r.Body)
		}
		if r := w.Do(t, attachmentForms(&u, full, many(2)...)); fmt.Sprint(r.Status, " ", r.Problem(t).Code) != p.refused || !strings.Contains(r.Body, fmt.Sprint(p.limit)) {
			t.Errorf("plan %d: one beyond %d: %d %s", p.plan, p.limit, r.Status, r.Body)
		}
	}
}

// All request a form while there is room for one, and all register concurrently.
func TestAttachmentsAtTheLimitAtOnce(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t, func(c *company.Company) { c.Plan = plan.Free })
	u := w.User(t, c, access.Admin)
	s := w.Sheet(t, c, nil)
	var ids []sds.AttachmentID
	for range 4 {
		one, _ := sent(t, w, &u, s, "a.pdf")
		ids = append(ids, one...)
	}
	if statuses := together(t, w, len(ids), func(i int) apitest.Request { return attach(&u, s, ids[i]) }); statuses[201] != 1 || statuses[402] != 3 {
		t.Errorf("answers %v, want one taken and three refused", statuses)
	}
	if got := recordOf(t, w, c.ID, s.ID); got.AttachmentCount != 1 {
		t.Errorf("%d counted", got.AttachmentCount)
	}
}
