package cognito

import (
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/crewjam/saml"
)

// identity is a person at an identity provider. The provider and the subject name a
// person together; the e-mail address names nobody.
type identity struct {
	Provider string    `json:"provider"`
	Subject  string    `json:"subject"`
	Issuer   string    `json:"issuer"`
	Created  time.Time `json:"created"`
}

// username is the name of the person's account.
func (i identity) username() string { return i.Provider + "_" + i.Subject }

// username is the account's name: the sub, or that of the identity from elsewhere.
func (u user) username() string {
	if u.Identity != nil {
		return u.Identity.username()
	}
	return u.Sub
}

// identities is the attribute and claim of the name.
func (u user) identities() any {
	type claim struct {
		UserID       string  `json:"userId"`
		ProviderName string  `json:"providerName"`
		ProviderType string  `json:"providerType"`
		Issuer       string  `json:"issuer"`
		Primary      bool    `json:"primary"`
		DateCreated  seconds `json:"dateCreated"`
	}
	return []claim{{u.Identity.Subject, u.Identity.Provider, "SAML", u.Identity.Issuer, true, seconds(u.Identity.Created.UnixMilli())}}
}

// federated finds the account of an identity.
func (p *Pool) federated(provider, subject string) (user, bool) {
	for sub, u := range p.state.users {
		if u.Identity != nil && u.Identity.Provider == provider && u.Identity.Subject == subject {
			return p.find(sub)
		}
	}
	return user{}, false
}

// federate finds or creates the account of an assertion's subject, and sets the
// attributes that the provider's mapping names, if the client can write them. An address
// of a person from elsewhere is no name to sign in with: two accounts may have it.
func (p *Pool) federate(v provider, a *saml.Assertion) (user, error) {
	subject := a.Subject.NameID.Value
	u, known := p.federated(v.Name, subject)
	if !known {
		u = user{Sub: p.uuid(), Created: p.now(), Identity: &identity{v.Name, subject, a.Issuer.Value, p.now()}}
		// Nobody knows its password.
		u.Credential = newCredential(p.name(), u.Sub, encode(p.random(32)), p.random(16))
	}
	if u.Attributes == nil {
		u.Attributes = map[string]string{}
	}
	for name, source := range v.Mapping {
		value, given := assertedValue(a, source)
		custom, isCustom := strings.CutPrefix(name, "custom:")
		switch {
		case isCustom && !slices.Contains(p.config.CustomAttributes, custom), !isCustom && !slices.Contains(standardAttributes, name):
			return user{}, refusal("user." + name + ": Attribute does not exist in the schema.")
		case !slices.Contains(p.state.client.texts("WriteAttributes"), name):
			return user{}, refusal("user." + name + ": The client cannot write the attribute")
		case len(value) > 2048:
			return user{}, refusal("user." + name + ": String must be no longer than 2048 characters.")
		case given:
			u.Attributes[name] = value
		}
	}
	return u, p.saveUser(u)
}

// assertedValue is the first value of an attribute of an assertion.
func assertedValue(a *saml.Assertion, name string) (string, bool) {
	for _, statement := range a.AttributeStatements {
		for _, attribute := range statement.Attributes {
			if attribute.Name == name && len(attribute.Values) > 0 {
				return strings.TrimSpace(attribute.Values[0].Value), true
			}
		}
	}
	return "", false
}

// identitiesText is the attribute as text.
func (u user) identitiesText() string {
	text, err := json.Marshal(u.identities())
	if err != nil {
		panic(err) // texts and numbers
	}
	return string(text)
}
