// Package execution defines the requests without a session, and the input of the state
// machine that handles them.
package execution

import (
	"slices"

	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/input"
	"anzen/shared/domain/plan"
	"anzen/shared/domain/sds"
)

// Input is the input of the state machine: the request's id.
type Input struct {
	Request string `json:"request"`
}

// Kind is the kind of a request.
type Kind string

// The kinds.
const (
	SignUp     Kind = "sign_up"
	Activation Kind = "activation"
	Reset      Kind = "password_reset"
)

// Request is a stored request without a session.
type Request struct {
	Kind    Kind           `json:"kind"`
	Email   string         `json:"email"`
	SignUp  *SignUpRequest `json:"sign_up,omitempty"`
	Address string         `json:"address"` // the client's
}

// SignUpRequest is a company with its first administrator.
type SignUpRequest struct {
	CompanyName string `json:"company_name" minLength:"1" maxLength:"100"`
	FirstName   string `json:"first_name" minLength:"1" maxLength:"46"`
	LastName    string `json:"last_name" minLength:"1" maxLength:"46"`
	Email       string `json:"email" format:"email" minLength:"1" maxLength:"128" doc:"of the company: free-mail addresses are refused"`
	Phone       string `json:"phone,omitempty" maxLength:"30"`
	Locale      string `json:"locale" enum:"ja-JP,en-US,ja,en"`
}

// Accept is the company with its first administrator, or all errors of the request.
func (r SignUpRequest) Accept() (company.Company, company.User, error) {
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
		return company.Company{}, company.User{}, err
	}
	c := company.Company{
		ID: sds.NewID[sds.CompanyID](), Name: company.Clean(r.CompanyName), Phone: company.CleanPhone(r.Phone),
		Plan: plan.Free, ExpirationYears: company.DefaultExpirationYears, CopyFields: slices.Clone(company.CopyFields),
	}
	return c, company.User{
		ID: sds.NewID[sds.UserID](), Company: c.ID, Email: email, FirstName: company.Clean(r.FirstName), LastName: company.Clean(r.LastName),
		Phone: c.Phone, Role: access.Admin, Locale: company.LocaleOf(r.Locale),
	}, nil
}
