package cognito

import (
	"bytes"
	"encoding/base64"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/beevik/etree"
	"github.com/crewjam/saml"
	dsig "github.com/russellhaering/goxmldsig"
)

// refusal is why a response of a provider is refused.
type refusal string

func (r refusal) Error() string { return string(r) }

func refused(format string, values ...any) error { return refusal(fmt.Sprintf(format, values...)) }

const (
	assertionSpace = "urn:oasis:names:tc:SAML:2.0:assertion"
	protocolSpace  = "urn:oasis:names:tc:SAML:2.0:protocol"
	bearer         = "urn:oasis:names:tc:SAML:2.0:cm:bearer"
	maxResponse    = 256 << 10
	maxDepth       = 30
)

// serviceProvider is this pool as the service provider of one identity provider.
func (p *Pool) serviceProvider(v provider) (*saml.ServiceProvider, error) {
	var metadata saml.EntityDescriptor
	if err := xml.Unmarshal([]byte(v.Details["MetadataFile"]), &metadata); err != nil {
		return nil, fmt.Errorf("read the metadata of %s: %w", v.Name, err)
	}
	return &saml.ServiceProvider{
		EntityID: p.EntityID(), AcsURL: url.URL{Scheme: "https", Host: p.config.Domain, Path: acsPath},
		IDPMetadata: &metadata, AuthnNameIDFormat: saml.UnspecifiedNameIDFormat,
	}, nil
}

// EntityID is the name of this pool as a service provider.
func (p *Pool) EntityID() string { return "urn:amazon:cognito:sp:" + p.config.PoolID }

// assertion returns the one assertion of a response to the request, or a refusal. The
// response's form is tested before its signature: a document with one assertion in its
// one place has no second one that a signature could be about.
func (p *Pool) assertion(v provider, requestID, response string) (*saml.Assertion, error) {
	if len(response) > base64.StdEncoding.EncodedLen(maxResponse) {
		return nil, refusal("the response is too large")
	}
	raw, err := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(response), ""))
	if err != nil {
		return nil, refusal("the response is not base64")
	}
	if err := plainXML(raw); err != nil {
		return nil, err
	}
	if err := singular(raw); err != nil {
		return nil, err
	}
	sp, err := p.serviceProvider(v)
	if err != nil {
		return nil, err
	}
	a, err := sp.ParseXMLResponse(raw, []string{requestID}, sp.AcsURL)
	var invalid *saml.InvalidResponseError
	if errors.As(err, &invalid) {
		return nil, refused("%v", invalid.PrivateErr)
	}
	if err != nil {
		return nil, refused("%v", err)
	}
	return a, complete(a)
}

// complete refuses an assertion that leaves out what the library compares only where it
// is there.
func complete(a *saml.Assertion) error {
	switch {
	case a.Subject == nil || a.Subject.NameID == nil || strings.TrimSpace(a.Subject.NameID.Value) == "":
		return refusal("the assertion names no subject")
	case strings.TrimSpace(a.Subject.NameID.Value) != a.Subject.NameID.Value || len(a.Subject.NameID.Value) > 128-33:
		return refusal("the name of the subject is not usable")
	case len(a.Subject.SubjectConfirmations) != 1 || a.Subject.SubjectConfirmations[0].Method != bearer:
		return refusal("the assertion has to be confirmed as the bearer's, once")
	case a.Conditions == nil || a.Conditions.NotOnOrAfter.IsZero() || a.Conditions.NotBefore.IsZero():
		return refusal("the assertion has no time")
	case len(a.Conditions.AudienceRestrictions) == 0:
		return refusal("the assertion has no audience")
	}
	return nil
}

// plainXML refuses what no SAML response needs: document types with their entities,
// comments, which split texts, processing instructions and deep nesting.
func plainXML(raw []byte) error {
	if !utf8.Valid(raw) {
		return refusal("the response is not UTF-8")
	}
	d := xml.NewDecoder(bytes.NewReader(raw))
	depth := 0
	for first := true; ; first = false {
		token, err := d.RawToken()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return refused("the response is not XML: %v", err)
		}
		switch token := token.(type) {
		case xml.Directive:
			return refusal("the response declares a document type")
		case xml.Comment:
			return refusal("the response contains a comment")
		case xml.ProcInst:
			if !first || token.Target != "xml" {
				return refusal("the response contains a processing instruction")
			}
		case xml.StartElement:
			if depth++; depth > maxDepth {
				return refusal("the response is nested too deeply")
			}
		case xml.EndElement:
			depth--
		}
	}
}

