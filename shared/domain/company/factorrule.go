package company

import (
	"slices"
	"time"

	"anzen/shared/domain/plan"
)

// FactorRule is who of a company must have a second factor.
type FactorRule string

// The rules.
const (
	FactorOptional FactorRule = "optional"
	FactorOfAdmins FactorRule = "administrators" // of companies that have made no choice
	FactorOfAll    FactorRule = "everyone"
)

// GraceDays are the choices of how many days users have to set up a second factor.
var GraceDays = []int{0, 7, 14, 30}

// DefaultGraceDays is the choice of companies that have made none.
const DefaultGraceDays = 14

// factorRulesFrom is since when companies that have made no choice have a rule.
var factorRulesFrom = time.Date(2026, 11, 24, 0, 0, 0, 0, japan)

// Factors is the rule that is in force and the days of grace. The identity provider of a
// company that signs in by SAML demands its own second factors: there the rule is optional.
func (c Company) Factors() (FactorRule, int) {
	rule, days := c.FactorRule, DefaultGraceDays
	if rule == "" {
		rule = FactorOfAdmins
	}
	if c.Has(plan.FeatureSAML) {
		rule = FactorOptional
	}
	if c.GraceDays != nil && slices.Contains(GraceDays, *c.GraceDays) {
		days = *c.GraceDays
	}
	return rule, days
}

// FactorDue is the end of the time in which the user, who has no second factor, must set one
// up: the days of grace after the rule was made, the user was created or got their role,
// whichever was last. False: no rule demands one, or the user has one.
func (c Company) FactorDue(u User) (time.Time, bool) {
	rule, days := c.Factors()
	if len(u.Factors) > 0 || rule == FactorOptional || rule == FactorOfAdmins && !u.Administers() {
		return time.Time{}, false
	}
	from := factorRulesFrom
	if c.FactorRuleFrom != nil {
		from = *c.FactorRuleFrom
	}
	if u.CreatedAt.After(from) {
		from = u.CreatedAt
	}
	if u.RoleFrom != nil && rule == FactorOfAdmins && u.RoleFrom.After(from) {
		from = *u.RoleFrom
	}
	return from.AddDate(0, 0, days).UTC(), true
}

// Lacks reports whether the user must have a second factor by now and has none.
func (c Company) Lacks(u User, now time.Time) bool {
	due, must := c.FactorDue(u)
	return must && !now.Before(due)
}

// MustKeep reports whether the user must not turn off their last second factor.
func (c Company) MustKeep(u User) bool {
	u.Factors = nil
	_, must := c.FactorDue(u)
	return must
}
