// Package export makes tables of safety data sheets: which columns there are,
// what stands in a cell in each language, and the files as which they are
// written: CSV (UTF-8 or Shift_JIS) and XLSX. A table has a row a sheet, where
// ingredients and the like are joined in one cell, or a row an ingredient, an
// exposure limit, a hazard class, a law or a duty, for those who count and look up.
package export

import (
	"slices"
	"time"

	"anzen/shared/domain/sds"
)

// Sheet is what rows are made of: a sheet's head, and those of its sections that
// the columns need.
type Sheet struct {
	Record   sds.Sheet
	Sections []sds.Section

	duty *Duty // of the row
}

func (s *Sheet) section(number int) *sds.Section {
	for i := range s.Sections {
		if s.Sections[i].Number == number {
			return &s.Sections[i]
		}
	}
	return nil
}

// Names are what the ids in sheet records stand for in the company. What has no name any
// more is left out.
type Names struct {
	Departments map[sds.DepartmentID]string
	Tags        map[sds.TagID]string
	Users       map[sds.UserID]string
}

// View is how cells are written: in which language, for which company, on which day.
type View struct {
	Lang  string // "ja" or "en"
	Names Names
	Today time.Time
	Years int // after which a sheet needs revision
	// Findings is how many there are about a sheet on that day.
	Findings func(h *sds.Sheet) int
	// Duties are those that follow for a sheet's product on that day.
	Duties func(h *sds.Sheet) []Duty

	// Numbers are those of an ingredient with a name and CAS numbers.
	Numbers func(name string, cas []string) sds.LawNumbers

	// Edition is the edition of JIS Z 7252 and Z 7253 that a sheet follows ("2014": that one or
	// an older one; empty: not known), and whether the sheet states it.
	Edition func(s *Sheet) (edition string, stated bool)

	words words
}

// Column is a column that a table may have.
type Column struct {
	ID       string
	Part     string // where it is listed: "sheet", or the number of a section
	Standard bool   // it is there where no columns were chosen
	// Sections are those it reads; the sheet record has the others' values.
	Sections []int

	label label
	width float64 // characters
	cell  func(v *View, s *Sheet, r *sds.Row) Cell
}

// Label is the column's heading.
func (c Column) Label(lang string) string { return c.label.in(lang) }

// The operations: what a table has a row for.
const (
	Sheets          = "sheets"
	Ingredients     = "ingredients"
	ExposureLimits  = "exposure_limits"
	Classifications = "classifications"
	Laws            = "laws"
	Duties          = "duties"
)

// Operation is an export that there is.
type Operation struct {
	ID      string
	Columns []Column

	label   label
	section int
	group   string // of whose rows it has one each; empty: a row a sheet
	duties  bool   // a row a duty
}

// Label is the operation's name.
func (o Operation) Label(lang string) string { return o.label.in(lang) }

// Column is the column with the id.
func (o Operation) Column(id string) (Column, bool) {
	i := slices.IndexFunc(o.Columns, func(c Column) bool { return c.ID == id })
	if i < 0 {
		return Column{}, false
	}
	return o.Columns[i], true
}

// Choose is the columns with the ids, in that order; without ids the standard
// ones. unknown is the place of an id that there is not, or that stands twice; -1
// where all are good.
func (o Operation) Choose(ids []string) (chosen []Column, unknown int) {
	if len(ids) == 0 {
		return slices.DeleteFunc(slices.Clone(o.Columns), func(c Column) bool { return !c.Standard }), -1
	}
	for i, id := range ids {
		c, ok := o.Column(id)
		if !ok || slices.Contains(ids[:i], id) {
			return nil, i
		}
		chosen = append(chosen, c)
	}
	return chosen, -1
}

// Needs are the numbers of the sections that a table with the columns reads.
func (o Operation) Needs(columns []Column) (numbers []int) {
	if o.group != "" {
		numbers = append(numbers, o.section)
	}
	for _, c := range columns {
		for _, n := range c.Sections {
			if !slices.Contains(numbers, n) {
				numbers = append(numbers, n)
			}
		}
	}
	slices.Sort(numbers)
	return numbers
}

