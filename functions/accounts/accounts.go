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
	"fmt"
	"time"

	"github.com/aws/aws-lambda-go/lambda"
	"github.com/aws/aws-sdk-go-v2/aws"

	requests "anzen/functions/api/accounts"
	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/functions/handler"
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

// New is the function with the name, connected with AWS.
func New(name string, cfg aws.Config, env func(string) string) (lambda.Handler, error) {
	if name != Handle {
		return nil, fmt.Errorf("there is no function %q", name)
	}
	services, err := rest.NewServices(cfg, env)
	if err != nil {
		return nil, err
	}
	return Of(services), nil
}

// Of is the function over services.
func Of(services *rest.Services) lambda.Handler {
	return handler.Taking(func(ctx context.Context, in requests.Run) error { return requests.Handle(ctx, services, in) })
}
