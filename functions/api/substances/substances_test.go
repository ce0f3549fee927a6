package substances_test

import (
	"testing"

	"anzen/functions/api/apitest"
	"anzen/shared/domain/access"
	"anzen/shared/domain/sds"
)

// The substances of a company: counted over its current sheets, found by number and name.
func TestSubstances(t *testing.T) {
	w := apitest.New(t)
	c, other := w.Company(t), w.Company(t)
	me := w.User(t, c, access.Viewer)
	share := func(low, high float64) *sds.Span { return &sds.Span{Low: &low, High: &high, HighOpen: true} }
	contains := func(s *sds.Sheet, name, cas string, span *sds.Span) {
		s.Ingredients = append(s.Ingredients, sds.Ingredient{Name: name, CAS: []string{cas}, Concentration: span})
		s.CAS = append(s.CAS, cas)
	}
	limit := func(cas, authority string, value float64) string {
		return sds.ExposureLimit{CAS: cas, Authority: authority, Kind: "TWA", Value: sds.Quantity{Low: &value, LowOp: "=", High: &value, HighOp: "=", Unit: "ppm"}}.String()
	}
	w.Sheet(t, c, func(s *sds.Sheet) {
		s.Name, s.Departments = "トルエン 特級", []sds.DepartmentID{"d1"}
		s.Composition, s.HCodes = sds.CompositionSubstance, []string{"H225"}
		contains(s, "トルエン", "108-88-3", share(99, 100))
		s.GHSCategories, s.ExposureLimits = []string{"flammable_liquids/2", "stot_single/3"}, []string{limit("108-88-3", "ACGIH", 20), limit("108-88-3", "JSOH", 50)}
	})
	w.Sheet(t, c, func(s *sds.Sheet) {
		s.Name, s.Composition = "トルエン 一級", sds.CompositionSubstance
		contains(s, "トルエン", "108-88-3", share(99, 100))
		s.GHSCategories, s.ExposureLimits = []string{"flammable_liquids/1"}, []string{limit("108-88-3", "ACGIH", 50)}
	})
	w.Sheet(t, c, func(s *sds.Sheet) {
		s.Name, s.Language = "ロジン液", sds.LanguageJapanese
		contains(s, "重合ロジン", "65997-05-9", nil)
		contains(s, "Water", "7732-18-5", nil)
	})
	w.Sheet(t, c, func(s *sds.Sheet) {
		s.Name, s.Departments = "シンナーA", []sds.DepartmentID{"d1", "d2"}
		contains(s, "Toluene", "108-88-3", share(10, 20))
		s.GHSCategories, s.ExposureLimits = []string{"carcinogenicity/1A"}, []string{limit("108-88-3", "ACGIH", 20), limit("67-64-1", "ACGIH", 250)}
		contains(s, "Acetone", "67-64-1", nil)
	})
	w.Sheet(t, other, func(s *sds.Sheet) { contains(s, "ベンゼン", "71-43-2", nil) })
	get := func(path, lang string) apitest.Request {
		return apitest.Request{Method: "GET", Path: "/companies/{id}/substances" + path, As: &me, Lang: lang}
	}
	toluene := `{"cas_number":"108-88-3","name":{"ja":"トルエン","en":"Toluene"},"sheet_count":3,`
	w.Run(t,
		apitest.Scenario{Name: "nobody", Request: apitest.Request{Method: "GET", Path: "/companies/" + string(c.ID) + "/substances"}, Status: 401},
		apitest.Scenario{Name: "the most frequent first", Request: get("", "ja"), Status: 200, Contains: []string{`"items":[` + toluene, `"total":4`, `"cas_number":"65997-05-9","name":{"ja":"重合ロジン","en":"Polymerized rosin"}`, `"cas_number":"7732-18-5","name":{"ja":"水","en":"Water"}`, `"code":"JP-ISHA"`, `"cas_number":"67-64-1"`}, Lacks: []string{"71-43-2"}},
		apitest.Scenario{Name: "by number", Request: get("?order_by=cas_number", "ja"), Status: 200, Contains: []string{`"items":[{"cas_number":"67-64-1"`}},
		apitest.Scenario{Name: "found by name", Request: get("?q=とるえん", "ja"), Status: 200, Contains: []string{`"total":1`, toluene}},
		apitest.Scenario{Name: "found by a number without hyphens", Request: get("?q=67641", "ja"), Status: 200, Contains: []string{`"total":1`, "67-64-1"}},
		apitest.Scenario{Name: "found by an everyday name", Request: get("?q=ジメチルケトン", "ja"), Status: 200, Contains: []string{`"total":1`, "67-64-1"}},
		apitest.Scenario{Name: "not found", Request: get("?q=71-43-2", "ja"), Status: 200, Contains: []string{`"items":[]`, `"total":0`}},
		apitest.Scenario{Name: "no order", Request: get("?order_by=weight", "ja"), Status: 400, Field: "order_by input.choice"},
		apitest.Scenario{Name: "one", Request: get("/108-88-3", "ja"), Status: 200, Contains: []string{
			toluene, `"departments":[{"id":"d1","count":2},{"id":"d2","count":1}]`, `"law_code":"JP-PDSCA"`, `"class":"flammable_liquids"`, "特定標的臓器毒性（単回ばく露）", "区分2", `"classified":true`,
		}},
		apitest.Scenario{Name: "the entry of a class whose shares are added", Request: get("/67-64-1", "ja"), Status: 200, Contains: []string{`"class_code":"T2"`, `"entry":"アセトン","entry_en":"Acetone","statutory_number":"令別表第6の2-1"`}},
		apitest.Scenario{Name: "limits as the sheets state them", Request: get("/108-88-3", "ja"), Status: 200, Contains: []string{
			`"stated_limits":[{"key":"` + limit("108-88-3", "ACGIH", 20) + `","authority":"ACGIH","kind":"TWA","value":{"low":20,"low_op":"=","high":20,"high_op":"=","unit":"ppm"},"sheet_count":2,"differs":true},`,
			`"sheet_count":1,"differs":true},{"key":"` + limit("108-88-3", "JSOH", 50) + `"`, `"sheet_count":1,"differs":false}]`,
		}, Lacks: []string{"250"}},
		apitest.Scenario{Name: "classes as the sheets of the substance itself state them", Request: get("/108-88-3", "ja"), Status: 200, Contains: []string{
			`"stated_classification":[{"class":"flammable_liquids","name":{"ja":"引火性液体","en":"Flammable liquids"},"categories":[{"key":"flammable_liquids/1","name":{"ja":"区分1","en":"Category 1"},"sheet_count":1},{"key":"flammable_liquids/2",`,
			`"differs":true},{"class":"stot_single",`, `"classifying_sheet_count":2`,
		}, Lacks: []string{`"carcinogenicity/1A"`}},
		apitest.Scenario{Name: "sheets that state a limit", Request: get("/108-88-3/sdses?exposure_limit="+limit("108-88-3", "ACGIH", 50), "ja"), Status: 200, Contains: []string{`"total":1`, `"name":"トルエン 一級"`}},
		apitest.Scenario{Name: "sheets that state a class", Request: get("/108-88-3/sdses?ghs_category=flammable_liquids/2", "ja"), Status: 200, Contains: []string{`"total":1`, `"name":"トルエン 特級"`}},
		apitest.Scenario{Name: "no sheet of another substance's limit", Request: get("/108-88-3/sdses?exposure_limit=x", "ja"), Status: 200, Contains: []string{`"total":0`}},
		apitest.Scenario{Name: "with a limit", Request: get("/100-01-6", "en"), Status: 200, Contains: []string{`"sheet_count":0`, `{"kind":"standard_8h","value":"3 mg/m3","from":"2025-10-01"}`}},
		apitest.Scenario{Name: "no number", Request: get("/108-88-4", "ja"), Status: 404},
		apitest.Scenario{Name: "its sheets", Request: get("/108-88-3/sdses", "ja"), Status: 200, Contains: []string{
			`"name":"シンナーA"`, `"ingredient":"Toluene","share":{"low":10,"high":20,"low_open":false,"high_open":true}`, `"itself":true`, `"total":3`,
		}},
		apitest.Scenario{Name: "a page of them", Request: get("/108-88-3/sdses?limit=1&page=2", "ja"), Status: 200, Contains: []string{`"name":"トルエン`, `"page":2`, `"total":3`}},
		apitest.Scenario{Name: "the other company's", Request: get("/71-43-2/sdses", "ja"), Status: 200, Contains: []string{`"items":[]`}},
	)
}
