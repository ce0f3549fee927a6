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

	"anzen/shared/domain/company"
)

// ErrWrongCode is returned for a code that is wrong, or not valid any more.
var ErrWrongCode = errors.New("wrong code")

// settings are the second factors in the pool's lists.
var settings = map[company.Factor]string{company.FactorTOTP: "SOFTWARE_TOKEN_MFA", company.FactorPhone: "SMS_MFA"}

// Proof is a sign-in at the pool's client for administrators: the user has proven who they
// are, or has to answer a challenge yet.
type Proof struct {
	// Token lets the user's second factors be changed; empty while a code is missing.
	Token string
	// Demands is the second factor whose code is missing, Session continues the sign-in.
	Demands     company.Factor
	Session     string
	Destination string // the phone that the code was sent to, masked
}

// Prove begins a sign-in with a password: ErrWrongPassword or ErrTooManyAttempts.
func (p *Pool) Prove(ctx context.Context, email, password string) (Proof, error) {
	out, err := p.api.AdminInitiateAuth(ctx, &cognito.AdminInitiateAuthInput{
		UserPoolId: &p.id, ClientId: &p.admin, AuthFlow: types.AuthFlowTypeAdminUserPasswordAuth,
		AuthParameters: map[string]string{"USERNAME": email, "PASSWORD": password},
	})
	if err != nil {
		return Proof{}, refusal(err, ErrWrongPassword, "check a password")
	}
	if out.ChallengeName == types.ChallengeNameTypeSelectMfaType {
		return p.respond(ctx, email, Proof{Session: aws.ToString(out.Session)}, out.ChallengeName, "ANSWER", settings[company.FactorTOTP])
	}
	return proof(out.AuthenticationResult, out.ChallengeName, out.Session, out.ChallengeParameters)
}

// ProveCode completes a sign-in with a code: ErrWrongCode, ErrTooManyAttempts, or
// ErrSessionEnded.
func (p *Pool) ProveCode(ctx context.Context, email string, begun Proof, code string) (Proof, error) {
	name := types.ChallengeNameType(settings[begun.Demands])
	return p.respond(ctx, email, begun, name, string(name)+"_CODE", code)
}

// ErrSessionEnded is returned for a code that comes too late, or after too many wrong ones.
var ErrSessionEnded = errors.New("the sign-in has ended")

func (p *Pool) respond(ctx context.Context, email string, begun Proof, name types.ChallengeNameType, parameter, answer string) (Proof, error) {
	out, err := p.api.AdminRespondToAuthChallenge(ctx, &cognito.AdminRespondToAuthChallengeInput{
		UserPoolId: &p.id, ClientId: &p.admin, ChallengeName: name, Session: &begun.Session,
		ChallengeResponses: map[string]string{"USERNAME": email, parameter: answer},
	})
	if err != nil {
		return Proof{}, refusal(err, ErrSessionEnded, "check a code")
	}
	return proof(out.AuthenticationResult, out.ChallengeName, out.Session, out.ChallengeParameters)
}

func proof(result *types.AuthenticationResultType, demanded types.ChallengeNameType, session *string, parameters map[string]string) (Proof, error) {
	if result != nil {
		return Proof{Token: aws.ToString(result.AccessToken)}, nil
	}
	for factor, name := range settings {
		if name == string(demanded) {
			return Proof{Demands: factor, Session: aws.ToString(session), Destination: parameters["CODE_DELIVERY_DESTINATION"]}, nil
		}
	}
	return Proof{}, fmt.Errorf("the user pool demands the challenge %q", demanded)
}

// refusal turns an answer of the pool into an error of this package: one that is refused
// without another reason into refused.
func refusal(err, refused error, doing string) error {
	var denied *types.NotAuthorizedException
	var mismatch *types.CodeMismatchException
	var expired *types.ExpiredCodeException
	var disabled *types.EnableSoftwareTokenMFAException
	var absent *types.SoftwareTokenMFANotFoundException
	var invalid *types.InvalidParameterException
	var limited *types.LimitExceededException
	var many *types.TooManyRequestsException
	var failed *types.TooManyFailedAttemptsException
	switch {
	case errors.As(err, &denied) && strings.Contains(denied.ErrorMessage(), "attempts exceeded"),
		errors.As(err, &many), errors.As(err, &limited), errors.As(err, &failed):
		return errors.Join(ErrTooManyAttempts, err)
	case errors.As(err, &mismatch), errors.As(err, &expired), errors.As(err, &disabled), errors.As(err, &absent), errors.As(err, &invalid):
		return errors.Join(ErrWrongCode, err)
	case errors.As(err, &denied), missing(err):
		return errors.Join(refused, err)
	}
	return fmt.Errorf("%s: %w", doing, err)
}

