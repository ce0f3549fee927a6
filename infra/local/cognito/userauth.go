package cognito

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"slices"
)

// The first factors of a choice-based sign-in (USER_AUTH), which are challenges too.
const (
	firstPassword = "PASSWORD"
	firstSRP      = "PASSWORD_SRP"
	firstPasskey  = "WEB_AUTHN"
	selectFirst   = "SELECT_CHALLENGE"
)

// hashOf is the SHA-256 of a text.
func hashOf(text string) []byte {
	sum := sha256.Sum256([]byte(text))
	return sum[:]
}

// offered are the first factors with which a user can sign in. Those with a second factor
// are offered a passkey only where it counts as one.
func (p *Pool) offered(u user) []string {
	var list []string
	if slices.Contains(p.config.FirstFactors, firstPassword) {
		list = append(list, firstPassword, firstSRP)
	}
	if p.passkeysEnabled() == nil && len(u.Passkeys) > 0 && (len(u.MFA.Enabled) == 0 || u.MFA.WebAuthn && p.config.WebAuthn.MultiFactor) {
		list = append(list, firstPasskey)
	}
	return list
}

// madeUpPasskeys are those of a user who is made up for an unknown name. As "Managing user existence error responses" in the Cognito developer guide states,
// one of the challenges that the pool allows is chosen for them: the same one each time.
func (p *Pool) madeUpPasskeys(u user) []passkey {
	seed := p.seal("passkey:" + u.Sub)
	if seed[0]%2 == 0 {
		return nil
	}
	return []passkey{{ID: seed, Party: p.config.WebAuthn.RelyingParty}}
}

// beginChoice begins a sign-in in which the user chooses the first factor: the preferred one
// where the user has it, otherwise they select.
func (p *Pool) beginChoice(client string, parameters map[string]string) (any, error) {
	if len(p.config.FirstFactors) == 0 {
		return nil, fault("InvalidParameterException", "USER_AUTH flow not enabled for this client")
	}
	username, err := required(parameters, "USERNAME")
	if err != nil {
		return nil, err
	}
	preferred := parameters["PREFERRED_CHALLENGE"]
	if preferred != "" && !slices.Contains([]string{firstPassword, firstSRP, firstPasskey}, preferred) {
		return nil, fault("InvalidParameterException", "PREFERRED_CHALLENGE is not supported by this user pool.")
	}
	u, known := p.findOrMakeUp(username)
	if !known {
		u.Passkeys = p.madeUpPasskeys(u)
	}
	if !slices.Contains(p.offered(u), preferred) {
		if err := p.callTrigger("PreAuthentication", u, known, client); err != nil {
			return nil, err
		}
		return p.offer(&session{sub: u.Sub, client: client, username: username}, u), nil
	}
	return p.withFactor(&session{sub: u.Sub, client: client, username: username}, u, known, preferred, parameters, false)
}

type choiceResponse struct {
	challengeResponse
	AvailableChallenges []string
}

func (p *Pool) offer(s *session, u user) choiceResponse {
	return choiceResponse{p.challenge(s, selectFirst, map[string]string{}), p.offered(u)}
}

// withFactor continues with the first factor; announced is whether the trigger before a sign-in
// has been called.
func (p *Pool) withFactor(s *session, u user, known bool, factor string, parameters map[string]string, announced bool) (any, error) {
	with := map[string]string{"USERNAME": s.username, "PASSWORD": parameters["PASSWORD"], "SRP_A": parameters["SRP_A"]}
	begin := func(flow func(string, map[string]string, bool) (any, error)) (any, error) {
		return flow(s.client, with, announced)
	}
	switch {
	case factor == firstPassword && parameters["PASSWORD"] != "":
		return begin(p.verifyPassword)
	case factor == firstSRP && parameters["SRP_A"] != "":
		return begin(p.exchangeSRP)
	}
	if !announced {
		if err := p.callTrigger("PreAuthentication", u, known, s.client); err != nil {
			return nil, err
		}
	}
	if factor != firstPasskey {
		return p.challenge(s, factor, map[string]string{}), nil
	}
	s.nonce = encode(p.random(challengeBytes))
	options, err := json.Marshal(struct {
		Challenge string      `json:"challenge"`
		Timeout   int64       `json:"timeout"` // milliseconds
		Party     string      `json:"rpId"`
		Allow     []described `json:"allowCredentials"`
		Verify    string      `json:"userVerification"`
	}{s.nonce, passkeyTimeout.Milliseconds(), p.config.WebAuthn.RelyingParty, describe(u.Passkeys), p.config.WebAuthn.verification()})
	if err != nil {
		return nil, err
	}
	return p.challenge(s, firstPasskey, map[string]string{"CREDENTIAL_REQUEST_OPTIONS": string(options)}), nil
}

// answerChoice selects one of the offered first factors.
func (p *Pool) answerChoice(s *session, responses map[string]string) (any, error) {
	answer, err := required(responses, "ANSWER")
	if err != nil {
		return nil, err
	}
	u, known := p.findOrMakeUp(s.username)
	if !known {
		u.Passkeys = p.madeUpPasskeys(u)
	}
	if !slices.Contains(p.offered(u), answer) {
		return nil, fault("InvalidParameterException", "The selected challenge is not available for the user.")
	}
	delete(p.sessions, s.id)
	return p.withFactor(&session{sub: s.sub, client: s.client, username: s.username}, u, known, answer, responses, true)
}

// answerClear answers the challenge PASSWORD with the password in the clear.
func (p *Pool) answerClear(s *session, responses map[string]string) (any, error) {
	if _, err := required(responses, "PASSWORD"); err != nil {
		return nil, err
	}
	delete(p.sessions, s.id)
	return p.verifyPassword(s.client, map[string]string{"USERNAME": s.username, "PASSWORD": responses["PASSWORD"]}, true)
}

// answerBegun answers the challenge PASSWORD_SRP, which begins an exchange.
func (p *Pool) answerBegun(s *session, responses map[string]string) (any, error) {
	if _, err := required(responses, "SRP_A"); err != nil {
		return nil, err
	}
	delete(p.sessions, s.id)
	return p.exchangeSRP(s.client, map[string]string{"USERNAME": s.username, "SRP_A": responses["SRP_A"]}, true)
}

// answerPasskey signs in with an assertion. A wrong one counts as a wrong password does, and
// ends the sign-in: an assertion is for one challenge.
func (p *Pool) answerPasskey(s *session, responses map[string]string) (any, error) {
	credential, err := required(responses, "CREDENTIAL")
	if err != nil {
		return nil, err
	}
	delete(p.sessions, s.id)
	if err := p.checkLock(s.sub); err != nil {
		return nil, err
	}
	u, known := p.find(s.sub)
	// What the user is offered may have changed since the sign-in began.
	if !known || !slices.Contains(p.offered(u), firstPasskey) {
		return nil, p.wrongPassword(s.sub)
	}
	used, ok := p.proves(u, s.nonce, credential)
	if !ok {
		return nil, p.wrongPassword(s.sub)
	}
	u.Passkeys = slices.Clone(u.Passkeys)
	n := slices.IndexFunc(u.Passkeys, func(k passkey) bool { return bytes.Equal(k.ID, used.ID) })
	u.Passkeys[n] = used
	if err := p.commit(change{Users: map[string]*user{u.Sub: &u}}); err != nil {
		return nil, err
	}
	return p.signIn(u, s.client)
}
