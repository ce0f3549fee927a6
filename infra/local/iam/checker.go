// Package iam issues credentials to every function of the local stack and checks each
// call to a service against the function's policy, so that a missing permission fails
// on the laptop and not after the deployment.
//
// Protect wraps a service: it verifies the request's signature, derives the actions and
// resources that the request needs, and answers in the service's own form if one of
// them is not allowed. S3 is the exception: its gateway verifies signatures itself and
// calls Allow for each operation.
//
// Policies are lists of allowed actions and resources, and of leading keys of the table. Denials are not supported, as the
// product's roles have none; neither are two conditions of theirs (mail from the product's
// address alone, a role passed to EventBridge Scheduler alone), which tests of infra/aws/stacks hold.
//
// Functions assume roles for sessions with tags, as of STS (STS).
package iam

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	v4 "github.com/aws/aws-sdk-go-v2/aws/signer/v4"

	"anzen/infra/local/journal"
)

// Statement allows each of the actions, like "dynamodb:GetItem", on each of the
// resources, which are ARNs. Both may contain the wildcards * (any characters) and ?
// (one character).
type Statement struct {
	Actions   []string
	Resources []string
	// LeadingKeys are patterns of the partition keys of the table's items: every one that a request names has to match one of them
	// (ForAllValues:StringLike of dynamodb:LeadingKeys). A variable ${aws:PrincipalTag/NAME} is a tag of the session.
	LeadingKeys []string
}

// Config configures a checker. Only Dir is required.
type Config struct {
	// Dir is the folder that keeps the seed of all credentials: the same folder gives a
	// function the same credentials again.
	Dir string
	// Account and Region are parts of the ARNs; by default 000000000000 and
	// ap-northeast-1.
	Account string
	Region  string
	// Clock is the time that signatures are checked against; by default the real one, as
	// the SDK signs with it.
	Clock func() time.Time
	// Refused is called for every refused call, for logging.
	Refused func(*Denied)
}

// Checker knows the functions' credentials and policies. It is safe for
// concurrent use.
type Checker struct {
	config Config
	seed   []byte
	signer *v4.Signer

	mu         sync.RWMutex
	principals map[string]principal // by access key id
	roles      map[string]Role      // by ARN
}

type principal struct {
	function   string
	secret     string
	statements []Statement
	session    string            // the token of a session; empty: of a function's own credentials
	tags       map[string]string // of a session
	until      time.Time
}

// Denied is the refusal of an action. Its text is IAM's own.
type Denied struct {
	Function string
	Action   string
	Resource string
	account  string
}

func (d *Denied) Error() string {
	return fmt.Sprintf("User: arn:aws:sts::%s:assumed-role/%s/%s is not authorized to perform: %s on resource: %s because no identity-based policy allows the %s action",
		d.account, d.Function, d.Function, d.Action, d.Resource, d.Action)
}

// ErrUnknownKey is the refusal of an access key that was never issued.
var ErrUnknownKey = errors.New("the access key id is not known")

// Open opens the checker whose seed is in config.Dir, creating it the first time.
func Open(config Config) (*Checker, error) {
	if config.Dir == "" {
		return nil, errors.New("open checker of permissions: Dir is required")
	}
	if config.Account == "" {
		config.Account = "000000000000"
	}
	if config.Region == "" {
		config.Region = "ap-northeast-1"
	}
	if config.Clock == nil {
		config.Clock = time.Now
	}
	seed, err := readSeed(filepath.Join(config.Dir, "credentials.jsonl"))
	if err != nil {
		return nil, fmt.Errorf("open checker of permissions: %w", err)
	}
	return &Checker{config: config, seed: seed, signer: v4.NewSigner(), principals: map[string]principal{}, roles: map[string]Role{}}, nil
}

