package sds_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"anzen/shared/domain/sds"
)

func text(s string) sds.Value { return sds.Value{Kind: sds.KindText, Text: s} }

func machine(id, key string, v sds.Value) sds.Field {
	return sds.Field{ID: id, Key: key, Value: v, Raw: v.Text, Confidence: 0.9, State: sds.StateMachine}
}

func composition() sds.Section {
	return sds.Section{
		Number: 3, Fields: []sds.Field{machine("composition_type", "composition_type", sds.Value{Kind: sds.KindChoice, Text: "mixture"})},
		Groups: []sds.Group{{Key: sds.GroupComposition, Rows: []sds.Row{{ID: "a", Fields: []sds.Field{
			machine("composition/a/name", "name", text("トルエン")),
			machine("composition/a/cas", "cas", sds.Value{Kind: sds.KindList, List: []string{"108-88-3"}}),
		}}}}},
	}
}

func apply(t *testing.T, s *sds.Section, e sds.FieldEdit) []sds.Change {
	t.Helper()
	changes, err := s.Apply(e, func() string { return "new" })
	if err != nil {
		t.Fatalf("apply %+v: %v", e, err)
	}
	return changes
}

func TestEditKeepsTheReadValueAndRestoreReturnsIt(t *testing.T) {
	s := composition()
	to := text("キシレン")
	changes := apply(t, &s, sds.FieldEdit{ID: "composition/a/name", Action: sds.ActionEdit, Value: &to})
	f := s.Find("composition/a/name")
	if f.State != sds.StateEdited || f.Value.Text != "キシレン" || f.Machine == nil || f.Machine.Text != "トルエン" {
		t.Errorf("after the edit: %+v", f)
	}
	if len(changes) != 1 || changes[0].From.Text != "トルエン" || changes[0].To.Text != "キシレン" || changes[0].Section != 3 {
		t.Errorf("changes: %+v", changes)
	}
	apply(t, &s, sds.FieldEdit{ID: "composition/a/name", Action: sds.ActionDelete})
	if f := s.Find("composition/a/name"); f.State != sds.StateDeleted {
		t.Errorf("after the deletion: %+v", f)
	}
	apply(t, &s, sds.FieldEdit{ID: "composition/a/name", Action: sds.ActionRestore})
	if diff := cmp.Diff(composition(), s); diff != "" {
		t.Errorf("restored, it differs (-want +got):\n%s", diff)
	}
}

func TestARowIsDeletedAndRestoredAsAWhole(t *testing.T) {
	s := composition()
	if got := apply(t, &s, sds.FieldEdit{ID: "composition/a", Action: sds.ActionDelete}); len(got) != 2 {
		t.Errorf("%d changes, want one a field", len(got))
	}
	s.Each(func(group string, f *sds.Field) {
		if want := group != ""; (f.State == sds.StateDeleted) != want {
			t.Errorf("%s is %s", f.ID, f.State)
		}
	})
	apply(t, &s, sds.FieldEdit{ID: "composition/a", Action: sds.ActionRestore})
	if diff := cmp.Diff(composition(), s); diff != "" {
		t.Errorf("restored, it differs (-want +got):\n%s", diff)
	}
}

func TestConfirmingTwiceChangesNothingTheSecondTime(t *testing.T) {
	s := composition()
	e := sds.FieldEdit{ID: "composition_type", Action: sds.ActionConfirm}
	if got := apply(t, &s, e); len(got) != 1 || got[0].State != "confirmed" {
		t.Errorf("first: %+v", got)
	}
	if got := apply(t, &s, e); len(got) != 0 {
		t.Errorf("second: %+v", got)
	}
}

func TestUsersAddMissedValues(t *testing.T) {
	s := composition()
	apply(t, &s, sds.FieldEdit{ID: sds.GroupComposition, Action: sds.ActionAdd, Row: map[string]sds.Value{
		"name": text("エチルベンゼン"), "cas": {Kind: sds.KindList, List: []string{"100-41-4"}},
	}})
	if f := s.Find("composition/new/cas"); f == nil || f.Value.List[0] != "100-41-4" || f.State != sds.StateEdited {
		t.Errorf("the row's number: %+v", f)
	}
	two := sds.Section{Number: 14}
	un := text("1294")
	apply(t, &two, sds.FieldEdit{ID: "un_number", Action: sds.ActionEdit, Value: &un})
	if f := two.Find("un_number"); f == nil || f.Value.Text != "1294" {
		t.Errorf("the field: %+v", f)
	}
}

