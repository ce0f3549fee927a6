package lambda

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strings"
)

const (
	invocationsBefore, invocationsAfter = "/2015-03-31/functions/", "/invocations"
	requestResponse                     = "RequestResponse"
)

// InvokedFunction is the function that a request to Lambda's API calls, by name or ARN: POST
// /2015-03-31/functions/NAME/invocations.
func InvokedFunction(r *http.Request) (string, bool) {
	path, ok := strings.CutPrefix(r.URL.EscapedPath(), invocationsBefore)
	name, ends := strings.CutSuffix(path, invocationsAfter)
	if !ok || !ends || r.Method != http.MethodPost {
		return "", false
	}
	name, err := url.PathUnescape(name)
	return name, err == nil && name != ""
}

// ServeHTTP answers the part of Lambda's API that functions use: a call that waits for its answer.
func (i *Invoker) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if name, ok := configured(r); ok {
		i.configuration(w, name)
		return
	}
	name, ok := InvokedFunction(r)
	if kind := r.Header.Get("X-Amz-Invocation-Type"); !ok || kind != "" && kind != requestResponse {
		refuse(w, http.StatusBadRequest, "InvalidParameterValueException", "the local Lambda calls functions and waits for their answer; it does nothing else")
		return
	}
	payload, err := io.ReadAll(r.Body)
	if err != nil {
		refuse(w, http.StatusBadRequest, "InvalidRequestContentException", err.Error())
		return
	}
	answer, err := i.Invoke(r.Context(), name, payload)
	var failed *FunctionError
	switch {
	case errors.As(err, &failed):
		w.Header().Set("X-Amz-Function-Error", "Unhandled")
		_, _ = w.Write(failed.Payload())
	case errors.Is(err, ErrNoFunction):
		refuse(w, http.StatusNotFound, "ResourceNotFoundException", err.Error())
	case errors.Is(err, ErrThrottled):
		refuse(w, http.StatusTooManyRequests, "TooManyRequestsException", err.Error())
	case errors.Is(err, ErrPayloadTooLarge):
		refuse(w, http.StatusRequestEntityTooLarge, "RequestTooLargeException", err.Error())
	case err != nil:
		refuse(w, http.StatusInternalServerError, "ServiceException", err.Error())
	default:
		_, _ = w.Write(answer)
	}
}

// configured is the function whose configuration a request asks for: GET /2015-03-31/functions/NAME/configuration.
func configured(r *http.Request) (string, bool) {
	path, ok := strings.CutPrefix(r.URL.Path, invocationsBefore)
	name, ends := strings.CutSuffix(path, "/configuration")
	return name, ok && ends && r.Method == http.MethodGet
}

func (i *Invoker) configuration(w http.ResponseWriter, name string) {
	f, ok := i.functions[nameOf(name)]
	if !ok {
		refuse(w, http.StatusNotFound, "ResourceNotFoundException", "Function not found: "+name)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(map[string]any{"FunctionName": f.Name, "FunctionArn": f.ARN, "Environment": map[string]any{"Variables": f.Env}})
}

func refuse(w http.ResponseWriter, status int, code, message string) {
	w.Header().Set("X-Amzn-ErrorType", code)
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]string{"Type": "User", "Message": message})
}
