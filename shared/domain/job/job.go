// Package job defines background jobs: work that a user started and that takes longer
// than a request may, its progress and its result.
package job

import (
	"encoding/json"
	"time"

	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
)

// ID is a ULID: jobs sort by the time of their start.
type ID string

// Kind is a kind of job.
type Kind string

// The kinds.
const (
	Export       Kind = "export"        // a table of sheets
	Checklist    Kind = "checklist"     // a table of a checklist's results
	ZIP          Kind = "zip"           // PDFs in an archive
	CreateSimple Kind = "create_simple" // workbooks for CREATE-SIMPLE in an archive
	Patch        Kind = "patch"         // an edit of many sheets by CSV
	Deletion     Kind = "deletion"      // of many sheets
	Restoration  Kind = "restoration"   // of the sheets that a deletion has deleted
	Reanalysis   Kind = "reanalysis"    // of many sheets
	Closing      Kind = "closing"       // the end of a company's account
)

// Kinds are all kinds.
var Kinds = []Kind{Export, Checklist, ZIP, CreateSimple, Patch, Deletion, Restoration, Reanalysis, Closing}

// State is the state of a job.
type State string

// The states. A job ends in one of the last three.
const (
	Queued    State = "queued"
	Running   State = "running"
	Done      State = "done"
	Failed    State = "failed"
	Cancelled State = "cancelled"
)

// Ended reports whether the job has ended.
func (s State) Ended() bool { return s == Done || s == Failed || s == Cancelled }

// How long a job's result can be downloaded, and how long the job itself is listed.
const (
	ResultLasts = 7 * 24 * time.Hour
	RecordLasts = 30 * 24 * time.Hour
)

// MaxUnfinished is how many unfinished jobs a user may have at the same time.
const MaxUnfinished = 5

// Job is a background job.
type Job struct {
	ID      ID            `dynamodbav:"ID"`
	Company sds.CompanyID `dynamodbav:"Company"`
	By      sds.UserID    `dynamodbav:"By"`
	Kind    Kind          `dynamodbav:"Kind"`
	// Title, Readers and Setting are set for a job that a periodic export started: its title, the users who
	// receive the result besides By, and the id of the periodic export.
	Title   string       `dynamodbav:"Title,omitempty"`
	Readers []sds.UserID `dynamodbav:"Readers,omitempty"`
	Setting string       `dynamodbav:"Setting,omitempty"`
	Lang    string       `dynamodbav:"Lang"` // "ja" or "en": of its output
	// Params are the parameters of the kind, as JSON.
	Params json.RawMessage `dynamodbav:"Params"`

	State State `dynamodbav:"State"`
	// Done of Total items are done; Total is 0 while it is unknown.
	Done  int `dynamodbav:"Done"`
	Total int `dynamodbav:"Total"`
	// Checkpoint is where the kind continues, as JSON.
	Checkpoint json.RawMessage `dynamodbav:"Checkpoint"`
	// Stop: cancellation was requested.
	Stop bool `dynamodbav:"Stop"`
	// Attempt counts starts; it is part of the execution's name.
	Attempt int `dynamodbav:"Attempt"`

	// Trouble is why it failed.
	Trouble *Trouble `dynamodbav:"Trouble"`
	// Notes are remarks on the result, such as what was left out.
	Notes  []Trouble `dynamodbav:"Notes"`
	Result *Result   `dynamodbav:"Result"`
	// LeftTotal is the number of sheets that the job could not change, Left are the first of them.
	LeftTotal int    `dynamodbav:"LeftTotal,omitempty"`
	Left      []Left `dynamodbav:"Left,omitempty"`

	CreatedAt time.Time  `dynamodbav:"CreatedAt"`
	UpdatedAt time.Time  `dynamodbav:"UpdatedAt"`
	EndedAt   *time.Time `dynamodbav:"EndedAt"`
	Version   int64      `dynamodbav:"Version"`
	TTL       int64      `dynamodbav:"ttl"`
}

// Left is a sheet that a job could not change, with the reason.
type Left struct {
	Sheet sds.SheetID `dynamodbav:"Sheet" json:"Sheet"`
	Name  string      `dynamodbav:"Name" json:"Name"`
	Why   Trouble     `dynamodbav:"Why" json:"Why"`
}

// MostLeft is how many of the sheets that it could not change a job names.
const MostLeft = 20

// Undoable reports whether what the job did can be undone: a deletion, while the list of its sheets is kept. One that
// was interrupted may have deleted more than it has counted.
func (j Job) Undoable(now time.Time) bool {
	return j.Kind == Deletion && j.EndedAt != nil && (j.State != Done || j.Done > j.LeftTotal) && !j.Expired(now)
}

// Trouble is a message to the user.
type Trouble struct {
	Code message.Code      `dynamodbav:"Code" json:"Code"`
	Args map[string]string `dynamodbav:"Args" json:"Args"`
}

// Text is the message in the language of a locale.
func (t Trouble) Text(locale string) string {
	args := message.Args{}
	for k, v := range t.Args {
		args[k] = v
	}
	return message.Text(locale, t.Code, args)
}

// Result is the file that a job made, in the bucket of working objects.
type Result struct {
	Key         string `dynamodbav:"Key"`
	Name        string `dynamodbav:"Name"` // of the downloaded file
	ContentType string `dynamodbav:"ContentType"`
	Size        int64  `dynamodbav:"Size"`
}

// Expired reports whether the result can no longer be downloaded.
func (j Job) Expired(now time.Time) bool {
	return j.EndedAt != nil && now.After(j.EndedAt.Add(ResultLasts))
}