// Rows are the rows of a sheet.
func (o Operation) Rows(v *View, columns []Column, s *Sheet) []Row {
	if v.words.Status == nil {
		v.words = wordsOf(v.Lang)
	}
	if o.duties {
		return dutyRows(v, columns, s)
	}
	if o.group == "" {
		return []Row{row(v, columns, s, nil)}
	}
	section := s.section(o.section)
	if section == nil || section.Group(o.group) == nil {
		return nil
	}
	var rows []Row
	lines := section.Group(o.group).Rows
	for i := range lines {
		if slices.ContainsFunc(lines[i].Fields, func(f sds.Field) bool { return f.State != sds.StateDeleted }) {
			rows = append(rows, row(v, columns, s, &lines[i]))
		}
	}
	return rows
}

func row(v *View, columns []Column, s *Sheet, r *sds.Row) Row {
	cells := make(Row, len(columns))
	for i, c := range columns {
		cells[i] = c.cell(v, s, r)
	}
	return cells
}

// Heading are the labels of the columns.
func Heading(columns []Column, lang string) []string {
	labels := make([]string, len(columns))
	for i, c := range columns {
		labels[i] = c.Label(lang)
	}
	return labels
}

// Operations are all, in the order in which they are offered.
func Operations() []Operation { return operations }

// OperationOf is the operation with the id.
func OperationOf(id string) (Operation, bool) {
	i := slices.IndexFunc(operations, func(o Operation) bool { return o.ID == id })
	if i < 0 {
		return Operation{}, false
	}
	return operations[i], true
}

var operations = []Operation{
	{ID: Sheets, label: label{"SDS一覧（1行に1件のSDS）", "SDS list (one row per SDS)"}, Columns: slices.Concat(recordColumns, editionColumns, fieldColumns(), numberColumns(true))},
	ofIngredients(),
	ofRows(ExposureLimits, label{"許容濃度一覧（1行に1件の許容濃度）", "Exposure limits (one row per limit)"}, 8, sds.GroupExposureLimits),
	ofRows(Classifications, label{"GHS分類一覧（1行に1分類）", "GHS classifications (one row per hazard class)"}, 2, sds.GroupClassification),
	ofRows(Laws, label{"適用法令一覧（1行に1法令）", "Laws and regulations (one row per law)"}, 15, sds.GroupLaws),
	ofDuties(),
}

// ofIngredients is the operation with a row an ingredient, with its numbers.
func ofIngredients() Operation {
	o := ofRows(Ingredients, label{"成分一覧（1行に1成分）", "Ingredients (one row per ingredient)"}, 3, sds.GroupComposition)
	o.Columns = append(o.Columns, numberColumns(false)...)
	return o
}

// ofRows is an operation with a row a row of a group, beside what identifies the sheet.
func ofRows(id string, name label, section int, group string) Operation {
	o := Operation{ID: id, label: name, section: section, group: group}
	o.Columns = append(identifying(), rowColumns(section, group)...)
	return o
}

// identifying are the columns of the record, of which those that identify the sheet are standard.
func identifying() []Column {
	standard := []string{"id", "name", "product_codes", "supplier_name", "revision_date"}
	all := slices.Clone(recordColumns)
	for i := range all {
		all[i].Standard = slices.Contains(standard, all[i].ID)
	}
	return all
}

// dutyRows are a row for each duty of a sheet.
func dutyRows(v *View, columns []Column, s *Sheet) []Row {
	var rows []Row
	all := v.Duties(&s.Record)
	for i := range all {
		s.duty = &all[i]
		rows = append(rows, row(v, columns, s, nil))
	}
	return rows
}

// Plain is a column of a table whose rows are made elsewhere: its headings, and how many
// characters wide it is.
func Plain(id, ja, en string, width float64) Column {
	return Column{ID: id, Part: "sheet", Standard: true, label: label{ja, en}, width: width}
}
