package cognito_test

import (
	"bytes"
	"compress/flate"
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"maps"
	"math/big"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	idp "github.com/aws/aws-sdk-go-v2/service/cognitoidentityprovider"
	"github.com/aws/aws-sdk-go-v2/service/cognitoidentityprovider/types"
	"github.com/beevik/etree"
	dsig "github.com/russellhaering/goxmldsig"

	"anzen/infra/local/cognito"
	users "anzen/shared/aws/idp"
	"anzen/shared/domain/saml/samltest"
)

const (
	home   = "http://localhost:8080/"
	secret = "a-verifier-of-PKCE-that-has-forty-three-characters"
)

// signer is an identity provider that signs whatever a test wants.
type signer struct {
	entity string
	key    *rsa.PrivateKey
	cert   []byte
	method string
}

func newSigner(t *testing.T, entity string) *signer {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	c := &x509.Certificate{SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour)}
	der, err := x509.CreateCertificate(rand.Reader, c, c, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	return &signer{entity, key, der, dsig.RSASHA256SignatureMethod}
}

func (s *signer) metadata() string {
	return samltest.Metadata(s.entity, base64.StdEncoding.EncodeToString(s.cert))
}

// sign signs the element in place.
func (s *signer) sign(t *testing.T, e *etree.Element) *etree.Element {
	t.Helper()
	c, err := dsig.NewSigningContext(crypto.Signer(s.key), [][]byte{s.cert})
	if err != nil {
		t.Fatal(err)
	}
	c.Canonicalizer = dsig.MakeC14N10ExclusiveCanonicalizerWithPrefixList("")
	if err := c.SetSignatureMethod(s.method); err != nil {
		t.Fatal(err)
	}
	signature, err := c.ConstructSignature(e, true)
	if err != nil {
		t.Fatal(err)
	}
	e.InsertChildAt(1, signature)
	return e
}

// federation is a pool with two providers, of the companies a and b.
type federation struct {
	*world
	browser *http.Client
	host    string
	a, b    *signer
}

func newFederation(t *testing.T) *federation {
	t.Helper()
	w := newWorld(t)
	w.now = time.Now()
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) { w.pool.Hosted().ServeHTTP(rw, r) }))
	w.config.Domain, w.config.URLs = server.Listener.Addr().String(), cognito.ClientURLs{Callback: []string{home}, Logout: []string{home}}
	w.config.CustomAttributes, w.config.WriteAttributes = []string{"company_id", "user_id", users.AttributeAsserted}, []string{"custom:" + users.AttributeAsserted}
	w.open()
	server.StartTLS()
	t.Cleanup(server.Close)
	f := &federation{world: w, host: server.URL, a: newSigner(t, "https://a.example/"), b: newSigner(t, "https://b.example/")}
	f.browser = server.Client()
	f.browser.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	f.browser.Jar, _ = cookiejar.New(nil)
	pool := users.New(w.sdk, poolID).For(clientID)
	w.works(pool.Connect(ctx, "companya", f.a.metadata(), []string{"a.example"}))
	w.works(pool.Connect(ctx, "companyb", f.b.metadata(), []string{"b.example"}))
	return f
}

// support replaces the client's providers and nothing else.
func (f *federation) support(names ...string) {
	f.Helper()
	f.works(f.update(func(in *idp.UpdateUserPoolClientInput) { in.SupportedIdentityProviders = names }))
}

func (f *federation) update(change func(*idp.UpdateUserPoolClientInput)) error {
	f.Helper()
	out, err := f.sdk.DescribeUserPoolClient(ctx, &idp.DescribeUserPoolClientInput{UserPoolId: aws.String(poolID), ClientId: aws.String(clientID)})
	f.works(err)
	c := out.UserPoolClient
	in := &idp.UpdateUserPoolClientInput{
		UserPoolId: c.UserPoolId, ClientId: c.ClientId, ClientName: c.ClientName, CallbackURLs: c.CallbackURLs, LogoutURLs: c.LogoutURLs,
		AllowedOAuthFlows: c.AllowedOAuthFlows, AllowedOAuthScopes: c.AllowedOAuthScopes, AllowedOAuthFlowsUserPoolClient: aws.ToBool(c.AllowedOAuthFlowsUserPoolClient),
		WriteAttributes: c.WriteAttributes, SupportedIdentityProviders: c.SupportedIdentityProviders,
	}
	change(in)
	_, err = f.sdk.UpdateUserPoolClient(ctx, in)
	return err
}

