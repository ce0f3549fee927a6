package users

import (
	"context"
	"time"

	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/shared/domain/company"
)

// GetRecoveryRoute is the declaration of GET users/me/recovery-codes.
var GetRecoveryRoute = rest.Route{
	Method: "GET", Path: "/users/me/recovery-codes", ID: "getMyRecoveryCodes", Tag: "users", Rule: rest.Session,
	Summary: "How many one-time codes the caller has left; the codes are shown once, when they are made",
	Grants:  []grant.Grant{grant.Table("GetItem")},
}

// RecoveryState is the state of a user's one-time codes.
type RecoveryState struct {
	Total     int        `json:"total"`
	Remaining int        `json:"remaining" doc:"not used yet"`
	CreatedAt *time.Time `json:"created_at,omitempty" doc:"absent: none yet"`
}

// RecoveryStateOutput is the state of a user's one-time codes.
type RecoveryStateOutput struct{ Body RecoveryState }

// GetRecovery answers how many codes the caller has left.
func GetRecovery(ctx context.Context, call *rest.Call, _ *struct{}) (*RecoveryStateOutput, error) {
	set, err := call.Table.RecoverySet(ctx, call.CompanyID, call.User)
	if err != nil {
		return nil, err
	}
	state := RecoveryState{Total: len(set.Codes), Remaining: set.Remaining()}
	if state.Total > 0 {
		state.CreatedAt = &set.CreatedAt
	}
	return &RecoveryStateOutput{state}, nil
}

// MakeRecoveryRoute is the declaration of POST users/me/recovery-codes. It takes no
// Idempotency-Key: a stored answer would contain the codes. A repeated request makes
// another set, and invalidates the codes of the first.
var MakeRecoveryRoute = rest.Route{
	Method: "POST", Path: "/users/me/recovery-codes", ID: "makeMyRecoveryCodes", Tag: "users", Rule: rest.Session, Status: 201,
	Summary: "Make ten new one-time codes, which replace all codes of the caller; shown once",
	Grants:  []grant.Grant{grant.Table("PutItem")},
}

// RecoveryCodeSet is a new set of one-time codes.
type RecoveryCodeSet struct {
	Codes     []string  `json:"codes" nullable:"false"`
	CreatedAt time.Time `json:"created_at"`
}

// RecoveryCodeSetOutput is a new set, which no cache may keep.
type RecoveryCodeSetOutput struct {
	CacheControl string `header:"Cache-Control"`
	Body         RecoveryCodeSet
}

// MakeRecovery makes a new set of codes for the caller.
func MakeRecovery(ctx context.Context, call *rest.Call, _ *struct{}) (*RecoveryCodeSetOutput, error) {
	set, codes := company.NewRecoverySet(call.User, call.Now())
	if err := call.Begin("user.recovery_codes_made", string(call.User)).ReplaceRecoverySet(call.User, set).Commit(ctx); err != nil {
		return nil, err
	}
	return &RecoveryCodeSetOutput{"no-store", RecoveryCodeSet{codes, set.CreatedAt}}, nil
}
