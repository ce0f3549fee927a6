package cognito_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"math/big"
	"math/rand/v2"
	"testing"
	"time"

	"anzen/infra/local/cognito"
)

// srpClient is the browser's side of SRP, written from the protocol independently of
// the package's code.
type srpClient struct {
	a, public *big.Int
}

func newSRPClient() srpClient {
	a := new(big.Int).SetUint64(rand.Uint64())
	a.Lsh(a, 200)
	return srpClient{a: a, public: new(big.Int).Exp(big.NewInt(2), a, cognito.GroupN)}
}

func (c srpClient) publicHex() string { return c.public.Text(16) }

// signature answers PASSWORD_VERIFIER.
func (c srpClient) signature(t *testing.T, pool, password, timestamp string, challenge map[string]string) string {
	t.Helper()
	number := func(name string) *big.Int {
		n, ok := new(big.Int).SetString(challenge[name], 16)
		if !ok {
			t.Fatalf("%s is %q", name, challenge[name])
		}
		return n
	}
	secretBlock, err := base64.StdEncoding.DecodeString(challenge["SECRET_BLOCK"])
	if err != nil {
		t.Fatal(err)
	}
	user := challenge["USER_ID_FOR_SRP"]
	n, g, b := cognito.GroupN, big.NewInt(2), number("SRP_B")
	k := hash(pad(n), pad(g))
	u := hash(pad(c.public), pad(b))
	identity := sha256.Sum256([]byte(pool + user + ":" + password))
	x := hash(pad(number("SALT")), identity[:])
	base := new(big.Int).Sub(b, new(big.Int).Mul(k, new(big.Int).Exp(g, x, n)))
	s := new(big.Int).Exp(base.Mod(base, n), new(big.Int).Add(c.a, new(big.Int).Mul(u, x)), n)

	extract := hmac.New(sha256.New, pad(u))
	extract.Write(pad(s))
	expand := hmac.New(sha256.New, extract.Sum(nil))
	expand.Write([]byte("Caldera Derived Key\x01"))
	mac := hmac.New(sha256.New, expand.Sum(nil)[:16])
	for _, part := range [][]byte{[]byte(pool), []byte(user), secretBlock, []byte(timestamp)} {
		mac.Write(part)
	}
	return base64.StdEncoding.EncodeToString(mac.Sum(nil))
}

func timestamp(at time.Time) string { return at.UTC().Format("Mon Jan 2 15:04:05 MST 2006") }

func pad(n *big.Int) []byte {
	digits := n.Text(16)
	if len(digits)%2 == 1 {
		digits = "0" + digits
	}
	if digits[0] >= '8' {
		digits = "00" + digits
	}
	b, _ := hex.DecodeString(digits)
	return b
}

func hash(parts ...[]byte) *big.Int {
	h := sha256.New()
	for _, part := range parts {
		h.Write(part)
	}
	return new(big.Int).SetBytes(h.Sum(nil))
}
