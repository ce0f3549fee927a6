package apitest

import (
	"context"
	"fmt"
	"slices"

	cognito "github.com/aws/aws-sdk-go-v2/service/cognitoidentityprovider"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/sesv2"
	"github.com/aws/aws-sdk-go-v2/service/sfn"

	"anzen/functions/api/rest"
	"anzen/shared/aws/idp"
	"anzen/shared/aws/mailer"
	"anzen/shared/aws/table"
	"anzen/shared/aws/workflow"
)

// grants are the actions that a function may do.
type grants struct {
	route   string
	actions []string
	world   *World // whose Interfere is called; nil: none
}

func grantsOf(r rest.Route) grants {
	g := grants{route: r.ID}
	for _, one := range r.AllGrants() {
		g.actions = append(g.actions, one.Actions...)
	}
	return g
}

// need refuses an action that is not granted, and fails where the test requests it.
func (g grants) need(ctx context.Context, action string) error {
	if !slices.Contains(g.actions, action) {
		return fmt.Errorf("apitest: %s has no grant for %s", g.route, action)
	}
	watched(ctx).note(action)
	return watched(ctx).service()
}

type guardedTable struct {
	table.API
	allowed grants
}

func guarded[I, O any](ctx context.Context, g grants, action string, call func(context.Context, I, ...func(*dynamodb.Options)) (*O, error), in I) (*O, error) {
	if err := g.need(ctx, action); err != nil {
		return nil, err
	}
	if err := watched(ctx).table(action, in); err != nil {
		return nil, err
	}
	count(in)
	out, err := call(ctx, in)
	watched(ctx).counted(out)
	return out, err
}

func (g *guardedTable) GetItem(ctx context.Context, in *dynamodb.GetItemInput, _ ...func(*dynamodb.Options)) (*dynamodb.GetItemOutput, error) {
	return guarded(ctx, g.allowed, "dynamodb:GetItem", g.API.GetItem, in)
}

func (g *guardedTable) BatchGetItem(ctx context.Context, in *dynamodb.BatchGetItemInput, _ ...func(*dynamodb.Options)) (*dynamodb.BatchGetItemOutput, error) {
	return guarded(ctx, g.allowed, "dynamodb:BatchGetItem", g.API.BatchGetItem, in)
}

func (g *guardedTable) Query(ctx context.Context, in *dynamodb.QueryInput, _ ...func(*dynamodb.Options)) (*dynamodb.QueryOutput, error) {
	return guarded(ctx, g.allowed, "dynamodb:Query", g.API.Query, in)
}

func (g *guardedTable) UpdateItem(ctx context.Context, in *dynamodb.UpdateItemInput, _ ...func(*dynamodb.Options)) (*dynamodb.UpdateItemOutput, error) {
	return guarded(ctx, g.allowed, "dynamodb:UpdateItem", g.API.UpdateItem, in)
}

// TransactWriteItems needs the actions of its parts.
func (g *guardedTable) TransactWriteItems(ctx context.Context, in *dynamodb.TransactWriteItemsInput, _ ...func(*dynamodb.Options)) (*dynamodb.TransactWriteItemsOutput, error) {
	for _, item := range in.TransactItems {
		action := "dynamodb:PutItem"
		switch {
		case item.Update != nil:
			action = "dynamodb:UpdateItem"
		case item.Delete != nil:
			action = "dynamodb:DeleteItem"
		case item.ConditionCheck != nil:
			action = "dynamodb:ConditionCheckItem"
		}
		if err := g.allowed.need(ctx, action); err != nil {
			return nil, err
		}
	}
	if g.allowed.world != nil && g.allowed.world.Interfere != nil {
		if err := g.allowed.world.Interfere(); err != nil {
			return nil, err
		}
	}
	if err := watched(ctx).table("dynamodb:TransactWriteItems", in); err != nil {
		return nil, err
	}
	count(in)
	out, err := g.API.TransactWriteItems(ctx, in)
	watched(ctx).counted(out)
	return out, err
}

type guardedPool struct {
	idp.API
	allowed grants
}

func (g *guardedPool) AdminCreateUser(ctx context.Context, in *cognito.AdminCreateUserInput, _ ...func(*cognito.Options)) (*cognito.AdminCreateUserOutput, error) {
	if err := g.allowed.need(ctx, "cognito-idp:AdminCreateUser"); err != nil {
		return nil, err
	}
	return g.API.AdminCreateUser(ctx, in)
}

