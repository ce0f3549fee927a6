package cognito_test

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	idp "github.com/aws/aws-sdk-go-v2/service/cognitoidentityprovider"
	"github.com/aws/aws-sdk-go-v2/service/cognitoidentityprovider/types"

	"anzen/infra/local/cognito"
	"anzen/infra/local/cognito/srp"
)

const incorrect = "Incorrect username or password."

func TestSignIn(t *testing.T) {
	w := newWorld(t)
	sub := w.hanako()
	tests := map[string]struct {
		username, password string
		works              bool
	}{
		"address":                  {hanako, password, true},
		"address in other letters": {"Hanako@Example.JP", password, true},
		"sub":                      {sub, password, true},
		"wrong password":           {hanako, "Anzen-2027", false},
		"password in other case":   {hanako, "anzen-2026", false},
		"unknown user":             {"taro@example.jp", password, false},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			w.T = t
			clear, clearErr := w.signIn(test.username, test.password)
			srp, srpErr := w.signInSRP(test.username, test.password)
			if !test.works {
				w.fails(clearErr, "NotAuthorizedException", incorrect)
				w.fails(srpErr, "NotAuthorizedException", incorrect)
				return
			}
			w.works(clearErr)
			w.works(srpErr)
			for _, result := range []*types.AuthenticationResultType{clear.AuthenticationResult, srp.AuthenticationResult} {
				claims, err := w.pool.Verifier().Verify(*result.IdToken)
				w.works(err)
				if claims.Subject() != sub || claims.Email() != hanako || result.ExpiresIn != 3600 || *result.TokenType != "Bearer" {
					t.Fatalf("claims %v, result %+v", claims, result)
				}
			}
		})
	}
}

// Many sign-ins meet values whose highest bit is set and leading zeros alike.
func TestSRPPadding(t *testing.T) {
	w := newWorld(t)
	w.hanako()
	for range 20 {
		_, err := w.signInSRP(hanako, password)
		w.works(err)
	}
}

func TestSRPRefuses(t *testing.T) {
	w := newWorld(t)
	w.hanako()
	ctx := context.Background()
	for name, public := range map[string]string{"zero": "0", "the modulus": srp.N.Text(16), "no number": "xyz", "too long": strings.Repeat("f", 2000)} {
		_, err := w.sdk.InitiateAuth(ctx, &idp.InitiateAuthInput{
			AuthFlow: types.AuthFlowTypeUserSrpAuth, ClientId: aws.String(clientID),
			AuthParameters: map[string]string{"USERNAME": hanako, "SRP_A": public},
		})
		t.Log(name)
		w.fails(err, "InvalidParameterException", "Invalid SRP_A parameter.")
	}

	// An answer is valid once, and for three minutes.
	client, err := srp.New()
	w.works(err)
	begin := func() *idp.RespondToAuthChallengeInput {
		begun, err := w.sdk.InitiateAuth(ctx, &idp.InitiateAuthInput{
			AuthFlow: types.AuthFlowTypeUserSrpAuth, ClientId: aws.String(clientID), AuthParameters: client.Parameters(hanako),
		})
		w.works(err)
		return &idp.RespondToAuthChallengeInput{
			ChallengeName: begun.ChallengeName, ClientId: aws.String(clientID), Session: begun.Session, ChallengeResponses: w.proof(client, password, begun.ChallengeParameters),
		}
	}
	answer := begin()
	_, err = w.sdk.RespondToAuthChallenge(ctx, answer)
	w.works(err)
	_, err = w.sdk.RespondToAuthChallenge(ctx, answer)
	w.fails(err, "NotAuthorizedException", "Invalid session for the user.")
	late := begin()
	w.now = w.now.Add(3 * time.Minute)
	_, err = w.sdk.RespondToAuthChallenge(ctx, late)
	w.fails(err, "NotAuthorizedException", "Invalid session for the user, session is expired.")
	odd := begin()
	odd.ChallengeResponses["TIMESTAMP"] = "2026-11-02T09:00:00Z"
	_, err = w.sdk.RespondToAuthChallenge(ctx, odd)
	w.fails(err, "InvalidParameterException", "")
}

