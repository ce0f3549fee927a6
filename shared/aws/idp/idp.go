// Package idp is the adapter of Amazon Cognito user pools: the accounts with which users
// sign in.
package idp

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
	cognito "github.com/aws/aws-sdk-go-v2/service/cognitoidentityprovider"
	"github.com/aws/aws-sdk-go-v2/service/cognitoidentityprovider/types"
	"github.com/aws/smithy-go"

	"anzen/shared/domain/company"
	"anzen/shared/domain/sds"
)

// The custom attributes of an account. The dashboard's client cannot write them.
const (
	AttributeCompany = "company_id"
	AttributeUser    = "user_id"
)

// AttributeAsserted is the custom attribute with the e-mail address that a person's own
// identity provider asserts. It is not the attribute email, which names accounts: Cognito
// sets what a client may write, and a client that may write the e-mail address lets people
// take over those of others.
const AttributeAsserted = "asserted_email"

// API is the used part of Cognito.
type API interface {
	AdminCreateUser(context.Context, *cognito.AdminCreateUserInput, ...func(*cognito.Options)) (*cognito.AdminCreateUserOutput, error)
	AdminRespondToAuthChallenge(context.Context, *cognito.AdminRespondToAuthChallengeInput, ...func(*cognito.Options)) (*cognito.AdminRespondToAuthChallengeOutput, error)
	AdminSetUserMFAPreference(context.Context, *cognito.AdminSetUserMFAPreferenceInput, ...func(*cognito.Options)) (*cognito.AdminSetUserMFAPreferenceOutput, error)
	AssociateSoftwareToken(context.Context, *cognito.AssociateSoftwareTokenInput, ...func(*cognito.Options)) (*cognito.AssociateSoftwareTokenOutput, error)
	VerifySoftwareToken(context.Context, *cognito.VerifySoftwareTokenInput, ...func(*cognito.Options)) (*cognito.VerifySoftwareTokenOutput, error)
	GetUserAttributeVerificationCode(context.Context, *cognito.GetUserAttributeVerificationCodeInput, ...func(*cognito.Options)) (*cognito.GetUserAttributeVerificationCodeOutput, error)
	VerifyUserAttribute(context.Context, *cognito.VerifyUserAttributeInput, ...func(*cognito.Options)) (*cognito.VerifyUserAttributeOutput, error)
	StartWebAuthnRegistration(context.Context, *cognito.StartWebAuthnRegistrationInput, ...func(*cognito.Options)) (*cognito.StartWebAuthnRegistrationOutput, error)
	CompleteWebAuthnRegistration(context.Context, *cognito.CompleteWebAuthnRegistrationInput, ...func(*cognito.Options)) (*cognito.CompleteWebAuthnRegistrationOutput, error)
	ListWebAuthnCredentials(context.Context, *cognito.ListWebAuthnCredentialsInput, ...func(*cognito.Options)) (*cognito.ListWebAuthnCredentialsOutput, error)
	DeleteWebAuthnCredential(context.Context, *cognito.DeleteWebAuthnCredentialInput, ...func(*cognito.Options)) (*cognito.DeleteWebAuthnCredentialOutput, error)
	AdminInitiateAuth(context.Context, *cognito.AdminInitiateAuthInput, ...func(*cognito.Options)) (*cognito.AdminInitiateAuthOutput, error)
	AdminSetUserPassword(context.Context, *cognito.AdminSetUserPasswordInput, ...func(*cognito.Options)) (*cognito.AdminSetUserPasswordOutput, error)
	AdminUpdateUserAttributes(context.Context, *cognito.AdminUpdateUserAttributesInput, ...func(*cognito.Options)) (*cognito.AdminUpdateUserAttributesOutput, error)
	AdminUserGlobalSignOut(context.Context, *cognito.AdminUserGlobalSignOutInput, ...func(*cognito.Options)) (*cognito.AdminUserGlobalSignOutOutput, error)
	AdminGetUser(context.Context, *cognito.AdminGetUserInput, ...func(*cognito.Options)) (*cognito.AdminGetUserOutput, error)
	DescribeUserPool(context.Context, *cognito.DescribeUserPoolInput, ...func(*cognito.Options)) (*cognito.DescribeUserPoolOutput, error)
	CreateIdentityProvider(context.Context, *cognito.CreateIdentityProviderInput, ...func(*cognito.Options)) (*cognito.CreateIdentityProviderOutput, error)
	UpdateIdentityProvider(context.Context, *cognito.UpdateIdentityProviderInput, ...func(*cognito.Options)) (*cognito.UpdateIdentityProviderOutput, error)
	DeleteIdentityProvider(context.Context, *cognito.DeleteIdentityProviderInput, ...func(*cognito.Options)) (*cognito.DeleteIdentityProviderOutput, error)
	ListIdentityProviders(context.Context, *cognito.ListIdentityProvidersInput, ...func(*cognito.Options)) (*cognito.ListIdentityProvidersOutput, error)
	DescribeUserPoolClient(context.Context, *cognito.DescribeUserPoolClientInput, ...func(*cognito.Options)) (*cognito.DescribeUserPoolClientOutput, error)
	UpdateUserPoolClient(context.Context, *cognito.UpdateUserPoolClientInput, ...func(*cognito.Options)) (*cognito.UpdateUserPoolClientOutput, error)
	AdminDisableUser(context.Context, *cognito.AdminDisableUserInput, ...func(*cognito.Options)) (*cognito.AdminDisableUserOutput, error)
	AdminEnableUser(context.Context, *cognito.AdminEnableUserInput, ...func(*cognito.Options)) (*cognito.AdminEnableUserOutput, error)
	AdminLinkProviderForUser(context.Context, *cognito.AdminLinkProviderForUserInput, ...func(*cognito.Options)) (*cognito.AdminLinkProviderForUserOutput, error)
	AdminDeleteUser(context.Context, *cognito.AdminDeleteUserInput, ...func(*cognito.Options)) (*cognito.AdminDeleteUserOutput, error)
}

