package identity

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"time"

	"github.com/aws/aws-lambda-go/lambda"
	"github.com/aws/aws-sdk-go-v2/aws"
	cognito "github.com/aws/aws-sdk-go-v2/service/cognitoidentityprovider"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/sesv2"

	"anzen/functions/grant"
	"anzen/functions/handler"
	"anzen/shared/aws/idp"
	"anzen/shared/aws/mailer"
	"anzen/shared/aws/table"
	"anzen/shared/domain/company"
	"anzen/shared/domain/trace"
)

// The functions' names.
const (
	Tokens    = "identity-tokens"
	Challenge = "identity-challenge"
	Recovery  = "identity-recovery"
	Link      = "identity-link"
)

// The user pool waits five seconds for a trigger.
const (
	timeout = 5 * time.Second
	memory  = 512
)

// Tasks are the functions' declarations.
var Tasks = []grant.Task{
	{
		Name: Tokens, Summary: "takes the scope to change second factors out of users' tokens, refuses sign-ins by another company's identity provider, and records those by their own", Memory: memory, Timeout: timeout,
		Grants: []grant.Grant{grant.Table("GetItem", "BatchGetItem", "PutItem", "UpdateItem")},
	},
	{Name: Challenge, Summary: "leads through a sign-in with a recovery code", Memory: memory, Timeout: timeout},
	{
		Name: Recovery, Summary: "uses up a recovery code in place of a second factor, and mails the user", Memory: memory, Timeout: timeout,
		Grants: []grant.Grant{grant.Table("GetItem", "BatchGetItem", "PutItem"), grant.Mail()},
	},
	{
		Name: Link, Summary: "links a person at a company's identity provider to their user, at the first sign-in", Memory: 2 * memory, Timeout: timeout,
		Grants: []grant.Grant{
			grant.Table("GetItem", "BatchGetItem", "Query", "PutItem", "ConditionCheckItem"),
			grant.Users("AdminGetUser", "AdminCreateUser", "AdminSetUserPassword", "AdminDeleteUser", "AdminLinkProviderForUser"),
		},
	},
}

// Services are the functions' dependencies.
type Services struct {
	Table  *table.Table
	Users  *idp.Pool
	Mail   *mailer.Mailer
	AppURL string // the dashboard's URL, without a trailing slash
	// AdminClient is the app client by which only functions sign in.
	AdminClient string
	Now         func() time.Time
	Log         *slog.Logger
}

// New is the function with the name, connected to AWS.
func New(name string, cfg aws.Config, env func(string) string) (lambda.Handler, error) {
	return Of(name, Services{
		Table: table.New(dynamodb.NewFromConfig(cfg), env(grant.EnvTable), time.Now), Users: idp.New(cognito.NewFromConfig(cfg), env(grant.EnvUserPool)), Mail: mailer.New(sesv2.NewFromConfig(cfg), env(grant.EnvMailFrom)).In(env(grant.EnvMailSet)),
		AppURL: env(grant.EnvAppURL), AdminClient: env(grant.EnvUserPoolAdminClient), Now: time.Now, Log: trace.Logger(os.Stderr),
	})
}

// Of is a function over services.
func Of(name string, s Services) (lambda.Handler, error) {
	switch name {
	case Tokens:
		return handler.Of(s.tokens), nil
	case Challenge:
		return handler.Of(challenge), nil
	case Recovery:
		return handler.Of(s.verify), nil
	case Link:
		return handler.Of(s.signUp), nil
	}
	return nil, fmt.Errorf("there is no function %q", name)
}

// scopeSelf lets the bearer of an access token change the second factors, phone number and
// password of the account.
const scopeSelf = "aws.cognito.signin.user.admin"

// tokens suppresses the scope in tokens of every client but that of the functions. A
// sign-in by an identity provider that is not the user's own company's gets no tokens.
func (s Services) tokens(ctx context.Context, event map[string]any) (map[string]any, error) {
	source, _ := event["triggerSource"].(string)
	if source == hosted {
		p, err := s.federated(ctx, event)
		if err != nil {
			return nil, err
		}
		s.complete(ctx, p)
	}
	caller, _ := event["callerContext"].(map[string]any)
	if client, _ := caller["clientId"].(string); client != "" && client == s.AdminClient {
		return event, nil
	}
	if source != hosted && source != refresh {
		if err := s.native(ctx, event); err != nil {
			return nil, err
		}
	}
	event["response"] = map[string]any{
		"claimsAndScopeOverrideDetails": map[string]any{"accessTokenGeneration": map[string]any{"scopesToSuppress": []string{scopeSelf}}},
	}
	return event, nil
}

// complete records a sign-in at the company's provider. Only here it is known to be one: to the
// other triggers a linked person's password without a device looks the same. An error is only
// logged, as nobody must be locked out by it.
func (s Services) complete(ctx context.Context, p table.Person) {
	at := s.Now().UTC().Truncate(time.Second)
	if _, err := s.Table.CompleteSignIn(ctx, p.User, company.SignIn{At: at, Agent: company.AgentSAML}, ""); err != nil {
		s.Log.ErrorContext(ctx, "sign-in at an identity provider not recorded", "user", string(p.User.ID), "cause", err.Error())
	}
}
