// Package mailer is the adapter of Amazon SES.
package mailer

import (
	"context"
	"fmt"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sesv2"
	"github.com/aws/aws-sdk-go-v2/service/sesv2/types"
)

// Mail is a message to one recipient.
type Mail struct {
	To      string
	ReplyTo string // empty: no Reply-To address
	Subject string
	Text    string
	HTML    string
}

// API is the used part of SES.
type API interface {
	SendEmail(context.Context, *sesv2.SendEmailInput, ...func(*sesv2.Options)) (*sesv2.SendEmailOutput, error)
}

// Mailer sends from one address.
type Mailer struct {
	api  API
	from string
	set  *string
}

// New is a mailer that sends from an address.
func New(api API, from string) *Mailer { return &Mailer{api: api, from: from} }

// In is the mailer with a configuration set of SES, by which bounces and complaints are reported; empty: none.
func (m *Mailer) In(set string) *Mailer {
	in := *m
	if in.set = nil; set != "" {
		in.set = &set
	}
	return &in
}

// Send sends a mail.
func (m *Mailer) Send(ctx context.Context, mail Mail) error {
	part := func(text string) *types.Content {
		return &types.Content{Data: aws.String(text), Charset: aws.String("UTF-8")}
	}
	var replyTo []string
	if mail.ReplyTo != "" {
		replyTo = []string{mail.ReplyTo}
	}
	_, err := m.api.SendEmail(ctx, &sesv2.SendEmailInput{
		FromEmailAddress: &m.from, ConfigurationSetName: m.set, ReplyToAddresses: replyTo,
		Destination: &types.Destination{ToAddresses: []string{mail.To}},
		Content: &types.EmailContent{Simple: &types.Message{
			Subject: part(mail.Subject), Body: &types.Body{Text: part(mail.Text), Html: part(mail.HTML)},
		}},
	})
	if err != nil {
		return fmt.Errorf("send a mail: %w", err)
	}
	return nil
}
