package users

import (
	"context"

	"anzen/functions/api/accounts"
	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/shared/domain/access"
)

// ResendRoute is the declaration of POST users/{userId}/reset-password.
var ResendRoute = rest.Route{
	Method: "POST", Path: "/companies/{id}/users/{userId}/reset-password", ID: "resendUserMail", Tag: "users", Rule: rest.Need(access.UserEdit), Status: 204,
	Repeated: "each request mails once",
	Summary:  "Mail a user a link to set a new password, or the invitation again where they have not activated their account",
	Grants:   []grant.Grant{grant.Table("GetItem", "PutItem", "UpdateItem"), grant.Mail()},
}

// ResendInput names a user.
type ResendInput struct{ OfUser }

// Resend mails a user a password reset link or the invitation again.
func Resend(ctx context.Context, call *rest.Call, in *ResendInput) (*struct{}, error) {
	u, err := call.Table.User(ctx, call.CompanyID, in.User)
	if err != nil {
		return nil, err
	}
	return nil, accounts.Resend(ctx, call, u)
}
