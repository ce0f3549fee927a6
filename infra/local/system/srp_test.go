package system_test

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"math/big"
	"net/http"
	"strings"
	"testing"
	"time"
)

// The 3072-bit group of RFC 3526, in which Amazon Cognito runs SRP.
var (
	srpN, _ = new(big.Int).SetString(""+
		"FFFFFFFFFFFFFFFFC90FDAA22168C234C4C6628B80DC1CD129024E088A67CC74020BBEA63B139B22514A08798E3404DDEF9519B3CD3A431B"+
		"302B0A6DF25F14374FE1356D6D51C245E485B576625E7EC6F44C42E9A637ED6B0BFF5CB6F406B7EDEE386BFB5A899FA5AE9F24117C4B1FE6"+
		"49286651ECE45B3DC2007CB8A163BF0598DA48361C55D39A69163FA8FD24CF5F83655D23DCA3AD961C62F356208552BB9ED529077096966D"+
		"670C354E4ABC9804F1746C08CA18217C32905E462E36CE3BE39E772C180E86039B2783A2EC07A28FB5C55DF06F4C52C9DE2BCBF695581718"+
		"3995497CEA956AE515D2261898FA051015728E5A8AAAC42DAD33170D04507A33A85521ABDF1CBA64ECFB850458DBEF0A8AEA71575D060C7D"+
		"B3970F85A6E1E4C7ABF5AE8CDB0933D71E8C94E04A25619DCEE3D2261AD2EE6BF12FFA06D98A0864D87602733EC86A64521F2B18177B200C"+
		"BBE117577A615D6C770988C0BAD946E208E24FA074E5AB3143DB5BFCE0FD108E4B82D120A93AD2CAFFFFFFFFFFFFFFFF", 16)
	srpG = big.NewInt(2)
)

// srpSignIn signs in without sending the password, as the dashboard does.
func (s site) srpSignIn(t *testing.T, email, with string) (tokens, answer) {
	t.Helper()
	secret, err := rand.Int(rand.Reader, srpN)
	if err != nil {
		t.Fatal(err)
	}
	public := new(big.Int).Exp(srpG, secret, srpN)
	var first struct {
		Session             string
		ChallengeParameters map[string]string
	}
	s.pool(t, "InitiateAuth", map[string]any{
		"AuthFlow": "USER_SRP_AUTH", "AuthParameters": map[string]string{"USERNAME": email, "SRP_A": public.Text(16)},
	}).into(t, &first)
	challenge := first.ChallengeParameters
	_, pool, _ := strings.Cut(s.settings(t).UserPoolID, "_")
	user, at := challenge["USER_ID_FOR_SRP"], time.Now().UTC().Format("Mon Jan 2 15:04:05 UTC 2006")
	server, salt := fromHex(t, challenge["SRP_B"]), fromHex(t, challenge["SALT"])

	inner := sha256.Sum256([]byte(pool + user + ":" + with))
	x := digest(padded(salt), inner[:])
	u := digest(padded(public), padded(server))
	k := digest(padded(srpN), padded(srpG))
	base := new(big.Int).Sub(server, new(big.Int).Mul(k, new(big.Int).Exp(srpG, x, srpN)))
	shared := new(big.Int).Exp(base.Mod(base, srpN), new(big.Int).Add(secret, new(big.Int).Mul(u, x)), srpN)
	extracted := mac(padded(u), padded(shared))
	key := mac(extracted, []byte("Caldera Derived Key\x01"))[:16]
	block, err := base64.StdEncoding.DecodeString(challenge["SECRET_BLOCK"])
	if err != nil {
		t.Fatal(err)
	}
	a := s.pool(t, "RespondToAuthChallenge", map[string]any{
		"ChallengeName": "PASSWORD_VERIFIER", "Session": first.Session, "ChallengeResponses": map[string]string{
			"USERNAME": user, "TIMESTAMP": at, "PASSWORD_CLAIM_SECRET_BLOCK": challenge["SECRET_BLOCK"],
			"PASSWORD_CLAIM_SIGNATURE": base64.StdEncoding.EncodeToString(mac(key, []byte(pool), []byte(user), block, []byte(at))),
		},
	})
	var v struct{ AuthenticationResult tokens }
	a.into(t, &v)
	return v.AuthenticationResult, a
}

func fromHex(t *testing.T, text string) *big.Int {
	t.Helper()
	n, ok := new(big.Int).SetString(text, 16)
	if !ok {
		t.Fatalf("%q is no number", text)
	}
	return n
}

// padded is a number as SRP hashes it: never with its highest bit set.
func padded(n *big.Int) []byte {
	digits := n.Text(16)
	if len(digits)%2 == 1 {
		digits = "0" + digits
	}
	if digits[0] >= '8' {
		digits = "00" + digits
	}
	b, err := hex.DecodeString(digits)
	if err != nil {
		panic(err) // constant digits
	}
	return b
}

func digest(parts ...[]byte) *big.Int {
	h := sha256.New()
	for _, part := range parts {
		h.Write(part)
	}
	return new(big.Int).SetBytes(h.Sum(nil))
}

func mac(key []byte, parts ...[]byte) []byte {
	h := hmac.New(sha256.New, key)
	for _, part := range parts {
		h.Write(part)
	}
	return h.Sum(nil)
}

// The password need not leave the browser.
func TestSignInWithoutSendingThePassword(t *testing.T) {
	s := here(t)
	got, a := s.srpSignIn(t, viewer, password)
	if got.IdToken == "" {
		t.Fatalf("sign in: %s", a)
	}
	if who := want[me](t, &browser{site: s, tokens: got}, call{method: "GET", path: "/users/me"}); who.Email != viewer {
		t.Errorf("signed in as %+v", who)
	}
	if _, a := s.srpSignIn(t, viewer, "Wr0ng-Passw0rd"); a.status != http.StatusBadRequest {
		t.Errorf("signed in with a wrong password: %s", a)
	}
}
