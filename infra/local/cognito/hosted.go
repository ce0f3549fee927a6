package cognito

import (
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/crewjam/saml"
)

// The paths of the hosted pages.
const (
	acsPath   = "/saml2/idpresponse"
	grantLife = 5 * time.Minute
	// requestLife is how long a provider may take to answer.
	requestLife = 5 * time.Minute
	// browserCookie binds a sign-in to the browser that began it.
	browserCookie = "cognito"
)

// authorization is a sign-in with a provider that is under way.
type authorization struct {
	id        string // of the SAML request
	provider  string
	browser   string
	redirect  string
	state     string
	challenge string // S256 of PKCE
	expires   time.Time
}

// grantedCode is an authorization code.
type grantedCode struct {
	sub       string
	redirect  string
	challenge string
	expires   time.Time
}

// hosted are the sign-ins with providers that are under way. Like other sign-ins they do
// not outlive a restart.
type hosted struct {
	authorizations map[string]authorization // by relay state
	codes          map[string]grantedCode
}

// Hosted serves the pages of the pool's domain, which has to be reached by TLS:
// /oauth2/authorize sends people to their provider, which posts its answer to
// /saml2/idpresponse; /oauth2/token exchanges the code for tokens; /logout ends it.
func (p *Pool) Hosted() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /oauth2/authorize", p.authorize)
	mux.HandleFunc("POST "+acsPath, p.consume)
	mux.HandleFunc("POST /oauth2/token", p.exchangeCode)
	mux.HandleFunc("GET /logout", p.logout)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-store")
		w.Header().Set("Referrer-Policy", "no-referrer")
		w.Header().Set("X-Content-Type-Options", "nosniff")
		if r.URL.Path == "/oauth2/token" {
			allowOrigin(w.Header(), r)
			if r.Method == http.MethodOptions {
				w.WriteHeader(http.StatusNoContent)
				return
			}
		}
		r.Body = http.MaxBytesReader(w, r.Body, 1<<20)
		mux.ServeHTTP(w, r)
	})
}

// authorize begins a sign-in with a provider. Where the client or its address is wrong
// there is nobody to return to, and the person sees the error.
func (p *Pool) authorize(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.checkClient(q.Get("client_id")) != nil || !slices.Contains(p.state.client.texts("CallbackURLs"), q.Get("redirect_uri")) {
		http.Error(w, "redirect_mismatch", http.StatusBadRequest)
		return
	}
	a := authorization{
		browser: encode(p.random(32)), redirect: q.Get("redirect_uri"), state: q.Get("state"),
		challenge: q.Get("code_challenge"), expires: p.now().Add(requestLife),
	}
	fail := func(code, description string) {
		back(w, r, a, url.Values{"error": {code}, "error_description": {description}})
	}
	switch {
	case q.Get("response_type") != "code" || !slices.Contains(p.state.client.texts("AllowedOAuthFlows"), "code"):
		fail("unauthorized_client", "The client may use the flow of codes only")
		return
	case q.Get("code_challenge_method") != "S256" || len(a.challenge) != 43:
		fail("invalid_request", "code_challenge of S256 is required")
		return
	}
	v, ok := p.chosen(q.Get("identity_provider"), q.Get("idp_identifier"))
	if !ok {
		fail("invalid_request", "The identity provider is not supported by this client")
		return
	}
	sp, err := p.serviceProvider(v)
	if err != nil {
		fail("server_error", err.Error())
		return
	}
	relay := encode(p.random(32))
	a.id, a.provider = "_"+encode(p.random(24)), v.Name
	binding := saml.HTTPRedirectBinding
	if sp.GetSSOBindingLocation(binding) == "" {
		binding = saml.HTTPPostBinding
	}
	request, err := sp.MakeAuthenticationRequest(sp.GetSSOBindingLocation(binding), binding, saml.HTTPPostBinding)
	if err != nil {
		fail("server_error", err.Error())
		return
	}
	request.ID = a.id
	p.remember(relay, a)
	http.SetCookie(w, &http.Cookie{
		Name: browserCookie, Value: a.browser, Path: acsPath, MaxAge: int(requestLife.Seconds()),
		// The provider posts its answer from its own site.
		Secure: true, HttpOnly: true, SameSite: http.SameSiteNoneMode,
	})
	if binding == saml.HTTPPostBinding {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_ = postPage.Execute(w, template.HTML(request.Post(relay))) //nolint:gosec // escaped by the library
		return
	}
	target, err := request.Redirect(relay, sp)
	if err != nil {
		fail("server_error", err.Error())
		return
	}
	http.Redirect(w, r, target.String(), http.StatusFound)
}

var postPage = template.Must(template.New("post").Parse("<!doctype html><meta charset=\"utf-8\"><title>Anzen</title>{{.}}"))

// chosen is the provider that a request names, by its name or by one of its identifiers,
// if the client supports it.
func (p *Pool) chosen(name, identifier string) (provider, bool) {
	for _, v := range p.state.providers {
		if (name != "" && v.Name == name || name == "" && identifier != "" && slices.Contains(v.Identifiers, identifier)) &&
			slices.Contains(p.state.client.texts("SupportedIdentityProviders"), v.Name) {
			return v, true
		}
	}
	return provider{}, false
}

// remember keeps a sign-in, and forgets those that have ended.
func (p *Pool) remember(relay string, a authorization) {
	for id, old := range p.hosted.authorizations {
		if !p.now().Before(old.expires) {
			delete(p.hosted.authorizations, id)
		}
	}
	for id, old := range p.hosted.codes {
		if !p.now().Before(old.expires) {
			delete(p.hosted.codes, id)
		}
	}
	p.hosted.authorizations[relay] = a
}

