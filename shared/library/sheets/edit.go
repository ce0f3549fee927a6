package sheets

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"anzen/shared/domain/company"
	"anzen/shared/domain/input"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/write"
	"anzen/shared/library/settle"
)

// Changes are an edit of a sheet: of its management data and of its values. Members that
// are nil stay unchanged.
type Changes struct {
	Sheet               sds.SheetID
	Read                int64 // the version that the user saw
	Name                *string
	Note                *string
	Departments         *[]sds.DepartmentID
	Assignees           *[]sds.UserID
	Tags                *[]sds.TagID
	SupplierConfirmedOn *string
	AssessedOn          *string
	Fields              []sds.FieldEdit
}

// EditStore is what an edit reads and writes.
type EditStore interface {
	reader
	valueReader
	writer
	Departments
	Tag(ctx context.Context, c sds.CompanyID, id sds.TagID) (company.Tag, error)
	User(ctx context.Context, c sds.CompanyID, id sds.UserID) (company.User, error)
}

// Edit changes a sheet and returns its new record. Sheets in analysis cannot be edited
// (ErrNotEditable); write.ErrStale is returned where the sheet has changed since it was read.
func Edit(ctx context.Context, store EditStore, by Actor, in Changes) (sds.Sheet, error) {
	if err := in.clean(); err != nil {
		return sds.Sheet{}, err
	}
	before, err := Editable(ctx, store, by, in.Sheet)
	if err == nil && before.Version != in.Read {
		err = write.ErrStale
	}
	if err != nil {
		return before, err
	}
	sections, result, err := values(ctx, store, by.CompanyID, before.ID)
	if err != nil {
		return before, err
	}
	if err := in.readDays(by.Now); err != nil {
		return before, err
	}
	after := before
	changes, err := in.manage(ctx, store, by, &after)
	if err != nil {
		return before, err
	}
	touched := map[int]bool{}
	for i, e := range in.Fields {
		section := sectionOf(&sections, e.Section)
		changed, err := section.Apply(e, func() string { return "p-" + string(sds.NewEditID(by.Now)) })
		if err != nil {
			return before, refuse(err, i)
		}
		changes, touched[e.Section] = append(changes, changed...), true
	}
	if len(changes) == 0 {
		return before, nil
	}
	w := write.Sheet{Before: &before, Audit: by.Audit("sheet.edited", string(before.ID))}
	Settle(&w, &after, sections, result, func(number int) bool { return touched[number] })
	if slices.ContainsFunc(in.Fields, ofProductCodes) {
		// Codes are claimed only by an edit that changes them: a sheet whose code another
		// sheet took while it was an older version can still be edited.
		after.Guard(sections)
	}
	if len(after.GuardedCodes) > input.MaxProductCodes {
		return before, errInvalid.On("fields", message.CodeTooManyItems, message.Args{"length": input.MaxProductCodes})
	}
	after.UpdatedAt = by.Now
	w.After, w.Edit = after, by.Entry(actionOf(in.Fields), changes...)
	return store.WriteSheet(ctx, by.CompanyID, w)
}

// Settle completes a write that changes a sheet's values: it adds the touched sections and
// derives the record and the check result from all sections.
func Settle(w *write.Sheet, after *sds.Sheet, sections []sds.Section, was sds.CheckResult, touched func(number int) bool) {
	for _, s := range sections {
		if touched(s.Number) {
			w.Sections = append(w.Sections, s)
		}
	}
	w.CheckResult = settle.Again(after, sections, was)
}

// clean normalizes the texts of an edit in place and returns the invalid ones as an error.
func (in *Changes) clean() error {
	var wrong input.FieldErrors
	if in.Name != nil {
		wrong.SheetName("name", in.Name)
	}
	if in.Note != nil {
		wrong.Block("note", in.Note)
	}
	for i := range in.Fields {
		e, path := &in.Fields[i], "fields["+itoa(i)+"]"
		if e.Value != nil {
			CleanValue(&wrong, path, e.ID[strings.LastIndexByte(e.ID, '/')+1:], e.Value)
		}
		for key, v := range e.Row {
			CleanValue(&wrong, path, key, &v)
			e.Row[key] = v
		}
	}
	return wrong.Err()
}

// CleanValue normalizes the texts of a field's value in place, and adds what is invalid of them
// under a path.
func CleanValue(wrong *input.FieldErrors, path, key string, v *sds.Value) {
	wrong.FieldText(path, key, &v.Text)
	wrong.Entries(path, key, v.List)
	if v.Quantity != nil {
		wrong.Line(path, &v.Quantity.Unit)
	}
}

