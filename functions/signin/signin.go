// Package signin records sign-ins. The user pool calls its function twice during each
// sign-in of a known user: before the password is checked, and when the user has passed
// all challenges. Cognito tells nobody that a password was wrong, so an attempt counts as
// failed until it is completed.
//
// The function records the time of the last sign-in, the user's history of sign-ins and
// the company's audit, and mails the user after a sign-in from a device that is new. It
// never refuses a sign-in: an error is logged, as a user must not be locked out by it.
// Sign-ins at a company's identity provider are recorded by the trigger that decides on
// their tokens (package identity); no mail is sent of them, as the provider watches them.
package signin

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"time"

	"github.com/aws/aws-lambda-go/lambda"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/sesv2"
	"github.com/google/uuid"

	"anzen/functions/grant"
	"anzen/functions/handler"
	"anzen/shared/aws/idp"
	"anzen/shared/aws/mailer"
	"anzen/shared/aws/table"
	"anzen/shared/domain/company"
	"anzen/shared/domain/mail"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/trace"
)

// Name is the function's name.
const Name = "sign-in-record"

// The triggers of the user pool that call the function.
const (
	Before = "PreAuthentication_Authentication"
	After  = "PostAuthentication_Authentication"
)

// Metadata that the dashboard sends with a sign-in.
const (
	MetadataDevice = "device"     // a random name that the browser keeps
	MetadataAgent  = "user_agent" // what the browser calls itself
)

// Task is the function's declaration. The user pool waits for at most five seconds.
var Task = grant.Task{
	Name: Name, Summary: "records sign-ins, and mails the user about one from a new device", Memory: 512, Timeout: 5 * time.Second,
	Grants: []grant.Grant{grant.Table("GetItem", "BatchGetItem", "Query", "PutItem", "UpdateItem"), grant.Mail()},
}

// Services are the function's dependencies.
type Services struct {
	Table  *table.Table
	Mail   *mailer.Mailer
	AppURL string // the dashboard's URL, without a trailing slash
	Client string // the dashboard's app client: sign-ins by others are checks of a password
	Now    func() time.Time
	Log    *slog.Logger
}

// New is the function with the name, connected to AWS.
func New(name string, cfg aws.Config, env func(string) string) (lambda.Handler, error) {
	if name != Name {
		return nil, fmt.Errorf("there is no function %q", name)
	}
	return Of(Services{
		Table: table.New(dynamodb.NewFromConfig(cfg), env(grant.EnvTable), time.Now), Mail: mailer.New(sesv2.NewFromConfig(cfg), env(grant.EnvMailFrom)).In(env(grant.EnvMailSet)),
		AppURL: env(grant.EnvAppURL), Client: env(grant.EnvUserPoolClient), Now: time.Now, Log: trace.Logger(os.Stderr).With("function", name),
	}), nil
}

// Of is the function over services. It answers with the event, as triggers have to.
func Of(s Services) lambda.Handler {
	return handler.Of(func(ctx context.Context, in json.RawMessage) (json.RawMessage, error) {
		var e Event
		if err := json.Unmarshal(in, &e); err != nil {
			return nil, fmt.Errorf("decode the event: %w", err)
		}
		if err := s.record(ctx, e); err != nil {
			s.Log.ErrorContext(ctx, "sign-in not recorded", "trigger", e.TriggerSource, "user", e.UserName, "cause", err.Error())
		}
		return in, nil
	})
}

// Event is the used part of the user pool's event.
type Event struct {
	TriggerSource string `json:"triggerSource"`
	UserName      string `json:"userName"`
	CallerContext struct {
		ClientID string `json:"clientId"`
	} `json:"callerContext"`
	Request struct {
		UserAttributes map[string]string `json:"userAttributes"`
		UserNotFound   bool              `json:"userNotFound"`
		ClientMetadata map[string]string `json:"clientMetadata"`
	} `json:"request"`
}

func (s Services) record(ctx context.Context, e Event) error {
	c, u := sds.CompanyID(e.Request.UserAttributes["custom:"+idp.AttributeCompany]), sds.UserID(e.Request.UserAttributes["custom:"+idp.AttributeUser])
	if e.Request.UserNotFound { // the same work as for a user, so that the time does not reveal who is one
		c, u = company.Nobody, nobodyElse(e.UserName)
	}
	if e.CallerContext.ClientID != s.Client || !sds.ValidID(string(c)) || !sds.ValidID(string(u)) {
		return nil
	}
	p, found, err := s.Table.Person(ctx, c, u)
	if err != nil || !found && !e.Request.UserNotFound {
		return err
	}
	agent := strings.ToValidUTF8(e.Request.ClientMetadata[MetadataAgent], "")
	if runes := []rune(agent); len(runes) > company.MaxAgent {
		agent = string(runes[:company.MaxAgent])
	}
	if agent == company.AgentSAML { // somebody pretends
		agent = ""
	}
	if e.TriggerSource == Before {
		return s.Table.BeginSignIn(ctx, c, u, agent)
	}
	// A linked person's sign-in without metadata is one at the company's provider, which the pool's
	// last trigger records, or a password's, whose tokens that trigger refuses: it stays an attempt.
	if e.TriggerSource != After || len(e.Request.ClientMetadata) == 0 && e.Request.UserAttributes["identities"] != "" {
		return nil
	}
	// So does a password's where the company refuses it.
	connection, there, err := s.Table.Connection(ctx, c)
	if err != nil || there && connection.RefusesPassword(p.Company, p.User) {
		return err
	}
	return s.complete(ctx, p, agent, hash(e.Request.ClientMetadata[MetadataDevice]))
}

// nobodyElse is the user's id for a name that has no account.
func nobodyElse(name string) sds.UserID {
	return sds.UserID(uuid.NewSHA1(uuid.NameSpaceURL, []byte("anzen:nobody:"+name)).String())
}

// hash is the stored form of a device's name; empty where it has none that could not be
// guessed.
func hash(device string) string {
	if len(device) < 32 || len(device) > 64 {
		return ""
	}
	sum := sha256.Sum256([]byte(device))
	return hex.EncodeToString(sum[:])
}

// complete records a sign-in, and mails about one from a device that is new. The first
// sign-in of all needs no mail.
func (s Services) complete(ctx context.Context, p table.Person, agent, device string) error {
	at := s.Now().UTC().Truncate(time.Second)
	first := p.User.LoginAt == nil
	known, err := s.Table.CompleteSignIn(ctx, p.User, company.SignIn{At: at, Agent: agent}, device)
	if err != nil || known || first {
		return err
	}
	words := company.DeviceOf(agent).Words(p.User.Locale)
	m := mail.Compose(p.User.Locale, mail.NewDevice, mail.Args{
		"name": p.User.Name(), "device": words, "at": company.TimeText(at, p.User.Locale), "link": s.AppURL + "/#/user", "recovery": s.AppURL + "/#/password-recovery",
	})
	return s.Mail.Send(ctx, mailer.Mail{To: p.User.Email, Subject: m.Subject, Text: m.Text, HTML: m.HTML})
}
