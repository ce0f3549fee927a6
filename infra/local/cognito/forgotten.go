package cognito

import (
	"crypto/hmac"
	"encoding/binary"
	"fmt"
	"strings"
	"time"
)

// resetCode is the code that was mailed to set a forgotten password anew; only
// a MAC of it is kept.
type resetCode struct {
	MAC     []byte    `json:"mac"`
	Expires time.Time `json:"expires"`
	Wrong   int       `json:"wrong,omitempty"`
}

// delivery is CodeDeliveryDetails as on the wire.
type delivery struct {
	AttributeName  string
	DeliveryMedium string
	Destination    string
}

type forgotPasswordRequest struct {
	ClientId string //nolint:revive // as on the wire
	Username string
}

// forgotPassword mails a code. For one who is not there, is disabled or has no
// verified address it pretends to.
func (p *Pool) forgotPassword(q forgotPasswordRequest) (any, error) {
	if err := p.checkClient(q.ClientId); err != nil {
		return nil, err
	}
	if q.Username == "" {
		return nil, fault("InvalidParameterException", "Missing required parameter Username")
	}
	if p.config.AdminRecovery {
		return nil, fault("NotAuthorizedException", "Contact administrator to reset password.")
	}
	u, known := p.findOrMakeUp(q.Username)
	email := q.Username
	if known {
		email = u.Attributes["email"]
	}
	var c change
	if err := p.countCode(&c, u.Sub); err != nil {
		return nil, err
	}
	answer := struct{ CodeDeliveryDetails delivery }{delivery{"email", "EMAIL", masked(email)}}
	if !known || !u.Enabled || u.Attributes["email_verified"] != "true" {
		return answer, p.commit(c)
	}
	if u.Status != confirmed {
		return nil, fault("NotAuthorizedException", "User password cannot be reset in the current state.")
	}
	code := fmt.Sprintf("%06d", binary.BigEndian.Uint64(p.random(8))%1_000_000)
	u.Reset = &resetCode{MAC: p.seal("code:" + u.Sub + ":" + code), Expires: p.now().Add(resetCodeLife)}
	c.Users = map[string]*user{u.Sub: &u}
	if err := p.commit(c); err != nil {
		return nil, err
	}
	err := p.config.Mail(Mail{
		Kind: ResetCode, To: email, Subject: "パスワード再設定コード / Your password reset code",
		Text: "パスワード再設定コードは " + code + " です。1時間以内に入力してください。\n\nYour password reset code is " + code + ". It is valid for one hour.\n",
	})
	if err != nil {
		return nil, fault("CodeDeliveryFailureException", "Failed to deliver the code: "+err.Error())
	}
	return answer, nil
}

type confirmForgotPasswordRequest struct {
	ClientId         string //nolint:revive // as on the wire
	Username         string
	ConfirmationCode string
	Password         string
}

// confirmForgotPassword sets the password for a mailed code. Five wrong codes
// void it. That nobody has the name, or that no code was asked for, it does not
// tell apart from a wrong and an expired code.
func (p *Pool) confirmForgotPassword(q confirmForgotPasswordRequest) (any, error) {
	if err := p.checkClient(q.ClientId); err != nil {
		return nil, err
	}
	if err := checkPolicy(q.Password); err != nil {
		return nil, err
	}
	mismatch := fault("CodeMismatchException", "Invalid verification code provided, please try again.")
	u, known := p.find(q.Username)
	switch {
	case !known || !u.Enabled:
		return nil, mismatch
	case u.Reset == nil || !p.now().Before(u.Reset.Expires):
		return nil, fault("ExpiredCodeException", "Invalid code provided, please request a code again.")
	case u.Reset.Wrong >= wrongCodesMax:
		return nil, fault("LimitExceededException", "Attempt limit exceeded, please try after some time.")
	}
	if !hmac.Equal(u.Reset.MAC, p.seal("code:"+u.Sub+":"+q.ConfirmationCode)) {
		reset := *u.Reset
		reset.Wrong++
		u.Reset = &reset
		if err := p.commit(change{Users: map[string]*user{u.Sub: &u}}); err != nil {
			return nil, err
		}
		return nil, mismatch
	}
	if err := p.setPassword(&u, q.Password); err != nil {
		return nil, err
	}
	return empty{}, p.saveForgiven(u)
}

// masked shows the first letters of an address, like "t***@e***".
func masked(email string) string {
	local, domain, _ := strings.Cut(email, "@")
	first := func(s string) string {
		for _, r := range s {
			return string(r)
		}
		return ""
	}
	return first(local) + "***@" + first(domain) + "***"
}
