package table_test

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/attributevalue"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"anzen/shared/aws/table"
	"anzen/shared/domain/company"
	"anzen/shared/domain/periodic"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/write"
)

// former makes the records of a kind as they were before they had versions.
func former(item table.Item) { delete(item, "V") }

// A sheet whose codes were stored in a list beside the statements is read with the codes
// of its statements: alone, in lists, in the log and by the catalog.
func TestHazardsOfAnOlderRuleAreDerivedWhenRead(t *testing.T) {
	ctx := t.Context()
	r := newRaw(t)
	field := func(id, key string, v sds.Value) sds.Field {
		return sds.Field{ID: id, Key: key, Value: v, Raw: "H225", State: sds.StateMachine, Confidence: 0.9}
	}
	section := sds.Section{
		Number: 2, Fields: []sds.Field{field("h_codes", "h_codes", sds.Value{Kind: sds.KindList, List: []string{"H225"}})},
		Groups: []sds.Group{
			{Key: sds.GroupHazards, Rows: []sds.Row{{ID: "a", Fields: []sds.Field{
				field("hazard_statements/a/code", "code", sds.Value{Kind: sds.KindText, Text: "H350"}), field("hazard_statements/a/text", "text", sds.Value{Kind: sds.KindText, Text: "発がんのおそれ"}),
			}}}},
			{Key: sds.GroupClassification, Rows: []sds.Row{{ID: "b", Fields: []sds.Field{
				field("classification/b/class", "class", sds.Value{Kind: sds.KindChoice, Text: "carcinogenicity"}), field("classification/b/category", "category", sds.Value{Kind: sds.KindText, Text: "1A"}),
			}}}},
		},
	}
	twenty := 20.0
	limits := sds.Section{Number: 8, Fields: []sds.Field{}, Groups: []sds.Group{{Key: sds.GroupExposureLimits, Rows: []sds.Row{{ID: "c", Fields: []sds.Field{
		field("exposure_limits/c/authority", "authority", sds.Value{Kind: sds.KindText, Text: "ACGIH"}),
		field("exposure_limits/c/value", "value", sds.Value{Kind: sds.KindQuantity, Quantity: &sds.Quantity{High: &twenty, HighOp: "<=", Unit: "ppm"}}),
	}}}}}}
	stored := aSheet("古い", time.Unix(1, 0))
	stored.HCodes, stored.HazardsAs, stored.Ingredients = []string{"H225"}, 0, []sds.Ingredient{{Name: "トルエン", CAS: []string{"108-88-3"}}}
	limit := []string{"108-88-3|ACGIH||||<=|20|ppm"}
	written, err := r.WriteSheet(ctx, "c", write.Sheet{After: stored, Sections: []sds.Section{section, limits}, Audit: audit})
	if err != nil {
		t.Fatal(err)
	}
	r.touch(t, "SECTION", former)
	want := []string{"H350", "H225"}

	got, err := r.Sheet(ctx, "c", written.ID)
	if err != nil || !slices.Equal(got.HCodes, want) || !slices.Equal(got.GHSCategories, []string{"carcinogenicity/1A"}) || !slices.Equal(got.ExposureLimits, limit) {
		t.Errorf("alone: %v %v %v, %v", got.HCodes, got.GHSCategories, got.ExposureLimits, err)
	}
	all, err := r.AllSheetRecords(ctx, "c", []sds.SheetID{written.ID})
	if err != nil || !slices.Equal(all[written.ID].HCodes, want) {
		t.Errorf("among others: %v, %v", all[written.ID].HCodes, err)
	}
	records, err := r.SheetRecordsByID(ctx, "c")
	if err != nil || len(records) != 1 || !slices.Equal(records[0].HCodes, want) || !slices.Equal(records[0].ExposureLimits, limit) {
		t.Errorf("in the catalog's source: %v, %v", records, err)
	}
	log := r.all(t, "LOG")
	again := maps.Clone(log[0])
	again[table.SortAttribute] = text(strings.Replace(sortKey(again), "1", "2", 1))
	r.put(t, again)
	entries, err := r.Tail(ctx, "c", 0)
	if err != nil || len(entries) != 2 || !slices.Equal(entries[0].Sheet.HCodes, want) || !slices.Equal(entries[1].Sheet.HCodes, want) {
		t.Errorf("in the log: %v, %v", entries, err)
	}
	sections, err := r.Sections(ctx, "c", written.ID)
	if err != nil || len(sections) != 2 || sections[0].Find("h_codes") != nil || !slices.Equal(sds.Codes(&sections[0], sds.GroupHazards), want) {
		t.Errorf("the section is %+v, %v", sections, err)
	}
	// A write keeps what was derived, and reads nothing besides later.
	got.Note = "今"
	if _, err := r.WriteSheet(ctx, "c", sheetWrite(all[written.ID], got)); err != nil {
		t.Fatal(err)
	}
	for _, item := range r.all(t, "S") {
		var s sds.Sheet
		if err := attributevalue.UnmarshalMap(item, &s); err != nil || s.HazardsAs != sds.HazardRule || !slices.Equal(s.HCodes, want) {
			t.Errorf("stored as %+v, %v", s, err)
		}
	}
}

// Saved searches and periodic exports keep finding the same classes.
func TestStoredFiltersAreRenumbered(t *testing.T) {
	ctx := t.Context()
	r := newRaw(t)
	x := r.Begin("c").Audit(audit)
	x.CreateCriteria("u", company.Criteria{ID: "f", Name: "皮膚", Query: "ghs_class=1022000"}, nil)
	x.CreatePeriodic(periodic.Setting{ID: "p", Company: "c", Name: "毎日", Export: periodic.Export{Filter: []byte(`{"ghs_category":["2028020"]}`)}}, 5)
	if err := x.Commit(ctx); err != nil {
		t.Fatal(err)
	}
	r.touch(t, "FILTER", former)
	r.touch(t, "PERIODIC", former)
	saved, err := r.OneCriteria(ctx, "c", "u", "f")
	if err != nil || saved.Query != "ghs_class=1023000" {
		t.Errorf("%+v, %v", saved, err)
	}
	settings, err := r.PeriodicSettings(ctx, "c")
	if err != nil || len(settings) != 1 || !strings.Contains(string(settings[0].Export.Filter), "2029020") {
		t.Errorf("%+v, %v", settings, err)
	}
	// Once stored with today's numbers they stay.
	y := r.Begin("c").Audit(audit)
	y.EditCriteria("u", saved, saved, nil)
	if err := y.Commit(ctx); err != nil {
		t.Fatal(err)
	}
	if saved, err = r.OneCriteria(ctx, "c", "u", "f"); err != nil || saved.Query != "ghs_class=1023000" {
		t.Errorf("%+v, %v", saved, err)
	}
	for _, item := range r.all(t, "FILTER") {
		if _, is := item["V"].(*types.AttributeValueMemberN); !is {
			t.Errorf("stored without a version: %v", item)
		}
	}
}
