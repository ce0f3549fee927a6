package sdses_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"anzen/functions/api/apitest"
	"anzen/functions/api/sdses"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/write"
	"anzen/shared/library/settle"
)

// analyzed is a Japanese sheet as the analysis writes it, printed in 2018.
func analyzed(t *testing.T, w *apitest.World, c company.Company) sds.Sheet {
	t.Helper()
	before := w.Sheet(t, c, nil)
	s := before
	s.Language, s.LanguageCode = sds.LanguageJapanese, "ja"
	field := func(group, row, key string, v sds.Value) sds.Field {
		return sds.Field{ID: sds.FieldID(group, row, key), Key: key, Value: v, Raw: v.Text, Confidence: 0.9, State: sds.StateMachine, Extractor: "test"}
	}
	text := func(s string) sds.Value { return sds.Value{Kind: sds.KindText, Text: s} }
	list := func(items ...string) sds.Value { return sds.Value{Kind: sds.KindList, List: items} }
	part := func(row, name, cas string, share float64) sds.Row {
		return sds.Row{ID: row, Fields: []sds.Field{
			field("composition", row, "name", text(name)), field("composition", row, "cas", list(cas)),
			field("composition", row, "concentration", sds.Value{Kind: sds.KindQuantity, Quantity: &sds.Quantity{Low: &share, LowOp: "=", High: &share, HighOp: "=", Unit: "%"}}),
		}}
	}
	sections := []sds.Section{
		{Number: 1, Title: "1. 製品及び会社情報", Fields: []sds.Field{
			field("", "", "product_name", text("シンナーA")), field("", "", "supplier_name", text("見本化学株式会社")), field("", "", "supplier_phone", text("03-1234-5678")),
			field("", "", "revision_date", sds.Value{Kind: sds.KindDate, Text: "2018-04-01"}),
		}},
		{Number: 2, Fields: []sds.Field{field("", "", "h_codes", list("H225")), field("", "", "signal_word", sds.Value{Kind: sds.KindChoice, Text: "danger"}), field("", "", "p_codes", list("P210"))}, Groups: []sds.Group{
			{Key: sds.GroupClassification, Rows: []sds.Row{{ID: "k", Fields: []sds.Field{
				field("classification", "k", "class", sds.Value{Kind: sds.KindChoice, Text: "flammable_liquids"}), field("classification", "k", "category", text("2")),
			}}}},
		}},
		{Number: 3, Groups: []sds.Group{{Key: sds.GroupComposition, Rows: []sds.Row{part("a", "トルエン", "108-88-3", 60), part("b", "アセトン", "67-64-1", 40)}}}},
		{Number: 9, Fields: []sds.Field{field("", "", "state", sds.Value{Kind: sds.KindChoice, Text: "liquid"})}},
		{Number: 14, Fields: []sds.Field{field("", "", "un_number", text("1993")), field("", "", "transport_class", text("3")), field("", "", "packing_group", sds.Value{Kind: sds.KindChoice, Text: "II"})}},
		{Number: 15, Groups: []sds.Group{{Key: sds.GroupLaws, Rows: []sds.Row{{ID: "l", Fields: []sds.Field{field("laws", "l", "name", text("消防法 第四類引火性液体"))}}}}}},
	}
	sds.UniteStatements(&sections[1])
	printed := sds.Printed{Sheets: 1, Wordings: map[string]string{"precautions": "注意書き"}}
	for n := 1; n <= 16; n++ {
		printed.Order = append(printed.Order, n)
	}
	checked := settle.Sheet(&s, sections, &printed)
	s, err := w.Table.WriteSheet(t.Context(), c.ID, write.Sheet{Before: &before, After: s, Sections: sections, CheckResult: &checked, Audit: table.Audit{Action: "test.read"}})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// agrees compares the answer about a sheet with the list, its count and its filters.
func agrees(t *testing.T, w *apitest.World, as *company.User, id sds.SheetID) sdses.WholeSheet {
	t.Helper()
	var whole sdses.WholeSheet
	w.Do(t, apitest.Request{Method: "GET", Path: "/companies/{id}/sdses/" + string(id), As: as, Lang: "ja"}).Into(t, &whole)
	if whole.FindingCount != len(whole.Findings) {
		t.Errorf("%d findings, counted %d", len(whole.Findings), whole.FindingCount)
	}
	for _, query := range []string{"?has_findings=" + strconv.FormatBool(whole.FindingCount > 0), "?revision_status=" + string(whole.RevisionStatus)} {
		var page struct{ Items []sdses.SheetRow }
		w.Do(t, apitest.Request{Method: "GET", Path: "/companies/{id}/sdses" + query, As: as}).Into(t, &page)
		i := slices.IndexFunc(page.Items, func(r sdses.SheetRow) bool { return r.ID == id })
		if i < 0 {
			t.Errorf("the list does not find it by %s", query)
		} else if diff := gocmp.Diff(page.Items[i], whole.SheetRow, cmpopts.EquateEmpty(), cmpopts.IgnoreFields(sds.File{}, "Key", "Version", "SHA256")); diff != "" {
			t.Errorf("the list differs:\n%s", diff)
		}
	}
	return whole
}

func names(found []sdses.FindingView) (ids []string) {
	for _, f := range found {
		ids = append(ids, f.ID)
	}
	return ids
}

// Findings and the revision status follow every change at once, in the answer to the
// change and wherever the sheet is shown.
func TestFindingsFollowEveryChange(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	admin := w.User(t, c, access.Admin)
	s := analyzed(t, w, c)
	old := func() bool { return slices.Contains(names(agrees(t, w, &admin, s.ID).Findings), "revision_old") }
	do := func(name string, q apitest.Request) (after sdses.WholeSheet) {
		t.Helper()
		r := w.Do(t, q)
		if r.Status != 200 {
			t.Fatalf("%s: %d %s", name, r.Status, r.Body)
		}
		r.Into(t, &after)
		return after
	}
	version := func() int64 { return recordOf(t, w, c.ID, s.ID).Version }
	date := func(day string) apitest.Request {
		return edit(&admin, s, version(), change(1, "revision_date", "edit", body{"kind": "date", "text": day}))
	}
	confirmed := func(day string) apitest.Request {
		return edit(&admin, s, version(), body{"supplier_confirmed_at": day})
	}
	years := func(n int) apitest.Request {
		firm, err := w.Table.Company(t.Context(), c.ID)
		if err != nil {
			t.Fatal(err)
		}
		return apitest.Request{Method: "PUT", Path: "/companies/{id}/settings", As: &admin, IfMatch: strconv.FormatInt(firm.Version, 10), Body: body{"sds_expiration_years": n}}
	}
	csv := func(day string) apitest.Request {
		return apitest.Request{Method: "PATCH", Path: "/companies/{id}/sdses/batch_patch", As: &admin, Body: body{"csv": "SDS ID,供給者確認日\n" + string(s.ID) + "," + day + "\n"}}
	}
	if !old() {
		t.Fatal("a sheet of 2018 is not old")
	}
	for _, step := range []struct {
		name   string
		change apitest.Request
		old    bool
	}{
		{"revised lately", date("2026-10-01"), false},
		{"and not", date("2018-04-01"), true},
		{"confirmed by the supplier", confirmed("2026-11-01"), false},
		{"no more", confirmed(""), true},
		{"confirmed by CSV", csv("2026/11/01"), false},
		{"no more, by CSV", csv(""), true},
		{"good for longer", years(10), false},
		{"no longer", years(5), true},
	} {
		if step.change.Method == "PUT" && step.change.IfMatch != "" && step.change.Path != "/companies/{id}/settings" {
			step.change.IfMatch = strconv.FormatInt(version(), 10)
		}
		if step.change.Path == "/companies/{id}/settings" {
			firm, _ := w.Table.Company(t.Context(), c.ID)
			step.change.IfMatch = strconv.FormatInt(firm.Version, 10)
		}
		answer := do(step.name, step.change)
		if got := old(); got != step.old {
			t.Errorf("%s: old is %v", step.name, got)
		}
		if answer.ID == s.ID && slices.Contains(names(answer.Findings), "revision_old") != step.old {
			t.Errorf("%s: the answer has %v", step.name, names(answer.Findings))
		}
		if status := agrees(t, w, &admin, s.ID).RevisionStatus; (status == sds.RevisionNeeded) != step.old {
			t.Errorf("%s: the revision status is %s", step.name, status)
		}
	}
	w.Clock.Advance(10 * 365 * 24 * time.Hour)
	if do("revised today", date("2036-11-01")); old() {
		t.Error("a sheet of this month is old")
	}
	w.Clock.Advance(6 * 365 * 24 * time.Hour)
	if !old() {
		t.Error("time alone does not make it old")
	}
}

// A CAS number with a wrong check digit can be saved, as the PDF may contain it, and is a finding.
func TestAWrongCheckDigitIsSavedAndFound(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	admin := w.User(t, c, access.Admin)
	s := analyzed(t, w, c)
	cas := func(version int64, number string) apitest.Request {
		return edit(&admin, s, version, change(3, "composition/a/cas", "edit", body{"kind": "list", "list": []string{number}}))
	}
	w.Run(t,
		apitest.Scenario{Name: "wrong", Request: cas(s.Version, "108-88-4"), Status: 200, Contains: []string{`"id":"cas_check_digit"`, `"fields":["composition/a/cas"]`, "チェックディジット"}},
		apitest.Scenario{Name: "in the list", Request: apitest.Request{Method: "GET", Path: "/companies/{id}/sdses?cas_number=108-88-4&has_findings=true", As: &admin}, Status: 200, Contains: []string{`"total":1`}},
		apitest.Scenario{Name: "right", Request: cas(s.Version+1, "108-88-3"), Status: 200, Lacks: []string{"cas_check_digit"}},
	)
	agrees(t, w, &admin, s.ID)
}

// After any edits, the stored record equals that of settling the sheet from scratch.
func TestWhatIsStoredIsWhatScratchGives(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	admin := w.User(t, c, access.Admin)
	s := analyzed(t, w, c)
	sections, err := w.Table.Sections(t.Context(), c.ID, s.ID)
	if err != nil {
		t.Fatal(err)
	}
	for i := range sections { // each value is deleted, and restored
		sections[i].Each(func(_ string, f *sds.Field) {
			for _, action := range []string{"delete", "restore"} {
				if r := w.Do(t, edit(&admin, s, recordOf(t, w, c.ID, s.ID).Version, change(sections[i].Number, f.ID, action))); r.Status != 200 {
					t.Fatalf("%s %s: %d %s", action, f.ID, r.Status, r.Body)
				}
				scratchHolds(t, w, c, s.ID)
			}
		})
	}
	random := rand.New(rand.NewPCG(13, 5))
	done := map[string]int{}
	for range 100 {
		version := recordOf(t, w, c.ID, s.ID).Version
		b := body{}
		if random.IntN(8) == 0 {
			b["supplier_confirmed_at"] = pick(random, "", "2026-11-01", "2015-01-01")
		} else {
			b["fields"] = []body{someEdit(t, w, c, s.ID, random)}
		}
		r := w.Do(t, edit(&admin, s, version, b))
		done[strconv.Itoa(r.Status)]++
		if r.Status != 200 {
			continue
		}
		scratchHolds(t, w, c, s.ID)
		if random.IntN(5) == 0 {
			agrees(t, w, &admin, s.ID)
		}
		if t.Failed() {
			t.Fatalf("after %+v", b)
		}
	}
	if done["200"] < 50 {
		t.Errorf("answers %v", done)
	}
}

func pick[T any](random *rand.Rand, of ...T) T { return of[random.IntN(len(of))] }

// someEdit is an edit of an existing field, of a missing one, or a new row.
func someEdit(t *testing.T, w *apitest.World, c company.Company, id sds.SheetID, random *rand.Rand) body {
	sections, err := w.Table.Sections(t.Context(), c.ID, id)
	if err != nil {
		t.Fatal(err)
	}
	if random.IntN(6) == 0 {
		return body{"section": 3, "id": "composition", "action": "add", "row": body{"name": someValue(random, sds.Definition{Kind: sds.KindText}), "cas": someValue(random, sds.Definition{Kind: sds.KindList, Key: "cas"})}}
	}
	if random.IntN(4) == 0 {
		d := pick(random, sds.Definitions...)
		if d.Group == "" {
			return body{"section": d.Section, "id": d.Key, "action": "edit", "value": someValue(random, d)}
		}
	}
	section := &sections[random.IntN(len(sections))]
	var ids []string
	definitions := map[string]sds.Definition{}
	section.Each(func(group string, f *sds.Field) {
		ids = append(ids, f.ID)
		definitions[f.ID], _ = sds.DefinitionOf(section.Number, group, f.Key)
	})
	if len(ids) == 0 {
		return body{"section": 1, "id": "product_name", "action": "confirm"}
	}
	at := pick(random, ids...)
	action := pick(random, "edit", "edit", "delete", "restore", "confirm")
	e := body{"section": section.Number, "id": at, "action": action}
	if action == "edit" {
		e["value"] = someValue(random, definitions[at])
	}
	return e
}

func someValue(random *rand.Rand, d sds.Definition) body {
	switch d.Kind {
	case sds.KindDate:
		return body{"kind": "date", "text": pick(random, "2018-04-01", "2023-06", "2026-10-01", "2031-01-01", "1975-02-03")}
	case sds.KindChoice:
		return body{"kind": "choice", "text": pick(random, d.Choices...)}
	case sds.KindFlag:
		return body{"kind": "flag", "text": pick(random, "true", "false")}
	case sds.KindQuantity:
		low := float64(random.IntN(150))
		return body{"kind": "quantity", "quantity": pick(random, body{"low": low, "low_op": ">=", "unit": "%"}, body{"low": low, "low_op": "=", "high": low, "high_op": "=", "unit": "C"}, body{"high": low, "unit": "%"})}
	case sds.KindList:
		return body{"kind": "list", "list": pick(random, []string{"108-88-3"}, []string{"67-64-1", "108-88-4"}, []string{"H225", "H999"}, []string{"P210"}, []string{"GHS02"})}
	default:
		return body{"kind": "text", "text": pick(random, "UN1993", "トルエン", "3", "キシレン", "労働安全衛生法 通知対象物", fmt.Sprint(random.IntN(99)))}
	}
}

// scratchHolds settles the sheet from scratch: only attributes of its record that are not derived are kept.
func scratchHolds(t *testing.T, w *apitest.World, c company.Company, id sds.SheetID) {
	t.Helper()
	stored := recordOf(t, w, c.ID, id)
	sections, err := w.Table.Sections(t.Context(), c.ID, id)
	if err != nil {
		t.Fatal(err)
	}
	result, err := w.Table.CheckResult(t.Context(), c.ID, id)
	if err != nil {
		t.Fatal(err)
	}
	scratch := sds.Sheet{
		ID: stored.ID, Version: stored.Version, NameByPerson: stored.NameByPerson, Status: stored.Status, Attempt: stored.Attempt, Language: stored.Language, LanguageCode: stored.LanguageCode,
		Source: stored.Source, SupplierConfirmedOn: stored.SupplierConfirmedOn, File: stored.File, CreatedAt: stored.CreatedAt, UpdatedAt: stored.UpdatedAt,
	}
	scratch.Guard(sections)
	again := settle.Sheet(&scratch, sections, result.Printed)
	if diff := gocmp.Diff(scratch, stored, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("the record does not match the sections:\n%s", diff)
	}
	byID := cmpopts.SortSlices(func(a, b sds.Finding) int { return cmp.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
	if diff := gocmp.Diff(again.Findings, result.Findings, cmpopts.EquateEmpty(), byID); diff != "" {
		t.Errorf("the findings do not match the sections:\n%s", diff)
	}
}
