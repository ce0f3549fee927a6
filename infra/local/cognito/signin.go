package cognito

import (
	"crypto/sha256"
	"encoding/base64"
	"math/big"
	"time"

	"anzen/infra/local/cognito/srp"
)

// session is a sign-in in progress: its user, and the challenge to answer next.
type session struct {
	id        string
	sub       string
	challenge string
	expires   time.Time
	client    string
	exchange  *exchange         // of PASSWORD_VERIFIER
	code      string            // of SMS_MFA
	wrong     int               // codes
	custom    []step            // of CUSTOM_AUTH: the challenges so far
	private   map[string]string // of CUSTOM_CHALLENGE
	username  string            // of USER_AUTH, as given
	nonce     string            // of WEB_AUTHN: what the passkey signs
}

type initiateRequest struct {
	AuthFlow       string
	ClientId       string //nolint:revive // as on the wire
	AuthParameters map[string]string
	ClientMetadata map[string]string
}

type challengeResponse struct {
	ChallengeName       string
	Session             string
	ChallengeParameters map[string]string
}

type authenticationResponse struct {
	AuthenticationResult authenticationResult
	ChallengeParameters  struct{}
}

// flows are the supported ways to begin a sign-in.
var flows = map[string]func(p *Pool, client string, parameters map[string]string) (any, error){
	"USER_SRP_AUTH":      (*Pool).beginSRP,
	"USER_PASSWORD_AUTH": (*Pool).beginPassword,
	"CUSTOM_AUTH":        (*Pool).beginCustom,
	"USER_AUTH":          (*Pool).beginChoice,
}

func (p *Pool) initiateAuth(q initiateRequest) (any, error) {
	if err := p.checkClient(q.ClientId); err != nil {
		return nil, err
	}
	begin, ok := flows[q.AuthFlow]
	if !ok || q.AuthFlow == "USER_PASSWORD_AUTH" && !p.config.PasswordFlow {
		return nil, fault("InvalidParameterException", q.AuthFlow+" flow not enabled for this client")
	}
	p.metadata = q.ClientMetadata
	return begin(p, q.ClientId, q.AuthParameters)
}

type adminInitiateRequest struct {
	UserPoolId string //nolint:revive // as on the wire
	initiateRequest
}

// adminInitiateAuth begins a sign-in for a user, with the password in the clear.
func (p *Pool) adminInitiateAuth(q adminInitiateRequest) (any, error) {
	if err := p.checkAdmin(q.UserPoolId, q.ClientId); err != nil {
		return nil, err
	}
	if q.AuthFlow != "ADMIN_USER_PASSWORD_AUTH" {
		return nil, fault("InvalidParameterException", q.AuthFlow+" flow not enabled for this client")
	}
	p.metadata = q.ClientMetadata
	return p.beginPassword(q.ClientId, q.AuthParameters)
}

// beginPassword checks a password sent in the clear.
func (p *Pool) beginPassword(client string, parameters map[string]string) (any, error) {
	return p.verifyPassword(client, parameters, false)
}

// verifyPassword is beginPassword, where the trigger before a sign-in may have been called.
func (p *Pool) verifyPassword(client string, parameters map[string]string, announced bool) (any, error) {
	username, err := required(parameters, "USERNAME")
	if err != nil {
		return nil, err
	}
	password, err := required(parameters, "PASSWORD")
	if err != nil {
		return nil, err
	}
	u, known := p.findOrMakeUp(username)
	if err := p.checkLock(u.Sub); err != nil {
		return nil, err
	}
	if !announced {
		if err := p.callTrigger("PreAuthentication", u, known, client); err != nil {
			return nil, err
		}
	}
	if !u.Credential.matches(p.name(), u.Sub, password) || !known {
		return nil, p.wrongPassword(u.Sub)
	}
	return p.passwordProved(u, client)
}

// beginSRP answers with the challenge of SRP, also for an unknown user, who is made up.
func (p *Pool) beginSRP(client string, parameters map[string]string) (any, error) {
	return p.exchangeSRP(client, parameters, false)
}

