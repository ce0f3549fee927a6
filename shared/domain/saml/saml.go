// Package saml reads what a company's own identity provider says of itself (SAML
// 2.0 metadata, OASIS saml-metadata-2.0-os) and knows what a connection to it is.
package saml

import (
	"bytes"
	"crypto/x509"
	"encoding/base64"
	"encoding/xml"
	"errors"
	"io"
	"net/url"
	"strings"
	"time"
	"unicode/utf8"

	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
)

// MaxMetadata is how large a document of metadata may be, in bytes.
const MaxMetadata = 512 << 10

// The codes of metadata that is not accepted.
const (
	CodeMetadata    message.Code = "saml.metadata_invalid"
	CodeTooLarge    message.Code = "saml.metadata_too_large"
	CodeNoProvider  message.Code = "saml.metadata_no_provider"
	CodeNoSignIn    message.Code = "saml.metadata_no_sign_in"
	CodeCertificate message.Code = "saml.metadata_certificate"
	CodeExpired     message.Code = "saml.metadata_expired"
)

// State is how far a connection is.
type State string

// The states: what was asked for and is not with the user pool yet, and what is.
const (
	StatePending State = "pending"
	StateActive  State = "active"
)

// Connection is a company's connection to its own identity provider.
type Connection struct {
	Version   int64      `dynamodbav:"Version"`
	State     State      `dynamodbav:"State"`
	Provider  Provider   `dynamodbav:"Provider"`
	Domains   []string   `dynamodbav:"Domains"` // of the e-mail addresses whose owners sign in there
	UpdatedAt time.Time  `dynamodbav:"UpdatedAt"`
	UpdatedBy sds.UserID `dynamodbav:"UpdatedBy"`
}

// Provider is what metadata says of an identity provider.
type Provider struct {
	EntityID  string `dynamodbav:"EntityID"`
	SignInURL string `dynamodbav:"SignInURL"` // HTTP-Redirect or HTTP-POST binding
	// CertificateEnds is when the last of the signing certificates ends.
	CertificateEnds time.Time `dynamodbav:"CertificateEnds"`
}

// ProviderName is what a company's provider is called in the user pool, which takes
// 32 characters: the company's id without its hyphens.
func ProviderName(c sds.CompanyID) string { return strings.ReplaceAll(string(c), "-", "") }

// NameIDFormat is the form in which the provider names people: by e-mail address.
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

// Read reads metadata; the code says what is wrong with it, empty where nothing is.
// No declaration of a document type is accepted, and with it no entity: nothing
// outside of the document is ever read, and nothing in it grows.
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
				if k.Use != "encryption" && c.NotAfter.After(p.CertificateEnds) {
					p.CertificateEnds = c.NotAfter.UTC()
				}
			}
		}
	}
	switch {
	case p.SignInURL == "":
		return Provider{}, CodeNoSignIn
	case !now.Before(p.CertificateEnds): // none, or none that still holds
		return Provider{}, CodeCertificate
	}
	return p, ""
}

var errDirective = errors.New("a document type is declared")

// plain walks the document: one that declares a document type, is nested without
// bounds or has an encoding other than UTF-8 is refused before anything is made of it.
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

func certificate(text string) (*x509.Certificate, error) {
	der, err := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(text), ""))
	if err != nil {
		return nil, err
	}
	return x509.ParseCertificate(der)
}
