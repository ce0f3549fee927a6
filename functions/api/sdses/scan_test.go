package sdses_test

import (
	"testing"
	"time"

	"anzen/functions/api/apitest"
	"anzen/functions/api/sdses"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/sds"
)

// noted is a result as the function of scan results records it.
func noted(t *testing.T, w *apitest.World, c company.Company, key string, result sds.Scan) {
	t.Helper()
	if _, err := w.Table.NoteScanned(t.Context(), c.ID, key, apitest.FirstVersion, table.Scanned{Result: result}, table.Audit{Action: "test"}); err != nil {
		t.Fatal(err)
	}
}

// Where uploads are scanned for malware, no file is analyzed or downloadable before it was found clean.
func TestNothingIsHandedOutBeforeItIsClean(t *testing.T) {
	w := apitest.New(t)
	w.Scanning = true
	c := w.Company(t)
	admin := w.User(t, c, access.Admin)
	ups := allow(t, w, &admin, "遅い.pdf", "早い.pdf")
	for _, u := range ups {
		w.Bucket.Put("uploads/"+string(u)+".pdf", []byte("%PDF-1.7 "+string(u)))
	}
	noted(t, w, c, "uploads/"+string(ups[1])+".pdf", sds.ScanClean)
	var made sdses.RegisterBody
	w.Do(t, register(&admin, "", nil, ups...)).Into(t, &made)
	waiting := made.Items[0].ID
	if len(w.Machine.Started) != 1 || w.Machine.Started[string(made.Items[1].ID)+"-1"] == nil {
		t.Errorf("started %v, want the one that has its result", w.Machine.Started)
	}
	inJapanese := get(&admin, sds.Sheet{ID: waiting}, "")
	inJapanese.Lang = "ja"
	link := pdfLink(&admin, waiting)
	w.Run(t,
		apitest.Scenario{Name: "a link before the result", Request: link, Status: 409, Code: "sheet.file_checking"},
		apitest.Scenario{Name: "the sheet says so", Request: inJapanese, Status: 200, Contains: []string{`"scan":"checking"`, `"status":10000`, "マルウェア検査中"}},
	)
	for result, code := range map[sds.Scan]string{sds.ScanWaiting: "sheet.file_checking", sds.ScanInfected: "sheet.file_infected", sds.ScanFailed: "sheet.file_failed"} {
		s := w.Sheet(t, c, func(s *sds.Sheet) { s.Status, s.File.Scan = sds.StatusImpossible, result })
		w.Run(t,
			apitest.Scenario{Name: string(result) + ": a link", Request: pdfLink(&admin, s.ID), Status: 409, Code: code},
			apitest.Scenario{Name: string(result) + ": to be shown", Request: apitest.Request{Method: "GET", Path: "/companies/{id}/sds/" + string(s.ID) + "/pdf?inline=true", As: &admin}, Status: 409, Code: code},
			apitest.Scenario{Name: string(result) + ": analysed again", Request: apitest.Request{Method: "POST", Path: "/sdses/" + string(s.ID) + "/reanalysis", As: &admin, Body: body{}}, Status: 409, Code: code},
			apitest.Scenario{Name: string(result) + ": with answers", Request: reconfirm(&admin, s, s.Version, body{"action": "resume"}), Status: 409, Code: code},
		)
	}
	// An infected upload is erased at once, perhaps before it is registered.
	erased := allow(t, w, &admin, "消えた.pdf")[0]
	noted(t, w, c, "uploads/"+string(erased)+".pdf", sds.ScanInfected)
	w.Do(t, register(&admin, "", nil, erased)).Into(t, &made)
	if w.Machine.Started[string(made.Items[0].ID)+"-1"] == nil {
		t.Error("nothing ends a sheet whose file was erased before it was registered")
	}
	open := w.Sheet(t, c, func(s *sds.Sheet) { s.File.Scan = sds.ScanClean })
	w.Run(t, apitest.Scenario{Name: "a clean one", Request: pdfLink(&admin, open.ID), Status: 200})
}

