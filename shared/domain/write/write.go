// Package write defines changes of a company's sheets: the records that are written
// together, with the actor. Use cases make these writes; the store applies each as a
// whole or refuses it.
package write

import (
	"slices"
	"time"

	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
)

// Errors of every store.
var (
	// ErrStale is returned where a record has changed since it was read.
	ErrStale = message.New(message.Stale, message.CodeStale)
	// ErrNotFound is returned where the company has no such record.
	ErrNotFound = message.New(message.NotFound, message.CodeNotFound)
)

// Codes of refused writes.
const (
	CodePlanLimit         message.Code = "plan.upload_limit"
	CodeProductCodeExists message.Code = "sheet.product_code_exists"
)

// Audit is an audit record.
type Audit struct {
	By      sds.UserID `dynamodbav:"By"`                // empty for the system
	ByToken string     `dynamodbav:"ByToken,omitempty"` // the name of the provisioning token whose id By is
	Action  string     `dynamodbav:"Action"`            // "department.created"
	Target  string     `dynamodbav:"Target"`            // the id of the affected record
	Address string     `dynamodbav:"Address"`           // the client's address
	At      time.Time  `dynamodbav:"At"`
	// ByName is the user's name at that time: it stays when the user is removed.
	ByName string `dynamodbav:"ByName,omitempty"`
	// Agent is the client's User-Agent, RequestID the request by which the server's log has it.
	Agent     string `dynamodbav:"Agent,omitempty"`
	RequestID string `dynamodbav:"RequestID,omitempty"`
}

// Answer is the answer to a request with an idempotency key. It is stored in the same
// transaction as the request's writes, so that a repeated request gets the same answer
// and takes effect once.
type Answer struct {
	Key    string
	Hash   string // of the request
	Status int
	Body   []byte
}

// Analysis is the effect of a write on the promise to analyze its sheet.
type Analysis int

// AnalysisPromised records that the sheet is to be analyzed, so that the sweep starts an
// analysis that did not start; AnalysisEnded removes the record.
const (
	AnalysisPromised Analysis = iota + 1
	AnalysisEnded
)

// Sheet is a change of a sheet: its record before and after, and further records, written
// in one transaction.
type Sheet struct {
	Before      *sds.Sheet // nil for a new sheet
	After       sds.Sheet  // its Version is set by the write
	Sections    []sds.Section
	CheckResult *sds.CheckResult
	Edit        *sds.Edit
	Audit       Audit

	Analysis Analysis
	Upload   *sds.Upload      // becomes the sheet's file; in the version that was read
	Attached []sds.Attachment // added
	Detached []sds.Attachment // removed
	// Counts: the sheet counts against the plan, up to Limit (nil: no limit).
	Counts bool
	Limit  *int
	Answer *Answer
}

// Registration is a new sheet with its upload.
type Registration struct {
	Upload sds.Upload
	Sheet  sds.Sheet
	Edit   sds.Edit
}

// Revision is a newer version of a sheet: the new sheet with what it takes over, and the
// superseded one.
type Revision struct {
	Upload   sds.Upload
	Sheet    sds.Sheet
	Sections []sds.Section // values taken over from the older sheet
	Edit     sds.Edit      // history entry of the new sheet
	Older    sds.Sheet     // in the version that was read
	OldEdit  sds.Edit      // history entry of the older sheet
}

// Removal is the actor and the time of a removal of sheets.
type Removal struct {
	By     sds.UserID
	ByName string
	At     time.Time
	Audit  Audit
	In     string // the job that removes the sheets with many others; empty: none
}

// EditAt identifies an entry of a sheet's history.
type EditAt struct {
	Sheet sds.SheetID
	Edit  sds.EditID
}

// Limits of one transaction. Items counts its records.
const (
	// MaxSheets is how many sheets are changed together.
	MaxSheets = 30
	// MaxItems is how many records the changes of several sheets may take together,
	// besides the audit record and the answer.
	MaxItems = 92
)

// Items is the number of records that the change of a sheet takes in a transaction.
func (w Sheet) Items() int {
	n := 2 + len(w.Sections)
	if w.CheckResult != nil {
		n++
	}
	if w.Edit != nil {
		n++
	}
	var had []string
	if w.Before != nil {
		had = w.Before.GuardedCodes
	}
	if !slices.Equal(had, w.After.GuardedCodes) {
		n += len(had) + len(w.After.GuardedCodes)
	}
	return n
}

// removalsTogether is how many sheets are removed together: each takes a record, a log
// entry, a history entry and a purge record, and likely two product codes.
const removalsTogether = 15

// Removals groups sheets by transaction: several without other versions, or a single one
// with other versions, because removing it changes its neighbours.
func Removals(sheets []sds.Sheet) (all [][]sds.Sheet) {
	items, open := 0, -1
	for _, s := range sheets {
		if s.Chained() {
			all = append(all, []sds.Sheet{s})
			continue
		}
		n := 4 + len(s.GuardedCodes)
		if open < 0 || len(all[open]) == removalsTogether || items+n > MaxItems {
			open, items = len(all), 0
			all = append(all, nil)
		}
		all[open] = append(all[open], s)
		items += n
	}
	return all
}