// A made-up user has the same salt and id each time, as a real one.
func TestUnknownUserLooksReal(t *testing.T) {
	w := newWorld(t)
	sub := w.hanako()
	begin := func(username string) map[string]string {
		client, err := srp.New()
		w.works(err)
		out, err := w.sdk.InitiateAuth(context.Background(), &idp.InitiateAuthInput{
			AuthFlow: types.AuthFlowTypeUserSrpAuth, ClientId: aws.String(clientID), AuthParameters: client.Parameters(username),
		})
		w.works(err)
		return out.ChallengeParameters
	}
	first, again, real := begin("nobody@example.jp"), begin("Nobody@example.jp"), begin(hanako)
	if first["SALT"] != again["SALT"] || first["USER_ID_FOR_SRP"] != again["USER_ID_FOR_SRP"] {
		t.Fatalf("%v, then %v", first, again)
	}
	if real["USER_ID_FOR_SRP"] != sub || real["USERNAME"] != sub {
		t.Fatalf("%v does not contain %s", real, sub)
	}
	for name := range real {
		if len(first[name]) == 0 || len(first["USER_ID_FOR_SRP"]) != len(sub) {
			t.Fatalf("%s is missing or odd: %v", name, first)
		}
	}
}

func TestLockout(t *testing.T) {
	for name, username := range map[string]string{"a user": hanako, "an unknown user": "nobody@example.jp"} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			w.hanako()
			wrong := func() error {
				_, err := w.signIn(username, "Wrong-2026")
				return err
			}
			for range 5 {
				w.fails(wrong(), "NotAuthorizedException", incorrect)
			}
			// The fifth locked for a second, which also holds for SRP and after a crash.
			w.open()
			w.fails(wrong(), "NotAuthorizedException", "Password attempts exceeded")
			_, err := w.signInSRP(username, password)
			w.fails(err, "NotAuthorizedException", "Password attempts exceeded")
			for _, lock := range []time.Duration{1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900} {
				w.now = w.now.Add(lock*time.Second - time.Millisecond)
				w.fails(wrong(), "NotAuthorizedException", "Password attempts exceeded")
				w.now = w.now.Add(time.Millisecond)
				w.fails(wrong(), "NotAuthorizedException", incorrect)
			}
			// After 15 minutes without failures the count is reset.
			w.now = w.now.Add(15 * time.Minute)
			w.fails(wrong(), "NotAuthorizedException", incorrect)
			w.fails(wrong(), "NotAuthorizedException", incorrect)
		})
	}
}

func TestSignInResetsWrongPasswords(t *testing.T) {
	w := newWorld(t)
	w.hanako()
	for range 3 {
		for range 4 {
			_, err := w.signInSRP(hanako, "Wrong-2026")
			w.fails(err, "NotAuthorizedException", incorrect)
		}
		_, err := w.signInSRP(hanako, password)
		w.works(err)
	}
}

func TestRefusedRequests(t *testing.T) {
	w := newWorld(t)
	ctx := context.Background()
	_, err := w.sdk.InitiateAuth(ctx, &idp.InitiateAuthInput{AuthFlow: types.AuthFlowTypeCustomAuth, ClientId: aws.String(clientID)})
	w.fails(err, "InvalidParameterException", "CUSTOM_AUTH flow not enabled for this client")
	_, err = w.sdk.InitiateAuth(ctx, &idp.InitiateAuthInput{AuthFlow: types.AuthFlowTypeUserPasswordAuth, ClientId: aws.String("other")})
	w.fails(err, "ResourceNotFoundException", "")
	_, err = w.sdk.InitiateAuth(ctx, &idp.InitiateAuthInput{AuthFlow: types.AuthFlowTypeUserPasswordAuth, ClientId: aws.String(clientID)})
	w.fails(err, "InvalidParameterException", "Missing required parameter USERNAME")
	_, err = w.sdk.RespondToAuthChallenge(ctx, &idp.RespondToAuthChallengeInput{ChallengeName: types.ChallengeNameTypeNewPasswordRequired, ClientId: aws.String(clientID)})
	w.fails(err, "InvalidParameterException", "")
	_, err = w.sdk.ListUsers(ctx, &idp.ListUsersInput{UserPoolId: aws.String(poolID)})
	w.fails(err, "UnknownOperationException", "")
	_, err = w.sdk.AdminGetUser(ctx, &idp.AdminGetUserInput{UserPoolId: aws.String("ap-northeast-1_OTHER"), Username: aws.String(hanako)})
	w.fails(err, "ResourceNotFoundException", "")
}

