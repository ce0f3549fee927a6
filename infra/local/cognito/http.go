package cognito

import (
	"encoding/json"
	"errors"
	"net/http"
	"strings"
)

// Service is the first part of the operations' names in X-Amz-Target.
const Service = "AWSCognitoIdentityProviderService"

// Fault is an error that the caller sees.
type Fault struct{ Code, Message string }

func (f *Fault) Error() string { return f.Code + ": " + f.Message }

func fault(code, message string) error { return &Fault{code, message} }

// empty is the answer of operations without a result.
type empty struct{}

// operations are all operations that the pool supports.
var operations = map[string]func(*Pool, []byte) (any, error){
	"InitiateAuth":                     on((*Pool).initiateAuth),
	"AdminInitiateAuth":                on((*Pool).adminInitiateAuth),
	"AdminRespondToAuthChallenge":      on((*Pool).adminRespondToAuthChallenge),
	"AdminSetUserMFAPreference":        on((*Pool).adminSetUserMFAPreference),
	"GetUser":                          on(as((*Pool).getUser)),
	"AssociateSoftwareToken":           on(as((*Pool).associateSoftwareToken)),
	"VerifySoftwareToken":              on(as((*Pool).verifySoftwareToken)),
	"SetUserMFAPreference":             on(as((*Pool).setUserMFAPreference)),
	"GetUserAttributeVerificationCode": on(as((*Pool).getUserAttributeVerificationCode)),
	"VerifyUserAttribute":              on(as((*Pool).verifyUserAttribute)),
	"StartWebAuthnRegistration":        on(as((*Pool).startWebAuthnRegistration)),
	"CompleteWebAuthnRegistration":     on(as((*Pool).completeWebAuthnRegistration)),
	"ListWebAuthnCredentials":          on(as((*Pool).listWebAuthnCredentials)),
	"DeleteWebAuthnCredential":         on(as((*Pool).deleteWebAuthnCredential)),
	"RespondToAuthChallenge":           on((*Pool).respondToAuthChallenge),
	"GetTokensFromRefreshToken":        on((*Pool).getTokensFromRefreshToken),
	"RevokeToken":                      on((*Pool).revokeToken),
	"AdminCreateUser":                  on((*Pool).adminCreateUser),
	"AdminSetUserPassword":             on((*Pool).adminSetUserPassword),
	"AdminGetUser":                     on((*Pool).adminGetUser),
	"AdminDisableUser":                 on((*Pool).adminDisableUser),
	"AdminEnableUser":                  on((*Pool).adminEnableUser),
	"AdminDeleteUser":                  on((*Pool).adminDeleteUser),
	"AdminUserGlobalSignOut":           on((*Pool).adminUserGlobalSignOut),
	"AdminUpdateUserAttributes":        on((*Pool).adminUpdateUserAttributes),
	"AdminLinkProviderForUser":         on((*Pool).adminLinkProviderForUser),
	"DescribeUserPool":                 on((*Pool).describeUserPool),
	"CreateIdentityProvider":           on((*Pool).createIdentityProvider),
	"UpdateIdentityProvider":           on((*Pool).updateIdentityProvider),
	"DeleteIdentityProvider":           on((*Pool).deleteIdentityProvider),
	"ListIdentityProviders":            on((*Pool).listIdentityProviders),
	"DescribeUserPoolClient":           on((*Pool).describeUserPoolClient),
	"UpdateUserPoolClient":             on((*Pool).updateUserPoolClient),
}

// on turns a method into an operation: it decodes the request and holds the pool's
// lock.
func on[Q any](method func(*Pool, Q) (any, error)) func(*Pool, []byte) (any, error) {
	return func(p *Pool, body []byte) (any, error) {
		var q Q
		if err := json.Unmarshal(body, &q); err != nil {
			return nil, fault("SerializationException", "The request is not valid JSON for this operation.")
		}
		p.mu.Lock()
		defer p.mu.Unlock()
		return method(p, q)
	}
}

// ServeHTTP answers operations (POST, X-Amz-Target) and the key set, for browsers of
// any origin.
func (p *Pool) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	allowOrigin(w.Header(), r)
	switch {
	case r.Method == http.MethodOptions:
		w.WriteHeader(http.StatusNoContent)
	case r.URL.Path == "/"+p.config.PoolID+"/.well-known/jwks.json" && r.Method == http.MethodGet:
		writeJSON(w, http.StatusOK, p.public)
	case r.Method == http.MethodPost:
		p.operate(w, r)
	default:
		http.NotFound(w, r)
	}
}

func (p *Pool) operate(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/x-amz-json-1.1")
	w.Header().Set("X-Amzn-RequestId", p.requestID())
	answer, err := p.do(w, r)
	if err == nil {
		writeJSON(w, http.StatusOK, answer)
		return
	}
	status := http.StatusBadRequest
	var f *Fault
	if !errors.As(err, &f) {
		status, f = http.StatusInternalServerError, &Fault{"InternalErrorException", err.Error()}
	}
	w.Header().Set("X-Amzn-ErrorType", f.Code+":")
	w.Header().Set("X-Amzn-ErrorMessage", f.Message)
	writeJSON(w, status, map[string]string{"__type": f.Code, "message": f.Message})
}

func (p *Pool) do(w http.ResponseWriter, r *http.Request) (any, error) {
	name, ok := strings.CutPrefix(r.Header.Get("X-Amz-Target"), Service+".")
	operation, known := operations[name]
	if !ok || !known {
		return nil, fault("UnknownOperationException", "This user pool does not know the operation "+name)
	}
	if name == "RespondToAuthChallenge" && !p.admits(r.RemoteAddr) {
		return nil, fault("ForbiddenException", "Request not allowed due to WAF block.")
	}
	var body json.RawMessage
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 1<<20)).Decode(&body); err != nil {
		return nil, fault("SerializationException", "The request is not valid JSON.")
	}
	return operation(p, body)
}

func (p *Pool) requestID() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.uuid()
}

func allowOrigin(h http.Header, r *http.Request) {
	origin := r.Header.Get("Origin")
	if origin == "" {
		return
	}
	h.Set("Access-Control-Allow-Origin", origin)
	h.Add("Vary", "Origin")
	h.Set("Access-Control-Expose-Headers", "x-amzn-RequestId,x-amzn-ErrorType,x-amzn-ErrorMessage,Date")
	if r.Method == http.MethodOptions {
		h.Set("Access-Control-Allow-Methods", "GET,POST,OPTIONS")
		h.Set("Access-Control-Allow-Headers", r.Header.Get("Access-Control-Request-Headers"))
		h.Set("Access-Control-Max-Age", "7200")
	}
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	if w.Header().Get("Content-Type") == "" {
		w.Header().Set("Content-Type", "application/json")
	}
	w.WriteHeader(status)
	// An error means that the caller is gone.
	_ = json.NewEncoder(w).Encode(v)
}
