package gateway

import (
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// AccessLog is where a line for each request goes, and its format with API Gateway's variables ($context....).
type AccessLog struct {
	Format string
	To     io.Writer
}

var variable = regexp.MustCompile(`\$context(?:\.[A-Za-z]+)+`)

// variables are those that the gateway knows. One without a value is written as a hyphen, as by API Gateway.
var variables = map[string]func(*exchange) string{
	"$context.requestId":        func(e *exchange) string { return e.id },
	"$context.requestTimeEpoch": func(e *exchange) string { return strconv.FormatInt(e.began.UnixMilli(), 10) },
	"$context.operationName":    func(e *exchange) string { return e.route.Function },
	"$context.httpMethod":       func(e *exchange) string { return e.method },
	"$context.resourcePath":     func(e *exchange) string { return strings.TrimSuffix(e.route.Path, "/") },
	"$context.status":           func(e *exchange) string { return number(e.status) },
	"$context.responseLatency":  func(e *exchange) string { return strconv.FormatInt(time.Since(e.began).Milliseconds(), 10) },
	// That of the call of the function, whatever the function answers.
	"$context.integrationStatus":  func(e *exchange) string { return number(e.integration) },
	"$context.error.responseType": func(e *exchange) string { return e.refusal },
	"$context.authorizer.claims.sub": func(e *exchange) string {
		sub, _ := e.claims["sub"].(string)
		return sub
	},
}

func number(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// exchange is a request with its answer.
type exchange struct {
	http.ResponseWriter

	id, method          string
	began               time.Time
	route               Route
	claims              map[string]any
	status, integration int
	refusal             string // the type of an answer of the API itself
}

func (e *exchange) WriteHeader(status int) {
	e.status = status
	e.ResponseWriter.WriteHeader(status)
}

// check fails for a format with a variable that the gateway does not know.
func (l AccessLog) check() error {
	for _, name := range variable.FindAllString(l.Format, -1) {
		if variables[name] == nil {
			return fmt.Errorf("the format of the access log has the unknown variable %s", name)
		}
	}
	return nil
}

// write writes the line of an exchange.
func (l AccessLog) write(e *exchange) error {
	if l.To == nil {
		return nil
	}
	line := variable.ReplaceAllStringFunc(l.Format, func(name string) string {
		value := variables[name](e)
		if value == "" {
			return "-"
		}
		return strings.NewReplacer(`"`, `\"`, `\`, `\\`, "\n", " ").Replace(value)
	})
	if _, err := io.WriteString(l.To, line+"\n"); err != nil {
		return fmt.Errorf("write the access log: %w", err)
	}
	return nil
}
