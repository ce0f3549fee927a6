package batch

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"anzen/shared/domain/company"
	"anzen/shared/domain/input"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
)

// Checker finds what a file changes, and everything that is wrong with it.
type Checker struct {
	Caller Caller
	Now    time.Time
	// Sheets are the company's sheets that the file names.
	Sheets map[sds.SheetID]sds.Sheet
	Names  Names
	// Owners are the sheets to which product codes belong, by FoldCode; those that are
	// given anew in the file are enough.
	Owners map[string]sds.SheetID

	problems []Problem
	total    int // of problems, those included that are not kept
	index    *index
}

// MaxProblems is how many problems of a file are kept; those beyond are counted.
const MaxProblems = 1000

// index are names by how they are compared.
type index struct {
	departments map[string]sds.DepartmentID
	tags        map[string]sds.TagID
	emails      map[string]sds.UserID
	people      map[string][]sds.UserID
}

func indexed(n Names) *index {
	x := &index{map[string]sds.DepartmentID{}, map[string]sds.TagID{}, map[string]sds.UserID{}, map[string][]sds.UserID{}}
	for id, name := range n.Departments {
		x.departments[company.Fold(name)] = id
	}
	for id, name := range n.Tags {
		x.tags[company.Fold(name)] = id
	}
	for _, p := range n.Users {
		x.emails[strings.ToLower(p.Email)] = p.ID
		x.people[company.Fold(p.Name)] = append(x.people[company.Fold(p.Name)], p.ID)
	}
	return x
}

// Check is the plan of a file with its problems, in the order of rows; a plan with
// problems must not be applied. Total counts them all.
func (k *Checker) Check(f File) (Plan, []Problem) {
	k.index, k.problems, k.total = indexed(k.Names), nil, 0
	var plan Plan
	seen := map[sds.SheetID]bool{}
	for _, l := range f.Lines {
		if c, ok := k.line(l, seen); ok {
			plan.Changes = append(plan.Changes, c)
		}
	}
	k.codes(f, &plan)
	slices.SortStableFunc(k.problems, func(a, b Problem) int { return a.Row - b.Row })
	return plan, k.problems
}

func (k *Checker) addError(l Line, c Column, code message.Code, value string) {
	k.note(Problem{l.Row, c, code, shorten(value)})
}

func (k *Checker) note(p Problem) {
	if k.total++; k.total <= MaxProblems {
		k.problems = append(k.problems, p)
	}
}

// Total is how many problems the file has.
func (k *Checker) Total() int { return k.total }

func (k *Checker) line(l Line, seen map[sds.SheetID]bool) (Change, bool) {
	c := Change{Row: l.Row, Sheet: l.Sheet}
	record, there := k.Sheets[l.Sheet]
	switch {
	case l.Sheet == "":
		k.addError(l, ID, CodeIDMissing, "")
		return c, false
	case !there || record.DeletedAt != nil:
		k.addError(l, ID, CodeIDUnknown, l.Cells[ID])
		return c, false
	case seen[l.Sheet]:
		k.addError(l, ID, CodeIDTwice, l.Cells[ID])
		return c, false
	}
	seen[l.Sheet] = true
	before := k.total
	k.name(l, record, &c)
	k.remark(l, record, &c)
	c.SupplierConfirmedOn = k.date(l, SupplierConfirmedOn, record.SupplierConfirmedOn)
	c.AssessedOn = k.date(l, AssessedOn, record.AssessedOn)
	c.Departments = list(k, l, Departments, record.Departments, k.department)
	c.Tags = list(k, l, Tags, record.Tags, k.tag)
	c.Assignees = list(k, l, Assignees, record.Assignees, k.assignee)
	k.product(l, record, &c)
	if k.total > before || c.empty() {
		return c, false
	}
	if p := c.Refused(record, k.Caller, k.Names); p != nil {
		k.note(*p)
		return c, false
	}
	return c, true
}

func (c Change) empty() bool {
	return c.Name == nil && c.Codes == nil && c.Departments == nil && c.Tags == nil && c.Assignees == nil && c.Note == nil &&
		c.SupplierConfirmedOn == nil && c.AssessedOn == nil && c.Later == nil
}

