package stack_test

import (
	"crypto/tls"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"anzen/shared/domain/saml"
)

// The port of the services answers by TLS too: there are the hosted pages and the test
// identity provider, and only they.
func TestHostedPages(t *testing.T) {
	s := start(t, t.TempDir(), nil)
	secure := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}} //nolint:gosec // its own certificate
	get := func(address string) (int, string) {
		t.Helper()
		answer, err := secure.Get(address)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close() //nolint:errcheck // read
		text, err := io.ReadAll(answer.Body)
		if err != nil {
			t.Fatal(err)
		}
		return answer.StatusCode, string(text)
	}
	hosted := strings.Replace(s.AWS, "http:", "https:", 1)
	status, text := get(hosted + "/_local/idp/metadata")
	if p, trouble := saml.Read(text, time.Now()); status != 200 || trouble != "" || p.SignInURL != hosted+"/_local/idp/sso" {
		t.Error(status, trouble, p)
	}
	if status, text := get(hosted + "/oauth2/authorize?client_id=anzenlocaldashboard&redirect_uri=https://evil.example/"); status != 400 || !strings.Contains(text, "redirect_mismatch") {
		t.Error(status, text)
	}
	if status, _ := get(s.AWS + "/_local/idp/metadata"); status == 200 {
		t.Error("the provider answers without TLS")
	}
	if status, text := get(hosted + "/ap-northeast-1_ANZENLOCAL/.well-known/jwks.json"); status != 404 {
		t.Error("services answer by TLS: ", text)
	}
}
