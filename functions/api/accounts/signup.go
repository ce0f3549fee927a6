package accounts

import (
	"context"

	"anzen/functions/accounts/execution"
	"anzen/functions/api/rest"
)

// SignUpRoute is the declaration of POST signup.
var SignUpRoute = rest.Route{
	Method: "POST", Path: "/signup", ID: "signUp", Tag: "accounts", Rule: rest.Public, Status: 202,
	Repeated: "an address that has an account by then gets a mail that says so, and no second account",
	Summary:  "Sign up a company and its first administrator; the next step comes by mail, whether or not the address has an account",
	Grants:   enqueueGrants(),
}

// SignUpInput is a request to sign up.
type SignUpInput struct{ Body execution.SignUpRequest }

// SignUp requests the sign-up of a company.
func SignUp(ctx context.Context, call *rest.Call, in *SignUpInput) (*struct{}, error) {
	if _, _, err := in.Body.Accept(); err != nil {
		return nil, err
	}
	return nil, enqueue(ctx, call, execution.Request{Kind: execution.SignUp, SignUp: &in.Body})
}
