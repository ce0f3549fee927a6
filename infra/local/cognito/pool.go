// Package cognito is a stand-in for one Amazon Cognito user pool with one app
// client: it answers the AWSCognitoIdentityProviderService wire protocol for
// the operations that aws-amplify and the functions use.
//
// The pool signs people in by e-mail address (UsernameAttributes=email): the
// user name is a generated UUID, equal to "sub". Users, refresh tokens and
// lockouts are durable; a sign-in that is under way (3 minutes at most) is
// kept in memory only.
//
// The Admin operations are served to any caller of the handler: put the check of
// signatures and policies (package iam) in front of it.
package cognito

import (
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

// Lifetimes of tokens and sign-ins, as the user pool configures them.
const (
	accessTokenLife  = time.Hour
	idTokenLife      = time.Hour
	refreshTokenLife = 30 * 24 * time.Hour
	authSessionLife  = 3 * time.Minute
)

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
	// CustomAttributes are the schema's custom attributes without "custom:"; by
	// default company_id and user_id.
	CustomAttributes []string
}

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
	records  int
}

// Open opens the pool whose data lies in config.Dir.
func Open(config Config) (*Pool, error) {
	if config.Dir == "" || config.ClientID == "" || !strings.Contains(config.PoolID, "_") {
		return nil, errors.New("open user pool: Dir, ClientID and a PoolID like region_NAME are required")
	}
	if config.RefreshGrace < 0 || config.RefreshGrace > time.Minute {
		return nil, fmt.Errorf("open user pool: refresh grace of %s is not within 0 to 60 s", config.RefreshGrace)
	}
	p := &Pool{config: withDefaults(config), sessions: map[string]*session{}}
	if err := p.load(); err != nil {
		return nil, fmt.Errorf("open user pool: %w", err)
	}
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
