package sdses_test

import (
	"testing"

	"anzen/functions/api/apitest"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/write"
)

// readToluene is a sheet of toluene as the pipeline writes it.
func readToluene(t *testing.T, w *apitest.World, c company.Company) sds.Sheet {
	t.Helper()
	s := w.Sheet(t, c, nil)
	before := s
	field := func(id, key string, page int, v sds.Value) sds.Field {
		return sds.Field{
			ID: id, Key: key, Value: v, Raw: v.Text, Confidence: 0.9, State: sds.StateMachine, Extractor: "test",
			Sources: []sds.Source{{Page: page, Boxes: []sds.Box{{X0: 1, Y0: 2, X1: 3, Y1: 4}}}},
		}
	}
	number := func(x float64, unit string) sds.Value {
		return sds.Value{Kind: sds.KindQuantity, Quantity: &sds.Quantity{Low: &x, LowOp: "=", High: &x, HighOp: "=", Unit: unit}}
	}
	text := func(s string) sds.Value { return sds.Value{Kind: sds.KindText, Text: s} }
	sections := []sds.Section{
		{Number: 1, Fields: []sds.Field{field("product_name", "product_name", 1, text("トルエン"))}},
		{Number: 3, Fields: []sds.Field{field("composition_type", "composition_type", 2, sds.Value{Kind: sds.KindChoice, Text: "substance"})}, Groups: []sds.Group{{Key: "composition", Rows: []sds.Row{{ID: "r", Fields: []sds.Field{
			field("composition/r/name", "name", 2, text("トルエン")),
			field("composition/r/cas", "cas", 2, sds.Value{Kind: sds.KindList, List: []string{"108-88-3"}}),
			field("composition/r/concentration", "concentration", 2, number(99.5, "%")),
		}}}}}},
		{Number: 9, Fields: []sds.Field{
			field("state", "state", 4, sds.Value{Kind: sds.KindChoice, Text: "liquid"}),
			field("flash_point", "flash_point", 5, number(4, "C")),
		}},
		{Number: 14, Fields: []sds.Field{field("un_number", "un_number", 7, text("1294")), field("transport_class", "transport_class", 7, text("3"))}},
		{Number: 15, Groups: []sds.Group{{Key: "text", Rows: []sds.Row{
			{ID: "f", Fields: []sds.Field{field("text/f/title", "title", 8, text("消防法")), field("text/f/body", "body", 8, text("第4類 第1石油類 危険等級II"))}},
			{ID: "p", Fields: []sds.Field{field("text/p/title", "title", 8, text("毒物及び劇物取締法")), field("text/p/body", "body", 8, text("該当しない"))}},
			{ID: "c", Fields: []sds.Field{field("text/c/title", "title", 8, text("化審法")), field("text/c/body", "body", 8, text("第2種監視化学物質"))}},
		}}}},
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

func TestLaws(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	user := w.User(t, c, access.Viewer)
	stranger := w.User(t, w.Company(t), access.Admin)
	s := readToluene(t, w, c)
	laws := func(as *company.User, query, lang string) apitest.Request {
		r := get(as, s, "/laws"+query)
		r.Lang = lang
		return r
	}
	w.Run(t,
		apitest.Scenario{Name: "in Japanese", Request: laws(&user, "", "ja"), Status: 200, Contains: []string{
			`"class_key":"JP-FSA/HAZMAT4/PET1"`, `"verdict":"applies"`, `"law_name":{"ja":"消防法"`, `引火点 4 ℃`, `"field":"flash_point"`, `"page":5`,
			`"class_key":"JP-PDSCA/DELETERIOUS/DEFAULT"`, `"field":"composition/r/cas"`, `"outcome":"agrees"`, `記載誤りの疑い`, `旧法の区分`,
		}},
		apitest.Scenario{Name: "in English", Request: laws(&user, "", "en"), Status: 200, Contains: []string{`The flash point of 4 °C lies within`, `section 15 says that it does not`, `Fire Service Act`}},
		apitest.Scenario{Name: "on a day", Request: laws(&user, "?as_of=2027-04-01", "ja"), Status: 200, Contains: []string{`"as_of":"2027-04-01"`}},
		apitest.Scenario{Name: "what has to be done", Request: laws(&user, "", "ja"), Status: 200, Contains: []string{
			`"article":"有機則第28条"`, `"force":"conditional"`, `"interval":{"ja":"6か月以内ごと","en":"every 6 months"}`, `"retention_years":3`, `"verification":"text"`,
			`"link":"https://laws.e-gov.go.jp/law/347M50002000036"`, `"because":[{"class_key":"JP-ISHA/YUKI/T2"`, `"source":"e-Gov 347M50002000036`,
		}},
		apitest.Scenario{Name: "what has to be done, in English", Request: laws(&user, "", "en"), Status: 200, Contains: []string{`"article":"Organic Solvents Ordinance, Art. 28"`, `"verification":"knowledge"`}},
		apitest.Scenario{Name: "no such day", Request: laws(&user, "?as_of=soon", "ja"), Status: 400},
		apitest.Scenario{Name: "what is not listed too", Request: laws(&user, "?all=true", "ja"), Status: 200, Contains: []string{`"verdict":"not_listed"`, `"category_code":"HAZMAT1"`}},
		apitest.Scenario{Name: "another company's", Request: laws(&stranger, "", "ja"), Status: 404},
	)
}
