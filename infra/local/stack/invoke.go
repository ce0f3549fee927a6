package stack

import (
	"errors"
	"io"
	"mime"
	"net/http"

	"anzen/infra/local/lambda"
)

// InvokePath, followed by a function's name, accepts events for direct invocation.
const InvokePath = "/_local/functions/"

// eventLimit is Lambda's limit of an event.
const eventLimit = 6 << 20

// invoke passes an event to a function. It demands JSON, which pages of other origins
// cannot send without CORS permission.
func (s *Stack) invoke(w http.ResponseWriter, r *http.Request) {
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		http.Error(w, "send the event as application/json", http.StatusUnsupportedMediaType)
		return
	}
	name := r.PathValue("function")
	if !s.Functions.Has(name) {
		http.Error(w, "unknown function "+name, http.StatusNotFound)
		return
	}
	event, err := io.ReadAll(http.MaxBytesReader(w, r.Body, eventLimit))
	if err != nil {
		http.Error(w, "the event is too large", http.StatusRequestEntityTooLarge)
		return
	}
	answer, err := s.Functions.Invoke(r.Context(), name, event)
	var failed *lambda.FunctionError
	switch {
	case errors.As(err, &failed):
		w.Header().Set("X-Amz-Function-Error", "Unhandled")
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(failed.Payload())
	case err != nil:
		http.Error(w, err.Error(), http.StatusBadGateway)
	default:
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(answer)
	}
}