func (k *Checker) name(l Line, record sds.Sheet, c *Change) {
	name, ok := l.Cells[Name]
	clean, trouble := input.Line(name)
	switch {
	case !ok || name != "" && name == exported(record.Name):
	case trouble != "":
		k.addError(l, Name, CodeNameInvalid, name)
	case clean == "":
		k.addError(l, Name, CodeNameMissing, "")
	case utf8.RuneCountInString(name) > maxName:
		k.addError(l, Name, CodeNameLong, name)
	default:
		c.Name = &clean
	}
}

func (k *Checker) remark(l Line, record sds.Sheet, c *Change) {
	note, ok := l.Cells[Note]
	clean, trouble := input.Block(note)
	switch {
	case !ok || note == exported(record.Note):
	case utf8.RuneCountInString(note) > maxNote:
		k.addError(l, Note, CodeNoteLong, note)
	case trouble != "":
		k.addError(l, Note, CodeNoteInvalid, "")
	default:
		c.Note = &clean
	}
}

// date reads YYYY/MM/DD, which spreadsheets shorten to YYYY/M/D, and every other form that the
// dashboard takes.
func (k *Checker) date(l Line, column Column, has string) *string {
	cell, ok := l.Cells[column]
	if !ok {
		return nil
	}
	day := ""
	if cell != "" {
		read, future, ok := sds.ReadPastDay(cell, k.Now)
		switch {
		case !ok:
			k.addError(l, column, CodeDate, cell)
			return nil
		case future:
			k.addError(l, column, CodeDateFuture, cell)
			return nil
		}
		day = read
	}
	if day == has {
		return nil
	}
	return &day
}

// list reads the names of a cell; nil where they are those that the sheet has.
func list[T ~string](k *Checker, l Line, column Column, has []T, find func(l Line, name string) (T, bool)) *[]T {
	cell, ok := l.Cells[column]
	if !ok {
		return nil
	}
	ids := []T{}
	good := true
	for _, name := range entries(cell) {
		id, found := find(l, name)
		if !found {
			good = false
			continue
		}
		if slices.Contains(ids, id) {
			k.addError(l, column, CodeTwice, name)
			good = false
			continue
		}
		ids = append(ids, id)
	}
	if !good || same(ids, has, func(id T) bool { return k.named(column, string(id)) }) {
		return nil
	}
	return &ids
}

// same compares as sets; ids that stand for nothing any more do not count.
func same[T ~string](asked, has []T, named func(T) bool) bool {
	has = slices.DeleteFunc(slices.Clone(has), func(id T) bool { return !named(id) })
	if len(asked) != len(has) {
		return false
	}
	for _, id := range asked {
		if !slices.Contains(has, id) {
			return false
		}
	}
	return true
}

// named reports whether an id has a name, and so stands in an export.
func (k *Checker) named(column Column, id string) bool {
	switch column {
	case Departments:
		return k.Names.Departments[sds.DepartmentID(id)] != ""
	case Tags:
		return k.Names.Tags[sds.TagID(id)] != ""
	default:
		return slices.ContainsFunc(k.Names.Users, func(p Person) bool { return string(p.ID) == id })
	}
}

func (k *Checker) department(l Line, name string) (sds.DepartmentID, bool) {
	id, ok := k.index.departments[company.Fold(name)]
	if !ok {
		k.addError(l, Departments, CodeDepartment, name)
	}
	return id, ok
}

func (k *Checker) tag(l Line, name string) (sds.TagID, bool) {
	if company.TagName(name) != "" || utf8.RuneCountInString(name) > company.MaxTagName {
		k.addError(l, Tags, CodeTagInvalid, name)
		return "", false
	}
	id, ok := k.index.tags[company.Fold(name)]
	if !ok {
		k.addError(l, Tags, CodeTag, name)
	}
	return id, ok
}

// assignee finds a person by e-mail address or, where one only has it, by name. Of
// several with the name it is the one to whom the sheet is assigned already.
func (k *Checker) assignee(l Line, name string) (sds.UserID, bool) {
	if id, ok := k.index.emails[strings.ToLower(name)]; ok {
		return id, true
	}
	switch ids := k.index.people[company.Fold(name)]; len(ids) {
	case 0:
		k.addError(l, Assignees, CodeAssignee, name)
		return "", false
	case 1:
		return ids[0], true
	default:
		had := slices.DeleteFunc(slices.Clone(ids), func(id sds.UserID) bool { return !slices.Contains(k.Sheets[l.Sheet].Assignees, id) })
		if len(had) == 1 {
			return had[0], true
		}
		k.addError(l, Assignees, CodeAssigneeSame, name)
		return "", false
	}
}
