package versions_test

import (
	"testing"

	"anzen/shared/domain/checklist"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/verdict"
	"anzen/shared/library/versions"
	"anzen/shared/reference/regulation"
)

func field(key, value string) sds.Field {
	return sds.Field{ID: key, Key: key, Value: sds.Value{Kind: sds.KindText, Text: value}}
}

func list(key string, values ...string) sds.Field {
	return sds.Field{ID: key, Key: key, Value: sds.Value{Kind: sds.KindList, List: values}}
}

func ingredient(name, cas string, percent float64) sds.Row {
	return sds.Row{ID: "r" + name, Fields: []sds.Field{
		field("name", name), list("cas", cas),
		{ID: "c", Key: "concentration", Value: sds.Value{Kind: sds.KindQuantity, Quantity: &sds.Quantity{Low: &percent, High: &percent, Unit: "%"}}},
	}}
}

func sheet(number int, fields []sds.Field, groups ...sds.Group) sds.Section {
	return sds.Section{Number: number, Fields: fields, Groups: groups}
}

// Changes are typed by what they concern, major ones first; spellings that say the same are
// no change, and rows are compared by what they are about.
func TestCompare(t *testing.T) {
	deleted := field("use_restrictions", "x")
	deleted.State = sds.StateDeleted
	was := []sds.Section{
		sheet(1, []sds.Field{field("supplier_phone", "03-1"), field("product_name", "シンナー A"), field("supplier_name", "東西化学"), deleted}),
		sheet(2, []sds.Field{list("h_codes", "H225", "H304"), list("p_codes", "P210")}),
		sheet(3, nil, sds.Group{Key: sds.GroupComposition, Rows: []sds.Row{ingredient("トルエン", "108-88-3", 60), ingredient("キシレン", "1330-20-7", 40)}}),
		sheet(14, []sds.Field{field("un_number", "1263")}),
		sheet(15, nil, sds.Group{Key: sds.GroupLaws, Rows: []sds.Row{{ID: "1", Fields: []sds.Field{field("name", "消防法")}}}}),
	}
	is := []sds.Section{
		sheet(1, []sds.Field{field("supplier_phone", "03-2"), field("product_name", "シンナーＡ"), field("supplier_name", "東西化学工業")}),
		sheet(2, []sds.Field{list("h_codes", "H304", "H225"), list("p_codes", "P210", "P233")}),
		sheet(3, nil, sds.Group{Key: sds.GroupComposition, Rows: []sds.Row{ingredient("キシレン", "1330-20-7", 40), ingredient("トルエン", "108-88-3", 55), ingredient("アセトン", "67-64-1", 5)}}),
		sheet(14, []sds.Field{field("un_number", "1263")}),
		sheet(15, nil, sds.Group{Key: sds.GroupLaws, Rows: []sds.Row{{ID: "1", Fields: []sds.Field{field("name", "消防法")}}, {ID: "2", Fields: []sds.Field{field("name", "化管法")}}}}),
	}
	type summary struct {
		kind     versions.Kind
		key, row string
		was, is  bool
	}
	want := []summary{
		{versions.Supplier, "supplier_name", "", true, true},
		{versions.Composition, "concentration", "108-88-3", true, true},
		{versions.Composition, "name", "67-64-1", false, true},
		{versions.Composition, "cas", "67-64-1", false, true},
		{versions.Composition, "concentration", "67-64-1", false, true},
		{versions.Laws, "name", "化管法", false, true},
		{versions.Other, "supplier_phone", "", true, true},
		{versions.Other, "p_codes", "", true, true},
	}
	got := versions.Compare(was, is)
	if len(got) != len(want) {
		t.Fatalf("%+v", got)
	}
	for i, c := range got {
		if s := (summary{c.Kind, c.Key, c.Row, c.Was != nil, c.Is != nil}); s != want[i] {
			t.Errorf("%d: %+v, want %+v", i, s, want[i])
		}
	}
	if again := versions.Compare(is, is); len(again) != 0 {
		t.Errorf("the same version changes: %+v", again)
	}
	if back := versions.Compare(is, was); len(back) != len(got) || back[0].Was.Text != "東西化学工業" {
		t.Errorf("backwards: %+v", back)
	}
}

// What follows: laws and checklists that appear or go.
func TestConsequences(t *testing.T) {
	set := regulation.Current()
	of := func(cas string, percent float64) *sds.Sheet {
		return &sds.Sheet{Status: sds.StatusCompleted, Newer: "newer", Ingredients: []sds.Ingredient{{CAS: []string{cas}, Concentration: &sds.Span{Low: &percent, High: &percent}}}}
	}
	was, is := of("108-88-3", 0.05), of("108-88-3", 60)
	appears := false
	for _, turn := range versions.Turns(set, was, is, "2026-11-22") {
		if turn.Class.Key() == "JP-PRTR/C1/DEFAULT" {
			appears = turn.Appears() && turn.Is == verdict.Applies
		}
	}
	if !appears {
		t.Error("PRTR does not appear")
	}
	if turns := versions.Turns(set, is, is, "2026-11-22"); len(turns) != 0 {
		t.Errorf("the same version turns %+v", turns)
	}
	lists := []checklist.List{
		{ID: "watched", State: checklist.Created, Targets: []checklist.Target{checklist.Composition}, Substances: []checklist.Substance{{CAS: "108-88-3", Percent: 1}}},
		{ID: "suspended", State: checklist.Suspended, Substances: []checklist.Substance{{CAS: "108-88-3", Percent: 1}}},
		{ID: "other", State: checklist.Created, Substances: []checklist.Substance{{CAS: "67-64-1", Percent: 1}}},
	}
	turns := versions.ListTurns(set, lists, was, is, "2026-11-22")
	if len(turns) != 1 || turns[0].List.ID != "watched" || turns[0].Is != verdict.Applies {
		t.Errorf("%+v", turns)
	}
}
