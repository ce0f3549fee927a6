package batch

import (
	"slices"

	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
)

// Refused returns why a change must not be made of the sheet as it is now; nil where
// it may. What the change names has to be there still.
func (c Change) Refused(record sds.Sheet, caller Caller, names Names) *Problem {
	problem := func(column Column, code message.Code, value string) *Problem {
		return &Problem{c.Row, column, code, shorten(value)}
	}
	switch {
	case record.DeletedAt != nil:
		return problem(ID, CodeGone, string(c.Sheet))
	case !caller.MayEdit(record):
		return problem(ID, CodeOthers, record.Name)
	case !record.Status.Editable():
		return problem(ID, CodeBusy, record.Name)
	}
	if c.Departments != nil {
		for _, id := range *c.Departments {
			if _, ok := names.Departments[id]; !ok {
				return problem(Departments, CodeDepartment, string(id))
			}
		}
		for _, id := range caller.Trespasses(record.Departments, *c.Departments) {
			if name, ok := names.Departments[id]; ok { // one that the company has deleted may go
				return problem(Departments, CodeAssign, name)
			}
		}
		if len(*c.Departments) == 0 && len(names.Departments) > 0 && !caller.AnyDepartment() {
			return problem(Departments, CodeNoDepartment, "")
		}
	}
	if c.Tags != nil {
		for _, id := range *c.Tags {
			if _, ok := names.Tags[id]; !ok {
				return problem(Tags, CodeTag, string(id))
			}
		}
	}
	if c.Assignees != nil {
		for _, id := range *c.Assignees {
			if !slices.ContainsFunc(names.Users, func(p Person) bool { return p.ID == id }) {
				return problem(Assignees, CodeAssignee, string(id))
			}
		}
	}
	return nil
}

// TouchesSections reports whether more than the sheet record has to be read and written.
func (c Change) TouchesSections() bool { return c.Codes != nil }

// Apply makes the change of a sheet record and its sections, and returns what changed, as
// the history keeps it. Sections are needed where TouchesSections is true; the
// section of product codes is then the one to write.
func (c Change) Apply(record *sds.Sheet, sections *[]sds.Section) ([]sds.Change, error) {
	var changes []sds.Change
	note := func(field string, from, to sds.Value) {
		if !from.Equal(to) {
			changes = append(changes, sds.Change{Field: field, From: &from, To: &to})
		}
	}
	text := func(field string, at *string, to *string) {
		if to != nil {
			note(field, sds.Value{Kind: sds.KindText, Text: *at}, sds.Value{Kind: sds.KindText, Text: *to})
			*at = *to
		}
	}
	if c.Codes != nil {
		made, err := applyCodes(*c.Codes, sections)
		if err != nil {
			return nil, err
		}
		if len(made) > 0 {
			record.Derive(*sections)
		}
		changes = append(changes, made...)
	}
	if text(fieldName, &record.Name, c.Name); c.Name != nil && len(changes) > 0 && changes[len(changes)-1].Field == fieldName {
		if changes[len(changes)-1].Was = sds.StateMachine; record.NameByPerson {
			changes[len(changes)-1].Was = sds.StateEdited
		}
		record.NameByPerson = true
	}
	text(fieldNote, &record.Note, c.Note)
	text(fieldConfirmed, &record.SupplierConfirmedOn, c.SupplierConfirmedOn)
	text(fieldAssessed, &record.AssessedOn, c.AssessedOn)
	if c.Departments != nil {
		note(fieldDepartments, listOf(record.Departments), listOf(*c.Departments))
		record.Departments = *c.Departments
	}
	if c.Tags != nil {
		note(fieldTags, listOf(record.Tags), listOf(*c.Tags))
		record.Tags = *c.Tags
	}
	if c.Assignees != nil {
		note(fieldAssignees, listOf(record.Assignees), listOf(*c.Assignees))
		record.Assignees = *c.Assignees
	}
	return changes, nil
}

// The names under which a sheet's history has its head's fields.
const (
	fieldName        = "name"
	fieldNote        = "note"
	fieldConfirmed   = "supplier_confirmed_at"
	fieldAssessed    = "assessed_at"
	fieldDepartments = "departments"
	fieldTags        = "tags"
	fieldAssignees   = "assignees"
	fieldCodes       = "product_codes"
)

