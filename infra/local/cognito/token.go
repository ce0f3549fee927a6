package cognito

import (
	"cmp"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/lestrrat-go/jwx/v3/jwa"
	"github.com/lestrrat-go/jwx/v3/jwk"
	"github.com/lestrrat-go/jwx/v3/jws"
)

func newKey() ([]byte, error) {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		return nil, fmt.Errorf("make signing key: %w", err)
	}
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return nil, fmt.Errorf("encode signing key: %w", err)
	}
	return der, nil
}

// parseKey returns the signing key and the set of public keys to publish.
func parseKey(der []byte) (jwk.Key, jwk.Set, error) {
	raw, err := x509.ParsePKCS8PrivateKey(der)
	if err != nil {
		return nil, nil, fmt.Errorf("parse signing key: %w", err)
	}
	key, err := jwk.Import(raw)
	if err != nil {
		return nil, nil, fmt.Errorf("import signing key: %w", err)
	}
	if err := jwk.AssignKeyID(key); err != nil {
		return nil, nil, fmt.Errorf("name signing key: %w", err)
	}
	for name, value := range map[string]any{jwk.AlgorithmKey: jwa.RS256(), jwk.KeyUsageKey: jwk.ForSignature} {
		if err := key.Set(name, value); err != nil {
			return nil, nil, fmt.Errorf("describe signing key: %w", err)
		}
	}
	public, err := key.PublicKey()
	if err != nil {
		return nil, nil, fmt.Errorf("derive public key: %w", err)
	}
	set := jwk.NewSet()
	if err := set.AddKey(public); err != nil {
		return nil, nil, fmt.Errorf("publish key: %w", err)
	}
	return key, set, nil
}

// authenticationResult is AuthenticationResult as on the wire.
type authenticationResult struct {
	AccessToken  string
	IdToken      string //nolint:revive // as on the wire
	RefreshToken string
	ExpiresIn    int // seconds
	TokenType    string
}

// issue creates the tokens of a sign-in.
func (p *Pool) issue(u user, f family) (authenticationResult, error) {
	now, client := p.now(), cmp.Or(f.Client, p.config.ClientID)
	common := func(use string, life time.Duration) map[string]any {
		return map[string]any{
			"sub": u.Sub, "iss": p.config.Issuer, "origin_jti": f.ID, "event_id": f.Event, "jti": p.uuid(),
			"token_use": use, "auth_time": f.AuthTime.Unix(), "iat": now.Unix(), "exp": now.Add(life).Unix(),
		}
	}
	access := common("access", p.config.Lifetimes.Access)
	access["client_id"], access["username"] = client, u.username()
	source := "TokenGeneration_Authentication"
	if f.Hosted {
		source = "TokenGeneration_HostedAuth"
	}
	if f.Generation > 1 {
		source = "TokenGeneration_RefreshTokens"
	}
	without, err := p.suppressed(u, client, source, []string{ScopeSelf})
	if err != nil {
		return authenticationResult{}, err
	}
	access["scope"] = ScopeSelf
	if slices.Contains(without, ScopeSelf) {
		access["scope"] = ""
	}
	id := common("id", p.config.Lifetimes.ID)
	for name, value := range u.Attributes {
		switch name {
		case "email_verified", "phone_number_verified":
			id[name] = value == "true"
		default:
			id[name] = value
		}
	}
	id["aud"], id["cognito:username"] = client, u.username()
	if from := u.identities(); from != nil {
		id["identities"] = from
	}
	result := authenticationResult{RefreshToken: p.refreshToken(f), ExpiresIn: int(p.config.Lifetimes.Access.Seconds()), TokenType: "Bearer"}
	if result.AccessToken, err = p.sign(access); err != nil {
		return authenticationResult{}, err
	}
	if result.IdToken, err = p.sign(id); err != nil {
		return authenticationResult{}, err
	}
	return result, nil
}

func (p *Pool) sign(claims map[string]any) (string, error) {
	payload, err := json.Marshal(claims)
	if err != nil {
		return "", fmt.Errorf("encode claims: %w", err)
	}
	token, err := jws.Sign(payload, jws.WithKey(jwa.RS256(), p.key))
	if err != nil {
		return "", fmt.Errorf("sign token: %w", err)
	}
	return string(token), nil
}

func encode(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }
