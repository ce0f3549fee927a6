// Package srp is the client's side of a sign-in with the Secure Remote Password protocol,
// as browsers do it at an Amazon Cognito user pool: the password is not sent.
package srp

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"math/big"
	"strings"
	"time"
)

// The group in which Amazon Cognito runs SRP: 3072 bits, of RFC 5054 (RFC 3526, group 15).
var (
	N, _ = new(big.Int).SetString(""+
		"FFFFFFFFFFFFFFFFC90FDAA22168C234C4C6628B80DC1CD129024E088A67CC74020BBEA63B139B22514A08798E3404DDEF9519B3CD3A431B"+
		"302B0A6DF25F14374FE1356D6D51C245E485B576625E7EC6F44C42E9A637ED6B0BFF5CB6F406B7EDEE386BFB5A899FA5AE9F24117C4B1FE6"+
		"49286651ECE45B3DC2007CB8A163BF0598DA48361C55D39A69163FA8FD24CF5F83655D23DCA3AD961C62F356208552BB9ED529077096966D"+
		"670C354E4ABC9804F1746C08CA18217C32905E462E36CE3BE39E772C180E86039B2783A2EC07A28FB5C55DF06F4C52C9DE2BCBF695581718"+
		"3995497CEA956AE515D2261898FA051015728E5A8AAAC42DAD33170D04507A33A85521ABDF1CBA64ECFB850458DBEF0A8AEA71575D060C7D"+
		"B3970F85A6E1E4C7ABF5AE8CDB0933D71E8C94E04A25619DCEE3D2261AD2EE6BF12FFA06D98A0864D87602733EC86A64521F2B18177B200C"+
		"BBE117577A615D6C770988C0BAD946E208E24FA074E5AB3143DB5BFCE0FD108E4B82D120A93AD2CAFFFFFFFFFFFFFFFF", 16)
	G = big.NewInt(2)
)

// SignIn is one sign-in.
type SignIn struct{ secret, public *big.Int }

// New begins a sign-in.
func New() (SignIn, error) {
	secret, err := rand.Int(rand.Reader, N)
	if err != nil {
		return SignIn{}, fmt.Errorf("begin a sign-in: %w", err)
	}
	return SignIn{secret, new(big.Int).Exp(G, secret, N)}, nil
}

// Parameters are the AuthParameters of InitiateAuth with the flow USER_SRP_AUTH.
func (s SignIn) Parameters(username string) map[string]string {
	return map[string]string{"USERNAME": username, "SRP_A": s.public.Text(16)}
}

// Answer are the ChallengeResponses to the challenge PASSWORD_VERIFIER, whose
// ChallengeParameters are given.
func (s SignIn) Answer(poolID, password string, challenge map[string]string, now time.Time) (map[string]string, error) {
	_, pool, _ := strings.Cut(poolID, "_")
	user, at := challenge["USER_ID_FOR_SRP"], now.UTC().Format("Mon Jan 2 15:04:05 UTC 2006")
	server, sent := new(big.Int).SetString(challenge["SRP_B"], 16)
	salt, salted := new(big.Int).SetString(challenge["SALT"], 16)
	block, err := base64.StdEncoding.DecodeString(challenge["SECRET_BLOCK"])
	if !sent || !salted || err != nil {
		return nil, fmt.Errorf("answer the challenge of %s: it has no numbers", user)
	}
	inner := sha256.Sum256([]byte(pool + user + ":" + password))
	x := Digest(Padded(salt), inner[:])
	u := Digest(Padded(s.public), Padded(server))
	k := Digest(Padded(N), Padded(G))
	base := new(big.Int).Sub(server, new(big.Int).Mul(k, new(big.Int).Exp(G, x, N)))
	shared := new(big.Int).Exp(base.Mod(base, N), new(big.Int).Add(s.secret, new(big.Int).Mul(u, x)), N)
	key := Key(shared, u)
	return map[string]string{
		"USERNAME": user, "TIMESTAMP": at, "PASSWORD_CLAIM_SECRET_BLOCK": challenge["SECRET_BLOCK"],
		"PASSWORD_CLAIM_SIGNATURE": base64.StdEncoding.EncodeToString(MAC(key, []byte(pool), []byte(user), block, []byte(at))),
	}, nil
}

// Key is the key of a sign-in: HKDF-SHA256 of the shared secret with salt u, 16 bytes.
func Key(shared, u *big.Int) []byte {
	return MAC(MAC(Padded(u), Padded(shared)), []byte("Caldera Derived Key\x01"))[:16]
}

// Padded is a number as SRP hashes it: never with its highest bit set.
func Padded(n *big.Int) []byte {
	digits := n.Text(16)
	if len(digits)%2 == 1 {
		digits = "0" + digits
	}
	if digits[0] >= '8' {
		digits = "00" + digits
	}
	b, err := hex.DecodeString(digits)
	if err != nil {
		panic(err) // Text writes hexadecimal digits
	}
	return b
}

// Digest is the number that SRP makes of texts, by SHA-256.
func Digest(parts ...[]byte) *big.Int {
	h := sha256.New()
	for _, part := range parts {
		h.Write(part)
	}
	return new(big.Int).SetBytes(h.Sum(nil))
}

// MAC is HMAC-SHA256.
func MAC(key []byte, parts ...[]byte) []byte {
	h := hmac.New(sha256.New, key)
	for _, part := range parts {
		h.Write(part)
	}
	return h.Sum(nil)
}
