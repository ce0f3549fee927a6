// Package job is the glossary of long work: what a person has started that takes
// longer than an answer may, how far it is and what came of it.
package job

import (
	"encoding/json"
	"time"

	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
)

// ID is a ULID: jobs sort by the time they were started.
type ID string

// Kind is what is done.
type Kind string

// The kinds.
const (
	Export       Kind = "export"        // a table of sheets
	Checklist    Kind = "checklist"     // a table of what a checklist finds
	ZIP          Kind = "zip"           // PDFs in an archive
	CreateSimple Kind = "create_simple" // workbooks for CREATE-SIMPLE in an archive
	Patch        Kind = "patch"         // an edit of many sheets by CSV
	Closing      Kind = "closing"       // the end of a company's account
)

// Kinds are all kinds.
var Kinds = []Kind{Export, Checklist, ZIP, CreateSimple, Patch, Closing}

// State is how a job stands.
type State string

// The states. A job ends in one of the last three.
const (
	Queued    State = "queued"
	Running   State = "running"
	Done      State = "done"
	Failed    State = "failed"
	Cancelled State = "cancelled"
)

// Ended tells whether nothing more happens by itself.
func (s State) Ended() bool { return s == Done || s == Failed || s == Cancelled }

// How long what a job made can be fetched, and how long the job itself is listed.
const (
	ResultLasts = 7 * 24 * time.Hour
	RecordLasts = 30 * 24 * time.Hour
)

// MaxUnfinished is how many jobs a person may have under way at the same time.
const MaxUnfinished = 5

// Job is one.
type Job struct {
	ID      ID            `dynamodbav:"ID"`
	Company sds.CompanyID `dynamodbav:"Company"`
	By      sds.UserID    `dynamodbav:"By"`
	Kind    Kind          `dynamodbav:"Kind"`
	// Title and Readers are of what was not asked for by a person but by a setting of theirs: what it is
	// called, and who gets the result beside the starter.
	Title   string       `dynamodbav:"Title,omitempty"`
	Readers []sds.UserID `dynamodbav:"Readers,omitempty"`
	Lang    string       `dynamodbav:"Lang"` // "ja" or "en": of what it writes
	// Params are what the kind needs to know, as JSON.
	Params json.RawMessage `dynamodbav:"Params"`

	State State `dynamodbav:"State"`
	// Done of Total things are done; Total is 0 where it is not known yet.
	Done  int `dynamodbav:"Done"`
	Total int `dynamodbav:"Total"`
	// Checkpoint is from where the kind goes on, as JSON.
	Checkpoint json.RawMessage `dynamodbav:"Checkpoint"`
	// Stop is set when somebody wants it cancelled.
	Stop bool `dynamodbav:"Stop"`
	// Attempt counts how often it was started; it names the execution.
	Attempt int `dynamodbav:"Attempt"`

	// Trouble is why it failed.
	Trouble *Trouble `dynamodbav:"Trouble"`
	// Notes are what the starter should know of the result, such as what was left out.
	Notes  []Trouble `dynamodbav:"Notes"`
	Result *Result   `dynamodbav:"Result"`

	CreatedAt time.Time  `dynamodbav:"CreatedAt"`
	UpdatedAt time.Time  `dynamodbav:"UpdatedAt"`
	EndedAt   *time.Time `dynamodbav:"EndedAt"`
	Version   int64      `dynamodbav:"Version"`
	TTL       int64      `dynamodbav:"ttl"`
}

// Trouble is a message to the starter.
type Trouble struct {
	Code message.Code      `dynamodbav:"Code" json:"Code"`
	Args map[string]string `dynamodbav:"Args" json:"Args"`
}

// Text is the trouble in the language of a locale.
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
	Name        string `dynamodbav:"Name"` // under which it is saved
	ContentType string `dynamodbav:"ContentType"`
	Size        int64  `dynamodbav:"Size"`
}

// Expired tells whether the result can no longer be fetched.
func (j Job) Expired(now time.Time) bool {
	return j.EndedAt != nil && now.After(j.EndedAt.Add(ResultLasts))
}
