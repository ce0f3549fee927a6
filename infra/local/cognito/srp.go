package cognito

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"math/big"
)

// SRP-6a as Cognito does it: the 3072-bit group of RFC 5054 (RFC 3526, group 15) with
// generator 2 and SHA-256, the key derived by HKDF. The computation is not constant in
// time, which is acceptable in a stand-in only.
var (
	groupN, _ = new(big.Int).SetString(""+
		"FFFFFFFFFFFFFFFFC90FDAA22168C234C4C6628B80DC1CD129024E088A67CC74020BBEA63B139B22514A08798E3404DDEF9519B3CD3A431B"+
		"302B0A6DF25F14374FE1356D6D51C245E485B576625E7EC6F44C42E9A637ED6B0BFF5CB6F406B7EDEE386BFB5A899FA5AE9F24117C4B1FE6"+
		"49286651ECE45B3DC2007CB8A163BF0598DA48361C55D39A69163FA8FD24CF5F83655D23DCA3AD961C62F356208552BB9ED529077096966D"+
		"670C354E4ABC9804F1746C08CA18217C32905E462E36CE3BE39E772C180E86039B2783A2EC07A28FB5C55DF06F4C52C9DE2BCBF695581718"+
		"3995497CEA956AE515D2261898FA051015728E5A8AAAC42DAD33170D04507A33A85521ABDF1CBA64ECFB850458DBEF0A8AEA71575D060C7D"+
		"B3970F85A6E1E4C7ABF5AE8CDB0933D71E8C94E04A25619DCEE3D2261AD2EE6BF12FFA06D98A0864D87602733EC86A64521F2B18177B200C"+
		"BBE117577A615D6C770988C0BAD946E208E24FA074E5AB3143DB5BFCE0FD108E4B82D120A93AD2CAFFFFFFFFFFFFFFFF", 16)
	groupG     = big.NewInt(2)
	multiplier = hashed(padded(groupN), padded(groupG))
)

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
	return new(big.Int).Exp(groupG, hashed(padded(salt), inner[:]), groupN)
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
	if !ok || a.Sign() < 0 || new(big.Int).Mod(a, groupN).Sign() == 0 {
		return nil, false
	}
	v, ok := number(c.Verifier)
	if !ok {
		return nil, false
	}
	b := new(big.Int).SetBytes(private)
	public := new(big.Int).Exp(groupG, b, groupN)
	public.Add(public, new(big.Int).Mul(multiplier, v)).Mod(public, groupN)
	return &exchange{clientPublic: a, private: b, public: public, verifier: v, secretBlock: secretBlock}, true
}

// proves reports whether signature proves knowledge of the password: HMAC(key, pool
// name | sub | secret block | timestamp).
func (e *exchange) proves(pool, sub, timestamp string, signature []byte) bool {
	u := hashed(padded(e.clientPublic), padded(e.public))
	if u.Sign() == 0 {
		return false
	}
	s := new(big.Int).Exp(e.verifier, u, groupN)
	s.Mul(s, e.clientPublic).Mod(s, groupN)
	s.Exp(s, e.private, groupN)
	return hmac.Equal(signature, proof(derivedKey(s, u), pool, sub, e.secretBlock, timestamp))
}

func proof(key []byte, pool, sub string, secretBlock []byte, timestamp string) []byte {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(pool + sub))
	mac.Write(secretBlock)
	mac.Write([]byte(timestamp))
	return mac.Sum(nil)
}

// derivedKey is HKDF-SHA256 of the shared secret with salt u, 16 bytes.
func derivedKey(secret, u *big.Int) []byte {
	extract := hmac.New(sha256.New, padded(u))
	extract.Write(padded(secret))
	expand := hmac.New(sha256.New, extract.Sum(nil))
	expand.Write([]byte("Caldera Derived Key\x01"))
	return expand.Sum(nil)[:16]
}

// padded is the big-endian two's complement form of a non-negative number: a
// zero byte comes before a set sign bit.
func padded(n *big.Int) []byte {
	b := n.Bytes()
	if len(b) == 0 || b[0]&0x80 != 0 {
		return append([]byte{0}, b...)
	}
	return b
}

func hashed(parts ...[]byte) *big.Int {
	h := sha256.New()
	for _, part := range parts {
		h.Write(part)
	}
	return new(big.Int).SetBytes(h.Sum(nil))
}

// number parses hex digits, at most as many as an SRP value has with its sign byte.
func number(digits string) (*big.Int, bool) {
	if len(digits) > 2*(len(groupN.Bytes())+1) {
		return nil, false
	}
	return new(big.Int).SetString(digits, 16)
}

func (c credential) saltHex() string {
	salt, _ := number(c.Salt)
	return hex.EncodeToString(padded(salt))
}
