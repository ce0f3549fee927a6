package iam

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
)

// freshness is how far a signature's time may differ from the clock.
const freshness = 15 * time.Minute

// authorization is the Authorization header of Signature Version 4.
type authorization struct {
	accessKeyID   string
	date          string
	region        string
	service       string
	signedHeaders []string
	signature     string
}

// parseAuthorization reads a header like "AWS4-HMAC-SHA256
// Credential=ID/20261102/ap-northeast-1/dynamodb/aws4_request,
// SignedHeaders=host;x-amz-date, Signature=...".
func parseAuthorization(header string) (authorization, bool) {
	fields, ok := strings.CutPrefix(header, "AWS4-HMAC-SHA256 ")
	if !ok {
		return authorization{}, false
	}
	values := map[string]string{}
	for field := range strings.SplitSeq(fields, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(field), "=")
		values[name] = value
	}
	scope := strings.Split(values["Credential"], "/")
	if len(scope) != 5 || scope[4] != "aws4_request" || values["Signature"] == "" {
		return authorization{}, false
	}
	return authorization{
		accessKeyID: scope[0], date: scope[1], region: scope[2], service: scope[3],
		signedHeaders: strings.Split(values["SignedHeaders"], ";"), signature: values["Signature"],
	}, true
}

// Service returns the service that a request is for: the scope of its credentials, in
// the Authorization header or in the query of a presigned URL; the user pool's public
// operations have none. It is "" if it cannot be determined, as for the form of a
// presigned POST to S3.
func Service(r *http.Request) string {
	if a, ok := parseAuthorization(r.Header.Get("Authorization")); ok {
		return a.service
	}
	if scope := strings.Split(r.URL.Query().Get("X-Amz-Credential"), "/"); len(scope) == 5 {
		return scope[3]
	}
	if strings.HasPrefix(r.Header.Get("X-Amz-Target"), cognitoTarget+".") {
		return Cognito
	}
	return ""
}

// verify checks the request's signature and returns its owner, or the refusal.
func (c *Checker) verify(r *http.Request, service string, body []byte) (accessKeyID string, refused *refusal) {
	header := r.Header.Get("Authorization")
	if header == "" {
		return "", &refusal{missingToken, "Request is missing Authentication Token"}
	}
	a, ok := parseAuthorization(header)
	if !ok {
		return "", &refusal{incompleteSignature, "Authorization header is not of Signature Version 4"}
	}
	if a.service != service || a.region != c.config.Region {
		return "", &refusal{invalidSignature, fmt.Sprintf("Credential should be scoped to %s in %s, not to %s in %s.", service, c.config.Region, a.service, a.region)}
	}
	at, err := time.Parse("20060102T150405Z", r.Header.Get("X-Amz-Date"))
	if err != nil || at.Format("20060102") != a.date {
		return "", &refusal{incompleteSignature, "X-Amz-Date is missing or not the date of the credential."}
	}
	if away := c.config.Clock().Sub(at); away > freshness || away < -freshness {
		return "", &refusal{invalidSignature, "Signature expired or not yet current: " + r.Header.Get("X-Amz-Date")}
	}
	p, ok := c.principal(a.accessKeyID)
	if !ok {
		return "", &refusal{unknownKey, "The security token included in the request is invalid."}
	}
	if name := unsigned(r.Header, a.signedHeaders); name != "" {
		return "", &refusal{invalidSignature, "The header " + name + " must be signed."}
	}
	if token := r.Header.Get("X-Amz-Security-Token"); token != p.session || p.session != "" && c.config.Clock().After(p.until) {
		return "", &refusal{unknownKey, "The security token included in the request is invalid or expired."}
	}
	want, err := c.sign(r, a, p.secret, at, body)
	if err != nil || subtle.ConstantTimeCompare([]byte(want), []byte(a.signature)) != 1 {
		return "", &refusal{invalidSignature, "The request signature we calculated does not match the signature you provided."}
	}
	return a.accessKeyID, nil
}

// unsigned returns a header that AWS wants signed and is not.
func unsigned(h http.Header, signed []string) string {
	if !slices.Contains(signed, "host") {
		return "host"
	}
	for name := range h {
		lower := strings.ToLower(name)
		if strings.HasPrefix(lower, "x-amz-") && !slices.Contains(signed, lower) {
			return lower
		}
	}
	return ""
}

// sign returns the signature that the SDK's own signer makes of the request's signed
// part.
func (c *Checker) sign(r *http.Request, a authorization, secret string, at time.Time, body []byte) (string, error) {
	again := (&http.Request{
		Method: r.Method, Host: r.Host, Header: http.Header{},
		URL: &url.URL{Scheme: "http", Host: r.Host, Path: r.URL.Path, RawPath: r.URL.RawPath, RawQuery: r.URL.RawQuery},
	}).WithContext(r.Context())
	for _, name := range a.signedHeaders {
		switch name {
		case "host":
		case "content-length":
			again.ContentLength = r.ContentLength
		default:
			again.Header[http.CanonicalHeaderKey(name)] = r.Header.Values(name)
		}
	}
	sum := sha256.Sum256(body)
	credentials := aws.Credentials{AccessKeyID: a.accessKeyID, SecretAccessKey: secret}
	if err := c.signer.SignHTTP(r.Context(), credentials, again, hex.EncodeToString(sum[:]), a.service, a.region, at); err != nil {
		return "", fmt.Errorf("sign request again: %w", err)
	}
	made, _ := parseAuthorization(again.Header.Get("Authorization"))
	return made.signature, nil
}
