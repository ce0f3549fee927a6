// Package saml parses the metadata of a company's own identity provider (SAML 2.0,
// OASIS saml-metadata-2.0-os) and defines the connection to it.
package saml

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/xml"
	"errors"
	"io"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"

	"anzen/shared/domain/company"
	"anzen/shared/domain/message"
	"anzen/shared/domain/plan"
	"anzen/shared/domain/sds"
)

// MaxMetadata is the maximum size of a metadata document in bytes.
const MaxMetadata = 512 << 10

// Codes of refused metadata.
const (
	CodeMetadata    message.Code = "saml.metadata_invalid"
	CodeTooLarge    message.Code = "saml.metadata_too_large"
	CodeNoProvider  message.Code = "saml.metadata_no_provider"
	CodeNoSignIn    message.Code = "saml.metadata_no_sign_in"
	CodeCertificate message.Code = "saml.metadata_certificate"
	CodeExpired     message.Code = "saml.metadata_expired"
	CodeWeak        message.Code = "saml.metadata_weak"
)

// State is the state of a connection.
type State string

// The states: requested and not yet in the user pool, in the user pool, and there while the
// company allows no sign-ins by it.
const (
	StatePending  State = "pending"
	StateActive   State = "active"
	StateDisabled State = "disabled"
)

// Connection is a company's connection to its own identity provider.
type Connection struct {
	Version  int64    `dynamodbav:"Version"`
	State    State    `dynamodbav:"State"`
	Provider Provider `dynamodbav:"Provider"`
	Domains  []string `dynamodbav:"Domains"` // of the e-mail addresses whose owners sign in there
	// Missing are those of them whose proof was not found any more.
	Missing []Missing `dynamodbav:"Missing,omitempty"`
	// Creates: people with an address that the company does not know become users.
	Creates bool `dynamodbav:"Creates,omitempty"`
	// Only: passwords and passkeys are refused (RefusesPassword).
	Only      bool       `dynamodbav:"Only,omitempty"`
	UpdatedAt time.Time  `dynamodbav:"UpdatedAt"`
	UpdatedBy sds.UserID `dynamodbav:"UpdatedBy"`
}

// Covers reports whether an address is of one of the connection's mail domains: its owner signs
// in at the provider, as soon as the connection is active.
func (c Connection) Covers(address string) bool {
	_, domain, _ := strings.Cut(address, "@")
	return slices.Contains(c.Domains, domain)
}

// RefusesPassword reports whether a user of the company may sign in at the provider only.
// Administrators with a second factor or a passkey may still sign in without it (Emergency),
// so that an outage of the provider locks nobody out for good.
func (c Connection) RefusesPassword(of company.Company, u company.User) bool {
	return c.Only && c.State == StateActive && len(c.Domains) > 0 && of.Has(plan.FeatureSAML) && !Emergency(u)
}

// CodeAddress is the error of an invited address that is none of the connection's mail domains,
// where that is the only way in.
const CodeAddress message.Code = "saml.address"

// LetsIn reports whether an invited user could sign in: where the company refuses their
// password, its provider has to be able to assert their address.
func (c Connection) LetsIn(of company.Company, u company.User) bool {
	return !c.RefusesPassword(of, u) || c.Covers(u.Email)
}

// Emergency reports whether a user may sign in without the company's provider in any case.
func Emergency(u company.User) bool {
	return u.Administers() && (len(u.Factors) > 0 || len(u.Passkeys) > 0)
}

// Provider is an identity provider as its metadata describes it.
type Provider struct {
	EntityID  string `dynamodbav:"EntityID"`
	SignInURL string `dynamodbav:"SignInURL"` // HTTP-Redirect or HTTP-POST binding
	// CertificateEnds is when the last of the signing certificates expires.
	CertificateEnds time.Time `dynamodbav:"CertificateEnds"`
}

// ProviderName is the name of a company's provider in the user pool, which allows 32
// characters: the company's id without its hyphens.
func ProviderName(c sds.CompanyID) string { return strings.ReplaceAll(string(c), "-", "") }

// CompanyOf is the company whose provider has the name in the user pool.
func CompanyOf(provider string) (sds.CompanyID, bool) {
	id, err := uuid.Parse(provider)
	c := sds.CompanyID(id.String())
	return c, err == nil && ProviderName(c) == provider
}

// NameIDFormat is the provider's form of user names: e-mail addresses.
const NameIDFormat = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress"

const (
	bindingRedirect = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect"
	bindingPost     = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST"
)

