package sds_test

import (
	"slices"
	"testing"

	"anzen/shared/domain/sds"
)

// A record has the limits of its ingredients: by name, by number, of the only one; the same
// limit once, however it is printed.
func TestExposureLimitsOfIngredients(t *testing.T) {
	cell := func(key string, v sds.Value) sds.Field {
		return sds.Field{ID: key, Key: key, Value: v, State: sds.StateMachine, Confidence: 0.9}
	}
	text := func(key, s string) sds.Field { return cell(key, sds.Value{Kind: sds.KindText, Text: s}) }
	number := func(v float64) *float64 { return &v }
	value := func(v float64, unit string) sds.Field {
		return cell("value", sds.Value{Kind: sds.KindQuantity, Quantity: &sds.Quantity{Low: number(v), LowOp: "=", High: number(v), HighOp: "=", Unit: unit}})
	}
	ingredient := func(id, name, cas string) sds.Row {
		return sds.Row{ID: id, Fields: []sds.Field{text("name", name), cell("cas", sds.Value{Kind: sds.KindList, List: []string{cas}})}}
	}
	limits := func(rows ...sds.Row) sds.Section {
		return sds.Section{Number: 8, Groups: []sds.Group{{Key: sds.GroupExposureLimits, Rows: rows}}}
	}
	row := func(fields ...sds.Field) sds.Row { return sds.Row{Fields: fields} }
	composition := func(rows ...sds.Row) sds.Section {
		return sds.Section{Number: 3, Groups: []sds.Group{{Key: sds.GroupComposition, Rows: rows}}}
	}
	derive := func(sections ...sds.Section) []string {
		var s sds.Sheet
		s.Derive(sections)
		return s.ExposureLimits
	}
	both := composition(ingredient("a", "トルエン", "108-88-3"), ingredient("b", "Acetone", "67-64-1"))
	deleted := row(text("substance", "トルエン"), text("authority", "OSHA"), value(200, "ppm"))
	deleted.Fields[2].State = sds.StateDeleted
	got := derive(
		limits( // section 8 before section 3: the order does not matter
			row(text("substance", "トルエン"), text("authority", "ACGIH"), text("kind", "TWA"), value(20, "ppm")),
			row(text("substance", "ﾄﾙｴﾝ"), text("authority", "ＡＣＧＩＨ"), text("kind", "TWA"), value(20, " ppm ")),
			row(text("substance", "Acetone (67-64-1)"), text("authority", "JSOH"), value(475, "mg/m³")),
			row(text("substance", "キシレン"), text("authority", "JSOH"), value(50, "ppm")),
			row(text("authority", "JSOH"), value(50, "ppm")),
			row(text("substance", "トルエン"), text("authority", "ACGIH")),
			deleted,
		), both,
	)
	want := []string{"108-88-3|ACGIH|TWA|=|20|=|20|ppm", "67-64-1|JSOH||=|475|=|475|mg/m3"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	got = derive(composition(ingredient("a", "トルエン", "108-88-3")), limits(row(text("authority", "A|B"), value(0.5, "ppm"))))
	if want := []string{"108-88-3|A/B||=|0.5|=|0.5|ppm"}; !slices.Equal(got, want) {
		t.Errorf("the only ingredient: %q, want %q", got, want)
	}
	l, ok := sds.ReadExposureLimit(want[1])
	if !ok || l.CAS != "67-64-1" || l.Authority != "JSOH" || l.Kind != "" || *l.Value.High != 475 || l.Value.Unit != "mg/m3" || l.String() != want[1] {
		t.Errorf("read as %+v (%v)", l, ok)
	}
	for _, other := range []string{"", "a|b", "67-64-1|JSOH||=|x|=|475|mg/m3"} {
		if _, ok := sds.ReadExposureLimit(other); ok {
			t.Errorf("%q is a limit", other)
		}
	}
}