// BeginTOTP makes a secret for an authenticator app, which VerifyTOTP confirms.
func (p *Pool) BeginTOTP(ctx context.Context, token string) (secret string, err error) {
	out, err := p.api.AssociateSoftwareToken(ctx, &cognito.AssociateSoftwareTokenInput{AccessToken: &token})
	if err != nil {
		return "", refusal(err, ErrSessionEnded, "make a secret for an authenticator app")
	}
	return aws.ToString(out.SecretCode), nil
}

// VerifyTOTP confirms an authenticator app by its first code: ErrWrongCode or
// ErrTooManyAttempts.
func (p *Pool) VerifyTOTP(ctx context.Context, token, code string) error {
	out, err := p.api.VerifySoftwareToken(ctx, &cognito.VerifySoftwareTokenInput{AccessToken: &token, UserCode: &code})
	switch {
	case err != nil:
		return refusal(err, ErrSessionEnded, "confirm an authenticator app")
	case out.Status != types.VerifySoftwareTokenResponseTypeSuccess:
		return ErrWrongCode
	}
	return nil
}

// SendPhoneCode stores a phone number (E.164) and sends a code to it, which VerifyPhone
// confirms.
func (p *Pool) SendPhoneCode(ctx context.Context, email, token, number string) (destination string, err error) {
	_, err = p.api.AdminUpdateUserAttributes(ctx, &cognito.AdminUpdateUserAttributesInput{
		UserPoolId: &p.id, Username: &email,
		UserAttributes: []types.AttributeType{{Name: aws.String(attributePhone), Value: &number}},
	})
	if err != nil {
		return "", fmt.Errorf("store a phone number: %w", err)
	}
	out, err := p.api.GetUserAttributeVerificationCode(ctx, &cognito.GetUserAttributeVerificationCodeInput{AccessToken: &token, AttributeName: aws.String(attributePhone)})
	if err != nil {
		return "", refusal(err, ErrSessionEnded, "send a code")
	}
	return aws.ToString(out.CodeDeliveryDetails.Destination), nil
}

const attributePhone = "phone_number"

// VerifyPhone confirms the phone number by the code: ErrWrongCode or ErrTooManyAttempts.
func (p *Pool) VerifyPhone(ctx context.Context, token, code string) error {
	_, err := p.api.VerifyUserAttribute(ctx, &cognito.VerifyUserAttributeInput{AccessToken: &token, AttributeName: aws.String(attributePhone), Code: &code})
	if err != nil {
		return refusal(err, ErrSessionEnded, "confirm a phone number")
	}
	return nil
}

// SetFactors sets which second factors a sign-in requires one of, and the preferred one (empty:
// the user selects). With any of them a passkey that verifies the user counts as one too: the
// user pool does not let people with a second factor sign in with a passkey otherwise. The number of a phone that is no factor is removed.
func (p *Pool) SetFactors(ctx context.Context, email string, enabled []company.Factor, preferred company.Factor) error {
	has := func(f company.Factor) bool { return slices.Contains(enabled, f) }
	_, err := p.api.AdminSetUserMFAPreference(ctx, &cognito.AdminSetUserMFAPreferenceInput{
		UserPoolId: &p.id, Username: &email,
		SMSMfaSettings:           &types.SMSMfaSettingsType{Enabled: has(company.FactorPhone), PreferredMfa: preferred == company.FactorPhone && has(preferred)},
		SoftwareTokenMfaSettings: &types.SoftwareTokenMfaSettingsType{Enabled: has(company.FactorTOTP), PreferredMfa: preferred == company.FactorTOTP && has(preferred)},
		WebAuthnMfaSettings:      &types.WebAuthnMfaSettingsType{Enabled: has(company.FactorTOTP) || has(company.FactorPhone)},
	})
	if err != nil {
		return fmt.Errorf("set the second factors of an account: %w", err)
	}
	if has(company.FactorPhone) {
		return nil
	}
	_, err = p.api.AdminUpdateUserAttributes(ctx, &cognito.AdminUpdateUserAttributesInput{
		UserPoolId: &p.id, Username: &email, UserAttributes: []types.AttributeType{{Name: aws.String(attributePhone), Value: aws.String("")}},
	})
	if err != nil {
		return fmt.Errorf("remove a phone number: %w", err)
	}
	return nil
}