// exchangeSRP is beginSRP, where the trigger before a sign-in may have been called.
func (p *Pool) exchangeSRP(client string, parameters map[string]string, announced bool) (any, error) {
	username, err := required(parameters, "USERNAME")
	if err != nil {
		return nil, err
	}
	clientPublic, err := required(parameters, "SRP_A")
	if err != nil {
		return nil, err
	}
	u, known := p.findOrMakeUp(username)
	if !announced {
		if err := p.callTrigger("PreAuthentication", u, known, client); err != nil {
			return nil, err
		}
	}
	x, ok := newExchange(u.Credential, clientPublic, p.random(64), p.random(64))
	if !ok {
		return nil, fault("InvalidParameterException", "Invalid SRP_A parameter.")
	}
	return p.challenge(&session{sub: u.Sub, client: client, exchange: x}, "PASSWORD_VERIFIER", map[string]string{
		"SALT": u.Credential.saltHex(), "SECRET_BLOCK": base64.StdEncoding.EncodeToString(x.secretBlock),
		"SRP_B": x.public.Text(16), "USERNAME": u.Sub, "USER_ID_FOR_SRP": u.Sub,
	}), nil
}

// findOrMakeUp returns a made-up user for an unknown name, always the same one, so that
// the answers do not reveal who has an account. It does the same work for both, so that
// the time does not reveal it either.
func (p *Pool) findOrMakeUp(username string) (user, bool) {
	madeUp := p.makeUp(username)
	if u, ok := p.find(username); ok {
		return u, true
	}
	return madeUp, false
}

// makeUp returns a user that cannot sign in: the verifier is a random-looking number
// without a known password.
func (p *Pool) makeUp(username string) user {
	seed := p.seal("user:" + fold(username))
	salt := sha256.Sum256(append([]byte("salt"), seed...))
	var verifier []byte
	for i := byte(0); len(verifier) < len(srp.N.Bytes()); i++ {
		part := sha256.Sum256(append([]byte{i}, seed...))
		verifier = append(verifier, part[:]...)
	}
	v := new(big.Int).Mod(new(big.Int).SetBytes(verifier), srp.N)
	return user{Sub: uuidOf(seed), Credential: credential{Salt: new(big.Int).SetBytes(salt[:16]).Text(16), Verifier: v.Text(16)}}
}

// challenge demands the challenge name next.
func (p *Pool) challenge(s *session, name string, parameters map[string]string) challengeResponse {
	for id, old := range p.sessions {
		// Remembered for a while: an expired session is told from an unknown one.
		if !p.now().Before(old.expires.Add(p.config.AuthSession)) {
			delete(p.sessions, id)
		}
	}
	s.id, s.challenge, s.expires = encode(p.random(96)), name, p.now().Add(p.config.AuthSession)
	p.sessions[s.id] = s
	return challengeResponse{ChallengeName: name, Session: s.id, ChallengeParameters: parameters}
}

var errDisabled = fault("NotAuthorizedException", "User is disabled.")

// signIn starts a family of tokens and resets the count of wrong passwords.
func (p *Pool) signIn(u user, client string) (any, error) {
	if u.Disabled {
		return nil, errDisabled
	}
	if err := p.callTrigger("PostAuthentication", u, true, client); err != nil {
		return nil, err
	}
	f := p.newFamily(u.Sub, client)
	c := change{Families: map[string]*family{f.ID: &f}}
	p.forgive(&c, u.Sub)
	if err := p.commit(c); err != nil {
		return nil, err
	}
	return p.authenticated(u, f)
}

func (p *Pool) authenticated(u user, f family) (any, error) {
	result, err := p.issue(u, f)
	return authenticationResponse{AuthenticationResult: result}, err
}

func required(parameters map[string]string, name string) (string, error) {
	if parameters[name] == "" {
		return "", fault("InvalidParameterException", "Missing required parameter "+name)
	}
	return parameters[name], nil
}
