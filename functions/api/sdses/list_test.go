package sdses_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"anzen/functions/api/apitest"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/checklist"
	"anzen/shared/domain/company"
	"anzen/shared/domain/sds"
	"anzen/shared/library/search"
)

func listed(as *company.User, query string) apitest.Request {
	return apitest.Request{Method: "GET", Path: "/companies/{id}/sdses?" + query, As: as, Lang: "ja"}
}

func counting(as *company.User, query string) apitest.Request {
	return apitest.Request{Method: "GET", Path: "/companies/{id}/sdses/count?" + query, As: as}
}

// Each filter finds the sheet that matches it, and not with another value; its "_not" does
// the opposite. No filter of the API is left out.
func TestEveryFilterOfTheAPI(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	me := w.User(t, c, access.Viewer, func(u *company.User) { u.Departments = []sds.DepartmentID{"dep"} })
	span := func(low, high float64) *sds.Span { return &sds.Span{Low: &low, High: &high} }
	full := w.Sheet(t, c, func(s *sds.Sheet) {
		s.Name, s.ProductName, s.ProductCodes, s.Supplier, s.Note = "塗料用シンナー", "シンナーA", []string{"SA-100"}, "東雲塗料株式会社", "棚3"
		s.Language, s.Source, s.RevisedOn, s.SupplierConfirmedOn, s.AssessedOn = sds.LanguageJapanese, sds.SourceUser, "2024-04-01", "2025-05-01", "2026-06-01"
		s.Tags, s.Departments, s.Assignees = []sds.TagID{"tag"}, []sds.DepartmentID{"dep"}, []sds.UserID{me.ID}
		s.GHSCategories, s.HCodes = []string{"flammable_liquids/2", "acute_toxicity_inhalation/4"}, []string{"H225"}
		s.SignalWord, s.Pictograms = "danger", []string{"GHS02"}
		s.Composition, s.CAS = sds.CompositionMixture, []string{"108-88-3"}
		s.Ingredients = []sds.Ingredient{{Name: "トルエン", CAS: []string{"108-88-3"}, Concentration: span(60, 70)}}
		s.ExposureAuthorities, s.State, s.FlashPoint, s.BoilingPoint, s.PH = []string{"ACGIH"}, "liquid", span(4, 4), span(110, 111), span(6.5, 7)
		s.UNNumber, s.TransportClass, s.PackingGroup = "1263", "3", "II"
		s.Manufacturer, s.Regulations = "奏化学㈱", []string{"JP-FSA-4", "JP-FSA-4-PETROLEUM1"}
		s.Laws = []string{"消防法"}
		s.AttachmentCount, s.FindingCount, s.Unreviewed, s.DeletedItems = 1, 2, 3, 4
	})
	today := w.Clock.Now().Format("2006-01-02")
	covered := map[string]bool{}
	for _, f := range []struct{ name, finds, not string }{
		{"text", "とるえん SA-100 消防", "キシレン"},
		{"ids", string(full.ID), sds.NewID[string]()},
		{"name", "ｼﾝﾅｰ", "A"},
		{"product_name", "ナーａ", "塗料"},
		{"product_code", "sa-1", "1263"},
		{"supplier", "東雲", "塗料用"},
		{"manufacturer", "奏", "東雲"},
		{"note", "棚", "床"},
		{"substance_name", "ルエ", "シンナー"},
		{"law_name", "消防", "航空法"},
		{"status_group", "completed", "check"},
		{"revision_status", "SUPPLIER_CONFIRMED", "NEED_REVISION"},
		{"language_id", "44", "16"},
		{"source_type", "1", "0"},
		{"tag_id", "tag", "dep"},
		{"department_id", "dep", "tag"},
		{"assignee_id", string(me.ID), "dep"},
		{"ghs_class", "1005000", "1006000"},
		{"ghs_category", "2005004", "2006004"},
		{"h_code", "H225", "H226"},
		{"signal_word", "danger", "warning"},
		{"pictogram", "GHS02", "GHS03"},
		{"composition_type", "101", "100"},
		{"cas_number", "108-88-3", "67-64-1"},
		{"exposure_authority", "ACGIH", "JSOH"},
		{"state", "liquid", "gas"},
		{"flash_point_from", "-5.5", "4.1"},
		{"flash_point_to", "4", "3.9"},
		{"boiling_point_from", "110.5", "112"},
		{"boiling_point_to", "110.5", "100"},
		{"ph_from", "7", "7.1"},
		{"ph_to", "6.5", "6.4"},
		{"un_number", "1263", "1230"},
		{"transport_class", "3", "8"},
		{"packing_group", "II", "III"},
		{"regulation", "JP-FSA-4", "JP-FSA-1"},
		{"law", "JP-PRTR", "JP-OZONE"},
		{"duty", "600000131", "600000169"},
		{"law", "JP-PRTR/C1", "JP-PRTR/C"},
		{"law", "JP-PRTR/C1/DEFAULT", "JP-PRTR/C2/DEFAULT"},
		{"dynamic_list_id", list(t, w, c, 50), list(t, w, c, 71)},
		{"dynamic_list_id", list(t, w, c, 65), sds.NewID[string]()},
		{"law_change", "JP-PRTR/C1@2023-04-01", "JP-PRTR/C1@2023-04-02"},
		{"law_hit_from", today, "2099-01-01"},
		{"law_hit_to", today, "1950-01-01"},
		{"created_from", today, "2026-12-31"},
		{"created_to", today, "2026-01-01"},
		{"updated_from", today, "2026-12-31"},
		{"updated_from", "2026-01-01T00:00:00Z", "2099-01-01T00:00:00Z"},
		{"created_to", "2099-01-01T09:00:00Z", "2026-01-01T00:00:00Z"},
		{"updated_to", today, "2026-01-01"},
		{"revised_from", "2024-04-01", "2024-04-02"},
		{"revised_to", "2024-04-01", "2024-03-31"},
		{"supplier_confirmed_from", "2025-05-01", "2025-05-02"},
		{"supplier_confirmed_to", "2025-05-01", "2025-04-30"},
		{"assessed_from", "2026-06-01", "2026-06-02"},
		{"assessed_to", "2026-06-01", "2026-05-31"},
		{"has_attachments", "true", "false"},
		{"has_findings", "true", "false"},
		{"has_unreviewed", "true", "false"},
		{"has_deleted_items", "true", "false"},
		{"removed", "false", "true"},
		{"mine", "true", ""},
		{"my_departments", "true", ""},
		{"cas_number=108-88-3&concentration_from", "70", "70.1"},
		{"cas_number=108-88-3&concentration_to", "60", "59.9"},
	} {
		names := strings.Split(f.name, "&")
		name := names[len(names)-1]
		covered[name] = true
		ask := func(name, value string, want int) {
			t.Helper()
			path := f.name[:len(f.name)-len(names[len(names)-1])] + name + "=" + value
			for _, q := range []apitest.Request{listed(&me, path), counting(&me, path)} {
				answer := w.Do(t, q)
				var body struct{ Total, Count int }
				if err := json.Unmarshal([]byte(answer.Body), &body); err != nil || answer.Status != 200 || body.Total+body.Count != want {
					t.Errorf("%s: %d %s; want %d sheets", path, answer.Status, answer.Body, want)
				}
			}
		}
		ask(name, f.finds, 1)
		if f.not != "" {
			ask(name, f.not, 0)
		}
		if slices.ContainsFunc(search.Parameters(), func(p search.Parameter) bool { return p.Name == name+"_not" }) {
			covered[name+"_not"] = true
			ask(name+"_not", f.finds, 0)
			ask(name+"_not", f.not, 1)
		}
	}
	// Values of one filter combine with OR, filters with AND.
	w.Run(t,
		apitest.Scenario{Name: "or", Request: counting(&me, "h_code=H300&h_code=H225&tag_id=tag"), Status: 200, Contains: []string{`"count":1`}},
		apitest.Scenario{Name: "and", Request: counting(&me, "h_code=H225&tag_id=other"), Status: 200, Contains: []string{`"count":0`}},
		apitest.Scenario{Name: "one of the forms of inhalation", Request: counting(&me, "ghs_category=2020012"), Status: 200, Contains: []string{`"count":1`}},
		apitest.Scenario{Name: "blanks ask for nothing", Request: counting(&me, "name= &supplier_not="), Status: 200, Contains: []string{`"count":1`}},
		apitest.Scenario{Name: "so much of nothing", Request: counting(&me, "concentration_from=1"), Status: 400, Field: "cas_number input.required"},
		apitest.Scenario{Name: "a range that ends before it begins", Request: counting(&me, "revised_from=2025-02-01&revised_to=2025-01-31"), Status: 400, Field: "revised_to input.range_order"},
		apitest.Scenario{Name: "one range alone is wrong", Request: counting(&me, "ph_from=7&ph_to=8&flash_point_from=9&flash_point_to=8.9"), Status: 400, Field: "flash_point_to input.range_order", Lacks: []string{"ph_to"}},
		apitest.Scenario{Name: "so much in a range that ends before it begins", Request: counting(&me, "cas_number=67-64-1&concentration_from=2&concentration_to=1"), Status: 400, Field: "concentration_to input.range_order"},
		apitest.Scenario{Name: "a day that is none", Request: counting(&me, "created_from=2026-02-30"), Status: 400, Field: "created_from input.pattern"},
		apitest.Scenario{Name: "a regulation that there is not", Request: counting(&me, "regulation=JP-FSA-4&regulation=JP-FSA-9"), Status: 400, Field: "regulation[1] input.choice"},
		apitest.Scenario{Name: "a class that there is not", Request: counting(&me, "ghs_class=1005001"), Status: 400, Field: "ghs_class[0] input.choice"},
		apitest.Scenario{Name: "a category that there is not", Request: counting(&me, "ghs_category_not=3"), Status: 400, Field: "ghs_category_not[0] input.choice"},
		apitest.Scenario{Name: "a language that there is not", Request: counting(&me, "language_id=1"), Status: 400, Field: "language_id[0] input.choice"},
		apitest.Scenario{Name: "a symbol that there is not", Request: counting(&me, "pictogram=GHS10"), Status: 400, Field: "pictogram[0] input.choice"},
		apitest.Scenario{Name: "all of them at once", Request: counting(&me, "ghs_class=1&updated_from=2026-13-01&updated_to=x"), Status: 400, Field: "updated_from input.pattern"},
		apitest.Scenario{Name: "an order that there is not", Request: listed(&me, "order_by_name=up"), Status: 400, Field: "order_by_name input.choice"},
		apitest.Scenario{Name: "a page that there is not", Request: listed(&me, "page=0"), Status: 400, Field: "page input.number_range"},
		apitest.Scenario{Name: "too many on a page", Request: listed(&me, "limit=101"), Status: 400, Field: "limit input.number_range"},
		apitest.Scenario{Name: "a number that is none", Request: counting(&me, "ph_from=sour"), Status: 400, Field: "ph_from input.pattern"},
	)
	w.Run(t, apitest.Scenario{Name: "the ids in a row", Request: listed(&me, "name=シンナー"), Status: 200, Contains: []string{`"source_type":1`, `"composition_type":101`, `"language_id":44`}})
	for _, p := range search.Parameters() {
		if !covered[p.Name] {
			t.Errorf("nothing tries the filter %s", p.Name)
		}
	}
}