// Of the flows that send a password only the administrator's is enabled where tests do not
// ask for more, and the tokens live as long as the client says.
func TestAppClient(t *testing.T) {
	w := newWorld(t)
	w.config.PasswordFlow = false
	w.config.Lifetimes = cognito.Lifetimes{Access: 15 * time.Minute, ID: 10 * time.Minute, Refresh: time.Hour}
	w.open()
	w.hanako()
	_, err := w.signIn(hanako, password)
	w.fails(err, "InvalidParameterException", "USER_PASSWORD_AUTH flow not enabled for this client")
	in, err := w.signInSRP(hanako, password)
	w.works(err)
	tokens := in.AuthenticationResult
	if tokens.ExpiresIn != 15*60 {
		t.Errorf("the tokens expire in %d s", tokens.ExpiresIn)
	}
	w.now = w.now.Add(10*time.Minute + 2*time.Minute)
	if _, err := w.pool.Verifier().Verify(*tokens.IdToken); !errors.Is(err, cognito.ErrTokenExpired) {
		t.Errorf("the ID token after its time: %v", err)
	}
	tokens, err = w.refresh(tokens.RefreshToken)
	w.works(err)
	w.now = w.now.Add(time.Hour)
	_, err = w.refresh(tokens.RefreshToken)
	w.fails(err, "NotAuthorizedException", "Refresh Token has expired")
}

// A sign-in calls the triggers with the user and the client's metadata: before the password
// is checked, alike for a name without a user, and once it is complete.
func TestTriggers(t *testing.T) {
	w := newWorld(t)
	var called []string
	var failing bool
	call := func(name string, event []byte) ([]byte, error) {
		var e struct {
			TriggerSource, UserName string
			CallerContext           struct{ ClientID string }
			Request                 struct {
				UserAttributes, ClientMetadata map[string]string
				UserNotFound                   bool
			}
		}
		if err := json.Unmarshal(event, &e); err != nil || e.CallerContext.ClientID != clientID || e.UserName == "" || !strings.HasPrefix(e.TriggerSource, name) {
			t.Errorf("%s: %v", event, err)
		}
		called = append(called, name+" "+e.Request.UserAttributes["email"])
		if e.Request.UserNotFound != (e.Request.UserAttributes["email"] == "") {
			t.Errorf("%s", event)
		}
		if failing {
			return nil, errors.New("broken")
		}
		return event, nil
	}
	w.config.Triggers = map[string]cognito.Trigger{}
	for _, name := range []string{"PreAuthentication", "PostAuthentication"} {
		w.config.Triggers[name] = func(event []byte) ([]byte, error) { return call(name, event) }
	}
	w.open()
	w.hanako()
	_, err := w.signInSRP(hanako, "Wrong-2026")
	w.fails(err, "NotAuthorizedException", incorrect)
	_, err = w.signInSRP("nobody@example.jp", password)
	w.fails(err, "NotAuthorizedException", incorrect)
	_, err = w.signInSRP(hanako, password)
	w.works(err)
	if want := []string{"PreAuthentication " + hanako, "PreAuthentication ", "PreAuthentication " + hanako, "PostAuthentication " + hanako}; !slices.Equal(called, want) {
		t.Errorf("called %q, want %q", called, want)
	}
	failing = true
	_, err = w.signIn(hanako, password)
	w.fails(err, "UserLambdaValidationException", "PreAuthentication failed with error broken")
}
