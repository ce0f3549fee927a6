package cognito

import (
	"encoding/json"
	"fmt"
	"strings"
)

const (
	customChallenge  = "CUSTOM_CHALLENGE"
	passwordVerifier = "PASSWORD_VERIFIER"
)

// step is a challenge of a custom authentication, with its result.
type step struct {
	ChallengeName     string `json:"challengeName"`
	ChallengeResult   bool   `json:"challengeResult"`
	ChallengeMetadata string `json:"challengeMetadata,omitempty"`
}

// event is a trigger's event, and its answer.
type event[Q, R any] struct {
	Version       string            `json:"version"`
	TriggerSource string            `json:"triggerSource"`
	Region        string            `json:"region"`
	UserPoolID    string            `json:"userPoolId"`
	UserName      string            `json:"userName"`
	CallerContext map[string]string `json:"callerContext"`
	Request       Q                 `json:"request"`
	Response      R                 `json:"response"`
}

// region is the part of the pool's id that names it.
func (p *Pool) region() string {
	region, _, _ := strings.Cut(p.config.PoolID, "_")
	return region
}

// trigger calls the function of an operation. The pool's lock is open meanwhile: callers have
// taken the session out, and read the user again afterwards.
func trigger[Q, R any](p *Pool, operation, version, source, client string, u user, request Q) (R, error) {
	var none R
	call, ok := p.config.Triggers[operation]
	if !ok {
		return none, fault("InvalidLambdaResponseException", "This user pool has no trigger "+operation)
	}
	in, err := json.Marshal(event[Q, R]{
		Version: version, TriggerSource: source, Region: p.region(), UserPoolID: p.config.PoolID, UserName: u.Sub,
		CallerContext: map[string]string{"awsSdkVersion": "aws-sdk-unknown-unknown", "clientId": client}, Request: request,
	})
	if err != nil {
		return none, fmt.Errorf("encode the event of %s: %w", operation, err)
	}
	metadata := p.metadata // of this operation, not of one that is served meanwhile
	p.mu.Unlock()
	out, err := call(in)
	p.mu.Lock()
	p.metadata = metadata
	if err != nil {
		return none, fault("UserLambdaValidationException", operation+" failed with error "+err.Error()+".")
	}
	var answer event[Q, R]
	if err := json.Unmarshal(out, &answer); err != nil {
		return none, fault("InvalidLambdaResponseException", "Unrecognizable lambda output")
	}
	return answer.Response, nil
}

type challengeRequest struct {
	UserAttributes  map[string]string `json:"userAttributes"`
	Session         []step            `json:"session"`
	ChallengeName   string            `json:"challengeName,omitempty"`
	Private         map[string]string `json:"privateChallengeParameters,omitempty"`
	ChallengeAnswer string            `json:"challengeAnswer,omitempty"`
	UserNotFound    bool              `json:"userNotFound,omitempty"`
}

type (
	defineResponse struct {
		ChallengeName      string `json:"challengeName"`
		IssueTokens        bool   `json:"issueTokens"`
		FailAuthentication bool   `json:"failAuthentication"`
	}
	createResponse struct {
		Public   map[string]string `json:"publicChallengeParameters"`
		Private  map[string]string `json:"privateChallengeParameters"`
		Metadata string            `json:"challengeMetadata"`
	}
	verifyResponse struct {
		AnswerCorrect bool `json:"answerCorrect"`
	}
)

// eventAttributes are a user's attributes as triggers see them.
func (u user) eventAttributes() map[string]string {
	all := map[string]string{}
	for _, a := range u.attributes() {
		all[a.Name] = a.Value
	}
	return all
}

// beginCustom begins a custom authentication with a password: the triggers lead through it.
func (p *Pool) beginCustom(client string, parameters map[string]string) (any, error) {
	if p.config.Triggers["DefineAuthChallenge"] == nil {
		return nil, fault("InvalidParameterException", "CUSTOM_AUTH flow not enabled for this client")
	}
	username, err := required(parameters, "USERNAME")
	if err != nil {
		return nil, err
	}
	u, known := p.findOrMakeUp(username)
	s := &session{sub: u.Sub, client: client, custom: []step{}}
	if parameters["CHALLENGE_NAME"] == "SRP_A" {
		s.custom = append(s.custom, step{"SRP_A", true, ""})
		next, err := p.define(s, u, known)
		if err != nil {
			return nil, err
		}
		if next.ChallengeName != passwordVerifier {
			return nil, errIncorrect
		}
		begun, err := p.beginSRP(client, parameters)
		if err != nil {
			return nil, err
		}
		p.sessions[begun.(challengeResponse).Session].custom = s.custom
		return begun, nil
	}
	return p.nextCustom(s, u, known)
}

