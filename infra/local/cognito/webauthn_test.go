package cognito_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	idp "github.com/aws/aws-sdk-go-v2/service/cognitoidentityprovider"
	"github.com/aws/aws-sdk-go-v2/service/cognitoidentityprovider/document"
	"github.com/aws/aws-sdk-go-v2/service/cognitoidentityprovider/types"
	"github.com/descope/virtualwebauthn"

	"anzen/infra/local/cognito"
	"anzen/infra/local/cognito/srp"
)

// dashboard is the relying party of the tests' pool.
var dashboard = virtualwebauthn.RelyingParty{ID: "localhost", Name: "localhost", Origin: "http://localhost:8080"}

// coseKey is the length of a key's COSE form (RFC 9053, 7.1.1) with coordinates of 32 bytes.
const coseKey = 77

// newPasskey makes a key of an authenticator. The library drops leading zeros of coordinates,
// which one key in a hundred has, and which real authenticators keep: those are left out.
func newPasskey() virtualwebauthn.Credential {
	for {
		if c := virtualwebauthn.NewCredential(virtualwebauthn.KeyTypeEC2); len(c.Key.AttestationData()) == coseKey {
			return c
		}
	}
}

func newPasskeyWorld(t *testing.T) *world {
	t.Helper()
	w := newWorld(t)
	w.config.FirstFactors = []string{"PASSWORD", "WEB_AUTHN"}
	w.config.WebAuthn = cognito.WebAuthn{RelyingParty: dashboard.ID, Required: true, MultiFactor: true}
	w.open()
	w.hanako()
	return w
}

// device is an authenticator that knows one user.
func device() virtualwebauthn.Authenticator { return virtualwebauthn.NewAuthenticator() }

// creation begins a registration, and parses its options.
func (w *world) creation(access *string) *virtualwebauthn.AttestationOptions {
	w.Helper()
	out, err := w.sdk.StartWebAuthnRegistration(ctx, &idp.StartWebAuthnRegistrationInput{AccessToken: access})
	w.works(err)
	var options map[string]any
	w.works(out.CredentialCreationOptions.UnmarshalSmithyDocument(&options))
	text, err := json.Marshal(options)
	w.works(err)
	parsed, err := virtualwebauthn.ParseAttestationOptions(string(text))
	w.works(err)
	return parsed
}

func (w *world) complete(access *string, credential string) error {
	w.Helper()
	var made map[string]any
	w.works(json.Unmarshal([]byte(credential), &made))
	_, err := w.sdk.CompleteWebAuthnRegistration(ctx, &idp.CompleteWebAuthnRegistrationInput{AccessToken: access, Credential: document.NewLazyDocument(made)})
	return err
}

// enrolPasskey registers a passkey of the token's user.
func (w *world) enrolPasskey(access *string) virtualwebauthn.Credential {
	w.Helper()
	key := newPasskey()
	w.works(w.complete(access, virtualwebauthn.CreateAttestationResponse(dashboard, device(), key, *w.creation(access))))
	return key
}

func (w *world) choose(username, preferred string, more ...string) (*idp.InitiateAuthOutput, error) {
	parameters := map[string]string{"USERNAME": username}
	if preferred != "" {
		parameters["PREFERRED_CHALLENGE"] = preferred
	}
	for i := 0; i < len(more); i += 2 {
		parameters[more[i]] = more[i+1]
	}
	return w.sdk.InitiateAuth(ctx, &idp.InitiateAuthInput{AuthFlow: types.AuthFlowTypeUserAuth, ClientId: aws.String(clientID), AuthParameters: parameters})
}

// request begins a sign-in with a passkey.
func (w *world) request(username string) (session *string, options *virtualwebauthn.AssertionOptions) {
	w.Helper()
	begun, err := w.choose(username, "WEB_AUTHN")
	w.works(err)
	if begun.ChallengeName != types.ChallengeNameTypeWebAuthn {
		w.Fatalf("%s, available %v", begun.ChallengeName, begun.AvailableChallenges)
	}
	options, err = virtualwebauthn.ParseAssertionOptions(begun.ChallengeParameters["CREDENTIAL_REQUEST_OPTIONS"])
	w.works(err)
	return begun.Session, options
}

