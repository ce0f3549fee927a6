package checklist

import (
	"time"

	"anzen/shared/domain/sds"
)

// ChangeID is a ULID: it sorts by time.
type ChangeID string

// Action is what was done to a checklist.
type Action string

// The actions.
const (
	ActionCreated   Action = "created"
	ActionRequested Action = "requested"
	ActionEdited    Action = "edited"
	ActionPrepared  Action = "prepared" // a request was filled with what it asked for
	ActionSuspended Action = "suspended"
	ActionResumed   Action = "resumed"
)

// Change is an entry of a checklist's update history: who did what, and what it
// changed.
type Change struct {
	ID     ChangeID      `dynamodbav:"ID"`
	At     time.Time     `dynamodbav:"At"`
	By     sds.UserID    `dynamodbav:"By"`
	ByName string        `dynamodbav:"ByName"`
	Action Action        `dynamodbav:"Action"`
	Fields []FieldChange `dynamodbav:"Fields,omitempty"`
}

// The fields of which the history tells.
const (
	FieldTitle       = "title"
	FieldDescription = "description"
	FieldTargets     = "extraction_targets"
	FieldLaws        = "law_regulation_ids"
	FieldSubstances  = "substances"
	FieldState       = "state"
)

// FieldChange is a field as it was and as it is; of fields with many values, what
// was taken out and what was put in.
type FieldChange struct {
	Field string   `dynamodbav:"Field"`
	From  []string `dynamodbav:"From,omitempty"`
	To    []string `dynamodbav:"To,omitempty"`
}
