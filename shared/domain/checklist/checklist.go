// Package checklist is the glossary of checklists: what a company wants to watch, by
// laws, by substances or by a request to the provider, and what people say about the
// sheets that are found.
//
// What a checklist finds follows from the sheets, the regulations and the day alone, so
// nothing of it is stored but what people say (Mark), and what was found when the
// checklist was last looked at by the nightly run, from which new hits are told.
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
	ByRequest    Kind = "request" // the provider makes it, of a text of wishes
)

// State is how a checklist stands.
type State string

// The states of the specification. Created and Resumed ones are checked.
const (
	Requested     State = "requested"
	InPreparation State = "in_preparation"
	Created       State = "created"
	Suspended     State = "suspended"
	Resumed       State = "resumed"
)

// Checked tells whether the nightly run looks at it.
func (s State) Checked() bool { return s == Created || s == Resumed }

// Target is where a checklist looks.
type Target string

// The targets.
const (
	Composition Target = "composition" // what our check finds of ingredients and properties
	Section15   Target = "section_15"  // what the sheet states
)

// Substance is a CAS number with a threshold of the company's own.
type Substance struct {
	CAS     string  `dynamodbav:"CAS" json:"CAS"`
	Name    string  `dynamodbav:"Name" json:"Name"`       // as the person wrote it; empty: the table's
	Percent float64 `dynamodbav:"Percent" json:"Percent"` // mass per cent
	Above   bool    `dynamodbav:"Above" json:"Above"`     // more than Percent; else Percent itself is enough
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
	// RequestText is what a request asks for, CompanyName for whom.
	RequestText string `dynamodbav:"RequestText"`
	CompanyName string `dynamodbav:"CompanyName"`

	CreatedAt     time.Time  `dynamodbav:"CreatedAt"`
	UpdatedAt     time.Time  `dynamodbav:"UpdatedAt"`
	CreatedBy     sds.UserID `dynamodbav:"CreatedBy"`
	CreatedByName string     `dynamodbav:"CreatedByName"`
	// Run is what the last nightly run saw.
	Run *Run `dynamodbav:"Run"`
}

// Run is one look of the machine at a checklist.
type Run struct {
	At      time.Time `dynamodbav:"At"`
	Day     string    `dynamodbav:"Day"` // YYYY-MM-DD, in Tokyo
	Counts  Counts    `dynamodbav:"Counts"`
	NewHits int       `dynamodbav:"NewHits"`
	Found   string    `dynamodbav:"Found"` // the key of the object that holds what was found
}

// Counts are how many sheets there are of a verdict.
type Counts map[verdict.Verdict]int

// Judgement is what a person says.
type Judgement string

// The judgements.
const (
	Applies      Judgement = "applies"
	DoesNotApply Judgement = "does_not_apply"
	OnHold       Judgement = "on_hold"
)

// Review is what people say of a sheet on a checklist.
type Review struct {
	Sheet     sds.SheetID `dynamodbav:"Sheet"`
	Version   int64       `dynamodbav:"Version"`
	Judgement Judgement   `dynamodbav:"Judgement"`
	Note      string      `dynamodbav:"Note"`
	Excluded  bool        `dynamodbav:"Excluded"`
	// Ground is the hash of the verdicts that were seen (check.Ground); where today's is another, the judgement is
	// flagged.
	Ground string          `dynamodbav:"Ground"`
	Proofs []verdict.Proof `dynamodbav:"Proofs"` // as they were seen
	At     time.Time       `dynamodbav:"At"`
	By     sds.UserID      `dynamodbav:"By"`
	ByName string          `dynamodbav:"ByName"`
}