func readSeed(path string) ([]byte, error) {
	var kept struct {
		Seed []byte `json:"seed"`
	}
	err := journal.Read(path, func(_ int64, record json.RawMessage) error {
		return json.Unmarshal(record, &kept)
	})
	if err != nil {
		return nil, fmt.Errorf("read seed: %w", err)
	}
	if len(kept.Seed) == 32 {
		return kept.Seed, nil
	}
	kept.Seed = make([]byte, 32)
	if _, err := rand.Read(kept.Seed); err != nil {
		return nil, fmt.Errorf("create seed: %w", err)
	}
	if err := journal.Replace(path, []any{kept}); err != nil {
		return nil, fmt.Errorf("store seed: %w", err)
	}
	return kept.Seed, nil
}

// Issue returns the function's credentials, and replaces its policy. The function's
// name appears in refusals.
func (c *Checker) Issue(function string, statements ...Statement) aws.Credentials {
	id := "AKIA" + base32.StdEncoding.EncodeToString(c.derive("id:" + function))[:16]
	secret := base64.StdEncoding.EncodeToString(c.derive("secret:" + function))[:40]
	c.mu.Lock()
	defer c.mu.Unlock()
	c.principals[id] = principal{function: function, secret: secret, statements: slices.Clone(statements)}
	return aws.Credentials{AccessKeyID: id, SecretAccessKey: secret, Source: "local stack"}
}

func (c *Checker) derive(purpose string) []byte {
	mac := hmac.New(sha256.New, c.seed)
	mac.Write([]byte(purpose))
	return mac.Sum(nil)
}

func (c *Checker) principal(accessKeyID string) (principal, bool) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	p, ok := c.principals[accessKeyID]
	return p, ok
}

// Secret returns the secret of an issued access key.
func (c *Checker) Secret(accessKeyID string) (string, bool) {
	p, ok := c.principal(accessKeyID)
	return p.secret, ok
}

// Function returns the owner of an access key.
func (c *Checker) Function(accessKeyID string) (string, bool) {
	p, ok := c.principal(accessKeyID)
	return p.function, ok
}

// CallerOf is the function whose access key a request names, signed or not; "" for others.
func (c *Checker) CallerOf(r *http.Request) string {
	a, ok := parseAuthorization(r.Header.Get("Authorization"))
	if !ok {
		return ""
	}
	function, _ := c.Function(a.accessKeyID)
	return function
}

// Allow returns nil if the owner of the access key may do the action on the
// resource, a *Denied if not, and ErrUnknownKey if there is no such key.
func (c *Checker) Allow(accessKeyID, action, resource string) error {
	return c.allowOne(accessKeyID, need{action: action, resources: []string{resource}})
}

// allowOne checks the action on any one of the resources.
func (c *Checker) allowOne(accessKeyID string, n need) error {
	p, ok := c.principal(accessKeyID)
	if !ok {
		return ErrUnknownKey
	}
	for _, s := range p.statements {
		for _, resource := range n.resources {
			if s.allows(n.action, resource) && s.reaches(n.keys, p.tags) {
				return nil
			}
		}
	}
	denied := &Denied{Function: p.function, Action: n.action, Resource: n.resources[0], account: c.config.Account}
	if c.config.Refused != nil {
		c.config.Refused(denied)
	}
	return denied
}

func (s Statement) allows(action, resource string) bool {
	// Actions are not case-sensitive, resources are.
	action = strings.ToLower(action)
	return slices.ContainsFunc(s.Actions, func(pattern string) bool { return matches(strings.ToLower(pattern), action) }) &&
		slices.ContainsFunc(s.Resources, func(pattern string) bool { return matches(pattern, resource) })
}

// matches matches text against a pattern with * and ?. On a mismatch the last star
// takes one character more, so the time is bounded by the product of the lengths.
func matches(pattern, text string) bool {
	p, t, star, restart := 0, 0, -1, 0
	for t < len(text) {
		switch {
		case p < len(pattern) && pattern[p] == '*':
			star, restart = p, t
			p++
		case p < len(pattern) && (pattern[p] == '?' || pattern[p] == text[t]):
			p++
			t++
		case star >= 0:
			restart++
			p, t = star+1, restart
		default:
			return false
		}
	}
	return strings.Trim(pattern[p:], "*") == ""
}
