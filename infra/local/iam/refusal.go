package iam

import (
	"encoding/json"
	"net/http"
)

// cause is why a request is refused; each protocol has its own name for it.
type cause int

const (
	accessDenied cause = iota
	missingToken
	unknownKey
	invalidSignature
	incompleteSignature
	malformed
	tooLarge
)

// refusal is the error sent to the caller.
type refusal struct {
	cause   cause
	message string
}

// jsonWords are the causes in the JSON protocols.
var jsonWords = map[cause]string{
	accessDenied: "AccessDeniedException", missingToken: "MissingAuthenticationTokenException", unknownKey: "UnrecognizedClientException",
	invalidSignature: "InvalidSignatureException", incompleteSignature: "IncompleteSignatureException",
	malformed: "SerializationException", tooLarge: "RequestEntityTooLargeException",
}

// answerJSON is for the JSON 1.0 and 1.1 protocols: DynamoDB, Step Functions,
// Cognito.
func (f *refusal) answerJSON(w http.ResponseWriter, r *http.Request) {
	word := jsonWords[f.cause]
	contentType := r.Header.Get("Content-Type")
	if contentType == "" {
		contentType = "application/x-amz-json-1.0"
	}
	w.Header().Set("Content-Type", contentType)
	w.Header().Set("X-Amzn-ErrorType", word)
	writeJSON(w, http.StatusBadRequest, map[string]string{"__type": word, "message": f.message})
}

// answerREST is for the REST JSON protocol: SES v2, Scheduler.
func (f *refusal) answerREST(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("X-Amzn-ErrorType", jsonWords[f.cause])
	writeJSON(w, f.status(), map[string]string{"message": f.message})
}

func (f *refusal) status() int {
	if f.cause == malformed || f.cause == tooLarge {
		return http.StatusBadRequest
	}
	return http.StatusForbidden
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	w.WriteHeader(status)
	// An error means that the caller is gone.
	_ = json.NewEncoder(w).Encode(v)
}
