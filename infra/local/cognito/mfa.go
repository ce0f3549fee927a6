package cognito

import (
	"encoding/json"
	"errors"
	"slices"
)

// The names of second factors on the wire: of challenges, and in the lists of an account's settings.
const (
	mfaTOTP   = "SOFTWARE_TOKEN_MFA"
	mfaSMS    = "SMS_MFA"
	mfaSelect = "SELECT_MFA_TYPE"
)

// mfa are the second factors of an account. The pool's MFA is optional: an account without
// one signs in with its password alone.
type mfa struct {
	// Secret is that of the authenticator app, in base 32; Pending is one that no code has
	// confirmed yet.
	Secret  string `json:"secret,omitempty"`
	Pending string `json:"pending,omitempty"`
	// Step is the latest time step whose code was used: a code works once.
	Step uint64 `json:"step,omitempty"`
	// Enabled are the factors that a sign-in requires one of, Preferred the one it demands.
	Enabled   []string `json:"enabled,omitempty"`
	Preferred string   `json:"preferred,omitempty"`
	// WebAuthn: a passkey that verified the user is a second factor too.
	WebAuthn bool `json:"webauthn,omitempty"`
}

// settings lists the enabled factors as UserMFASettingList does.
func (m mfa) settings() []string { return append([]string{}, m.Enabled...) }

// passwordProved demands the second factor of a user whose password was correct, or signs
// them in where they have none. Of several factors the preferred one is demanded; without a
// preference the user selects.
func (p *Pool) passwordProved(u user, client string) (any, error) {
	if u.Disabled {
		return nil, errDisabled
	}
	s := &session{sub: u.Sub, client: client}
	switch {
	case len(u.MFA.Enabled) == 0:
		return p.signIn(u, client)
	case u.MFA.Preferred != "":
		return p.demand(s, u, u.MFA.Preferred)
	case len(u.MFA.Enabled) == 1:
		return p.demand(s, u, u.MFA.Enabled[0])
	}
	choices, err := json.Marshal(u.MFA.Enabled)
	if err != nil {
		return nil, err
	}
	return p.challenge(s, mfaSelect, map[string]string{"MFAS_CAN_CHOOSE": string(choices), "USER_ID_FOR_SRP": u.Sub}), nil
}

// demand makes a factor the next challenge of a session.
func (p *Pool) demand(s *session, u user, factor string) (any, error) {
	parameters := map[string]string{"USER_ID_FOR_SRP": u.Sub}
	if factor == mfaSMS {
		number := u.Attributes["phone_number"]
		s.code = p.newCode()
		if err := p.sendSMS(number, s.code); err != nil {
			return nil, err
		}
		parameters["CODE_DELIVERY_DELIVERY_MEDIUM"], parameters["CODE_DELIVERY_DESTINATION"] = "SMS", masked(number)
	}
	return p.challenge(s, factor, parameters), nil
}

// answerSelect selects one of the user's factors.
func (p *Pool) answerSelect(s *session, responses map[string]string) (any, error) {
	answer, err := required(responses, "ANSWER")
	if err != nil {
		return nil, err
	}
	u, ok := p.find(s.sub)
	if !ok || !slices.Contains(u.MFA.Enabled, answer) {
		return nil, fault("InvalidParameterException", "The selected MFA type is not available for the user.")
	}
	delete(p.sessions, s.id)
	return p.demand(&session{sub: s.sub, client: s.client}, u, answer)
}

// codeTries is how many wrong codes a sign-in allows.
const codeTries = 5

// codeKey is under which the wrong codes of a user are counted: apart from their wrong
// passwords, as a correct password does not reset them.
func codeKey(sub string) string { return "code:" + sub }

// answerTOTP checks a code of the authenticator app.
func (p *Pool) answerTOTP(s *session, responses map[string]string) (any, error) {
	return p.answerCode(s, responses, "SOFTWARE_TOKEN_MFA_CODE", func(u *user, code string) error {
		step, ok := stepOf(u.MFA.Secret, code, p.now())
		switch {
		case !ok:
			return errMismatch
		case step <= u.MFA.Step:
			return fault("ExpiredCodeException", "Your software token has already been used once.")
		}
		u.MFA.Step = step
		return nil
	})
}

// answerSMS checks a code that was sent to the user's phone.
func (p *Pool) answerSMS(s *session, responses map[string]string) (any, error) {
	return p.answerCode(s, responses, "SMS_MFA_CODE", func(_ *user, code string) error {
		if !equal(s.code, code) {
			return errMismatch
		}
		return nil
	})
}

