package cognito

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"net"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/protocol/webauthncose"
	"github.com/go-webauthn/webauthn/webauthn"
)

// WebAuthn is the pool's WebAuthnConfiguration: how people sign in with passkeys.
type WebAuthn struct {
	// RelyingParty is the domain that passkeys are for: the dashboard's host.
	RelyingParty string
	// Required: every passkey verifies its user, by their finger or face or a PIN
	// (UserVerification required; otherwise preferred).
	Required bool
	// MultiFactor: a passkey that verified its user is a second factor too
	// (FactorConfiguration MULTI_FACTOR_WITH_USER_VERIFICATION), for those for whom it is
	// activated (WebAuthnMfaSettings). Otherwise people with a second factor cannot sign in
	// with a passkey.
	MultiFactor bool
}

// passkey is a credential that signs a user in.
type passkey struct {
	ID         []byte    `json:"id"`
	Key        []byte    `json:"key"`   // COSE
	Count      uint32    `json:"count"` // of signatures, where the authenticator counts them
	Name       string    `json:"name"`
	Transports []string  `json:"transports,omitempty"`
	Attachment string    `json:"attachment,omitempty"`
	Party      string    `json:"party"`
	Created    time.Time `json:"created"`
}

// registration is a passkey that is being registered.
type registration struct {
	challenge string
	client    string
	expires   time.Time
}

const (
	maxPasskeys     = 20 // of a user
	challengeBytes  = 32
	passkeyTimeout  = 3 * time.Minute // of a registration, and of the browser's dialog
	passkeyListMax  = 20
	verifyRequired  = "required"
	verifyPreferred = "preferred"
)

// algorithms are those of the keys that the pool accepts: ES256, RS256.
var algorithms = []protocol.CredentialParameter{
	{Type: protocol.PublicKeyCredentialType, Algorithm: webauthncose.AlgES256},
	{Type: protocol.PublicKeyCredentialType, Algorithm: webauthncose.AlgRS256},
}

func (c WebAuthn) verification() string {
	if c.Required {
		return verifyRequired
	}
	return verifyPreferred
}

// passkeysEnabled is the error of a pool that takes no passkeys.
func (p *Pool) passkeysEnabled() error {
	switch {
	case !slices.Contains(p.config.FirstFactors, firstPasskey):
		return fault("WebAuthnNotEnabledException", "Passkeys are not enabled for this user pool.")
	case p.config.WebAuthn.RelyingParty == "":
		return fault("WebAuthnConfigurationMissingException", "The user pool has no relying party id.")
	}
	return nil
}

// described names a credential in options.
type described struct {
	Type       string   `json:"type"`
	ID         string   `json:"id"`
	Transports []string `json:"transports,omitempty"`
}

func describe(keys []passkey) []described {
	list := []described{}
	for _, k := range keys {
		list = append(list, described{"public-key", encode(k.ID), k.Transports})
	}
	return list
}

type entity struct {
	ID          string `json:"id"`
	Name        string `json:"name"`
	DisplayName string `json:"displayName,omitempty"`
}

type selection struct {
	RequireResidentKey bool   `json:"requireResidentKey"`
	ResidentKey        string `json:"residentKey"`
	UserVerification   string `json:"userVerification"`
}

// creationOptions are PublicKeyCredentialCreationOptionsJSON (WebAuthn level 3, 5.4).
type creationOptions struct {
	RP         entity                         `json:"rp"`
	User       entity                         `json:"user"`
	Challenge  string                         `json:"challenge"`
	Parameters []protocol.CredentialParameter `json:"pubKeyCredParams"`
	Timeout    int64                          `json:"timeout"` // milliseconds
	Exclude    []described                    `json:"excludeCredentials"`
	Selection  selection                      `json:"authenticatorSelection"`
}

