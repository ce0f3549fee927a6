package cognito

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/lestrrat-go/jwx/v3/jwa"
	"github.com/lestrrat-go/jwx/v3/jws"
)

// ScopeSelf is the scope with which an access token lets its user change the own account.
const ScopeSelf = "aws.cognito.signin.user.admin"

type accessRequest struct{ AccessToken string }

// bearer is the user of an access token that has the scope.
func (p *Pool) bearer(token string) (user, error) {
	invalid := fault("NotAuthorizedException", "Invalid Access Token")
	key, ok := p.public.Key(0)
	if !ok {
		return user{}, invalid
	}
	payload, err := jws.Verify([]byte(token), jws.WithKey(jwa.RS256(), key))
	if err != nil {
		return user{}, invalid
	}
	var claims Claims
	if json.Unmarshal(payload, &claims) != nil || claims.text("token_use") != "access" || claims.text("iss") != p.config.Issuer {
		return user{}, invalid
	}
	if !p.now().Before(claims.time("exp")) {
		return user{}, fault("NotAuthorizedException", "Access Token has expired")
	}
	if _, alive := p.state.families[claims.text("origin_jti")]; !alive {
		return user{}, fault("NotAuthorizedException", "Access Token has been revoked")
	}
	if !slices.Contains(strings.Fields(claims.text("scope")), ScopeSelf) {
		return user{}, fault("NotAuthorizedException", "Access Token does not have required scopes")
	}
	u, ok := p.find(claims.Subject())
	if !ok {
		return user{}, fault("UserNotFoundException", "User does not exist.")
	}
	return u, nil
}

// as turns a method on the bearer of the request's access token into one of the pool.
func as[Q interface{ token() string }](method func(*Pool, user, Q) (any, error)) func(*Pool, Q) (any, error) {
	return func(p *Pool, q Q) (any, error) {
		u, err := p.bearer(q.token())
		if err != nil {
			return nil, err
		}
		return method(p, u, q)
	}
}

func (q accessRequest) token() string { return q.AccessToken }

type userResponse struct {
	Username            string
	UserAttributes      []attribute
	UserMFASettingList  []string
	PreferredMfaSetting string `json:",omitempty"`
}

func (p *Pool) getUser(u user, _ accessRequest) (any, error) {
	return userResponse{u.Sub, u.attributes(), u.MFA.settings(), u.MFA.Preferred}, nil
}

// associateSoftwareToken makes a secret for an authenticator app. The former one stays in
// use until a code of the new one confirms it.
func (p *Pool) associateSoftwareToken(u user, _ accessRequest) (any, error) {
	u.MFA.Pending = p.newTOTPSecret()
	return struct{ SecretCode string }{u.MFA.Pending}, p.saveUser(u)
}

type verifyTokenRequest struct {
	accessRequest
	UserCode           string
	FriendlyDeviceName string
}

func (p *Pool) verifySoftwareToken(u user, q verifyTokenRequest) (any, error) {
	if u.MFA.Pending == "" {
		return nil, fault("SoftwareTokenMFANotFoundException", "Software token TOTP multi-factor authentication is not set up for the user.")
	}
	if err := p.checkLock(codeKey(u.Sub)); err != nil {
		return nil, err
	}
	step, ok := stepOf(u.MFA.Pending, q.UserCode, p.now())
	if !ok {
		return nil, errors.Join(fault("EnableSoftwareTokenMFAException", "Code mismatch"), p.countFailure(codeKey(u.Sub)))
	}
	u.MFA.Secret, u.MFA.Pending, u.MFA.Step = u.MFA.Pending, "", step
	return struct{ Status string }{"SUCCESS"}, p.saveUser(u)
}

type ownPreferenceRequest struct {
	accessRequest
	preferenceRequest
}

func (p *Pool) setUserMFAPreference(u user, q ownPreferenceRequest) (any, error) {
	return p.prefer(u, q.preferenceRequest)
}

// codeLife is how long a code that verifies an attribute is valid.
const codeLife = 24 * time.Hour

// verification is a code that was sent to verify a number.
type verification struct {
	Code  string    `json:"code"`
	Value string    `json:"value"` // the number that it was sent to
	Until time.Time `json:"until"`
	Wrong int       `json:"wrong,omitempty"`
}

type attributeCodeRequest struct {
	accessRequest
	AttributeName string
}

type delivery struct{ AttributeName, DeliveryMedium, Destination string }

func (p *Pool) getUserAttributeVerificationCode(u user, q attributeCodeRequest) (any, error) {
	number := u.Attributes["phone_number"]
	if q.AttributeName != "phone_number" || number == "" {
		return nil, fault("InvalidParameterException", "Only an existing phone_number can be verified in this user pool.")
	}
	u.Verification = &verification{Code: p.newCode(), Value: number, Until: p.now().Add(codeLife)}
	if err := p.saveUser(u); err != nil {
		return nil, err
	}
	if err := p.sendSMS(number, u.Verification.Code); err != nil {
		return nil, err
	}
	return struct{ CodeDeliveryDetails delivery }{delivery{"phone_number", "SMS", masked(number)}}, nil
}

type verifyAttributeRequest struct {
	accessRequest
	AttributeName string
	Code          string
}

func (p *Pool) verifyUserAttribute(u user, q verifyAttributeRequest) (any, error) {
	v := u.Verification
	switch {
	case q.AttributeName != "phone_number":
		return nil, fault("InvalidParameterException", "Only phone_number can be verified in this user pool.")
	case v == nil || v.Value != u.Attributes["phone_number"] || !p.now().Before(v.Until):
		return nil, fault("ExpiredCodeException", "Invalid code provided, please request a code again.")
	case v.Wrong >= codeTries:
		return nil, fault("LimitExceededException", "Attempt limit exceeded, please try after some time.")
	case !equal(v.Code, q.Code):
		tried := *v
		tried.Wrong++
		u.Verification = &tried
		if err := p.saveUser(u); err != nil {
			return nil, err
		}
		return nil, fault("CodeMismatchException", "Invalid verification code provided, please try again.")
	}
	u.Verification = nil
	u.Attributes["phone_number_verified"] = "true"
	return empty{}, p.saveUser(u)
}
