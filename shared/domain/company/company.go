// Package company is the glossary of the customer: the company, its people,
// departments and tags, and the mails' one-time links.
package company

import (
	"slices"
	"time"

	"anzen/shared/domain/access"
	"anzen/shared/domain/plan"
	"anzen/shared/domain/sds"
)

// CopyFields are what a revised sheet may take over from the one it replaces.
var CopyFields = []string{"departments", "note", "product_code_list", "sds_assignees", "tags"}

// DefaultExpirationYears is after how many years a sheet needs revision unless
// the company says otherwise: JIS Z 7253 and the guidance to the Industrial Safety
// and Health Act ask for a review at least every five years.
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
	// Addresses are those from which the company may be used; none: from everywhere.
	Addresses []AllowedAddress `dynamodbav:"Addresses"`
	// ClosedAt is when its account was closed: from then on it is as if it were not there.
	ClosedAt *time.Time `dynamodbav:"ClosedAt"`
}

// Has tells whether the company has the option.
func (c Company) Has(f plan.Feature) bool { return slices.Contains(c.Features, f) }

// AttachmentsPerSheet is how many attachments a sheet may have: as the plan says,
// or as many as were bought.
func (c Company) AttachmentsPerSheet() int {
	if c.AttachmentsLimit > 0 {
		return c.AttachmentsLimit
	}
	return plan.Get(c.Plan).AttachmentsPerSheet
}

// User is a person of a company.
type User struct {
	ID          sds.UserID         `dynamodbav:"ID"`
	Company     sds.CompanyID      `dynamodbav:"Company"`
	Version     int64              `dynamodbav:"Version"`
	Email       string             `dynamodbav:"Email"` // lower case
	FirstName   string             `dynamodbav:"FirstName"`
	MiddleName  string             `dynamodbav:"MiddleName"`
	LastName    string             `dynamodbav:"LastName"`
	Phone       string             `dynamodbav:"Phone"`
	Position    string             `dynamodbav:"Position"`
	Role        access.Role        `dynamodbav:"Role"`
	Departments []sds.DepartmentID `dynamodbav:"Departments"`
	Active      bool               `dynamodbav:"Active"`
	Subscribed  bool               `dynamodbav:"Subscribed"` // to news
	Locale      string             `dynamodbav:"Locale"`
	// SessionsFrom: sign-ins before this moment no longer count (EndSessions).
	SessionsFrom time.Time `dynamodbav:"SessionsFrom"`
	// LinksFrom: links that were mailed before this moment no longer hold.
	LinksFrom time.Time `dynamodbav:"LinksFrom"`
	// ChoosingUntil: until then somebody may be setting the person's password with a
	// link, and nobody else can. Zero: nobody is.
	ChoosingUntil time.Time  `dynamodbav:"ChoosingUntil"`
	LoginAt       *time.Time `dynamodbav:"LoginAt"`
	CreatedAt     time.Time  `dynamodbav:"CreatedAt"`
	UpdatedAt     time.Time  `dynamodbav:"UpdatedAt"`
}

// ClockSkew is by how much the clocks of the user pool and of the functions may differ.
const ClockSkew = 50 * time.Millisecond

// EndSessions makes all sign-ins until now count no more. The user pool's tokens say
// in whole seconds when somebody signed in, so the sign-ins that count begin with the
// next second: no older token of the same second passes. Who ends sessions answers
// when that second has come (SessionsFrom and the skew), so that whoever signs in upon
// the answer is let in.
func (u *User) EndSessions(now time.Time) {
	from := now.Add(ClockSkew).Truncate(time.Second).Add(time.Second).UTC()
	if from.After(u.SessionsFrom) {
		u.SessionsFrom = from
	}
}

// Administers tells whether the person is an administrator who can sign in.
func (u User) Administers() bool { return u.Active && u.Role == access.Admin }

// Name is the person's name as their locale writes it.
func (u User) Name() string {
	if u.Locale == LocaleJapanese {
		return u.LastName + " " + u.FirstName
	}
	return u.FirstName + " " + u.LastName
}

// The locales.
const (
	LocaleJapanese = "ja-JP"
	LocaleEnglish  = "en-US"
)

// Named is something of a company's that has a name, which no other of its kind has.
type Named[ID ~string] struct {
	ID        ID        `dynamodbav:"ID"`
	Version   int64     `dynamodbav:"Version"`
	Name      string    `dynamodbav:"Name"`
	CreatedAt time.Time `dynamodbav:"CreatedAt"`
	UpdatedAt time.Time `dynamodbav:"UpdatedAt"`
}

// Department is a part of a company.
type Department = Named[sds.DepartmentID]

// Tag is a company's own mark for sheets.
type Tag = Named[sds.TagID]

// MaxCriteria is how many searches a person can save.
const MaxCriteria = 100

// Criteria is a search that a person has saved under a name.
type Criteria struct {
	ID        sds.CriteriaID `dynamodbav:"ID"`
	Version   int64          `dynamodbav:"Version"`
	Name      string         `dynamodbav:"Name"`
	Query     string         `dynamodbav:"Query"` // of the list of sheets, as it stands behind the question mark
	CreatedAt time.Time      `dynamodbav:"CreatedAt"`
	UpdatedAt time.Time      `dynamodbav:"UpdatedAt"`
}

// Purpose is what a mailed one-time link is for.
type Purpose string

// The purposes and how long their links hold (specification, section 9).
const (
	PurposeActivation Purpose = "activation"
	PurposeReset      Purpose = "password_reset"

	ActivationLasts = 24 * time.Hour
	ResetLasts      = 15 * time.Minute
)

// Token is a one-time link. Only the hash of its secret is kept.
type Token struct {
	Hash    string        `dynamodbav:"Hash"`
	Purpose Purpose       `dynamodbav:"Purpose"`
	Company sds.CompanyID `dynamodbav:"Company"`
	User    sds.UserID    `dynamodbav:"User"`
	Email   string        `dynamodbav:"Email"`
	// NeedsPassword: the person has no password yet and sets it with this link.
	NeedsPassword bool       `dynamodbav:"NeedsPassword"`
	ExpiresAt     time.Time  `dynamodbav:"ExpiresAt"`
	UsedAt        *time.Time `dynamodbav:"UsedAt"`
}