// startWebAuthnRegistration answers the options with which a browser makes a passkey.
func (p *Pool) startWebAuthnRegistration(u user, q accessRequest) (any, error) {
	if err := p.passkeysEnabled(); err != nil {
		return nil, err
	}
	if len(u.Passkeys) >= maxPasskeys {
		return nil, errTooManyPasskeys
	}
	r := registration{encode(p.random(challengeBytes)), clientOf(q.AccessToken), p.now().Add(passkeyTimeout)}
	p.registrations[u.Sub] = r
	email := u.Attributes["email"]
	return struct{ CredentialCreationOptions creationOptions }{creationOptions{
		RP:   entity{ID: p.config.WebAuthn.RelyingParty, Name: p.config.WebAuthn.RelyingParty},
		User: entity{encode([]byte(u.Sub)), email, email}, Challenge: r.challenge, Parameters: algorithms, Timeout: passkeyTimeout.Milliseconds(),
		Exclude: describe(u.Passkeys), Selection: selection{true, "required", p.config.WebAuthn.verification()},
	}}, nil
}

var errTooManyPasskeys = fault("LimitExceededException", "The user has the maximum number of passkeys.")

// clientOf is the client of an access token that has been verified.
func clientOf(token string) string {
	parts := strings.Split(token, ".")
	if len(parts) != 3 {
		return ""
	}
	payload, err := base64.RawURLEncoding.DecodeString(parts[1])
	if err != nil {
		return ""
	}
	var claims Claims
	_ = json.Unmarshal(payload, &claims) // it was signed by the pool
	return claims.text("client_id")
}

type completeRequest struct {
	accessRequest
	Credential json.RawMessage
}

// completeWebAuthnRegistration registers the passkey that a browser has made.
func (p *Pool) completeWebAuthnRegistration(u user, q completeRequest) (any, error) {
	if err := p.passkeysEnabled(); err != nil {
		return nil, err
	}
	r, begun := p.registrations[u.Sub]
	switch {
	case !begun || !p.now().Before(r.expires):
		return nil, fault("WebAuthnChallengeNotFoundException", "The registration has expired, or has not begun.")
	case r.client != clientOf(q.AccessToken):
		return nil, fault("WebAuthnClientMismatchException", "The registration began with another client.")
	}
	delete(p.registrations, u.Sub) // whatever comes of it, a challenge is answered once
	made, err := protocol.ParseCredentialCreationResponseBytes(q.Credential)
	if err != nil {
		return nil, errUnsupportedPasskey
	}
	origin := made.Response.CollectedClientData.Origin
	if !p.config.WebAuthn.admits(origin) {
		return nil, fault("WebAuthnOriginNotAllowedException", "The origin of the passkey does not belong to the relying party id of the user pool.")
	}
	hash := protocol.URLEncodedBase64(made.Response.AttestationObject.AuthData.RPIDHash)
	if !bytes.Equal(hash, hashOf(p.config.WebAuthn.RelyingParty)) {
		return nil, fault("WebAuthnRelyingPartyMismatchException", "The passkey is for another relying party id than the user pool's.")
	}
	_, err = made.Verify(r.challenge, p.config.WebAuthn.RelyingParty, []string{origin}, nil, nil, protocol.TopOriginExplicitVerificationMode, false,
		p.config.WebAuthn.Required, true, nil, algorithms, protocol.AttestationPolicy{}, protocol.SignaturePolicy{})
	if err != nil {
		return nil, errUnsupportedPasskey
	}
	data := made.Response.AttestationObject.AuthData
	for _, other := range p.state.users {
		if slices.ContainsFunc(other.Passkeys, func(k passkey) bool { return bytes.Equal(k.ID, data.AttData.CredentialID) }) {
			return nil, fault("InvalidParameterException", "The passkey is registered already.")
		}
	}
	if len(u.Passkeys) >= maxPasskeys {
		return nil, errTooManyPasskeys
	}
	k := passkey{
		ID: data.AttData.CredentialID, Key: data.AttData.CredentialPublicKey, Count: data.Counter, Name: "Passkey", Party: p.config.WebAuthn.RelyingParty,
		Attachment: string(made.AuthenticatorAttachment), Created: p.now(),
	}
	for _, t := range made.Response.Transports {
		k.Transports = append(k.Transports, string(t))
	}
	u.Passkeys = append(slices.Clone(u.Passkeys), k)
	return empty{}, p.saveUser(u)
}