// CleanComment normalizes the comment of a request in place.
func CleanComment(comment *string) error {
	var wrong input.FieldErrors
	wrong.Block("comment", comment)
	return wrong.Err()
}

// CodeFuture is the code of a date of something that cannot have happened yet.
const CodeFuture message.Code = "input.future"

// readDays reads the dates as they are stored, and refuses those that do not exist in the
// calendar or are still to come.
func (in *Changes) readDays(now time.Time) error {
	var wrong input.FieldErrors
	for _, d := range []struct {
		path string
		day  *string
	}{{"supplier_confirmed_at", in.SupplierConfirmedOn}, {"assessed_at", in.AssessedOn}} {
		if d.day == nil || *d.day == "" {
			continue
		}
		day, future, ok := sds.ReadPastDay(*d.day, now)
		switch {
		case !ok:
			wrong.Add(d.path, message.CodePattern)
		case future:
			wrong.Add(d.path, CodeFuture)
		default:
			*d.day = day
		}
	}
	return wrong.Err()
}

func ofProductCodes(e sds.FieldEdit) bool { return e.Section == 1 && e.ID == "product_codes" }

// actionOf is the action of the history entry.
func actionOf(edits []sds.FieldEdit) string {
	names := map[string]string{sds.ActionDelete: "deleted", sds.ActionRestore: "restored", sds.ActionConfirm: "confirmed"}
	if len(edits) == 0 {
		return "edited"
	}
	for _, e := range edits {
		if e.Action != edits[0].Action {
			return "edited"
		}
	}
	if name, ok := names[edits[0].Action]; ok {
		return name
	}
	return "edited"
}

func sectionOf(sections *[]sds.Section, number int) *sds.Section {
	i := slices.IndexFunc(*sections, func(s sds.Section) bool { return s.Number == number })
	if i < 0 {
		*sections = append(*sections, sds.Section{Number: number, Fields: []sds.Field{}, Groups: []sds.Group{}})
		i = len(*sections) - 1
	}
	return &(*sections)[i]
}

func refuse(err error, i int) error {
	code := CodeBadValue
	if errors.Is(err, sds.ErrUnknownField) {
		code = CodeUnknownField
	}
	return errInvalid.Because(err).On("fields["+itoa(i)+"]", code, nil)
}

// manage changes a sheet's management data and returns the changes.
func (in *Changes) manage(ctx context.Context, store EditStore, by Actor, s *sds.Sheet) ([]sds.Change, error) {
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
	text("name", &s.Name, in.rename(s))
	text("note", &s.Note, in.Note)
	text("supplier_confirmed_at", &s.SupplierConfirmedOn, in.SupplierConfirmedOn)
	text("assessed_at", &s.AssessedOn, in.AssessedOn)
	if in.Departments != nil {
		if has := Unique(*in.Departments); !sameSet(s.Departments, has) {
			if err := MoveDepartments(ctx, store, by.Principal, s.Departments, has); err != nil {
				return nil, err
			}
			note("departments", sds.ListValue(s.Departments), sds.ListValue(has))
			s.Departments = has
		}
	}
	if in.Tags != nil {
		has := Unique(*in.Tags)
		for _, id := range added(s.Tags, has) {
			if _, err := store.Tag(ctx, by.CompanyID, id); err != nil {
				return nil, unknown(err, "tag_id_list", CodeTagUnknown)
			}
		}
		note("tags", sds.ListValue(s.Tags), sds.ListValue(has))
		s.Tags = has
	}
	if in.Assignees != nil {
		has := Unique(*in.Assignees)
		for _, id := range added(s.Assignees, has) {
			if _, err := store.User(ctx, by.CompanyID, id); err != nil {
				return nil, unknown(err, "assignee_id_list", CodeUserUnknown)
			}
		}
		note("assignees", sds.ListValue(s.Assignees), sds.ListValue(has))
		s.Assignees = has
	}
	return changes, nil
}

// rename returns the new name of the sheet, nil where it keeps its own. An empty input
// resets it to the product name, or to the file's name where there is none.
func (in *Changes) rename(s *sds.Sheet) *string {
	if in.Name == nil {
		return nil
	}
	name := *in.Name
	byPerson := name != ""
	if !byPerson && s.NameByPerson {
		if name = s.ProductName; name == "" {
			name = s.File.Title()
		}
	}
	s.NameByPerson = byPerson
	if name == "" {
		return nil
	}
	return &name
}

// unknown turns write.ErrNotFound into an error of the input member.
func unknown(err error, path string, code message.Code) error {
	if errors.Is(err, write.ErrNotFound) {
		return errInvalid.On(path, code, nil)
	}
	return err
}