func (w *world) assert(session *string, credential string) (*idp.RespondToAuthChallengeOutput, error) {
	return w.answer(session, types.ChallengeNameTypeWebAuthn, "CREDENTIAL", credential)
}

// signInByPasskey is a whole sign-in with a key.
func (w *world) signInByPasskey(key virtualwebauthn.Credential) (*idp.RespondToAuthChallengeOutput, error) {
	w.Helper()
	session, options := w.request(hanako)
	return w.assert(session, virtualwebauthn.CreateAssertionResponse(dashboard, device(), key, *options))
}

func TestPasskey(t *testing.T) {
	w := newPasskeyWorld(t)
	access := w.access()
	key := w.enrolPasskey(access)
	listed, err := w.sdk.ListWebAuthnCredentials(ctx, &idp.ListWebAuthnCredentialsInput{AccessToken: access})
	w.works(err)
	if len(listed.Credentials) != 1 || *listed.Credentials[0].RelyingPartyId != "localhost" || !listed.Credentials[0].CreatedAt.Equal(w.now) {
		t.Fatalf("%+v", listed.Credentials)
	}
	w.open() // passkeys are durable
	key.Counter = 1
	out, err := w.signInByPasskey(key)
	w.works(err)
	if out.AuthenticationResult == nil {
		t.Fatal("not signed in")
	}
	id := listed.Credentials[0].CredentialId
	access = out.AuthenticationResult.AccessToken
	_, err = w.sdk.DeleteWebAuthnCredential(ctx, &idp.DeleteWebAuthnCredentialInput{AccessToken: access, CredentialId: id})
	w.works(err)
	_, err = w.sdk.DeleteWebAuthnCredential(ctx, &idp.DeleteWebAuthnCredentialInput{AccessToken: access, CredentialId: id})
	w.fails(err, "ResourceNotFoundException", "")
	begun, err := w.choose(hanako, "WEB_AUTHN")
	w.works(err)
	if begun.ChallengeName != types.ChallengeNameTypeSelectChallenge || slices.Contains(begun.AvailableChallenges, "WEB_AUTHN") {
		t.Errorf("a removed passkey is offered: %+v", begun)
	}
}

func TestPasskeyRegistrationRefuses(t *testing.T) {
	w := newPasskeyWorld(t)
	access := w.access()
	made := func(rp virtualwebauthn.RelyingParty, d virtualwebauthn.Authenticator) string {
		return virtualwebauthn.CreateAttestationResponse(rp, d, newPasskey(), *w.creation(access))
	}
	w.fails(w.complete(access, `{"id":"x"}`), "WebAuthnChallengeNotFoundException", "")
	evil, below, tls, other := dashboard, dashboard, dashboard, dashboard
	evil.Origin, below.Origin, tls.Origin, other.ID = "https://localhost.evil.example", "http://127.0.0.1:8080", "http://app.localhost.example", "evil.example"
	for _, rp := range []virtualwebauthn.RelyingParty{evil, below, tls} {
		w.fails(w.complete(access, made(rp, device())), "WebAuthnOriginNotAllowedException", "")
	}
	w.fails(w.complete(access, made(other, device())), "WebAuthnRelyingPartyMismatchException", "")
	w.fails(w.complete(access, made(dashboard, virtualwebauthn.NewAuthenticatorWithOptions(virtualwebauthn.AuthenticatorOptions{UserNotVerified: true}))), "WebAuthnCredentialNotSupportedException", "")
	w.fails(w.complete(access, made(dashboard, virtualwebauthn.NewAuthenticatorWithOptions(virtualwebauthn.AuthenticatorOptions{UserNotPresent: true}))), "WebAuthnCredentialNotSupportedException", "")
	w.creation(access)
	w.fails(w.complete(access, `{"id":"x"}`), "WebAuthnCredentialNotSupportedException", "")

	once := made(dashboard, device())
	w.works(w.complete(access, once))
	w.fails(w.complete(access, once), "WebAuthnChallengeNotFoundException", "")
	w.creation(access)
	w.fails(w.complete(access, once), "WebAuthnCredentialNotSupportedException", "") // for another challenge

	late := made(dashboard, device())
	w.now = w.now.Add(3 * time.Minute)
	w.fails(w.complete(access, late), "WebAuthnChallengeNotFoundException", "")

	begun := made(dashboard, device())
	admin, err := w.sdk.AdminInitiateAuth(ctx, &idp.AdminInitiateAuthInput{
		UserPoolId: aws.String(poolID), AuthFlow: types.AuthFlowTypeAdminUserPasswordAuth, ClientId: aws.String(adminClientID),
		AuthParameters: map[string]string{"USERNAME": hanako, "PASSWORD": password},
	})
	w.works(err)
	w.fails(w.complete(admin.AuthenticationResult.AccessToken, begun), "WebAuthnClientMismatchException", "")

	for range 19 {
		w.enrolPasskey(access)
	}
	_, err = w.sdk.StartWebAuthnRegistration(ctx, &idp.StartWebAuthnRegistrationInput{AccessToken: access})
	w.fails(err, "LimitExceededException", "")
}

