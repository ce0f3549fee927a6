package users

import (
	"context"
	"errors"

	"anzen/functions/api/accounts"
	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/shared/aws/table"
	"anzen/shared/domain/input"
	"anzen/shared/domain/message"
)

// Sessions and tokens are issued by the user pool, and an issued ID token cannot be
// revoked: the API keeps its own record of ended sessions. Three things end one:
//
//   - all sessions up to a time have ended (company.User.SessionsFrom), by signing out
//     everywhere, a new password or a reset; tokens contain the time of the sign-in
//   - one session has ended (table.Ended), by signing out; tokens contain its id
//   - the user has been removed
//
// The user pool does not report a session that it has ended itself because its refresh
// token was used twice. The user signs in again, and the dashboard then ends the lost
// session by its id; until then its ID token is valid for the rest of its hour.

// SignOutRoute is the declaration of POST users/me/sign-out.
var SignOutRoute = rest.Route{
	Method: "POST", Path: "/users/me/sign-out", ID: "signOut", Tag: "users", Rule: rest.Session, Status: 204,
	Summary: "End the caller's session, another of theirs, or all of them; their tokens are refused from then on",
	Grants:  []grant.Grant{grant.Table("GetItem", "PutItem"), grant.Users("AdminUserGlobalSignOut")},
}

// The scopes of signing out.
const (
	scopeHere       = "here"
	scopeEverywhere = "everywhere"
	scopeSession    = "session"
)

// SignOutRequest selects the sessions to end.
type SignOutRequest struct {
	Scope   string `json:"scope" enum:"here,everywhere,session"`
	Session string `json:"session,omitempty" pattern:"^[A-Za-z0-9_-]{1,64}$" maxLength:"64" doc:"the origin_jti of the session that ends, with the scope session"`
}

// SignOutInput selects the sessions to end.
type SignOutInput struct{ Body SignOutRequest }

// SignOut ends sessions of the caller.
func SignOut(ctx context.Context, call *rest.Call, in *SignOutInput) (*struct{}, error) {
	session := call.Claims.Session
	switch in.Body.Scope {
	case scopeEverywhere:
		return nil, signOutEverywhere(ctx, call)
	case scopeSession:
		if session = in.Body.Session; session == "" {
			var wrong input.FieldErrors
			wrong.Add("session", message.CodeRequired)
			return nil, wrong.Err()
		}
	}
	return nil, call.Begin("user.signed_out", string(call.User)).EndSession(call.User, session).Commit(ctx)
}

func signOutEverywhere(ctx context.Context, call *rest.Call) error {
	for try := 1; ; try++ {
		u, err := call.Table.User(ctx, call.CompanyID, call.User)
		if err != nil {
			return err
		}
		u.EndSessions(call.Now())
		x := call.Begin("user.signed_out_everywhere", string(u.ID))
		u = x.WriteUser(u)
		err = x.Commit(ctx)
		switch {
		case errors.Is(err, table.ErrStale) && try < maxTries:
			continue
		case err != nil:
			return err
		}
		accounts.EndAtPool(ctx, call, u)
		call.UntilEnded(ctx, u)
		return nil
	}
}

// ChangePasswordRoute is the declaration of PUT users/me/password.
var ChangePasswordRoute = rest.Route{
	Method: "PUT", Path: "/users/me/password", ID: "changeMyPassword", Tag: "users", Rule: rest.Session, Status: 204,
	Summary: "Set a new password, given the old one; ends all sessions, this one included, and mails the user",
	Grants: []grant.Grant{
		grant.Table("GetItem", "BatchGetItem", "PutItem"), grant.Mail(),
		grant.Users("AdminInitiateAuth", "AdminCreateUser", "AdminUpdateUserAttributes", "AdminSetUserPassword", "AdminUserGlobalSignOut"),
	},
}

// PasswordChange is a new password with the old one.
type PasswordChange struct {
	Password    string `json:"password" minLength:"1" maxLength:"256" doc:"the current one"`
	NewPassword string `json:"new_password" minLength:"1" maxLength:"256"`
}

// ChangePasswordInput is a change of the caller's password.
type ChangePasswordInput struct{ Body PasswordChange }

// ChangePassword changes the caller's password.
func ChangePassword(ctx context.Context, call *rest.Call, in *ChangePasswordInput) (*struct{}, error) {
	return nil, accounts.Change(ctx, call, in.Body.Password, in.Body.NewPassword, "password", "new_password")
}
