// Package batch edits many sheets by a CSV file: the table that a person has
// exported and changed in a spreadsheet comes back, what differs from the sheets
// is found and checked row by row, and becomes a plan of changes. It takes effect
// as a whole or not at all: whoever applies a plan checks each change once more
// against the sheet as it is then.
package batch

import (
	"anzen/shared/domain/access"
	"anzen/shared/domain/input"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
)

// MaxRows is how many sheets a file may edit (specification, section 9).
const MaxRows = 10_000

// Limits of a row.
const (
	maxName  = input.MaxSheetNameInFile
	maxNote  = input.MaxNote
	maxCodes = input.MaxProductCodes
	maxCode  = input.MaxProductCode
)

// Codes of what is wrong with a file or a row.
const (
	CodeNoHeader       message.Code = "batch.no_header"
	CodeNoRows         message.Code = "batch.no_rows"
	CodeTooManyRows    message.Code = "batch.too_many_rows"
	CodeNoIDColumn     message.Code = "batch.no_id_column"
	CodeColumnTwice    message.Code = "batch.column_twice"
	CodeColumnUnknown  message.Code = "batch.column_unknown"
	CodeNoChanges      message.Code = "batch.no_changes"
	CodeRowsInvalid    message.Code = "batch.rows_invalid"
	CodeIDMissing      message.Code = "batch.id_missing"
	CodeIDUnknown      message.Code = "batch.id_unknown"
	CodeIDTwice        message.Code = "batch.id_twice"
	CodeNameMissing    message.Code = "batch.name_missing"
	CodeNameLong       message.Code = "batch.name_long"
	CodeNameInvalid    message.Code = "batch.name_invalid"
	CodeNoteLong       message.Code = "batch.note_long"
	CodeNoteInvalid    message.Code = "batch.note_invalid"
	CodeDate           message.Code = "batch.date"
	CodeDateFuture     message.Code = "batch.date_future"
	CodeTwice          message.Code = "batch.twice"
	CodeDepartment     message.Code = "batch.department_unknown"
	CodeTag            message.Code = "batch.tag_unknown"
	CodeTagInvalid     message.Code = "batch.tag_invalid"
	CodeAssignee       message.Code = "batch.assignee_unknown"
	CodeAssigneeSame   message.Code = "batch.assignee_ambiguous"
	CodeProductTaken   message.Code = "batch.product_code_taken"
	CodeProductTwice   message.Code = "batch.product_code_twice"
	CodeProductInvalid message.Code = "batch.product_code_invalid"
	CodeProductMany    message.Code = "batch.product_codes_many"
	CodeOthers         message.Code = "batch.other_department"
	CodeAssign         message.Code = "batch.department_not_yours"
	CodeNoDepartment   message.Code = "batch.department_required"
	CodeBusy           message.Code = "batch.not_editable"
	CodeGone           message.Code = "batch.sheet_gone"
)

// Problem is something wrong with a row.
type Problem struct {
	Row    int // as the spreadsheet numbers it
	Column Column
	Code   message.Code
	Value  string // what stands there, shortened
}

// Text is the problem in the words of a language, with its row and column.
func (p Problem) Text(lang string) string {
	return message.Text(lang, p.Code, message.Args{"row": p.Row, "column": p.Column.Label(lang), "value": p.Value})
}

// Args are for a message that names row, column and value.
func (p Problem) Args(lang string) message.Args {
	return message.Args{"row": p.Row, "column": p.Column.Label(lang), "value": p.Value}
}

func (p Problem) Error() string { return string(p.Code) }

// Change is what a row changes of a sheet. What it does not name stays.
type Change struct {
	Row   int         `json:"row"`
	Sheet sds.SheetID `json:"sheet"`

	Name                *string             `json:"name,omitempty"`
	Codes               *[]string           `json:"codes,omitempty"`
	Departments         *[]sds.DepartmentID `json:"departments,omitempty"`
	Tags                *[]sds.TagID        `json:"tags,omitempty"`
	Assignees           *[]sds.UserID       `json:"assignees,omitempty"`
	Note                *string             `json:"note,omitempty"`
	SupplierConfirmedOn *string             `json:"supplier_confirmed_on,omitempty"`
	AssessedOn          *string             `json:"assessed_on,omitempty"`

	// Later are the product codes that the sheet gets once the rows that have them now
	// have given them up; Codes are then those that it has until then.
	Later *[]string `json:"later,omitempty"`
}

// Plan is what a file changes.
type Plan struct {
	Changes []Change `json:"changes"`
}

// Count is how many sheets a plan changes, in all and by column.
func (p Plan) Count() map[Column]int {
	count := map[Column]int{}
	for _, c := range p.Changes {
		for column, named := range map[Column]bool{
			Name: c.Name != nil, Codes: c.Codes != nil || c.Later != nil, Departments: c.Departments != nil, Tags: c.Tags != nil, Assignees: c.Assignees != nil,
			Note: c.Note != nil, SupplierConfirmedOn: c.SupplierConfirmedOn != nil, AssessedOn: c.AssessedOn != nil,
		} {
			if named {
				count[column]++
			}
		}
	}
	return count
}

// Ops are the writes of a plan, in order: first all changes, then the product
// codes that change hands between rows, so that two rows may swap theirs.
func (p Plan) Ops() []Change {
	ops := make([]Change, 0, len(p.Changes))
	for _, c := range p.Changes {
		c.Later = nil
		ops = append(ops, c)
	}
	for _, c := range p.Changes {
		if c.Later != nil {
			ops = append(ops, Change{Row: c.Row, Sheet: c.Sheet, Codes: c.Later})
		}
	}
	return ops
}

// Passes is where the second pass of Ops begins.
func (p Plan) Passes() int { return len(p.Changes) }

// Names are what a company has now.
type Names struct {
	Departments map[sds.DepartmentID]string
	Tags        map[sds.TagID]string
	Users       []Person
}

// Person is a user to whom sheets can be assigned.
type Person struct {
	ID    sds.UserID
	Name  string
	Email string
}

// Caller is whose rights count.
type Caller = access.Principal
