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

// Changes are an edit of a sheet: of what it is managed by, and of its values.
// What is not named stays.
type Changes struct {
	Sheet               sds.SheetID
	Read                int64 // the version that was read
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

// maxCodes is how many product codes a sheet may have: each is guarded by a record of
// its own, and all of them must fit into a transaction, twice where a newer version
// takes them over.
const maxCodes = 30

// Edit changes a sheet, and answers it as it is then. Only completed and error records
// can be edited; write.ErrStale is the answer where it has moved on since it was read.
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
	sections, judged, err := values(ctx, store, by.CompanyID, before.ID)
	if err != nil {
		return before, err
	}
	if err := in.checkDays(); err != nil {
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
	Settle(&w, &after, sections, judged, func(number int) bool { return touched[number] })
	if slices.ContainsFunc(in.Fields, ofProductCodes) {
		// Only who changes the codes claims them: a sheet whose code another has taken
		// while it was an older version can still be edited.
		after.Guard(sections)
	}
	if len(after.GuardedCodes) > maxCodes {
		return before, errInvalid.On("fields", message.CodeTooManyItems, message.Args{"length": maxCodes})
	}
	after.UpdatedAt = by.Now
	w.After, w.Edit = after, by.Entry(actionOf(in.Fields), changes...)
	return store.WriteSheet(ctx, by.CompanyID, w)
}

// Settle completes a write that changes what a sheet says: the sections that were touched
// with what follows from all of them, for the record and for the checks.
func Settle(w *write.Sheet, after *sds.Sheet, sections []sds.Section, was sds.CheckResult, touched func(number int) bool) {
	for _, s := range sections {
		if touched(s.Number) {
			w.Sections = append(w.Sections, s)
		}
	}
	w.CheckResult = settle.Again(after, sections, was)
}

// clean cleans the texts of an edit where they are, or tells what is wrong with them.
func (in *Changes) clean() error {
	var wrong input.FieldErrors
	if in.Name != nil {
		wrong.Line("name", in.Name)
	}
	if in.Note != nil {
		wrong.Block("note", in.Note)
	}
	for i := range in.Fields {
		e, path := &in.Fields[i], "fields["+itoa(i)+"]"
		if e.Value != nil {
			cleanValue(&wrong, path, e.Value)
		}
		for key, v := range e.Row {
			cleanValue(&wrong, path, &v)
			e.Row[key] = v
		}
	}
	return wrong.Err()
}

func cleanValue(wrong *input.FieldErrors, path string, v *sds.Value) {
	wrong.Block(path, &v.Text)
	for i := range v.List {
		wrong.Line(path, &v.List[i])
	}
	if v.Quantity != nil {
		wrong.Line(path, &v.Quantity.Unit)
	}
}

// cleanComment cleans what a person says with a request.
func cleanComment(comment *string) error {
	var wrong input.FieldErrors
	wrong.Block("comment", comment)
	return wrong.Err()
}

// checkDays refuses days that there are not in the calendar.
func (in *Changes) checkDays() error {
	var wrong input.FieldErrors
	for _, d := range []struct {
		path string
		day  *string
	}{{"supplier_confirmed_at", in.SupplierConfirmedOn}, {"assessed_at", in.AssessedOn}} {
		if d.day == nil || *d.day == "" {
			continue
		}
		if _, err := time.Parse(time.DateOnly, *d.day); err != nil {
			wrong.Add(d.path, message.CodePattern)
		}
	}
	return wrong.Err()
}

func ofProductCodes(e sds.FieldEdit) bool { return e.Section == 1 && e.ID == "product_codes" }

// actionOf names the entry in the history by what was done.
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

// manage changes what a sheet is managed by, and tells what changed.
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
		if has := once(*in.Departments); !sameSet(s.Departments, has) {
			if err := MoveDepartments(ctx, store, by.Principal, s.Departments, has); err != nil {
				return nil, err
			}
			note("departments", sds.ListValue(s.Departments), sds.ListValue(has))
			s.Departments = has
		}
	}
	if in.Tags != nil {
		has := once(*in.Tags)
		for _, id := range added(s.Tags, has) {
			if _, err := store.Tag(ctx, by.CompanyID, id); err != nil {
				return nil, unknown(err, "tag_id_list", CodeTagUnknown)
			}
		}
		note("tags", sds.ListValue(s.Tags), sds.ListValue(has))
		s.Tags = has
	}
	if in.Assignees != nil {
		has := once(*in.Assignees)
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

// rename is the name that the sheet gets, nil where it keeps its own. An empty one
// takes it back to what the sheet says.
func (in *Changes) rename(s *sds.Sheet) *string {
	if in.Name == nil {
		return nil
	}
	name := *in.Name
	byPerson := name != ""
	if !byPerson && s.NameByPerson {
		if name = s.ProductName; name == "" {
			name = strings.TrimSuffix(s.File.Name, ".pdf")
		}
	}
	s.NameByPerson = byPerson
	if name == "" {
		return nil
	}
	return &name
}

// unknown names the member of the input whose record is missing.
func unknown(err error, path string, code message.Code) error {
	if errors.Is(err, write.ErrNotFound) {
		return errInvalid.On(path, code, nil)
	}
	return err
}
