package cognito

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"strconv"
	"strings"
	"time"
)

// family is one sign-in and all tokens derived from it. Its id is the tokens'
// origin_jti. A family that is missing has been revoked.
//
// A refresh token names its family and generation under the pool's seal, so none is
// stored, and one of an earlier generation is recognised.
type family struct {
	ID         string    `json:"id"`
	Event      string    `json:"event"`
	Sub        string    `json:"sub"`
	Client     string    `json:"client,omitempty"` // empty: the dashboard's
	Hosted     bool      `json:"hosted,omitempty"` // begun on the hosted pages
	AuthTime   time.Time `json:"auth_time"`
	Expires    time.Time `json:"expires"` // rotation does not prolong it
	Generation int       `json:"generation"`
	Rotated    time.Time `json:"rotated,omitzero"`
}

func (p *Pool) newFamily(sub, client string) family {
	now := p.now()
	if client == p.config.ClientID {
		client = ""
	}
	return family{Client: client, ID: p.uuid(), Event: p.uuid(), Sub: sub, AuthTime: now, Expires: now.Add(p.config.Lifetimes.Refresh), Generation: 1}
}

func (p *Pool) refreshToken(f family) string {
	body := f.ID + "." + strconv.Itoa(f.Generation)
	return encode([]byte(body)) + "." + encode(p.seal("refresh:"+body))
}

// readRefreshToken returns the family's id and the generation.
func (p *Pool) readRefreshToken(token string) (id string, generation int, ok bool) {
	body, mac, _ := strings.Cut(token, ".")
	plain, err := base64.RawURLEncoding.DecodeString(body)
	sealed, macErr := base64.RawURLEncoding.DecodeString(mac)
	if err != nil || macErr != nil || !hmac.Equal(sealed, p.seal("refresh:"+string(plain))) {
		return "", 0, false
	}
	id, number, _ := strings.Cut(string(plain), ".")
	generation, err = strconv.Atoi(number)
	return id, generation, err == nil
}

// seal is a MAC of text under the pool's secret.
func (p *Pool) seal(text string) []byte {
	mac := hmac.New(sha256.New, p.state.secret)
	mac.Write([]byte(text))
	return mac.Sum(nil)
}

type refreshRequest struct {
	ClientId     string //nolint:revive // as on the wire
	RefreshToken string
}

// getTokensFromRefreshToken rotates: the answer carries the next refresh token, and the
// one sent is refused from then on, except during the grace, in which it gets the same
// successor again. Its use after that reveals that two parties hold it, so the whole
// family is revoked.
func (p *Pool) getTokensFromRefreshToken(q refreshRequest) (any, error) {
	if err := p.checkClient(q.ClientId); err != nil {
		return nil, err
	}
	id, generation, ok := p.readRefreshToken(q.RefreshToken)
	if !ok {
		return nil, fault("NotAuthorizedException", "Invalid Refresh Token")
	}
	f, ok := p.state.families[id]
	if !ok || f.Client != "" {
		return nil, fault("NotAuthorizedException", "Refresh Token has been revoked")
	}
	now := p.now()
	if !now.Before(f.Expires) {
		return nil, fault("NotAuthorizedException", "Refresh Token has expired")
	}
	u, ok := p.find(f.Sub)
	if !ok {
		return nil, fault("NotAuthorizedException", "Refresh Token has been revoked")
	}
	if u.Disabled {
		return nil, errDisabled
	}
	switch {
	case generation == f.Generation:
		f.Generation, f.Rotated = f.Generation+1, now
		if err := p.commit(change{Families: map[string]*family{id: &f}}); err != nil {
			return nil, err
		}
	case generation == f.Generation-1 && now.Sub(f.Rotated) < p.config.RefreshGrace:
	default:
		if err := p.commit(change{Families: map[string]*family{id: nil}}); err != nil {
			return nil, err
		}
		return nil, fault("RefreshTokenReuseException", "Refresh token reuse detected, the token has been invalidated by rotation")
	}
	return p.authenticated(u, f)
}

type revokeRequest struct {
	ClientId string //nolint:revive // as on the wire
	Token    string
}

// revokeToken ends the sign-in that a refresh token belongs to. As RFC 7009 demands,
// revoking twice is no error.
func (p *Pool) revokeToken(q revokeRequest) (any, error) {
	if err := p.checkClient(q.ClientId); err != nil {
		return nil, err
	}
	id, _, ok := p.readRefreshToken(q.Token)
	if !ok {
		if strings.Count(q.Token, ".") == 2 {
			return nil, fault("UnsupportedTokenTypeException", "Unsupported token type")
		}
		return nil, fault("InvalidParameterException", "Invalid refresh token")
	}
	if _, ok := p.state.families[id]; !ok {
		return empty{}, nil
	}
	return empty{}, p.commit(change{Families: map[string]*family{id: nil}})
}

// signOut adds the end of all sign-ins of sub to c.
func (p *Pool) signOut(c *change, sub string) {
	c.Families = map[string]*family{}
	for id, f := range p.state.families {
		if f.Sub == sub {
			c.Families[id] = nil
		}
	}
}