// A passkey belongs to one user, and only its owner's token registers or removes it.
func TestForeignPasskeys(t *testing.T) {
	w := newPasskeyWorld(t)
	key := w.enrolPasskey(w.access())
	w.seed("taro@example.jp")
	other, err := w.signIn("taro@example.jp", password)
	w.works(err)
	access := other.AuthenticationResult.AccessToken
	w.fails(w.complete(access, virtualwebauthn.CreateAttestationResponse(dashboard, device(), key, *w.creation(access))), "InvalidParameterException", "")
	listed, err := w.sdk.ListWebAuthnCredentials(ctx, &idp.ListWebAuthnCredentialsInput{AccessToken: w.access()})
	w.works(err)
	_, err = w.sdk.DeleteWebAuthnCredential(ctx, &idp.DeleteWebAuthnCredentialInput{AccessToken: access, CredentialId: listed.Credentials[0].CredentialId})
	w.fails(err, "ResourceNotFoundException", "")

	own := w.enrolPasskey(access)
	session, options := w.request(hanako)
	_, err = w.assert(session, virtualwebauthn.CreateAssertionResponse(dashboard, device(), own, *options))
	w.fails(err, "NotAuthorizedException", incorrect)
	session, options = w.request(hanako)
	handled := virtualwebauthn.NewAuthenticatorWithOptions(virtualwebauthn.AuthenticatorOptions{UserHandle: []byte("another user")})
	_, err = w.assert(session, virtualwebauthn.CreateAssertionResponse(dashboard, handled, key, *options))
	w.fails(err, "NotAuthorizedException", incorrect)
}