var errIncorrect = fault("NotAuthorizedException", "Incorrect username or password.")

func (p *Pool) define(s *session, u user, known bool) (defineResponse, error) {
	return trigger[challengeRequest, defineResponse](p, "DefineAuthChallenge", "1", "DefineAuthChallenge_Authentication", s.client, u,
		challengeRequest{UserAttributes: u.eventAttributes(), Session: s.custom, UserNotFound: !known})
}

// nextCustom has the trigger define what follows: another challenge, tokens, or failure.
func (p *Pool) nextCustom(s *session, u user, known bool) (any, error) {
	next, err := p.define(s, u, known)
	switch {
	case err != nil:
		return nil, err
	case next.FailAuthentication:
		return nil, errIncorrect
	case next.IssueTokens:
		u, known = p.find(s.sub)
		if !known {
			return nil, errIncorrect
		}
		return p.signIn(u, s.client)
	case next.ChallengeName != customChallenge:
		return nil, fault("InvalidLambdaResponseException", "The challenge "+next.ChallengeName+" is not supported here.")
	}
	made, err := trigger[challengeRequest, createResponse](p, "CreateAuthChallenge", "1", "CreateAuthChallenge_Authentication", s.client, u,
		challengeRequest{UserAttributes: u.eventAttributes(), Session: s.custom, ChallengeName: customChallenge, UserNotFound: !known})
	if err != nil {
		return nil, err
	}
	parameters := map[string]string{"USERNAME": u.Sub}
	for name, value := range made.Public {
		parameters[name] = value
	}
	s.private, s.code = made.Private, made.Metadata
	return p.challenge(s, customChallenge, parameters), nil
}

// answerCustom has the trigger verify an answer. A wrong one is no error: the trigger that
// defines challenges decides what follows.
func (p *Pool) answerCustom(s *session, responses map[string]string) (any, error) {
	answer, err := required(responses, "ANSWER")
	if err != nil {
		return nil, err
	}
	delete(p.sessions, s.id)
	u, known := p.find(s.sub)
	if !known {
		return nil, errSession
	}
	verified, err := trigger[challengeRequest, verifyResponse](p, "VerifyAuthChallengeResponse", "1", "VerifyAuthChallengeResponse_Authentication", s.client, u,
		challengeRequest{UserAttributes: u.eventAttributes(), Private: s.private, ChallengeAnswer: answer})
	if err != nil {
		return nil, err
	}
	done := append(s.custom, step{customChallenge, verified.AnswerCorrect, s.code}) //nolint:gocritic // the session ends here
	return p.nextCustom(&session{sub: s.sub, client: s.client, custom: done}, u, true)
}

type tokenRequest struct {
	UserAttributes map[string]string `json:"userAttributes"`
	Scopes         []string          `json:"scopes"`
	ClientMetadata map[string]string `json:"clientMetadata,omitempty"`
}

type tokenResponse struct {
	Details struct {
		Access struct {
			ScopesToSuppress []string `json:"scopesToSuppress"`
		} `json:"accessTokenGeneration"`
	} `json:"claimsAndScopeOverrideDetails"`
}

// suppressed are the scopes that the trigger takes out of an access token.
func (p *Pool) suppressed(u user, client, source string, scopes []string) ([]string, error) {
	if p.config.Triggers["PreTokenGeneration"] == nil {
		return nil, nil
	}
	answer, err := trigger[tokenRequest, tokenResponse](p, "PreTokenGeneration", "2", source, client, u, tokenRequest{UserAttributes: u.eventAttributes(), Scopes: scopes, ClientMetadata: p.metadata})
	return answer.Details.Access.ScopesToSuppress, err
}
