// Package samlidp is an identity provider for trying SAML sign-ins: a page of the local
// stack where anybody signs in as anybody, and answers with signed assertions. Its
// metadata is what a company's administrator would get from their own provider.
package samlidp

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	_ "embed"
	"encoding/base64"
	"encoding/pem"
	"encoding/xml"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"math/big"
	"net"
	"net/http"
	"net/mail"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"github.com/crewjam/saml"
	dsig "github.com/russellhaering/goxmldsig"
)

// Path is the page's path.
const Path = "/_local/idp"

// Config of a provider; everything is required.
type Config struct {
	// Dir keeps the key and the certificate.
	Dir string
	// Domain is the host of the page, which is reached by TLS.
	Domain string
	// EntityID and ACS describe the one service provider that may ask.
	EntityID, ACS string
	// People are offered on the page, by e-mail address.
	People func() []string
}

// Provider is the identity provider. It serves its metadata and the page.
type Provider struct {
	config      Config
	key         crypto.Signer
	certificate *x509.Certificate
}

// Open opens the provider, and makes its key the first time.
func Open(config Config) (*Provider, error) {
	pair, err := Certificate(config.Dir, "Anzen test provider")
	if err != nil {
		return nil, fmt.Errorf("open test identity provider: %w", err)
	}
	return &Provider{config, pair.Key, pair.Certificate}, nil
}

// Pair is a key with its certificate, which it signed itself.
type Pair struct {
	Key         crypto.Signer
	Certificate *x509.Certificate
}

// life is how long a certificate is valid.
const life = 5 * 365 * 24 * time.Hour

// Certificate reads the pair of a folder, and makes one for the name and loopback where
// there is none or it has expired.
func Certificate(dir, name string) (Pair, error) {
	path := filepath.Join(dir, "certificate.pem")
	text, err := os.ReadFile(path)
	if err == nil {
		if p, err := read(text); err == nil && time.Now().Before(p.Certificate.NotAfter) {
			return p, nil
		}
	} else if !errors.Is(err, fs.ErrNotExist) {
		return Pair{}, fmt.Errorf("read certificate: %w", err)
	}
	p, text, err := create(name)
	if err != nil {
		return Pair{}, fmt.Errorf("make certificate: %w", err)
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return Pair{}, fmt.Errorf("make certificate: %w", err)
	}
	return p, os.WriteFile(path, text, 0o600)
}

func read(text []byte) (Pair, error) {
	first, rest := pem.Decode(text)
	second, _ := pem.Decode(rest)
	if first == nil || second == nil {
		return Pair{}, errors.New("not a key and a certificate")
	}
	key, err := x509.ParseECPrivateKey(first.Bytes)
	if err != nil {
		return Pair{}, err
	}
	certificate, err := x509.ParseCertificate(second.Bytes)
	return Pair{key, certificate}, err
}

func create(name string) (Pair, []byte, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return Pair{}, nil, err
	}
	serial, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 120))
	if err != nil {
		return Pair{}, nil, err
	}
	c := &x509.Certificate{
		SerialNumber: serial, Subject: pkix.Name{CommonName: name}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(life),
		DNSNames: []string{"localhost"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, KeyUsage: x509.KeyUsageDigitalSignature,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}, BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, c, c, key.Public(), key)
	if err != nil {
		return Pair{}, nil, err
	}
	raw, err := x509.MarshalECPrivateKey(key)
	if err != nil {
		return Pair{}, nil, err
	}
	if c, err = x509.ParseCertificate(der); err != nil {
		return Pair{}, nil, err
	}
	text := append(pem.EncodeToMemory(&pem.Block{Type: "EC PRIVATE KEY", Bytes: raw}), pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})...)
	return Pair{key, c}, text, nil
}

// Handler serves everything below Path:
//
//	GET  /_local/idp/metadata  the metadata, as XML
//	GET  /_local/idp/sso       the page on which a person is chosen
//	POST /_local/idp/sso       the signed answer, which a form posts back
func (p *Provider) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+Path+"/metadata", p.metadata)
	mux.HandleFunc("GET "+Path+"/sso", p.choose)
	mux.HandleFunc("POST "+Path+"/sso", p.answer)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cache-Control", "no-store")
		// The page runs no script and loads nothing; its form may answer across sites.
		h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'")
		mux.ServeHTTP(w, r)
	})
}

func (p *Provider) url(path string) url.URL {
	return url.URL{Scheme: "https", Host: p.config.Domain, Path: Path + path}
}

// MetadataURL is the address of the metadata.
func (p *Provider) MetadataURL() string {
	address := p.url("/metadata")
	return address.String()
}