// strong are the accepted algorithms of signatures and digests: none with SHA-1 or a
// shared secret.
var strong = []string{
	dsig.RSASHA256SignatureMethod, dsig.RSASHA384SignatureMethod, dsig.RSASHA512SignatureMethod,
	dsig.ECDSASHA256SignatureMethod, dsig.ECDSASHA384SignatureMethod, dsig.ECDSASHA512SignatureMethod,
	"http://www.w3.org/2001/04/xmlenc#sha256", "http://www.w3.org/2001/04/xmldsig-more#sha384", "http://www.w3.org/2001/04/xmlenc#sha512",
}

// transforms are the accepted ones: they leave nothing of the signed element out but the
// signature.
var transforms = []string{"http://www.w3.org/2000/09/xmldsig#enveloped-signature", "http://www.w3.org/2001/10/xml-exc-c14n#"}

// singular refuses a response that is not one response with one assertion in its place,
// each signed at most once, by a signature in its place about just that element.
func singular(raw []byte) error {
	document := etree.NewDocument()
	if err := document.ReadFromBytes(raw); err != nil {
		return refused("the response is not XML: %v", err)
	}
	root := document.Root()
	if root == nil || root.Tag != "Response" || root.NamespaceURI() != protocolSpace || len(document.ChildElements()) != 1 {
		return refusal("the document is not a response")
	}
	if root.SelectAttrValue("Destination", "") == "" {
		return refusal("the response has no destination")
	}
	ids, assertions, signatures := map[string]bool{}, 0, map[*etree.Element]bool{}
	var walk func(e *etree.Element) error
	walk = func(e *etree.Element) error {
		for _, a := range e.Attr {
			if !strings.EqualFold(a.Key, "ID") || a.Space == "xmlns" {
				continue
			}
			if ids[a.Value] {
				return refusal("two elements have the same id")
			}
			ids[a.Value] = true
		}
		switch {
		case e.Tag == "EncryptedAssertion" || e.Tag == "EncryptedID" || e.Tag == "EncryptedData":
			return refusal("the response is encrypted")
		case e != root && e.Tag == "Response":
			return refusal("the response contains another one")
		case e.Tag == "Assertion":
			if assertions++; assertions > 1 || e.Parent() != root || e.NamespaceURI() != assertionSpace {
				return refusal("the response has to contain one assertion, in its place")
			}
		case e.Tag == "Signature":
			signed := e.Parent()
			if signatures[signed] || signed != root && (signed.Tag != "Assertion" || signed.Parent() != root) {
				return refusal("a signature is not in its place")
			}
			signatures[signed] = true
			if err := plainSignature(e, signed.SelectAttrValue("ID", "")); err != nil {
				return err
			}
		}
		for _, child := range e.ChildElements() {
			if err := walk(child); err != nil {
				return err
			}
		}
		return nil
	}
	if err := walk(root); err != nil {
		return err
	}
	switch {
	case assertions != 1:
		return refusal("the response contains no assertion")
	case len(signatures) == 0:
		return refusal("nothing is signed")
	}
	return nil
}

// plainSignature refuses a signature about anything but the element with the id, by weak
// algorithms, or with objects of its own.
func plainSignature(signature *etree.Element, id string) error {
	references := signature.FindElements(".//Reference")
	if id == "" || len(references) != 1 || references[0].SelectAttrValue("URI", "") != "#"+id {
		return refusal("a signature is about another element")
	}
	if len(signature.FindElements(".//Object")) != 0 {
		return refusal("a signature contains an object")
	}
	for _, name := range []string{"SignatureMethod", "DigestMethod"} {
		methods := signature.FindElements(".//" + name)
		if len(methods) != 1 || !slices.Contains(strong, methods[0].SelectAttrValue("Algorithm", "")) {
			return refused("the %s is missing or too weak", name)
		}
	}
	for _, transform := range signature.FindElements(".//Transform") {
		if !slices.Contains(transforms, transform.SelectAttrValue("Algorithm", "")) {
			return refusal("a signature leaves parts out")
		}
	}
	return nil
}
