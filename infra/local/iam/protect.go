package iam

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
)

// The services' names in credential scopes.
const (
	DynamoDB  = "dynamodb"
	States    = "states"
	Cognito   = "cognito-idp"
	SES       = "ses"
	Scheduler = "scheduler"
	Lambda    = "lambda"
	SQS       = "sqs"
	STS       = "sts"
	Logs      = "logs"
)

// bodyMax is the largest request that any of the services accepts: a mail of 40 MB, in
// base64.
const bodyMax = 64 << 20

// need is one action that a request needs, on any one of the resources.
type need struct {
	action    string
	resources []string
	keys      []string // the partition keys of the table's items that it names
}

func on(action string, resources ...string) need { return need{action: action, resources: resources} }

// protocol describes a service to Protect.
type protocol struct {
	// needs derives a request's needs; it fails for an unreadable request.
	needs func(c *Checker, r *http.Request, body []byte) ([]need, error)
	// public reports requests that need no signature; it may be nil.
	public func(r *http.Request) bool
	answer func(f *refusal, w http.ResponseWriter, r *http.Request)
}

var protocols = map[string]protocol{
	DynamoDB:  {dynamoDBNeeds, nil, (*refusal).answerJSON},
	States:    {statesNeeds, nil, (*refusal).answerJSON},
	Cognito:   {cognitoNeeds, cognitoPublic, (*refusal).answerJSON},
	SES:       {sesNeeds, nil, (*refusal).answerREST},
	Scheduler: {schedulerNeeds, nil, (*refusal).answerREST},
	Lambda:    {lambdaNeeds, nil, (*refusal).answerREST},
	STS:       {stsNeeds, nil, (*refusal).answerXML},
	SQS:       {sqsNeeds, nil, (*refusal).answerJSON},
	Logs:      {logsNeeds, nil, (*refusal).answerJSON},
}

type callerKey struct{}

// Caller returns the name of the function whose request has passed Protect, or "" for
// one that needed no credentials.
func Caller(ctx context.Context) string {
	function, _ := ctx.Value(callerKey{}).(string)
	return function
}

// Protect passes on requests signed by a function that has the needed permissions. It
// panics for an unknown service, which is a programming error.
func (c *Checker) Protect(service string, next http.Handler) http.Handler {
	p, ok := protocols[service]
	if !ok {
		panic("iam: there is no protocol for the service " + service)
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if p.public != nil && p.public(r) {
			next.ServeHTTP(w, r)
			return
		}
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, bodyMax))
		if err != nil {
			p.answer(&refusal{tooLarge, "The request cannot be read: " + err.Error()}, w, r)
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		accessKeyID, refused := c.verify(r, service, body)
		if refused == nil {
			refused = c.authorize(p, accessKeyID, r, body)
		}
		if refused != nil {
			p.answer(refused, w, r)
			return
		}
		function, _ := c.Function(accessKeyID)
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), callerKey{}, function)))
	})
}

func (c *Checker) authorize(p protocol, accessKeyID string, r *http.Request, body []byte) *refusal {
	needs, err := p.needs(c, r, body)
	if err != nil {
		return &refusal{malformed, err.Error()}
	}
	for _, n := range needs {
		if err := c.allowOne(accessKeyID, n); err != nil {
			return &refusal{accessDenied, err.Error()}
		}
	}
	return nil
}

// errUnreadable is the error of a request whose needs cannot be derived.
var errUnreadable = errors.New("the request is not valid for this operation")

// target is the operation's name in X-Amz-Target.
func target(r *http.Request) string {
	_, operation, _ := strings.Cut(r.Header.Get("X-Amz-Target"), ".")
	return operation
}

// arn is the ARN of a resource in this account and region.
func (c *Checker) arn(service, resource string) string {
	return "arn:aws:" + service + ":" + c.config.Region + ":" + c.config.Account + ":" + resource
}

// named is the ARN of a name in a request: ARNs may be used in place of names.
func (c *Checker) named(service, kind, name string) string {
	if strings.HasPrefix(name, "arn:") {
		return name
	}
	return c.arn(service, kind+name)
}
