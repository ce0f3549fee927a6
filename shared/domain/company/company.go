// Package company defines customers: the company, its users, departments and tags, and
// one-time links sent by mail.
package company

import (
	"slices"
	"strings"
	"time"
	"unicode"

	"anzen/shared/domain/access"
	"anzen/shared/domain/plan"
	"anzen/shared/domain/sds"
)

// CopyFields are what a newer version of a sheet may copy from the older one.
var CopyFields = []string{"departments", "note", "product_code_list", "sds_assignees", "tags"}

// DefaultExpirationYears is after how many years a sheet needs revision unless the
// company's settings differ: JIS Z 7253 and the guidance to the Industrial Safety and
// Health Act require a review at least every five years.
const DefaultExpirationYears = 5

// Company is a customer.
type Company struct {
	ID               sds.CompanyID  `dynamodbav:"ID"`
	Version          int64          `dynamodbav:"Version"`
	Name             string         `dynamodbav:"Name"`
	Phone            string         `dynamodbav:"Phone"`
	Active           bool           `dynamodbav:"Active"`
	Plan             plan.ID        `dynamodbav:"Plan"`
	Features         []plan.Feature `dynamodbav:"Features"`
	CustomerID       string         `dynamodbav:"CustomerID"`
	SubscriptionID   string         `dynamodbav:"SubscriptionID"`
	SubscribedAt     *time.Time     `dynamodbav:"SubscribedAt"`
	NextPaidAt       *time.Time     `dynamodbav:"NextPaidAt"`
	RenewedAt        *time.Time     `dynamodbav:"RenewedAt"`
	ExpirationYears  int            `dynamodbav:"ExpirationYears"`
	CopyFields       []string       `dynamodbav:"CopyFields"`
	UploadedSheets   int            `dynamodbav:"UploadedSheets"` // counts against the plan
	CreatedAt        time.Time      `dynamodbav:"CreatedAt"`
	UpdatedAt        time.Time      `dynamodbav:"UpdatedAt"`
	AttachmentsLimit int            `dynamodbav:"AttachmentsLimit"`
	// Addresses are the allowed IP addresses; empty: all.
	Addresses []AllowedAddress `dynamodbav:"Addresses"`
	// SessionIdleHours is after how many hours an unused session ends, one of IdleHours; 0:
	// DefaultIdleHours.
	SessionIdleHours int `dynamodbav:"SessionIdleHours,omitempty"`
	// FactorRule is who must have a second factor; empty: FactorOfAdmins. GraceDays is how long
	// they have to set one up, counted from FactorRuleFrom at the earliest.
	FactorRule     FactorRule `dynamodbav:"FactorRule,omitempty"`
	FactorRuleFrom *time.Time `dynamodbav:"FactorRuleFrom,omitempty"`
	GraceDays      *int       `dynamodbav:"GraceDays,omitempty"`
	// AuditYears is for how many years audit records are kept (audit.Years); 0: the default.
	AuditYears int `dynamodbav:"AuditYears,omitempty"`
	// ClosedAt is when the account was closed; from then on the company counts as not found.
	ClosedAt *time.Time `dynamodbav:"ClosedAt"`
}

// Has reports whether the company has the option.
func (c Company) Has(f plan.Feature) bool { return slices.Contains(c.Features, f) }

// AttachmentsPerSheet is the maximum number of attachments of a sheet: the most there is with the
// option, else the purchased one, else the plan's.
func (c Company) AttachmentsPerSheet() int {
	if c.Has(plan.FeatureAttachments) {
		return plan.MostAttachments
	}
	if c.AttachmentsLimit > 0 {
		return c.AttachmentsLimit
	}
	return plan.Get(c.Plan).AttachmentsPerSheet
}

// User is a user of a company.
type User struct {
	ID         sds.UserID    `dynamodbav:"ID"`
	Company    sds.CompanyID `dynamodbav:"Company"`
	Version    int64         `dynamodbav:"Version"`
	Email      string        `dynamodbav:"Email"` // lower case
	FirstName  string        `dynamodbav:"FirstName"`
	MiddleName string        `dynamodbav:"MiddleName"`
	LastName   string        `dynamodbav:"LastName"`
	Phone      string        `dynamodbav:"Phone"`
	Position   string        `dynamodbav:"Position"`
	Role       access.Role   `dynamodbav:"Role"`
	// RoleFrom is when the role was changed; nil: never.
	RoleFrom    *time.Time         `dynamodbav:"RoleFrom,omitempty"`
	Departments []sds.DepartmentID `dynamodbav:"Departments"`
	Active      bool               `dynamodbav:"Active"`
	// Suspension is that the user may not sign in for now; then Active is false. nil: none.
	Suspension *Suspension `dynamodbav:"Suspension,omitempty"`
	// External is what the company's identity provider says of the user; nil: it does not
	// know them.
	External   *External `dynamodbav:"External,omitempty"`
	Subscribed bool      `dynamodbav:"Subscribed"` // to news
	Locale     string    `dynamodbav:"Locale"`
	// SessionsFrom: sign-ins before this moment are invalid (EndSessions).
	SessionsFrom time.Time `dynamodbav:"SessionsFrom"`
	// SessionKept is the session that stays valid although it began before SessionsFrom.
	SessionKept string `dynamodbav:"SessionKept,omitempty"`
	// Factors are the second factors as the user pool has them: every change goes through the
	// API, which records it here too.
	Factors []Factor `dynamodbav:"Factors,omitempty"`
	// Passkeys are those that the user pool may have: each is recorded here before the pool
	// takes it, and until it is removed there.
	Passkeys []Passkey `dynamodbav:"Passkeys,omitempty"`
	// LinksFrom: links mailed before this moment are invalid.
	LinksFrom time.Time `dynamodbav:"LinksFrom"`
	// ChoosingUntil is the end of the lock that a request holds while it sets the user's
	// password by a link. Zero: unlocked.
	ChoosingUntil time.Time  `dynamodbav:"ChoosingUntil"`
	LoginAt       *time.Time `dynamodbav:"LoginAt"`
	// Undeliverable is that mails to the user come back or are unwanted; nil: they are not. MailFrom is when an
	// administrator has lifted that last.
	Undeliverable *Undeliverable `dynamodbav:"Undeliverable,omitempty"`
	MailFrom      *time.Time     `dynamodbav:"MailFrom,omitempty"`
	CreatedAt     time.Time      `dynamodbav:"CreatedAt"`
	UpdatedAt     time.Time      `dynamodbav:"UpdatedAt"`
}

