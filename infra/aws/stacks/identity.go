package stacks

import (
	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awscognito"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsses"
	"github.com/aws/jsii-runtime-go"

	"anzen/infra/blueprint"
)

// Identity is the user pool, and the sender of mails.
type Identity struct {
	Stack  awscdk.Stack
	Pool   awscognito.UserPool
	Client awscognito.UserPoolClient
	Sender awsses.EmailIdentity
}

func newIdentity(s awscdk.Stack, p blueprint.UserPool, c Config) *Identity {
	attributes := map[string]awscognito.ICustomAttribute{}
	readable := awscognito.NewClientAttributes().WithStandardAttributes(&awscognito.StandardAttributesMask{
		Email: jsii.Bool(true), EmailVerified: jsii.Bool(true), Locale: jsii.Bool(true),
	})
	for _, name := range p.CustomAttributes {
		attributes[name] = awscognito.NewStringAttribute(&awscognito.StringAttributeProps{
			Mutable: jsii.Bool(true), MinLen: jsii.Number(1), MaxLen: jsii.Number(64),
		})
		readable = readable.WithCustomAttributes(str(name))
	}
	i := &Identity{Stack: s}
	i.Pool = awscognito.NewUserPool(s, str("Pool"), &awscognito.UserPoolProps{
		SignInAliases: &awscognito.SignInAliases{Email: jsii.Bool(true)}, SignInCaseSensitive: jsii.Bool(false),
		// Accounts are created by the API, which knows their company.
		SelfSignUpEnabled: jsii.Bool(false), CustomAttributes: &attributes,
		// Forgotten passwords go through the API's own mails and links.
		AccountRecovery: awscognito.AccountRecovery_NONE,
		PasswordPolicy: &awscognito.PasswordPolicy{
			MinLength:        jsii.Number(float64(p.PasswordLength)),
			RequireLowercase: jsii.Bool(true), RequireUppercase: jsii.Bool(true), RequireDigits: jsii.Bool(true), RequireSymbols: jsii.Bool(true),
		},
		Mfa: awscognito.Mfa_OPTIONAL, MfaSecondFactor: &awscognito.MfaSecondFactor{Otp: jsii.Bool(true), Sms: jsii.Bool(false)},
		FeaturePlan: awscognito.FeaturePlan_PLUS, StandardThreatProtectionMode: awscognito.StandardThreatProtectionMode_FULL_FUNCTION,
		DeletionProtection: jsii.Bool(true), RemovalPolicy: awscdk.RemovalPolicy_RETAIN,
	})
	except(i.Pool, exception{rule: "COG2", because: "people choose a second factor for themselves; companies that want it for everybody sign in by their own provider"})
	i.Client = i.Pool.AddClient(str("Dashboard"), &awscognito.UserPoolClientOptions{
		GenerateSecret: jsii.Bool(false), DisableOAuth: jsii.Bool(true),
		// With AdminUserPassword the API checks the current password of a user who changes
		// it.
		AuthFlows:                  &awscognito.AuthFlow{UserSrp: jsii.Bool(true), UserPassword: jsii.Bool(true), AdminUserPassword: jsii.Bool(true)},
		PreventUserExistenceErrors: jsii.Bool(true), EnableTokenRevocation: jsii.Bool(true),
		AccessTokenValidity: duration(p.AccessToken), IdTokenValidity: duration(p.IDToken), RefreshTokenValidity: duration(p.RefreshToken),
		RefreshTokenRotationGracePeriod: duration(p.RotationGrace),
		// The token carries only attributes that the client can read. The client writes no
		// identity: neither the e-mail nor the company.
		ReadAttributes:  readable,
		WriteAttributes: awscognito.NewClientAttributes().WithStandardAttributes(&awscognito.StandardAttributesMask{Locale: jsii.Bool(true)}),
	})
	// The companies' own identity providers post their answers here.
	i.Pool.AddDomain(str("SignIn"), &awscognito.UserPoolDomainOptions{
		CognitoDomain: &awscognito.CognitoDomainOptions{DomainPrefix: str(c.name(*s.Account()))},
	})
	i.Sender = awsses.NewEmailIdentity(s, str("Sender"), &awsses.EmailIdentityProps{
		Identity: awsses.Identity_Domain(str(c.sender())), DkimSigning: jsii.Bool(true),
	})
	for n, record := range *i.Sender.DkimRecords() {
		output(s, "Dkim"+string(rune('1'+n)), *record.Name+" CNAME "+*record.Value, "a DNS record that proves the domain of the mails")
	}
	return i
}

func output(s awscdk.Stack, id, value, description string) {
	awscdk.NewCfnOutput(s, &id, &awscdk.CfnOutputProps{Value: &value, Description: &description})
}