// provider is the library's provider, which decodes requests and signs answers.
func (p *Provider) provider() *saml.IdentityProvider {
	return &saml.IdentityProvider{
		Signer: p.key, Certificate: p.certificate, SignatureMethod: dsig.ECDSASHA256SignatureMethod, MetadataURL: p.url("/metadata"), SSOURL: p.url("/sso"),
		ServiceProviderProvider: known{p.config},
	}
}

// known is the one service provider.
type known struct{ Config }

// GetServiceProvider describes the service provider with the id.
func (k known) GetServiceProvider(_ *http.Request, id string) (*saml.EntityDescriptor, error) {
	if id != k.EntityID {
		return nil, fs.ErrNotExist
	}
	return &saml.EntityDescriptor{EntityID: id, SPSSODescriptors: []saml.SPSSODescriptor{{
		AssertionConsumerServices: []saml.IndexedEndpoint{{Binding: saml.HTTPPostBinding, Location: k.ACS, Index: 1}},
	}}}, nil
}

// Metadata is the provider's metadata, as an administrator uploads it.
func (p *Provider) Metadata() (string, error) {
	sign := p.url("/sso")
	text, err := xml.MarshalIndent(saml.EntityDescriptor{
		EntityID: p.MetadataURL(), ValidUntil: p.certificate.NotAfter,
		IDPSSODescriptors: []saml.IDPSSODescriptor{{
			SSODescriptor: saml.SSODescriptor{
				RoleDescriptor: saml.RoleDescriptor{
					ProtocolSupportEnumeration: "urn:oasis:names:tc:SAML:2.0:protocol",
					KeyDescriptors: []saml.KeyDescriptor{{Use: "signing", KeyInfo: saml.KeyInfo{X509Data: saml.X509Data{
						X509Certificates: []saml.X509Certificate{{Data: base64.StdEncoding.EncodeToString(p.certificate.Raw)}},
					}}}},
				},
				NameIDFormats: []saml.NameIDFormat{saml.EmailAddressNameIDFormat},
			},
			SingleSignOnServices: []saml.Endpoint{{Binding: saml.HTTPRedirectBinding, Location: sign.String()}},
		}},
	}, "", "  ")
	return xml.Header + string(text), err
}

func (p *Provider) metadata(w http.ResponseWriter, _ *http.Request) {
	text, err := p.Metadata()
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/samlmetadata+xml; charset=utf-8")
	_, _ = w.Write([]byte(text))
}

//go:embed page.html
var pageSource string

var page = template.Must(template.New("page").Parse(pageSource))

// show is what the page shows: people to choose from, or an answer to send back.
type show struct {
	Request, Relay string // of the service provider
	People         []string
	Target, Answer string
}

// choose shows the people.
func (p *Provider) choose(w http.ResponseWriter, r *http.Request) {
	request, err := saml.NewIdpAuthnRequest(p.provider(), r)
	if err == nil {
		err = request.Validate()
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	draw(w, show{Request: base64.StdEncoding.EncodeToString(request.RequestBuffer), Relay: request.RelayState, People: p.config.People()})
}

func draw(w http.ResponseWriter, s show) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_ = page.Execute(w, s) // an error means that the caller is gone
}

// emailClaim is the attribute in which the address is asserted, as Microsoft's providers
// name it.
const emailClaim = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress"

// answer signs the chosen person in.
func (p *Provider) answer(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, 1<<20)
	form, err := p.assert(r)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	draw(w, show{Target: form.URL, Answer: form.SAMLResponse, Relay: form.RelayState})
}

func (p *Provider) assert(r *http.Request) (saml.IdpAuthnRequestForm, error) {
	request, err := saml.NewIdpAuthnRequest(p.provider(), r)
	if err != nil {
		return saml.IdpAuthnRequestForm{}, err
	}
	if err := request.Validate(); err != nil {
		return saml.IdpAuthnRequestForm{}, err
	}
	email := r.PostFormValue("email")
	if address, err := mail.ParseAddress(email); err != nil || address.Address != email {
		return saml.IdpAuthnRequestForm{}, errors.New("not an e-mail address")
	}
	session := &saml.Session{
		CreateTime: time.Now(), NameID: email, NameIDFormat: string(saml.EmailAddressNameIDFormat),
		CustomAttributes: []saml.Attribute{{
			Name: emailClaim, NameFormat: "urn:oasis:names:tc:SAML:2.0:attrname-format:uri", Values: []saml.AttributeValue{{Type: "xs:string", Value: email}},
		}},
	}
	if err := (saml.DefaultAssertionMaker{}).MakeAssertion(request, session); err != nil {
		return saml.IdpAuthnRequestForm{}, err
	}
	return request.PostBinding()
}
