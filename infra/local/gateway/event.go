package gateway

import (
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/aws/aws-lambda-go/events"
)

const stage = "v1"

// event is the request as a function with Lambda proxy integration receives it.
func (a *API) event(r *http.Request, id string, route Route, parameters map[string]string, claims map[string]any, body []byte) events.APIGatewayProxyRequest {
	now := time.Now().UTC()
	headers := a.viewer(r)
	event := events.APIGatewayProxyRequest{
		Resource: route.Path, Path: r.URL.EscapedPath(), HTTPMethod: r.Method,
		Headers: last(headers), MultiValueHeaders: headers,
		RequestContext: events.APIGatewayProxyRequestContext{
			AccountID: a.config.Account, APIID: "local", ResourceID: "local", Stage: stage,
			RequestID: id, ExtendedRequestID: id, DomainName: r.Host, Protocol: r.Proto,
			HTTPMethod: r.Method, Path: "/" + stage + r.URL.EscapedPath(), ResourcePath: route.Path,
			RequestTime: now.Format("02/Jan/2006:15:04:05 -0700"), RequestTimeEpoch: now.UnixMilli(),
			// The address of CloudFront, not the viewer's.
			Identity: events.APIGatewayRequestIdentity{SourceIP: "130.176.0.1", UserAgent: "Amazon CloudFront"},
		},
	}
	if query := r.URL.Query(); len(query) > 0 {
		event.MultiValueQueryStringParameters = query
		event.QueryStringParameters = last(query)
	}
	if len(parameters) > 0 {
		event.PathParameters = parameters
	}
	if claims != nil {
		event.RequestContext.Authorizer = map[string]any{"claims": claims}
	}
	if utf8.Valid(body) {
		event.Body = string(body)
	} else {
		event.Body, event.IsBase64Encoded = base64.StdEncoding.EncodeToString(body), true
	}
	return event
}

// viewer returns the request's headers as CloudFront forwards them: headers that only
// CloudFront sets are dropped from the client's.
func (a *API) viewer(r *http.Request) map[string][]string {
	headers := map[string][]string{}
	for name, values := range r.Header {
		switch {
		case strings.HasPrefix(name, "Cloudfront-"), strings.HasPrefix(name, "X-Forwarded-"), strings.HasPrefix(name, "X-Amzn-"):
		case name == "X-Origin-Verify", name == "Forwarded", name == "X-Real-Ip", name == "Connection", name == "Accept-Encoding":
		default:
			headers[name] = values
		}
	}
	host, port, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		host, port = "127.0.0.1", "0"
	}
	headers["Host"] = []string{r.Host}
	headers["CloudFront-Viewer-Address"] = []string{host + ":" + port}
	headers["X-Forwarded-For"] = []string{host + ", 130.176.0.1"}
	headers["X-Forwarded-Proto"] = []string{"https"}
	headers["X-Forwarded-Port"] = []string{"443"}
	headers["x-origin-verify"] = []string{a.config.Secret}
	return headers
}

// last is the single-value form of multi-value headers or parameters.
func last(many map[string][]string) map[string]string {
	single := make(map[string]string, len(many))
	for name, values := range many {
		if len(values) > 0 {
			single[name] = values[len(values)-1]
		}
	}
	return single
}

// respond writes a function's answer. A malformed one is an error, and nothing is
// written.
func (a *API) respond(w http.ResponseWriter, r *http.Request, answer []byte) error {
	var response events.APIGatewayProxyResponse
	if err := json.Unmarshal(answer, &response); err != nil {
		return fmt.Errorf("decode the answer: %w", err)
	}
	if response.StatusCode < 100 || response.StatusCode > 599 {
		return errors.New("the answer has no statusCode")
	}
	body := []byte(response.Body)
	if response.IsBase64Encoded {
		var err error
		if body, err = base64.StdEncoding.DecodeString(response.Body); err != nil {
			return fmt.Errorf("decode the answer's body: %w", err)
		}
	}
	for name, value := range response.Headers {
		w.Header().Set(name, value)
	}
	for name, values := range response.MultiValueHeaders {
		w.Header().Del(name)
		for _, value := range values {
			w.Header().Add(name, value)
		}
	}
	if w.Header().Get("Content-Type") == "" {
		w.Header().Set("Content-Type", "application/json")
	}
	if a.compresses(w, r, len(body)) {
		w.Header().Set("Content-Encoding", "gzip")
		w.Header().Del("Content-Length")
		w.WriteHeader(response.StatusCode)
		packed, _ := gzip.NewWriterLevel(w, gzip.BestSpeed) // the level exists
		_, _ = packed.Write(body)
		_ = packed.Close() // the client has gone
		return nil
	}
	w.WriteHeader(response.StatusCode)
	_, _ = w.Write(body)
	return nil
}

// compresses reports whether the client gets an answer compressed, which the function has not compressed itself.
func (a *API) compresses(w http.ResponseWriter, r *http.Request, length int) bool {
	return a.config.CompressedFrom > 0 && length >= a.config.CompressedFrom && w.Header().Get("Content-Encoding") == "" &&
		strings.Contains(r.Header.Get("Accept-Encoding"), "gzip")
}
