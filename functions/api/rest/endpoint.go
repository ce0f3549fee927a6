package rest

import (
	"context"
	"errors"
	"math"
	"net/http"
	"strings"

	"github.com/awslabs/aws-lambda-go-api-proxy/core"

	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/message"
	"anzen/shared/domain/plan"
	"anzen/shared/domain/sds"
)

// Provisioned is the rule of endpoints that a company's identity provider calls with a
// provisioning token: the gateway lets every request pass, and the function identifies the
// caller (Services.Provisioned).
var Provisioned = Rule{kind: ruleProvisioned}

// Serve completes the declaration of an endpoint below a root of its own, with a handler
// of all requests. Endpoints speak a protocol of their own, so they are not in the API's
// document, and their paths may end with {name+} for any number of parts.
func Serve(r Route, root string, serve func(*Services) http.Handler) Route {
	r.root, r.serve = root, serve
	if r.Memory == 0 {
		r.Memory = defaultMemory
	}
	if r.Timeout == 0 {
		r.Timeout = MaxTimeout
	}
	return r
}

// Arrived is a call without a caller: the request came through our own edge.
func (s *Services) Arrived(q *http.Request) (*Call, error) {
	call := &Call{Services: s, Lang: message.Locale(q.Header.Get("Accept-Language")), agent: q.Header.Get("User-Agent")}
	return call, s.arrive(call, q)
}

func (s *Services) arrive(call *Call, q *http.Request) error {
	gateway, ok := core.GetAPIGatewayContextFromContext(q.Context())
	if !ok {
		return errors.New("the request did not come through the gateway")
	}
	call.RequestID = gateway.RequestID
	call.Address = clientAddress(q.Header.Get("CloudFront-Viewer-Address"))
	return nil
}

// CodeToken is the error of requests without a valid provisioning token.
const CodeToken message.Code = "provisioning.token"

// CodeTokenLimit is the error of a provisioning token that makes too many requests; seconds is
// when it may make the next.
const CodeTokenLimit message.Code = "provisioning.too_many_requests"

// limitProvisioning counts a request of a token, and refuses one too many.
func (s *Services) limitProvisioning(ctx context.Context, c sds.CompanyID, token company.ProvisioningToken) error {
	requests, left, err := s.Table.CountProvisioning(ctx, c, token, company.ProvisioningWindow)
	if err != nil || requests <= company.ProvisioningRequests {
		return err
	}
	seconds := int(math.Ceil(left.Seconds()))
	return message.New(message.TooMany, CodeTokenLimit).With(message.Args{"seconds": seconds, "limit": company.ProvisioningRequests, "window": int(company.ProvisioningWindow.Seconds())})
}

// Provision identifies the caller by the provisioning token of the request, and notes its
// use. The caller acts as an administrator of the company, under the token's name. The
// company needs the option of SAML, of which provisioning is a part. Its list of allowed
// addresses is not consulted: it is about people, and providers call from addresses of
// their own.
func (s *Services) Provision(ctx context.Context, call *Call, q *http.Request) error {
	scheme, token, _ := strings.Cut(q.Header.Get("Authorization"), " ")
	refused := message.New(message.Unauthorized, CodeToken)
	if !strings.EqualFold(scheme, "Bearer") {
		return refused
	}
	id, found, ok, err := s.Table.Provisioning(ctx, strings.TrimSpace(token))
	if err != nil {
		return err
	}
	if !ok {
		return refused
	}
	if err := s.limitProvisioning(ctx, id, found); err != nil {
		return err
	}
	if call.Company, err = s.Table.Company(ctx, id); err != nil {
		return err
	}
	if !call.Company.Active || call.Company.ClosedAt != nil {
		return refused
	}
	if err := call.Option(plan.FeatureSAML); err != nil {
		return err
	}
	call.Principal = access.Principal{CompanyID: id, User: found.ID, Name: found.Name, Token: found.Name, Role: access.Admin, Locale: company.LocaleJapanese}
	if now := s.Now(); found.LastUsedAt == nil || now.Sub(*found.LastUsedAt) >= company.ProvisioningTokenNoted {
		if err := s.Table.NoteProvisioning(ctx, id, found); err != nil {
			s.Log.ErrorContext(ctx, "use of a provisioning token not noted", "company", string(id), "cause", err.Error())
		}
	}
	return nil
}
