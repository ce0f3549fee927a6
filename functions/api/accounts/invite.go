package accounts

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"anzen/functions/api/rest"
	"anzen/functions/common/links"
	"anzen/shared/aws/table"
	"anzen/shared/domain/company"
	"anzen/shared/domain/mail"
	"anzen/shared/domain/message"
	"anzen/shared/domain/saml"
)

// CodeSuspended is the error where an administrator requests a mail to a suspended user.
const CodeSuspended message.Code = "user.suspended"

// CodeMailJustSent is the error where an administrator requests a mail that was sent a
// moment ago.
const CodeMailJustSent message.Code = "user.mail_just_sent"

// Invite mails a user of the caller's company the activation link, or, where the company
// refuses passwords, the link to the sign-in at its identity provider.
func Invite(ctx context.Context, call *rest.Call, u company.User) error {
	p := table.Person{User: u, Company: call.Company}
	if by, err := sender(call).BySAML(ctx, p); err != nil || by {
		if err == nil {
			err = sender(call).PostSAML(ctx, p, mail.InvitationSAML, mail.Args{"inviter": call.Name})
		}
		return err
	}
	secret, x := sender(call).New(p, company.PurposeActivation, company.ActivationLasts)
	if err := x.Commit(ctx); err != nil {
		return err
	}
	return sender(call).Post(ctx, u, mail.Invitation, mail.Args{
		"company": call.Company.Name, "inviter": call.Name,
		"link": sender(call).Page(links.PageActivation, secret), "hours": strconv.Itoa(int(company.ActivationLasts.Hours())),
	})
}

// LetsIn is the error of an address whose owner could not sign in: of none of the mail domains
// of the company's identity provider, where it refuses passwords.
func LetsIn(c saml.Connection, call *rest.Call, u company.User) (message.Code, message.Args) {
	if c.LetsIn(call.Company, u) {
		return "", nil
	}
	return saml.CodeAddress, message.Args{"domains": strings.Join(c.Domains, ", ")}
}

// Resend mails a user of the caller's company the invitation where they have not
// activated their account yet, else the link that sets a new password, or, where the company
// refuses passwords, the one to its sign-in; CodeMailJustSent where one was sent a moment
// ago, CodeSuspended for a suspended user.
func Resend(ctx context.Context, call *rest.Call, u company.User) error {
	if u.Suspended() {
		return message.New(message.Conflict, CodeSuspended)
	}
	p := table.Person{User: u, Company: call.Company}
	by, err := sender(call).BySAML(ctx, p)
	if err != nil {
		return err
	}
	kind, send := mail.PasswordReset, func() error { return sender(call).SendReset(ctx, p) }
	if by {
		kind, send = mail.SAMLSignIn, func() error { return sender(call).PostSAML(ctx, p, mail.SAMLSignIn, mail.Args{}) }
	}
	if !u.Active {
		if err := call.Table.CheckDisclosures(ctx, call.CompanyID, call.User); err != nil {
			return err
		}
		switch a, there, err := call.Table.Account(ctx, u.Email); {
		case err != nil:
			return err
		case there && !a.Pending && !a.Of(u): // has an account in another company by now
			if err := call.Table.CountDisclosures(ctx, call.CompanyID, call.Audit("user.address_taken", "1"), 1); err != nil {
				return err
			}
			return table.ErrEmailExists
		}
		kind, send = mail.Invitation, func() error { return Invite(ctx, call, u) }
	}
	may, err := call.Table.Throttle(ctx, string(kind), u.Email, links.MailEvery)
	switch {
	case err != nil:
		return err
	case !may:
		return message.New(message.TooMany, CodeMailJustSent)
	}
	if err := send(); err != nil {
		return errors.Join(err, call.Table.Unthrottle(ctx, string(kind), u.Email))
	}
	return nil
}