// Pool is a user pool with its app clients.
type Pool struct {
	api    API
	id     string
	client string // the dashboard's, which knows the companies' providers
	admin  string // only functions sign in by it, to verify what a user enters
}

// New is the pool with the given id.
func New(api API, id string) *Pool { return &Pool{api: api, id: id} }

// For is the pool with the app client of the dashboard.
func (p *Pool) For(client string) *Pool { return &Pool{p.api, p.id, client, p.admin} }

// WithAdmin is the pool with the app client for administrators.
func (p *Pool) WithAdmin(client string) *Pool { return &Pool{p.api, p.id, p.client, client} }

// ErrWeakPassword is returned when the pool refuses a password.
var ErrWeakPassword = errors.New("the user pool refuses this password")

// Answered reports whether a failed call got an answer of the pool. Otherwise the call may
// still take effect.
func Answered(err error) bool {
	var answer smithy.APIError
	return errors.As(err, &answer)
}

// SetPassword sets the password of a user's account, and creates the account where there
// is none, so that it can be repeated after a failure. An account with the address that
// outlived its user is replaced: nothing of it, such as a passkey, lets its former owner in.
func (p *Pool) SetPassword(ctx context.Context, email, password string, companyID sds.CompanyID, user sds.UserID) error {
	attribute := func(name, value string) types.AttributeType {
		return types.AttributeType{Name: aws.String(name), Value: aws.String(value)}
	}
	attributes := []types.AttributeType{
		attribute("email", email), attribute("email_verified", "true"),
		attribute("custom:"+AttributeCompany, string(companyID)), attribute("custom:"+AttributeUser, string(user)),
	}
	create := func() error {
		_, err := p.api.AdminCreateUser(ctx, &cognito.AdminCreateUserInput{
			UserPoolId: &p.id, Username: &email, MessageAction: types.MessageActionTypeSuppress, UserAttributes: attributes,
		})
		return err
	}
	err := create()
	var exists *types.UsernameExistsException
	if errors.As(err, &exists) {
		var of string
		if _, of, err = p.accountOf(ctx, email); err == nil && of != owner(companyID, user) {
			if err = p.Delete(ctx, email); err == nil {
				err = create()
			}
		}
	}
	if err != nil {
		return fmt.Errorf("create the account of user %s: %w", user, err)
	}
	_, err = p.api.AdminSetUserPassword(ctx, &cognito.AdminSetUserPasswordInput{
		UserPoolId: &p.id, Username: &email, Password: &password, Permanent: true,
	})
	var weak *types.InvalidPasswordException
	if errors.As(err, &weak) {
		return errors.Join(ErrWeakPassword, err)
	}
	if err != nil {
		return fmt.Errorf("set the password of user %s: %w", user, err)
	}
	return nil
}

