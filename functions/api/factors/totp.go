package factors

import (
	"context"
	"errors"
	"net/url"

	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/shared/domain/company"
)

// issuer names the product in authenticator apps.
const issuer = "Anzen"

// BeginTOTPRoute is the declaration of POST users/me/second-factors/totp.
var BeginTOTPRoute = rest.Route{
	Method: "POST", Path: "/users/me/second-factors/totp", ID: "beginTOTP", Tag: "second-factors", Rule: rest.Session, Unenrolled: true,
	Repeated: "it makes another secret, which replaces the first, as a stored answer would contain it",
	Summary:  "Make a secret for an authenticator app of the caller, who has reauthenticated; the first code confirms it",
	Grants:   []grant.Grant{grant.Table("GetItem", "PutItem"), grant.Users("AssociateSoftwareToken")},
}

// TOTPSecret is a secret for an authenticator app.
type TOTPSecret struct {
	Secret string `json:"secret" doc:"base 32"`
	URI    string `json:"uri" doc:"for a QR code"`
}

// TOTPSecretOutput is a secret, which no cache may keep.
type TOTPSecretOutput struct {
	CacheControl string `header:"Cache-Control"`
	Body         TOTPSecret
}

// BeginTOTP makes a secret for an authenticator app.
func BeginTOTP(ctx context.Context, call *rest.Call, _ *struct{}) (*TOTPSecretOutput, error) {
	r, err := mayAdd(ctx, call)
	if err != nil {
		return nil, err
	}
	secret, err := call.Users.BeginTOTP(ctx, r.Token)
	if err != nil {
		return nil, refused(err)
	}
	if err := call.Begin("user.totp_begun", string(call.User)).Commit(ctx); err != nil {
		return nil, err
	}
	uri := url.URL{
		Scheme: "otpauth", Host: "totp", Path: "/" + issuer + ":" + call.Email,
		RawQuery: "secret=" + url.QueryEscape(secret) + "&issuer=" + issuer,
	}
	return &TOTPSecretOutput{"no-store", TOTPSecret{secret, uri.String()}}, nil
}

// ConfirmTOTPRoute is the declaration of PUT users/me/second-factors/totp.
var ConfirmTOTPRoute = rest.Route{
	Method: "PUT", Path: "/users/me/second-factors/totp", ID: "confirmTOTP", Tag: "second-factors", Rule: rest.Session, Unenrolled: true, Status: 204,
	Summary: "Confirm an authenticator app by its first code; ends all sessions, this one included, and mails the user",
	Grants:  addingGrants("VerifySoftwareToken"),
}

// addingGrants are for adding a factor that an operation of the user pool confirms.
func addingGrants(confirms string) []grant.Grant {
	return []grant.Grant{
		grant.Table("GetItem", "PutItem", "DeleteItem"), grant.Mail(),
		grant.Users(confirms, "AdminGetUser", "AdminSetUserMFAPreference", "AdminUpdateUserAttributes", "AdminUserGlobalSignOut"),
	}
}

// ConfirmTOTP enables the caller's authenticator app.
func ConfirmTOTP(ctx context.Context, call *rest.Call, in *CodeInput) (*struct{}, error) {
	return nil, confirm(ctx, call, company.FactorTOTP, in.Body.Code, call.Users.VerifyTOTP)
}

// confirm adds the factor that a code confirms. A wrong one is recorded in the audit.
func confirm(ctx context.Context, call *rest.Call, f company.Factor, code string, verify func(ctx context.Context, token, code string) error) error {
	r, err := mayAdd(ctx, call)
	if err != nil {
		return err
	}
	if err := verify(ctx, r.Token, code); err != nil {
		return errors.Join(refused(err), call.Begin("user.second_factor_refused."+string(f), string(call.User)).Commit(ctx))
	}
	return added(ctx, call, f)
}
