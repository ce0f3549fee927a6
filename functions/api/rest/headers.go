package rest

import (
	"net/http"
)

// Headers are on every answer of the API, the gateway's own too: no cache keeps
// what somebody may see today, and no browser takes it for anything but what it
// says it is.
var Headers = map[string]string{"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}

func setHeaders(w http.ResponseWriter) {
	for name, value := range Headers {
		w.Header().Set(name, value)
	}
}
