package accounts

import (
	"context"
	"encoding/json"
	"fmt"

	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/shared/domain/company"
	"anzen/shared/domain/input"
	"anzen/shared/domain/sds"
)

// What somebody asks for who has no session is put down, and a state machine sees to
// it later. So a route does the same for every address, and takes the same time: it
// looks no address up. Who learns whether an address has an account is who reads its
// mails.

// kind is what is asked for.
type kind string

const (
	kindSignUp     kind = "sign_up"
	kindActivation kind = "activation"
	kindReset      kind = "password_reset"
)

// asked is a request of somebody without a session.
type asked struct {
	Kind    kind           `json:"kind"`
	Email   string         `json:"email"`
	SignUp  *SignUpRequest `json:"sign_up,omitempty"`
	Address string         `json:"address"` // the client's
}

// Run is the input of the state machine: which request is seen to.
type Run struct {
	Request string `json:"request"`
}

// askGrants are what a route may do that puts a request down.
func askGrants() []grant.Grant {
	return []grant.Grant{grant.Table("PutItem"), grant.StartAccounts()}
}

// ask puts a request down and has it seen to.
func ask(ctx context.Context, call *rest.Call, a asked) error {
	a.Address = call.Address
	body, err := json.Marshal(a)
	if err != nil {
		return fmt.Errorf("encode a request: %w", err)
	}
	id := sds.NewID[string]()
	if err := call.Table.KeepRequest(ctx, id, body); err != nil {
		return err
	}
	_, err = call.Accounts.Start(ctx, id, Run{id})
	return err
}

// Handle sees to a request. It may be called again for one that was cut off, and does
// nothing for one that has been seen to.
func Handle(ctx context.Context, services *rest.Services, in Run) error {
	kept, there, err := services.Table.Request(ctx, in.Request)
	if err != nil || !there {
		return err
	}
	var a asked
	if err := json.Unmarshal(kept.Body, &a); err != nil {
		return fmt.Errorf("read request %s: %w", in.Request, err)
	}
	call := &rest.Call{Services: services, Address: a.Address, RequestID: in.Request}
	switch a.Kind {
	case kindSignUp:
		err = signUp(ctx, call, *a.SignUp)
	case kindActivation:
		err = regenerate(ctx, call, a.Email)
	case kindReset:
		err = recoverPassword(ctx, call, a.Email)
	default:
		err = fmt.Errorf("request %s is of an unknown kind %q", in.Request, a.Kind)
	}
	if err != nil {
		return err
	}
	return services.Table.ForgetRequest(ctx, in.Request)
}

// address judges an e-mail address.
func address(text string) (string, error) {
	email, trouble := company.Email(text)
	if trouble != "" {
		var wrong input.FieldErrors
		wrong.Add("email", trouble)
		return "", wrong.Err()
	}
	return email, nil
}