// With the cursor a sheet added between two pages does not shift them.
func TestPagesByCursor(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	me := w.User(t, c, access.Viewer)
	add := func(name string) {
		w.Sheet(t, c, func(s *sds.Sheet) { s.Name = name })
	}
	for i := range 7 {
		add(fmt.Sprintf("sheet %d", i))
	}
	var names []string
	cursor := ""
	for page := range 10 {
		var body struct {
			Items []struct{ Name string }
			Total int
			Next  string
		}
		answer := w.Do(t, listed(&me, "order_by_name=desc&limit=3&cursor="+cursor))
		if err := json.Unmarshal([]byte(answer.Body), &body); err != nil || body.Total != 7+page {
			t.Fatalf("page %d: %s", page, answer.Body)
		}
		for _, s := range body.Items {
			names = append(names, s.Name[len("sheet "):])
		}
		if cursor = body.Next; cursor == "" {
			break
		}
		add(fmt.Sprintf("sheet 9%d", page)) // before everything
	}
	if got := strings.Join(names, ""); got != "6543210" {
		t.Errorf("pages %s", got)
	}
	w.Run(t, apitest.Scenario{Name: "a cursor that is none", Request: listed(&me, "cursor=!"), Status: 400, Field: "cursor input.pattern"})
}

// list makes a checklist that watches a content of toluene.
func list(t *testing.T, w *apitest.World, c company.Company, percent float64) string {
	t.Helper()
	x := w.Table.Begin(c.ID).Audit(table.Audit{Action: "test"})
	l := x.CreateChecklist(checklist.List{
		ID: sds.NewID[checklist.ID](), Kind: checklist.BySubstances, State: checklist.Created, Title: "トルエン",
		Targets: []checklist.Target{checklist.Composition}, Substances: []checklist.Substance{{CAS: "108-88-3", Percent: percent}},
	}, 10)
	if err := x.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	return string(l.ID)
}