// Errors of CheckPassword.
var (
	ErrWrongPassword   = errors.New("wrong password")
	ErrTooManyAttempts = errors.New("too many wrong passwords: the user pool accepts none for a while")
)

// CheckPassword checks a user's password: ErrWrongPassword or ErrTooManyAttempts. The pool
// counts wrong ones as in a sign-in. A correct one begins a session in the pool, which is
// discarded.
func (p *Pool) CheckPassword(ctx context.Context, email, password string) error {
	_, err := p.api.AdminInitiateAuth(ctx, &cognito.AdminInitiateAuthInput{
		UserPoolId: &p.id, ClientId: &p.admin, AuthFlow: types.AuthFlowTypeAdminUserPasswordAuth,
		AuthParameters: map[string]string{"USERNAME": email, "PASSWORD": password},
	})
	var refused *types.NotAuthorizedException
	var tooMany *types.TooManyRequestsException
	switch {
	case errors.As(err, &refused) && strings.Contains(refused.ErrorMessage(), "attempts exceeded"), errors.As(err, &tooMany):
		return errors.Join(ErrTooManyAttempts, err)
	case errors.As(err, &refused), err != nil && missing(err):
		return errors.Join(ErrWrongPassword, err)
	case err != nil:
		return fmt.Errorf("check a password: %w", err)
	}
	return nil // also where a second factor is the next challenge
}

// SignOut ends all sessions of an account.
func (p *Pool) SignOut(ctx context.Context, email string) error {
	_, err := p.api.AdminUserGlobalSignOut(ctx, &cognito.AdminUserGlobalSignOutInput{UserPoolId: &p.id, Username: &email})
	if err != nil && !missing(err) {
		return fmt.Errorf("sign an account out: %w", err)
	}
	return nil
}

// Account are the second factors of an account.
type Account struct {
	Factors   []company.Factor
	Preferred company.Factor // empty: none
	Phone     string         // receives the codes
}

// Account reads the second factors of an account; empty where there is no account.
func (p *Pool) Account(ctx context.Context, email string) (Account, error) {
	out, err := p.api.AdminGetUser(ctx, &cognito.AdminGetUserInput{UserPoolId: &p.id, Username: &email})
	switch {
	case err != nil && missing(err):
		return Account{}, nil
	case err != nil:
		return Account{}, fmt.Errorf("read an account: %w", err)
	}
	var a Account
	for _, f := range company.Factors {
		if slices.Contains(out.UserMFASettingList, settings[f]) {
			a.Factors = append(a.Factors, f)
		}
		if aws.ToString(out.PreferredMfaSetting) == settings[f] {
			a.Preferred = f
		}
	}
	for _, attribute := range out.UserAttributes {
		if aws.ToString(attribute.Name) == attributePhone {
			a.Phone = aws.ToString(attribute.Value)
		}
	}
	return a, nil
}

// Disable makes the pool refuse sign-ins of an account, and its tokens, until Enable; there
// may be no account.
func (p *Pool) Disable(ctx context.Context, email string) error {
	_, err := p.api.AdminDisableUser(ctx, &cognito.AdminDisableUserInput{UserPoolId: &p.id, Username: &email})
	if err != nil && !missing(err) {
		return fmt.Errorf("disable an account: %w", err)
	}
	return nil
}

// Enable ends Disable; there may be no account.
func (p *Pool) Enable(ctx context.Context, email string) error {
	_, err := p.api.AdminEnableUser(ctx, &cognito.AdminEnableUserInput{UserPoolId: &p.id, Username: &email})
	if err != nil && !missing(err) {
		return fmt.Errorf("enable an account: %w", err)
	}
	return nil
}

// Delete removes an account, if there is one.
func (p *Pool) Delete(ctx context.Context, email string) error {
	_, err := p.api.AdminDeleteUser(ctx, &cognito.AdminDeleteUserInput{UserPoolId: &p.id, Username: &email})
	if err != nil && !missing(err) {
		return fmt.Errorf("delete an account: %w", err)
	}
	return nil
}

func missing(err error) bool {
	var notFound *types.UserNotFoundException
	return errors.As(err, &notFound)
}
