package cognito

import (
	"bytes"
	"encoding/base64"
	"regexp"
)

// challenges are the handlers of the answers that the pool supports. A handler consumes
// the session, or leaves it for another try.
var challenges = map[string]func(*Pool, *session, map[string]string) (any, error){
	"PASSWORD_VERIFIER": (*Pool).answerPassword,
	mfaTOTP:             (*Pool).answerTOTP,
	mfaSMS:              (*Pool).answerSMS,
	mfaSelect:           (*Pool).answerSelect,
	customChallenge:     (*Pool).answerCustom,
	selectFirst:         (*Pool).answerChoice,
	firstPassword:       (*Pool).answerClear,
	firstSRP:            (*Pool).answerBegun,
	firstPasskey:        (*Pool).answerPasskey,
}

type respondRequest struct {
	ChallengeName      string
	Session            string
	ClientId           string //nolint:revive // as on the wire
	ChallengeResponses map[string]string
	ClientMetadata     map[string]string
}

func (p *Pool) respondToAuthChallenge(q respondRequest) (any, error) {
	if err := p.checkClient(q.ClientId); err != nil {
		return nil, err
	}
	return p.respond(q)
}

type adminRespondRequest struct {
	UserPoolId string //nolint:revive // as on the wire
	respondRequest
}

// adminRespondToAuthChallenge continues a sign-in that adminInitiateAuth began.
func (p *Pool) adminRespondToAuthChallenge(q adminRespondRequest) (any, error) {
	if err := p.checkAdmin(q.UserPoolId, q.ClientId); err != nil {
		return nil, err
	}
	return p.respond(q.respondRequest)
}

var errSession = fault("NotAuthorizedException", "Invalid session for the user.")

func (p *Pool) respond(q respondRequest) (any, error) {
	answer, ok := challenges[q.ChallengeName]
	if !ok {
		return nil, fault("InvalidParameterException", "Challenge "+q.ChallengeName+" is not supported by this user pool")
	}
	s := p.sessions[q.Session]
	if q.Session == "" && q.ChallengeName == "PASSWORD_VERIFIER" {
		s = p.sessionOfBlock(q.ChallengeResponses["PASSWORD_CLAIM_SECRET_BLOCK"])
	}
	switch {
	case s == nil || s.challenge != q.ChallengeName || s.client != q.ClientId:
		return nil, errSession
	case !p.now().Before(s.expires):
		return nil, fault("NotAuthorizedException", "Invalid session for the user, session is expired.")
	}
	p.metadata = q.ClientMetadata
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
	if s.custom != nil {
		return p.nextCustom(&session{sub: s.sub, client: s.client, custom: append(s.custom, step{passwordVerifier, true, ""})}, u, true)
	}
	return p.passwordProved(u, s.client)
}
