package sdses_test

import (
	"strconv"
	"testing"

	"anzen/functions/api/apitest"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/plan"
	"anzen/shared/domain/sds"
)

func reconfirm(as *company.User, s sds.Sheet, version int64, b body) apitest.Request {
	return apitest.Request{
		Method: "PUT", Path: "/companies/{id}/sdses/" + string(s.ID) + "/reconfirmation_sds", As: as, IfMatch: strconv.FormatInt(version, 10), Lang: "ja", Body: b,
	}
}

func TestReconfirmation(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	editor := w.User(t, c, access.Editor, func(u *company.User) { u.Departments = []sds.DepartmentID{"mine"} })
	stranger := w.User(t, w.Company(t), access.Admin)
	s := read(t, w, c, func(s *sds.Sheet) {
		s.Departments, s.Attempt, s.File = []sds.DepartmentID{"mine"}, 1, sds.File{Key: "uploads/old.pdf", Version: "v", Name: "old.pdf", Pages: 12}
	})
	other := w.Sheet(t, c, func(s *sds.Sheet) { s.Departments = []sds.DepartmentID{"other"} })
	busy := w.Sheet(t, c, func(s *sds.Sheet) { s.Status = sds.StatusFirstCheck })
	upload := allow(t, w, &editor, "解除済み.pdf")[0]
	theirs := allow(t, w, &stranger, "x.pdf")[0]
	w.Bucket.Put("uploads/"+string(upload)+".pdf", []byte("%PDF-1.7"))
	w.Bucket.Put("uploads/old.pdf", []byte("%PDF-1.7"))
	v := s.Version
	if r := w.Do(t, edit(&editor, s, v, change(1, "product_name", "edit", body{"kind": "text", "text": "人の言葉"}))); r.Status != 200 {
		t.Fatal(r.Body)
	}
	v++
	w.Run(t,
		apitest.Scenario{Name: "without a version", Request: apitest.Request{Method: "PUT", Path: "/companies/{id}/sdses/" + string(s.ID) + "/reconfirmation_sds", As: &editor, Body: body{"action": "send"}}, Status: 400, Code: "version.missing"},
		apitest.Scenario{Name: "an old version", Request: reconfirm(&editor, s, v-1, body{"action": "send"}), Status: 412},
		apitest.Scenario{Name: "another department's", Request: reconfirm(&editor, other, other.Version, body{"action": "send"}), Status: 403, Code: "permission.other_department"},
		apitest.Scenario{Name: "another company's", Request: reconfirm(&stranger, s, v, body{"action": "send"}), Status: 404},
		apitest.Scenario{Name: "being analysed", Request: reconfirm(&editor, busy, busy.Version, body{"action": "resume"}), Status: 409, Code: "sheet.not_editable"},
		apitest.Scenario{Name: "another action", Request: reconfirm(&editor, s, v, body{"action": "stop"}), Status: 400, Field: "action input.choice"},
		apitest.Scenario{Name: "answers while sending", Request: reconfirm(&editor, s, v, body{"action": "send", "first_page": 2}), Status: 400, Field: "action reconfirmation.answers_on_send"},
		apitest.Scenario{Name: "send", Request: reconfirm(&editor, s, v, body{"action": "send", "comment": "成分表が不鮮明"}), Status: 200, Contains: []string{`"status":91000`, `"status_group":"reconfirmation"`, "成分表が不鮮明", "人の言葉"}},
		apitest.Scenario{Name: "in the list", Request: apitest.Request{Method: "GET", Path: "/companies/{id}/sdses?status_group=reconfirmation", As: &editor}, Status: 200, Contains: []string{`"total":1`}},
		apitest.Scenario{Name: "twice", Request: reconfirm(&editor, s, v+1, body{"action": "send"}), Status: 409, Code: "reconfirmation.already"},
		apitest.Scenario{Name: "pages in the wrong order", Request: reconfirm(&editor, s, v+1, body{"action": "resume", "first_page": 5, "last_page": 3}), Status: 400, Field: "last_page reconfirmation.pages_order"},
		apitest.Scenario{Name: "pages beyond the file", Request: reconfirm(&editor, s, v+1, body{"action": "resume", "first_page": 5, "last_page": 13}), Status: 400, Field: "last_page reconfirmation.pages_beyond", Contains: []string{"12ページ"}},
		apitest.Scenario{Name: "a language that is none", Request: reconfirm(&editor, s, v+1, body{"action": "resume", "language_id": 999}), Status: 400, Field: "language_id input.choice"},
		apitest.Scenario{Name: "another company's file", Request: reconfirm(&editor, s, v+1, body{"action": "resume", "upload_id": theirs}), Status: 400, Field: "upload_id upload.unknown"},
		apitest.Scenario{Name: "resume with answers", Request: reconfirm(&editor, s, v+1, body{"action": "resume", "language_id": 44, "first_page": 5, "last_page": 12}), Status: 200, Contains: []string{`"status":15000`, `"answers":{"language_id":44,"first_page":5,"last_page":12}`, "人の言葉"}, Lacks: []string{`"reason"`}},
	)
	record := recordOf(t, w, c.ID, s.ID)
	if record.Attempt != 2 || w.Machine.Started[string(s.ID)+"-2"] == nil {
		t.Errorf("attempt %d, started %v", record.Attempt, w.Machine.Started)
	}
	record = complete(t, w, c.ID, s.ID)
	w.Run(t,
		apitest.Scenario{Name: "another file", Request: reconfirm(&editor, s, record.Version, body{"action": "resume", "upload_id": upload, "first_page": 40}), Status: 200, Contains: []string{`"status":10000`, `"name":"解除済み.pdf"`, `"answers":{"first_page":40}`}},
		apitest.Scenario{Name: "the file for a sheet of its own", Request: register(&editor, "", nil, upload), Status: 400, Field: "sds_list[0].upload_id upload.used"},
	)
	record = recordOf(t, w, c.ID, s.ID)
	if record.UploadID != upload || len(record.Former) != 1 || record.Former[0].Key != "uploads/old.pdf" || record.Former[0].Version != "v" || record.File.Version != apitest.FirstVersion {
		t.Errorf("files: %+v, %+v", record.File, record.Former)
	}
	if u, _, _ := w.Table.Upload(t.Context(), upload); u.Sheet != s.ID || w.Machine.Started[string(s.ID)+"-3"] == nil {
		t.Errorf("upload %+v, started %v", u, w.Machine.Started)
	}
	if usage, _ := w.Table.Usage(t.Context(), c.ID); usage.UploadedSheets != 0 {
		t.Errorf("%d counted: the sheet stays the same", usage.UploadedSheets)
	}
	complete(t, w, c.ID, s.ID)
	w.Run(t, apitest.Scenario{
		Name: "the history", Request: get(&editor, s, "/edit_histories"), Status: 200,
		Contains: []string{`"action":"reconfirmation_requested"`, `"action":"answered"`, "解除済み.pdf", `"field":"first_page"`, "成分表が不鮮明"},
	})
}

