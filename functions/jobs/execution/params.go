package execution

import (
	"anzen/shared/domain/access"
	"anzen/shared/domain/checklist"
	"anzen/shared/domain/job"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/selection"
)

// Export are the parameters of a job that makes a table of sheets.
type Export struct {
	Operation string              `json:"Operation"`         // of package formats/export
	Columns   []string            `json:"Columns,omitempty"` // empty: the standard ones
	Format    string              `json:"Format"`            // of the file: csv, xlsx
	Encoding  string              `json:"Encoding"`          // of a CSV: utf-8, shift_jis
	Lang      string              `json:"Lang"`              // "ja" or "en": of headings and values
	Sheets    selection.Selection `json:"Sheets"`
}

// ZIP are the parameters of a job that makes an archive of PDFs.
type ZIP struct {
	Sheets selection.Selection `json:"Sheets"`
	Lang   string              `json:"Lang"` // "ja" or "en": of the list of missing files
	// Month and Slot are the job's place in the company's quota.
	Month string `json:"Month"`
	Slot  int    `json:"Slot"`
}

// MaxPDFs is the most PDFs of an archive, ArchivesAMonth the most archives of a company
// in a month (specification, section 9).
const (
	MaxPDFs        = 3000
	ArchivesAMonth = 10
)

// CreateSimple are the parameters of a job that makes workbooks for CREATE-SIMPLE.
type CreateSimple struct {
	Version int                 `json:"Version"` // of the tool
	Sheets  selection.Selection `json:"Sheets"`
	Lang    string              `json:"Lang"` // "ja" or "en"
}

// MaxWorkbooks is the most workbooks of an archive.
const MaxWorkbooks = 3000

// The errors for more than that, when the job is requested and when it runs.
const (
	CodeTooManyPDFs      message.Code = "download.too_many"
	CodeTooManyWorkbooks message.Code = "create_simple.too_many"
)

// Checklist are the parameters of a job that makes a table of what a checklist finds.
type Checklist struct {
	List    checklist.ID      `json:"List"`
	Filters checklist.Filters `json:"Filters"`
	Sort    string            `json:"Sort"` // of the catalog
	Desc    bool              `json:"Desc"`
	Written checklist.Written `json:"Written"`
}

// Patch are the parameters of an edit of many sheets by CSV. Its plan is in an object.
type Patch struct {
	Address string `json:"address"` // of the starter, for the audit record
}

// PlanKey is the key of the plan of an edit of many sheets, and of a Worklist.
func PlanKey(j job.Job) string { return ObjectKey(j, "plan.json") }

// Deletion are the parameters of a deletion of many sheets. Its Worklist is in an object.
type Deletion struct {
	Address string `json:"address"` // of the starter, for the audit record
}

// Restoration are the parameters of a job that restores what another job has deleted, or,
// without one, the deleted sheets of its own Worklist.
type Restoration struct {
	Address  string `json:"address"`
	Deletion job.ID `json:"deletion"`
}

// Reanalysis are the parameters of another analysis of many sheets. Its Worklist is in an object.
type Reanalysis struct {
	Address string `json:"address"`
	Comment string `json:"comment,omitempty"`
}

// Worklist are the sheets of a job that changes many, as they were chosen when it was requested.
type Worklist struct {
	Sheets []sds.SheetID `json:"sheets"`
}

// Closing are the parameters of closing a company's account: whom to notify when
// everything is removed.
type Closing struct {
	Name    string `json:"name"`
	Email   string `json:"email"`
	Locale  string `json:"locale"`
	Company string `json:"company"`
}

// ObjectKey is the key of an object that a job keeps.
func ObjectKey(j job.Job, name string) string {
	return "jobs/" + string(j.Company) + "/" + string(j.ID) + "/" + name
}

// needs has the permission of every kind.
var needs = map[job.Kind]access.Permission{
	job.Export: access.SDSExport, job.Checklist: access.CheckListExport, job.ZIP: access.SDSDownload,
	job.CreateSimple: access.CreateSimpleDownload, job.Patch: access.SDSEdit,
	job.Deletion: access.SDSDelete, job.Restoration: access.SDSDelete, job.Reanalysis: access.SDSRequest, job.Closing: "",
}

// Permission is the permission that the starter of a job of the kind needs while it
// runs, and to get its result; empty: none.
func Permission(k job.Kind) access.Permission { return needs[k] }
