package gateway_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"anzen/infra/blueprint"
	"anzen/infra/local/gateway"
)

// line is a line of the access log as it is deployed.
type line struct{ Request, At, Operation, Method, Resource, Status, Took, Integration, Error, Sub string }

// written are the lines; the handler writes them after its answer.
type written chan []byte

func (w written) Write(line []byte) (int, error) {
	w <- slices.Clone(line)
	return len(line), nil
}

// Each request has its line, in the format that is deployed; what is not known is a hyphen, as from API Gateway.
func TestAccessLogOfTheDeployedFormat(t *testing.T) {
	log := make(written, 1)
	s := startLogged(t, time.Second, gateway.AccessLog{Format: blueprint.AccessLogFormat, To: log})
	ask := func(method, path, token string) line {
		t.Helper()
		s.ask(t, method, path, "", "Authorization", token)
		var l line
		if err := json.Unmarshal(<-log, &l); err != nil {
			t.Fatal(err)
		}
		if l.Request == "-" || len(l.At) != 13 || l.Took == "-" {
			t.Errorf("%+v", l)
		}
		l.Request, l.At, l.Took = "", "", ""
		return l
	}
	check := func(got, want line) {
		t.Helper()
		if got != want {
			t.Errorf("%+v, not %+v", got, want)
		}
	}
	const lists = "/api/v1/companies/{id}/sdses"
	s.answer = `{"statusCode":503,"body":"{}"}`
	check(ask("GET", "/api/v1/companies/c1/sdses", "good"), line{Operation: "listSheets", Method: "GET", Resource: lists, Status: "503", Integration: "200", Error: "-", Sub: "u1"})
	check(ask("GET", "/api/v1/companies/c1/sdses", "old"), line{Operation: "listSheets", Method: "GET", Resource: lists, Status: "401", Integration: "-", Error: "EXPIRED_TOKEN", Sub: "-"})
	check(ask("GET", "/api/v1/a@example.jp", ""), line{Operation: "-", Method: "GET", Resource: "-", Status: "403", Integration: "-", Error: "MISSING_AUTHENTICATION_TOKEN", Sub: "-"})
	s.err = errors.New("panic")
	check(ask("POST", "/api/v1/reset-password", ""), line{Operation: "resetPassword", Method: "POST", Resource: "/api/v1/reset-password", Status: "502", Integration: "-", Error: "INTEGRATION_FAILURE", Sub: "-"})
	s.err, s.hang = nil, true
	if l := ask("POST", "/api/v1/signup", ""); l.Status != "504" || l.Error != "INTEGRATION_TIMEOUT" {
		t.Errorf("%+v", l)
	}
}

// A format with a variable that the gateway does not know is refused at the start.
func TestAccessLogWithAnUnknownVariable(t *testing.T) {
	_, err := gateway.New(gateway.Config{Access: gateway.AccessLog{Format: `{"address":"$context.identity.sourceIp"}`}})
	if err == nil || !strings.Contains(err.Error(), "$context.identity.sourceIp") {
		t.Error(err)
	}
}