var errMismatch = fault("CodeMismatchException", "Invalid code received for user")

// answerCode signs in with a code that check accepts. A wrong one can be corrected until
// the session has used up its tries.
func (p *Pool) answerCode(s *session, responses map[string]string, name string, check func(*user, string) error) (any, error) {
	code, err := required(responses, name)
	if err != nil {
		return nil, err
	}
	if err := p.checkLock(codeKey(s.sub)); err != nil {
		return nil, err
	}
	u, ok := p.find(s.sub)
	if !ok {
		return nil, errSession
	}
	if err := check(&u, code); err != nil {
		if !errors.Is(err, errMismatch) {
			return nil, err
		}
		if s.wrong++; s.wrong >= codeTries {
			delete(p.sessions, s.id)
		}
		if err := p.countFailure(codeKey(s.sub)); err != nil {
			return nil, err
		}
		return nil, errMismatch
	}
	delete(p.sessions, s.id)
	if err := p.callTrigger("PostAuthentication", u, true, s.client); err != nil {
		return nil, err
	}
	f := p.newFamily(u.Sub, s.client)
	c := change{Users: map[string]*user{u.Sub: &u}, Families: map[string]*family{f.ID: &f}}
	p.forgive(&c, u.Sub, codeKey(u.Sub))
	if err := p.commit(c); err != nil {
		return nil, err
	}
	return p.authenticated(u, f)
}

type preference struct{ Enabled, PreferredMfa bool }

type preferenceRequest struct {
	SMSMfaSettings           *preference
	SoftwareTokenMfaSettings *preference
	WebAuthnMfaSettings      *struct{ Enabled bool }
}

// prefer changes which factors are enabled and preferred; what is absent stays.
func (p *Pool) prefer(u user, q preferenceRequest) (any, error) {
	wanted := map[string]*preference{mfaTOTP: q.SoftwareTokenMfaSettings, mfaSMS: q.SMSMfaSettings}
	if q.SMSMfaSettings != nil && q.SoftwareTokenMfaSettings != nil && q.SMSMfaSettings.PreferredMfa && q.SoftwareTokenMfaSettings.PreferredMfa {
		return nil, fault("InvalidParameterException", "Only one MFA can be set as preferred.")
	}
	var enabled []string
	for _, factor := range []string{mfaTOTP, mfaSMS} {
		w, before := wanted[factor], slices.Contains(u.MFA.Enabled, factor)
		switch {
		case w == nil:
			if before {
				enabled = append(enabled, factor)
			}
			continue
		case w.PreferredMfa && !w.Enabled:
			return nil, fault("InvalidParameterException", "MFA type that is not enabled can not be set as preferred.")
		case w.Enabled && factor == mfaTOTP && u.MFA.Secret == "":
			return nil, fault("InvalidParameterException", "User has not verified software token mfa")
		case w.Enabled && factor == mfaSMS && u.Attributes["phone_number_verified"] != "true":
			return nil, fault("InvalidParameterException", "User does not have delivery config set to turn on SMS_MFA")
		case w.Enabled:
			enabled = append(enabled, factor)
		}
		if w.PreferredMfa {
			u.MFA.Preferred = factor
		} else if u.MFA.Preferred == factor {
			u.MFA.Preferred = ""
		}
	}
	u.MFA.Enabled = enabled
	if q.WebAuthnMfaSettings != nil {
		u.MFA.WebAuthn = q.WebAuthnMfaSettings.Enabled
	}
	// As WebAuthnMfaSettingsType in the API reference states.
	switch {
	case u.MFA.WebAuthn && !p.config.WebAuthn.MultiFactor:
		return nil, fault("InvalidParameterException", "The user pool does not take passkeys as MFA.")
	case u.MFA.WebAuthn && len(enabled) == 0:
		return nil, fault("InvalidParameterException", "At least one other MFA method has to be activated with passkey MFA.")
	}
	return empty{}, p.saveUser(u)
}

type adminPreferenceRequest struct {
	adminUserRequest
	preferenceRequest
}

func (p *Pool) adminSetUserMFAPreference(q adminPreferenceRequest) (any, error) {
	u, err := p.mustFind(q.UserPoolId, q.Username)
	if err != nil {
		return nil, err
	}
	return p.prefer(u, q.preferenceRequest)
}