func TestAttachmentsAreHandedOutWhenTheyAreClean(t *testing.T) {
	w := apitest.New(t)
	w.Scanning = true
	c := w.Company(t)
	admin := w.User(t, c, access.Admin)
	s := w.Sheet(t, c, nil)
	ids, keys := sent(t, w, &admin, s, "早い.txt", "遅い.txt", "悪い.txt", "不明.txt", "未検査.txt")
	noted(t, w, c, keys[0], sds.ScanClean)
	if r := w.Do(t, attach(&admin, s, ids...)); r.Status != 201 {
		t.Fatal(r.Body)
	}
	w.Run(t,
		apitest.Scenario{Name: "searched before it was registered", Request: attachmentAt("GET", &admin, s, ids[0]), Status: 200},
		apitest.Scenario{Name: "a link before the result", Request: attachmentAt("GET", &admin, s, ids[1]), Status: 409, Code: "attachment.checking"},
		apitest.Scenario{Name: "the sheet says so", Request: get(&admin, s, ""), Status: 200, Contains: []string{`"scan":"clean"`, `"scan":"checking"`}},
	)
	// The result may have arrived before they were registered: the recorded one counts.
	noted(t, w, c, keys[1], sds.ScanClean)
	noted(t, w, c, keys[2], sds.ScanInfected)
	noted(t, w, c, keys[3], sds.ScanFailed)
	erased := w.Do(t, attachmentForms(&admin, s, body{"name": "消えた.txt", "size": 1}))
	var form struct{ Items []sdses.AttachmentLink }
	erased.Into(t, &form)
	noted(t, w, c, form.Items[0].Fields["key"], sds.ScanInfected)
	w.Run(t, apitest.Scenario{Name: "erased before it was registered", Request: attach(&admin, s, form.Items[0].AttachmentID), Status: 400, Field: "attachment_ids[0] attachment.infected"})
	infected := attachmentAt("GET", &admin, s, ids[2])
	infected.Lang = "ja"
	w.Run(t,
		apitest.Scenario{Name: "clean", Request: attachmentAt("GET", &admin, s, ids[1]), Status: 200},
		apitest.Scenario{Name: "infected", Request: infected, Status: 409, Code: "attachment.infected", Contains: []string{"「悪い.txt」", "マルウェア"}},
		apitest.Scenario{Name: "not searched", Request: attachmentAt("GET", &admin, s, ids[3]), Status: 409, Code: "attachment.failed"},
		apitest.Scenario{Name: "no result yet", Request: attachmentAt("GET", &admin, s, ids[4]), Status: 409, Code: "attachment.checking"},
		apitest.Scenario{Name: "never a result", Before: func(*testing.T, *apitest.World) { w.Clock.Advance(7 * time.Hour) }, Request: attachmentAt("GET", &admin, s, ids[4]), Status: 409, Code: "attachment.failed"},
		apitest.Scenario{Name: "an infected one is deleted", Request: attachmentAt("DELETE", &admin, s, ids[2]), Status: 204},
	)
}

func TestACSVIsReadWhenItIsClean(t *testing.T) {
	w := apitest.New(t)
	w.Scanning = true
	c := w.Company(t)
	admin := w.User(t, c, access.Admin)
	s := w.Sheet(t, c, nil)
	var form struct {
		UploadID sds.UploadID `json:"upload_id"`
	}
	w.Do(t, apitest.Request{Method: "POST", Path: "/companies/{id}/sdses/batch_patch/get_signed_url", As: &admin, Body: body{"name": "a.csv", "size": 4}}).Into(t, &form)
	key := "uploads/" + string(form.UploadID) + ".csv"
	w.Bucket.Put(key, []byte("SDS ID,備考\n"+string(s.ID)+",棚3\n"))
	q := apitest.Request{Method: "PATCH", Path: "/companies/{id}/sdses/batch_patch", As: &admin, Body: body{"upload_id": form.UploadID, "dry_run": true}}
	result := func(r sds.Scan) func(*testing.T, *apitest.World) {
		return func(t *testing.T, w *apitest.World) { noted(t, w, c, key, r) }
	}
	w.Run(t,
		apitest.Scenario{Name: "before the result", Request: q, Status: 409, Code: "batch.checking"},
		apitest.Scenario{Name: "not searched", Before: result(sds.ScanFailed), Request: q, Status: 409, Code: "batch.failed"},
		apitest.Scenario{Name: "clean", Before: result(sds.ScanClean), Request: q, Status: 200, Contains: []string{`"changed":1`}},
		apitest.Scenario{Name: "infected", Before: result(sds.ScanInfected), Request: q, Status: 409, Code: "batch.infected"},
	)
}
