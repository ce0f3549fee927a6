package users

import (
	"context"
	"errors"
	"time"

	"anzen/functions/api/accounts"
	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/input"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
)

// Sessions and tokens are issued by the user pool, and an issued ID token cannot be
// revoked: the API keeps its own record of ended sessions. Four things end one:
//
//   - all sessions up to a time have ended (company.User.SessionsFrom), by signing out
//     everywhere, by an administrator, a new password or a reset; tokens contain the time
//     of the sign-in. Signing out the others leaves the caller's (SessionKept).
//   - one session has ended (table.Ended), by signing out; tokens contain its id
//   - it was not used for the time that the company has set (company.Session.Idle)
//   - the user has been removed
//
// Every request notes the use of its session (rest, NoteSession), so the list of sessions
// shows what was really used, from where.
//
// The user pool does not report a session that it has ended itself because its refresh
// token was used twice. The user signs in again, and the dashboard then ends the lost
// session by its id; until then its ID token is valid for the rest of its quarter of an hour.

// SignOutRoute is the declaration of POST users/me/sign-out.
var SignOutRoute = rest.Route{
	Method: "POST", Path: "/users/me/sign-out", ID: "signOut", Tag: "users", Rule: rest.Session, Unenrolled: true, Status: 204,
	Repeated: "sessions that have ended stay ended",
	Summary:  "End the caller's session, another of theirs, all others, or all of them; their tokens are refused from then on",
	Grants:   []grant.Grant{grant.Table("GetItem", "PutItem"), grant.Users("AdminUserGlobalSignOut")},
}

// The scopes of signing out.
const (
	scopeHere       = "here"
	scopeOthers     = "others"
	scopeEverywhere = "everywhere"
	scopeSession    = "session"
)

// SignOutRequest selects the sessions to end.
type SignOutRequest struct {
	Scope   string `json:"scope" enum:"here,others,everywhere,session"`
	Session string `json:"session,omitempty" pattern:"^[A-Za-z0-9_-]{1,64}$" maxLength:"64" doc:"the origin_jti of the session that ends, with the scope session"`
}

// SignOutInput selects the sessions to end.
type SignOutInput struct{ Body SignOutRequest }

// SignOut ends sessions of the caller.
func SignOut(ctx context.Context, call *rest.Call, in *SignOutInput) (*struct{}, error) {
	session := call.Claims.Session
	switch in.Body.Scope {
	case scopeEverywhere:
		u, err := endSessions(ctx, call, call.User, "user.signed_out_everywhere", func(u *company.User) { u.EndSessions(call.Now()) })
		if err != nil {
			return nil, err
		}
		accounts.EndAtPool(ctx, call, u)
		call.UntilEnded(ctx, u)
		return nil, nil
	case scopeOthers:
		u, err := endSessions(ctx, call, call.User, "user.others_signed_out", func(u *company.User) { u.EndOtherSessions(call.Now(), call.Claims.Session) })
		if err == nil {
			call.UntilEnded(ctx, u)
		}
		return nil, err
	case scopeSession:
		if session = in.Body.Session; session == "" {
			var wrong input.FieldErrors
			wrong.Add("session", message.CodeRequired)
			return nil, wrong.Err()
		}
	}
	return nil, call.Begin("user.signed_out", string(call.User)).EndSession(call.User, session).Commit(ctx)
}

// endSessions ends sessions of a user of the company.
func endSessions(ctx context.Context, call *rest.Call, of sds.UserID, action string, end func(*company.User)) (company.User, error) {
	for try := 1; ; try++ {
		u, err := call.Table.User(ctx, call.CompanyID, of)
		if err != nil {
			return u, err
		}
		end(&u)
		x := call.Begin(action, string(u.ID))
		u = x.WriteUser(u)
		if err := x.Commit(ctx); !errors.Is(err, table.ErrStale) || try == maxTries {
			return u, err
		}
	}
}

// EndSessionsRoute is the declaration of POST users/{userId}/sign-out.
var EndSessionsRoute = rest.Route{
	Method: "POST", Path: "/companies/{id}/users/{userId}/sign-out", ID: "endUserSessions", Tag: "users", Rule: rest.Need(access.UserEdit), Status: 204,
	Repeated: "sessions that have ended stay ended",
	Summary:  "End all sessions of a user, for example of one who has lost a device; their tokens are refused from then on",
	Grants:   []grant.Grant{grant.Table("GetItem", "PutItem"), grant.Users("AdminUserGlobalSignOut")},
}

// EndSessionsInput names a user.
type EndSessionsInput struct{ OfUser }

// EndSessions ends all sessions of a user.
func EndSessions(ctx context.Context, call *rest.Call, in *EndSessionsInput) (*struct{}, error) {
	u, err := endSessions(ctx, call, in.User, "user.sessions_ended", func(u *company.User) { u.EndSessions(call.Now()) })
	if err != nil {
		return nil, err
	}
	accounts.EndAtPool(ctx, call, u)
	return nil, nil
}

