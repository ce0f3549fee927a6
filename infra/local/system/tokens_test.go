package system_test

import (
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// poolKey is the signing key of the shared stack's user pool.
func poolKey(t testing.TB) *rsa.PrivateKey {
	t.Helper()
	file, err := os.ReadFile(filepath.Join(shared.folder, "cognito", "pool.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, found := strings.Cut(string(file), `"key":"`)
	text, _, ended := strings.Cut(rest, `"`)
	der, err := base64.StdEncoding.DecodeString(text)
	if err != nil || !found || !ended {
		t.Fatalf("no key in the pool's journal: %v", err)
	}
	key, err := x509.ParsePKCS8PrivateKey(der)
	if err != nil {
		t.Fatal(err)
	}
	return key.(*rsa.PrivateKey)
}

// forged is a copy of a token with changed claims, signed with a key (RS256).
func forged(t testing.TB, token string, key *rsa.PrivateKey, claims map[string]any) string {
	t.Helper()
	parts := strings.Split(token, ".")
	body, err := base64.RawURLEncoding.DecodeString(parts[1])
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]any{}
	if err := json.Unmarshal(body, &all); err != nil {
		t.Fatal(err)
	}
	for name, value := range claims {
		all[name] = value
	}
	if body, err = json.Marshal(all); err != nil {
		t.Fatal(err)
	}
	signed := parts[0] + "." + base64.RawURLEncoding.EncodeToString(body)
	sum := sha256.Sum256([]byte(signed))
	signature, err := rsa.SignPKCS1v15(rand.Reader, key, crypto.SHA256, sum[:])
	if err != nil {
		t.Fatal(err)
	}
	return signed + "." + base64.RawURLEncoding.EncodeToString(signature)
}

// unsigned is a copy of a token that claims to need no signature.
func unsigned(token string) string {
	header := base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"none","typ":"JWT"}`))
	return header + "." + strings.Split(token, ".")[1] + "."
}