func TestTheHistoryIsAnOption(t *testing.T) {
	w := apitest.New(t)
	with, without := w.Company(t), w.Company(t, func(c *company.Company) { c.Features = []plan.Feature{plan.FeatureSAML} })
	viewer, other := w.User(t, with, access.Viewer), w.User(t, without, access.Admin)
	s, theirs := w.Sheet(t, with, nil), w.Sheet(t, without, nil)
	admin := w.User(t, with, access.Admin)
	for i := range 5 {
		if r := w.Do(t, edit(&admin, s, s.Version+int64(i), body{"note": strconv.Itoa(i)})); r.Status != 200 {
			t.Fatal(r.Body)
		}
	}
	history := func(as *company.User, s sds.Sheet, query string) apitest.Request {
		return get(as, s, "/edit_histories"+query)
	}
	w.Run(t,
		apitest.Scenario{Name: "not bought", Request: history(&other, theirs, ""), Status: 402, Code: "change_history.option", Contains: []string{"contact us"}},
		apitest.Scenario{Name: "not bought, another company's", Request: history(&other, s, ""), Status: 404},
		apitest.Scenario{Name: "the latest", Request: history(&viewer, s, "?limit=2"), Status: 200, Contains: []string{`"total":5`, `"text":"4"`, `"text":"3"`, `"page":1`}, Lacks: []string{`"to":{"kind":"text","text":"2"`}},
		apitest.Scenario{Name: "the first", Request: history(&viewer, s, "?limit=2&page=3"), Status: 200, Contains: []string{`"total":5`, `"to":{"kind":"text","text":"0"}`}, Lacks: []string{`"text":"1"`}},
		apitest.Scenario{Name: "beyond", Request: history(&viewer, s, "?limit=2&page=4"), Status: 200, Contains: []string{`"items":[]`}},
		apitest.Scenario{Name: "too many a page", Request: history(&viewer, s, "?limit=101"), Status: 400, Field: "limit input.number_range"},
	)
}
