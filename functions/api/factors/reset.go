package factors

import (
	"context"
	"errors"

	"anzen/functions/api/accounts"
	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/mail"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
)

// CodeOwn is the error for administrators who would reset their own factors.
const CodeOwn message.Code = "factor.own"

// ResetRoute is the declaration of POST users/{userId}/reset-second-factors.
var ResetRoute = rest.Route{
	Method: "POST", Path: "/companies/{id}/users/{userId}/reset-second-factors", ID: "resetSecondFactors", Tag: "second-factors", Rule: rest.Need(access.UserEdit), Status: 204,
	Repeated: "second factors that are off stay off; the sessions are ended again, and the user is mailed again",
	Summary:  "Turn off all second factors and passkeys of a user who has lost them, by an administrator who has reauthenticated; ends the user's sessions and recovery codes, where there were passkeys the password too, and mails the user",
	Grants: []grant.Grant{
		grant.Table("GetItem", "PutItem", "DeleteItem"), grant.Mail(), grant.Users("AdminSetUserMFAPreference", "AdminUpdateUserAttributes", "AdminUserGlobalSignOut",
			"AdminSetUserPassword", "AdminInitiateAuth", "ListWebAuthnCredentials", "DeleteWebAuthnCredential"),
	},
}

// ResetInput names a user.
type ResetInput struct {
	rest.OfCompany
	User sds.UserID `path:"userId" format:"uuid" doc:"the user"`
}

// Reset turns off all second factors of a user, and removes their passkeys. The user pool removes
// passkeys only for those who know the password, so that it ends too: the mail leads to a new
// one.
func Reset(ctx context.Context, call *rest.Call, in *ResetInput) (*struct{}, error) {
	u, err := call.Table.User(ctx, call.CompanyID, in.User)
	switch {
	case err != nil:
		return nil, err
	case u.ID == call.User:
		return nil, message.New(message.Conflict, CodeOwn)
	case !u.Active: // no account yet
		return nil, table.ErrNotFound
	}
	if _, err := call.Reauthentication(ctx); err != nil {
		return nil, err
	}
	if err := call.Users.SetFactors(ctx, u.Email, nil, ""); err != nil {
		return nil, err
	}
	kind := mail.SecondFactorsReset
	for try := 1; ; try++ {
		if len(u.Passkeys) > 0 {
			kind = mail.PasskeysReset
			if err := call.Users.ForgetPasskeys(ctx, u.Email); err != nil {
				return nil, err
			}
		}
		u.Factors, u.Passkeys = nil, nil
		u.EndSessions(call.Now())
		x := call.Begin("user.second_factors_reset", string(u.ID)).RemoveRecoverySet(u.ID)
		after := x.WriteUser(u)
		err := x.Commit(ctx)
		if err == nil {
			u = after
			break
		}
		if !errors.Is(err, table.ErrStale) || try == maxTries {
			return nil, err
		}
		if u, err = call.Table.User(ctx, call.CompanyID, in.User); err != nil {
			return nil, err
		}
	}
	accounts.EndAtPool(ctx, call, u)
	accounts.Notify(ctx, call, u, kind, mail.Args{"by": call.Name})
	return nil, nil
}
