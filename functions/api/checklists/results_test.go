package checklists_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"anzen/functions/api/apitest"
	"anzen/functions/api/checklists"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/checklist"
	"anzen/shared/domain/company"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/verdict"
	"anzen/shared/domain/write"
	"anzen/shared/judgement/found"
)

type results struct {
	Items  []checklists.ChecklistResult
	Total  int
	Counts checklists.VerdictCount
}

func resultsFor(t *testing.T, w *apitest.World, as company.User, l checklists.Checklist, query string) (r results) {
	t.Helper()
	answer := w.Do(t, send("GET", "/dynamic_list_results/"+string(l.ID)+query, as, nil))
	if answer.Status != 200 {
		t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	answer.Into(t, &r)
	return r
}

func TestResultsAndJudgements(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t, withOption)
	admin, viewer := w.User(t, c, access.Admin), w.User(t, c, access.Viewer)
	stranger := w.User(t, w.Company(t, withOption), access.Admin)
	l := made(t, w, admin, nil)
	strong, weak := lye(t, w, c, "苛性ソーダ液", 30), lye(t, w, c, "洗浄剤", 1)
	r := resultsFor(t, w, viewer, l, "")
	if r.Total != 1 || r.Counts.Applies != 1 || r.Counts.BelowThreshold != 1 || len(r.Items) != 1 {
		t.Fatalf("%+v", r)
	}
	is := r.Items[0]
	if is.ID != strong.ID || is.Verdict != verdict.Applies || len(is.Proofs) == 0 || is.Proofs[0].Reason.Text == "" || is.Proofs[0].LawName.Ja == "" || is.Judgement != "" || is.Version != 0 {
		t.Errorf("%+v", is)
	}
	if r = resultsFor(t, w, viewer, l, "?verdict=below_threshold"); r.Total != 1 || r.Items[0].ID != weak.ID {
		t.Errorf("%+v", r)
	}
	at := "/dynamic_list_results/" + string(l.ID) + "/" + string(strong.ID)
	judge := func(as company.User, version int, body map[string]any) apitest.Request {
		q := send("PUT", at, as, body)
		q.IfMatch = fmt.Sprint(version)
		return q
	}
	agrees := map[string]any{"judgement": "applies", "note": "保管庫へ"}
	w.Run(t,
		apitest.Scenario{Name: "a viewer does not judge", Request: judge(viewer, 0, agrees), Status: 403},
		apitest.Scenario{Name: "nor anybody of another company", Request: judge(stranger, 0, agrees), Status: 404},
		apitest.Scenario{Name: "judged", Request: judge(admin, 0, agrees), Status: 200, Contains: []string{`"version":1`, `"judgement":"applies"`, "保管庫へ", `"ground_changed":false`}},
		apitest.Scenario{Name: "over another's word", Request: judge(admin, 0, agrees), Status: 412},
		apitest.Scenario{Name: "checked again", Request: send("POST", at, viewer, nil), Status: 200, Contains: []string{`"judgement":"applies"`, `"verdict":"applies"`}},
	)
	if r = resultsFor(t, w, viewer, l, "?judgement=none"); r.Total != 0 {
		t.Errorf("%+v", r)
	}

	// Sheets that the last night found for the first time are new.
	night := &found.Found{Begun: "2026-11-01", Rows: []found.Row{{Sheet: uuid.MustParse(string(strong.ID)), Verdict: verdict.Applies, First: "2026-11-20"}}}
	packed, err := night.Encode()
	key := found.Key(c.ID, l.ID)
	if err = errors.Join(err, w.NightlyResults().Write(t.Context(), key, "application/octet-stream", packed)); err != nil {
		t.Fatal(err)
	}
	if err := w.Table.SaveChecklistRun(t.Context(), c.ID, l.ID, checklist.Run{At: w.Clock.Now(), Day: "2026-11-20", NewHits: 1, Found: key}); err != nil {
		t.Fatal(err)
	}
	if r = resultsFor(t, w, viewer, l, ""); !r.Items[0].IsNew || r.Items[0].CheckedAt == nil {
		t.Errorf("%+v", r)
	}

	// The sheet has changed: the judgement stays and is flagged.
	less := 20.0
	change(t, w, c, strong.ID, func(s *sds.Sheet) { s.Ingredients[0].Concentration = &sds.Span{Low: &less, High: &less} })
	if r = resultsFor(t, w, viewer, l, "?changed=true"); r.Total != 1 || !r.Items[0].GroundChanged || r.Items[0].Judgement != checklist.Applies {
		t.Errorf("%+v", r)
	}

	w.Run(t,
		apitest.Scenario{Name: "excluded without a version", Request: send("DELETE", at, admin, nil), Status: 400, Code: "version.missing"},
		apitest.Scenario{Name: "excluded as it was before the judgement", Request: over(0, send("DELETE", at, admin, nil)), Status: 412, Code: "version.stale"},
		apitest.Scenario{Name: "which excludes nothing", Request: send("POST", at, viewer, nil), Status: 200, Contains: []string{`"excluded":false`, `"version":1`, "保管庫へ"}},
		apitest.Scenario{Name: "excluded", Request: over(1, send("DELETE", at, admin, nil)), Status: 204},
		apitest.Scenario{Name: "by two at once", Request: over(1, send("DELETE", at, admin, nil)), Status: 204},
		apitest.Scenario{Name: "judged as it was before it was excluded", Request: judge(admin, 1, agrees), Status: 412, Code: "version.stale"},
		apitest.Scenario{Name: "suspended", Request: send("PUT", "/dynamic_lists/suspend", admin, map[string]any{"dynamic_list_ids": []any{l.ID}}), Status: 200},
	)
	if r = resultsFor(t, w, viewer, l, ""); r.Total != 0 || r.Counts.Applies != 0 {
		t.Errorf("%+v", r)
	}
	if r = resultsFor(t, w, viewer, l, "?excluded=true"); r.Total != 1 || r.Items[0].Judgement != checklist.Applies || !r.Items[0].Excluded {
		t.Errorf("%+v", r)
	}
	w.Run(t, apitest.Scenario{Name: "and back", Request: judge(admin, 2, map[string]any{"judgement": "on_hold", "excluded": false}), Status: 200, Contains: []string{`"excluded":false`, `"ground_changed":false`}})
	if r = resultsFor(t, w, viewer, l, "?judgement=on_hold&q=ソーダ"); r.Total != 1 {
		t.Errorf("%+v", r)
	}
}

