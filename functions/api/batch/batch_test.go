package batch_test

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing"

	"golang.org/x/text/encoding/japanese"

	"anzen/functions/api/apitest"
	"anzen/functions/api/batch"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/job"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/write"
)

type body = map[string]any

// firm is a company with two departments, a tag and users.
type firm struct {
	*apitest.World
	company                  company.Company
	research, making         sds.DepartmentID
	tag                      sds.TagID
	admin, editor, colleague company.User
}

func newFirm(t testing.TB) *firm {
	w := apitest.New(t)
	f := &firm{World: w, company: w.Company(t), research: sds.NewID[sds.DepartmentID](), making: sds.NewID[sds.DepartmentID](), tag: sds.NewID[sds.TagID]()}
	x := w.Table.Begin(f.company.ID).Audit(table.Audit{Action: "test"})
	x.CreateDepartment(company.Department{ID: f.research, Name: "研究"})
	x.CreateDepartment(company.Department{ID: f.making, Name: "製造"})
	x.CreateTag(company.Tag{ID: f.tag, Name: "重要"})
	if err := x.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	f.admin = w.User(t, f.company, access.Admin)
	f.editor = w.User(t, f.company, access.Editor, func(u *company.User) { u.Departments = []sds.DepartmentID{f.research} })
	f.colleague = w.User(t, f.company, access.Editor, func(u *company.User) { u.FirstName = "次郎" })
	return f
}