// ListSessionsRoute is the declaration of GET users/me/sessions.
var ListSessionsRoute = rest.Route{
	Method: "GET", Path: "/users/me/sessions", ID: "listMySessions", Tag: "users", Rule: rest.Session,
	Summary: "The caller's sessions that are in use, the last used first",
	Grants:  []grant.Grant{grant.Table("GetItem", "Query")},
}

// Session is a session of the caller.
type Session struct {
	ID         string    `json:"id" doc:"its origin_jti: ended by POST users/me/sign-out with the scope session"`
	Current    bool      `json:"current" doc:"the caller's own"`
	Browser    string    `json:"browser,omitempty" doc:"absent: not recognised"`
	System     string    `json:"system,omitempty" doc:"absent: not recognised"`
	Address    string    `json:"address,omitempty" doc:"the client's, at the last use"`
	SignedInAt time.Time `json:"signed_in_at"`
	LastUsedAt time.Time `json:"last_used_at" doc:"to within five minutes"`
}

// Sessions are the sessions of the caller.
type Sessions struct {
	Items     []Session `json:"items" nullable:"false"`
	IdleHours int       `json:"session_idle_hours" doc:"a session that is not used for so long ends"`
}

// SessionsOutput are the sessions of the caller.
type SessionsOutput struct{ Body Sessions }

// ListSessions answers the caller's sessions.
func ListSessions(ctx context.Context, call *rest.Call, _ *struct{}) (*SessionsOutput, error) {
	u, err := call.Table.User(ctx, call.CompanyID, call.User)
	if err != nil {
		return nil, err
	}
	all, err := call.Table.Sessions(ctx, table.Person{User: u, Company: call.Company})
	if err != nil {
		return nil, err
	}
	out := Sessions{Items: make([]Session, len(all)), IdleHours: int(call.Company.IdleTime().Hours())}
	for i, s := range all {
		d := company.DeviceOf(s.Agent)
		out.Items[i] = Session{s.ID, s.ID == call.Claims.Session, d.Browser, d.System, s.Address, s.SignedIn, s.LastUsed}
	}
	return &SessionsOutput{out}, nil
}

// ListSignInsRoute is the declaration of GET users/me/sign-ins.
var ListSignInsRoute = rest.Route{
	Method: "GET", Path: "/users/me/sign-ins", ID: "listMySignIns", Tag: "users", Rule: rest.Session,
	Summary: "The caller's last 50 sign-ins, and attempts that were not completed, the newest first",
	Grants:  []grant.Grant{grant.Table("Query")},
}

// SignIn is an entry of the caller's history.
type SignIn struct {
	At        time.Time `json:"at"`
	Completed bool      `json:"completed" doc:"false: attempts with a wrong password or without the second factor"`
	Attempts  int       `json:"attempts,omitempty" doc:"how many in this minute were not completed"`
	NewDevice bool      `json:"new_device,omitempty" doc:"from a device that was not used before"`
	Browser   string    `json:"browser,omitempty" doc:"absent: not recognised"`
	System    string    `json:"system,omitempty" doc:"absent: not recognised"`
	Address   string    `json:"address,omitempty" doc:"of the session; absent: not known, or longer ago than sessions last"`
}

// SignIns is the caller's history.
type SignIns struct {
	Items []SignIn `json:"items" nullable:"false"`
}

// SignInsOutput is the caller's history.
type SignInsOutput struct{ Body SignIns }

// sameSignIn is how far apart the user pool and its trigger may date a sign-in.
const sameSignIn = 3 * time.Second

// ListSignIns answers the caller's history. The user pool does not tell addresses: a
// sign-in has that of the session which it began.
func ListSignIns(ctx context.Context, call *rest.Call, _ *struct{}) (*SignInsOutput, error) {
	all, err := call.Table.SignIns(ctx, call.CompanyID, call.User)
	if err != nil {
		return nil, err
	}
	sessions, err := call.Table.NotedSessions(ctx, call.CompanyID, call.User)
	if err != nil {
		return nil, err
	}
	out := SignIns{Items: make([]SignIn, len(all))}
	for i, s := range all {
		d := company.DeviceOf(s.Agent)
		entry := SignIn{At: s.At, Completed: s.Attempts == nil, NewDevice: s.New, Browser: d.Browser, System: d.System}
		if s.Attempts != nil {
			entry.Attempts = *s.Attempts
		}
		for _, begun := range sessions {
			if entry.Completed && begun.SignedIn.Sub(s.At).Abs() <= sameSignIn {
				entry.Address = begun.Began
			}
		}
		out.Items[i] = entry
	}
	return &SignInsOutput{out}, nil
}

// ChangePasswordRoute is the declaration of PUT users/me/password.
var ChangePasswordRoute = rest.Route{
	Method: "PUT", Path: "/users/me/password", ID: "changeMyPassword", Tag: "users", Rule: rest.Session, Unenrolled: true, Status: 204,
	Summary: "Set a new password, given the old one; ends all sessions, this one included, and mails the user",
	Grants: []grant.Grant{
		grant.Table("GetItem", "BatchGetItem", "PutItem"), grant.Mail(),
		grant.Users("AdminInitiateAuth", "AdminCreateUser", "AdminGetUser", "AdminDeleteUser", "AdminSetUserPassword", "AdminUserGlobalSignOut"),
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