type entity struct {
	XMLName    xml.Name `xml:"urn:oasis:names:tc:SAML:2.0:metadata EntityDescriptor"`
	ID         string   `xml:"entityID,attr"`
	ValidUntil string   `xml:"validUntil,attr"`
	Providers  []struct {
		Keys []struct {
			Use          string   `xml:"use,attr"`
			Certificates []string `xml:"KeyInfo>X509Data>X509Certificate"`
		} `xml:"urn:oasis:names:tc:SAML:2.0:metadata KeyDescriptor"`
		SignIns []struct {
			Binding  string `xml:"Binding,attr"`
			Location string `xml:"Location,attr"`
		} `xml:"urn:oasis:names:tc:SAML:2.0:metadata SingleSignOnService"`
	} `xml:"urn:oasis:names:tc:SAML:2.0:metadata IDPSSODescriptor"`
}

// Read parses metadata; the code is empty for a valid document. Document type
// declarations are refused, and with them all entities: nothing outside of the document
// is read, and nothing in it is expanded.
func Read(metadata string, now time.Time) (Provider, message.Code) {
	metadata = strings.TrimPrefix(strings.TrimSpace(metadata), "\ufeff")
	switch {
	case metadata == "":
		return Provider{}, message.CodeRequired
	case len(metadata) > MaxMetadata:
		return Provider{}, CodeTooLarge
	case !utf8.ValidString(metadata) || plain(metadata) != nil:
		return Provider{}, CodeMetadata
	}
	var e entity
	if err := xml.Unmarshal([]byte(metadata), &e); err != nil {
		return Provider{}, CodeMetadata
	}
	if until, err := time.Parse(time.RFC3339, e.ValidUntil); e.ValidUntil != "" && (err != nil || !now.Before(until)) {
		return Provider{}, CodeExpired
	}
	p := Provider{EntityID: strings.TrimSpace(e.ID)}
	if p.EntityID == "" || len(p.EntityID) > 1024 || len(e.Providers) == 0 {
		return Provider{}, CodeNoProvider
	}
	for _, d := range e.Providers {
		for _, s := range d.SignIns {
			if p.SignInURL == "" && (s.Binding == bindingRedirect || s.Binding == bindingPost) && secure(s.Location) {
				p.SignInURL = s.Location
			}
		}
		for _, k := range d.Keys {
			for _, text := range k.Certificates {
				c, err := certificate(text)
				if err != nil {
					return Provider{}, CodeCertificate
				}
				if k.Use == "encryption" {
					continue
				}
				if weak(c) {
					return Provider{}, CodeWeak
				}
				if c.NotAfter.After(p.CertificateEnds) {
					p.CertificateEnds = c.NotAfter.UTC()
				}
			}
		}
	}
	switch {
	case p.SignInURL == "":
		return Provider{}, CodeNoSignIn
	case !now.Before(p.CertificateEnds): // none, or none still valid
		return Provider{}, CodeCertificate
	}
	return p, ""
}

var errDirective = errors.New("a document type is declared")

// plain walks the document before it is decoded, and refuses document type
// declarations, deep nesting and encodings other than UTF-8.
func plain(metadata string) error {
	d := xml.NewDecoder(bytes.NewReader([]byte(metadata)))
	depth, roots := 0, 0
	for {
		token, err := d.RawToken()
		if errors.Is(err, io.EOF) {
			if roots != 1 || depth != 0 {
				return io.ErrUnexpectedEOF
			}
			return nil
		}
		if err != nil {
			return err
		}
		switch token.(type) {
		case xml.Directive:
			return errDirective
		case xml.StartElement:
			if depth == 0 {
				roots++
			}
			if depth++; depth > 50 {
				return errors.New("nested too deeply")
			}
		case xml.EndElement:
			depth--
		}
	}
}

func secure(location string) bool {
	u, err := url.Parse(location)
	return err == nil && u.Scheme == "https" && u.Host != "" && u.User == nil
}

// The shortest keys that are accepted, in bits.
const (
	minRSA   = 2048
	minCurve = 256
)

// weak reports whether a certificate is signed with SHA-1 or MD5, or its key is too short
// or of a kind that is no longer used: others could sign in as anybody of the company.
func weak(c *x509.Certificate) bool {
	switch c.SignatureAlgorithm {
	case x509.SHA256WithRSA, x509.SHA384WithRSA, x509.SHA512WithRSA, x509.SHA256WithRSAPSS, x509.SHA384WithRSAPSS, x509.SHA512WithRSAPSS,
		x509.ECDSAWithSHA256, x509.ECDSAWithSHA384, x509.ECDSAWithSHA512, x509.PureEd25519:
	default:
		return true
	}
	switch key := c.PublicKey.(type) {
	case *rsa.PublicKey:
		return key.N.BitLen() < minRSA
	case *ecdsa.PublicKey:
		return key.Curve.Params().BitSize < minCurve
	}
	return true
}

func certificate(text string) (*x509.Certificate, error) {
	der, err := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(text), ""))
	if err != nil {
		return nil, err
	}
	return x509.ParseCertificate(der)
}
