package cognito

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"math/big"

	"anzen/infra/local/cognito/srp"
)

// multiplier is k of SRP-6a, as Cognito does it (package srp). The computation is not
// constant in time, which is acceptable in a stand-in only.
var multiplier = srp.Digest(srp.Padded(srp.N), srp.Padded(srp.G))

// credential is the salt and the verifier v = g^x of a password, hex encoded.
type credential struct {
	Salt     string `json:"salt"`
	Verifier string `json:"verifier"`
}

func newCredential(pool, sub, password string, salt []byte) credential {
	s := new(big.Int).SetBytes(salt)
	return credential{Salt: s.Text(16), Verifier: verifierOf(pool, sub, password, s).Text(16)}
}

// matches reports whether the credential was made from the password.
func (c credential) matches(pool, sub, password string) bool {
	salt, ok := number(c.Salt)
	if !ok {
		return false
	}
	return hmac.Equal([]byte(verifierOf(pool, sub, password, salt).Text(16)), []byte(c.Verifier))
}

func verifierOf(pool, sub, password string, salt *big.Int) *big.Int {
	inner := sha256.Sum256([]byte(pool + sub + ":" + password))
	return new(big.Int).Exp(srp.G, srp.Digest(srp.Padded(salt), inner[:]), srp.N)
}

// exchange is the server's side of one SRP sign-in.
type exchange struct {
	clientPublic *big.Int // A
	private      *big.Int // b
	public       *big.Int // B = kv + g^b
	verifier     *big.Int // v
	secretBlock  []byte
}

// newExchange computes the server's side for the client's public value, in hex. It
// returns false for one that would reveal the key (A mod N = 0) or is no number.
func newExchange(c credential, clientPublic string, private, secretBlock []byte) (*exchange, bool) {
	a, ok := number(clientPublic)
	if !ok || a.Sign() < 0 || new(big.Int).Mod(a, srp.N).Sign() == 0 {
		return nil, false
	}
	v, ok := number(c.Verifier)
	if !ok {
		return nil, false
	}
	b := new(big.Int).SetBytes(private)
	public := new(big.Int).Exp(srp.G, b, srp.N)
	public.Add(public, new(big.Int).Mul(multiplier, v)).Mod(public, srp.N)
	return &exchange{clientPublic: a, private: b, public: public, verifier: v, secretBlock: secretBlock}, true
}

// proves reports whether signature proves knowledge of the password: HMAC(key, pool
// name | sub | secret block | timestamp).
func (e *exchange) proves(pool, sub, timestamp string, signature []byte) bool {
	u := srp.Digest(srp.Padded(e.clientPublic), srp.Padded(e.public))
	if u.Sign() == 0 {
		return false
	}
	s := new(big.Int).Exp(e.verifier, u, srp.N)
	s.Mul(s, e.clientPublic).Mod(s, srp.N)
	s.Exp(s, e.private, srp.N)
	return hmac.Equal(signature, srp.MAC(srp.Key(s, u), []byte(pool+sub), e.secretBlock, []byte(timestamp)))
}

// number parses hex digits, at most as many as an SRP value has with its sign byte.
func number(digits string) (*big.Int, bool) {
	if len(digits) > 2*(len(srp.N.Bytes())+1) {
		return nil, false
	}
	return new(big.Int).SetString(digits, 16)
}

func (c credential) saltHex() string {
	salt, _ := number(c.Salt)
	return hex.EncodeToString(srp.Padded(salt))
}