// back returns to the dashboard.
func back(w http.ResponseWriter, r *http.Request, a authorization, values url.Values) {
	target, err := url.Parse(a.redirect)
	if err != nil {
		http.Error(w, "redirect_mismatch", http.StatusBadRequest)
		return
	}
	query := target.Query()
	for name := range values {
		query.Set(name, values.Get(name))
	}
	if a.state != "" {
		query.Set("state", a.state)
	}
	target.RawQuery = query.Encode()
	http.Redirect(w, r, target.String(), http.StatusFound)
}

// consume takes a provider's answer, once: whatever it says, the request that it answers
// is over.
func (p *Pool) consume(w http.ResponseWriter, r *http.Request) {
	relay, response := r.PostFormValue("RelayState"), r.PostFormValue("SAMLResponse")
	p.mu.Lock()
	defer p.mu.Unlock()
	p.metadata = nil // of operations only
	a, ok := p.hosted.authorizations[relay]
	delete(p.hosted.authorizations, relay)
	cookie, err := r.Cookie(browserCookie)
	if !ok || !p.now().Before(a.expires) || err != nil || subtle.ConstantTimeCompare([]byte(cookie.Value), []byte(a.browser)) != 1 {
		http.Error(w, "Invalid samlResponse or relayState from identity provider", http.StatusBadRequest)
		return
	}
	code, err := p.grant(a, response)
	var no refusal
	var wrong *Fault
	switch {
	case errors.As(err, &wrong): // of a trigger
		back(w, r, a, url.Values{"error": {"invalid_request"}, "error_description": {wrong.Message + " "}})
	case errors.As(err, &no):
		back(w, r, a, url.Values{"error": {"server_error"}, "error_description": {"Invalid SAML response received: " + no.Error()}})
	case err != nil:
		back(w, r, a, url.Values{"error": {"server_error"}, "error_description": {err.Error()}})
	default:
		back(w, r, a, url.Values{"code": {code}})
	}
}

// grant is the code for an accepted response.
func (p *Pool) grant(a authorization, response string) (string, error) {
	v, ok := p.chosen(a.provider, "")
	if !ok {
		return "", refusal("the identity provider was disconnected")
	}
	asserted, err := p.assertion(v, a.id, response)
	if err != nil {
		return "", err
	}
	u, err := p.federate(v, asserted)
	if err != nil {
		return "", err
	}
	code := encode(p.random(32))
	p.hosted.codes[code] = grantedCode{u.Sub, a.redirect, a.challenge, p.now().Add(grantLife)}
	return code, nil
}

// tokenAnswer is the answer of /oauth2/token.
type tokenAnswer struct {
	IDToken      string `json:"id_token"`
	AccessToken  string `json:"access_token"`
	RefreshToken string `json:"refresh_token"`
	ExpiresIn    int    `json:"expires_in"`
	TokenType    string `json:"token_type"`
}

// exchangeCode exchanges a code for tokens, once, with the secret of PKCE.
func (p *Pool) exchangeCode(w http.ResponseWriter, r *http.Request) {
	refuse := func(code string) { writeJSON(w, http.StatusBadRequest, map[string]string{"error": code}) }
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.checkClient(r.PostFormValue("client_id")) != nil:
		refuse("invalid_client")
		return
	case r.PostFormValue("grant_type") != "authorization_code":
		refuse("unsupported_grant_type")
		return
	}
	code := p.hosted.codes[r.PostFormValue("code")]
	delete(p.hosted.codes, r.PostFormValue("code"))
	sum := sha256.Sum256([]byte(r.PostFormValue("code_verifier")))
	u, ok := p.find(code.sub)
	if !ok || !p.now().Before(code.expires) || code.redirect != r.PostFormValue("redirect_uri") ||
		subtle.ConstantTimeCompare([]byte(encode(sum[:])), []byte(code.challenge)) != 1 {
		refuse("invalid_grant")
		return
	}
	f := p.newFamily(u.Sub, p.config.ClientID)
	f.Hosted = true
	err := p.commit(change{Families: map[string]*family{f.ID: &f}})
	if err == nil {
		var tokens authenticationResult
		if tokens, err = p.issue(u, f); err == nil {
			writeJSON(w, http.StatusOK, tokenAnswer{tokens.IdToken, tokens.AccessToken, tokens.RefreshToken, tokens.ExpiresIn, tokens.TokenType})
			return
		}
	}
	var wrong *Fault
	if errors.As(err, &wrong) { // of a trigger
		refuse("invalid_grant")
		return
	}
	writeJSON(w, http.StatusInternalServerError, map[string]string{"error": "server_error", "error_description": err.Error()})
}

// logout returns to an address that is registered for it. The tokens are revoked by
// RevokeToken before.
func (p *Pool) logout(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.checkClient(q.Get("client_id")) != nil || !slices.Contains(p.state.client.texts("LogoutURLs"), q.Get("logout_uri")) {
		http.Error(w, "redirect_mismatch", http.StatusBadRequest)
		return
	}
	http.SetCookie(w, &http.Cookie{Name: browserCookie, Path: acsPath, MaxAge: -1, Secure: true, HttpOnly: true, SameSite: http.SameSiteNoneMode})
	http.Redirect(w, r, q.Get("logout_uri"), http.StatusFound)
}
