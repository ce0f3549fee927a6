package exchange_test

import (
	"strconv"
	"strings"
	"testing"

	"anzen/functions/api/apitest"
	"anzen/functions/api/exchange"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/plan"
	"anzen/shared/domain/sds"
	"anzen/shared/formats/mhlw"
)

type body = map[string]any

const document = `{
 "Datasheet": {"IssueDate": "2024-03-31", "SDS-SchemaVersionNo": "1.0", "VersionNo": ["3"]},
 "Identification": {"TradeProductIdentity": {"TradeNameJP": "エタノール/95%"}, "SupplierInformation": {"CompanyName": "みどり化学"}},
 "HazardIdentification": {"Classification": {"PhysicochemicalEffect": {"FlammableLiquids": "区分2"}}, "HazardLabelling": {"SignalWord": "危険", "HazardStatement": [{"HazardStatementCode": "H225"}]}},
 "Composition": {"CompositionAndConcentration": [{"SubstanceIdentifiers": {"SubstanceNames": {"GenericName": "エタノール"}, "SubstanceIdentity": {"CASno": {"FullText": ["64-17-5"]}}}}]},
 "OtherInformation": {"Desclaimer": "保証するものではありません。"}
}`

func send(as *company.User, key string, b body) apitest.Request {
	if b["department_id_list"] == nil {
		b["department_id_list"] = append([]sds.DepartmentID{}, as.Departments...)
	}
	return apitest.Request{Method: "POST", Path: "/companies/{id}/sdses/exchange", As: as, Key: key, Lang: "ja", Body: b}
}

func get(as *company.User, path string) apitest.Request {
	return apitest.Request{Method: "GET", Path: "/companies/{id}" + path, As: as, Lang: "ja"}
}

func TestADocumentBecomesASheetAndComesBack(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	mine, theirs := sds.NewID[sds.DepartmentID](), sds.NewID[sds.DepartmentID]()
	x := w.Table.Begin(c.ID).Audit(table.Audit{Action: "test"})
	x.CreateDepartment(company.Department{ID: mine, Name: "研究"})
	x.CreateDepartment(company.Department{ID: theirs, Name: "製造"})
	if err := x.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	editor := w.User(t, c, access.Editor, func(u *company.User) { u.Departments = []sds.DepartmentID{mine} })
	viewer, downloader := w.User(t, c, access.Viewer), w.User(t, c, access.DownloadableViewer)
	stranger := w.User(t, w.Company(t), access.Admin)

	var made exchange.ImportBody
	w.Run(t,
		apitest.Scenario{Name: "a viewer may not", Request: send(&viewer, "", body{"document": document}), Status: 403},
		apitest.Scenario{Name: "an unknown department", Request: send(&editor, "", body{"document": document, "department_id_list": []string{string(sds.NewID[sds.DepartmentID]())}}), Status: 400, Field: "department_id_list[0] department.unknown"},
		apitest.Scenario{Name: "another department", Request: send(&editor, "", body{"document": document, "department_id_list": []string{string(theirs)}}), Status: 403, Code: "department.not_yours"},
		apitest.Scenario{Name: "no department", Request: send(&editor, "", body{"document": document, "department_id_list": []string{}}), Status: 400, Field: "department_id_list department.required"},
		apitest.Scenario{Name: "no document", Request: send(&editor, "", body{}), Status: 400, Field: "document input.required"},
		apitest.Scenario{Name: "not JSON", Request: send(&editor, "", body{"document": "{\n\n,"}), Status: 400, Code: "exchange.not_json", Contains: []string{"3行目"}},
		apitest.Scenario{Name: "something else", Request: send(&editor, "", body{"document": body{"name": "x"}}), Status: 400, Code: "exchange.not_mhlw"},
		apitest.Scenario{Name: "no name", Request: send(&editor, "", body{"document": body{"Datasheet": body{}}}), Status: 400, Field: "document.Identification.TradeProductIdentity.TradeNameJP exchange.name_missing"},
		apitest.Scenario{Name: "a wrong date", Request: send(&editor, "", body{"document": body{"Datasheet": body{"IssueDate": "soon"}}}), Status: 400, Field: "document.Datasheet.IssueDate exchange.date", Contains: []string{"「soon」"}},
		apitest.Scenario{Name: "over 2 MB", Request: send(&editor, "", body{"document": body{"Datasheet": body{"IssueDate": strings.Repeat("x", 2<<20)}}}), Status: 413},
		apitest.Scenario{
			Name: "imported", Request: send(&editor, "k", body{"document": document, "department_id_list": []string{string(mine)}}), Status: 201,
			Contains: []string{`"name":"エタノール/95%"`, `"not_imported":["Datasheet.VersionNo[0]"]`, `"not_imported_total":1`},
			After:    func(t *testing.T, _ *apitest.World, r apitest.Response) { r.Into(t, &made) },
		},
	)
	sheet := "/sdses/" + string(made.ID)
	edit := func(version int64) apitest.Request {
		return apitest.Request{
			Method: "PUT", Path: "/companies/{id}" + sheet, As: &editor, IfMatch: strconv.FormatInt(version, 10),
			Body: body{"fields": []body{{"section": 3, "id": "composition/i-1/name", "action": "edit", "value": body{"kind": "text", "text": "エチルアルコール"}}}},
		}
	}
	w.Run(t,
		apitest.Scenario{Name: "the same again", Request: send(&editor, "k", body{"document": document, "department_id_list": []string{string(mine)}}), Status: 201, Contains: []string{string(made.ID)}},
		apitest.Scenario{Name: "the same key for another", Request: send(&editor, "k", body{"document": body{"Datasheet": body{}}}), Status: 422},
		apitest.Scenario{Name: "the sheet", Request: get(&viewer, sheet), Status: 200, Contains: []string{`"status":60000`, `"extractor":"import"`, `"may_request":false`, `"cas_numbers":["64-17-5"]`, `"signal_word":"danger"`, `"unreviewed_count":0`}},
		apitest.Scenario{Name: "one in the list", Request: get(&viewer, "/sdses?h_code=H225"), Status: 200, Contains: []string{`"total":1`, string(made.ID)}},
		apitest.Scenario{Name: "the history", Request: get(&viewer, sheet+"/edit_histories"), Status: 200, Contains: []string{"厚生労働省", "1件"}},
		apitest.Scenario{Name: "no PDF", Request: get(&viewer, "/sds/"+string(made.ID)+"/pdf?inline=true"), Status: 404, Code: "sheet.no_pdf"},
		apitest.Scenario{Name: "nothing to analyse", Request: apitest.Request{Method: "POST", Path: sheet + "/reanalysis", As: &editor, Body: body{}}, Status: 409, Code: "sheet.no_pdf_reanalysis"},
		apitest.Scenario{Name: "a value is edited", Request: edit(1), Status: 200, Contains: []string{"エチルアルコール"}},
		apitest.Scenario{Name: "a viewer may not export", Request: get(&viewer, sheet+"/exchange"), Status: 403},
		apitest.Scenario{Name: "not another company's", Request: apitest.Request{Method: "GET", Path: "/companies/{id}" + sheet + "/exchange", As: &stranger}, Status: 404},
		apitest.Scenario{
			Name: "exported", Request: get(&downloader, sheet+"/exchange"), Status: 200,
			Contains: []string{`"GenericName": "エチルアルコール"`, `"Desclaimer": "保証するものではありません。"`, `"SDS-SchemaVersionNo": "1.0"`},
			After: func(t *testing.T, _ *apitest.World, r apitest.Response) {
				if got := r.Headers.Get("Content-Disposition"); !strings.HasPrefix(got, "attachment;") || !strings.HasSuffix(got, "_95%25.json") {
					t.Errorf("disposition %s", got)
				}
				if _, err := mhlw.Import([]byte(r.Body)); err != nil {
					t.Error(err)
				}
			},
		},
	)
}