var errUnsupportedPasskey = fault("WebAuthnCredentialNotSupportedException", "The passkey is not valid, or is not supported.")

// admits reports whether an origin belongs to the relying party: https on its domain or one
// below it (WebAuthn level 3, 5.1.3); localhost also without TLS.
func (c WebAuthn) admits(origin string) bool {
	u, err := url.Parse(origin)
	if err != nil || u.Host == "" || u.Path != "" {
		return false
	}
	host := u.Hostname()
	if net.ParseIP(host) != nil || u.Scheme != "https" && (u.Scheme != "http" || host != "localhost") {
		return false
	}
	return host == c.RelyingParty || strings.HasSuffix(host, "."+c.RelyingParty)
}

type credentialDescription struct {
	CredentialId            string //nolint:revive // as on the wire
	FriendlyCredentialName  string
	RelyingPartyId          string //nolint:revive // as on the wire
	AuthenticatorAttachment string `json:",omitempty"`
	AuthenticatorTransports []string
	CreatedAt               seconds
}

type listCredentialsRequest struct {
	accessRequest
	MaxResults int
	NextToken  string
}

// listWebAuthnCredentials lists the user's passkeys, all on one page.
func (p *Pool) listWebAuthnCredentials(u user, q listCredentialsRequest) (any, error) {
	if q.MaxResults < 0 || q.MaxResults > passkeyListMax {
		return nil, fault("InvalidParameterException", "MaxResults must be at most 20.")
	}
	list := []credentialDescription{}
	for _, k := range u.Passkeys {
		list = append(list, credentialDescription{encode(k.ID), k.Name, k.Party, k.Attachment, append([]string{}, k.Transports...), since1970(k.Created)})
	}
	return struct{ Credentials []credentialDescription }{list}, nil
}

type deleteCredentialRequest struct {
	accessRequest
	CredentialId string //nolint:revive // as on the wire
}

// deleteWebAuthnCredential removes a passkey of the user.
func (p *Pool) deleteWebAuthnCredential(u user, q deleteCredentialRequest) (any, error) {
	left := slices.DeleteFunc(slices.Clone(u.Passkeys), func(k passkey) bool { return encode(k.ID) == q.CredentialId })
	if len(left) == len(u.Passkeys) {
		return nil, fault("ResourceNotFoundException", "The passkey does not exist.")
	}
	u.Passkeys = left
	return empty{}, p.saveUser(u)
}

// proves verifies an assertion by a passkey of the user, and returns the passkey with its new
// count. A count that does not grow is that of a copy (WebAuthn level 3, 6.1.1).
func (p *Pool) proves(u user, challenge, credential string) (passkey, bool) {
	said, err := protocol.ParseCredentialRequestResponseBytes([]byte(credential))
	if err != nil {
		return passkey{}, false
	}
	n := slices.IndexFunc(u.Passkeys, func(k passkey) bool { return bytes.Equal(k.ID, said.RawID) })
	origin := said.Response.CollectedClientData.Origin
	if n < 0 || !p.config.WebAuthn.admits(origin) {
		return passkey{}, false
	}
	if handle := said.Response.UserHandle; len(handle) > 0 && string(handle) != u.Sub {
		return passkey{}, false
	}
	k := u.Passkeys[n]
	err = said.Verify(challenge, p.config.WebAuthn.RelyingParty, "", []string{origin}, nil, nil, protocol.TopOriginExplicitVerificationMode, false,
		p.config.WebAuthn.Required, true, k.Key, protocol.SignaturePolicy{})
	if err != nil {
		return passkey{}, false
	}
	counter := webauthn.Authenticator{SignCount: k.Count}
	counter.UpdateCounter(said.Response.AuthenticatorData.Counter)
	if counter.CloneWarning {
		return passkey{}, false
	}
	k.Count = counter.SignCount
	return k, true
}
