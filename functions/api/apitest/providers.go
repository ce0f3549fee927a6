package apitest

import (
	"context"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
	cognito "github.com/aws/aws-sdk-go-v2/service/cognitoidentityprovider"
	idptypes "github.com/aws/aws-sdk-go-v2/service/cognitoidentityprovider/types"
)

// DescribeUserPool returns the pool's domain.
func (p *Pool) DescribeUserPool(context.Context, *cognito.DescribeUserPoolInput, ...func(*cognito.Options)) (*cognito.DescribeUserPoolOutput, error) {
	return &cognito.DescribeUserPoolOutput{UserPool: &idptypes.UserPoolType{Domain: aws.String("anzen-test")}}, p.Fail["DescribeUserPool"]
}

// CreateIdentityProvider adds a provider.
func (p *Pool) CreateIdentityProvider(_ context.Context, in *cognito.CreateIdentityProviderInput, _ ...func(*cognito.Options)) (*cognito.CreateIdentityProviderOutput, error) {
	if err := p.Fail["CreateIdentityProvider"]; err != nil {
		return nil, err
	}
	if _, there := p.Providers[*in.ProviderName]; there {
		return nil, &idptypes.DuplicateProviderException{}
	}
	return &cognito.CreateIdentityProviderOutput{}, p.provide(*in.ProviderName, in.ProviderDetails["MetadataFile"], in.IdpIdentifiers)
}

// UpdateIdentityProvider changes a provider.
func (p *Pool) UpdateIdentityProvider(_ context.Context, in *cognito.UpdateIdentityProviderInput, _ ...func(*cognito.Options)) (*cognito.UpdateIdentityProviderOutput, error) {
	metadata, there := p.Providers[*in.ProviderName]
	if !there {
		return nil, &idptypes.ResourceNotFoundException{}
	}
	if in.ProviderDetails != nil {
		metadata = in.ProviderDetails["MetadataFile"]
	}
	return &cognito.UpdateIdentityProviderOutput{}, p.provide(*in.ProviderName, metadata, in.IdpIdentifiers)
}

func (p *Pool) provide(name, metadata string, domains []string) error {
	if strings.Contains(metadata, "refused") {
		return &idptypes.InvalidParameterException{}
	}
	p.Providers[name], p.Domains[name] = metadata, domains
	return nil
}

// DeleteIdentityProvider removes a provider.
func (p *Pool) DeleteIdentityProvider(_ context.Context, in *cognito.DeleteIdentityProviderInput, _ ...func(*cognito.Options)) (*cognito.DeleteIdentityProviderOutput, error) {
	if err := p.Fail["DeleteIdentityProvider"]; err != nil {
		return nil, err
	}
	if _, there := p.Providers[*in.ProviderName]; !there {
		return nil, &idptypes.ResourceNotFoundException{}
	}
	delete(p.Providers, *in.ProviderName)
	return &cognito.DeleteIdentityProviderOutput{}, nil
}

// ListIdentityProviders lists the providers.
func (p *Pool) ListIdentityProviders(context.Context, *cognito.ListIdentityProvidersInput, ...func(*cognito.Options)) (*cognito.ListIdentityProvidersOutput, error) {
	out := &cognito.ListIdentityProvidersOutput{}
	for name := range p.Providers {
		out.Providers = append(out.Providers, idptypes.ProviderDescription{ProviderName: &name})
	}
	return out, p.Fail["ListIdentityProviders"]
}

// DescribeUserPoolClient describes the app client.
func (p *Pool) DescribeUserPoolClient(context.Context, *cognito.DescribeUserPoolClientInput, ...func(*cognito.Options)) (*cognito.DescribeUserPoolClientOutput, error) {
	return &cognito.DescribeUserPoolClientOutput{UserPoolClient: &idptypes.UserPoolClientType{SupportedIdentityProviders: p.Supported}}, p.Fail["DescribeUserPoolClient"]
}

// UpdateUserPoolClient replaces the app client.
func (p *Pool) UpdateUserPoolClient(_ context.Context, in *cognito.UpdateUserPoolClientInput, _ ...func(*cognito.Options)) (*cognito.UpdateUserPoolClientOutput, error) {
	if err := p.Fail["UpdateUserPoolClient"]; err != nil {
		return nil, err
	}
	p.Supported = in.SupportedIdentityProviders
	return &cognito.UpdateUserPoolClientOutput{}, nil
}
