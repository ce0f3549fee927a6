package factors

import (
	"context"
	"errors"

	"anzen/functions/api/accounts"
	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/shared/aws/idp"
	"anzen/shared/aws/table"
	"anzen/shared/domain/company"
	"anzen/shared/domain/input"
	"anzen/shared/domain/message"
)

// mayAdd is the reauthentication for setting a factor up, for which a recovery code is not
// enough.
func mayAdd(ctx context.Context, call *rest.Call) (company.Reauthentication, error) {
	r, err := call.Reauthentication(ctx)
	if err == nil && r.Token == "" {
		return r, rest.ErrNotProven
	}
	return r, err
}

// begun is the reauthentication of the caller's session where the password was right and a
// code is missing.
func begun(ctx context.Context, call *rest.Call) (company.Reauthentication, error) {
	r, found, err := call.Table.Reauthentication(ctx, call.CompanyID, call.User, call.Claims.Session)
	if err == nil && (!found || r.Demands == "" || !call.Now().Before(r.ExpiresAt)) {
		err = rest.ErrNotProven
	}
	return r, err
}

// ProveRoute is the declaration of POST users/me/reauthentication.
var ProveRoute = rest.Route{
	Method: "POST", Path: "/users/me/reauthentication", ID: "reauthenticate", Tag: "second-factors", Rule: rest.Session, Unenrolled: true,
	Repeated: "the reauthentication begins again",
	Summary:  "Enter the password again, before a change of second factors; a user with a second factor enters a code then",
	Grants:   []grant.Grant{grant.Table("GetItem", "PutItem"), grant.Users("AdminInitiateAuth", "AdminRespondToAuthChallenge")},
}

// Password is the caller's password.
type Password struct {
	Password string `json:"password" minLength:"1" maxLength:"256"`
}

// ProveInput is the caller's password.
type ProveInput struct{ Body Password }

// State is how far a reauthentication is.
type State struct {
	Demands     company.Factor `json:"demands,omitempty" enum:"totp,phone_code" doc:"a code of this factor is missing; absent: complete"`
	Destination string         `json:"destination,omitempty" doc:"the phone that the code was sent to, masked"`
}

// StateOutput is how far a reauthentication is.
type StateOutput struct{ Body State }

// Prove verifies the caller's password. A wrong one is recorded in the audit.
func Prove(ctx context.Context, call *rest.Call, in *ProveInput) (*StateOutput, error) {
	proof, err := call.Users.Prove(ctx, call.Email, in.Body.Password)
	switch {
	case errors.Is(err, idp.ErrTooManyAttempts):
		err = message.New(message.TooMany, accounts.CodeTooManyAttempts).Because(err)
	case errors.Is(err, idp.ErrWrongPassword), errors.Is(err, idp.ErrWrongCode):
		var wrong input.FieldErrors
		wrong.Add("password", accounts.CodeWrongPassword)
		err = wrong.Err()
	case err != nil:
		return nil, err
	default:
		return keep(ctx, call, proof)
	}
	return nil, errors.Join(err, call.Begin("user.reauthentication_refused", string(call.User)).Commit(ctx))
}

// ProveCodeRoute is the declaration of POST users/me/reauthentication/code.
var ProveCodeRoute = rest.Route{
	Method: "POST", Path: "/users/me/reauthentication/code", ID: "reauthenticateByCode", Tag: "second-factors", Rule: rest.Session, Unenrolled: true,
	Repeated: "a code is taken once (400)",
	Summary:  "Complete a reauthentication by a code of the caller's second factor",
	Grants:   []grant.Grant{grant.Table("GetItem", "PutItem"), grant.Users("AdminRespondToAuthChallenge")},
}

// Code is a code of a second factor.
type Code struct {
	Code string `json:"code" pattern:"^[0-9]{6}$" maxLength:"6"`
}

// CodeInput is a code of a second factor.
type CodeInput struct{ Body Code }

// ProveCode completes the reauthentication of the caller's session.
func ProveCode(ctx context.Context, call *rest.Call, in *CodeInput) (*StateOutput, error) {
	r, err := begun(ctx, call)
	if err != nil {
		return nil, err
	}
	proof, err := call.Users.ProveCode(ctx, call.Email, idp.Proof{Demands: r.Demands, Session: r.Session}, in.Body.Code)
	if err != nil {
		return nil, errors.Join(refused(err), call.Begin("user.reauthentication_refused", string(call.User)).Commit(ctx))
	}
	return keep(ctx, call, proof)
}

// ProveRecoveryRoute is the declaration of POST users/me/reauthentication/recovery-code.
var ProveRecoveryRoute = rest.Route{
	Method: "POST", Path: "/users/me/reauthentication/recovery-code", ID: "reauthenticateByRecoveryCode", Tag: "second-factors", Rule: rest.Session, Unenrolled: true,
	Repeated: "a code is taken once (400)",
	Summary:  "Complete a reauthentication by a recovery code in place of the caller's second factor, to turn that off",
	Grants:   []grant.Grant{grant.Table("GetItem", "PutItem")},
}

// RecoveryCode is a recovery code as typed.
type RecoveryCode struct {
	Code string `json:"code" minLength:"1" maxLength:"60"`
}

// RecoveryCodeInput is a recovery code.
type RecoveryCodeInput struct{ Body RecoveryCode }

// ProveRecovery completes the reauthentication of the caller's session.
func ProveRecovery(ctx context.Context, call *rest.Call, in *RecoveryCodeInput) (*StateOutput, error) {
	r, err := begun(ctx, call)
	if err != nil {
		return nil, err
	}
	_, err = call.Table.UseRecoveryCode(ctx, call.CompanyID, call.User, in.Body.Code, call.Audit("user.recovery_code_used", string(call.User)))
	if errors.Is(err, table.ErrNoRecoveryCode) {
		var wrong input.FieldErrors
		wrong.Add("code", CodeWrongRecovery)
		return nil, errors.Join(wrong.Err(), call.Begin("user.recovery_code_refused", string(call.User)).Commit(ctx))
	}
	if err != nil {
		return nil, err
	}
	r.Recovered, r.Demands, r.Session = true, "", ""
	if err := call.Begin("user.reauthenticated", string(call.User)).PutReauthentication(call.User, call.Claims.Session, r).Commit(ctx); err != nil {
		return nil, err
	}
	return &StateOutput{}, nil
}

// keep stores a reauthentication.
func keep(ctx context.Context, call *rest.Call, proof idp.Proof) (*StateOutput, error) {
	until := call.Now().Add(company.ReauthenticationLasts).UTC()
	r := company.Reauthentication{Token: proof.Token, Demands: proof.Demands, Session: proof.Session, ExpiresAt: until, TTL: until.Unix()}
	action := "user.reauthenticated"
	if proof.Token == "" {
		action = "user.reauthentication_begun"
	}
	if err := call.Begin(action, string(call.User)).PutReauthentication(call.User, call.Claims.Session, r).Commit(ctx); err != nil {
		return nil, err
	}
	return &StateOutput{State{Demands: proof.Demands, Destination: proof.Destination}}, nil
}
