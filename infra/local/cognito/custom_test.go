package cognito_test

import (
	"encoding/json"
	"errors"
	"slices"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	idp "github.com/aws/aws-sdk-go-v2/service/cognitoidentityprovider"
	"github.com/aws/aws-sdk-go-v2/service/cognitoidentityprovider/types"

	"anzen/infra/local/cognito"
	"anzen/infra/local/cognito/srp"
)

// answering is a trigger that answers with what respond returns for the request.
func answering(respond func(request map[string]any) map[string]any) cognito.Trigger {
	return func(event []byte) ([]byte, error) {
		var e map[string]any
		if err := json.Unmarshal(event, &e); err != nil {
			return nil, err
		}
		request, _ := e["request"].(map[string]any)
		request["client"] = e["callerContext"].(map[string]any)["clientId"]
		response := respond(request)
		if response == nil {
			return nil, errors.New("failed")
		}
		e["response"] = response
		return json.Marshal(e)
	}
}

// The triggers lead through a custom authentication: a password, then an answer that they
// verify, until they issue tokens or refuse.
func TestCustomAuthentication(t *testing.T) {
	w := newWorld(t)
	w.config.Triggers = map[string]cognito.Trigger{
		"DefineAuthChallenge": answering(func(q map[string]any) map[string]any {
			session := q["session"].([]any)
			last := session[len(session)-1].(map[string]any)
			switch {
			case last["challengeName"] == "SRP_A":
				return map[string]any{"challengeName": "PASSWORD_VERIFIER"}
			case last["challengeName"] == "CUSTOM_CHALLENGE" && last["challengeResult"] == true:
				return map[string]any{"issueTokens": true}
			case len(session) > 3:
				return map[string]any{"failAuthentication": true}
			}
			return map[string]any{"challengeName": "CUSTOM_CHALLENGE"}
		}),
		"CreateAuthChallenge": answering(func(map[string]any) map[string]any {
			return map[string]any{"publicChallengeParameters": map[string]string{"kind": "code"}, "privateChallengeParameters": map[string]string{"right": "42"}}
		}),
		"VerifyAuthChallengeResponse": answering(func(q map[string]any) map[string]any {
			return map[string]any{"answerCorrect": q["challengeAnswer"] == q["privateChallengeParameters"].(map[string]any)["right"]}
		}),
	}
	w.open()
	w.hanako()
	w.enrolTOTP(w.access())
	begin := func(secret string) (*idp.RespondToAuthChallengeOutput, error) {
		client, err := srp.New()
		w.works(err)
		parameters := client.Parameters(hanako)
		parameters["CHALLENGE_NAME"] = "SRP_A"
		begun, err := w.sdk.InitiateAuth(ctx, &idp.InitiateAuthInput{
			AuthFlow: types.AuthFlowTypeCustomAuth, ClientId: aws.String(clientID), AuthParameters: parameters,
		})
		w.works(err)
		return w.sdk.RespondToAuthChallenge(ctx, &idp.RespondToAuthChallengeInput{
			ChallengeName: begun.ChallengeName, ClientId: aws.String(clientID), Session: begun.Session, ChallengeResponses: w.proof(client, secret, begun.ChallengeParameters),
		})
	}
	_, err := begin("Wrong-2026")
	w.fails(err, "NotAuthorizedException", incorrect)
	out, err := begin(password)
	w.works(err)
	if out.ChallengeName != types.ChallengeNameTypeCustomChallenge || out.ChallengeParameters["kind"] != "code" || out.ChallengeParameters["right"] != "" {
		t.Fatalf("%+v", out)
	}
	again, err := w.answer(out.Session, types.ChallengeNameTypeCustomChallenge, "ANSWER", "41")
	w.works(err)
	if again.ChallengeName != types.ChallengeNameTypeCustomChallenge {
		t.Fatalf("%+v", again)
	}
	_, err = w.answer(out.Session, types.ChallengeNameTypeCustomChallenge, "ANSWER", "42")
	w.fails(err, "NotAuthorizedException", "Invalid session for the user.")
	_, err = w.answer(again.Session, types.ChallengeNameTypeCustomChallenge, "ANSWER", "43")
	w.fails(err, "NotAuthorizedException", incorrect)
	out, err = begin(password)
	w.works(err)
	done, err := w.answer(out.Session, types.ChallengeNameTypeCustomChallenge, "ANSWER", "42")
	w.works(err)
	if done.AuthenticationResult == nil {
		t.Fatal("no tokens")
	}
	w.config.Triggers["DefineAuthChallenge"] = answering(func(map[string]any) map[string]any { return nil })
	w.open()
	_, err = w.sdk.InitiateAuth(ctx, &idp.InitiateAuthInput{AuthFlow: types.AuthFlowTypeCustomAuth, ClientId: aws.String(clientID), AuthParameters: map[string]string{"USERNAME": hanako}})
	w.fails(err, "UserLambdaValidationException", "DefineAuthChallenge failed with error failed.")
}

// A token without the scope does not change the account.
func TestScopesAreSuppressed(t *testing.T) {
	w := newWorld(t)
	w.config.Triggers = map[string]cognito.Trigger{"PreTokenGeneration": answering(func(q map[string]any) map[string]any {
		if q["client"] == adminClientID || !slices.Contains(q["scopes"].([]any), any(cognito.ScopeSelf)) {
			return map[string]any{}
		}
		return map[string]any{"claimsAndScopeOverrideDetails": map[string]any{"accessTokenGeneration": map[string]any{"scopesToSuppress": []string{cognito.ScopeSelf}}}}
	})}
	w.open()
	w.hanako()
	tokens := w.tokens()
	refreshed, err := w.refresh(tokens.RefreshToken)
	w.works(err)
	for _, token := range []*string{tokens.AccessToken, refreshed.AccessToken} {
		_, err := w.sdk.AssociateSoftwareToken(ctx, &idp.AssociateSoftwareTokenInput{AccessToken: token})
		w.fails(err, "NotAuthorizedException", "Access Token does not have required scopes")
	}
	admin, err := w.sdk.AdminInitiateAuth(ctx, &idp.AdminInitiateAuthInput{
		UserPoolId: aws.String(poolID), AuthFlow: types.AuthFlowTypeAdminUserPasswordAuth, ClientId: aws.String(adminClientID),
		AuthParameters: map[string]string{"USERNAME": hanako, "PASSWORD": password},
	})
	w.works(err)
	_, err = w.sdk.AssociateSoftwareToken(ctx, &idp.AssociateSoftwareTokenInput{AccessToken: admin.AuthenticationResult.AccessToken})
	w.works(err)
}