func TestWrongEditsAreRefused(t *testing.T) {
	number := func(f float64) *float64 { return &f }
	for name, c := range map[string]struct {
		section int
		edit    sds.FieldEdit
		want    error
	}{
		"unknown field":  {3, sds.FieldEdit{ID: "nothing", Action: sds.ActionConfirm}, sds.ErrUnknownField},
		"unknown row":    {3, sds.FieldEdit{ID: "composition/b", Action: sds.ActionDelete}, sds.ErrUnknownField},
		"wrong kind":     {3, sds.FieldEdit{ID: "composition/a/name", Action: sds.ActionEdit, Value: &sds.Value{Kind: sds.KindList, List: []string{"x"}}}, sds.ErrWrongKind},
		"no value":       {3, sds.FieldEdit{ID: "composition/a/name", Action: sds.ActionEdit}, sds.ErrWrongKind},
		"empty text":     {3, sds.FieldEdit{ID: "composition/a/name", Action: sds.ActionEdit, Value: &sds.Value{Kind: sds.KindText, Text: " "}}, sds.ErrBadValue},
		"unknown choice": {3, sds.FieldEdit{ID: "composition_type", Action: sds.ActionEdit, Value: &sds.Value{Kind: sds.KindChoice, Text: "soup"}}, sds.ErrBadValue},
		"column unknown": {3, sds.FieldEdit{ID: sds.GroupComposition, Action: sds.ActionAdd, Row: map[string]sds.Value{"name": text("x"), "smell": text("y")}}, sds.ErrUnknownField},
		"no day":         {1, sds.FieldEdit{ID: "issue_date", Action: sds.ActionEdit, Value: &sds.Value{Kind: sds.KindDate, Text: "2025-02-30"}}, sds.ErrBadValue},
		"ends crossed": {9, sds.FieldEdit{ID: "ph", Action: sds.ActionEdit, Value: &sds.Value{
			Kind: sds.KindQuantity, Quantity: &sds.Quantity{Low: number(9), LowOp: ">=", High: number(7), HighOp: "<="},
		}}, sds.ErrBadValue},
	} {
		t.Run(name, func(t *testing.T) {
			s := composition()
			s.Number = c.section
			if _, err := s.Apply(c.edit, func() string { return "n" }); !errors.Is(err, c.want) {
				t.Errorf("%v, want %v", err, c.want)
			}
		})
	}
}

func TestAnotherAnalysisKeepsUsersValues(t *testing.T) {
	old := composition()
	to := text("メチルベンゼン")
	apply(t, &old, sds.FieldEdit{ID: "composition/a/name", Action: sds.ActionEdit, Value: &to})
	apply(t, &old, sds.FieldEdit{ID: sds.GroupComposition, Action: sds.ActionAdd, Row: map[string]sds.Value{"name": text("水")}})
	fresh := composition()
	fresh.Fields[0].Value.Text = "substance"
	fresh.Groups[0].Rows[0].Fields[1].Value.List = []string{"1330-20-7"}
	fresh.Groups[0].Rows = append(fresh.Groups[0].Rows, sds.Row{ID: "b", Fields: []sds.Field{machine("composition/b/name", "name", text("酢酸エチル"))}})

	got := sds.Merge(old, fresh)
	for id, want := range map[string]string{
		"composition_type": "substance", "composition/a/name": "メチルベンゼン", "composition/b/name": "酢酸エチル", "composition/new/name": "水",
	} {
		if f := got.Find(id); f == nil || f.Value.Text != want {
			t.Errorf("%s: %+v, want %s", id, f, want)
		}
	}
	if f := got.Find("composition/a/name"); f.Machine == nil || !f.Machine.Equal(fresh.Find("composition/a/name").Value) {
		t.Errorf("the read value beside the edited one is %+v, not the new reading", f.Machine)
	}
	if f := got.Find("composition/a/cas"); f.Value.List[0] != "1330-20-7" {
		t.Errorf("the untouched value is %v, not the new reading", f.Value.List)
	}
	// A row that is no longer read goes, unless a user has changed it.
	gone := sds.Merge(got, sds.Section{Number: 3})
	if gone.Row("composition", "b") != nil || gone.Row("composition", "a") == nil || gone.Row("composition", "new") == nil {
		t.Errorf("rows left: %+v", gone.Groups)
	}
}
