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

// Requests without a session are stored, and a state machine handles them later. So a
// route does the same for every address, in the same time: it looks no address up.
// Whether an address has an account is only known to the reader of its mails.

// enqueueGrants are the grants that enqueue needs.
func enqueueGrants() []grant.Grant {
	return []grant.Grant{grant.Table("PutItem"), grant.StartAccounts()}
}

// enqueue stores a request and starts the state machine that handles it.
func enqueue(ctx context.Context, call *rest.Call, r execution.Request) error {
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

// address validates and cleans an email address.
func address(text string) (string, error) {
	email, trouble := company.Email(text)
	if trouble != "" {
		var wrong input.FieldErrors
		wrong.Add("email", trouble)
		return "", wrong.Err()
	}
	return email, nil
}
