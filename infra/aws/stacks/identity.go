package stacks

import (
	"slices"
	"strings"
	"time"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awscognito"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsiam"
	"github.com/aws/jsii-runtime-go"

	"anzen/infra/blueprint"
	"anzen/shared/aws/idp"
)

// Identity is the user pool.
type Identity struct {
	Stack  awscdk.Stack
	Pool   awscognito.UserPool
	Client awscognito.UserPoolClient
	// Admin is the client by which only functions sign in: they check a password again, and
	// get a token by which second factors can be changed.
	Admin awscognito.UserPoolClient
	// Domain is the host of the hosted pages, on which people sign in with their company's
	// identity provider.
	Domain string
}

func newIdentity(s awscdk.Stack, p blueprint.UserPool, c Config, d *Data) *Identity {
	attributes := map[string]awscognito.ICustomAttribute{}
	readable := awscognito.NewClientAttributes().WithStandardAttributes(&awscognito.StandardAttributesMask{
		Email: jsii.Bool(true), EmailVerified: jsii.Bool(true), Locale: jsii.Bool(true),
	})
	for _, name := range p.CustomAttributes {
		length := 64
		if name == idp.AttributeAsserted {
			length = 254 // of an e-mail address
		}
		attributes[name] = awscognito.NewStringAttribute(&awscognito.StringAttributeProps{
			Mutable: jsii.Bool(true), MinLen: jsii.Number(1), MaxLen: jsii.Number(float64(length)),
		})
		readable = readable.WithCustomAttributes(str(name))
	}
	phone := awscognito.NewClientAttributes().WithStandardAttributes(&awscognito.StandardAttributesMask{
		PhoneNumber: jsii.Bool(true), PhoneNumberVerified: jsii.Bool(true),
	})
	i := &Identity{Stack: s}
	role := smsRole(s)
	settings := &awscognito.UserPoolProps{
		SignInAliases: &awscognito.SignInAliases{Email: jsii.Bool(true)}, SignInCaseSensitive: jsii.Bool(false),
		// Accounts are created by the API, which knows their company.
		SelfSignUpEnabled: jsii.Bool(false), CustomAttributes: &attributes,
		// Forgotten passwords go through the API's own mails and links.
		AccountRecovery: awscognito.AccountRecovery_NONE,
		PasswordPolicy: &awscognito.PasswordPolicy{
			MinLength:        jsii.Number(float64(p.PasswordLength)),
			RequireLowercase: jsii.Bool(true), RequireUppercase: jsii.Bool(true), RequireDigits: jsii.Bool(true), RequireSymbols: jsii.Bool(true),
		},
		Mfa: awscognito.Mfa_OPTIONAL, MfaSecondFactor: &awscognito.MfaSecondFactor{Otp: jsii.Bool(true), Sms: jsii.Bool(true)},
		MfaMessage: str(p.CodeMessage), SmsRole: role, SmsRoleExternalId: str(smsExternalID), SnsRegion: str(blueprint.Region),
		UserVerification: &awscognito.UserVerificationConfig{SmsMessage: str(p.CodeMessage)},
		FeaturePlan:      awscognito.FeaturePlan_ESSENTIALS,
		SignInPolicy: &awscognito.SignInPolicy{AllowedFirstAuthFactors: &awscognito.AllowedFirstAuthFactors{
			Password: jsii.Bool(slices.Contains(p.FirstFactors, "PASSWORD")), Passkey: jsii.Bool(slices.Contains(p.FirstFactors, "WEB_AUTHN")),
		}},
		PasskeyRelyingPartyId: str(c.Domain), PasskeyUserVerification: awscognito.PasskeyUserVerification_REQUIRED,
		DeletionProtection: jsii.Bool(true), RemovalPolicy: awscdk.RemovalPolicy_RETAIN,
	}
	if p.ThreatProtection {
		settings.FeaturePlan, settings.StandardThreatProtectionMode = awscognito.FeaturePlan_PLUS, awscognito.StandardThreatProtectionMode_FULL_FUNCTION
	}
	i.Pool = awscognito.NewUserPool(s, str("Pool"), settings)
	// Cognito refuses a pool whose role may not publish yet (InvalidSmsRoleAccessPolicyException).
	i.Pool.Node().AddDependency(role)
	// The functions are in another stack, which refers to this one: their names are fixed.
	triggers := map[string]string{}
	for _, t := range p.Triggers {
		triggers[t.Operation] = *c.functionARN(s, t.Function)
	}
	config := &awscognito.CfnUserPool_LambdaConfigProperty{
		PreSignUp: str(triggers["PreSignUp"]), PreAuthentication: str(triggers["PreAuthentication"]), PostAuthentication: str(triggers["PostAuthentication"]),
		DefineAuthChallenge: str(triggers["DefineAuthChallenge"]), CreateAuthChallenge: str(triggers["CreateAuthChallenge"]),
		VerifyAuthChallengeResponse: str(triggers["VerifyAuthChallengeResponse"]),
		// The event of version 2 has the scopes of access tokens.
		PreTokenGenerationConfig: &awscognito.CfnUserPool_PreTokenGenerationConfigProperty{LambdaArn: str(triggers["PreTokenGeneration"]), LambdaVersion: str("V2_0")},
	}
	pool := i.Pool.Node().DefaultChild().(awscognito.CfnUserPool)
	pool.SetLambdaConfig(config)
	// A passkey that verified its user is a second factor too, for those who have one.
	pool.SetWebAuthnFactorConfiguration(str("MULTI_FACTOR_WITH_USER_VERIFICATION"))
	except(i.Pool, exception{rule: "COG2", because: "people choose a second factor for themselves"})
	if !p.ThreatProtection {
		because := "it costs more per user and is an option of the deployment (context threats)"
		except(i.Pool, exception{rule: "COG3", because: because}, exception{rule: "COG8", because: because})
	}
	protect(s, "FirewallOfPool", i.Pool.UserPoolArn(), d)
	i.Client = i.Pool.AddClient(str("Dashboard"), &awscognito.UserPoolClientOptions{
		GenerateSecret: jsii.Bool(false),
		// People of companies with their own identity provider sign in through the pool's
		// domain. The API adds their providers to the client at run time.
		OAuth: &awscognito.OAuthSettings{
			Flows:        &awscognito.OAuthFlows{AuthorizationCodeGrant: jsii.Bool(true), ImplicitCodeGrant: jsii.Bool(false), ClientCredentials: jsii.Bool(false)},
			Scopes:       &[]awscognito.OAuthScope{awscognito.OAuthScope_OPENID(), awscognito.OAuthScope_EMAIL(), awscognito.OAuthScope_PROFILE(), awscognito.OAuthScope_COGNITO_ADMIN()},
			CallbackUrls: strs(c.origin() + "/"), LogoutUrls: strs(c.origin() + "/"),
		},
		SupportedIdentityProviders: &[]awscognito.UserPoolClientIdentityProvider{awscognito.UserPoolClientIdentityProvider_COGNITO()},
		AuthFlows:                  &awscognito.AuthFlow{UserSrp: jsii.Bool(true), Custom: jsii.Bool(true), User: jsii.Bool(true)}, AuthSessionValidity: duration(p.AuthSession),
		PreventUserExistenceErrors: jsii.Bool(true), EnableTokenRevocation: jsii.Bool(true),
		AccessTokenValidity: duration(p.AccessToken), IdTokenValidity: duration(p.IDToken), RefreshTokenValidity: duration(p.RefreshToken),
		RefreshTokenRotationGracePeriod: duration(p.RotationGrace),
		// The token carries only attributes that the client can read. The client writes no
		// identity: neither the e-mail nor the company.
		ReadAttributes:  readable,
		WriteAttributes: writable(p),
	})
	i.Admin = i.Pool.AddClient(str("Admin"), &awscognito.UserPoolClientOptions{
		GenerateSecret: jsii.Bool(false), DisableOAuth: jsii.Bool(true),
		// Sign-ins need the permission for AdminInitiateAuth.
		AuthFlows: &awscognito.AuthFlow{AdminUserPassword: jsii.Bool(true)}, AuthSessionValidity: duration(p.AuthSession),
		PreventUserExistenceErrors: jsii.Bool(true), EnableTokenRevocation: jsii.Bool(true),
		// The shortest refresh token that there is; it is not kept.
		AccessTokenValidity: duration(p.AdminToken), IdTokenValidity: duration(p.AdminToken), RefreshTokenValidity: duration(time.Hour),
		ReadAttributes:  phone,
		WriteAttributes: awscognito.NewClientAttributes().WithStandardAttributes(&awscognito.StandardAttributesMask{PhoneNumber: jsii.Bool(true)}),
	})
	// The companies' own identity providers post their answers here.
	prefix := c.name(*s.Account())
	i.Pool.AddDomain(str("SignIn"), &awscognito.UserPoolDomainOptions{CognitoDomain: &awscognito.CognitoDomainOptions{DomainPrefix: &prefix}})
	i.Domain = prefix + ".auth." + blueprint.Region + ".amazoncognito.com"
	return i
}

