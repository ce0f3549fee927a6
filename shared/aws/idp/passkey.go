package idp

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/aws/aws-sdk-go-v2/aws"
	cognito "github.com/aws/aws-sdk-go-v2/service/cognitoidentityprovider"
	"github.com/aws/aws-sdk-go-v2/service/cognitoidentityprovider/document"
	"github.com/aws/aws-sdk-go-v2/service/cognitoidentityprovider/types"
)

// Errors of CompletePasskey.
var (
	// ErrPasskeyExpired: the registration has expired, or has not begun.
	ErrPasskeyExpired = errors.New("the registration of a passkey has expired")
	// ErrPasskeyRefused: the passkey is not valid, or of a kind that the pool does not support.
	ErrPasskeyRefused = errors.New("the user pool refuses the passkey")
)

// BeginPasskey begins the registration of a passkey by the token of a Proof. The options are
// PublicKeyCredentialCreationOptionsJSON (WebAuthn level 3, 5.4).
func (p *Pool) BeginPasskey(ctx context.Context, token string) (options map[string]any, err error) {
	out, err := p.api.StartWebAuthnRegistration(ctx, &cognito.StartWebAuthnRegistrationInput{AccessToken: &token})
	if err != nil {
		return nil, refusal(err, ErrSessionEnded, "begin the registration of a passkey")
	}
	// As JSON, in which numbers stay numbers: a document's own are texts.
	text, err := out.CredentialCreationOptions.MarshalSmithyDocument()
	if err == nil {
		err = json.Unmarshal(text, &options)
	}
	if err != nil {
		return nil, fmt.Errorf("read the options of a passkey: %w", err)
	}
	return options, nil
}

// CompletePasskey registers the passkey that a browser has made: RegistrationResponseJSON
// (WebAuthn level 3, 5.1). ErrPasskeyExpired, ErrPasskeyRefused or ErrSessionEnded.
func (p *Pool) CompletePasskey(ctx context.Context, token string, credential map[string]any) error {
	_, err := p.api.CompleteWebAuthnRegistration(ctx, &cognito.CompleteWebAuthnRegistrationInput{AccessToken: &token, Credential: document.NewLazyDocument(credential)})
	var expired *types.WebAuthnChallengeNotFoundException
	var client *types.WebAuthnClientMismatchException
	var unsupported *types.WebAuthnCredentialNotSupportedException
	var origin *types.WebAuthnOriginNotAllowedException
	var party *types.WebAuthnRelyingPartyMismatchException
	var invalid *types.InvalidParameterException
	switch {
	case err == nil:
		return nil
	case errors.As(err, &expired), errors.As(err, &client):
		return errors.Join(ErrPasskeyExpired, err)
	case errors.As(err, &unsupported), errors.As(err, &origin), errors.As(err, &party), errors.As(err, &invalid):
		return errors.Join(ErrPasskeyRefused, err)
	}
	return refusal(err, ErrSessionEnded, "register a passkey")
}

// DeletePasskey removes a passkey by its credential id, if the user has it.
func (p *Pool) DeletePasskey(ctx context.Context, token, credential string) error {
	_, err := p.api.DeleteWebAuthnCredential(ctx, &cognito.DeleteWebAuthnCredentialInput{AccessToken: &token, CredentialId: &credential})
	var gone *types.ResourceNotFoundException
	if err != nil && !errors.As(err, &gone) {
		return refusal(err, ErrSessionEnded, "remove a passkey")
	}
	return nil
}

// ForgetPasskeys removes all passkeys of an account without second factors, whose password
// becomes one that nobody knows, and ends its sessions. The user pool has no operation by
// which an administrator removes passkeys: it takes a token of the user's, for which the
// function signs in with a password that it sets.
func (p *Pool) ForgetPasskeys(ctx context.Context, email string) error {
	random := make([]byte, 32)
	_, _ = rand.Read(random)                                          // documented never to fail
	password := "Aa1!" + base64.RawURLEncoding.EncodeToString(random) // of every kind that the pool demands
	_, err := p.api.AdminSetUserPassword(ctx, &cognito.AdminSetUserPasswordInput{UserPoolId: &p.id, Username: &email, Password: &password, Permanent: true})
	if err != nil {
		return fmt.Errorf("replace the password of an account: %w", err)
	}
	// A registration under way cannot be completed any more.
	if err := p.SignOut(ctx, email); err != nil {
		return err
	}
	proof, err := p.Prove(ctx, email, password)
	switch {
	case err != nil:
		return err
	case proof.Token == "":
		return errors.New("remove passkeys: the account has a second factor")
	}
	in := &cognito.ListWebAuthnCredentialsInput{AccessToken: &proof.Token}
	for {
		out, err := p.api.ListWebAuthnCredentials(ctx, in)
		if err != nil {
			return fmt.Errorf("list passkeys: %w", err)
		}
		for _, c := range out.Credentials {
			if err := p.DeletePasskey(ctx, proof.Token, aws.ToString(c.CredentialId)); err != nil {
				return err
			}
		}
		if aws.ToString(out.NextToken) == "" {
			return p.SignOut(ctx, email)
		}
		in.NextToken = out.NextToken
	}
}
