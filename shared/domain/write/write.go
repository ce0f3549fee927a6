// Package write says what a change of a company's sheets writes: which records take
// effect together, with who did it. Use cases make these writes; whoever keeps the
// records writes each as a whole, or refuses it.
package write

import (
	"slices"
	"time"

	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
)

// What stands against a write, whoever keeps the records.
var (
	// ErrStale is the answer where a record has moved on since it was read.
	ErrStale = message.New(message.Stale, message.CodeStale)
	// ErrNotFound is the answer where the company has no such record.
	ErrNotFound = message.New(message.NotFound, message.CodeNotFound)
)

// Codes of writes that are refused.
const (
	CodePlanLimit         message.Code = "plan.upload_limit"
	CodeProductCodeExists message.Code = "sheet.product_code_exists"
)

// Audit is the record of who did what.
type Audit struct {
	By      sds.UserID `dynamodbav:"By"`      // empty for the machine
	Action  string     `dynamodbav:"Action"`  // "department.created"
	Target  string     `dynamodbav:"Target"`  // the id of what it was done to
	Address string     `dynamodbav:"Address"` // the client's address
	At      time.Time  `dynamodbav:"At"`
}

// Answer is what was answered to a request with an idempotency key: kept with what the
// request writes, so that the same request is answered the same and acts once.
type Answer struct {
	Key    string
	Hash   string // of the request
	Status int
	Body   []byte
}

// Analysis is what a write says about the analysis of its sheet.
type Analysis int

// A write promises that the sheet's analysis is to be done, so that the sweep sees to it,
// or says that it has ended.
const (
	AnalysisPromised Analysis = iota + 1
	AnalysisEnded
)

// Sheet is a change of a sheet: its record as read and as it is to be, and what of it
// changes beside. Everything takes effect together.
type Sheet struct {
	Before      *sds.Sheet // nil for a new sheet
	After       sds.Sheet  // its Version is set by the write
	Sections    []sds.Section
	CheckResult *sds.CheckResult
	Edit        *sds.Edit
	Audit       Audit

	Analysis Analysis
	Upload   *sds.Upload      // becomes the sheet's file, as it was read
	Attached []sds.Attachment // registered with it
	Detached []sds.Attachment // taken off it
	// Counts adds it to the sheets of the plan, up to Limit (nil: none).
	Counts bool
	Limit  *int
	Answer *Answer
}

// Registration is a new sheet with the upload that it comes from.
type Registration struct {
	Upload sds.Upload
	Sheet  sds.Sheet
	Edit   sds.Edit
}

// Revision is a newer file of a sheet: the new sheet with what it takes over, and
// the one that it takes the place of.
type Revision struct {
	Upload   sds.Upload
	Sheet    sds.Sheet
	Sections []sds.Section // what the sheet takes over of the older one's values
	Edit     sds.Edit      // of the sheet
	Older    sds.Sheet     // as it was read
	OldEdit  sds.Edit      // of the older sheet
}

// Removal is who removes sheets, and when.
type Removal struct {
	By     sds.UserID
	ByName string
	At     time.Time
	Audit  Audit
}

// EditAt names an entry of a sheet's history.
type EditAt struct {
	Sheet sds.SheetID
	Edit  sds.EditID
}

// What one transaction holds. Records are counted by Items.
const (
	// MaxSheets is how many sheets are changed together.
	MaxSheets = 30
	// MaxItems is how many records the changes of several sheets may take together,
	// beside the audit record and the answer.
	MaxItems = 92
)

// Items is how many records of a transaction the change of a sheet takes.
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

// removalsTogether is how many sheets are removed together: each is a record, a log
// entry, a history entry and a note for the purge, and two product codes are likely.
const removalsTogether = 15

// Removals parts sheets into those that are removed in one transaction: several that
// stand alone, or one that has other versions, of which one at a time is looked at,
// because removing it changes its neighbours.
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
