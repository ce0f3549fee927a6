package cognito

import (
	"encoding/json"
	"maps"
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

// identities is the attribute and claim of the name; nil for an account of the pool alone.
func (u user) identities() any {
	type claim struct {
		UserID       string  `json:"userId"`
		ProviderName string  `json:"providerName"`
		ProviderType string  `json:"providerType"`
		Issuer       string  `json:"issuer"`
		Primary      bool    `json:"primary"`
		DateCreated  seconds `json:"dateCreated"`
	}
	var all []claim
	add := func(i identity, primary bool) {
		all = append(all, claim{i.Subject, i.Provider, "SAML", i.Issuer, primary, seconds(i.Created.UnixMilli())})
	}
	if u.Identity != nil {
		add(*u.Identity, true)
	}
	for _, i := range u.Links {
		add(i, false)
	}
	if all == nil {
		return nil
	}
	return all
}

// federated finds the account of an identity: its own, or the one that it is linked to.
func (p *Pool) federated(provider, subject string) (user, bool) {
	is := func(i identity) bool { return i.Provider == provider && i.Subject == subject }
	for sub, u := range p.state.users {
		if u.Identity != nil && is(*u.Identity) || slices.ContainsFunc(u.Links, is) {
			return p.find(sub)
		}
	}
	return user{}, false
}

// maxLinks is how many identities an account can be linked with.
const maxLinks = 5

type linkRequest struct {
	UserPoolId                  string //nolint:revive // as on the wire
	DestinationUser, SourceUser struct{ ProviderName, ProviderAttributeName, ProviderAttributeValue string }
}

// adminLinkProviderForUser lets a person at a provider, who has no account of their own yet,
// sign in to an account of the pool.
func (p *Pool) adminLinkProviderForUser(q linkRequest) (any, error) {
	to, from := q.DestinationUser, q.SourceUser
	u, err := p.mustFind(q.UserPoolId, to.ProviderAttributeValue)
	if err != nil {
		return nil, err
	}
	other, known := p.federated(from.ProviderName, from.ProviderAttributeValue)
	switch _, there := p.state.providers[from.ProviderName]; {
	case to.ProviderName != "Cognito" || u.Identity != nil || from.ProviderAttributeName != "Cognito_Subject" || from.ProviderAttributeValue == "":
		return nil, fault("InvalidParameterException", "Invalid SourceUser or DestinationUser.")
	case !there:
		return nil, fault("InvalidParameterException", "The provider "+from.ProviderName+" does not exist for User Pool "+p.config.PoolID+".")
	case known && other.Identity != nil:
		return nil, fault("InvalidParameterException", "Merging is not currently supported, provide a SourceUser that has not been signed up in order to link")
	case known && other.Sub == u.Sub:
		return nil, fault("InvalidParameterException", "SourceUser is already linked to DestinationUser")
	case known:
		return nil, fault("AliasExistsException", "SourceUser is already linked to another user")
	case len(u.Links) >= maxLinks:
		return nil, fault("LimitExceededException", "The user is linked to the maximum number of identities.")
	}
	u.Links = append(slices.Clone(u.Links), identity{Provider: from.ProviderName, Subject: from.ProviderAttributeValue, Created: p.now()})
	return empty{}, p.saveUser(u)
}

// federate finds or creates the account of an assertion's subject, and sets the
// attributes that the provider's mapping names, if the client can write them. An address
// of a person from elsewhere is no name to sign in with: two accounts may have it.
//
// As on AWS the trigger PreSignUp decides on a person who is new, and those of a sign-in
// are called for one who is known. Where PreSignUp links a new person to an account, this
// sign-in ends with an error, and the next one reaches the account.
func (p *Pool) federate(v provider, a *saml.Assertion) (user, error) {
	mapped, err := p.mapped(v, a)
	if err != nil {
		return user{}, err
	}
	subject := a.Subject.NameID.Value
	u, known := p.federated(v.Name, subject)
	if !known {
		u = user{Sub: p.uuid(), Created: p.now(), Identity: &identity{v.Name, subject, a.Issuer.Value, p.now()}}
		if err := p.preSignUp("ExternalProvider", u.username(), mapped); err != nil {
			return user{}, err
		}
		if _, linked := p.federated(v.Name, subject); linked {
			return user{}, fault("InvalidParameterException", "Already found an entry for username "+u.username())
		}
		// Nobody knows its password.
		u.Credential, u.Attributes = newCredential(p.name(), u.Sub, encode(p.random(32)), p.random(16)), mapped
		return u, p.saveUser(u)
	}
	if err := p.callTrigger("PreAuthentication", u, true, p.config.ClientID); err != nil {
		return user{}, err
	}
	if u.Attributes == nil {
		u.Attributes = map[string]string{}
	}
	maps.Copy(u.Attributes, mapped)
	if err := p.saveUser(u); err != nil {
		return user{}, err
	}
	return u, p.callTrigger("PostAuthentication", u, true, p.config.ClientID)
}

// mapped are the attributes that an assertion gives.
func (p *Pool) mapped(v provider, a *saml.Assertion) (map[string]string, error) {
	values := map[string]string{}
	for name, source := range v.Mapping {
		value, given := assertedValue(a, source)
		custom, isCustom := strings.CutPrefix(name, "custom:")
		switch {
		case isCustom && !slices.Contains(p.config.CustomAttributes, custom), !isCustom && !slices.Contains(standardAttributes, name):
			return nil, refusal("user." + name + ": Attribute does not exist in the schema.")
		case !slices.Contains(p.state.client.texts("WriteAttributes"), name):
			return nil, refusal("user." + name + ": The client cannot write the attribute")
		case len(value) > 2048:
			return nil, refusal("user." + name + ": String must be no longer than 2048 characters.")
		case given:
			values[name] = value
		}
	}
	return values, nil
}

type signUpRequest struct {
	UserAttributes map[string]string `json:"userAttributes"`
}

// preSignUp asks the trigger about a person who is to get an account, if there is a trigger.
func (p *Pool) preSignUp(source, username string, attributes map[string]string) error {
	if p.config.Triggers["PreSignUp"] == nil {
		return nil
	}
	asked := maps.Clone(attributes)
	asked["cognito:email_alias"], asked["cognito:phone_number_alias"] = "", ""
	_, err := trigger[signUpRequest, json.RawMessage](p, "PreSignUp", "1", "PreSignUp_"+source, p.config.ClientID, user{Sub: username}, signUpRequest{asked})
	return err
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
