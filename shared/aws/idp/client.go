package idp

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/aws/aws-sdk-go-v2/aws"
	cognito "github.com/aws/aws-sdk-go-v2/service/cognitoidentityprovider"
	"github.com/aws/aws-sdk-go-v2/service/cognitoidentityprovider/types"

	"anzen/shared/aws/backoff"
	"anzen/shared/domain/message"
)

// native names the pool's own accounts among the providers of an app client.
const native = "COGNITO"

// supportTries is how often an app client is written while others write it too, within some five seconds.
const supportTries = 16

// support lets people sign in to the app client with every provider of the pool but one
// (none: empty), and with no other.
//
// An update replaces the whole client, and Cognito keeps no version of it, so two updates
// at once can undo each other. Both write what the pool lists, not what they add, and both
// compare after they wrote: whoever writes last sees every provider that another call
// made before it ended, and writes again where one is missing. Only what a call removes is listed
// for others until it has removed it, so that they write it back; they part by the jitter of the pauses.
func (p *Pool) support(ctx context.Context, without string) error {
	for try := range supportTries {
		if try > 0 {
			if err := backoff.Pause(ctx, try); err != nil {
				return fmt.Errorf("write the app client: %w", err)
			}
		}
		c, err := p.appClient(ctx)
		if err != nil {
			return err
		}
		wanted, err := p.Providers(ctx)
		if err != nil {
			return err
		}
		wanted = slices.DeleteFunc(wanted, func(name string) bool { return name == without })
		if slices.Contains(c.SupportedIdentityProviders, native) {
			wanted = append(wanted, native)
		}
		slices.Sort(wanted)
		if slices.Equal(wanted, slices.Sorted(slices.Values(c.SupportedIdentityProviders))) {
			return nil
		}
		update := updateOf(c)
		update.SupportedIdentityProviders = wanted
		_, err = p.api.UpdateUserPoolClient(ctx, update)
		var busy *types.ConcurrentModificationException
		// A provider that was listed may be gone: another call is removing it.
		var gone *types.InvalidParameterException
		if err != nil && !errors.As(err, &busy) && !errors.As(err, &gone) {
			return fmt.Errorf("write the app client: %w", err)
		}
	}
	return message.New(message.TooMany, message.CodeBusy).Because(errors.New("write the app client: its providers change all the time"))
}

// Supports reports whether people can sign in to the app client with a provider.
func (p *Pool) Supports(ctx context.Context, name string) (bool, error) {
	c, err := p.appClient(ctx)
	if err != nil {
		return false, err
	}
	return slices.Contains(c.SupportedIdentityProviders, name), nil
}

func (p *Pool) appClient(ctx context.Context) (*types.UserPoolClientType, error) {
	out, err := p.api.DescribeUserPoolClient(ctx, &cognito.DescribeUserPoolClientInput{UserPoolId: &p.id, ClientId: &p.client})
	if err != nil {
		return nil, fmt.Errorf("read the app client: %w", err)
	}
	return out.UserPoolClient, nil
}

// MaxIdentifier is the length of the longest mail domain that leads to an identity provider
// (IdpIdentifiers of CreateIdentityProvider in the API reference).
const MaxIdentifier = 40

// MaxProviders is how many identity providers a pool can have (quotas of Amazon Cognito).
const MaxProviders = 300

// Providers lists the names of the pool's identity providers.
func (p *Pool) Providers(ctx context.Context) ([]string, error) {
	var names []string
	in := &cognito.ListIdentityProvidersInput{UserPoolId: &p.id, MaxResults: aws.Int32(60)}
	for {
		out, err := p.api.ListIdentityProviders(ctx, in)
		if err != nil {
			return nil, fmt.Errorf("list the identity providers: %w", err)
		}
		for _, provider := range out.Providers {
			names = append(names, aws.ToString(provider.ProviderName))
		}
		if aws.ToString(out.NextToken) == "" {
			return names, nil
		}
		in.NextToken = out.NextToken
	}
}

// updateOf is the update that changes nothing of a client: a setting that an update leaves
// out is reset.
func updateOf(c *types.UserPoolClientType) *cognito.UpdateUserPoolClientInput {
	return &cognito.UpdateUserPoolClientInput{
		UserPoolId: c.UserPoolId, ClientId: c.ClientId, ClientName: c.ClientName,
		AccessTokenValidity: c.AccessTokenValidity, IdTokenValidity: c.IdTokenValidity, RefreshTokenValidity: c.RefreshTokenValidity,
		TokenValidityUnits: c.TokenValidityUnits, RefreshTokenRotation: c.RefreshTokenRotation, AuthSessionValidity: c.AuthSessionValidity,
		AllowedOAuthFlows: c.AllowedOAuthFlows, AllowedOAuthScopes: c.AllowedOAuthScopes,
		AllowedOAuthFlowsUserPoolClient: aws.ToBool(c.AllowedOAuthFlowsUserPoolClient),
		CallbackURLs:                    c.CallbackURLs, LogoutURLs: c.LogoutURLs, DefaultRedirectURI: c.DefaultRedirectURI,
		ExplicitAuthFlows: c.ExplicitAuthFlows, ReadAttributes: c.ReadAttributes, WriteAttributes: c.WriteAttributes,
		PreventUserExistenceErrors: c.PreventUserExistenceErrors, EnableTokenRevocation: c.EnableTokenRevocation,
		EnablePropagateAdditionalUserContextData: c.EnablePropagateAdditionalUserContextData,
		AnalyticsConfiguration:                   c.AnalyticsConfiguration, SupportedIdentityProviders: c.SupportedIdentityProviders,
	}
}
