package identity

import (
	"context"
	"errors"
	"strconv"

	"github.com/aws/aws-lambda-go/events"

	"anzen/functions/common/links"
	"anzen/shared/aws/idp"
	"anzen/shared/aws/table"
	"anzen/shared/domain/company"
	"anzen/shared/domain/mail"
	"anzen/shared/domain/sds"
)

// verify uses up a recovery code. Both outcomes are in the company's audit; the user is
// notified of a code that was used.
func (s Services) verify(ctx context.Context, e events.CognitoEventUserPoolsVerifyAuthChallenge) (events.CognitoEventUserPoolsVerifyAuthChallenge, error) {
	typed, _ := e.Request.ChallengeAnswer.(string)
	c, u := sds.CompanyID(e.Request.UserAttributes["custom:"+idp.AttributeCompany]), sds.UserID(e.Request.UserAttributes["custom:"+idp.AttributeUser])
	e.Response.AnswerCorrect = false
	if e.Request.UserNotFound || !sds.ValidID(string(c)) || !sds.ValidID(string(u)) {
		return e, nil
	}
	p, found, err := s.Table.Person(ctx, c, u)
	if err != nil || !found || !p.Active() {
		return e, err
	}
	by := func(action string) table.Audit {
		return table.Audit{By: u, Action: action, Target: string(u), At: s.Now()}
	}
	left, err := s.Table.UseRecoveryCode(ctx, c, u, typed, by("user.recovery_code_used"))
	switch {
	case errors.Is(err, table.ErrNoRecoveryCode):
		return e, s.Table.Begin(c).Audit(by("user.recovery_code_refused")).Commit(ctx)
	case err != nil:
		return e, err
	}
	e.Response.AnswerCorrect = true
	s.notify(ctx, p.User, left)
	return e, nil
}

// notify mails a user that a recovery code was used. An error is only logged: the code is
// used up.
func (s Services) notify(ctx context.Context, u company.User, left int) {
	sender := links.Sender{Table: s.Table, Mail: s.Mail, AppURL: s.AppURL, Now: s.Now}
	if err := sender.Post(ctx, u, mail.RecoveryCodeUsed, mail.Args{"count": strconv.Itoa(left), "recovery": sender.Page(links.PageRecovery, "")}); err != nil {
		s.Log.ErrorContext(ctx, "mail about a recovery code not sent", "user", string(u.ID), "cause", err.Error())
	}
}
