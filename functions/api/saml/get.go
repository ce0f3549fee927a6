// Package saml is the API of a company's connection to its own identity provider: the
// service provider's data for it, and its metadata.
package saml

import (
	"context"
	"time"

	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/shared/domain/access"
	"anzen/shared/domain/plan"
	"anzen/shared/domain/saml"
)

// GetRoute is the declaration of GET saml_connections.
var GetRoute = rest.Route{
	Method: "GET", Path: "/companies/{id}/saml_connections", ID: "getSAMLConnection", Tag: "saml", Rule: rest.Need(access.CompanyEdit),
	Summary: "The service provider's data for the company's identity provider, and the connection to it",
	Grants:  []grant.Grant{grant.Table("GetItem"), grant.Users("DescribeUserPool", "DescribeUserPoolClient")},
}

// SAMLConnection is the connection with the service provider's data.
type SAMLConnection struct {
	ACSURL       string `json:"acs_url" doc:"Assertion Consumer Service URL: to which the provider posts its responses"`
	EntityID     string `json:"entity_id" doc:"the audience"`
	NameIDFormat string `json:"name_id_format"`
	SLOURL       string `json:"slo_url" doc:"Single Logout URL"`
	DomainProof  string `json:"domain_proof" doc:"text of a TXT record of DNS with the name _anzen.<domain>: it proves that a mail domain is the company's"`
	State        string `json:"state" enum:"none,pending,active,disabled" doc:"pending: not at the user pool yet; set it again. disabled: nobody signs in by it"`
	// The following are the provider's; absent where the state is none.
	Version        int64           `json:"version,omitempty" doc:"for If-Match"`
	UpdatedAt      *time.Time      `json:"updated_at,omitempty"`
	Domains        []string        `json:"mail_domains" nullable:"false" doc:"users with addresses of these domains sign in at the provider"`
	Missing        []MissingDomain `json:"missing_domains" nullable:"false" doc:"of the mail domains: those whose proof was not found any more"`
	Unknown        string          `json:"unknown_users,omitempty" enum:"refuse,create" doc:"what happens to people whose address is no user's"`
	Passwords      string          `json:"passwords,omitempty" enum:"allow,refuse" doc:"whether users may sign in without the provider; administrators with a second factor or passkey always may"`
	IdPEntityID    string          `json:"idp_entity_id,omitempty"`
	IdPSignInURL   string          `json:"idp_sign_in_url,omitempty"`
	CertificateEnd *time.Time      `json:"idp_certificate_expires_at,omitempty" doc:"expiry of the provider's signing certificate: upload new metadata before"`
}

// MissingDomain is a mail domain that stops working unless its proof is found again.
type MissingDomain struct {
	Domain  string    `json:"domain"`
	Since   time.Time `json:"since"`
	StopsAt time.Time `json:"stops_at"`
}

// What happens to people whose address is no user's: they are refused, or become users
// with the role of the fewest permissions.
const (
	Refuse = "refuse"
	Create = "create"
	Allow  = "allow" // of passwords
)

// ConnectionOutput is the connection.
type ConnectionOutput struct{ Body SAMLConnection }

// GetInput names the company.
type GetInput struct{ rest.OfCompany }

// Get reads the connection. One that outlived the option is shown, so that it can be
// ended.
func Get(ctx context.Context, call *rest.Call, _ *GetInput) (*ConnectionOutput, error) {
	c, ok, err := call.Table.Connection(ctx, call.CompanyID)
	if err != nil {
		return nil, err
	}
	if !ok {
		if err := call.Option(plan.FeatureSAML); err != nil {
			return nil, err
		}
		return view(ctx, call, nil)
	}
	return view(ctx, call, &c)
}

func view(ctx context.Context, call *rest.Call, c *saml.Connection) (*ConnectionOutput, error) {
	sp, err := call.Users.ServiceProvider(ctx)
	if err != nil {
		return nil, err
	}
	v := SAMLConnection{ACSURL: sp.ACSURL, EntityID: sp.EntityID, SLOURL: sp.LogoutURL, NameIDFormat: saml.NameIDFormat, DomainProof: saml.Proof(call.CompanyID), State: "none"}
	if c != nil {
		// A deployment may have replaced the app client: what the record says is not enough.
		state := c.State
		if state == saml.StateActive {
			supported, err := call.Users.Supports(ctx, saml.ProviderName(call.CompanyID))
			if err != nil {
				return nil, err
			}
			if !supported {
				state = saml.StatePending
			}
		}
		v.State, v.Version, v.UpdatedAt, v.Domains = string(state), c.Version, &c.UpdatedAt, c.Domains
		for _, m := range c.Missing {
			v.Missing = append(v.Missing, MissingDomain{m.Domain, m.Since, m.Ends()})
		}
		v.Unknown = Refuse
		if c.Creates {
			v.Unknown = Create
		}
		v.Passwords = Allow
		if c.Only {
			v.Passwords = Refuse
		}
		v.IdPEntityID, v.IdPSignInURL, v.CertificateEnd = c.Provider.EntityID, c.Provider.SignInURL, &c.Provider.CertificateEnds
	}
	return &ConnectionOutput{v}, nil
}
