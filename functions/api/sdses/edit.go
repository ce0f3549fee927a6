package sdses

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
	"anzen/shared/library/settle"
)

// Codes of edits.
const (
	CodeNotEditable  message.Code = "sheet.not_editable"
	CodeUnknownField message.Code = "sheet.unknown_field"
	CodeBadValue     message.Code = "sheet.bad_value"
	CodeTagUnknown   message.Code = "tag.unknown"
	CodeUserUnknown  message.Code = "user.unknown"
)

// Editing is the declaration of PUT sdses/{sdsId}.
var Editing = rest.Route{
	Method: "PUT", Path: "/companies/{id}/sdses/{sdsId}", ID: "editSheet", Tag: "sdses",
	MaxBody: rest.SheetBody, MaxValues: rest.SheetValues,
	Rule: rest.Need(access.SDSEdit), Summary: "Edit, delete, restore or confirm values of a sheet",
	Grants: []grant.Grant{grant.Table("GetItem", "Query", "PutItem", "UpdateItem", "DeleteItem", "ConditionCheckItem")},
}

// EditInput is an edit of a sheet: of what it is managed by, and of its values.
// What is not named stays.
type EditInput struct {
	OfSheet
	rest.Edited
	Body struct {
		Name                *string             `json:"name,omitempty" maxLength:"200"`
		Note                *string             `json:"note,omitempty" maxLength:"4000"`
		Departments         *[]sds.DepartmentID `json:"department_id_list,omitempty" maxItems:"100"`
		Assignees           *[]sds.UserID       `json:"assignee_id_list,omitempty" maxItems:"100"`
		Tags                *[]sds.TagID        `json:"tag_id_list,omitempty" maxItems:"100"`
		SupplierConfirmedOn *string             `json:"supplier_confirmed_at,omitempty" pattern:"^(\\d{4}-\\d{2}-\\d{2})?$"`
		AssessedOn          *string             `json:"assessed_at,omitempty" pattern:"^(\\d{4}-\\d{2}-\\d{2})?$"`
		Fields              []sds.FieldEdit     `json:"fields,omitempty" maxItems:"500"`
	}
}

// Edit changes a sheet. Only completed and error records can be edited.
func Edit(ctx context.Context, call *rest.Call, in *EditInput) (*SheetOutput, error) {
	read, err := rest.Version(in.IfMatch)
	if err != nil {
		return nil, err
	}
	if err := in.clean(); err != nil {
		return nil, err
	}
	before, err := call.Table.Sheet(ctx, call.Company, in.SheetID)
	if err != nil {
		return nil, err
	}
	switch {
	case !call.MayEdit(before):
		return nil, message.New(message.Forbidden, message.CodeOtherDepartment)
	case !before.Status.Editable():
		return nil, message.New(message.Conflict, CodeNotEditable)
	case before.Version != read:
		return nil, table.ErrStale
	}
	sections, judged, err := values(ctx, call, before.ID)
	if err != nil {
		return nil, err
	}
	if err := checkDates(in); err != nil {
		return nil, err
	}
	after := before
	changes, err := editHead(ctx, call, in, &after)
	if err != nil {
		return nil, err
	}
	touched := map[int]bool{}
	for i, e := range in.Body.Fields {
		section := sectionOf(&sections, e.Section)
		changed, err := section.Apply(e, func() string { return "p-" + string(table.NewEditID(call.Now())) })
		if err != nil {
			return nil, refuse(err, i)
		}
		changes, touched[e.Section] = append(changes, changed...), true
	}
	if len(changes) == 0 {
		return whole(ctx, call, before)
	}
	write := table.SheetWrite{Before: &before, Audit: call.Audit("sheet.edited", string(before.ID))}
	for _, s := range sections {
		if touched[s.Number] {
			write.Sections = append(write.Sections, s)
		}
	}
	write.Judged = settle.Again(&after, sections, judged)
	if slices.ContainsFunc(in.Body.Fields, ofProductCodes) {
		// Only who changes the codes claims them: a sheet whose code another has taken
		// while it was an older version can still be edited.
		after.Guard(sections)
	}
	if len(after.GuardedCodes) > maxCodes {
		return nil, message.New(message.Invalid, message.CodeInvalid).On("fields", message.CodeTooManyItems, message.Args{"length": maxCodes})
	}
	after.UpdatedAt = call.Now()
	write.After, write.Edit = after, historyEntry(call, actionOf(in.Body.Fields), changes...)
	after, err = call.Table.WriteSheet(ctx, call.Company, write)
	if err != nil {
		return nil, err
	}
	return whole(ctx, call, after)
}

