// Package accounts sees to what people ask for who have no session: a sign-up, another
// activation link, a link for a new password. The routes (functions/api/accounts) put
// the request down and start the machine of accounts.asl.json; its function looks the
// address up, makes records and mails. What fails is tried again for about an hour
// and a quarter; then an alarm reports it. The input of the machine names the request and
// nobody, and the record of the request is removed once it is seen to.
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

// Definition is the state machine in the Amazon States Language. The function stands in
// it as ${accounts-handle}.
//
//go:embed accounts.asl.json
var Definition string

// Task is the function's declaration.
var Task = grant.Task{
	Name: Handle, Summary: "sees to a sign-up, or mails a link that was asked for", Memory: 512, Timeout: 30 * time.Second,
	Grants: []grant.Grant{grant.Table("GetItem", "BatchGetItem", "PutItem", "UpdateItem", "DeleteItem"), grant.Mail()},
}

// Services are what the function works with.
type Services struct {
	Table  *table.Table
	Mail   *mailer.Mailer
	AppURL string // where the dashboard is, without a slash at the end
	Now    func() time.Time
}

// New is the function with the name, connected with AWS.
func New(name string, cfg aws.Config, env func(string) string) (lambda.Handler, error) {
	if name != Handle {
		return nil, fmt.Errorf("there is no function %q", name)
	}
	return Of(Services{
		Table: table.New(dynamodb.NewFromConfig(cfg), env(grant.EnvTable), time.Now), Mail: mailer.New(sesv2.NewFromConfig(cfg), env(grant.EnvMailFrom)),
		AppURL: env(grant.EnvAppURL), Now: time.Now,
	}), nil
}

// Of is the function over services.
func Of(s Services) lambda.Handler {
	return handler.Taking(func(ctx context.Context, in execution.Input) error { return handle(ctx, s, in) })
}

// worker sees to one request.
type worker struct{ links.Sender }

// handle sees to a request. It may be called again for one that was cut off, and does
// nothing for one that has been seen to.
func handle(ctx context.Context, s Services, in execution.Input) error {
	kept, there, err := s.Table.Request(ctx, in.Request)
	if err != nil || !there {
		return err
	}
	var r execution.Request
	if err := json.Unmarshal(kept.Body, &r); err != nil {
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
