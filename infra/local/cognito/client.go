package cognito

import (
	"encoding/json"
	"maps"
	"slices"
)

// client is the pool's one app client: its settings as on the wire. As on AWS an update
// replaces them all, and one that is left out is gone.
type client map[string]json.RawMessage

// texts is a setting that is a list of texts.
func (c client) texts(name string) []string {
	var list []string
	_ = json.Unmarshal(c[name], &list) // absent or of another kind: none
	return list
}

// ClientURLs are the addresses to which the hosted pages return.
type ClientURLs struct{ Callback, Logout []string }

// deploy sets what the pool's configuration says about the client, as a deployment does;
// the providers that were added at run time stay.
func (p *Pool) deploy() {
	c := client{}
	maps.Copy(c, p.state.client)
	put := func(name string, value any) {
		text, err := json.Marshal(value)
		if err != nil {
			panic(err) // texts and lists of texts
		}
		c[name] = text
	}
	put("ClientName", "dashboard")
	put("CallbackURLs", p.config.URLs.Callback)
	put("LogoutURLs", p.config.URLs.Logout)
	put("WriteAttributes", p.config.WriteAttributes)
	put("AllowedOAuthFlows", []string{"code"})
	put("AllowedOAuthScopes", []string{"openid", "email", "profile", "aws.cognito.signin.user.admin"})
	put("AllowedOAuthFlowsUserPoolClient", true)
	if c["SupportedIdentityProviders"] == nil {
		put("SupportedIdentityProviders", []string{nativeProvider})
	}
	p.state.client = c
}

// nativeProvider names the pool itself among a client's providers.
const nativeProvider = "COGNITO"

type clientRequest struct {
	UserPoolId string //nolint:revive // as on the wire
	ClientId   string //nolint:revive // as on the wire
}

func (p *Pool) checkClientOf(q clientRequest) error {
	if err := p.checkPool(q.UserPoolId); err != nil {
		return err
	}
	return p.checkClient(q.ClientId)
}

func (p *Pool) describeClient() (any, error) {
	c := maps.Clone(p.state.client)
	for name, value := range map[string]string{"UserPoolId": p.config.PoolID, "ClientId": p.config.ClientID} {
		text, err := json.Marshal(value)
		if err != nil {
			return nil, err
		}
		c[name] = text
	}
	return struct{ UserPoolClient client }{c}, nil
}

func (p *Pool) describeUserPoolClient(q clientRequest) (any, error) {
	if err := p.checkClientOf(q); err != nil {
		return nil, err
	}
	return p.describeClient()
}

// updateUserPoolClient replaces all settings of the client.
func (p *Pool) updateUserPoolClient(c client) (any, error) {
	var q clientRequest
	_ = json.Unmarshal(c["UserPoolId"], &q.UserPoolId) // another kind is another pool
	_ = json.Unmarshal(c["ClientId"], &q.ClientId)
	if err := p.checkClientOf(q); err != nil {
		return nil, err
	}
	delete(c, "UserPoolId")
	delete(c, "ClientId")
	for _, name := range c.texts("SupportedIdentityProviders") {
		if _, there := p.state.providers[name]; !there && name != nativeProvider {
			return nil, fault("InvalidParameterException", "The provider "+name+" does not exist for User Pool "+p.config.PoolID+".")
		}
	}
	if err := p.commit(change{Client: c}); err != nil {
		return nil, err
	}
	return p.describeClient()
}

type listProvidersRequest struct {
	UserPoolId string //nolint:revive // as on the wire
	MaxResults int
	NextToken  string
}

type providerDescription struct {
	ProviderName     string
	ProviderType     string
	CreationDate     seconds
	LastModifiedDate seconds
}

type listProvidersResponse struct {
	Providers []providerDescription
	NextToken string `json:",omitempty"`
}

// providersPage is the number of providers in an answer, at most 60 on AWS.
const providersPage = 60

// listIdentityProviders lists the providers in pages, by name.
func (p *Pool) listIdentityProviders(q listProvidersRequest) (any, error) {
	if err := p.checkPool(q.UserPoolId); err != nil {
		return nil, err
	}
	if q.MaxResults <= 0 || q.MaxResults > providersPage {
		q.MaxResults = providersPage
	}
	names := slices.Sorted(maps.Keys(p.state.providers))
	from, _ := slices.BinarySearch(names, q.NextToken)
	out := listProvidersResponse{Providers: []providerDescription{}}
	for _, name := range names[from:] {
		if len(out.Providers) == q.MaxResults {
			out.NextToken = name
			break
		}
		v := p.state.providers[name]
		out.Providers = append(out.Providers, providerDescription{name, "SAML", since1970(v.Created), since1970(v.Modified)})
	}
	return out, nil
}
