package cognito_test

import (
	"context"
	"errors"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	idp "github.com/aws/aws-sdk-go-v2/service/cognitoidentityprovider"
	"github.com/aws/aws-sdk-go-v2/service/cognitoidentityprovider/types"
	"github.com/aws/smithy-go"

	"anzen/infra/local/cognito"
	"anzen/infra/local/cognito/srp"
)

const (
	poolID   = "ap-northeast-1_TESTPOOL"
	clientID = "testclient"
	// adminClientID is the client that only administrators use.
	adminClientID = "adminclient"
	hanako        = "hanako@example.jp"
	password      = "Anzen-2026"
)

// world is a pool behind a server, with the real SDK in front of it.
type world struct {
	*testing.T
	pool   *cognito.Pool
	config cognito.Config
	now    time.Time
	sdk    *idp.Client
	url    string
	sms    []string // "number: text"
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{T: t, now: time.Date(2026, 11, 2, 9, 0, 0, 0, time.UTC)}
	w.config = cognito.Config{
		Dir: t.TempDir(), PoolID: poolID, ClientID: clientID, RefreshGrace: 10 * time.Second, PasswordFlow: true,
		Clock: func() time.Time { return w.now }, AdminClientID: adminClientID, SMSMessage: "code {####}",
		SMS: func(number, text string) error {
			w.sms = append(w.sms, number+": "+text)
			return nil
		},
	}
	w.open()
	return w
}

// open opens the pool from its files without closing the former one, as after a kill
// -9.
func (w *world) open() {
	w.Helper()
	pool, err := cognito.Open(w.config)
	if err != nil {
		w.Fatal(err)
	}
	w.Cleanup(func() { _ = pool.Close() })
	server := httptest.NewServer(pool)
	w.Cleanup(server.Close)
	w.pool, w.url = pool, server.URL
	w.sdk = idp.NewFromConfig(aws.Config{
		Region: "ap-northeast-1", BaseEndpoint: aws.String(server.URL),
		Credentials: credentials.NewStaticCredentialsProvider("AKIA", "secret", ""),
		Retryer:     func() aws.Retryer { return aws.NopRetryer{} },
	})
}

// seed creates a user with a verified address, and returns their sub.
func (w *world) seed(email string, more ...string) string {
	w.Helper()
	made, err := w.create(email, attributes(append([]string{"email_verified", "true"}, more...)...)...)
	w.works(err)
	w.works(w.setPassword(email, password))
	return *made.Username
}

func (w *world) hanako() string {
	w.Helper()
	return w.seed(hanako, "custom:company_id", "c1", "custom:user_id", "u1")
}

// signIn signs in with the password in the clear.
func (w *world) signIn(username, password string) (*idp.InitiateAuthOutput, error) {
	return w.sdk.InitiateAuth(context.Background(), &idp.InitiateAuthInput{
		AuthFlow: types.AuthFlowTypeUserPasswordAuth, ClientId: aws.String(clientID),
		AuthParameters: map[string]string{"USERNAME": username, "PASSWORD": password},
	})
}

func (w *world) tokens() *types.AuthenticationResultType {
	w.Helper()
	out, err := w.signIn(hanako, password)
	if err != nil {
		w.Fatal(err)
	}
	return out.AuthenticationResult
}

// signInSRP does what a browser does; like aws-amplify, it sends no session.
func (w *world) signInSRP(username, password string) (*idp.RespondToAuthChallengeOutput, error) {
	w.Helper()
	client, err := srp.New()
	w.works(err)
	begun, err := w.sdk.InitiateAuth(context.Background(), &idp.InitiateAuthInput{
		AuthFlow: types.AuthFlowTypeUserSrpAuth, ClientId: aws.String(clientID), AuthParameters: client.Parameters(username),
	})
	if err != nil {
		w.Fatalf("SRP for %s: %v", username, err)
	}
	return w.sdk.RespondToAuthChallenge(context.Background(), &idp.RespondToAuthChallengeInput{
		ChallengeName: begun.ChallengeName, ClientId: aws.String(clientID), ChallengeResponses: w.proof(client, password, begun.ChallengeParameters),
	})
}

// proof answers PASSWORD_VERIFIER.
func (w *world) proof(client srp.SignIn, password string, challenge map[string]string) map[string]string {
	w.Helper()
	answer, err := client.Answer(poolID, password, challenge, w.now)
	w.works(err)
	return answer
}

func (w *world) refresh(token *string) (*types.AuthenticationResultType, error) {
	out, err := w.sdk.GetTokensFromRefreshToken(context.Background(), &idp.GetTokensFromRefreshTokenInput{ClientId: aws.String(clientID), RefreshToken: token})
	if err != nil {
		return nil, err
	}
	return out.AuthenticationResult, nil
}

// fails checks an error's code and, if given, message.
func (w *world) fails(err error, code, message string) {
	w.Helper()
	var api smithy.APIError
	if !errors.As(err, &api) {
		w.Fatalf("%v is no %s", err, code)
	}
	if api.ErrorCode() != code || message != "" && api.ErrorMessage() != message {
		w.Fatalf("%s: %q instead of %s: %q", api.ErrorCode(), api.ErrorMessage(), code, message)
	}
}

func (w *world) works(err error) {
	w.Helper()
	if err != nil {
		w.Fatal(err)
	}
}
