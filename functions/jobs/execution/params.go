package execution

import (
	"anzen/shared/domain/access"
	"anzen/shared/domain/checklist"
	"anzen/shared/domain/job"
	"anzen/shared/domain/message"
	"anzen/shared/domain/selection"
)

// Export is what a job that makes a table of sheets is started with.
type Export struct {
	Operation string              `json:"Operation"`         // of package formats/export
	Columns   []string            `json:"Columns,omitempty"` // empty: the standard ones
	Format    string              `json:"Format"`            // of the file: csv, xlsx
	Encoding  string              `json:"Encoding"`          // of a CSV: utf-8, shift_jis
	Lang      string              `json:"Lang"`              // "ja" or "en": of headings and values
	Sheets    selection.Selection `json:"Sheets"`
}

// ZIP is what a job that puts PDFs into an archive is started with.
type ZIP struct {
	Sheets selection.Selection `json:"Sheets"`
	Lang   string              `json:"Lang"` // "ja" or "en": of the list of what is missing
	// Month and Slot are the job's place in the company's quota.
	Month string `json:"Month"`
	Slot  int    `json:"Slot"`
}

// MaxPDFs is how many PDFs an archive has at most, and ArchivesAMonth how many archives a
// company has (specification, section 9).
const (
	MaxPDFs        = 3000
	ArchivesAMonth = 10
)

// CreateSimple is what a job that makes workbooks for CREATE-SIMPLE is started with.
type CreateSimple struct {
	Version int                 `json:"Version"` // of the tool
	Sheets  selection.Selection `json:"Sheets"`
	Lang    string              `json:"Lang"` // "ja" or "en"
}

// MaxWorkbooks is of how many sheets an archive has workbooks at most.
const MaxWorkbooks = 3000

// The codes with which more than that is refused, when it is asked for and when it is made.
const (
	CodeTooManyPDFs      message.Code = "download.too_many"
	CodeTooManyWorkbooks message.Code = "create_simple.too_many"
)

// Checklist is what a job that makes a table of what a checklist finds is started with.
type Checklist struct {
	List    checklist.ID      `json:"List"`
	Filters checklist.Filters `json:"Filters"`
	Sort    string            `json:"Sort"` // of the catalog
	Desc    bool              `json:"Desc"`
	Written checklist.Written `json:"Written"`
}

// Patch is what an edit of many sheets by CSV is started with. Its plan lies in an object.
type Patch struct {
	Address string `json:"address"` // of the starter, for the audit record
}

// PlanKey is where the plan of an edit of many sheets is kept.
func PlanKey(j job.Job) string { return ObjectKey(j, "plan.json") }

// Closing is what the end of a company's account is started with: who is told when
// everything is gone.
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

// needs has every kind.
var needs = map[job.Kind]access.Permission{
	job.Export: access.SDSExport, job.Checklist: access.CheckListExport, job.ZIP: access.SDSDownload,
	job.CreateSimple: access.CreateSimpleDownload, job.Patch: access.SDSEdit, job.Closing: "",
}

// Permission is what who has started a job of the kind must be permitted while it runs,
// and to have its result; empty: nothing.
func Permission(k job.Kind) access.Permission { return needs[k] }
