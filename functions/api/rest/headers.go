package rest

import (
	"net/http"
)

// Headers are on every answer of the API, the gateway's own included: answers are
// not cached, and browsers do not guess their content type.
var Headers = map[string]string{"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}

func setHeaders(w http.ResponseWriter) {
	for name, value := range Headers {
		w.Header().Set(name, value)
	}
}
