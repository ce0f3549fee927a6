package cognito

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
)

// challenges are the answers that the pool understands. A handler consumes the
// session, or leaves it for another try. SMS_MFA, SOFTWARE_TOKEN_MFA,
// SELECT_MFA_TYPE, MFA_SETUP and CUSTOM_CHALLENGE have their place here.
var challenges = map[string]func(*Pool, *session, map[string]string) (any, error){
	"PASSWORD_VERIFIER":     (*Pool).answerPassword,
	"NEW_PASSWORD_REQUIRED": (*Pool).answerNewPassword,
}

type respondRequest struct {
	ChallengeName      string
	Session            string
	ClientId           string //nolint:revive // as on the wire
	ChallengeResponses map[string]string
}

func (p *Pool) respondToAuthChallenge(q respondRequest) (any, error) {
	if err := p.checkClient(q.ClientId); err != nil {
		return nil, err
	}
	answer, ok := challenges[q.ChallengeName]
	if !ok {
		return nil, fault("InvalidParameterException", "Challenge "+q.ChallengeName+" is not supported by this user pool")
	}
	s := p.sessions[q.Session]
	if q.Session == "" && q.ChallengeName == "PASSWORD_VERIFIER" {
		s = p.sessionOfBlock(q.ChallengeResponses["PASSWORD_CLAIM_SECRET_BLOCK"])
	}
	if s == nil || s.challenge != q.ChallengeName || !p.now().Before(s.expires) {
		return nil, fault("NotAuthorizedException", "Invalid session for the user.")
	}
	return answer(p, s, q.ChallengeResponses)
}

// sessionOfBlock finds the session by SRP's secret block: aws-amplify sends the
// block back, but no session.
func (p *Pool) sessionOfBlock(encoded string) *session {
	block, err := base64.StdEncoding.DecodeString(encoded)
	if err != nil {
		return nil
	}
	for _, s := range p.sessions {
		if s.exchange != nil && bytes.Equal(s.exchange.secretBlock, block) {
			return s
		}
	}
	return nil
}

var timestampForm = regexp.MustCompile(`^(Mon|Tue|Wed|Thu|Fri|Sat|Sun) (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{1,2} \d{2}:\d{2}:\d{2} UTC \d{4}$`)

func (p *Pool) answerPassword(s *session, responses map[string]string) (any, error) {
	timestamp, err := required(responses, "TIMESTAMP")
	if err != nil {
		return nil, err
	}
	if !timestampForm.MatchString(timestamp) {
		return nil, fault("InvalidParameterException", "TIMESTAMP format should be EEE MMM d HH:mm:ss z yyyy in english.")
	}
	signature, err := base64.StdEncoding.DecodeString(responses["PASSWORD_CLAIM_SIGNATURE"])
	if err != nil {
		return nil, fault("InvalidParameterException", "PASSWORD_CLAIM_SIGNATURE is not base64.")
	}
	delete(p.sessions, s.id)
	if err := p.checkLock(s.sub); err != nil {
		return nil, err
	}
	u, known := p.find(s.sub)
	if !s.exchange.proves(p.name(), s.sub, timestamp, signature) || !known {
		return nil, p.wrongPassword(s.sub)
	}
	// The password may have been changed since the sign-in began.
	if v, _ := number(u.Credential.Verifier); v == nil || v.Cmp(s.exchange.verifier) != 0 {
		return nil, p.wrongPassword(s.sub)
	}
	return p.passed(u)
}

// askNewPassword challenges a user who has a temporary password.
func (p *Pool) askNewPassword(u user) (any, error) {
	if !p.now().Before(u.TemporaryUntil) {
		return nil, fault("NotAuthorizedException", "Temporary password has expired and must be reset by an administrator.")
	}
	attributes, err := json.Marshal(u.Attributes)
	if err != nil {
		return nil, fmt.Errorf("encode attributes: %w", err)
	}
	return p.challenge(&session{sub: u.Sub}, "NEW_PASSWORD_REQUIRED", map[string]string{
		"USER_ID_FOR_SRP": u.Sub, "requiredAttributes": "[]", "userAttributes": string(attributes),
	}), nil
}

func (p *Pool) answerNewPassword(s *session, responses map[string]string) (any, error) {
	password, err := required(responses, "NEW_PASSWORD")
	if err != nil {
		return nil, err
	}
	u, ok := p.find(s.sub)
	if !ok || !u.Enabled || u.Status != forceChangePassword {
		return nil, fault("NotAuthorizedException", "Invalid session for the user.")
	}
	var list []attribute
	for name, value := range responses {
		if name, ok := strings.CutPrefix(name, "userAttributes."); ok {
			list = append(list, attribute{name, value})
		}
	}
	if err := p.writeOwn(&u, list); err != nil {
		return nil, err
	}
	// A password that the policy refuses may be tried again in the session.
	if err := p.setPassword(&u, password); err != nil {
		return nil, err
	}
	delete(p.sessions, s.id)
	if err := p.saveUser(u); err != nil {
		return nil, err
	}
	return p.signIn(u)
}
