package blueprint

import (
	"encoding/json"

	"anzen/functions/api/rest"
	"anzen/shared/domain/message"
)

// Refusal is an answer of the gateway itself, before or in place of a function, in the
// form of the API's errors. The gateway does not know the reader's language, so the
// text is in both.
type Refusal struct {
	Type   string // API Gateway's name of the response
	Status int
	Body   string
	// Headers are the headers of all answers of the API.
	Headers map[string]string
}

// refusals are the gateway's answers.
func refusals() []Refusal {
	var all []Refusal
	for _, r := range []struct {
		kind   string
		status int
		code   message.Code
	}{
		{"UNAUTHORIZED", 401, message.CodeUnauthorized},
		{"EXPIRED_TOKEN", 401, message.CodeUnauthorized},
		{"INVALID_SIGNATURE", 401, message.CodeUnauthorized},
		{"ACCESS_DENIED", 403, message.CodeForbidden},
		{"WAF_FILTERED", 403, message.CodeForbidden},
		{"MISSING_AUTHENTICATION_TOKEN", 404, message.CodeNotFound}, // API Gateway's type for an unknown route
		{"RESOURCE_NOT_FOUND", 404, message.CodeNotFound},
		{"REQUEST_TOO_LARGE", 413, message.CodeTooLarge},
		{"UNSUPPORTED_MEDIA_TYPE", 415, message.CodeMalformed},
		{"THROTTLED", 429, message.CodeTooMany},
		{"QUOTA_EXCEEDED", 429, message.CodeTooMany},
		{"INTEGRATION_TIMEOUT", 504, message.CodeBusy},
		{"INTEGRATION_FAILURE", 502, message.CodeInternal},
		{"DEFAULT_4XX", 400, message.CodeMalformed},
		{"DEFAULT_5XX", 500, message.CodeInternal},
	} {
		text := message.Text("ja", r.code, nil) + " / " + message.Text("en", r.code, nil)
		body, err := json.Marshal(map[string]string{"detail": text, "code": string(r.code)})
		if err != nil {
			panic(err) // two strings
		}
		all = append(all, Refusal{r.kind, r.status, string(body), rest.Headers})
	}
	return all
}
