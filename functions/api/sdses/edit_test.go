package sdses_test

import (
	"strconv"
	"testing"

	"anzen/functions/api/apitest"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/write"
)

// read is a sheet as the pipeline writes it.
func read(t *testing.T, w *apitest.World, c company.Company, change func(*sds.Sheet)) sds.Sheet {
	t.Helper()
	s := w.Sheet(t, c, change)
	before := s
	field := func(id, key string, v sds.Value) sds.Field {
		return sds.Field{
			ID: id, Key: key, Value: v, Raw: v.Text, Confidence: 0.9, State: sds.StateMachine, Extractor: "test",
			Sources: []sds.Source{{Page: 1, Boxes: []sds.Box{{X0: 1, Y0: 2, X1: 3, Y1: 4}}}},
		}
	}
	sections := []sds.Section{
		{Number: 1, Fields: []sds.Field{
			field("product_name", "product_name", sds.Value{Kind: sds.KindText, Text: "アセトン"}),
			field("product_codes", "product_codes", sds.Value{Kind: sds.KindList, List: []string{"A-1"}}),
		}},
		{Number: 3, Groups: []sds.Group{{Key: "composition", Rows: []sds.Row{{ID: "r", Fields: []sds.Field{
			field("composition/r/cas", "cas", sds.Value{Kind: sds.KindList, List: []string{"67-64-1"}}),
		}}}}}},
	}
	s.Derive(sections)
	s, err := w.Table.WriteSheet(t.Context(), c.ID, write.Sheet{
		Before: &before, After: s, Sections: sections, CheckResult: &sds.CheckResult{}, Audit: table.Audit{Action: "test.read"},
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func edit(as *company.User, s sds.Sheet, version int64, b body) apitest.Request {
	return apitest.Request{
		Method: "PUT", Path: "/companies/{id}/sdses/" + string(s.ID), As: as, IfMatch: strconv.Quote(strconv.FormatInt(version, 10)), Lang: "ja", Body: b,
	}
}

func change(section int, id, action string, value ...body) body {
	f := body{"section": section, "id": id, "action": action}
	if len(value) > 0 {
		f["value"] = value[0]
	}
	return body{"fields": []body{f}}
}

func get(as *company.User, s sds.Sheet, more string) apitest.Request {
	return apitest.Request{Method: "GET", Path: "/companies/{id}/sdses/" + string(s.ID) + more, As: as}
}

func TestEditing(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	admin, stranger := w.User(t, c, access.Admin), w.User(t, w.Company(t), access.Admin)
	s, twin := read(t, w, c, func(s *sds.Sheet) { s.File = sds.File{Key: "uploads/x.pdf", Version: "v", Name: "アセトン.pdf"} }), read(t, w, c, nil)
	busy := w.Sheet(t, c, func(s *sds.Sheet) { s.Status = sds.StatusFirstCheck })
	name := body{"kind": "text", "text": "アセトン 特級"}
	w.Run(t,
		apitest.Scenario{Name: "as read", Request: get(&admin, s, ""), Status: 200, Contains: []string{`"product_name":"アセトン"`, `"confidence":0.9`, `"page":1`, `"x0":1`, `"findings":[]`, `"may_edit":true`}},
		apitest.Scenario{Name: "another company's", Request: get(&stranger, s, ""), Status: 404},
		apitest.Scenario{Name: "no version", Request: apitest.Request{Method: "PUT", Path: "/companies/{id}/sdses/" + string(s.ID), As: &admin, Body: change(1, "product_name", "edit", name)}, Status: 400, Code: "version.missing"},
		apitest.Scenario{Name: "an old version", Request: edit(&admin, s, s.Version-1, change(1, "product_name", "edit", name)), Status: 412, Code: "version.stale"},
		apitest.Scenario{Name: "still being analysed", Request: edit(&admin, busy, busy.Version, change(1, "product_name", "edit", name)), Status: 409, Code: "sheet.not_editable"},
		apitest.Scenario{Name: "no such field", Request: edit(&admin, s, s.Version, change(1, "nothing", "confirm")), Status: 400, Field: "fields[0] sheet.unknown_field"},
		apitest.Scenario{Name: "a wrong value", Request: edit(&admin, s, s.Version, change(1, "issue_date", "edit", body{"kind": "date", "text": "soon"})), Status: 400, Field: "fields[0] sheet.bad_value"},
		apitest.Scenario{Name: "edit", Request: edit(&admin, s, s.Version, change(1, "product_name", "edit", name)), Status: 200, Contains: []string{`"name":"アセトン 特級"`, `"state":"edited"`, `"text":"アセトン"`}},
		apitest.Scenario{Name: "delete a row", Request: edit(&admin, s, s.Version+1, change(3, "composition/r", "delete")), Status: 200, Contains: []string{`"cas_numbers":[]`, `"state":"deleted"`}},
		apitest.Scenario{Name: "restore it", Request: edit(&admin, s, s.Version+2, change(3, "composition/r", "restore")), Status: 200, Contains: []string{`"cas_numbers":["67-64-1"]`}},
		apitest.Scenario{Name: "confirm the code", Request: edit(&admin, s, s.Version+3, change(1, "product_codes", "confirm")), Status: 200, Contains: []string{`"state":"confirmed"`}},
		apitest.Scenario{Name: "the code is another's", Request: edit(&admin, twin, twin.Version, change(1, "product_codes", "confirm")), Status: 409, Code: "sheet.product_code_exists", Contains: []string{"a-1"}},
		apitest.Scenario{Name: "free the code", Request: edit(&admin, s, s.Version+4, change(1, "product_codes", "delete")), Status: 200},
		apitest.Scenario{Name: "now it may be taken", Request: edit(&admin, twin, twin.Version, change(1, "product_codes", "confirm")), Status: 200},
		apitest.Scenario{Name: "an unknown tag", Request: edit(&admin, s, s.Version+5, body{"tag_id_list": []string{"x"}}), Status: 400, Field: "tag_id_list tag.unknown"},
		apitest.Scenario{Name: "note and date", Request: edit(&admin, s, s.Version+5, body{"note": "棚3", "supplier_confirmed_at": "2026-11-01"}), Status: 200, Contains: []string{`"note":"棚3"`, `"revision_status":"SUPPLIER_CONFIRMED"`}},
		apitest.Scenario{Name: "nothing changes nothing", Request: edit(&admin, s, s.Version+6, body{"note": "棚3"}), Status: 200, Contains: []string{`"version":` + strconv.FormatInt(s.Version+6, 10)}},
		apitest.Scenario{
			Name: "who did what", Request: get(&admin, s, "/edit_histories"), Status: 200,
			Contains: []string{`"action":"edited"`, `"action":"deleted"`, `"action":"restored"`, `"action":"confirmed"`, `"by_name":"山田 花子"`, `"to":{"kind":"text","text":"アセトン 特級"}`},
		},
		apitest.Scenario{Name: "a link to the PDF", Request: apitest.Request{Method: "GET", Path: "/companies/{id}/sds/" + string(s.ID) + "/pdf?inline=true", As: &admin}, Status: 200, Contains: []string{`"url":"http`, "X-Amz-Signature", "inline"}},
	)
}

func TestTheDepartmentRule(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	editor := w.User(t, c, access.Editor, func(u *company.User) { u.Departments = []sds.DepartmentID{"mine"} })
	admin := w.User(t, c, access.Admin)
	mine := read(t, w, c, func(s *sds.Sheet) { s.Departments = []sds.DepartmentID{"mine", "other"} })
	other := read(t, w, c, func(s *sds.Sheet) { s.Departments = []sds.DepartmentID{"other"} })
	again := func(as *company.User, s sds.Sheet) apitest.Request {
		return apitest.Request{Method: "POST", Path: "/sdses/" + string(s.ID) + "/reanalysis", As: as, Body: body{"comment": "成分表を確認"}}
	}
	w.Run(t,
		apitest.Scenario{
			Name: "own, in the list", Request: apitest.Request{Method: "GET", Path: "/companies/{id}/sdses?my_departments=true", As: &editor}, Status: 200,
			Contains: []string{`"may_edit":true`, `"may_request":true`},
		},
		apitest.Scenario{Name: "own", Request: edit(&editor, mine, mine.Version, body{"note": "a"}), Status: 200},
		apitest.Scenario{Name: "other's", Request: edit(&editor, other, other.Version, body{"note": "a"}), Status: 403, Code: "permission.other_department"},
		apitest.Scenario{Name: "another's, in the list", Request: get(&editor, other, ""), Status: 200, Contains: []string{`"may_edit":false`, `"may_request":false`}},
		apitest.Scenario{Name: "admin", Request: edit(&admin, other, other.Version, body{"note": "a"}), Status: 200},
		apitest.Scenario{Name: "another analysis of other's", Request: again(&editor, other), Status: 403, Code: "permission.other_department"},
		apitest.Scenario{Name: "another analysis", Request: again(&editor, mine), Status: 202, Contains: []string{`"status":15000`}},
		apitest.Scenario{Name: "twice", Request: again(&editor, mine), Status: 409, Code: "sheet.not_editable"},
	)
	if _, started := w.Machine.Started[string(mine.ID)+"-1"]; !started || len(w.Machine.Started) != 1 {
		t.Errorf("started: %v", w.Machine.Started)
	}
	edits, err := w.Table.Edits(t.Context(), c.ID, mine.ID)
	if err != nil || edits[0].Action != "reanalysis_requested" || edits[0].Comment != "成分表を確認" {
		t.Errorf("history: %+v, %v", edits, err)
	}
}

func TestListsFilterAndPage(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	viewer := w.User(t, c, access.Viewer, func(u *company.User) { u.Departments = []sds.DepartmentID{"d"} })
	for i, name := range []string{"アセトン", "トルエン", "キシレン"} {
		w.Sheet(t, c, func(s *sds.Sheet) {
			s.Name, s.SignalWord, s.HCodes = name, []string{"danger", "warning", "danger"}[i], []string{"H225"}[:1-i/2]
			if i == 1 {
				s.Departments, s.Status, s.Reason = []sds.DepartmentID{"d"}, sds.StatusImpossible, "analysis.encrypted"
			}
		})
	}
	list := func(query string) apitest.Request {
		return apitest.Request{Method: "GET", Path: "/companies/{id}/sdses?" + query, As: &viewer, Lang: "ja"}
	}
	w.Run(t,
		apitest.Scenario{Name: "all", Request: list(""), Status: 200, Contains: []string{`"total":3`, `"limit":50`}},
		apitest.Scenario{Name: "text", Request: list("text=ﾄﾙｴﾝ"), Status: 200, Contains: []string{`"total":1`, "トルエン"}},
		apitest.Scenario{Name: "signal word and code", Request: list("signal_word=danger&h_code=H225"), Status: 200, Contains: []string{`"total":1`, "アセトン"}},
		apitest.Scenario{Name: "either group", Request: list("status_group=impossible&status_group=completed"), Status: 200, Contains: []string{`"total":3`}},
		apitest.Scenario{Name: "why not", Request: list("status_group=impossible"), Status: 200, Contains: []string{`"total":1`, "パスワード", `"code":"analysis.encrypted"`}},
		apitest.Scenario{Name: "my departments", Request: list("my_departments=true"), Status: 200, Contains: []string{`"total":1`}},
		apitest.Scenario{Name: "last page", Request: list("limit=2&page=2&order_by_name=asc"), Status: 200, Contains: []string{`"total":3`, "トルエン"}, Lacks: []string{"アセトン", "キシレン"}},
		apitest.Scenario{Name: "too many a page", Request: list("limit=101"), Status: 400, Field: "limit input.number_range"},
		apitest.Scenario{Name: "unknown group", Request: list("status_group=lost"), Status: 400, Code: "input.invalid"},
		apitest.Scenario{Name: "day that is none", Request: list("created_from=2026-02-31"), Status: 400, Code: "input.invalid"},
	)
}