func change(t *testing.T, w *apitest.World, c company.Company, id sds.SheetID, f func(*sds.Sheet)) {
	t.Helper()
	before, err := w.Table.Sheet(t.Context(), c.ID, id)
	if err != nil {
		t.Fatal(err)
	}
	after := before
	after.Ingredients = append([]sds.Ingredient{}, before.Ingredients...)
	f(&after)
	if _, err := w.Table.WriteSheet(t.Context(), c.ID, write.Sheet{Before: &before, After: after, Audit: table.Audit{Action: "test.changed"}}); err != nil {
		t.Fatal(err)
	}
}

func TestPagesOfThreeHundredSheets(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t, withOption)
	admin := w.User(t, c, access.Admin)
	l := made(t, w, admin, map[string]any{"dbt_types": []string{"substances"}, "law_regulation_ids": nil, "substances": []any{map[string]any{"cas": "1310-73-2", "threshold": 5, "operator": ">"}}})
	w.Sheets(t, c, 300, func(_ int, s *sds.Sheet) { makeLye(s, "同じ名前", 30) })
	for _, order := range []string{"", "&order_by_name=desc", "&order_by_updated_at=asc", "&order_by_created_at=desc", "&order_by_revised_at=asc"} {
		seen := map[sds.SheetID]bool{}
		for page := 1; page <= 6; page++ {
			r := resultsFor(t, w, admin, l, fmt.Sprintf("?limit=50&page=%d%s", page, order))
			if r.Total != 300 || len(r.Items) != 50 {
				t.Fatalf("%s, page %d: %d of %d", order, page, len(r.Items), r.Total)
			}
			for _, i := range r.Items {
				if seen[i.ID] {
					t.Errorf("%s: %s stands on two pages", order, i.ID)
				}
				seen[i.ID] = true
			}
		}
	}
}

