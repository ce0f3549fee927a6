package sds

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// Actions on a field.
const (
	ActionEdit    = "edit"
	ActionDelete  = "delete"
	ActionRestore = "restore"
	ActionConfirm = "confirm"
	ActionAdd     = "add"
)

// FieldEdit is a user's action on a field, a row (id group/row: delete, restore, confirm)
// or a group (id is the group's key: add a row).
type FieldEdit struct {
	Section int              `json:"section" minimum:"1" maximum:"16"`
	ID      string           `json:"id" maxLength:"200" doc:"the field; group/row for a whole row; the group for a new row"`
	Action  string           `json:"action" enum:"edit,delete,restore,confirm,add"`
	Value   *Value           `json:"value,omitempty" doc:"of an edit"`
	Row     map[string]Value `json:"row,omitempty" doc:"of a new row: its values by key"`
}

// Errors of edits.
var (
	ErrUnknownField = errors.New("the sheet has no such field")
	ErrWrongKind    = errors.New("the value is not of the field's kind")
	ErrBadValue     = errors.New("the value is not valid for the field")
)

// Apply applies an edit and returns the changes. newRow makes the id of a new row.
func (s *Section) Apply(e FieldEdit, newRow func() string) ([]Change, error) {
	group, row, key := splitID(e.ID)
	switch {
	case e.Action == ActionAdd:
		return s.addRow(e, newRow())
	case group != "" && key == "":
		r := s.Row(group, row)
		if r == nil {
			return nil, ErrUnknownField
		}
		return s.applyAll(r, e)
	}
	f := s.Find(e.ID)
	if f == nil {
		return s.addField(e, group, row, key)
	}
	def, ok := DefinitionOf(s.Number, group, f.Key)
	if !ok {
		def = Definition{Section: s.Number, Group: group, Key: f.Key, Kind: f.Value.Kind}
	}
	return f.apply(def, e)
}

func (s *Section) applyAll(r *Row, e FieldEdit) ([]Change, error) {
	if e.Action == ActionEdit {
		return nil, ErrUnknownField
	}
	var changes []Change
	for i := range r.Fields {
		c, err := r.Fields[i].apply(Definition{Section: s.Number}, e)
		if err != nil {
			return nil, err
		}
		changes = append(changes, c...)
	}
	return changes, nil
}

// addField is an edit of a field that the analysis did not find.
func (s *Section) addField(e FieldEdit, group, row, key string) ([]Change, error) {
	def, ok := DefinitionOf(s.Number, group, key)
	if !ok || def.CodesOf != "" || e.Action != ActionEdit {
		return nil, ErrUnknownField
	}
	f := Field{ID: e.ID, Key: key, State: StateEdited, Confidence: 1}
	if err := f.set(def, e.Value); err != nil {
		return nil, err
	}
	if group == "" {
		s.Fields = append(s.Fields, f)
	} else {
		r := s.Row(group, row)
		if r == nil {
			return nil, ErrUnknownField
		}
		r.Fields = append(r.Fields, f)
	}
	return []Change{{Section: s.Number, Field: e.ID, To: &f.Value, State: string(f.State)}}, nil
}

func (s *Section) addRow(e FieldEdit, id string) ([]Change, error) {
	row := Row{ID: id}
	var changes []Change
	for _, def := range Definitions {
		value, given := e.Row[def.Key]
		if def.Section != s.Number || def.Group != e.ID || !given {
			continue
		}
		f := Field{ID: FieldID(e.ID, id, def.Key), Key: def.Key, State: StateEdited, Confidence: 1}
		if err := f.set(def, &value); err != nil {
			return nil, err
		}
		row.Fields = append(row.Fields, f)
		changes = append(changes, Change{Section: s.Number, Field: f.ID, To: &f.Value, State: string(f.State)})
	}
	if len(row.Fields) == 0 || len(row.Fields) != len(e.Row) {
		return nil, ErrUnknownField
	}
	g := s.Group(e.ID)
	if g == nil {
		s.Groups = append(s.Groups, Group{Key: e.ID})
		g = s.Group(e.ID)
	}
	g.Rows = append(g.Rows, row)
	return changes, nil
}

func (f *Field) apply(def Definition, e FieldEdit) ([]Change, error) {
	before, state := f.Value, f.State
	if f.State == StateMachine {
		machine := f.Value
		f.Machine = &machine
	}
	switch e.Action {
	case ActionEdit:
		f.State = StateEdited
		if err := f.set(def, e.Value); err != nil {
			return nil, err
		}
	case ActionConfirm:
		if f.State != StateEdited {
			f.State = StateConfirmed
		}
	case ActionDelete:
		f.State = StateDeleted
	case ActionRestore:
		// The value that was read, or else the one that was edited before it was deleted.
		f.State = StateEdited
		if f.Machine != nil {
			f.Value, f.State, f.Machine = *f.Machine, StateMachine, nil
		}
	}
	if before.Equal(f.Value) && state == f.State {
		return nil, nil
	}
	after := f.Value
	return []Change{{Section: def.Section, Field: f.ID, From: &before, To: &after, State: string(f.State)}}, nil
}

func (f *Field) set(def Definition, v *Value) error {
	if v == nil {
		return ErrWrongKind
	}
	if err := def.Check(*v); err != nil {
		return err
	}
	f.Value = *v
	switch {
	case v.Kind == KindDate:
		f.Value.Text, _ = ReadDay(v.Text)
	case def.Key == unNumberKey:
		f.Value.Text, _ = ReadUN(v.Text)
	}
	return nil
}

// Check validates a value of the field: ErrWrongKind or ErrBadValue.
func (d Definition) Check(v Value) error {
	if v.Kind != d.Kind {
		return fmt.Errorf("%w: %s is %s, not %s", ErrWrongKind, d.Key, d.Kind, v.Kind)
	}
	bad := func(why string) error { return fmt.Errorf("%w: %s: %s", ErrBadValue, d.Key, why) }
	switch v.Kind {
	case KindDate:
		if _, ok := ReadDay(v.Text); !ok {
			return bad("not a date such as YYYY-MM-DD")
		}
	case KindChoice:
		if !slices.Contains(d.Choices, v.Text) {
			return bad("not one of " + strings.Join(d.Choices, ", "))
		}
	case KindFlag:
		if v.Text != "true" && v.Text != "false" {
			return bad("neither true nor false")
		}
	case KindQuantity:
		q := v.Quantity
		if q == nil || q.Low == nil && q.High == nil {
			return bad("no number")
		}
		if q.Low != nil && q.High != nil && *q.Low > *q.High {
			return bad("the lower end is above the upper")
		}
	case KindList:
		if len(v.List) == 0 || slices.Contains(v.List, "") {
			return bad("an empty entry")
		}
	default:
		if strings.TrimSpace(v.Text) == "" {
			return bad("empty")
		}
		if _, is := ReadUN(v.Text); d.Key == unNumberKey && !is {
			return bad("not a UN number of four digits")
		}
	}
	return nil
}

// Day is the calendar day of a moment in Japan, as midnight UTC.
func Day(now time.Time) time.Time {
	tokyo := time.FixedZone("JST", 9*60*60)
	y, m, d := now.In(tokyo).Date()
	return time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
}
