package factors

import (
	"context"
	"time"

	"anzen/functions/api/accounts"
	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/shared/domain/company"
	"anzen/shared/domain/mail"
)

// GetRecoveryRoute is the declaration of GET users/me/recovery-codes.
var GetRecoveryRoute = rest.Route{
	Method: "GET", Path: "/users/me/recovery-codes", ID: "getMyRecoveryCodes", Tag: "second-factors", Rule: rest.Session, Unenrolled: true,
	Summary: "How many one-time codes the caller has left; the codes are shown once, when they are made",
	Grants:  []grant.Grant{grant.Table("GetItem")},
}

// RecoveryStateOutput is the state of a user's one-time codes.
type RecoveryStateOutput struct{ Body RecoveryCodes }

// GetRecovery answers how many codes the caller has left.
func GetRecovery(ctx context.Context, call *rest.Call, _ *struct{}) (*RecoveryStateOutput, error) {
	set, err := call.Table.RecoverySet(ctx, call.CompanyID, call.User)
	if err != nil {
		return nil, err
	}
	state := RecoveryCodes{Total: len(set.Codes), Remaining: set.Remaining()}
	if state.Total > 0 {
		state.CreatedAt = &set.CreatedAt
	}
	return &RecoveryStateOutput{state}, nil
}

// MakeRecoveryRoute is the declaration of POST users/me/recovery-codes. It takes no
// Idempotency-Key: a stored answer would contain the codes. A repeated request makes
// another set, and invalidates the codes of the first.
var MakeRecoveryRoute = rest.Route{
	Method: "POST", Path: "/users/me/recovery-codes", ID: "makeMyRecoveryCodes", Tag: "second-factors", Rule: rest.Session, Unenrolled: true, Status: 201,
	Repeated: "it makes another set, which replaces the first, as a stored answer would contain the codes",
	Summary:  "Make ten new one-time codes, which replace all codes of the caller, who has reauthenticated; shown once, and mails the user",
	Grants:   []grant.Grant{grant.Table("GetItem", "PutItem"), grant.Mail()},
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
	if _, err := call.Reauthentication(ctx); err != nil {
		return nil, err
	}
	u, err := call.Table.User(ctx, call.CompanyID, call.User)
	if err != nil {
		return nil, err
	}
	set, codes := company.NewRecoverySet(call.User, call.Now())
	if err := call.Begin("user.recovery_codes_made", string(call.User)).ReplaceRecoverySet(call.User, set).Commit(ctx); err != nil {
		return nil, err
	}
	accounts.Notify(ctx, call, u, mail.RecoveryCodesMade, mail.Args{})
	return &RecoveryCodeSetOutput{"no-store", RecoveryCodeSet{codes, set.CreatedAt}}, nil
}