func TestExport(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t, withOption)
	admin, viewer := w.User(t, c, access.Admin), w.User(t, c, access.Viewer)
	l := made(t, w, admin, nil)
	lye(t, w, c, "苛性ソーダ液", 30)
	at := "/dynamic_list_results/" + string(l.ID) + "/export"
	w.Run(t,
		apitest.Scenario{Name: "a viewer may not", Request: send("GET", at, viewer, nil), Status: 403},
		apitest.Scenario{
			Name: "csv", Request: send("GET", at+"?format=csv", admin, nil), Status: 200,
			Contains: []string{"\uFEFFSDS名,供給者", "苛性ソーダ液,'=みどり商事", "水酸化ナトリウム (1310-73-2) 30", "該当", "劇物"},
			After: func(t *testing.T, _ *apitest.World, r apitest.Response) {
				if d := strings.Join(r.Headers["Content-Disposition"], ""); !strings.HasPrefix(d, "attachment") || !strings.Contains(d, ".csv") {
					t.Errorf("%v", r.Headers)
				}
				lines := strings.Split(strings.TrimSpace(r.Body), "\r\n")
				if len(lines) < 2 || strings.Count(lines[0], ",") != 25 {
					t.Errorf("%q", lines)
				}
			},
		},
		apitest.Scenario{Name: "in English", Request: send("GET", at+"?format=csv&language=en", admin, nil), Status: 200, Contains: []string{"Statutory name", "applies"}},
		apitest.Scenario{Name: "another format", Request: send("GET", at+"?format=pdf", admin, nil), Status: 400, Field: "format input.choice"},
	)
	if r := w.Do(t, send("GET", at+"?format=xlsx", admin, nil)); r.Status != 200 || len(r.Body) < 1000 {
		t.Errorf("%d %d", r.Status, len(r.Body))
	}
}

func TestPreview(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t, withOption)
	admin := w.User(t, c, access.Admin)
	lye(t, w, c, "苛性ソーダ液", 30)
	w.Run(t,
		apitest.Scenario{Name: "today", Request: send("POST", "/dynamic_lists/preview", admin, definition(nil)), Status: 200, Contains: []string{`"as_of":"2026-11-20"`, `"applies":1`, `"total":1`, `"to":"applies"`}, Lacks: []string{"before"}},
		apitest.Scenario{Name: "later", Request: send("POST", "/dynamic_lists/preview", admin, definition(map[string]any{"as_of": "2027-04-01"})), Status: 200, Contains: []string{`"as_of":"2027-04-01"`, `"before":{"applies":1`, `"total":0`}},
		apitest.Scenario{Name: "nothing is kept", Request: send("GET", "/dynamic_lists", admin, nil), Status: 200, Contains: []string{`"total":0`}},
	)
}

// The reviews of a sheet are removed when the sheet is purged.
func TestMarksGoWithTheSheet(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t, withOption)
	admin := w.User(t, c, access.Admin)
	l := made(t, w, admin, nil)
	gone, stays := lye(t, w, c, "洗浄剤A", 30), lye(t, w, c, "洗浄剤B", 30)
	for _, s := range []sds.Sheet{gone, stays} {
		q := send("PUT", "/dynamic_list_results/"+string(l.ID)+"/"+string(s.ID), admin, map[string]any{"judgement": "applies"})
		q.IfMatch = "0"
		if r := w.Do(t, q); r.Status != 200 {
			t.Fatal(r.Body)
		}
	}
	at, audit := w.Clock.Now(), table.Audit{Action: "test.removed"}
	if err := w.Table.RemoveSheets(t.Context(), c.ID, []sds.Sheet{gone}, write.Removal{By: admin.ID, At: at, Audit: audit}); err != nil {
		t.Fatal(err)
	}
	if r := resultsFor(t, w, admin, l, ""); r.Total != 1 || r.Items[0].ID != stays.ID {
		t.Errorf("%+v", r)
	}
	if err := w.Table.Purge(t.Context(), table.Removed{Company: c.ID, Sheet: gone.ID, At: at}, audit); err != nil {
		t.Fatal(err)
	}
	marks, err := w.Table.Reviews(t.Context(), c.ID, l.ID)
	if _, left := marks[gone.ID]; err != nil || left || len(marks) != 1 {
		t.Errorf("%v %v", marks, err)
	}
}

