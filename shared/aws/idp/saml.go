package idp

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
	cognito "github.com/aws/aws-sdk-go-v2/service/cognitoidentityprovider"
	"github.com/aws/aws-sdk-go-v2/service/cognitoidentityprovider/types"

	"anzen/shared/domain/sds"
)

// ErrRefusedMetadata is returned when the pool refuses a provider's metadata.
var ErrRefusedMetadata = errors.New("the user pool refuses this metadata")

// ServiceProvider describes the pool to a company's identity provider.
type ServiceProvider struct {
	EntityID  string
	ACSURL    string // receives the provider's responses
	LogoutURL string
}

// ServiceProvider describes the pool to identity providers ("Configuring your third-party
// SAML identity provider" in Cognito's developer guide).
func (p *Pool) ServiceProvider(ctx context.Context) (ServiceProvider, error) {
	out, err := p.api.DescribeUserPool(ctx, &cognito.DescribeUserPoolInput{UserPoolId: &p.id})
	if err != nil {
		return ServiceProvider{}, fmt.Errorf("describe the user pool: %w", err)
	}
	host := aws.ToString(out.UserPool.CustomDomain)
	if prefix := aws.ToString(out.UserPool.Domain); host == "" && prefix != "" {
		region, _, _ := strings.Cut(p.id, "_")
		host = prefix + ".auth." + region + ".amazoncognito.com"
	}
	if host == "" {
		return ServiceProvider{}, errors.New("the user pool has no domain")
	}
	return ServiceProvider{"urn:amazon:cognito:sp:" + p.id, "https://" + host + "/saml2/idpresponse", "https://" + host + "/saml2/logout"}, nil
}

// emailClaim is the attribute in which providers send the e-mail address.
const emailClaim = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress"

// Connect creates a SAML provider of the pool, or updates the one of the name, and lets
// people sign in to the app client with it; it can be repeated. Users with e-mail
// addresses of the domains are redirected to it. Without metadata an existing provider
// keeps its own.
func (p *Pool) Connect(ctx context.Context, name, metadata string, domains []string) error {
	if metadata == "" {
		if _, err := p.api.UpdateIdentityProvider(ctx, &cognito.UpdateIdentityProviderInput{UserPoolId: &p.id, ProviderName: &name, IdpIdentifiers: domains}); err != nil {
			return fmt.Errorf("change identity provider %s: %w", name, err)
		}
		return p.support(ctx, "")
	}
	details, mapping := map[string]string{"MetadataFile": metadata}, map[string]string{"custom:" + AttributeAsserted: emailClaim}
	_, err := p.api.CreateIdentityProvider(ctx, &cognito.CreateIdentityProviderInput{
		UserPoolId: &p.id, ProviderName: &name, ProviderType: types.IdentityProviderTypeTypeSaml,
		ProviderDetails: details, AttributeMapping: mapping, IdpIdentifiers: domains,
	})
	var exists *types.DuplicateProviderException
	if errors.As(err, &exists) {
		_, err = p.api.UpdateIdentityProvider(ctx, &cognito.UpdateIdentityProviderInput{
			UserPoolId: &p.id, ProviderName: &name, ProviderDetails: details, AttributeMapping: mapping, IdpIdentifiers: domains,
		})
	}
	var refused *types.InvalidParameterException
	switch {
	case errors.As(err, &refused):
		return errors.Join(ErrRefusedMetadata, err)
	case err != nil:
		return fmt.Errorf("connect identity provider %s: %w", name, err)
	}
	return p.support(ctx, "")
}

// Disconnect removes a provider from the app client and from the pool, if there is one.
func (p *Pool) Disconnect(ctx context.Context, name string) error {
	if err := p.support(ctx, name); err != nil {
		return err
	}
	_, err := p.api.DeleteIdentityProvider(ctx, &cognito.DeleteIdentityProviderInput{UserPoolId: &p.id, ProviderName: &name})
	var gone *types.ResourceNotFoundException
	if err != nil && !errors.As(err, &gone) {
		return fmt.Errorf("disconnect identity provider %s: %w", name, err)
	}
	// Another call may have listed it before it was removed.
	return p.support(ctx, "")
}

// Identity is a person at a company's identity provider: the provider's name in the pool,
// and the provider's own name of the person (the NameID of SAML). Together they name the
// person; an e-mail address names nobody.
type Identity struct{ Provider, Subject string }

// IdentityOf is the identity that a federated user name of the pool contains.
func IdentityOf(username string) (Identity, bool) {
	// The names of our providers have no underscore (saml.ProviderName).
	provider, subject, ok := strings.Cut(username, "_")
	return Identity{provider, subject}, ok && provider != "" && subject != ""
}

// Link lets a person at an identity provider sign in to the account of a user, which it
// makes where there is none, with a password that nobody knows. An account with the address
// that belongs to no other user of today (it outlived its user) is replaced, with the
// identities that were linked to it. It can be repeated.
func (p *Pool) Link(ctx context.Context, email string, c sds.CompanyID, user sds.UserID, who Identity) error {
	name, of, err := p.accountOf(ctx, email)
	if err != nil {
		return err
	}
	if name == "" || of != owner(c, user) {
		if err := p.SetPassword(ctx, email, rand.Text()+"-aA1", c, user); err != nil {
			return err
		}
		if name, _, err = p.accountOf(ctx, email); err != nil {
			return err
		}
	}
	_, err = p.api.AdminLinkProviderForUser(ctx, &cognito.AdminLinkProviderForUserInput{
		UserPoolId:      &p.id,
		DestinationUser: &types.ProviderUserIdentifierType{ProviderName: aws.String("Cognito"), ProviderAttributeValue: &name},
		SourceUser:      &types.ProviderUserIdentifierType{ProviderName: &who.Provider, ProviderAttributeName: aws.String("Cognito_Subject"), ProviderAttributeValue: &who.Subject},
	})
	if err != nil {
		return fmt.Errorf("link user %s: %w", user, err)
	}
	return nil
}

// accountOf is the name of the account with an address, and whose it is; empty for none.
func (p *Pool) accountOf(ctx context.Context, email string) (name, of string, err error) {
	out, err := p.api.AdminGetUser(ctx, &cognito.AdminGetUserInput{UserPoolId: &p.id, Username: &email})
	switch {
	case err != nil && missing(err):
		return "", "", nil
	case err != nil:
		return "", "", fmt.Errorf("read an account: %w", err)
	}
	values := map[string]string{}
	for _, a := range out.UserAttributes {
		values[aws.ToString(a.Name)] = aws.ToString(a.Value)
	}
	return aws.ToString(out.Username), owner(sds.CompanyID(values["custom:"+AttributeCompany]), sds.UserID(values["custom:"+AttributeUser])), nil
}

func owner(c sds.CompanyID, user sds.UserID) string { return string(c) + "/" + string(user) }