func TestAssertionsRefused(t *testing.T) {
	w := newPasskeyWorld(t)
	access := w.access()
	key := w.enrolPasskey(access)
	evil, other := dashboard, dashboard
	evil.Origin, other.ID = "https://anzen.example", "anzen.example"
	unknown := newPasskey()
	forged := unknown
	forged.ID = key.ID
	absent := virtualwebauthn.NewAuthenticatorWithOptions(virtualwebauthn.AuthenticatorOptions{UserNotPresent: true})
	unverified := virtualwebauthn.NewAuthenticatorWithOptions(virtualwebauthn.AuthenticatorOptions{UserNotVerified: true})
	_, stale := w.request(hanako)
	for name, credential := range map[string]func(o virtualwebauthn.AssertionOptions) string{
		"another origin": func(o virtualwebauthn.AssertionOptions) string {
			return virtualwebauthn.CreateAssertionResponse(evil, device(), key, o)
		},
		"another relying party": func(o virtualwebauthn.AssertionOptions) string {
			return virtualwebauthn.CreateAssertionResponse(other, device(), key, o)
		},
		"an unknown credential": func(o virtualwebauthn.AssertionOptions) string {
			return virtualwebauthn.CreateAssertionResponse(dashboard, device(), unknown, o)
		},
		"a wrong key": func(o virtualwebauthn.AssertionOptions) string {
			return virtualwebauthn.CreateAssertionResponse(dashboard, device(), forged, o)
		},
		"nobody present": func(o virtualwebauthn.AssertionOptions) string {
			return virtualwebauthn.CreateAssertionResponse(dashboard, absent, key, o)
		},
		"nobody verified": func(o virtualwebauthn.AssertionOptions) string {
			return virtualwebauthn.CreateAssertionResponse(dashboard, unverified, key, o)
		},
		"another challenge": func(virtualwebauthn.AssertionOptions) string {
			return virtualwebauthn.CreateAssertionResponse(dashboard, device(), key, *stale)
		},
		"no assertion": func(virtualwebauthn.AssertionOptions) string { return `{}` },
		"huge":         func(virtualwebauthn.AssertionOptions) string { return strings.Repeat("x", 1<<19) },
	} {
		t.Run(name, func(t *testing.T) {
			w.T = t
			w.now = w.now.Add(time.Hour) // the wrong ones are counted as wrong passwords are
			session, options := w.request(hanako)
			_, err := w.assert(session, credential(*options))
			w.fails(err, "NotAuthorizedException", incorrect)
			_, err = w.assert(session, virtualwebauthn.CreateAssertionResponse(dashboard, device(), key, *options))
			w.fails(err, "NotAuthorizedException", "Invalid session for the user.")
		})
	}
	w.T = t
	session, options := w.request(hanako)
	w.now = w.now.Add(3 * time.Minute)
	_, err := w.assert(session, virtualwebauthn.CreateAssertionResponse(dashboard, device(), key, *options))
	w.fails(err, "NotAuthorizedException", "Invalid session for the user, session is expired.")

	session, options = w.request(hanako)
	right := virtualwebauthn.CreateAssertionResponse(dashboard, device(), key, *options)
	_, err = w.assert(session, right)
	w.works(err)
	_, err = w.assert(session, right)
	w.fails(err, "NotAuthorizedException", "Invalid session for the user.")
	session, _ = w.request(hanako)
	_, err = w.assert(session, right)
	w.fails(err, "NotAuthorizedException", incorrect)
}

// A count of signatures that does not grow is that of a copy of the key.
func TestClonedPasskey(t *testing.T) {
	w := newPasskeyWorld(t)
	key := w.enrolPasskey(w.access())
	key.Counter = 7
	_, err := w.signInByPasskey(key)
	w.works(err)
	for _, counter := range []uint32{7, 6, 0} {
		key.Counter = counter
		_, err = w.signInByPasskey(key)
		w.fails(err, "NotAuthorizedException", incorrect)
	}
	key.Counter = 8
	_, err = w.signInByPasskey(key)
	w.works(err)
}

// Wrong assertions lock the user as wrong passwords do.
func TestPasskeysAreThrottled(t *testing.T) {
	w := newPasskeyWorld(t)
	key := w.enrolPasskey(w.access())
	wrong := newPasskey()
	wrong.ID = key.ID
	for range 5 {
		_, err := w.signInByPasskey(wrong)
		w.fails(err, "NotAuthorizedException", incorrect)
	}
	_, err := w.signInByPasskey(key)
	w.fails(err, "NotAuthorizedException", "Password attempts exceeded")
	w.now = w.now.Add(2 * time.Second)
	_, err = w.signInByPasskey(key)
	w.works(err)
}

