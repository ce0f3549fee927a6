package checklist

import (
	"time"

	"anzen/shared/domain/sds"
)

// ChangeID is a ULID: it sorts by time.
type ChangeID string

// Action is an action on a checklist.
type Action string

// The actions.
const (
	ActionCreated   Action = "created"
	ActionRequested Action = "requested"
	ActionEdited    Action = "edited"
	ActionPrepared  Action = "prepared" // a request was fulfilled
	ActionSuspended Action = "suspended"
	ActionResumed   Action = "resumed"
	ActionJudged    Action = "judged"   // sheets, by a user
	ActionExcluded  Action = "excluded" // sheets, from the results
	ActionIncluded  Action = "included" // excluded sheets, again
)

// Change is an entry of a checklist's update history.
type Change struct {
	ID     ChangeID      `dynamodbav:"ID"`
	At     time.Time     `dynamodbav:"At"`
	By     sds.UserID    `dynamodbav:"By"`
	ByName string        `dynamodbav:"ByName"`
	Action Action        `dynamodbav:"Action"`
	Fields []FieldChange `dynamodbav:"Fields,omitempty"`
}

// The fields of entries.
const (
	FieldTitle       = "title"
	FieldDescription = "description"
	FieldTargets     = "extraction_targets"
	FieldLaws        = "law_regulation_ids"
	FieldSubstances  = "substances"
	FieldState       = "state"
	FieldSheets      = "sheets" // names
	FieldJudgement   = "judgement"
	FieldNote        = "note"
)

// FieldChange is the change of a field: the value before and after, or, of a field with
// several values, those removed and those added.
type FieldChange struct {
	Field string   `dynamodbav:"Field"`
	From  []string `dynamodbav:"From,omitempty"`
	To    []string `dynamodbav:"To,omitempty"`
}
