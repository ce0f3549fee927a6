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

// readThinner is a sheet of a thinner of toluene and ethyl acetate, which states too mild a
// category for reproduction, and none for the skin.
func readThinner(t *testing.T, w *apitest.World, c company.Company, kind string) sds.Sheet {
	t.Helper()
	s := w.Sheet(t, c, nil)
	before := s
	field := func(id, key string, v sds.Value) sds.Field {
		return sds.Field{ID: id, Key: key, Value: v, Raw: v.Text, Confidence: 0.9, State: sds.StateMachine, Extractor: "test", Sources: []sds.Source{{Page: 2, Boxes: []sds.Box{{X0: 1, Y0: 2, X1: 3, Y1: 4}}}}}
	}
	span := func(low, high float64, unit string) sds.Value {
		return sds.Value{Kind: sds.KindQuantity, Quantity: &sds.Quantity{Low: &low, LowOp: ">=", High: &high, HighOp: "<=", Unit: unit}}
	}
	text := func(s string) sds.Value { return sds.Value{Kind: sds.KindText, Text: s} }
	choice := func(s string) sds.Value { return sds.Value{Kind: sds.KindChoice, Text: s} }
	part := func(id, name, cas string, low, high float64) sds.Row {
		return sds.Row{ID: id, Fields: []sds.Field{
			field("composition/"+id+"/name", "name", text(name)),
			field("composition/"+id+"/cas", "cas", sds.Value{Kind: sds.KindList, List: []string{cas}}),
			field("composition/"+id+"/concentration", "concentration", span(low, high, "%")),
		}}
	}
	class := func(id, class, category string) sds.Row {
		return sds.Row{ID: id, Fields: []sds.Field{field("classification/"+id+"/class", "class", choice(class)), field("classification/"+id+"/category", "category", text(category))}}
	}
	sections := []sds.Section{
		{Number: 2, Groups: []sds.Group{{Key: sds.GroupClassification, Rows: []sds.Row{class("a", "flammable_liquids", "2"), class("b", "reproductive_toxicity", "2")}}}},
		{Number: 3, Fields: []sds.Field{field("composition_type", "composition_type", choice(kind))}, Groups: []sds.Group{{Key: sds.GroupComposition, Rows: []sds.Row{
			part("t", "トルエン", "108-88-3", 60, 70), part("e", "酢酸エチル", "141-78-6", 30, 40),
		}}}},
		{Number: 9, Fields: []sds.Field{field("state", "state", choice("liquid")), field("flash_point", "flash_point", span(4, 4, "C")), field("boiling_point", "boiling_point", span(77, 110, "C"))}},
	}
	s.Derive(sections)
	s, err := w.Table.WriteSheet(t.Context(), c.ID, write.Sheet{Before: &before, After: s, Sections: sections, CheckResult: &sds.CheckResult{}, Audit: table.Audit{Action: "test.read"}})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestMixture(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	user := w.User(t, c, access.Viewer)
	stranger := w.User(t, w.Company(t), access.Admin)
	s, pure := readThinner(t, w, c, "mixture"), readThinner(t, w, c, "substance")
	w.Run(t,
		apitest.Scenario{Name: "with the arithmetic", Request: get(&user, s, "/mixture"), Status: 200, Contains: []string{
			`"mixture":true`, `"as_of":"2026-03-04"`, `"fields":["composition/t/name","composition/t/cas","composition/t/concentration"]`,
			`"class":"reproductive_toxicity","class_name":{"ja":"生殖毒性","en":"Reproductive toxicity"},"verdict":"classified","mildest":{"key":"1A"`,
			`"match":"less_strict","stated":{"key":"2"`, `"kind":"cutoff","category":{"key":"1A"`, `"threshold":0.3,"unit":"%","outcome":"met"`,
			`"class":"flammable_liquids"`, `"match":"agrees"`, `"property":"flash_point"`, `"field":"flash_point"`,
			`"kind":"estimate"`, `"converted":true`, `"source":"nite"`,
		}},
		apitest.Scenario{Name: "a substance is no mixture", Request: get(&user, pure, "/mixture"), Status: 200, Contains: []string{`"mixture":false`, `"results":[]`}},
		apitest.Scenario{Name: "another company's", Request: get(&stranger, s, "/mixture"), Status: 404},
	)
}
