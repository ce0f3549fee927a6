package accounts

import (
	"context"

	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/shared/domain/company"
)

// VerifyRoute is the declaration of POST verify-token.
var VerifyRoute = rest.Route{
	Method: "POST", Path: "/verify-token", ID: "verifyToken", Tag: "accounts", Rule: rest.Public,
	Repeated: "it stores nothing",
	Summary:  "The purpose of a mailed link; errors token.unknown, token.expired and token.used (400)",
	Grants:   []grant.Grant{grant.Table("GetItem", "BatchGetItem")},
}

// LinkSecret is the secret of a mailed link.
type LinkSecret struct {
	Token string `json:"token" minLength:"1" maxLength:"200"`
}

// LinkState is the purpose of a mailed link.
type LinkState struct {
	Purpose       company.Purpose `json:"purpose" enum:"activation,password_reset"`
	Email         string          `json:"email"`
	NeedsPassword bool            `json:"needs_password" doc:"a password has to be set with this link"`
}

// VerifyInput is a link.
type VerifyInput struct{ Body LinkSecret }

// VerifyOutput is the purpose of a link.
type VerifyOutput struct{ Body LinkState }

// Verify answers the purpose of a link, without using it.
func Verify(ctx context.Context, call *rest.Call, in *VerifyInput) (*VerifyOutput, error) {
	l, err := open(ctx, call, in.Body.Token)
	if err != nil {
		return nil, err
	}
	return &VerifyOutput{LinkState{l.token.Purpose, l.token.Email, l.token.NeedsPassword}}, nil
}