// ClockSkew is the assumed maximum difference of the clocks of the user pool and the functions.
const ClockSkew = 50 * time.Millisecond

// EndSessions invalidates all sign-ins until now. The user pool's tokens contain the
// time of sign-in in whole seconds, so valid sign-ins begin with the next second: no
// older token of the same second passes. Callers answer only after that second has begun
// (SessionsFrom and the skew), so that a sign-in following the answer is valid.
func (u *User) EndSessions(now time.Time) {
	from := now.Add(ClockSkew).Truncate(time.Second).Add(time.Second).UTC()
	if from.After(u.SessionsFrom) {
		u.SessionsFrom = from
	}
	u.SessionKept = ""
}

// EndOtherSessions is EndSessions for all sessions but one.
func (u *User) EndOtherSessions(now time.Time, kept string) {
	u.EndSessions(now)
	u.SessionKept = kept
}

// Admits reports whether a session that began at a time is not among those that EndSessions
// has ended.
func (u User) Admits(session string, signedIn time.Time) bool {
	return !signedIn.Before(u.SessionsFrom) || u.SessionKept != "" && session == u.SessionKept
}

// Suspended reports whether the user is suspended.
func (u User) Suspended() bool { return u.Suspension != nil }

// Suspend makes the user inactive until Resume, and ends their sessions and mailed links.
// A suspended user keeps their id, assignments and history.
func (u *User) Suspend(now time.Time) {
	if u.Suspension != nil {
		return
	}
	u.Suspension = &Suspension{At: now.UTC(), WasActive: u.Active}
	u.Active, u.LinksFrom = false, now
	u.EndSessions(now)
}

// Resume ends a suspension: the user is active again if they were before.
func (u *User) Resume() {
	if u.Suspension == nil {
		return
	}
	u.Active, u.Suspension = u.Suspension.WasActive, nil
}

// Administers reports whether the user is an active administrator.
func (u User) Administers() bool { return u.Active && u.Role == access.Admin }

// Name is the user's full name: the family name first where the name is Japanese, by its
// characters or by the user's locale.
func (u User) Name() string {
	if u.Locale == LocaleJapanese || japanese(u.LastName) {
		return u.LastName + " " + u.FirstName
	}
	return u.FirstName + " " + u.LastName
}

// japanese reports whether a name has kanji or kana.
func japanese(name string) bool {
	return strings.ContainsFunc(name, func(r rune) bool { return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) })
}

// The locales.
const (
	LocaleJapanese = "ja-JP"
	LocaleEnglish  = "en-US"
)

// Named is a record of a company with a name that is unique in its kind.
type Named[ID ~string] struct {
	ID        ID        `dynamodbav:"ID"`
	Version   int64     `dynamodbav:"Version"`
	Name      string    `dynamodbav:"Name"`
	CreatedAt time.Time `dynamodbav:"CreatedAt"`
	UpdatedAt time.Time `dynamodbav:"UpdatedAt"`
}

// Department is a part of a company.
type Department = Named[sds.DepartmentID]

// Tag is a company's own label for sheets.
type Tag = Named[sds.TagID]

// MaxCriteria is how many searches a user can save.
const MaxCriteria = 100

// Criteria is a user's saved search.
type Criteria struct {
	ID      sds.CriteriaID `dynamodbav:"ID"`
	Version int64          `dynamodbav:"Version"`
	Name    string         `dynamodbav:"Name"`
	Query   string         `dynamodbav:"Query"` // the query string of the list of sheets
	// Columns are the shown ones, by the dashboard's names; empty: the usual ones.
	Columns   []string  `dynamodbav:"Columns,omitempty"`
	Default   bool      `dynamodbav:"Default,omitempty"` // the list begins with it
	CreatedAt time.Time `dynamodbav:"CreatedAt"`
	UpdatedAt time.Time `dynamodbav:"UpdatedAt"`
}

// Purpose is the purpose of a mailed one-time link.
type Purpose string

// The purposes and how long their links are valid (specification, section 9).
const (
	PurposeActivation Purpose = "activation"
	PurposeReset      Purpose = "password_reset"

	ActivationLasts = 24 * time.Hour
	ResetLasts      = 15 * time.Minute
)

// Token is a one-time link. Only the hash of its secret is stored.
type Token struct {
	Hash    string        `dynamodbav:"Hash"`
	Purpose Purpose       `dynamodbav:"Purpose"`
	Company sds.CompanyID `dynamodbav:"Company"`
	User    sds.UserID    `dynamodbav:"User"`
	Email   string        `dynamodbav:"Email"`
	// NeedsPassword: the user has no password yet and sets it with this link.
	NeedsPassword bool       `dynamodbav:"NeedsPassword"`
	ExpiresAt     time.Time  `dynamodbav:"ExpiresAt"`
	UsedAt        *time.Time `dynamodbav:"UsedAt"`
}
