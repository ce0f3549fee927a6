// Package info is what visitors may ask the operator: an inquiry in Japanese or
// English, or a quotation. What is asked goes to the operator by mail, and who
// asks is told that it arrived. The acknowledgement repeats nothing of the text,
// so that nobody can have us send words of theirs to somebody else.
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

// CodeTooMany is answered to somebody who has asked a moment ago.
const CodeTooMany message.Code = "inquiry.too_many"

// How often one may ask, from an address of the network and with an e-mail address.
const (
	everyAddress = 20 * time.Second
	everyEmail   = time.Minute
)

// mayAsk is what an inquiry's functions may touch.
func mayAsk() []grant.Grant { return []grant.Grant{grant.Table("UpdateItem"), grant.Mail()} }

// Sender is who asks.
type Sender struct {
	CompanyName string `json:"company_name" minLength:"1" maxLength:"100"`
	Name        string `json:"name" minLength:"1" maxLength:"100"`
	Email       string `json:"email" format:"email" minLength:"1" maxLength:"254" doc:"where the answer goes"`
	Phone       string `json:"phone,omitempty" maxLength:"30"`
}

// judge cleans the sender and notes what is wrong.
func (s *Sender) judge(wrong *input.FieldErrors) {
	email, trouble := company.Email(s.Email)
	wrong.Add("company_name", company.OrganisationName(s.CompanyName))
	wrong.Add("name", company.PersonName(s.Name, true))
	wrong.Add("email", trouble)
	wrong.Add("phone", company.Phone(s.Phone))
	s.CompanyName, s.Name, s.Email, s.Phone = company.Clean(s.CompanyName), company.Clean(s.Name), email, company.CleanPhone(s.Phone)
}

// Receipt says that the operator has it.
type Receipt struct {
	Reference string `json:"reference" doc:"also in the mails about it"`
}

// ReceiptOutput is a receipt.
type ReceiptOutput struct{ Body Receipt }

// ask is something that goes to the operator, with what the sender is told.
type ask struct {
	sender   Sender
	locale   string // of the acknowledgement
	operator mail.Kind
	received mail.Kind
	args     mail.Args
}

// send brings an ask to the operator and acknowledges it. Only the operator's
// mail decides whether it arrived.
func send(ctx context.Context, call *rest.Call, a ask) (*ReceiptOutput, error) {
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
		call.Log.ErrorContext(ctx, "the receipt of an inquiry was not sent", "reference", reference, "cause", err.Error())
	}
	return &ReceiptOutput{Receipt{reference}}, nil
}

// allow holds the rates. What it answers lets the sender try again at once.
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
				call.Log.ErrorContext(ctx, "a rate was not given free", "what", l.what, "cause", err.Error())
			}
		})
	}
	return release, nil
}

// network is a client's address as rates see it: whoever has one address of IPv6
// has all of its /64.
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

// lines judges and cleans what a person wrote over several lines.
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
