// Package sds defines safety data sheets: their records, sections and fields with
// sources, processing states, edits and history. It imports nothing of the project but
// shared/text, so every other package can import it.
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

// NewID returns a new random identifier.
func NewID[T ~string]() T { return T(uuid.NewString()) }

// ValidID reports whether s has the form of an identifier.
func ValidID(s string) bool {
	u, err := uuid.Parse(s)
	return err == nil && u.String() == s
}