// values reads what a sheet says, and what the checks say of it, side by side.
func values(ctx context.Context, call *rest.Call, id sds.SheetID) (sections []sds.Section, judged sds.Judged, err error) {
	reads, ctx := errgroup.WithContext(ctx)
	reads.Go(func() (err error) {
		sections, err = call.Table.Sections(ctx, call.Company, id)
		return err
	})
	reads.Go(func() (err error) {
		judged, err = call.Table.Judged(ctx, call.Company, id)
		return err
	})
	return sections, judged, reads.Wait()
}

// maxCodes is how many product codes a sheet may have: each is guarded by a record of
// its own, and all of them must fit into a transaction, twice where a newer version
// takes them over.
const maxCodes = 30

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

// checkDates refuses days that there are not in the calendar.
func checkDates(in *EditInput) error {
	invalid := message.New(message.Invalid, message.CodeInvalid)
	for _, d := range []struct {
		path string
		day  *string
	}{{"supplier_confirmed_at", in.Body.SupplierConfirmedOn}, {"assessed_at", in.Body.AssessedOn}} {
		if d.day == nil || *d.day == "" {
			continue
		}
		if _, err := time.Parse(time.DateOnly, *d.day); err != nil {
			invalid = invalid.On(d.path, message.CodePattern, nil)
		}
	}
	if len(invalid.Fields) > 0 {
		return invalid
	}
	return nil
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
	return message.New(message.Invalid, message.CodeInvalid).Because(err).On("fields["+itoa(i)+"]", code, nil)
}

// editHead changes what a sheet is managed by, and tells what changed.
func editHead(ctx context.Context, call *rest.Call, in *EditInput, s *sds.Sheet) ([]sds.Change, error) {
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
	if in.Body.Name != nil {
		name := *in.Body.Name
		byPerson := name != ""
		if !byPerson && s.NameByPerson { // back to what the sheet says
			if name = s.ProductName; name == "" {
				name = strings.TrimSuffix(s.File.Name, ".pdf")
			}
		}
		s.NameByPerson = byPerson
		if name != "" {
			text("name", &s.Name, &name)
		}
	}
	text("note", &s.Note, in.Body.Note)
	text("supplier_confirmed_at", &s.SupplierConfirmedOn, in.Body.SupplierConfirmedOn)
	text("assessed_at", &s.AssessedOn, in.Body.AssessedOn)
	once(in.Body.Departments)
	once(in.Body.Tags)
	once(in.Body.Assignees)
	if d := in.Body.Departments; d != nil && !sameSet(s.Departments, *d) {
		if err := call.MoveDepartments(ctx, s.Departments, *d); err != nil {
			return nil, err
		}
		note("departments", list(s.Departments), list(*d))
		s.Departments = *d
	}
	if t := in.Body.Tags; t != nil {
		for _, id := range added(s.Tags, *t) {
			if err := mustExist(ctx, call, table.TagKey(call.Company, id), "tag_id_list", CodeTagUnknown); err != nil {
				return nil, err
			}
		}
		note("tags", list(s.Tags), list(*t))
		s.Tags = *t
	}
	if a := in.Body.Assignees; a != nil {
		for _, id := range added(s.Assignees, *a) {
			if err := mustExist(ctx, call, table.UserKey(call.Company, id), "assignee_id_list", CodeUserUnknown); err != nil {
				return nil, err
			}
		}
		note("assignees", list(s.Assignees), list(*a))
		s.Assignees = *a
	}
	return changes, nil
}

// once takes out of a list what it names again.
func once[T comparable](ids *[]T) {
	if ids == nil {
		return
	}
	var kept []T
	for _, id := range *ids {
		if !slices.Contains(kept, id) {
			kept = append(kept, id)
		}
	}
	*ids = kept
}

func added[T comparable](had, has []T) (fresh []T) {
	for _, v := range has {
		if !slices.Contains(had, v) {
			fresh = append(fresh, v)
		}
	}
	return fresh
}

func sameSet[T comparable](a, b []T) bool { return len(added(a, b)) == 0 && len(added(b, a)) == 0 }

func list[T ~string](ids []T) sds.Value {
	v := sds.Value{Kind: sds.KindList}
	for _, id := range ids {
		v.List = append(v.List, string(id))
	}
	return v
}

func mustExist(ctx context.Context, call *rest.Call, k table.Key, path string, code message.Code) error {
	_, ok, err := table.Get[struct{ ID string }](ctx, call.Table, k)
	if err == nil && !ok {
		return message.New(message.Invalid, message.CodeInvalid).On(path, code, nil)
	}
	return err
}
