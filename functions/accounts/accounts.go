// Package accounts handles requests without a session: a sign-up, another activation
// link, a link for a new password. The routes (functions/api/accounts) store the request
// and start the machine of accounts.asl.json; its function looks the address up, makes
// records and sends mails. A failure is retried for about an hour and a quarter; then it
// raises an alarm. The input of the machine contains the request's id and no personal
// data, and the record of the request is deleted once it is handled.
package accounts

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"time"

	"github.com/aws/aws-lambda-go/lambda"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/sesv2"

	"anzen/functions/accounts/execution"
	"anzen/functions/common/links"
	"anzen/functions/grant"
	"anzen/functions/handler"
	"anzen/shared/aws/mailer"
	"anzen/shared/aws/table"
)

// Handle is the function's name.
const Handle = "accounts-handle"

// Machine is the state machine's name.
const Machine = "accounts"

// Definition is the state machine in the Amazon States Language, with ${accounts-handle}
// for the function.
//
//go:embed accounts.asl.json
var Definition string

// Task is the function's declaration.
var Task = grant.Task{
	Name: Handle, Summary: "handles a sign-up, or mails a requested link", Memory: 512, Timeout: 30 * time.Second,
	Grants: []grant.Grant{grant.Table("GetItem", "BatchGetItem", "PutItem", "UpdateItem", "DeleteItem"), grant.Mail()},
}

// Services are the function's dependencies.
type Services struct {
	Table  *table.Table
	Mail   *mailer.Mailer
	AppURL string // the dashboard's URL, without a trailing slash
	Now    func() time.Time
}

// New is the function with the name, connected to AWS.
func New(name string, cfg aws.Config, env func(string) string) (lambda.Handler, error) {
	if name != Handle {
		return nil, fmt.Errorf("there is no function %q", name)
	}
	return Of(Services{
		Table: table.New(dynamodb.NewFromConfig(cfg), env(grant.EnvTable), time.Now), Mail: mailer.New(sesv2.NewFromConfig(cfg), env(grant.EnvMailFrom)).In(env(grant.EnvMailSet)),
		AppURL: env(grant.EnvAppURL), Now: time.Now,
	}), nil
}

// Of is the function over services.
func Of(s Services) lambda.Handler {
	return handler.Taking(func(ctx context.Context, in execution.Input) error { return handle(ctx, s, in) })
}

// worker handles one request.
type worker struct{ links.Sender }

// handle handles a request. It may be called again for an interrupted one, and does
// nothing for one that has been handled.
func handle(ctx context.Context, s Services, in execution.Input) error {
	stored, found, err := s.Table.Request(ctx, in.Request)
	if err != nil || !found {
		return err
	}
	var r execution.Request
	if err := json.Unmarshal(stored.Body, &r); err != nil {
		return fmt.Errorf("read request %s: %w", in.Request, err)
	}
	w := &worker{links.Sender{Table: s.Table, Mail: s.Mail, AppURL: s.AppURL, Now: s.Now, Address: r.Address, RequestID: in.Request}}
	switch r.Kind {
	case execution.SignUp:
		err = w.signUp(ctx, *r.SignUp)
	case execution.Activation:
		err = w.regenerate(ctx, r.Email)
	case execution.Reset:
		err = w.recoverPassword(ctx, r.Email)
	default:
		err = fmt.Errorf("request %s is of an unknown kind %q", in.Request, r.Kind)
	}
	if err != nil {
		return err
	}
	return s.Table.ForgetRequest(ctx, in.Request)
}
