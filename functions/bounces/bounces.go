// Package bounces marks the addresses of users whose mails come back for good or are marked as spam.
//
// Amazon SES reports both by events of the product's configuration set (event publishing to EventBridge). A marked
// address gets no mail any more but those that a person asks for and those about the safety of the account; a periodic
// export that can reach nobody is disabled. The administrators are notified by mail, the list of users shows the mark, and
// an administrator lifts it there. Bounces that may pass (a full mailbox, a server that is away) mark nothing.
//
// SES's own list of suppressed addresses is not used: it would refuse mails after an administrator has lifted the mark,
// and is the account's, not the stage's.
package bounces

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"time"

	"github.com/aws/aws-lambda-go/lambda"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/sesv2"

	"anzen/functions/common/links"
	"anzen/functions/grant"
	"anzen/functions/handler"
	"anzen/shared/aws/mailer"
	"anzen/shared/aws/table"
	"anzen/shared/domain/company"
	"anzen/shared/domain/mail"
	"anzen/shared/domain/message"
	"anzen/shared/domain/trace"
)

// Name is the function's name.
const Name = "mail-feedback"

// The kinds of SES's events (detail-type) that it takes.
const (
	EventBounced    = "Email Bounced"
	EventComplained = "Email Complaint Received"
)

// Task is the function.
var Task = grant.Task{
	Name: Name, Summary: "marks addresses whose mails come back or are unwanted, and notifies the administrators", Memory: 256, Timeout: time.Minute,
	Grants: []grant.Grant{grant.Table("GetItem", "BatchGetItem", "Query", "PutItem"), grant.Mail()},
}

// Event is SES's event of a bounce or a complaint.
type Event struct {
	Detail struct {
		EventType string    `json:"eventType"` // "Bounce", "Complaint"
		Bounce    Bounce    `json:"bounce"`
		Complaint Complaint `json:"complaint"`
		Mail      struct {
			Timestamp time.Time `json:"timestamp"` // when it was sent
		} `json:"mail"`
	} `json:"detail"`
}

// Recipient is an address of a mail.
type Recipient struct {
	Email string `json:"emailAddress"`
}

// Bounce is what has come back.
type Bounce struct {
	Type       string      `json:"bounceType"` // "Permanent", "Transient", "Undetermined"
	Recipients []Recipient `json:"bouncedRecipients"`
}

// Complaint is a mail marked as spam; with some providers the recipients are those who may have complained.
type Complaint struct {
	Kind       string      `json:"complaintFeedbackType"` // "abuse", "not-spam", ...; empty: unknown
	Recipients []Recipient `json:"complainedRecipients"`
}

// of is whom the event concerns, and why; nobody where it says nothing for good.
func (e Event) of() ([]Recipient, company.MailStop) {
	switch d := e.Detail; {
	case d.EventType == "Bounce" && d.Bounce.Type == "Permanent":
		return d.Bounce.Recipients, company.Bounced
	case d.EventType == "Complaint" && d.Complaint.Kind != "not-spam":
		return d.Complaint.Recipients, company.Complained
	}
	return nil, ""
}

// Services are the function's dependencies.
type Services struct {
	Table  *table.Table
	Mail   *mailer.Mailer
	AppURL string // the dashboard's URL, without a trailing slash
	Now    func() time.Time
	Log    *slog.Logger
}

// New is the function, connected to AWS.
func New(name string, cfg aws.Config, env func(string) string) (lambda.Handler, error) {
	if name != Name {
		return nil, fmt.Errorf("there is no function %q", name)
	}
	return Of(Services{
		Table: table.New(dynamodb.NewFromConfig(cfg), env(grant.EnvTable), time.Now), Mail: mailer.New(sesv2.NewFromConfig(cfg), env(grant.EnvMailFrom)).In(env(grant.EnvMailSet)),
		AppURL: env(grant.EnvAppURL), Now: time.Now, Log: trace.Logger(os.Stderr).With("function", name),
	}), nil
}

// Of is the function over services.
func Of(s Services) lambda.Handler { return handler.Taking(s.take) }

// take marks all recipients; one that fails does not stop the others, and the event comes again.
func (s Services) take(ctx context.Context, e Event) error {
	recipients, why := e.of()
	var failed []error
	for _, r := range recipients {
		if err := s.mark(ctx, strings.ToLower(address(r.Email)), why, e.Detail.Mail.Timestamp); err != nil {
			failed = append(failed, err)
		}
	}
	return errors.Join(failed...)
}

// address is an address without the name that may be beside it ("Hanako <hanako@example.jp>").
func address(recipient string) string {
	if begin, end := strings.LastIndex(recipient, "<"), strings.LastIndex(recipient, ">"); begin >= 0 && begin < end {
		recipient = recipient[begin+1 : end]
	}
	return strings.TrimSpace(recipient)
}

// tries is the most attempts of a mark that is written at the same time as another change.
const tries = 5

// mark marks the user of an address, if there is one, and has the administrators notified. It may be called again after
// any of its steps.
func (s Services) mark(ctx context.Context, email string, why company.MailStop, sent time.Time) error {
	for try := 1; ; try++ {
		p, _, found, err := s.Table.PersonByEmail(ctx, email)
		if err != nil || !found {
			return err
		}
		u := p.User
		if u.StopMail(why, sent, s.Now()) {
			if u, err = s.write(ctx, u, "user.mail_stopped."+string(why)); errors.Is(err, table.ErrStale) && try < tries {
				continue
			} else if err != nil {
				return err
			}
			s.Log.InfoContext(ctx, "mail stopped", "company", string(u.Company), "user", string(u.ID), "why", string(why))
		}
		if u.Reachable() || u.Undeliverable.Notified {
			return nil
		}
		if err := s.notify(ctx, u); err != nil {
			return err
		}
		u.Undeliverable = &company.Undeliverable{Why: u.Undeliverable.Why, At: u.Undeliverable.At, Notified: true}
		if _, err := s.write(ctx, u, "user.mail_stop_notified"); !errors.Is(err, table.ErrStale) || try == tries {
			return err
		}
	}
}

func (s Services) write(ctx context.Context, u company.User, action string) (company.User, error) {
	x := s.Table.Begin(u.Company).Audit(table.Audit{Action: action, Target: string(u.ID), At: s.Now()})
	u = x.WriteUser(u)
	return u, x.Commit(ctx)
}

// notify mails the administrators who can be reached.
func (s Services) notify(ctx context.Context, of company.User) error {
	people, err := s.Table.Users(ctx, of.Company)
	if err != nil {
		return err
	}
	sender := links.Sender{Mail: s.Mail, AppURL: s.AppURL}
	for _, u := range people {
		if !u.Administers() || !u.Reachable() {
			continue
		}
		args := mail.Args{
			"by": of.Name(), "email": of.Email, "link": sender.Page("/company/users", ""),
			"reason": message.Text(message.Locale(u.Locale), message.Code("user.mail_stop."+string(of.Undeliverable.Why)), nil),
		}
		if err := sender.Post(ctx, u, mail.MailStopped, args); err != nil {
			return fmt.Errorf("notify company %s that mails to user %s are stopped: %w", of.Company, of.ID, err)
		}
	}
	return nil
}
