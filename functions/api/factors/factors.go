// Package factors is the API of second factors, an authenticator app and codes sent to a
// phone, and of passkeys, with which people sign in without a password (passkeys.go). Every change goes through these routes, so that it is in the audit and the user is
// notified by mail: the scope by which the user pool lets a token change factors is in none
// of the dashboard's tokens, only in one that the functions get for a password
// (reauthentication.go).
//
// A passkey stays when its user changes the password: it is a credential of its own. It ends
// by its user, with the account, or by an administrator's reset (reset.go).
package factors

import (
	"context"
	"errors"
	"slices"
	"time"

	"anzen/functions/api/accounts"
	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/shared/aws/idp"
	"anzen/shared/aws/table"
	"anzen/shared/domain/company"
	"anzen/shared/domain/input"
	"anzen/shared/domain/mail"
	"anzen/shared/domain/message"
)

// Codes of the errors about second factors.
const (
	CodeWrongCode     message.Code = "factor.wrong_code"
	CodeInUse         message.Code = "factor.in_use"
	CodeJustSent      message.Code = "factor.code_just_sent"
	CodeNoFactor      message.Code = "factor.none"
	CodeRequired      message.Code = "factor.required"
	CodeWrongRecovery message.Code = "factor.wrong_recovery_code"
)

// GetRoute is the declaration of GET users/me/second-factors.
var GetRoute = rest.Route{
	Method: "GET", Path: "/users/me/second-factors", ID: "getMySecondFactors", Tag: "second-factors", Rule: rest.Session, Unenrolled: true,
	Summary: "The caller's second factors, and how many recovery codes they have left",
	Grants:  []grant.Grant{grant.Table("GetItem", "PutItem"), grant.Users("AdminGetUser")},
}

// SecondFactors are a user's second factors.
type SecondFactors struct {
	Methods   []company.Factor `json:"methods" nullable:"false" enum:"totp,phone_code" doc:"a sign-in requires one of them"`
	Preferred company.Factor   `json:"preferred,omitempty" enum:"totp,phone_code" doc:"the one that a sign-in demands; absent: the user selects"`
	Phone     string           `json:"phone,omitempty" doc:"the last digits of the phone that gets the codes"`
	Recovery  RecoveryCodes    `json:"recovery_codes"`
}

// RecoveryCodes is how many recovery codes a user has.
type RecoveryCodes struct {
	Total     int        `json:"total"`
	Remaining int        `json:"remaining" doc:"not used yet"`
	CreatedAt *time.Time `json:"created_at,omitempty" doc:"absent: none yet"`
}

// Output are a user's second factors.
type Output struct{ Body SecondFactors }

// Get answers the caller's second factors as the user pool has them. Where the user's record
// differs, after an interrupted change, it is corrected.
func Get(ctx context.Context, call *rest.Call, _ *struct{}) (*Output, error) {
	account, err := call.Users.Account(ctx, call.Email)
	if err != nil {
		return nil, err
	}
	u, err := call.Table.User(ctx, call.CompanyID, call.User)
	if err != nil {
		return nil, err
	}
	if !slices.Equal(u.Factors, account.Factors) {
		if _, err := record(ctx, call, "user.second_factors_found", func(u *company.User) { u.Factors = account.Factors }); err != nil {
			return nil, err
		}
	}
	set, err := call.Table.RecoverySet(ctx, call.CompanyID, call.User)
	if err != nil {
		return nil, err
	}
	out := SecondFactors{
		Methods: account.Factors, Preferred: account.Preferred, Phone: lastDigits(account.Phone),
		Recovery: RecoveryCodes{Total: len(set.Codes), Remaining: set.Remaining()},
	}
	if out.Recovery.Total > 0 {
		out.Recovery.CreatedAt = &set.CreatedAt
	}
	if !slices.Contains(out.Methods, company.FactorPhone) {
		out.Phone = ""
	}
	return &Output{out}, nil
}

const legibleDigits = 4

func lastDigits(number string) string { return number[max(0, len(number)-legibleDigits):] }

// maxTries is how often a change of a record is repeated that others have changed meanwhile.
const maxTries = 5

// record changes the caller's record.
func record(ctx context.Context, call *rest.Call, action string, change func(*company.User), with ...func(*table.Tx)) (company.User, error) {
	for try := 1; ; try++ {
		u, err := call.Table.User(ctx, call.CompanyID, call.User)
		if err != nil {
			return u, err
		}
		change(&u)
		x := call.Begin(action, string(u.ID))
		u = x.WriteUser(u)
		for _, add := range with {
			add(x)
		}
		if err = x.Commit(ctx); !errors.Is(err, table.ErrStale) || try == maxTries {
			return u, err
		}
	}
}

