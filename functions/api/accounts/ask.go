package accounts

import (
	"context"
	"encoding/json"
	"fmt"

	"anzen/functions/accounts/execution"
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

// askGrants are what a route may do that puts a request down.
func askGrants() []grant.Grant {
	return []grant.Grant{grant.Table("PutItem"), grant.StartAccounts()}
}

// ask puts a request down and has it seen to.
func ask(ctx context.Context, call *rest.Call, r execution.Request) error {
	r.Address = call.Address
	body, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("encode a request: %w", err)
	}
	id := sds.NewID[string]()
	if err := call.Table.KeepRequest(ctx, id, body); err != nil {
		return err
	}
	_, err = call.Accounts.Start(ctx, id, execution.Input{Request: id})
	return err
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