// A passkey that verifies its user signs in without a code where it is activated as multi-factor;
// a password demands the code in every flow.
func TestPasskeyAndSecondFactor(t *testing.T) {
	w := newPasskeyWorld(t)
	access := w.access()
	key := w.enrolPasskey(access)
	set := func(webauthn bool, more ...func(*idp.SetUserMFAPreferenceInput)) error {
		in := &idp.SetUserMFAPreferenceInput{AccessToken: access, WebAuthnMfaSettings: &types.WebAuthnMfaSettingsType{Enabled: webauthn}}
		for _, change := range more {
			change(in)
		}
		_, err := w.sdk.SetUserMFAPreference(ctx, in)
		return err
	}
	w.fails(set(true), "InvalidParameterException", "")
	w.enrolTOTP(access)
	begun, err := w.choose(hanako, "WEB_AUTHN")
	w.works(err)
	if begun.ChallengeName != types.ChallengeNameTypeSelectChallenge || slices.Contains(begun.AvailableChallenges, "WEB_AUTHN") {
		t.Fatalf("a passkey passes by the second factor: %+v", begun)
	}
	w.works(set(true))
	out, err := w.signInByPasskey(key)
	w.works(err)
	if out.AuthenticationResult == nil {
		t.Fatalf("%+v", out)
	}

	challenged := func(name types.ChallengeNameType, tokens *types.AuthenticationResultType, err error) {
		t.Helper()
		w.works(err)
		if name != types.ChallengeNameTypeSoftwareTokenMfa || tokens != nil {
			t.Errorf("a password signs in without a code: %s", name)
		}
	}
	direct, err := w.choose(hanako, "PASSWORD", "PASSWORD", password)
	challenged(direct.ChallengeName, direct.AuthenticationResult, err)
	asked, err := w.choose(hanako, "PASSWORD")
	w.works(err)
	later, err := w.answer(asked.Session, "PASSWORD", "PASSWORD", password)
	challenged(later.ChallengeName, later.AuthenticationResult, err)
	open, err := w.choose(hanako, "")
	w.works(err)
	if !slices.Equal(open.AvailableChallenges, []types.ChallengeNameType{"PASSWORD", "PASSWORD_SRP", "WEB_AUTHN"}) {
		t.Errorf("%v", open.AvailableChallenges)
	}
	selected, err := w.sdk.RespondToAuthChallenge(ctx, &idp.RespondToAuthChallengeInput{
		ChallengeName: open.ChallengeName, ClientId: aws.String(clientID), Session: open.Session,
		ChallengeResponses: map[string]string{"USERNAME": hanako, "ANSWER": "PASSWORD", "PASSWORD": password},
	})
	challenged(selected.ChallengeName, selected.AuthenticationResult, err)
	client, err := srp.New()
	w.works(err)
	exchange, err := w.choose(hanako, "PASSWORD_SRP", "SRP_A", client.Parameters(hanako)["SRP_A"])
	w.works(err)
	proved, err := w.sdk.RespondToAuthChallenge(ctx, &idp.RespondToAuthChallengeInput{
		ChallengeName: exchange.ChallengeName, ClientId: aws.String(clientID), Session: exchange.Session, ChallengeResponses: w.proof(client, password, exchange.ChallengeParameters),
	})
	challenged(proved.ChallengeName, proved.AuthenticationResult, err)

	w.works(set(false))
	session := open.Session
	_, err = w.answer(session, types.ChallengeNameTypeSelectChallenge, "ANSWER", "WEB_AUTHN")
	w.fails(err, "NotAuthorizedException", "Invalid session for the user.")
}

// A sign-in that began while a passkey was offered does not end after it is not.
func TestPasskeyTurnedOffMeanwhile(t *testing.T) {
	w := newPasskeyWorld(t)
	access := w.access()
	key := w.enrolPasskey(access)
	session, options := w.request(hanako)
	w.enrolTOTP(access) // which does not take passkeys as multi-factor
	w.now = w.now.Add(-time.Minute)
	_, err := w.assert(session, virtualwebauthn.CreateAssertionResponse(dashboard, device(), key, *options))
	w.fails(err, "NotAuthorizedException", incorrect)
}