func (g *guardedPool) AdminSetUserPassword(ctx context.Context, in *cognito.AdminSetUserPasswordInput, _ ...func(*cognito.Options)) (*cognito.AdminSetUserPasswordOutput, error) {
	if err := g.allowed.need(ctx, "cognito-idp:AdminSetUserPassword"); err != nil {
		return nil, err
	}
	return g.API.AdminSetUserPassword(ctx, in)
}

func (g *guardedPool) AdminInitiateAuth(ctx context.Context, in *cognito.AdminInitiateAuthInput, _ ...func(*cognito.Options)) (*cognito.AdminInitiateAuthOutput, error) {
	if err := g.allowed.need(ctx, "cognito-idp:AdminInitiateAuth"); err != nil {
		return nil, err
	}
	return g.API.AdminInitiateAuth(ctx, in)
}

func (g *guardedPool) AdminUpdateUserAttributes(ctx context.Context, in *cognito.AdminUpdateUserAttributesInput, _ ...func(*cognito.Options)) (*cognito.AdminUpdateUserAttributesOutput, error) {
	if err := g.allowed.need(ctx, "cognito-idp:AdminUpdateUserAttributes"); err != nil {
		return nil, err
	}
	return g.API.AdminUpdateUserAttributes(ctx, in)
}

func (g *guardedPool) AdminUserGlobalSignOut(ctx context.Context, in *cognito.AdminUserGlobalSignOutInput, _ ...func(*cognito.Options)) (*cognito.AdminUserGlobalSignOutOutput, error) {
	if err := g.allowed.need(ctx, "cognito-idp:AdminUserGlobalSignOut"); err != nil {
		return nil, err
	}
	return g.API.AdminUserGlobalSignOut(ctx, in)
}

func (g *guardedPool) AdminGetUser(ctx context.Context, in *cognito.AdminGetUserInput, _ ...func(*cognito.Options)) (*cognito.AdminGetUserOutput, error) {
	if err := g.allowed.need(ctx, "cognito-idp:AdminGetUser"); err != nil {
		return nil, err
	}
	return g.API.AdminGetUser(ctx, in)
}

func (g *guardedPool) AdminDisableUser(ctx context.Context, in *cognito.AdminDisableUserInput, _ ...func(*cognito.Options)) (*cognito.AdminDisableUserOutput, error) {
	if err := g.allowed.need(ctx, "cognito-idp:AdminDisableUser"); err != nil {
		return nil, err
	}
	return g.API.AdminDisableUser(ctx, in)
}

func (g *guardedPool) AdminEnableUser(ctx context.Context, in *cognito.AdminEnableUserInput, _ ...func(*cognito.Options)) (*cognito.AdminEnableUserOutput, error) {
	if err := g.allowed.need(ctx, "cognito-idp:AdminEnableUser"); err != nil {
		return nil, err
	}
	return g.API.AdminEnableUser(ctx, in)
}

func (g *guardedPool) AdminLinkProviderForUser(ctx context.Context, in *cognito.AdminLinkProviderForUserInput, _ ...func(*cognito.Options)) (*cognito.AdminLinkProviderForUserOutput, error) {
	if err := g.allowed.need(ctx, "cognito-idp:AdminLinkProviderForUser"); err != nil {
		return nil, err
	}
	return g.API.AdminLinkProviderForUser(ctx, in)
}

func (g *guardedPool) AdminDeleteUser(ctx context.Context, in *cognito.AdminDeleteUserInput, _ ...func(*cognito.Options)) (*cognito.AdminDeleteUserOutput, error) {
	if err := g.allowed.need(ctx, "cognito-idp:AdminDeleteUser"); err != nil {
		return nil, err
	}
	return g.API.AdminDeleteUser(ctx, in)
}

func (g *guardedPool) DescribeUserPool(ctx context.Context, in *cognito.DescribeUserPoolInput, _ ...func(*cognito.Options)) (*cognito.DescribeUserPoolOutput, error) {
	if err := g.allowed.need(ctx, "cognito-idp:DescribeUserPool"); err != nil {
		return nil, err
	}
	return g.API.DescribeUserPool(ctx, in)
}

func (g *guardedPool) CreateIdentityProvider(ctx context.Context, in *cognito.CreateIdentityProviderInput, _ ...func(*cognito.Options)) (*cognito.CreateIdentityProviderOutput, error) {
	if err := g.allowed.need(ctx, "cognito-idp:CreateIdentityProvider"); err != nil {
		return nil, err
	}
	return g.API.CreateIdentityProvider(ctx, in)
}