// sheet is a sheet with product codes entered by a user.
func (f *firm) sheet(t *testing.T, name string, codes ...string) sds.Sheet {
	t.Helper()
	s := sds.Sheet{ID: sds.NewID[sds.SheetID](), Name: name, NameByPerson: true, Language: sds.LanguageJapanese, Status: sds.StatusCompleted, CreatedAt: f.Clock.Now(), UpdatedAt: f.Clock.Now()}
	sections := []sds.Section{{Number: 1, Fields: []sds.Field{}, Groups: []sds.Group{}}}
	if len(codes) > 0 {
		sections[0].Fields = append(sections[0].Fields, sds.Field{
			ID: "product_codes", Key: "product_codes", Confidence: 0.9, State: sds.StateConfirmed, Value: sds.Value{Kind: sds.KindList, List: codes},
		})
	}
	s.Derive(sections)
	s, err := f.Table.WriteSheet(t.Context(), f.company.ID, write.Sheet{After: s, Sections: sections, Audit: table.Audit{Action: "test.made"}})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func (f *firm) reread(t *testing.T, id sds.SheetID) sds.Sheet {
	t.Helper()
	s, err := f.Table.Sheet(t.Context(), f.company.ID, id)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func send(as *company.User, b body) apitest.Request {
	return apitest.Request{Method: "PATCH", Path: "/companies/{id}/sdses/batch_patch", As: as, Lang: "ja", Body: b}
}

func csv(rows ...string) string { return strings.Join(rows, "\n") + "\n" }

// The rules of departments hold for files: an editor can neither remove those of others,
// nor leave a sheet without any, which every editor could edit.
func TestAFileLeavesTheDepartmentsOfOthers(t *testing.T) {
	f := newFirm(t)
	shared, mine := f.sheet(t, "アセトン"), f.sheet(t, "エタノール")
	file := func(s sds.Sheet, departments string) body {
		return body{"csv": csv("SDS ID,部署", string(s.ID)+","+departments)}
	}
	f.Run(t,
		apitest.Scenario{Name: "an administrator files them", Request: send(&f.admin, body{"csv": csv("SDS ID,部署", string(shared.ID)+",\"研究,製造\"", string(mine.ID)+",研究")}), Status: 200},
		apitest.Scenario{Name: "another's is taken away", Request: send(&f.editor, file(shared, "研究")), Status: 400, Field: "rows[2].departments batch.department_not_yours", Contains: []string{"「製造」は、設定も解除もできません"}},
		apitest.Scenario{Name: "all are", Request: send(&f.editor, file(shared, "")), Status: 400, Field: "rows[2].departments batch.department_not_yours"},
		apitest.Scenario{Name: "none is left", Request: send(&f.editor, file(mine, "")), Status: 400, Field: "rows[2].departments batch.department_required", Contains: []string{"所属部署を1つ以上"}},
		apitest.Scenario{Name: "one's own is given up", Request: send(&f.editor, file(shared, "製造")), Status: 200},
		apitest.Scenario{Name: "an administrator leaves none", Request: send(&f.admin, file(mine, "")), Status: 200},
	)
	if got := f.reread(t, shared.ID).Departments; len(got) != 1 || got[0] != f.making {
		t.Errorf("departments %v", got)
	}
}

func TestAFewRowsAreEditedAtOnce(t *testing.T) {
	f := newFirm(t)
	a, b, viewer := f.sheet(t, "アセトン", "A-1"), f.sheet(t, "エタノール", "B-1"), f.User(t, f.company, access.Viewer)
	stranger := f.User(t, f.Company(t), access.Admin)
	edit := csv("SDS ID,SDS名,製品コード,供給者確認日,部署,担当者,タグ,備考,製品名",
		string(a.ID)+",アセトン 特級,A-2,2026/11/1,研究,次郎 山田,重要,棚3,",
		string(b.ID)+",エタノール,B-1,,,,,,")
	edit = strings.Replace(edit, "次郎 山田", f.colleague.Email, 1)
	sjis, err := japanese.ShiftJIS.NewEncoder().String(edit)
	if err != nil {
		t.Fatal(err)
	}
	withKey := send(&f.admin, body{"csv": edit})
	withKey.Key = "k"
	f.Run(t,
		apitest.Scenario{Name: "a viewer may not", Request: send(&viewer, body{"csv": edit}), Status: 403},
		apitest.Scenario{Name: "nothing sent", Request: send(&f.admin, body{}), Status: 400, Field: "upload_id batch.one_source"},
		apitest.Scenario{Name: "two files", Request: send(&f.admin, body{"csv": edit, "file": "YQ=="}), Status: 400, Field: "upload_id batch.one_source"},
		apitest.Scenario{Name: "another company's sheets", Request: send(&stranger, body{"csv": edit}), Status: 400, Code: "batch.rows_invalid", Field: "rows[2].id batch.id_unknown", Contains: []string{"2行目「SDS ID」"}},
		apitest.Scenario{Name: "into a department that is not one's own", Request: send(&f.editor, body{"csv": csv("SDS ID,部署", string(a.ID)+",製造")}), Status: 400, Field: "rows[2].departments batch.department_not_yours"},
		apitest.Scenario{
			Name: "a dry run in Shift_JIS", Request: send(&f.admin, body{"file": base64.StdEncoding.EncodeToString([]byte(sjis)), "dry_run": true}), Status: 200,
			Contains: []string{`"rows":2`, `"changed":1`, `{"field":"name","column":"SDS名","count":1}`, `"ignored_columns":["製品名"]`, `"errors":[]`},
		},
		apitest.Scenario{Name: "a dry run with errors", Request: send(&f.admin, body{"csv": csv("SDS ID,SDS名,タグ", string(a.ID)+",,何"), "dry_run": true}), Status: 200, Contains: []string{`"error_total":2`, `"row":2`, `"column":"タグ"`, "タグ「何」は登録されていません"}},
		apitest.Scenario{
			Name: "changed nothing", Request: apitest.Request{Method: "GET", Path: "/companies/{id}/sdses/" + string(a.ID), As: &f.admin}, Status: 200,
			Contains: []string{`"version":1`, `"product_code_list":["A-1"]`},
		},
		apitest.Scenario{Name: "edited", Request: withKey, Status: 200, Contains: []string{`"changed":1`}, Lacks: []string{"job_id"}},
		apitest.Scenario{Name: "the same again", Request: withKey, Status: 200, Contains: []string{`"changed":1`}},
		apitest.Scenario{Name: "without a key there is nothing left to do", Request: send(&f.admin, body{"csv": edit}), Status: 400, Code: "batch.no_changes"},
		apitest.Scenario{
			Name: "the sheet", Request: apitest.Request{Method: "GET", Path: "/companies/{id}/sdses/" + string(a.ID), As: &f.admin}, Status: 200,
			Contains: []string{`"version":2`, `"name":"アセトン 特級"`, `"product_code_list":["A-2"]`, `"supplier_confirmed_at":"2026-11-01"`, string(f.research), string(f.tag), string(f.colleague.ID), `"note":"棚3"`},
		},
		apitest.Scenario{Name: "the list", Request: apitest.Request{Method: "GET", Path: "/companies/{id}/sdses?text=特級", As: &f.admin}, Status: 200, Contains: []string{`"total":1`}},
		apitest.Scenario{Name: "the history", Request: apitest.Request{Method: "GET", Path: "/companies/{id}/sdses/" + string(a.ID) + "/edit_histories", As: &f.admin}, Status: 200, Contains: []string{`"field":"name"`, `"field":"product_codes"`, `"field":"tags"`, `"by_name":"山田 花子"`}},
		apitest.Scenario{Name: "the old code is free", Request: send(&f.admin, body{"csv": csv("SDS ID,製品コード", string(b.ID)+",A-1")}), Status: 200},
		apitest.Scenario{Name: "the new one is not", Request: send(&f.admin, body{"csv": csv("SDS ID,製品コード", string(b.ID)+",a-2")}), Status: 400, Field: "rows[2].product_codes batch.product_code_taken"},
	)
}

func TestAnUploadedFile(t *testing.T) {
	f := newFirm(t)
	a := f.sheet(t, "アセトン")
	link := func(as *company.User, name string, size int) apitest.Request {
		return apitest.Request{Method: "POST", Path: "/companies/{id}/sdses/batch_patch/get_signed_url", As: as, Body: body{"name": name, "size": size}}
	}
	var form batch.LinkBody
	f.Run(t,
		apitest.Scenario{Name: "no CSV", Request: link(&f.admin, "a.xlsx", 10), Status: 400, Field: "name batch.not_csv"},
		apitest.Scenario{Name: "over 2 MB", Request: link(&f.admin, "a.csv", 2<<20+1), Status: 400, Field: "size batch.too_large"},
		apitest.Scenario{Name: "a form", Request: link(&f.editor, "a.CSV", 2<<20), Status: 201, After: func(t *testing.T, _ *apitest.World, r apitest.Response) { r.Into(t, &form) }},
	)
	stranger := f.User(t, f.Company(t), access.Admin)
	with := func(as *company.User, dry bool) apitest.Request {
		return send(as, body{"upload_id": form.UploadID, "dry_run": dry})
	}
	f.Run(t,
		apitest.Scenario{Name: "not there yet", Request: with(&f.editor, true), Status: 409, Code: "batch.not_uploaded"},
		apitest.Scenario{Name: "an unknown one", Request: send(&f.editor, body{"upload_id": sds.NewID[sds.UploadID]()}), Status: 400, Field: "upload_id upload.unknown"},
		apitest.Scenario{
			Name: "dry", Before: func(*testing.T, *apitest.World) {
				f.Bucket.Put("uploads/"+string(form.UploadID)+".csv", []byte(csv("SDS ID,備考", string(a.ID)+",棚3")))
			},
			Request: with(&f.editor, true), Status: 200, Contains: []string{`"changed":1`},
		},
		apitest.Scenario{Name: "another company's", Request: with(&stranger, false), Status: 400, Field: "upload_id upload.unknown"},
		apitest.Scenario{Name: "edited", Request: with(&f.editor, false), Status: 200, Contains: []string{`"changed":1`}},
		apitest.Scenario{Name: "the file is gone", Request: with(&f.editor, false), Status: 409, Code: "batch.not_uploaded"},
	)
}

func TestManyRowsAreAJob(t *testing.T) {
	f := newFirm(t)
	rows := []string{"SDS ID,SDS名,タグ"}
	var ids []sds.SheetID
	for i := range 70 {
		s := f.sheet(t, fmt.Sprintf("製品%d", i), fmt.Sprintf("P-%d", i))
		ids = append(ids, s.ID)
		rows = append(rows, fmt.Sprintf("%s,新製品%d,重要", s.ID, i))
	}
	var out batch.PatchBody
	q := send(&f.editor, body{"csv": csv(rows...)})
	q.Key = "k"
	f.Run(t,
		apitest.Scenario{Name: "accepted", Request: q, Status: 202, Contains: []string{`"changed":70`}, After: func(t *testing.T, _ *apitest.World, r apitest.Response) { r.Into(t, &out) }},
		apitest.Scenario{Name: "the same again", Request: q, Status: 202, After: func(t *testing.T, _ *apitest.World, r apitest.Response) {
			if !strings.Contains(r.Body, string(out.JobID)) {
				t.Errorf("another job: %s", r.Body)
			}
		}},
	)
	if s := f.reread(t, ids[0]); s.Version != 1 {
		t.Errorf("edited before the job ran: %+v", s)
	}
	j := f.RunJob(t, f.company.ID, out.JobID)
	if j.State != job.Done || j.Done != 70 || j.Total != 70 {
		t.Errorf("%+v", j)
	}
	for i, id := range ids {
		if s := f.reread(t, id); s.Version != 2 || s.Name != fmt.Sprintf("新製品%d", i) || len(s.Tags) != 1 || s.GuardedCodes[0] != fmt.Sprintf("P-%d", i) {
			t.Fatalf("%+v", s)
		}
	}
}