// smsExternalID is what the user pool presents when it assumes the role of smsRole.
const smsExternalID = "anzen-user-pool"

// smsRole lets the user pool send SMS messages to phones, and nothing to topics.
func smsRole(s awscdk.Stack) awsiam.Role {
	role := awsiam.NewRole(s, str("Sms"), &awsiam.RoleProps{
		AssumedBy: awsiam.NewServicePrincipal(str("cognito-idp.amazonaws.com"), &awsiam.ServicePrincipalOpts{Conditions: &map[string]any{
			"StringEquals": map[string]any{"sts:ExternalId": smsExternalID, "aws:SourceAccount": s.Account()},
		}}),
		Description: str("the user pool sends codes to phones"),
	})
	role.AddToPolicy(awsiam.NewPolicyStatement(&awsiam.PolicyStatementProps{
		Actions: strs("sns:Publish"), NotResources: strs("arn:aws:sns:*:*:*"),
	}))
	return role
}

// writable are the attributes that the client can write: no other standard one than the
// locale.
func writable(p blueprint.UserPool) awscognito.ClientAttributes {
	all := awscognito.NewClientAttributes()
	for _, name := range p.WriteAttributes {
		switch custom, ok := strings.CutPrefix(name, "custom:"); {
		case ok:
			all = all.WithCustomAttributes(str(custom))
		case name == "locale":
			all = all.WithStandardAttributes(&awscognito.StandardAttributesMask{Locale: jsii.Bool(true)})
		default:
			panic("stacks: the client may not write the attribute " + name)
		}
	}
	return all
}

func output(s awscdk.Stack, id, value, description string) {
	awscdk.NewCfnOutput(s, &id, &awscdk.CfnOutputProps{Value: &value, Description: &description})
}
