package sds_test

import (
	"slices"
	"testing"
	"time"

	"anzen/shared/domain/sds"
)

func day(s string) time.Time {
	t, err := time.Parse(time.DateOnly, s)
	if err != nil {
		panic(err)
	}
	return t
}

func TestRevisionStatus(t *testing.T) {
	for name, c := range map[string]struct {
		sheet sds.Sheet
		on    string
		want  sds.RevisionStatus
	}{
		"no date":                      {sds.Sheet{}, "2026-01-01", sds.RevisionUnknown},
		"fresh":                        {sds.Sheet{RevisedOn: "2023-04-01"}, "2026-01-01", sds.RevisionRevised},
		"on the last day":              {sds.Sheet{RevisedOn: "2021-04-01"}, "2026-04-01", sds.RevisionRevised},
		"a day over":                   {sds.Sheet{RevisedOn: "2021-04-01"}, "2026-04-02", sds.RevisionNeeded},
		"issued only":                  {sds.Sheet{IssuedOn: "2015-01"}, "2026-04-02", sds.RevisionNeeded},
		"supplier confirmed":           {sds.Sheet{RevisedOn: "2015-04-01", SupplierConfirmedOn: "2025-01-01"}, "2026-01-01", sds.RevisionSupplierConfirmed},
		"confirmation before revision": {sds.Sheet{RevisedOn: "2025-04-01", SupplierConfirmedOn: "2024-01-01"}, "2026-01-01", sds.RevisionRevised},
		"confirmed long ago":           {sds.Sheet{RevisedOn: "2010-04-01", SupplierConfirmedOn: "2015-01-01"}, "2026-01-01", sds.RevisionNeeded},
		"leap day, on the last day":    {sds.Sheet{RevisedOn: "2024-02-29"}, "2029-03-01", sds.RevisionRevised},
		"leap day, a day over":         {sds.Sheet{RevisedOn: "2024-02-29"}, "2029-03-02", sds.RevisionNeeded},
		"confirmed on a leap day":      {sds.Sheet{RevisedOn: "2015-04-01", SupplierConfirmedOn: "2024-02-29"}, "2029-03-01", sds.RevisionSupplierConfirmed},
		"confirmed, a day over":        {sds.Sheet{RevisedOn: "2015-04-01", SupplierConfirmedOn: "2024-02-29"}, "2029-03-02", sds.RevisionNeeded},
		"confirmed on the same day":    {sds.Sheet{RevisedOn: "2025-04-01", SupplierConfirmedOn: "2025-04-01"}, "2026-01-01", sds.RevisionRevised},
		"confirmed without other date": {sds.Sheet{SupplierConfirmedOn: "2025-04-01"}, "2026-01-01", sds.RevisionSupplierConfirmed},
		"old and confirmed":            {sds.Sheet{SupplierConfirmedOn: "2025-04-01", Newer: "x"}, "2026-01-01", sds.RevisionOld},
		"a newer sheet exists":         {sds.Sheet{RevisedOn: "2025-04-01", Newer: "x"}, "2026-01-01", sds.RevisionOld},
	} {
		t.Run(name, func(t *testing.T) {
			if got := c.sheet.RevisionStatusOn(day(c.on), 5); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

func TestStatusGroups(t *testing.T) {
	want := map[sds.Status]sds.StatusGroup{
		0: sds.GroupBefore, 10000: sds.GroupBefore, 15000: sds.GroupBefore, 20000: sds.GroupBefore, 30000: sds.GroupAnalyzing, 40000: sds.GroupAnalyzing,
		50000: sds.GroupAnalyzing, 60000: sds.GroupCompleted, 90000: sds.GroupImpossible, 91000: sds.GroupReconfirmation, 70000: sds.GroupCheck,
	}
	for s, group := range want {
		if got := s.Group(); got != group {
			t.Errorf("%d is %s, want %s", s, got, group)
		}
	}
	for _, s := range sds.Statuses {
		if want := s >= 60000; s.Editable() != want {
			t.Errorf("%d: editable %v, want %v", s, s.Editable(), want)
		}
	}
}

func TestDeriveForLists(t *testing.T) {
	sections := []sds.Section{
		{Number: 1, Fields: []sds.Field{
			machine("product_name", "product_name", text("シンナーA")),
			machine("product_codes", "product_codes", sds.Value{Kind: sds.KindList, List: []string{"A-1"}}),
			machine("supplier_name", "supplier_name", text("販売㈱")), machine("manufacturer_name", "manufacturer_name", text("製造㈱")),
			machine("revision_date", "revision_date", sds.Value{Kind: sds.KindDate, Text: "2025-04-01"}),
		}},
		{Number: 2, Groups: []sds.Group{{Key: sds.GroupClassification, Rows: []sds.Row{{ID: "r", Fields: []sds.Field{
			machine("classification/r/class", "class", sds.Value{Kind: sds.KindChoice, Text: "reproductive_toxicity"}), // without a category
		}}}}}},
		composition(),
	}
	sections[2].Fields[0].Confidence = 0.5
	s := sds.Sheet{File: sds.File{Name: "scan.pdf"}}
	s.Derive(sections)
	if s.Name != "シンナーA" || s.RevisedOn != "2025-04-01" || s.Supplier != "販売㈱" || s.Manufacturer != "製造㈱" || len(s.CAS) != 1 || s.Composition != sds.CompositionMixture || s.Unreviewed != 1 {
		t.Errorf("%+v", s)
	}
	if !slices.Equal(s.GHSCategories, []string{"reproductive_toxicity/"}) {
		t.Errorf("classes %v", s.GHSCategories)
	}
	if len(s.GuardedCodes) != 0 {
		t.Errorf("a code that the machine read is guarded: %v", s.GuardedCodes)
	}
	sections[0].Fields[1].State = sds.StateConfirmed
	sections[0].Fields[0].State = sds.StateDeleted
	s.Derive(sections)
	if s.Name != "scan" || len(s.GuardedCodes) != 1 {
		t.Errorf("name %q, guarded %v", s.Name, s.GuardedCodes)
	}
}

// The heading of a text is reviewed with the text.
func TestUnreviewedHeadings(t *testing.T) {
	uncertain := func(key string) sds.Field {
		f := machine("text/r/"+key, key, text("火災時の措置"))
		f.Confidence = sds.ReviewBelow - 0.01
		return f
	}
	sections := []sds.Section{{Number: 5, Groups: []sds.Group{{Key: sds.GroupText, Rows: []sds.Row{{ID: "r", Fields: []sds.Field{uncertain("title"), uncertain("body")}}}}}}}
	for _, want := range []int{1, 0} {
		var s sds.Sheet
		if s.Derive(sections); s.Unreviewed != want {
			t.Errorf("%d unreviewed, want %d", s.Unreviewed, want)
		}
		sections[0].Groups[0].Rows[0].Fields[1].State = sds.StateConfirmed
	}
}

// A sheet without a product name is named for its file, whatever the case of its suffix.
func TestFileNamesAsNames(t *testing.T) {
	for file, want := range map[string]string{"scan.pdf": "scan", "SCAN.PDF": "SCAN", "v1.2.Pdf": "v1.2", "data": "data", "": ""} {
		s := sds.Sheet{File: sds.File{Name: file}}
		if s.Derive(nil); s.Name != want {
			t.Errorf("%s: %q, want %q", file, s.Name, want)
		}
	}
}

func TestDeriveForFilters(t *testing.T) {
	quantity := func(low, high float64, unit string) sds.Value {
		return sds.Value{Kind: sds.KindQuantity, Quantity: &sds.Quantity{Low: &low, High: &high, Unit: unit}}
	}
	mixed := composition()
	mixed.Groups[0].Rows[0].Fields = append(mixed.Groups[0].Rows[0].Fields, machine("composition/a/concentration", "concentration", quantity(5000, 10000, "ppm")))
	sections := []sds.Section{
		{Number: 2, Groups: []sds.Group{{Key: sds.GroupClassification, Rows: []sds.Row{{ID: "r", Fields: []sds.Field{
			machine("classification/r/class", "class", sds.Value{Kind: sds.KindChoice, Text: "flammable_liquids"}),
			machine("classification/r/category", "category", text("2")),
		}}}}}},
		mixed,
		{Number: 8, Groups: []sds.Group{{Key: sds.GroupExposureLimits, Rows: []sds.Row{
			{ID: "a", Fields: []sds.Field{machine("exposure_limits/a/authority", "authority", text("ACGIH"))}},
			{ID: "b", Fields: []sds.Field{machine("exposure_limits/b/authority", "authority", text("ACGIH"))}},
		}}}},
		{Number: 9, Fields: []sds.Field{
			machine("flash_point", "flash_point", quantity(50, 50, "F")), machine("boiling_point", "boiling_point", quantity(373.15, 400, "K")),
			machine("ph", "ph", quantity(2, 3, "")), machine("state", "state", text("liquid")),
		}},
		{Number: 14, Fields: []sds.Field{machine("transport_class", "transport_class", text("3")), machine("packing_group", "packing_group", text("II"))}},
	}
	sections[3].Fields[2].State = sds.StateDeleted
	var s sds.Sheet
	s.Derive(sections)
	switch {
	case !slices.Equal(s.GHSCategories, []string{"flammable_liquids/2"}), !slices.Equal(s.ExposureAuthorities, []string{"ACGIH"}):
		t.Errorf("categories %v, authorities %v", s.GHSCategories, s.ExposureAuthorities)
	case len(s.Ingredients) != 1 || s.Ingredients[0].Name != "トルエン" || !s.Ingredients[0].Concentration.Meets(1, 2) || s.Ingredients[0].Concentration.Meets(1.1, 2):
		t.Errorf("ingredients %+v", s.Ingredients)
	case !s.FlashPoint.Meets(10, 10) || s.FlashPoint.Meets(11, 20), !s.BoilingPoint.Meets(100, 100) || s.BoilingPoint.Meets(0, 99):
		t.Errorf("flash point %+v, boiling point %+v", s.FlashPoint, s.BoilingPoint)
	case s.PH != nil || s.DeletedItems != 1:
		t.Errorf("a deleted pH counts: %+v, %d items deleted", s.PH, s.DeletedItems)
	case s.State != "liquid" || s.TransportClass != "3" || s.PackingGroup != "II":
		t.Errorf("%+v", s)
	}
}

func TestDeriveForChecks(t *testing.T) {
	share := func(id, cas, name string, v sds.Value) sds.Row {
		r := sds.Row{ID: id, Fields: []sds.Field{machine("composition/"+id+"/concentration", "concentration", v)}}
		if cas != "" {
			r.Fields = append(r.Fields, machine("composition/"+id+"/cas", "cas", sds.Value{Kind: sds.KindList, List: []string{cas}}))
		}
		if name != "" {
			r.Fields = append(r.Fields, machine("composition/"+id+"/name", "name", sds.Value{Kind: sds.KindText, Text: name}))
		}
		return r
	}
	one, ten, hot := 1.0, 10.0, 392.0
	quantity := func(q sds.Quantity) sds.Value { return sds.Value{Kind: sds.KindQuantity, Quantity: &q} }
	sections := []sds.Section{
		{Number: 3, Groups: []sds.Group{{Key: sds.GroupComposition, Rows: []sds.Row{
			share("a", "108-88-3", "", quantity(sds.Quantity{Low: &one, LowOp: ">", High: &ten, HighOp: "<", Unit: "%"})),
			share("b", "", "", quantity(sds.Quantity{Low: &one, LowOp: "="})),
			share("c", "", "樹脂", sds.Value{Kind: sds.KindQuantity, Text: "balance"}),
			share("d", "", "添加剤", sds.Value{Kind: sds.KindQuantity, Text: "営業秘密"}),
			share("e", "64-17-5", "", quantity(sds.Quantity{High: &ten, HighOp: "<=", Unit: "%"})),
		}}}},
		{Number: 9, Fields: []sds.Field{machine("auto_ignition", "auto_ignition", quantity(sds.Quantity{Low: &hot, LowOp: ">=", Unit: "°F"}))}},
	}
	var s sds.Sheet
	s.Derive(sections)
	if len(s.Ingredients) != 4 {
		t.Fatalf("%+v", s.Ingredients)
	}
	if c := s.Ingredients[0].Concentration; !c.LowOpen || !c.HighOpen {
		t.Errorf("ends that do not belong to it: %+v", c)
	}
	if c := s.Ingredients[3].Concentration; c.LowOpen || c.HighOpen || c.Low != nil {
		t.Errorf("%+v", c)
	}
	if rest, secret := s.Ingredients[1], s.Ingredients[2]; !rest.Balance || rest.Withheld || secret.Balance || !secret.Withheld {
		t.Errorf("%+v, %+v", rest, secret)
	}
	if s.AutoIgnition == nil || *s.AutoIgnition.Low != 200 || s.AutoIgnition.High != nil {
		t.Errorf("auto-ignition %+v", s.AutoIgnition)
	}
	rows := sds.IngredientRows(&sections[0])
	var ids []string
	for _, r := range rows {
		ids = append(ids, r.ID)
	}
	if !slices.Equal(ids, []string{"a", "c", "d", "e"}) {
		t.Errorf("rows %v", ids)
	}
	s.Derive(nil)
	if s.AutoIgnition != nil || s.WaterSolubility != "" {
		t.Error("the record keeps values that its sections no longer have")
	}
}

func TestDefinitionsAreUnique(t *testing.T) {
	seen := map[string]bool{}
	for _, d := range sds.Definitions {
		key := d.Group + "/" + d.Key
		if d.Group == sds.GroupText {
			continue // one a section
		}
		if seen[key] {
			t.Errorf("%s is defined twice", key)
		}
		seen[key] = true
		if (d.Kind == sds.KindChoice) != (len(d.Choices) > 0) {
			t.Errorf("%s: choices do not go with the kind", key)
		}
	}
}

// A superseded sheet keeps its codes for display, and guards none.
func TestOnlyTheNewestVersionGuardsItsCodes(t *testing.T) {
	sections := []sds.Section{{Number: 1, Fields: []sds.Field{{
		ID: "product_codes", Key: "product_codes", Value: sds.Value{Kind: sds.KindList, List: []string{"A-1"}}, State: sds.StateConfirmed,
	}}}}
	newest, old := sds.Sheet{}, sds.Sheet{Newer: "x"}
	newest.Derive(sections)
	old.Derive(sections)
	if len(newest.GuardedCodes) != 1 || len(old.GuardedCodes) != 0 || len(old.ProductCodes) != 1 {
		t.Errorf("%v, %v, %v", newest.GuardedCodes, old.GuardedCodes, old.ProductCodes)
	}
	if got := sds.CodesByPerson(sections); len(got) != 1 {
		t.Errorf("codes by a person: %v", got)
	}
	for _, state := range []sds.FieldState{sds.StateMachine, sds.StateDeleted} {
		sections[0].Fields[0].State = state
		if got := sds.CodesByPerson(sections); got != nil {
			t.Errorf("%s: %v", state, got)
		}
	}
}
