package stack

import (
	"net/http"
	"strings"

	"anzen/infra/local/iam"
)

// Call is a call of a service by a function. The attempts of the SDK are one call.
type Call struct {
	Function, Service, Operation string
	// ID is the same for all attempts of the SDK.
	ID string
}

// Fail has the services answer calls of functions with 503 for which decide returns true; nil: none. It may be
// called at any time, for tests.
func (s *Stack) Fail(decide func(Call) bool) { s.faults.Store(&decide) }

// faulty answers 503 where a call is to fail.
func (s *Stack) faulty(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		decide := s.faults.Load()
		if decide == nil || *decide == nil || !(*decide)(s.callOf(r)) {
			next.ServeHTTP(w, r)
			return
		}
		unavailable(w, "the local stack was asked to fail")
	})
}

func (s *Stack) callOf(r *http.Request) Call {
	c := Call{Function: s.Checker.CallerOf(r), Service: iam.Service(r), ID: r.Header.Get("Amz-Sdk-Invocation-Id")}
	_, c.Operation, _ = strings.Cut(r.Header.Get("X-Amz-Target"), ".")
	if c.Operation == "" {
		c.Operation = r.Method
	}
	return c
}