// The answers do not reveal who has an account: unknown users get one of the challenges of
// the pool, always the same, and never in.
func TestChoiceOfUnknownUsers(t *testing.T) {
	w := newPasskeyWorld(t)
	w.enrolPasskey(w.access())
	kinds := map[types.ChallengeNameType]int{}
	for _, name := range []string{"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"} {
		email := name + "@nowhere.example"
		first, err := w.choose(email, "WEB_AUTHN")
		w.works(err)
		again, err := w.choose(email, "WEB_AUTHN")
		w.works(err)
		kinds[first.ChallengeName]++
		if first.ChallengeName != again.ChallengeName || !slices.Equal(first.AvailableChallenges, again.AvailableChallenges) {
			t.Errorf("%s: %s, then %s", email, first.ChallengeName, again.ChallengeName)
		}
		if first.ChallengeName == types.ChallengeNameTypeWebAuthn {
			options, err := virtualwebauthn.ParseAssertionOptions(first.ChallengeParameters["CREDENTIAL_REQUEST_OPTIONS"])
			w.works(err)
			if len(options.AllowCredentials) != 1 || options.RelyingPartyID != "localhost" {
				t.Errorf("%+v", options)
			}
			_, err = w.assert(first.Session, virtualwebauthn.CreateAssertionResponse(dashboard, device(), newPasskey(), *options))
			w.fails(err, "NotAuthorizedException", incorrect)
		}
		_, err = w.choose(email, "PASSWORD", "PASSWORD", password)
		w.fails(err, "NotAuthorizedException", incorrect)
	}
	if kinds[types.ChallengeNameTypeWebAuthn] == 0 || kinds[types.ChallengeNameTypeSelectChallenge] == 0 {
		t.Errorf("%v", kinds)
	}
}

// Without a sign-in policy there is neither the flow nor a passkey.
func TestPasskeysNotEnabled(t *testing.T) {
	w := newWorld(t)
	w.hanako()
	_, err := w.choose(hanako, "")
	w.fails(err, "InvalidParameterException", "USER_AUTH flow not enabled for this client")
	_, err = w.sdk.StartWebAuthnRegistration(ctx, &idp.StartWebAuthnRegistrationInput{AccessToken: w.access()})
	w.fails(err, "WebAuthnNotEnabledException", "")
	w.config.FirstFactors = []string{"PASSWORD", "WEB_AUTHN"}
	w.open()
	_, err = w.sdk.StartWebAuthnRegistration(ctx, &idp.StartWebAuthnRegistrationInput{AccessToken: w.access()})
	w.fails(err, "WebAuthnConfigurationMissingException", "")
	w.config.FirstFactors = []string{"WEB_AUTHN"}
	w.open()
	begun, err := w.choose(hanako, "PASSWORD", "PASSWORD", password)
	w.works(err)
	if begun.AuthenticationResult != nil || len(begun.AvailableChallenges) != 0 {
		t.Errorf("%+v", begun)
	}
}

// The triggers of a sign-in are called once each, and refuse it.
func TestTriggersOfAPasskey(t *testing.T) {
	w := newPasskeyWorld(t)
	key := w.enrolPasskey(w.access())
	calls := map[string]int{}
	w.config.Triggers = map[string]cognito.Trigger{}
	for _, name := range []string{"PreAuthentication", "PostAuthentication"} {
		w.config.Triggers[name] = func(event []byte) ([]byte, error) {
			calls[name]++
			return event, nil
		}
	}
	w.open()
	_, err := w.signInByPasskey(key)
	w.works(err)
	if calls["PreAuthentication"] != 1 || calls["PostAuthentication"] != 1 {
		t.Errorf("%v", calls)
	}
	open, err := w.choose(hanako, "")
	w.works(err)
	asked, err := w.answer(open.Session, open.ChallengeName, "ANSWER", "PASSWORD")
	w.works(err)
	_, err = w.answer(asked.Session, asked.ChallengeName, "PASSWORD", password)
	w.works(err)
	if calls["PreAuthentication"] != 2 || calls["PostAuthentication"] != 2 {
		t.Errorf("%v", calls)
	}
	for _, name := range []string{"PostAuthentication", "PreAuthentication"} {
		w.config.Triggers[name] = func([]byte) ([]byte, error) { return nil, &cognito.Fault{Code: "x", Message: "no"} }
		w.open()
		begun, err := w.choose(hanako, "WEB_AUTHN")
		if name == "PreAuthentication" {
			w.fails(err, "UserLambdaValidationException", "")
			continue
		}
		w.works(err)
		options, err := virtualwebauthn.ParseAssertionOptions(begun.ChallengeParameters["CREDENTIAL_REQUEST_OPTIONS"])
		w.works(err)
		_, err = w.assert(begun.Session, virtualwebauthn.CreateAssertionResponse(dashboard, device(), key, *options))
		w.fails(err, "UserLambdaValidationException", "")
	}
}
