// Package sds is the glossary: what a safety data sheet is, of what it is made,
// which states it passes through and who may do what with it. It imports
// nothing else of the project, so every other package can speak its words.
package sds

import "github.com/google/uuid"

// Typed identifiers, so that a sheet's cannot be passed for a company's.
// All are UUIDs in their canonical lower-case form.
type (
	CompanyID    string
	UserID       string
	DepartmentID string
	TagID        string
	SheetID      string
	UploadID     string
	CriteriaID   string // of a saved search
	AttachmentID string
	// EditID is a ULID: it sorts by time.
	EditID string
)

// NewID returns a fresh random identifier of the wanted type.
func NewID[T ~string]() T { return T(uuid.NewString()) }

// ValidID tells whether s has the form of an identifier.
func ValidID(s string) bool {
	u, err := uuid.Parse(s)
	return err == nil && u.String() == s
}