// added enables a factor that has just been confirmed. The user signs in again with it.
func added(ctx context.Context, call *rest.Call, f company.Factor) error {
	account, err := call.Users.Account(ctx, call.Email)
	if err != nil {
		return err
	}
	all := company.With(account.Factors, f)
	if err := call.Users.SetFactors(ctx, call.Email, all, account.Preferred); err != nil {
		return err
	}
	u, err := record(ctx, call, "user.second_factor_added."+string(f), func(u *company.User) {
		u.Factors = all
		u.EndSessions(call.Now())
	}, func(x *table.Tx) { x.EndReauthentication(call.User, call.Claims.Session) })
	if err != nil {
		return err
	}
	accounts.EndAtPool(ctx, call, u)
	accounts.Notify(ctx, call, u, mail.SecondFactorAdded, mail.Args{"factor": nameOf(u, f)})
	call.UntilEnded(ctx, u)
	return nil
}

// nameOf is the name of a factor in the user's language.
func nameOf(u company.User, f company.Factor) string {
	return message.Text(message.Locale(u.Locale), message.Code("factor.name."+string(f)), nil)
}

// RemoveRoute is the declaration of DELETE users/me/second-factors/{method}.
var RemoveRoute = rest.Route{
	Method: "DELETE", Path: "/users/me/second-factors/{method}", ID: "removeMySecondFactor", Tag: "second-factors", Rule: rest.Session, Unenrolled: true, Status: 204,
	Summary: "Turn off a second factor of the caller, who has reauthenticated; recovery codes end with the last one",
	Grants: []grant.Grant{
		grant.Table("GetItem", "PutItem", "DeleteItem"), grant.Mail(), grant.Users("AdminGetUser", "AdminSetUserMFAPreference", "AdminUpdateUserAttributes"),
	},
}

// Named names a second factor.
type Named struct {
	Method company.Factor `path:"method" enum:"totp,phone_code" doc:"the second factor"`
}

// Remove turns off a second factor of the caller.
func Remove(ctx context.Context, call *rest.Call, in *Named) (*struct{}, error) {
	if _, err := call.Reauthentication(ctx); err != nil {
		return nil, err
	}
	account, err := call.Users.Account(ctx, call.Email)
	if err != nil {
		return nil, err
	}
	if !slices.Contains(account.Factors, in.Method) {
		return nil, table.ErrNotFound
	}
	left := company.Without(account.Factors, in.Method)
	u, err := call.Table.User(ctx, call.CompanyID, call.User)
	switch {
	case err != nil:
		return nil, err
	case len(left) == 0 && call.Company.MustKeep(u):
		return nil, message.New(message.Conflict, CodeRequired)
	}
	preferred := account.Preferred
	if preferred == in.Method {
		preferred = ""
	}
	if err := call.Users.SetFactors(ctx, call.Email, left, preferred); err != nil {
		return nil, err
	}
	u, err = record(ctx, call, "user.second_factor_removed."+string(in.Method), func(u *company.User) { u.Factors = left }, func(x *table.Tx) {
		if len(left) == 0 {
			x.RemoveRecoverySet(call.User)
		}
	})
	if err != nil {
		return nil, err
	}
	accounts.Notify(ctx, call, u, mail.SecondFactorRemoved, mail.Args{"factor": nameOf(u, in.Method)})
	return nil, nil
}

// PreferRoute is the declaration of PUT users/me/second-factors/preferred.
var PreferRoute = rest.Route{
	Method: "PUT", Path: "/users/me/second-factors/preferred", ID: "preferSecondFactor", Tag: "second-factors", Rule: rest.Session, Unenrolled: true, Status: 204,
	Summary: "Choose the second factor that a sign-in of the caller demands",
	Grants:  []grant.Grant{grant.Table("GetItem", "PutItem"), grant.Users("AdminGetUser", "AdminSetUserMFAPreference", "AdminUpdateUserAttributes")},
}

// Preference is the second factor that a sign-in demands.
type Preference struct {
	Method company.Factor `json:"method,omitempty" enum:"totp,phone_code" doc:"absent: the user selects at each sign-in"`
}

// PreferInput is a preference.
type PreferInput struct{ Body Preference }

// Prefer chooses the second factor that a sign-in of the caller demands.
func Prefer(ctx context.Context, call *rest.Call, in *PreferInput) (*struct{}, error) {
	account, err := call.Users.Account(ctx, call.Email)
	if err != nil {
		return nil, err
	}
	if f := in.Body.Method; f != "" && !slices.Contains(account.Factors, f) {
		return nil, message.New(message.Conflict, CodeNoFactor)
	}
	if err := call.Users.SetFactors(ctx, call.Email, account.Factors, in.Body.Method); err != nil {
		return nil, err
	}
	return nil, call.Begin("user.second_factor_preferred", string(call.User)).Commit(ctx)
}

// refused is the answer to a wrong code.
func refused(err error) error {
	switch {
	case errors.Is(err, idp.ErrTooManyAttempts):
		return message.New(message.TooMany, accounts.CodeTooManyAttempts).Because(err)
	case errors.Is(err, idp.ErrWrongCode):
		var wrong input.FieldErrors
		wrong.Add("code", CodeWrongCode)
		return errors.Join(wrong.Err(), err)
	case errors.Is(err, idp.ErrSessionEnded):
		return errors.Join(rest.ErrNotProven, err)
	}
	return err
}