func challenge() string {
	sum := sha256.Sum256([]byte(secret))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

// query is the query of a good authorization request.
func query(change map[string]string) url.Values {
	q := url.Values{
		"client_id": {clientID}, "response_type": {"code"}, "redirect_uri": {home}, "state": {"s1"}, "scope": {"openid email"},
		"code_challenge": {challenge()}, "code_challenge_method": {"S256"}, "identity_provider": {"companya"},
	}
	for name, value := range change {
		q.Set(name, value)
	}
	return q
}

func (f *federation) get(path string, q url.Values) *http.Response {
	f.Helper()
	answer, err := f.browser.Get(f.host + path + "?" + q.Encode())
	f.works(err)
	f.Cleanup(func() { _ = answer.Body.Close() })
	return answer
}

// request is a SAML request that waits for its response.
type request struct{ id, relay, acs, audience string }

// begin begins a sign-in and reads the request at the provider.
func (f *federation) begin(provider string) request {
	f.Helper()
	answer := f.get("/oauth2/authorize", query(map[string]string{"identity_provider": provider}))
	target, err := answer.Location()
	if err != nil {
		f.Fatal(answer.Status, err)
	}
	packed, err := base64.StdEncoding.DecodeString(target.Query().Get("SAMLRequest"))
	f.works(err)
	plain, err := io.ReadAll(flate.NewReader(bytes.NewReader(packed)))
	f.works(err)
	var r struct {
		ID     string `xml:",attr"`
		ACS    string `xml:"AssertionConsumerServiceURL,attr"`
		Issuer string
	}
	f.works(xml.Unmarshal(plain, &r))
	return request{r.ID, target.Query().Get("RelayState"), r.ACS, r.Issuer}
}

// consume posts a response, and returns what the dashboard gets: a code or an error.
func (f *federation) consume(r request, response []byte) url.Values {
	f.Helper()
	answer, err := f.browser.PostForm(f.host+"/saml2/idpresponse", url.Values{"RelayState": {r.relay}, "SAMLResponse": {base64.StdEncoding.EncodeToString(response)}})
	f.works(err)
	defer answer.Body.Close() //nolint:errcheck // read
	target, err := answer.Location()
	if err != nil {
		text, _ := io.ReadAll(answer.Body)
		return url.Values{"error": {answer.Status}, "error_description": {strings.TrimSpace(string(text))}}
	}
	return target.Query()
}

// token exchanges a code.
func (f *federation) token(code string, change map[string]string) (int, map[string]any) {
	f.Helper()
	form := url.Values{"grant_type": {"authorization_code"}, "client_id": {clientID}, "code": {code}, "redirect_uri": {home}, "code_verifier": {secret}}
	for name, value := range change {
		form.Set(name, value)
	}
	answer, err := f.browser.PostForm(f.host+"/oauth2/token", form)
	f.works(err)
	defer answer.Body.Close() //nolint:errcheck // read
	var body map[string]any
	f.works(json.NewDecoder(answer.Body).Decode(&body))
	return answer.StatusCode, body
}

// signIn does the whole round, and returns the claims.
func (f *federation) signInBy(provider string, s *signer, subject, email string) cognito.Claims {
	f.Helper()
	r := f.begin(provider)
	got := f.consume(r, f.response(r, s, map[string]string{"subject": subject, "email": email}).signed(f.T))
	status, tokens := f.token(got.Get("code"), nil)
	if got.Get("state") != "s1" || status != http.StatusOK {
		f.Fatal(got, status, tokens)
	}
	claims, err := f.pool.Verifier().Verify(tokens["id_token"].(string))
	f.works(err)
	return claims
}

// draft is a response that is not signed yet.
type draft struct {
	s         *signer
	root      *etree.Element
	assertion *etree.Element
}

// response is a good response to a request; values replace its parts.
func (f *federation) response(r request, s *signer, values map[string]string) draft {
	f.Helper()
	at := func(d time.Duration) string { return f.now.Add(d).UTC().Format("2006-01-02T15:04:05Z") }
	v := map[string]string{
		"issuer": s.entity, "destination": r.acs, "recipient": r.acs, "audience": r.audience, "to": r.id, "subject": "hanako", "email": hanako,
		"now": at(0), "from": at(-time.Minute), "until": at(time.Minute), "id": "_assertion",
	}
	maps.Copy(v, values)
	text := `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_response" Version="2.0" IssueInstant="{now}" Destination="{destination}" InResponseTo="{to}">` +
		`<saml:Issuer>{issuer}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>` +
		`<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="{id}" Version="2.0" IssueInstant="{now}"><saml:Issuer>{issuer}</saml:Issuer>` +
		`<saml:Subject><saml:NameID Format="urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress">{subject}</saml:NameID>` +
		`<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData InResponseTo="{to}" Recipient="{recipient}" NotOnOrAfter="{until}"/></saml:SubjectConfirmation></saml:Subject>` +
		`<saml:Conditions NotBefore="{from}" NotOnOrAfter="{until}"><saml:AudienceRestriction><saml:Audience>{audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>` +
		`<saml:AuthnStatement AuthnInstant="{now}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>` +
		`<saml:AttributeStatement><saml:Attribute Name="http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress"><saml:AttributeValue>{email}</saml:AttributeValue></saml:Attribute></saml:AttributeStatement>` +
		`</saml:Assertion></samlp:Response>`
	for name, value := range v {
		text = strings.ReplaceAll(text, "{"+name+"}", value)
	}
	document := etree.NewDocument()
	f.works(document.ReadFromString(text))
	return draft{s, document.Root(), document.Root().SelectElement("Assertion")}
}

// signed is the response with a signed assertion.
func (d draft) signed(t *testing.T) []byte {
	t.Helper()
	d.s.sign(t, d.assertion)
	return d.bytes(t)
}

func (d draft) bytes(t *testing.T) []byte {
	t.Helper()
	document := etree.NewDocument()
	document.SetRoot(d.root)
	raw, err := document.WriteToBytes()
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// asserted is the address that the provider asserts.
func asserted(c cognito.Claims) any { return c["custom:"+users.AttributeAsserted] }

func TestSAMLSignIn(t *testing.T) {
	f := newFederation(t)
	native := f.hanako()
	claims := f.signInBy("companya", f.a, "hanako", hanako)
	if claims["cognito:username"] != "companya_hanako" || asserted(claims) != hanako || claims.Email() != "" || claims.Subject() == native {
		t.Errorf("%v", claims)
	}
	identities, _ := json.Marshal(claims["identities"])
	if !strings.Contains(string(identities), `"providerName":"companya"`) || !strings.Contains(string(identities), `"userId":"hanako"`) || !strings.Contains(string(identities), `"issuer":"https://a.example/"`) {
		t.Errorf("%s", identities)
	}
	f.open() // a restart
	if again := f.signInBy("companya", f.a, "hanako", "new@a.example"); again.Subject() != claims.Subject() || asserted(again) != "new@a.example" {
		t.Errorf("the person is another one, or kept the address: %v", again)
	}
	// Nobody takes over an account by its address, or by the subject at another provider.
	for name, other := range map[string]cognito.Claims{
		"another subject with the address":     f.signInBy("companya", f.a, "taro", hanako),
		"another company's provider":           f.signInBy("companyb", f.b, "hanako", hanako),
		"a subject that looks like a provider": f.signInBy("companyb", f.b, "companya_hanako", hanako),
	} {
		if other.Subject() == claims.Subject() || other.Subject() == native || other["custom:company_id"] != nil {
			t.Errorf("%s: %v", name, other)
		}
	}
	// The account with a password is still the one that the address names.
	out, err := f.sdk.AdminGetUser(ctx, &idp.AdminGetUserInput{UserPoolId: aws.String(poolID), Username: aws.String(hanako)})
	f.works(err)
	if *out.Username != native {
		t.Error("the address names the account of the provider")
	}
}

// By POST, and chosen by the mail domain.
func TestSAMLByPost(t *testing.T) {
	f := newFederation(t)
	pool := users.New(f.sdk, poolID).For(clientID)
	f.works(pool.Connect(ctx, "companya", strings.Replace(f.a.metadata(), "HTTP-Redirect", "HTTP-POST", 1), []string{"a.example"}))
	answer := f.get("/oauth2/authorize", query(map[string]string{"identity_provider": "", "idp_identifier": "a.example"}))
	text, _ := io.ReadAll(answer.Body)
	if answer.StatusCode != http.StatusOK || !strings.Contains(string(text), `action="https://idp.midori.example/sso"`) || !strings.Contains(string(text), "SAMLRequest") {
		t.Errorf("%s %s", answer.Status, text)
	}
}

func TestAuthorizationIsRefused(t *testing.T) {
	f := newFederation(t)
	for name, c := range map[string]struct {
		change map[string]string
		status int
		want   string
	}{
		"another client":         {map[string]string{"client_id": "other"}, 400, "redirect_mismatch"},
		"another address":        {map[string]string{"redirect_uri": home + "x"}, 400, "redirect_mismatch"},
		"an address without end": {map[string]string{"redirect_uri": strings.TrimSuffix(home, "/")}, 400, "redirect_mismatch"},
		"tokens in the address":  {map[string]string{"response_type": "token"}, 302, "unauthorized_client"},
		"no PKCE":                {map[string]string{"code_challenge": ""}, 302, "invalid_request"},
		"plain PKCE":             {map[string]string{"code_challenge_method": "plain"}, 302, "invalid_request"},
		"an unknown provider":    {map[string]string{"identity_provider": "other"}, 302, "invalid_request"},
		"no provider":            {map[string]string{"identity_provider": ""}, 302, "invalid_request"},
		"an unknown domain":      {map[string]string{"identity_provider": "", "idp_identifier": "c.example"}, 302, "invalid_request"},
	} {
		answer := f.get("/oauth2/authorize", query(c.change))
		text, _ := io.ReadAll(answer.Body)
		if got := answer.Header.Get("Location") + string(text); answer.StatusCode != c.status || !strings.Contains(got, c.want) || c.status == 302 && !strings.HasPrefix(got, home+"?") {
			t.Errorf("%s: %s %s", name, answer.Status, got)
		}
	}
	f.support("COGNITO", "companyb")
	if answer := f.get("/oauth2/authorize", query(nil)); !strings.Contains(answer.Header.Get("Location"), "error=invalid_request") {
		t.Error("a provider that the client does not support")
	}
	// An update replaces everything.
	f.works(f.update(func(in *idp.UpdateUserPoolClientInput) { in.CallbackURLs = nil }))
	if answer := f.get("/oauth2/authorize", query(map[string]string{"identity_provider": "companyb"})); answer.StatusCode != 400 {
		t.Error("an address that is no more registered: " + answer.Status)
	}
	f.fails(f.update(func(in *idp.UpdateUserPoolClientInput) { in.SupportedIdentityProviders = []string{"other"} }), "InvalidParameterException", "The provider other does not exist for User Pool "+poolID+".")
}

func TestCodesWorkOnce(t *testing.T) {
	f := newFederation(t)
	code := func() string {
		r := f.begin("companya")
		return f.consume(r, f.response(r, f.a, nil).signed(t)).Get("code")
	}
	used := code()
	if status, _ := f.token(used, nil); status != 200 {
		t.Fatal(status)
	}
	late := code()
	f.now = f.now.Add(5 * time.Minute)
	for name, c := range map[string]struct {
		code   string
		change map[string]string
		want   string
	}{
		"again":             {used, nil, "invalid_grant"},
		"late":              {late, nil, "invalid_grant"},
		"none":              {"", nil, "invalid_grant"},
		"another secret":    {code(), map[string]string{"code_verifier": secret + "x"}, "invalid_grant"},
		"another address":   {code(), map[string]string{"redirect_uri": home + "x"}, "invalid_grant"},
		"another client":    {code(), map[string]string{"client_id": "other"}, "invalid_client"},
		"another grant":     {code(), map[string]string{"grant_type": "password"}, "unsupported_grant_type"},
		"of the whole form": {code(), map[string]string{"code": ""}, "invalid_grant"},
	} {
		if status, body := f.token(c.code, c.change); status != 400 || body["error"] != c.want {
			t.Errorf("%s: %d %v", name, status, body)
		}
	}
}

func TestLogout(t *testing.T) {
	f := newFederation(t)
	if answer := f.get("/logout", url.Values{"client_id": {clientID}, "logout_uri": {home}}); answer.Header.Get("Location") != home {
		t.Error(answer.Status)
	}
	if answer := f.get("/logout", url.Values{"client_id": {clientID}, "logout_uri": {"https://evil.example/"}}); answer.StatusCode != 400 {
		t.Error(answer.Status)
	}
}

// linking has a trigger like ours: it links people to the account with the asserted address.
func linking(f *federation, asked *[]string) {
	f.Helper()
	seen := func(event []byte) ([]byte, error) {
		var e struct{ TriggerSource string }
		f.works(json.Unmarshal(event, &e))
		*asked = append(*asked, e.TriggerSource)
		return event, nil
	}
	f.config.Triggers = map[string]cognito.Trigger{
		"PreAuthentication": seen, "PostAuthentication": seen, "PreTokenGeneration": seen,
		"PreSignUp": func(event []byte) ([]byte, error) {
			var e struct {
				TriggerSource, UserName string
				Request                 struct{ UserAttributes map[string]string }
			}
			f.works(json.Unmarshal(event, &e))
			*asked = append(*asked, e.TriggerSource)
			if e.TriggerSource == "PreSignUp_AdminCreateUser" {
				return event, nil
			}
			who, ok := users.IdentityOf(e.UserName)
			address := e.Request.UserAttributes["custom:"+users.AttributeAsserted]
			if !ok || strings.HasSuffix(address, "@nowhere") {
				return nil, errors.New("unknown " + address)
			}
			return event, users.New(f.sdk, poolID).Link(ctx, address, "00000000-0000-0000-0000-00000000000c", "00000000-0000-0000-0000-00000000000a", who)
		},
	}
	f.open()
}

// As on AWS: the sign-in in which a person is linked ends with an error, the next one is one
// of the account with all triggers of a sign-in.
func TestAPersonIsLinkedToAnAccount(t *testing.T) {
	f := newFederation(t)
	var asked []string
	linking(f, &asked)
	try := func(provider string, s *signer, subject, email string) url.Values {
		r := f.begin(provider)
		return f.consume(r, f.response(r, s, map[string]string{"subject": subject, "email": email}).signed(t))
	}
	if got := try("companya", f.a, "hanako", "hanako@nowhere"); got.Get("error") != "invalid_request" || !strings.Contains(got.Get("error_description"), "PreSignUp failed with error unknown hanako@nowhere.") {
		t.Errorf("%v", got)
	}
	if got := try("companya", f.a, "hanako", hanako); got.Get("code") != "" || !strings.Contains(got.Get("error_description"), "Already found an entry for username companya_hanako") {
		t.Errorf("%v", got)
	}
	if want := []string{"PreSignUp_ExternalProvider", "PreSignUp_ExternalProvider", "PreSignUp_AdminCreateUser"}; !slices.Equal(asked, want) {
		t.Errorf("%v", asked)
	}
	asked = nil
	claims := f.signInBy("companya", f.a, "hanako", "new@a.example")
	if want := []string{"PreAuthentication_Authentication", "PostAuthentication_Authentication", "TokenGeneration_HostedAuth"}; !slices.Equal(asked, want) {
		t.Errorf("%v", asked)
	}
	out, err := f.sdk.AdminGetUser(ctx, &idp.AdminGetUserInput{UserPoolId: aws.String(poolID), Username: aws.String(hanako)})
	f.works(err)
	identities, _ := json.Marshal(claims["identities"])
	if claims.Subject() != *out.Username || claims["cognito:username"] != *out.Username || claims.Email() != hanako || asserted(claims) != "new@a.example" ||
		claims["custom:company_id"] == nil || !strings.Contains(string(identities), `"providerName":"companya"`) {
		t.Errorf("%v", claims)
	}
	f.open() // a restart
	if again := f.signInBy("companya", f.a, "hanako", hanako); again.Subject() != claims.Subject() {
		t.Errorf("%v", again)
	}
	link := func(provider, subject, to string) error {
		_, err := f.sdk.AdminLinkProviderForUser(ctx, &idp.AdminLinkProviderForUserInput{
			UserPoolId: aws.String(poolID), DestinationUser: &types.ProviderUserIdentifierType{ProviderName: aws.String("Cognito"), ProviderAttributeValue: aws.String(to)},
			SourceUser: &types.ProviderUserIdentifierType{ProviderName: aws.String(provider), ProviderAttributeName: aws.String("Cognito_Subject"), ProviderAttributeValue: aws.String(subject)},
		})
		return err
	}
	f.fails(link("companya", "hanako", hanako), "InvalidParameterException", "SourceUser is already linked to DestinationUser")
	f.fails(link("companyx", "hanako", hanako), "InvalidParameterException", "The provider companyx does not exist for User Pool "+poolID+".")
	f.fails(link("companyb", "hanako", "nobody@a.example"), "UserNotFoundException", "User does not exist.")
	for _, subject := range []string{"2", "3", "4", "5"} {
		f.works(link("companya", subject, hanako))
	}
	f.fails(link("companya", "6", hanako), "LimitExceededException", "The user is linked to the maximum number of identities.")
	// A removed account takes its links with it: the person is new again.
	_, err = f.sdk.AdminDeleteUser(ctx, &idp.AdminDeleteUserInput{UserPoolId: aws.String(poolID), Username: aws.String(hanako)})
	f.works(err)
	if got := try("companya", f.a, "hanako", hanako); !strings.Contains(got.Get("error_description"), "Already found") {
		t.Errorf("%v", got)
	}
	// A trigger that refuses tokens.
	f.config.Triggers["PreTokenGeneration"] = func([]byte) ([]byte, error) { return nil, errors.New("refused") }
	f.open()
	status, answer := f.token(try("companya", f.a, "hanako", hanako).Get("code"), nil)
	if status != http.StatusBadRequest || answer["error"] != "invalid_grant" {
		t.Errorf("%d %v", status, answer)
	}
}