// Several sheets get the same judgement at once; those that somebody else has reviewed
// meanwhile stay, and the history tells what was judged, excluded and included again.
func TestJudgeSeveral(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	admin, viewer := w.User(t, c, access.Admin), w.User(t, c, access.Viewer)
	list := w.Table.Begin(c.ID).Audit(table.Audit{Action: "test.made"})
	l := list.CreateChecklist(checklist.List{ID: sds.NewID[checklist.ID](), Kind: checklist.BySubstances, State: checklist.Created, Title: "監視", Substances: []checklist.Substance{{CAS: "108-88-3", Percent: 1}}}, 5)
	if err := list.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	sheets := w.Sheets(t, c, 45, func(i int, s *sds.Sheet) { s.Name = fmt.Sprintf("製品%02d", i) })
	judge := func(as company.User, body map[string]any) apitest.Request {
		return apitest.Request{Method: "POST", Path: "/dynamic_list_results/" + string(l.ID) + "/judge", As: &as, Lang: "ja", Body: body}
	}
	var all []any
	for _, s := range sheets {
		all = append(all, map[string]any{"id": s.ID, "version": 0})
	}
	one := func(version int) []any { return []any{map[string]any{"id": sheets[0].ID, "version": version}} }
	w.Run(t,
		apitest.Scenario{Name: "a viewer does not judge", Request: judge(viewer, map[string]any{"sheets": all}), Status: 403},
		apitest.Scenario{Name: "no judgement", Request: judge(admin, map[string]any{"sheets": all, "judgement": "perhaps"}), Status: 400, Field: "judgement input.choice"},
		apitest.Scenario{Name: "nothing", Request: judge(admin, map[string]any{"sheets": []any{}}), Status: 400},
		apitest.Scenario{Name: "one", Request: judge(admin, map[string]any{"sheets": one(0), "judgement": "on_hold", "note": "確認中"}), Status: 200, Contains: []string{`"judged":["` + string(sheets[0].ID) + `"]`, `"stale":[]`}},
		apitest.Scenario{Name: "all, one of them as it was before", Request: judge(admin, map[string]any{
			"sheets": append(all, map[string]any{"id": sds.NewID[sds.SheetID](), "version": 0}), "judgement": "applies",
		}), Status: 200, Contains: []string{`"stale":["` + string(sheets[0].ID) + `"]`}, After: func(t *testing.T, _ *apitest.World, r apitest.Response) {
			var done checklists.JudgeAllOutput
			r.Into(t, &done.Body)
			if len(done.Body.Judged) != 44 || len(done.Body.Gone) != 1 {
				t.Errorf("%s", r.Body)
			}
		}},
		apitest.Scenario{Name: "excluded, the judgement unchanged", Request: judge(admin, map[string]any{"sheets": one(1), "excluded": true}), Status: 200},
		apitest.Scenario{Name: "and included again", Request: judge(admin, map[string]any{"sheets": one(2), "excluded": false}), Status: 200},
	)
	review, err := w.Table.Review(t.Context(), c.ID, l.ID, sheets[0].ID)
	if err != nil || review.Judgement != checklist.OnHold || review.Note != "確認中" || review.Excluded || review.Version != 3 {
		t.Errorf("%+v %v", review, err)
	}
	if review, err = w.Table.Review(t.Context(), c.ID, l.ID, sheets[44].ID); err != nil || review.Judgement != checklist.Applies || review.Version != 1 {
		t.Errorf("%+v %v", review, err)
	}
	history, err := w.Table.ChecklistChanges(t.Context(), c.ID, l.ID)
	if err != nil {
		t.Fatal(err)
	}
	var actions []checklist.Action
	named := 0
	for _, entry := range history {
		actions = append(actions, entry.Action)
		if entry.Action == checklist.ActionJudged {
			named += len(entry.Fields[0].To)
		}
	}
	want := []checklist.Action{checklist.ActionIncluded, checklist.ActionExcluded, checklist.ActionJudged, checklist.ActionJudged, checklist.ActionJudged, checklist.ActionJudged}
	if !slices.Equal(actions, want) || named != 45 {
		t.Errorf("%v of %d sheets", actions, named)
	}
	w.Run(t, apitest.Scenario{Name: "the history", Request: apitest.Request{Method: "GET", Path: "/dynamic_lists/" + string(l.ID) + "/histories", As: &viewer, Lang: "ja"}, Status: 200, Contains: []string{
		`"action":"excluded","changes":[{"field":"sheets","from":[],"to":["製品00"]}]`, `{"field":"judgement","from":[],"to":["on_hold"]}`,
	}})
}
