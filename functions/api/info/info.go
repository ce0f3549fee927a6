// Package info is the API of inquiries in Japanese or English, and of quotation requests,
// without a session. They are mailed to the operator, and the sender gets an
// acknowledgement. It repeats nothing of the text, so that it cannot be abused to send
// texts to others.
package info

import (
	"context"
	"crypto/rand"
	"net/netip"
	"time"

	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/shared/aws/mailer"
	"anzen/shared/domain/company"
	"anzen/shared/domain/input"
	"anzen/shared/domain/mail"
	"anzen/shared/domain/message"
)

// CodeTooMany is the error where the sender has sent another inquiry a moment ago.
const CodeTooMany message.Code = "inquiry.too_many"

// The interval between inquiries, from a network address and with an email address.
const (
	everyAddress = 20 * time.Second
	everyEmail   = time.Minute
)

// inquiryGrants are the grants of inquiries.
func inquiryGrants() []grant.Grant { return []grant.Grant{grant.Table("UpdateItem"), grant.Mail()} }

// Sender is the sender of an inquiry.
type Sender struct {
	CompanyName string `json:"company_name" minLength:"1" maxLength:"100"`
	Name        string `json:"name" minLength:"1" maxLength:"100"`
	Email       string `json:"email" format:"email" minLength:"1" maxLength:"128" doc:"for the answer"`
	Phone       string `json:"phone,omitempty" maxLength:"30"`
}

// validate cleans the sender and adds errors.
func (s *Sender) validate(wrong *input.FieldErrors) {
	email, trouble := company.Email(s.Email)
	wrong.Add("company_name", company.OrganisationName(s.CompanyName))
	wrong.Add("name", company.PersonName(s.Name, true))
	wrong.Add("email", trouble)
	wrong.Add("phone", company.Phone(s.Phone))
	s.CompanyName, s.Name, s.Email, s.Phone = company.Clean(s.CompanyName), company.Clean(s.Name), email, company.CleanPhone(s.Phone)
}

// Receipt confirms that the operator has received an inquiry.
type Receipt struct {
	Reference string `json:"reference" doc:"also in the mails about it"`
}

// ReceiptOutput is a receipt.
type ReceiptOutput struct{ Body Receipt }

// inquiry is a mail to the operator with its acknowledgement.
type inquiry struct {
	sender   Sender
	locale   string // of the acknowledgement
	operator mail.Kind
	received mail.Kind
	args     mail.Args
}

// send mails an inquiry to the operator and acknowledges it. An error of the
// acknowledgement is only logged.
func send(ctx context.Context, call *rest.Call, a inquiry) (*ReceiptOutput, error) {
	release, err := allow(ctx, call, a.sender.Email)
	if err != nil {
		return nil, err
	}
	reference := call.Now().UTC().Format("060102") + "-" + rand.Text()[:6]
	a.args["company"], a.args["name"], a.args["email"], a.args["phone"] = a.sender.CompanyName, a.sender.Name, a.sender.Email, orNone(a.sender.Phone)
	a.args["reference"], a.args["language"] = reference, a.locale
	m := mail.Compose(company.LocaleJapanese, a.operator, a.args)
	if err := call.Mail.Send(ctx, mailer.Mail{To: call.Operator, ReplyTo: a.sender.Email, Subject: m.Subject, Text: m.Text, HTML: m.HTML}); err != nil {
		release()
		return nil, err
	}
	m = mail.Compose(a.locale, a.received, a.args)
	if err := call.Mail.Send(ctx, mailer.Mail{To: a.sender.Email, Subject: m.Subject, Text: m.Text, HTML: m.HTML}); err != nil {
		call.Log.ErrorContext(ctx, "acknowledgement of an inquiry not sent", "reference", reference, "cause", err.Error())
	}
	return &ReceiptOutput{Receipt{reference}}, nil
}

// allow enforces the rates; release allows the sender to try again at once.
func allow(ctx context.Context, call *rest.Call, email string) (release func(), err error) {
	limits := []struct {
		what, subject string
		every         time.Duration
	}{{"inquiry-address", network(call.Address), everyAddress}, {"inquiry-email", email, everyEmail}}
	var taken []func()
	release = func() {
		for _, f := range taken {
			f()
		}
	}
	for _, l := range limits {
		may, err := call.Table.Throttle(ctx, l.what, l.subject, l.every)
		if err != nil || !may {
			release()
			if err == nil {
				err = message.New(message.TooMany, CodeTooMany)
			}
			return nil, err
		}
		taken = append(taken, func() {
			if err := call.Table.Unthrottle(ctx, l.what, l.subject); err != nil {
				call.Log.ErrorContext(ctx, "rate not released", "what", l.what, "cause", err.Error())
			}
		})
	}
	return release, nil
}

// network is a client's address for rates: of an IPv6 address its /64, which usually
// belongs to one client.
func network(address string) string {
	a, err := netip.ParseAddr(address)
	if err != nil || a.Is4() {
		return address
	}
	p, err := a.Prefix(64)
	if err != nil {
		return address
	}
	return p.String()
}

// lines validates and cleans a text of several lines.
func lines(wrong *input.FieldErrors, s string, required bool) string {
	wrong.Block("message", &s)
	if s == "" && required {
		wrong.Add("message", message.CodeRequired)
	}
	return s
}

func orNone(s string) string {
	if s == "" {
		return "-"
	}
	return s
}
