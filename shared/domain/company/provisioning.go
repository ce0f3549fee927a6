package company

import (
	"time"

	"anzen/shared/domain/access"
	"anzen/shared/domain/sds"
)

// Suspension is that a user may not sign in for now, although they were not removed.
type Suspension struct {
	At time.Time `dynamodbav:"At"`
	// WasActive is false for a user who had not activated their account yet.
	WasActive bool `dynamodbav:"WasActive"`
}

// External is what the company's identity provider says of a user whom it provisions.
type External struct {
	// ID is the provider's id of the user (RFC 7643, section 3.1); may be empty.
	ID string `dynamodbav:"ID,omitempty"`
	// Department is the one that the provider names in the user's record; empty: none.
	Department sds.DepartmentID `dynamodbav:"Department,omitempty"`
	// Roles are the groups of roles of which the provider made the user a member. They hold
	// only while the highest of them is the user's role: a role that an administrator sets
	// replaces them.
	Roles []access.Role `dynamodbav:"Roles,omitempty"`
}

// Limits of provisioning tokens.
const (
	// MaxProvisioningTokens is how many a company can have: one in use, and its successor.
	MaxProvisioningTokens = 2
	// ProvisioningTokenLasts is the latest end of one.
	ProvisioningTokenLasts = 366 * 24 * time.Hour
	// ProvisioningTokenNoted is how often the use of one is noted.
	ProvisioningTokenNoted = time.Hour
	// ProvisioningRequests is how many requests one can make in ProvisioningWindow. It is 25 a
	// second, the least that Entra ID expects of a SCIM endpoint ("Develop and plan provisioning
	// for a SCIM endpoint"); Okta needs 10.
	ProvisioningRequests = 250
	ProvisioningWindow   = 10 * time.Second
	// MaxTokenName is the longest name of one, in characters.
	MaxTokenName = 50
)

// ProvisioningToken lets a company's identity provider change the company's users (RFC
// 7644). Only the hash of its secret is stored.
type ProvisioningToken struct {
	// ID names the token in audit records; the token itself does not contain it.
	ID   sds.UserID `dynamodbav:"ID"`
	Slot int        `dynamodbav:"Slot"` // 1 to MaxProvisioningTokens
	Name string     `dynamodbav:"Name"`
	// Hash is of the whole token, with the version of the hash before a colon.
	Hash      string     `dynamodbav:"Hash"`
	CreatedAt time.Time  `dynamodbav:"CreatedAt"`
	CreatedBy sds.UserID `dynamodbav:"CreatedBy"`
	// ExpiresAt: from then on it is refused; nil: it has no end.
	ExpiresAt *time.Time `dynamodbav:"ExpiresAt,omitempty"`
	// LastUsedAt is exact to ProvisioningTokenNoted; nil: not used yet.
	LastUsedAt *time.Time `dynamodbav:"LastUsedAt,omitempty"`
}

// Expired reports whether the token has reached its end.
func (t ProvisioningToken) Expired(now time.Time) bool {
	return t.ExpiresAt != nil && !now.Before(*t.ExpiresAt)
}
