package accounts

import (
	"context"

	"anzen/functions/accounts/execution"
	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/shared/aws/table"
	"anzen/shared/domain/company"
)

// ActivateRoute is the declaration of PUT signup/activation.
var ActivateRoute = rest.Route{
	Method: "PUT", Path: "/signup/activation", ID: "activate", Tag: "accounts", Rule: rest.Public, Status: 204,
	Summary: "Set the first password with a mailed link and activate the account; once",
	Grants:  []grant.Grant{grant.Table("GetItem", "BatchGetItem", "PutItem"), grant.Users("AdminCreateUser", "AdminGetUser", "AdminDeleteUser", "AdminSetUserPassword")},
}

// Activation is a mailed link with the password to set.
type Activation struct {
	Token    string `json:"token" minLength:"1" maxLength:"200"`
	Password string `json:"password,omitempty" maxLength:"256" doc:"where the link says needs_password"`
}

// ActivateInput is an activation.
type ActivateInput struct{ Body Activation }

// Activate sets a user's first password and activates them, and their company if it is
// new.
func Activate(ctx context.Context, call *rest.Call, in *ActivateInput) (*struct{}, error) {
	_, err := choose(ctx, call, choice{
		purpose: company.PurposeActivation, action: "user.activated", field: "password", secret: in.Body.Token, password: in.Body.Password,
		effect: func(p *table.Person) { p.User.Active, p.Company.Active = true, true },
	})
	return nil, err
}

// RegenerateRoute is the declaration of POST activation/regeneration.
var RegenerateRoute = rest.Route{
	Method: "POST", Path: "/activation/regeneration", ID: "regenerateActivation", Tag: "accounts", Rule: rest.Public, Status: 204,
	Repeated: "each request mails once",
	Summary:  "Mail a new activation link; the same answer whether or not the address has a pending activation",
	Grants:   enqueueGrants(),
}

// EmailAddress is an e-mail address.
type EmailAddress struct {
	Email string `json:"email" format:"email" minLength:"1" maxLength:"128"`
}

// RegenerateInput is an address.
type RegenerateInput struct{ Body EmailAddress }

// Regenerate requests a new activation link by mail.
func Regenerate(ctx context.Context, call *rest.Call, in *RegenerateInput) (*struct{}, error) {
	email, err := address(in.Body.Email)
	if err != nil {
		return nil, err
	}
	return nil, enqueue(ctx, call, execution.Request{Kind: execution.Activation, Email: email})
}
