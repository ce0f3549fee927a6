// Package maildomains keeps the mail domains of companies that sign in by SAML proven to be
// theirs: whoever owns a domain could else be asserted as its former owner's users.
//
//	mail-domain-prove    the operator's word that a domain is a company's, or its withdrawal
//	mail-domains-verify  looks for the proofs of all domains, once a day
//
// A proof is the TXT record that the settings' screen shows, or the operator's word, for
// companies that cannot write one. Only who may call functions of the AWS account can give it:
// no route, rule or state machine leads to mail-domain-prove. The company's administrators are
// notified of it.
//
//	aws lambda invoke --function-name anzen-prod-mail-domain-prove --cli-binary-format raw-in-base64-out \
//	  --payload '{"company":"01890a5d-...","domain":"midori.example","by":"sato@operator.example","reason":"contract 2026-118"}' answer.json
//
// With "withdraw": true the word is taken back. On the local stack it is
//
//	make invoke FN=mail-domain-prove
//
// with the event in events/mail-domain-prove.json.
//
// A domain whose TXT record is gone is reported to the administrators after two days and again
// after eleven, is shown on the screen, and stops working after fourteen, at the earliest three
// days after a mail (package saml). DNS that does not answer proves nothing, neither way. Whoever
// has signed in stays so: the API admits users, not domains.
package maildomains

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

	"anzen/functions/common/domainproof"
	"anzen/functions/common/links"
	"anzen/functions/grant"
	"anzen/functions/handler"
	"anzen/shared/aws/idp"
	"anzen/shared/aws/mailer"
	"anzen/shared/aws/table"
	"anzen/shared/domain/mail"
	"anzen/shared/domain/message"
	"anzen/shared/domain/saml"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/trace"
)

// The functions' names.
const (
	Prove  = "mail-domain-prove"
	Verify = "mail-domains-verify"
)

// Daily is when the proofs are looked for, as an expression of EventBridge Scheduler, in Tokyo:
// while administrators are at work.
const Daily = "cron(0 10 * * ? *)"

// Tasks are the functions.
var Tasks = []grant.Task{
	{
		Name: Prove, Summary: "records the operator's word that a mail domain is a company's; called by the operator alone", Memory: 256, Timeout: 30 * time.Second,
		Grants: []grant.Grant{grant.Table("GetItem", "Query", "PutItem", "DeleteItem"), grant.Mail()},
	},
	{
		Name: Verify, Summary: "looks for the proofs of mail domains, warns administrators of those that are gone, and ends them", Memory: 256, Timeout: 15 * time.Minute, Concurrency: 1,
		Grants: []grant.Grant{
			grant.Table("GetItem", "Query", "PutItem", "DeleteItem"), grant.Mail(),
			grant.Users("ListIdentityProviders", "UpdateIdentityProvider", "DescribeUserPoolClient", "UpdateUserPoolClient"),
		},
	},
}

// Services are the functions' dependencies.
type Services struct {
	Table  *table.Table
	Users  *idp.Pool
	Mail   *mailer.Mailer
	TXT    domainproof.Lookup
	AppURL string // the dashboard's URL, without a trailing slash
	Now    func() time.Time
	Log    *slog.Logger
}

// New is the function with the name, connected to AWS.
func New(name string, cfg aws.Config, env func(string) string) (lambda.Handler, error) {
	return Of(name, Services{
		Table: table.New(dynamodb.NewFromConfig(cfg), env(grant.EnvTable), time.Now), Mail: mailer.New(sesv2.NewFromConfig(cfg), env(grant.EnvMailFrom)).In(env(grant.EnvMailSet)),
		Users: idp.New(cognito.NewFromConfig(cfg), env(grant.EnvUserPool)).For(env(grant.EnvUserPoolClient)),
		TXT:   domainproof.DNS(env(grant.EnvResolver)), AppURL: env(grant.EnvAppURL), Now: time.Now, Log: trace.Logger(os.Stderr).With("function", name),
	})
}

// Of is a function over services.
func Of(name string, s Services) (lambda.Handler, error) {
	switch name {
	case Prove:
		return handler.Of(s.prove), nil
	case Verify:
		return handler.Called(s.verify), nil
	}
	return nil, fmt.Errorf("there is no function %q", name)
}

// codeRecord is the line of mails with the record to write.
const codeRecord message.Code = "saml.line_record"

// notify mails the company's administrators about one of its domains.
func (s Services) notify(ctx context.Context, c sds.CompanyID, kind mail.Kind, domain string, at func(locale string) string) error {
	people, err := s.Table.Users(ctx, c)
	if err != nil {
		return err
	}
	sender := links.Sender{Mail: s.Mail, AppURL: s.AppURL}
	for _, u := range people {
		if !u.Administers() {
			continue
		}
		record := message.Text(message.Locale(u.Locale), codeRecord, message.Args{"name": saml.ProofName(domain), "value": saml.Proof(c)})
		args := mail.Args{"title": domain, "link": sender.Page("/security/saml_setting", ""), "lists": record, "at": at(u.Locale)}
		if err := sender.Post(ctx, u, kind, args); err != nil {
			return fmt.Errorf("notify company %s of its mail domain: %w", c, err)
		}
	}
	return nil
}

// never is the time of mails that have none.
func never(string) string { return "" }