func (g *guardedPool) UpdateIdentityProvider(ctx context.Context, in *cognito.UpdateIdentityProviderInput, _ ...func(*cognito.Options)) (*cognito.UpdateIdentityProviderOutput, error) {
	if err := g.allowed.need(ctx, "cognito-idp:UpdateIdentityProvider"); err != nil {
		return nil, err
	}
	return g.API.UpdateIdentityProvider(ctx, in)
}

func (g *guardedPool) DeleteIdentityProvider(ctx context.Context, in *cognito.DeleteIdentityProviderInput, _ ...func(*cognito.Options)) (*cognito.DeleteIdentityProviderOutput, error) {
	if err := g.allowed.need(ctx, "cognito-idp:DeleteIdentityProvider"); err != nil {
		return nil, err
	}
	return g.API.DeleteIdentityProvider(ctx, in)
}

type guardedMail struct {
	mailer.API
	allowed grants
}

func (g *guardedMail) SendEmail(ctx context.Context, in *sesv2.SendEmailInput, _ ...func(*sesv2.Options)) (*sesv2.SendEmailOutput, error) {
	if err := g.allowed.need(ctx, "ses:SendEmail"); err != nil {
		return nil, err
	}
	return g.API.SendEmail(ctx, in)
}

type guardedMachine struct {
	workflow.API
	allowed grants
}

func (g *guardedMachine) StartExecution(ctx context.Context, in *sfn.StartExecutionInput, _ ...func(*sfn.Options)) (*sfn.StartExecutionOutput, error) {
	if err := g.allowed.need(ctx, "states:StartExecution"); err != nil {
		return nil, err
	}
	return g.API.StartExecution(ctx, in)
}

func (g *guardedPool) AdminRespondToAuthChallenge(ctx context.Context, in *cognito.AdminRespondToAuthChallengeInput, _ ...func(*cognito.Options)) (*cognito.AdminRespondToAuthChallengeOutput, error) {
	if err := g.allowed.need(ctx, "cognito-idp:AdminRespondToAuthChallenge"); err != nil {
		return nil, err
	}
	return g.API.AdminRespondToAuthChallenge(ctx, in)
}

func (g *guardedPool) AdminSetUserMFAPreference(ctx context.Context, in *cognito.AdminSetUserMFAPreferenceInput, _ ...func(*cognito.Options)) (*cognito.AdminSetUserMFAPreferenceOutput, error) {
	if err := g.allowed.need(ctx, "cognito-idp:AdminSetUserMFAPreference"); err != nil {
		return nil, err
	}
	return g.API.AdminSetUserMFAPreference(ctx, in)
}

func (g *guardedPool) AssociateSoftwareToken(ctx context.Context, in *cognito.AssociateSoftwareTokenInput, _ ...func(*cognito.Options)) (*cognito.AssociateSoftwareTokenOutput, error) {
	if err := g.allowed.need(ctx, "cognito-idp:AssociateSoftwareToken"); err != nil {
		return nil, err
	}
	return g.API.AssociateSoftwareToken(ctx, in)
}

func (g *guardedPool) VerifySoftwareToken(ctx context.Context, in *cognito.VerifySoftwareTokenInput, _ ...func(*cognito.Options)) (*cognito.VerifySoftwareTokenOutput, error) {
	if err := g.allowed.need(ctx, "cognito-idp:VerifySoftwareToken"); err != nil {
		return nil, err
	}
	return g.API.VerifySoftwareToken(ctx, in)
}

func (g *guardedPool) GetUserAttributeVerificationCode(ctx context.Context, in *cognito.GetUserAttributeVerificationCodeInput, _ ...func(*cognito.Options)) (*cognito.GetUserAttributeVerificationCodeOutput, error) {
	if err := g.allowed.need(ctx, "cognito-idp:GetUserAttributeVerificationCode"); err != nil {
		return nil, err
	}
	return g.API.GetUserAttributeVerificationCode(ctx, in)
}

func (g *guardedPool) VerifyUserAttribute(ctx context.Context, in *cognito.VerifyUserAttributeInput, _ ...func(*cognito.Options)) (*cognito.VerifyUserAttributeOutput, error) {
	if err := g.allowed.need(ctx, "cognito-idp:VerifyUserAttribute"); err != nil {
		return nil, err
	}
	return g.API.VerifyUserAttribute(ctx, in)
}
