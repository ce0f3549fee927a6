// Package cognito is a stand-in for one Amazon Cognito user pool with one app
// client: it answers the AWSCognitoIdentityProviderService wire protocol for
// the operations that aws-amplify and the functions use.
//
// The pool signs people in by e-mail address (UsernameAttributes=email): the
// user name is a generated UUID, equal to "sub". Users, refresh tokens and
// lockouts are durable; a sign-in that is under way is kept in memory only.
//
// People of a company with a SAML provider sign in with it through the hosted pages
// (Hosted), by which the pool is an OAuth 2.0 server for the client and a service
// provider for the company. Their account is named by provider and subject, or is the
// account of the pool that these are linked to.
//
// A passkey signs people in by the flow USER_AUTH (userauth.go). It is a complete sign-in, also
// for those with a second factor, where it has verified its user and the pool takes that as
// multi-factor: "When set to MULTI_FACTOR_WITH_USER_VERIFICATION, passkey authentication with
// user verification satisfies MFA requirements" (Amazon Cognito API reference,
// WebAuthnConfigurationType), for users for whom it is activated beside another factor
// (WebAuthnMfaSettingsType).
//
// The Admin operations are served to any caller of the handler: put the check of
// signatures and policies (package iam) in front of it.
package cognito

import (
	"cmp"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/lestrrat-go/jwx/v3/jwk"

	"anzen/infra/local/journal"
)

// Lifetimes are for how long the tokens of the app client are valid; zero stands for
// Cognito's default.
type Lifetimes struct{ Access, ID, Refresh time.Duration }

// Config configures a pool. Dir, PoolID and ClientID are required.
type Config struct {
	// Dir is the folder of the pool's data; it is created if missing.
	Dir string
	// PoolID is like "ap-northeast-1_ANZENLOCAL".
	PoolID   string
	ClientID string
	// Issuer is the tokens' "iss"; by default
	// https://cognito-idp.{region}.amazonaws.com/{PoolID}.
	Issuer string
	// Clock and Random are the time and randomness; by default the real ones.
	// The RSA key is always made from the real randomness.
	Clock  func() time.Time
	Random io.Reader
	// RefreshGrace is for how long a rotated refresh token may be used again
	// (RetryGracePeriodSeconds, 0 to 60 s).
	RefreshGrace time.Duration
	// Lifetimes of the tokens; by default an hour, an hour and 30 days.
	Lifetimes Lifetimes
	// PasswordFlow enables USER_PASSWORD_AUTH, by which tests sign in with few requests.
	PasswordFlow bool
	// AuthSession is how long a challenge can be answered (AuthSessionValidity, 3 to 15
	// minutes); by default 3 minutes.
	AuthSession time.Duration
	// AdminClientID is a second app client, whose sign-ins only an administrator can begin
	// and continue. Empty: none.
	AdminClientID string
	// SMS sends a message to a phone. SMSMessage is its text, with {####} for the code. Without
	// SMS the pool sends none.
	SMS        func(number, text string) error
	SMSMessage string
	// FirstFactors are those of a choice-based sign-in (AllowedFirstAuthFactors): PASSWORD,
	// WEB_AUTHN. Empty: USER_AUTH is not enabled for the client.
	FirstFactors []string
	WebAuthn     WebAuthn
	// Triggers are the functions that the pool calls, by their operations: PreSignUp, PreAuthentication, PostAuthentication, PreTokenGeneration,
	// DefineAuthChallenge, CreateAuthChallenge, VerifyAuthChallengeResponse. They must not call
	// the pool with the operations of one who waits for them.
	Triggers map[string]Trigger
	// CustomAttributes are the schema's custom attributes without "custom:"; by
	// default company_id and user_id.
	CustomAttributes []string
	// WriteAttributes are what the client can write, which includes what providers assert.
	WriteAttributes []string
	// AnswersAnAddress is how many challenges a client's address may answer in AddressWindow,
	// which on AWS the pool's firewall counts; 0: any number.
	AnswersAnAddress int
	AddressWindow    time.Duration
	// Domain is the host of the hosted pages, like "127.0.0.1:8081"; without it nobody can
	// sign in with a provider.
	Domain string
	// URLs are the addresses to which the hosted pages return.
	URLs ClientURLs
}

// Trigger is a function that the pool calls with an event.
type Trigger func(event []byte) ([]byte, error)

// Pool is one user pool. It is an http.Handler and safe for concurrent use.
type Pool struct {
	config Config
	file   *journal.File
	key    jwk.Key
	public jwk.Set

	// mu guards the fields below. Password verifiers are computed under it too:
	// that costs some milliseconds and keeps every operation atomic.
	mu       sync.Mutex
	state    state
	sessions map[string]*session
	answers  answers
	// registrations are the passkeys that are being registered, by sub.
	registrations map[string]registration
	hosted        hosted
	records       int
	// metadata is the ClientMetadata of the operation in progress.
	metadata map[string]string
}

// Open opens the pool whose data lies in config.Dir.
func Open(config Config) (*Pool, error) {
	if config.Dir == "" || config.ClientID == "" || !strings.Contains(config.PoolID, "_") {
		return nil, errors.New("open user pool: Dir, ClientID and a PoolID like region_NAME are required")
	}
	if config.RefreshGrace < 0 || config.RefreshGrace > time.Minute {
		return nil, fmt.Errorf("open user pool: refresh grace of %s is not within 0 to 60 s", config.RefreshGrace)
	}
	p := &Pool{config: withDefaults(config), sessions: map[string]*session{}, registrations: map[string]registration{}, hosted: hosted{map[string]authorization{}, map[string]grantedCode{}}}
	if err := p.load(); err != nil {
		return nil, fmt.Errorf("open user pool: %w", err)
	}
	p.deploy()
	var err error
	if p.key, p.public, err = parseKey(p.state.key); err != nil {
		return nil, errors.Join(fmt.Errorf("open user pool: %w", err), p.file.Close())
	}
	return p, nil
}

func withDefaults(config Config) Config {
	if config.Issuer == "" {
		region, _, _ := strings.Cut(config.PoolID, "_")
		config.Issuer = "https://cognito-idp." + region + ".amazonaws.com/" + config.PoolID
	}
	if config.Clock == nil {
		config.Clock = time.Now
	}
	if config.Random == nil {
		config.Random = rand.Reader
	}
	config.Lifetimes.Access = cmp.Or(config.Lifetimes.Access, time.Hour)
	config.Lifetimes.ID = cmp.Or(config.Lifetimes.ID, time.Hour)
	config.Lifetimes.Refresh = cmp.Or(config.Lifetimes.Refresh, 30*24*time.Hour)
	if config.AuthSession == 0 {
		config.AuthSession = 3 * time.Minute
	}
	if config.SMSMessage == "" {
		config.SMSMessage = "Your authentication code is {####}."
	}
	if config.CustomAttributes == nil {
		config.CustomAttributes = []string{"company_id", "user_id"}
	}
	return config
}

// Close closes the pool's files. What was answered is on the disk already.
func (p *Pool) Close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.file.Close()
}

// name is the pool's id without the region: the "pool name" of SRP.
func (p *Pool) name() string {
	_, name, _ := strings.Cut(p.config.PoolID, "_")
	return name
}

func (p *Pool) now() time.Time { return p.config.Clock() }