// CodesSection is the section that product codes stand in.
const CodesSection = 1

func codesIn(sections *[]sds.Section) *sds.Section {
	i := slices.IndexFunc(*sections, func(s sds.Section) bool { return s.Number == CodesSection })
	if i < 0 {
		*sections = append([]sds.Section{{Number: CodesSection, Fields: []sds.Field{}, Groups: []sds.Group{}}}, *sections...)
		i = 0
	}
	return &(*sections)[i]
}

func applyCodes(codes []string, sections *[]sds.Section) ([]sds.Change, error) {
	section := codesIn(sections)
	was := section.Find(fieldCodes)
	edit := sds.FieldEdit{Section: CodesSection, ID: fieldCodes, Action: sds.ActionEdit, Value: &sds.Value{Kind: sds.KindList, List: codes}}
	if len(codes) == 0 {
		if was == nil {
			return nil, nil
		}
		edit.Action, edit.Value = sds.ActionDelete, nil
	}
	before := sds.FieldState("")
	if was != nil {
		before = was.State
	}
	changes, err := section.Apply(edit, func() string { return "" })
	for i := range changes {
		changes[i].Was = before
	}
	return changes, err
}

func listOf[T ~string](ids []T) sds.Value {
	v := sds.Value{Kind: sds.KindList}
	for _, id := range ids {
		v.List = append(v.List, string(id))
	}
	return v
}

func idsOf[T ~string](v *sds.Value) []T {
	ids := []T{}
	if v != nil {
		for _, id := range v.List {
			ids = append(ids, T(id))
		}
	}
	return ids
}

// Undo undoes a change of a sheet from its history entry. Values that were changed
// since stay.
func Undo(made []sds.Change, record *sds.Sheet, sections *[]sds.Section) (undone []sds.Change) {
	for _, m := range made {
		var now sds.Value
		var back func()
		switch m.Field {
		case fieldName:
			var text func()
			now, text = textNow(&record.Name, m)
			back = func() { text(); record.NameByPerson = m.Was != sds.StateMachine }
		case fieldNote:
			now, back = textNow(&record.Note, m)
		case fieldConfirmed:
			now, back = textNow(&record.SupplierConfirmedOn, m)
		case fieldAssessed:
			now, back = textNow(&record.AssessedOn, m)
		case fieldDepartments:
			now, back = listOf(record.Departments), func() { record.Departments = idsOf[sds.DepartmentID](m.From) }
		case fieldTags:
			now, back = listOf(record.Tags), func() { record.Tags = idsOf[sds.TagID](m.From) }
		case fieldAssignees:
			now, back = listOf(record.Assignees), func() { record.Assignees = idsOf[sds.UserID](m.From) }
		case fieldCodes:
			if undoCodes(m, sections) {
				record.Derive(*sections)
				undone = append(undone, turned(m))
			}
			continue
		default:
			continue
		}
		if m.To != nil && now.Equal(*m.To) {
			back()
			undone = append(undone, turned(m))
		}
	}
	return undone
}

func textNow(at *string, m sds.Change) (sds.Value, func()) {
	return sds.Value{Kind: sds.KindText, Text: *at}, func() {
		*at = ""
		if m.From != nil {
			*at = m.From.Text
		}
	}
}

func turned(m sds.Change) sds.Change {
	return sds.Change{Section: m.Section, Field: m.Field, From: m.To, To: m.From, State: string(m.Was)}
}

func undoCodes(m sds.Change, sections *[]sds.Section) bool {
	section := codesIn(sections)
	f := section.Find(fieldCodes)
	if f == nil || m.To == nil || !f.Value.Equal(*m.To) || string(f.State) != m.State {
		return false
	}
	if m.From == nil {
		section.Fields = slices.DeleteFunc(section.Fields, func(f sds.Field) bool { return f.ID == fieldCodes })
		return true
	}
	f.Value, f.State = *m.From, m.Was
	if m.Was == sds.StateMachine {
		f.Machine = nil
	}
	return true
}
