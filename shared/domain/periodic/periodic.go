// Package periodic defines periodic exports: a table of sheets that is made and sent
// automatically, daily, weekly or monthly, by the calendar of Japan.
package periodic

import (
	"encoding/json"
	"slices"
	"time"

	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/plan"
	"anzen/shared/domain/sds"
)

// ID names a setting.
type ID string

// Reason is why a setting was disabled; empty for an enabled one.
type Reason string

// The reasons.
const (
	ByHand        Reason = "by_hand"        // a user disabled it
	OwnerGone     Reason = "owner_gone"     // its owner has left the company or was deactivated
	OwnerDemoted  Reason = "owner_demoted"  // its owner is no administrator any more
	RecipientGone Reason = "recipient_gone" // a recipient has left or was deactivated
	Unreachable   Reason = "unreachable"    // mails to all recipients come back or are unwanted
	PlanEnded     Reason = "plan_ended"     // the company's plan has no periodic exports any more
)

// Setting is one periodic export.
type Setting struct {
	ID      ID            `dynamodbav:"ID"`
	Company sds.CompanyID `dynamodbav:"Company"`
	Version int64         `dynamodbav:"Version"`
	Name    string        `dynamodbav:"Name"`
	// Owner is the user with whose permissions it runs: the last one who saved it.
	Owner      sds.UserID   `dynamodbav:"Owner"`
	Enabled    bool         `dynamodbav:"Enabled"`
	Disabled   Reason       `dynamodbav:"Disabled"`
	Unnotified bool         `dynamodbav:"Untold"` // the administrators are still to be notified that it was disabled automatically
	Recipient  sds.UserID   `dynamodbav:"Recipient"`
	CC         []sds.UserID `dynamodbav:"CC"`
	Times      Times        `dynamodbav:"Times"`
	Export     Export       `dynamodbav:"Export"`
	// LastFor is the occurrence that was started last, LastAt when, LastJob its job.
	LastFor   *time.Time `dynamodbav:"LastFor"`
	LastAt    *time.Time `dynamodbav:"LastAt"`
	LastJob   string     `dynamodbav:"LastJob"`
	CreatedAt time.Time  `dynamodbav:"CreatedAt"`
	UpdatedAt time.Time  `dynamodbav:"UpdatedAt"`
}

// Export is the table that is made.
type Export struct {
	Type     string   `dynamodbav:"Type"`     // the export's operation
	Columns  []string `dynamodbav:"Columns"`  // in their order; empty: the standard ones
	Format   string   `dynamodbav:"Format"`   // "csv", "xlsx"
	Encoding string   `dynamodbav:"Encoding"` // of a CSV: "utf-8", "shift_jis"
	Lang     string   `dynamodbav:"Lang"`     // "ja", "en": of the headings
	// Filter selects the sheets as in their list; empty: all.
	Filter json.RawMessage `dynamodbav:"Filter"`
}

// Recipients are all recipients, each once.
func (s Setting) Recipients() []sds.UserID {
	all := []sds.UserID{s.Recipient}
	for _, u := range s.CC {
		if !slices.Contains(all, u) {
			all = append(all, u)
		}
	}
	return all
}

// Concerns reports whether a user owns or receives the export.
func (s Setting) Concerns(id sds.UserID) bool {
	return s.Owner == id || slices.Contains(s.Recipients(), id)
}

// NextAt is when it runs next, nil while it is disabled.
func (s Setting) NextAt(now time.Time) *time.Time {
	if !s.Enabled {
		return nil
	}
	next := s.Times.Next(now)
	return &next
}

// Hold is the reason why the setting must not run with the current company and users;
// empty: it may.
func (s Setting) Hold(c company.Company, people []company.User) Reason {
	active := func(id sds.UserID) (company.User, bool) {
		i := slices.IndexFunc(people, func(u company.User) bool { return u.ID == id && u.Active })
		if i < 0 {
			return company.User{}, false
		}
		return people[i], true
	}
	owner, there := active(s.Owner)
	switch {
	case Limit(c) == 0:
		return PlanEnded
	case !there:
		return OwnerGone
	case owner.Role != access.Admin:
		return OwnerDemoted
	}
	reachable := false
	for _, id := range s.Recipients() {
		u, there := active(id)
		if !there {
			return RecipientGone
		}
		reachable = reachable || u.Reachable()
	}
	if !reachable {
		return Unreachable
	}
	return ""
}

// Limit is how many settings a company may have: none on the free plan, more on larger
// plans, and 30 with the option.
func Limit(c company.Company) int {
	p := plan.Get(c.Plan)
	switch {
	case !p.Paid():
		return 0
	case c.Has(plan.FeaturePeriodicExport):
		return 30
	case p.MaxUploads != nil && *p.MaxUploads < 1000:
		return 1
	case p.MaxUploads != nil && *p.MaxUploads < 10_000:
		return 3
	default:
		return 10
	}
}
