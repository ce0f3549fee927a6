package accounts

import (
	"context"
	"errors"
	"slices"

	"anzen/functions/api/rest"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/input"
	"anzen/shared/domain/mail"
	"anzen/shared/domain/plan"
	"anzen/shared/domain/sds"
)

// SigningUp is the declaration of POST signup.
var SigningUp = rest.Route{
	Method: "POST", Path: "/signup", ID: "signUp", Tag: "accounts", Rule: rest.Public, Status: 202,
	Summary: "Sign up a company and its first administrator; what follows comes by mail, whether or not the address has an account",
	Grants:  askGrants(),
}

// SignUpRequest is a company with its first administrator.
type SignUpRequest struct {
	CompanyName string `json:"company_name" minLength:"1" maxLength:"100"`
	FirstName   string `json:"first_name" minLength:"1" maxLength:"46"`
	LastName    string `json:"last_name" minLength:"1" maxLength:"46"`
	Email       string `json:"email" format:"email" minLength:"1" maxLength:"254" doc:"of the company: free-mail addresses are refused"`
	Phone       string `json:"phone,omitempty" maxLength:"30"`
	Locale      string `json:"locale" enum:"ja-JP,en-US,ja,en"`
}

// SignUpInput is a request to sign up.
type SignUpInput struct{ Body SignUpRequest }

// SignUp has a company signed up.
func SignUp(ctx context.Context, call *rest.Call, in *SignUpInput) (*struct{}, error) {
	if _, err := in.Body.person(); err != nil {
		return nil, err
	}
	return nil, ask(ctx, call, asked{Kind: kindSignUp, SignUp: &in.Body})
}

// errTaken has a sign-up seen to again: somebody has activated an account with the
// address at the same moment, or the company whose it is is being closed.
var errTaken = errors.New("whose the address is has changed")

// signUp makes a company and its first administrator, both inactive, and mails
// the link that activates them. Whoever else has signed up with the address, or was
// invited with it, and has not activated their account is in nobody's way. The owner
// of an address that has an account is told by mail.
func signUp(ctx context.Context, call *rest.Call, r SignUpRequest) error {
	fresh, err := r.person()
	if err != nil {
		return err
	}
	a, there, err := call.Table.Account(ctx, fresh.User.Email)
	switch {
	case err != nil:
		return err
	case there && !a.Pending:
		p, found, err := call.Table.Person(ctx, a.Company, a.User)
		switch {
		case err != nil:
			return err
		case found && p.Active():
			return sendExists(ctx, call, p)
		case found: // who was cut off while activating their account
			return sendActivation(ctx, call, p, a)
		}
		return errTaken
	}
	err = sparingly(ctx, call, mail.Activation, fresh.User.Email, func() error {
		if err := begin(call, fresh, "company.signed_up").SignUp(fresh.Company, fresh.User).Commit(ctx); err != nil {
			return err
		}
		return mailActivation(ctx, call, fresh, table.Account{})
	})
	if errors.Is(err, table.ErrEmailExists) {
		return errors.Join(errTaken, err)
	}
	return err
}

// person is who signs up, or everything that is wrong with the request.
func (r SignUpRequest) person() (table.Person, error) {
	var wrong input.FieldErrors
	email, trouble := company.Email(r.Email)
	if trouble == "" && company.FreeMail(email) {
		trouble = company.CodeFreeMail
	}
	wrong.Add("company_name", company.Name(r.CompanyName))
	wrong.Add("first_name", company.PersonName(r.FirstName, true))
	wrong.Add("last_name", company.PersonName(r.LastName, true))
	wrong.Add("email", trouble)
	wrong.Add("phone", company.Phone(r.Phone))
	if err := wrong.Err(); err != nil {
		return table.Person{}, err
	}
	c := company.Company{
		ID: sds.NewID[sds.CompanyID](), Name: company.Clean(r.CompanyName), Phone: company.CleanPhone(r.Phone),
		Plan: plan.Free, ExpirationYears: company.DefaultExpirationYears, CopyFields: slices.Clone(company.CopyFields),
	}
	return table.Person{Company: c, User: company.User{
		ID: sds.NewID[sds.UserID](), Company: c.ID, Email: email, FirstName: company.Clean(r.FirstName), LastName: company.Clean(r.LastName),
		Phone: c.Phone, Role: access.Admin, Locale: company.LocaleOf(r.Locale),
	}}, nil
}

func sendExists(ctx context.Context, call *rest.Call, p table.Person) error {
	return sparingly(ctx, call, mail.SignupExists, p.User.Email, func() error {
		return post(ctx, call, p.User, mail.SignupExists, mail.Args{"link": page(call, pageLogin, ""), "recovery": page(call, pageRecovery, "")})
	})
}
