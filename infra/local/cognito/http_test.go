package cognito_test

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/lestrrat-go/jwx/v3/jwk"
	"github.com/lestrrat-go/jwx/v3/jwt"

	"anzen/infra/local/cognito"
)

func (w *world) send(method, path, target, body string, header ...string) (*http.Response, string) {
	w.Helper()
	r, err := http.NewRequestWithContext(ctx, method, w.url+path, strings.NewReader(body))
	w.works(err)
	if target != "" {
		r.Header.Set("X-Amz-Target", target)
	}
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	response, err := http.DefaultClient.Do(r)
	w.works(err)
	defer response.Body.Close() //nolint:errcheck // only read
	text, err := io.ReadAll(response.Body)
	w.works(err)
	return response, string(text)
}

func TestWire(t *testing.T) {
	w := newWorld(t)
	tests := map[string]struct {
		method, target, body string
		status               int
		code                 string
	}{
		"unknown operation": {"POST", "AWSCognitoIdentityProviderService.ListUsers", "{}", 400, "UnknownOperationException"},
		"another service":   {"POST", "DynamoDB_20120810.GetItem", "{}", 400, "UnknownOperationException"},
		"no target":         {"POST", "", "{}", 400, "UnknownOperationException"},
		"no JSON":           {"POST", "AWSCognitoIdentityProviderService.InitiateAuth", "x", 400, "SerializationException"},
		"wrong types":       {"POST", "AWSCognitoIdentityProviderService.InitiateAuth", `{"ClientId":1}`, 400, "SerializationException"},
		"too long":          {"POST", "AWSCognitoIdentityProviderService.InitiateAuth", `{"ClientId":"` + strings.Repeat("a", 1<<20) + `"}`, 400, "SerializationException"},
		"a page":            {"GET", "", "", 404, ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			w.T = t
			response, text := w.send(test.method, "/", test.target, test.body)
			if response.StatusCode != test.status {
				t.Fatalf("%d: %s", response.StatusCode, text)
			}
			if test.code == "" {
				return
			}
			var answer struct {
				Type    string `json:"__type"`
				Message string `json:"message"`
			}
			w.works(json.Unmarshal([]byte(text), &answer))
			if answer.Type != test.code || answer.Message == "" || response.Header.Get("X-Amzn-RequestId") == "" ||
				response.Header.Get("X-Amzn-ErrorType") != test.code+":" || response.Header.Get("Content-Type") != "application/x-amz-json-1.1" {
				t.Fatalf("%s, %v", text, response.Header)
			}
		})
	}
}

func TestCORS(t *testing.T) {
	w := newWorld(t)
	response, _ := w.send("OPTIONS", "/", "", "", "Origin", "http://127.0.0.1:8080", "Access-Control-Request-Headers", "x-amz-target,amz-sdk-request")
	h := response.Header
	if response.StatusCode != 204 || h.Get("Access-Control-Allow-Origin") != "http://127.0.0.1:8080" || h.Get("Access-Control-Allow-Headers") != "x-amz-target,amz-sdk-request" {
		t.Fatalf("%d, %v", response.StatusCode, h)
	}
	response, _ = w.send("POST", "/", "AWSCognitoIdentityProviderService.RevokeToken", "{}", "Origin", "http://127.0.0.1:8080")
	if response.StatusCode != 400 || response.Header.Get("Access-Control-Allow-Origin") != "http://127.0.0.1:8080" || !strings.Contains(response.Header.Get("Access-Control-Expose-Headers"), "x-amzn-ErrorType") {
		t.Fatalf("%d, %v", response.StatusCode, response.Header)
	}
}

// The published keys suffice to check a token elsewhere.
func TestKeys(t *testing.T) {
	w := newWorld(t)
	w.hanako()
	_, text := w.send("GET", "/"+poolID+"/.well-known/jwks.json", "", "")
	keys, err := jwk.Parse([]byte(text))
	w.works(err)
	if strings.Contains(text, `"d"`) {
		t.Fatal("the private key is published")
	}
	_, err = jwt.Parse([]byte(*w.tokens().IdToken), jwt.WithKeySet(keys), jwt.WithIssuer("https://cognito-idp.ap-northeast-1.amazonaws.com/"+poolID), jwt.WithAudience(clientID),
		jwt.WithClock(jwt.ClockFunc(func() time.Time { return w.now })))
	w.works(err)
}

func TestVerifier(t *testing.T) {
	w := newWorld(t)
	sub := w.hanako()
	tokens := w.tokens()
	claims, err := w.pool.Verifier().Verify(*tokens.IdToken)
	w.works(err)
	want := map[string]any{
		"sub": sub, "cognito:username": sub, "email": hanako, "email_verified": "true", "custom:company_id": "c1", "custom:user_id": "u1",
		"token_use": "id", "aud": clientID, "iss": "https://cognito-idp.ap-northeast-1.amazonaws.com/" + poolID,
		"auth_time": "1793610000", "iat": "Mon Nov 02 09:00:00 UTC 2026", "exp": "Mon Nov 02 10:00:00 UTC 2026",
	}
	got := claims.Authorizer()
	for name, value := range want {
		if got[name] != value {
			t.Errorf("%s is %v, not %v", name, got[name], value)
		}
	}

	other := newWorld(t)
	other.hanako()
	header, payload, _ := strings.Cut(*tokens.IdToken, ".")
	payload, signature, _ := strings.Cut(payload, ".")
	for name, token := range map[string]string{
		"an access token":     *tokens.AccessToken,
		"nothing":             "",
		"another pool's":      *other.tokens().IdToken,
		"without a signature": header + "." + payload + ".",
		"unsigned":            "eyJhbGciOiJub25lIn0." + payload + ".",
		"other claims":        header + ".e30." + signature,
	} {
		if _, err := w.pool.Verifier().Verify(token); !errors.Is(err, cognito.ErrTokenInvalid) {
			t.Errorf("%s: %v", name, err)
		}
	}
	w.now = w.now.Add(time.Hour)
	if _, err := w.pool.Verifier().Verify(*tokens.IdToken); !errors.Is(err, cognito.ErrTokenExpired) {
		t.Errorf("after an hour: %v", err)
	}
}

func TestOpenRefuses(t *testing.T) {
	for name, config := range map[string]cognito.Config{
		"no folder":      {PoolID: poolID, ClientID: clientID},
		"no client":      {Dir: t.TempDir(), PoolID: poolID},
		"odd pool id":    {Dir: t.TempDir(), PoolID: "POOL", ClientID: clientID},
		"grace too long": {Dir: t.TempDir(), PoolID: poolID, ClientID: clientID, RefreshGrace: time.Hour},
	} {
		if _, err := cognito.Open(config); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
