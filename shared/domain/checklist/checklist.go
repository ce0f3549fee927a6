// Package checklist defines checklists: what a company watches, by laws, by substances or
// by a request to the provider, and users' reviews of the sheets found.
//
// The results of a checklist follow from the sheets, the regulations and the day alone.
// Only the reviews are stored, and the results of the last nightly run, with which the
// next run is compared to find new hits.
package checklist

import (
	"time"

	"anzen/shared/domain/sds"
	"anzen/shared/domain/verdict"
)

// ID is a UUID.
type ID string

// Kind is how a checklist is built.
type Kind string

// The kinds.
const (
	ByLaws       Kind = "laws"
	BySubstances Kind = "substances"
	ByRequest    Kind = "request" // the provider makes it from a text
)

// State is the state of a checklist.
type State string

// The states of the specification. Checklists in Created and Resumed are evaluated.
const (
	Requested     State = "requested"
	InPreparation State = "in_preparation"
	Created       State = "created"
	Suspended     State = "suspended"
	Resumed       State = "resumed"
)

// Checked reports whether the nightly run evaluates the checklist.
func (s State) Checked() bool { return s == Created || s == Resumed }

// Target is what a checklist evaluates.
type Target string

// The targets.
const (
	Composition Target = "composition" // verdicts on ingredients and properties
	Section15   Target = "section_15"  // regulations stated in section 15
)

// Substance is a CAS number with a threshold of the company's own.
type Substance struct {
	CAS     string  `dynamodbav:"CAS" json:"CAS"`
	Name    string  `dynamodbav:"Name" json:"Name"`       // as entered; empty: the reference data's
	Percent float64 `dynamodbav:"Percent" json:"Percent"` // mass per cent
	Above   bool    `dynamodbav:"Above" json:"Above"`     // strictly more than Percent; else at least Percent
}

// List is a checklist.
type List struct {
	ID          ID       `dynamodbav:"ID"`
	Version     int64    `dynamodbav:"Version"`
	Kind        Kind     `dynamodbav:"Kind"`
	State       State    `dynamodbav:"State"`
	Title       string   `dynamodbav:"Title"`
	Description string   `dynamodbav:"Description"`
	Targets     []Target `dynamodbav:"Targets"`
	// LawIDs are of laws, RegulationIDs of categories, classes and statutory substances.
	LawIDs        []int       `dynamodbav:"LawIDs"`
	RegulationIDs []int       `dynamodbav:"RegulationIDs"`
	Substances    []Substance `dynamodbav:"Substances"`
	// RequestText is the text of a request, CompanyName the company that it is for.
	RequestText string `dynamodbav:"RequestText"`
	CompanyName string `dynamodbav:"CompanyName"`

	CreatedAt     time.Time  `dynamodbav:"CreatedAt"`
	UpdatedAt     time.Time  `dynamodbav:"UpdatedAt"`
	CreatedBy     sds.UserID `dynamodbav:"CreatedBy"`
	CreatedByName string     `dynamodbav:"CreatedByName"`
	// Run is the last nightly run; nil before the first.
	Run *Run `dynamodbav:"Run"`
}

// Run is the result of a nightly run for a checklist.
type Run struct {
	At      time.Time `dynamodbav:"At"`
	Day     string    `dynamodbav:"Day"` // YYYY-MM-DD, in Tokyo
	Counts  Counts    `dynamodbav:"Counts"`
	NewHits int       `dynamodbav:"NewHits"`
	Found   string    `dynamodbav:"Found"` // the key of the object with the sheets found
}

// Counts are numbers of sheets by verdict.
type Counts map[verdict.Verdict]int

// Judgement is a user's judgement of a sheet.
type Judgement string

// The judgements.
const (
	Applies      Judgement = "applies"
	DoesNotApply Judgement = "does_not_apply"
	OnHold       Judgement = "on_hold"
)

// Review is the users' review of a sheet on a checklist.
type Review struct {
	Sheet     sds.SheetID `dynamodbav:"Sheet"`
	Version   int64       `dynamodbav:"Version"`
	Judgement Judgement   `dynamodbav:"Judgement"`
	Note      string      `dynamodbav:"Note"`
	Excluded  bool        `dynamodbav:"Excluded"`
	// Ground is the hash of the verdicts at the time (evaluate.Outcome.Ground); where today's differs, the judgement
	// is flagged.
	Ground string          `dynamodbav:"Ground"`
	Proofs []verdict.Proof `dynamodbav:"Proofs"` // at the time
	At     time.Time       `dynamodbav:"At"`
	By     sds.UserID      `dynamodbav:"By"`
	ByName string          `dynamodbav:"ByName"`
}
