package accounts

import (
	"context"
	"errors"

	"anzen/functions/api/rest"
	"anzen/shared/company"
	"anzen/shared/grant"
	"anzen/shared/idp"
	"anzen/shared/message"
	"anzen/shared/table"
)

// Activating is the declaration of PUT signup/activation.
var Activating = rest.Route{
	Method: "PUT", Path: "/signup/activation", ID: "activate", Tag: "accounts", Rule: rest.Public, Status: 204,
	Summary: "Set the first password with a mailed link and activate the account; once",
	Grants:  []grant.Grant{grant.Table("GetItem", "BatchGetItem", "PutItem"), grant.Users("AdminCreateUser", "AdminUpdateUserAttributes", "AdminSetUserPassword")},
}

// Activation is a mailed link with the password to set.
type Activation struct {
	Token    string `json:"token" minLength:"1" maxLength:"200"`
	Password string `json:"password,omitempty" maxLength:"256" doc:"where the link says needs_password"`
}

// ActivateInput is an activation.
type ActivateInput struct{ Body Activation }

// Activate sets a person's first password and activates them, and their company
// if it is new. The link is spent last, together with the activation, so that
// what was cut off in the middle can be repeated with the same link.
func Activate(ctx context.Context, call *rest.Call, in *ActivateInput) (*struct{}, error) {
	for try := 1; ; try++ {
		token, p, err := openFor(ctx, call, in.Body.Token, company.PurposeActivation)
		if err != nil {
			return nil, err
		}
		if token.NeedsPassword && try == 1 {
			if err := setPassword(ctx, call, p, "password", in.Body.Password); err != nil {
				return nil, err
			}
		}
		x := begin(call, p, "user.activated").UseToken(token)
		if !p.User.Active {
			p.User.Active = true
			x.WriteUser(p.User)
		}
		if !p.Company.Active {
			p.Company.Active = true
			x.WriteCompany(p.Company)
		}
		if err := x.Commit(ctx); !errors.Is(err, table.ErrStale) || try == 3 {
			return nil, err
		}
	}
}

// setPassword sets a person's password at the user pool, which may refuse it.
func setPassword(ctx context.Context, call *rest.Call, p table.Person, path, password string) error {
	weak := func(code message.Code) error {
		var wrong rest.Wrong
		wrong.Note(path, code)
		return wrong.Err()
	}
	if password == "" {
		return weak(message.CodeRequired)
	}
	if err := weak(company.Password(password)); err != nil {
		return err
	}
	err := call.Users.SetPassword(ctx, p.User.Email, password, p.Company.ID, p.User.ID)
	if errors.Is(err, idp.ErrWeakPassword) {
		return weak(company.CodeWeakPassword)
	}
	return err
}

// Regenerating is the declaration of POST activation/regeneration.
var Regenerating = rest.Route{
	Method: "POST", Path: "/activation/regeneration", ID: "regenerateActivation", Tag: "accounts", Rule: rest.Public, Status: 204,
	Summary: "Mail a new activation link; the same answer whether or not the address waits for one",
	Grants:  []grant.Grant{grant.Table("GetItem", "BatchGetItem", "PutItem", "UpdateItem"), grant.Mail()},
}

// EmailAddress is an e-mail address.
type EmailAddress struct {
	Email string `json:"email" format:"email" minLength:"1" maxLength:"254"`
}

// RegenerateInput is an address.
type RegenerateInput struct{ Body EmailAddress }

// Regenerate mails a new activation link to a person who has not activated
// their account yet.
func Regenerate(ctx context.Context, call *rest.Call, in *RegenerateInput) (*struct{}, error) {
	p, found, err := byEmail(ctx, call, in.Body.Email)
	if err != nil || !found || p.Active() {
		return nil, err
	}
	return nil, sendActivation(ctx, call, p)
}

func byEmail(ctx context.Context, call *rest.Call, address string) (table.Person, bool, error) {
	email, trouble := company.Email(address)
	if trouble != "" {
		var wrong rest.Wrong
		wrong.Note("email", trouble)
		return table.Person{}, false, wrong.Err()
	}
	return call.Table.PersonByEmail(ctx, email)
}
