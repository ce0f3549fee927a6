package samlidp_test

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"html"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	sdk "github.com/aws/aws-sdk-go-v2/service/cognitoidentityprovider"

	"anzen/infra/local/cognito"
	"anzen/infra/local/samlidp"
	"anzen/shared/aws/idp"
	"anzen/shared/domain/saml"
)

const (
	poolID   = "ap-northeast-1_TESTPOOL"
	clientID = "testclient"
	home     = "http://localhost:8080/"
	verifier = "a-verifier-of-PKCE-that-has-forty-three-characters"
)

// The whole round through the pool: page, answer, code, tokens.
func TestRoundTrip(t *testing.T) {
	ctx := context.Background()
	var pages http.Handler
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { pages.ServeHTTP(w, r) }))
	domain := server.Listener.Addr().String()
	pool, err := cognito.Open(cognito.Config{
		Dir: t.TempDir(), PoolID: poolID, ClientID: clientID, Domain: domain, URLs: cognito.ClientURLs{Callback: []string{home}},
		CustomAttributes: []string{idp.AttributeAsserted}, WriteAttributes: []string{"custom:" + idp.AttributeAsserted},
	})
	must(t, err)
	t.Cleanup(func() { _ = pool.Close() })
	dir := t.TempDir()
	open := func() *samlidp.Provider {
		p, err := samlidp.Open(samlidp.Config{
			Dir: dir, Domain: domain, EntityID: pool.EntityID(), ACS: "https://" + domain + "/saml2/idpresponse",
			People: func() []string { return []string{"hanako@a.example"} },
		})
		must(t, err)
		return p
	}
	first, err := open().Metadata()
	must(t, err)
	provider := open()
	again, err := provider.Metadata()
	must(t, err)
	if first != again {
		t.Error("the key changed with a restart")
	}
	if p, trouble := saml.Read(again, time.Now()); trouble != "" || p.SignInURL != "https://"+domain+"/_local/idp/sso" {
		t.Errorf("the product refuses the metadata: %s %+v", trouble, p)
	}
	mux := http.NewServeMux()
	mux.Handle(samlidp.Path+"/", provider.Handler())
	mux.Handle("/", pool.Hosted())
	pages = mux
	server.StartTLS()
	t.Cleanup(server.Close)
	operations := httptest.NewServer(pool)
	t.Cleanup(operations.Close)
	client := sdk.NewFromConfig(aws.Config{Region: "ap-northeast-1", BaseEndpoint: &operations.URL, Credentials: credentials.NewStaticCredentialsProvider("AKIA", "x", "")})
	must(t, idp.New(client, poolID).For(clientID).Connect(ctx, "companya", again, []string{"a.example"}))
	browser := server.Client()
	browser.Jar, _ = cookiejar.New(nil)
	browser.CheckRedirect = func(r *http.Request, _ []*http.Request) error {
		if r.URL.Host == "localhost:8080" {
			return http.ErrUseLastResponse
		}
		return nil
	}
	sum := sha256.Sum256([]byte(verifier))
	text := fetch(t, browser, server.URL+"/oauth2/authorize?"+url.Values{
		"client_id": {clientID}, "response_type": {"code"}, "redirect_uri": {home}, "state": {"s"}, "identity_provider": {"companya"},
		"code_challenge": {base64.RawURLEncoding.EncodeToString(sum[:])}, "code_challenge_method": {"S256"},
	}.Encode(), nil)
	if !strings.Contains(text, `value="hanako@a.example"`) {
		t.Fatal(text)
	}
	sso := server.URL + samlidp.Path + "/sso"
	for name, form := range map[string]url.Values{
		"no address": {"SAMLRequest": {field(text, "SAMLRequest")}, "email": {"hanako"}},
		"no request": {"SAMLRequest": {"x"}, "email": {"hanako@a.example"}},
	} {
		if answer, err := browser.PostForm(sso, form); err != nil || answer.StatusCode != http.StatusBadRequest {
			t.Errorf("%s: %v %v", name, answer, err)
		}
	}
	text = fetch(t, browser, sso, url.Values{"SAMLRequest": {field(text, "SAMLRequest")}, "RelayState": {field(text, "RelayState")}, "email": {"hanako@a.example"}})
	answer, err := browser.PostForm(server.URL+"/saml2/idpresponse", url.Values{"SAMLResponse": {field(text, "SAMLResponse")}, "RelayState": {field(text, "RelayState")}})
	must(t, err)
	target, err := answer.Location()
	if err != nil || target.Query().Get("code") == "" {
		t.Fatal(target, err)
	}
	var tokens struct {
		ID string `json:"id_token"`
	}
	must(t, json.Unmarshal([]byte(fetch(t, browser, server.URL+"/oauth2/token", url.Values{
		"grant_type": {"authorization_code"}, "client_id": {clientID}, "code": {target.Query().Get("code")}, "redirect_uri": {home}, "code_verifier": {verifier},
	})), &tokens))
	claims, err := pool.Verifier().Verify(tokens.ID)
	must(t, err)
	if claims["cognito:username"] != "companya_hanako@a.example" || claims["custom:"+idp.AttributeAsserted] != "hanako@a.example" {
		t.Error(claims)
	}
}

// fetch gets a page, or posts a form.
func fetch(t *testing.T, browser *http.Client, address string, form url.Values) string {
	t.Helper()
	var answer *http.Response
	var err error
	if form == nil {
		answer, err = browser.Get(address)
	} else {
		answer, err = browser.PostForm(address, form)
	}
	must(t, err)
	defer answer.Body.Close() //nolint:errcheck // read
	text, err := io.ReadAll(answer.Body)
	must(t, err)
	if answer.StatusCode != http.StatusOK {
		t.Fatal(answer.Status, string(text))
	}
	return string(text)
}

// field is the value of a hidden field of a page.
func field(text, name string) string {
	found := regexp.MustCompile(`name="` + name + `" value="([^"]*)"`).FindStringSubmatch(text)
	if found == nil {
		return ""
	}
	return html.UnescapeString(found[1])
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
