package cognito

import (
	"encoding/xml"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// provider is an identity provider of the pool.
type provider struct {
	Name        string
	Details     map[string]string
	Mapping     map[string]string
	Identifiers []string
	Created     time.Time
	Modified    time.Time
}

// domainPrefix is the prefix of the pool's own domain, which is not served here; Config.Domain
// is like a domain of the customer.
const domainPrefix = "anzen-local"

type poolRequest struct {
	UserPoolId string //nolint:revive // as on the wire
}

func (p *Pool) describeUserPool(q poolRequest) (any, error) {
	if err := p.checkPool(q.UserPoolId); err != nil {
		return nil, err
	}
	type userPool struct {
		Id, Name, Domain string //nolint:revive // as on the wire
		CustomDomain     string `json:",omitempty"`
	}
	return struct{ UserPool userPool }{userPool{p.config.PoolID, p.name(), domainPrefix, p.config.Domain}}, nil
}

type providerRequest struct {
	UserPoolId       string //nolint:revive // as on the wire
	ProviderName     string
	ProviderType     string
	ProviderDetails  map[string]string
	AttributeMapping map[string]string
	IdpIdentifiers   []string
}

type providerType struct {
	UserPoolId       string //nolint:revive // as on the wire
	ProviderName     string
	ProviderType     string
	ProviderDetails  map[string]string
	AttributeMapping map[string]string
	IdpIdentifiers   []string
	CreationDate     seconds
	LastModifiedDate seconds
}

type providerResponse struct{ IdentityProvider providerType }

func (p *Pool) describe(v provider) providerResponse {
	return providerResponse{providerType{
		p.config.PoolID, v.Name, "SAML", v.Details, v.Mapping, v.Identifiers, since1970(v.Created), since1970(v.Modified),
	}}
}

// createIdentityProvider creates a SAML provider.
func (p *Pool) createIdentityProvider(q providerRequest) (any, error) {
	if err := p.checkPool(q.UserPoolId); err != nil {
		return nil, err
	}
	switch n := utf8.RuneCountInString(q.ProviderName); {
	case q.ProviderType != "SAML":
		return nil, fault("InvalidParameterException", "This user pool knows providers of the type SAML only.")
	case n < 3 || n > 32 || strings.HasPrefix(q.ProviderName, "_") || strings.ContainsAny(q.ProviderName, " \t\r\n"):
		return nil, fault("InvalidParameterException", "1 validation error detected: Value at 'providerName' failed to satisfy constraint")
	}
	if _, there := p.state.providers[q.ProviderName]; there {
		return nil, fault("DuplicateProviderException", "A provider already exists with the name "+q.ProviderName+".")
	}
	return p.saveProvider(provider{Name: q.ProviderName, Created: p.now()}, q)
}

// updateIdentityProvider changes the parts of a provider that the request contains.
func (p *Pool) updateIdentityProvider(q providerRequest) (any, error) {
	v, err := p.provider(q)
	if err != nil {
		return nil, err
	}
	return p.saveProvider(v, q)
}

func (p *Pool) deleteIdentityProvider(q providerRequest) (any, error) {
	v, err := p.provider(q)
	if err != nil {
		return nil, err
	}
	return empty{}, p.commit(change{Providers: map[string]*provider{v.Name: nil}})
}

func (p *Pool) provider(q providerRequest) (provider, error) {
	if err := p.checkPool(q.UserPoolId); err != nil {
		return provider{}, err
	}
	v, there := p.state.providers[q.ProviderName]
	if !there {
		return provider{}, fault("ResourceNotFoundException", "Identity provider "+q.ProviderName+" does not exist.")
	}
	return v, nil
}

func (p *Pool) saveProvider(v provider, q providerRequest) (any, error) {
	if q.ProviderDetails != nil {
		if err := checkMetadata(q.ProviderDetails); err != nil {
			return nil, err
		}
		v.Details = q.ProviderDetails
	}
	if q.AttributeMapping != nil {
		v.Mapping = q.AttributeMapping
	}
	if q.IdpIdentifiers != nil {
		if err := checkIdentifiers(q.IdpIdentifiers); err != nil {
			return nil, err
		}
		for name, other := range p.state.providers {
			if name != v.Name && slices.ContainsFunc(q.IdpIdentifiers, func(id string) bool { return slices.Contains(other.Identifiers, id) }) {
				return nil, fault("InvalidParameterException", "Identity provider identifier is already in use.")
			}
		}
		v.Identifiers = q.IdpIdentifiers
	}
	if v.Details == nil {
		return nil, fault("InvalidParameterException", "ProviderDetails are required.")
	}
	v.Modified = p.now()
	return p.describe(v), p.commit(change{Providers: map[string]*provider{v.Name: &v}})
}

// identifierForm is that of a provider's identifiers, of which it has at most 50 ("CreateIdentityProvider" in the API reference).
var identifierForm = regexp.MustCompile(`^[\w\s+=.@-]{1,40}$`)

func checkIdentifiers(list []string) error {
	if len(list) > 50 || slices.ContainsFunc(list, func(id string) bool { return !identifierForm.MatchString(id) }) {
		return fault("InvalidParameterException", "1 validation error detected: Value at 'idpIdentifiers' failed to satisfy constraint: Member must satisfy constraint: [Member must have length less than or equal to 40, Member must have length greater than or equal to 1, Member must satisfy regular expression pattern: [\\w\\s+=.@-]+]")
	}
	return nil
}

// checkMetadata accepts metadata as a file only: nothing is fetched here.
func checkMetadata(details map[string]string) error {
	var root struct{ XMLName xml.Name }
	file := details["MetadataFile"]
	if err := xml.Unmarshal([]byte(file), &root); file == "" || err != nil || root.XMLName.Local != "EntityDescriptor" {
		return fault("InvalidParameterException", "Error in SAML metadata.")
	}
	return nil
}
