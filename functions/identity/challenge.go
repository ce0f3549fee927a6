package identity

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/aws/aws-lambda-go/events"
)

// The steps of a sign-in with a recovery code.
const (
	stepBegin    = "SRP_A"
	stepPassword = "PASSWORD_VERIFIER"
	stepRecovery = "CUSTOM_CHALLENGE"
)

// maxWrong is how many wrong recovery codes end a sign-in.
const maxWrong = 5

// challenge answers the triggers that define and create challenges.
func challenge(_ context.Context, event json.RawMessage) (any, error) {
	var header events.CognitoEventUserPoolsHeader
	if err := json.Unmarshal(event, &header); err != nil {
		return nil, fmt.Errorf("decode the event: %w", err)
	}
	switch {
	case strings.HasPrefix(header.TriggerSource, "DefineAuthChallenge_"):
		var e events.CognitoEventUserPoolsDefineAuthChallenge
		err := json.Unmarshal(event, &e)
		e.Response = define(e.Request)
		return e, err
	case strings.HasPrefix(header.TriggerSource, "CreateAuthChallenge_"):
		var e events.CognitoEventUserPoolsCreateAuthChallenge
		err := json.Unmarshal(event, &e)
		e.Response = events.CognitoEventUserPoolsCreateAuthChallengeResponse{
			PublicChallengeParameters: map[string]string{"challenge": "RECOVERY_CODE"}, PrivateChallengeParameters: map[string]string{}, ChallengeMetadata: "RECOVERY_CODE",
		}
		return e, err
	}
	return nil, fmt.Errorf("there is no trigger %q", header.TriggerSource)
}

// define decides the next step. The password comes first, always: without it nobody gets to
// the code, and no tokens are issued without both.
func define(q events.CognitoEventUserPoolsDefineAuthChallengeRequest) events.CognitoEventUserPoolsDefineAuthChallengeResponse {
	refused := events.CognitoEventUserPoolsDefineAuthChallengeResponse{FailAuthentication: true}
	next := func(name string) events.CognitoEventUserPoolsDefineAuthChallengeResponse {
		return events.CognitoEventUserPoolsDefineAuthChallengeResponse{ChallengeName: name}
	}
	done := q.Session
	switch {
	case len(done) == 0 || done[0].ChallengeName != stepBegin:
		return refused
	case len(done) == 1: // for unknown users too: the answers do not reveal who has an account
		return next(stepPassword)
	case q.UserNotFound || done[1].ChallengeName != stepPassword || !done[1].ChallengeResult:
		return refused
	}
	for _, each := range done[2:] {
		if each.ChallengeName != stepRecovery {
			return refused
		}
	}
	switch codes := done[2:]; {
	case len(codes) > 0 && codes[len(codes)-1].ChallengeResult:
		return events.CognitoEventUserPoolsDefineAuthChallengeResponse{IssueTokens: true}
	case len(codes) >= maxWrong:
		return refused
	}
	return next(stepRecovery)
}
