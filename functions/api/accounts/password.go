package accounts

import (
	"context"

	"anzen/functions/accounts/execution"
	"anzen/functions/api/rest"
	"anzen/functions/common/links"
	"anzen/functions/grant"
	"anzen/shared/aws/table"
	"anzen/shared/domain/company"
	"anzen/shared/domain/mail"
)

// RecoverRoute is the declaration of POST password-recovery. The address is in the body:
// paths end up in access logs.
var RecoverRoute = rest.Route{
	Method: "POST", Path: "/password-recovery", ID: "recoverPassword", Tag: "accounts", Rule: rest.Public, Status: 204,
	Repeated: "each request mails once",
	Summary:  "Mail a link to set a new password; the same answer whether or not the address has an account",
	Grants:   enqueueGrants(),
}

// RecoverInput is an address.
type RecoverInput struct{ Body EmailAddress }

// Recover requests a link by mail that sets a new password.
func Recover(ctx context.Context, call *rest.Call, in *RecoverInput) (*struct{}, error) {
	email, err := address(in.Body.Email)
	if err != nil {
		return nil, err
	}
	return nil, enqueue(ctx, call, execution.Request{Kind: execution.Reset, Email: email})
}

// ResetRoute is the declaration of POST reset-password/.
var ResetRoute = rest.Route{
	Method: "POST", Path: "/reset-password/", ID: "resetPassword", Tag: "accounts", Rule: rest.Public, Status: 204,
	Repeated: "a link is used once (400)",
	Summary:  "Set a new password with a mailed link and sign out everywhere; once",
	Grants: []grant.Grant{
		grant.Table("GetItem", "BatchGetItem", "PutItem"), grant.Mail(),
		grant.Users("AdminCreateUser", "AdminGetUser", "AdminDeleteUser", "AdminSetUserPassword", "AdminUserGlobalSignOut"),
	},
}

// PasswordReset is a mailed link with the new password.
type PasswordReset struct {
	Token       string `json:"token" minLength:"1" maxLength:"200"`
	NewPassword string `json:"new_password" minLength:"1" maxLength:"256"`
}

// ResetInput is a reset.
type ResetInput struct{ Body PasswordReset }

// Reset sets a new password and ends all sessions: in the table by
// company.User.SessionsFrom, and at the user pool.
func Reset(ctx context.Context, call *rest.Call, in *ResetInput) (*struct{}, error) {
	p, err := choose(ctx, call, choice{
		purpose: company.PurposeReset, action: "user.password_reset", field: "new_password", secret: in.Body.Token, password: in.Body.NewPassword,
		effect: func(p *table.Person) { p.User.EndSessions(call.Now()) },
	})
	if err != nil {
		return nil, err
	}
	changed(ctx, call, p)
	return nil, nil
}

// changed handles the consequences of a new password: it ends the sessions at the user
// pool, notifies the user, and waits until they can sign in again.
func changed(ctx context.Context, call *rest.Call, p table.Person) {
	EndAtPool(ctx, call, p.User)
	notifyChanged(ctx, call, p)
	call.UntilEnded(ctx, p.User)
}

// EndAtPool ends a user's sessions at the user pool. An error is only logged: the API
// refuses their tokens anyway.
func EndAtPool(ctx context.Context, call *rest.Call, u company.User) {
	if err := call.Users.SignOut(ctx, u.Email); err != nil {
		call.Log.ErrorContext(ctx, "sessions not ended at the user pool", "user", string(u.ID), "cause", err.Error())
	}
}

// Notify mails a user about a change of their account, with the link by which they set
// another password if it was not them. An error is only logged.
func Notify(ctx context.Context, call *rest.Call, u company.User, kind mail.Kind, args mail.Args) {
	args["recovery"] = sender(call).Page(links.PageRecovery, "")
	if err := sender(call).Post(ctx, u, kind, args); err != nil {
		call.Log.ErrorContext(ctx, "mail about a change of an account not sent", "user", string(u.ID), "kind", string(kind), "cause", err.Error())
	}
}

// notifyChanged notifies a user by mail that their password was set.
func notifyChanged(ctx context.Context, call *rest.Call, p table.Person) {
	Notify(ctx, call, p.User, mail.PasswordChanged, mail.Args{})
}
