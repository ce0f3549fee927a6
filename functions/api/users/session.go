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

// Sessions are the user pool's, and so are their tokens, which nobody can take back
// once they are given: what ends a session has to be known here. Three things are:
//
//   - all sessions until a moment have ended (company.User.SessionsFrom), by signing out
//     everywhere, by a new password or by a reset; tokens say when somebody signed in
//   - one session has ended (table.Ended), by its own signing out; tokens name theirs
//   - a person is gone
//
// A session that the user pool alone has ended, because its refresh token was used
// twice, the pool tells nobody of. Whoever lost a session to that signs in again, and
// the dashboard then ends the lost one by its name; until then an ID token of it is
// good for the rest of its hour.

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

// SignOutRequest says which sessions end.
type SignOutRequest struct {
	Scope   string `json:"scope" enum:"here,everywhere,session"`
	Session string `json:"session,omitempty" pattern:"^[A-Za-z0-9_-]{1,64}$" maxLength:"64" doc:"the origin_jti of the session that ends, with the scope session"`
}

// SignOutInput says which sessions end.
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
	Summary: "Set a new password, knowing the old one; ends all sessions, this one too, and mails the person",
	Grants: []grant.Grant{
		grant.Table("GetItem", "BatchGetItem", "PutItem"), grant.Mail(),
		grant.Users("AdminInitiateAuth", "AdminCreateUser", "AdminUpdateUserAttributes", "AdminSetUserPassword", "AdminUserGlobalSignOut"),
	},
}

// PasswordChange is a new password with the old one.
type PasswordChange struct {
	Password    string `json:"password" minLength:"1" maxLength:"256" doc:"the present one"`
	NewPassword string `json:"new_password" minLength:"1" maxLength:"256"`
}

// ChangePasswordInput is a change of the caller's password.
type ChangePasswordInput struct{ Body PasswordChange }

// ChangePassword changes the caller's password.
func ChangePassword(ctx context.Context, call *rest.Call, in *ChangePasswordInput) (*struct{}, error) {
	return nil, accounts.Change(ctx, call, in.Body.Password, in.Body.NewPassword, "password", "new_password")
}