func TestAnImportCountsForThePlan(t *testing.T) {
	w := apitest.New(t)
	u := w.User(t, w.Company(t, func(c *company.Company) { c.Plan = plan.Free }), access.Editor)
	for range 10 {
		if r := w.Do(t, send(&u, "", body{"document": document})); r.Status != 201 {
			t.Fatalf("%d %s", r.Status, r.Body)
		}
	}
	w.Run(t,
		apitest.Scenario{Name: "the eleventh", Request: send(&u, "", body{"document": document}), Status: 402, Code: "plan.upload_limit"},
		apitest.Scenario{Name: "was not made", Request: get(&u, "/sdses/count"), Status: 200, Contains: []string{`"count":10`}},
	)
}

func TestASheetBeforeItsAnalysisIsNotExported(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	u := w.User(t, c, access.Editor)
	s := w.Sheet(t, c, func(s *sds.Sheet) { s.Status = sds.StatusAssort })
	w.Run(t, apitest.Scenario{Name: "too early", Request: get(&u, "/sdses/"+string(s.ID)+"/exchange"), Status: 409, Code: "exchange.not_completed"})
}

// The largest document is refused or imported, and never breaks a record.
func TestLargeDocuments(t *testing.T) {
	w := apitest.New(t)
	u := w.User(t, w.Company(t), access.Editor)
	x := uint32(7)
	noise := func(n int) string { // text that compresses badly
		var b strings.Builder
		for ; b.Len() < n; x = x*1664525 + 1013904223 {
			b.WriteString(strconv.FormatUint(uint64(x), 36))
		}
		return b.String()[:n]
	}
	long := []string{}
	for i := range 95 {
		long = append(long, strconv.Itoa(i)+noise(19_000))
	}
	names := body{"TradeProductIdentity": body{"TradeNameJP": "長い"}}
	ingredients := []body{}
	for range 90 {
		ingredients = append(ingredients, body{"SubstanceIdentifiers": body{"SubstanceNames": body{"GenericName": noise(19_000)}}})
	}
	w.Run(t,
		apitest.Scenario{Name: "a long section", Request: send(&u, "", body{"document": body{"Identification": names, "OtherInformation": body{"AdditionalInfo": body{"FullText": long}}}}), Status: 400, Field: "document.OtherInformation exchange.too_large"},
		apitest.Scenario{Name: "a long head", Request: send(&u, "", body{"document": body{"Identification": names, "Composition": body{"CompositionAndConcentration": ingredients}}}), Status: 400, Field: "document exchange.too_large"},
		apitest.Scenario{Name: "just so", Request: send(&u, "", body{"document": body{"Identification": names, "OtherInformation": body{"AdditionalInfo": body{"FullText": long[:20]}}}}), Status: 201},
	)
}
