package apitest

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
	cognito "github.com/aws/aws-sdk-go-v2/service/cognitoidentityprovider"
	"github.com/aws/aws-sdk-go-v2/service/cognitoidentityprovider/document"
	idptypes "github.com/aws/aws-sdk-go-v2/service/cognitoidentityprovider/types"
)

// RightCode is the code that the fake user pool accepts, UsedCode one that was valid.
const (
	RightCode = "123456"
	UsedCode  = "654321"
)

const tokenPrefix = "token of "

// next is what a sign-in answers after a correct password: a challenge where the account has
// second factors, else tokens.
func (p *Pool) next(email string) *cognito.AdminRespondToAuthChallengeOutput {
	a := p.Accounts[email]
	session := aws.String("session of " + email)
	switch {
	case len(a.Factors) == 0:
		return &cognito.AdminRespondToAuthChallengeOutput{AuthenticationResult: &idptypes.AuthenticationResultType{AccessToken: aws.String(tokenPrefix + email)}}
	case len(a.Factors) > 1 && a.Preferred == "":
		return &cognito.AdminRespondToAuthChallengeOutput{ChallengeName: idptypes.ChallengeNameTypeSelectMfaType, Session: session}
	}
	name := a.Preferred
	if name == "" {
		name = a.Factors[0]
	}
	return challenged(name, session)
}

func challenged(name string, session *string) *cognito.AdminRespondToAuthChallengeOutput {
	out := &cognito.AdminRespondToAuthChallengeOutput{ChallengeName: idptypes.ChallengeNameType(name), Session: session}
	if name == "SMS_MFA" {
		out.ChallengeParameters = map[string]string{"CODE_DELIVERY_DESTINATION": "+********5678"}
	}
	return out
}

// AdminRespondToAuthChallenge accepts RightCode.
func (p *Pool) AdminRespondToAuthChallenge(_ context.Context, in *cognito.AdminRespondToAuthChallengeInput, _ ...func(*cognito.Options)) (*cognito.AdminRespondToAuthChallengeOutput, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if err := p.Fail["AdminRespondToAuthChallenge"]; err != nil {
		return nil, err
	}
	email := in.ChallengeResponses["USERNAME"]
	switch {
	case *in.ClientId != AdminClient || *in.Session != "session of "+email:
		return nil, &idptypes.NotAuthorizedException{Message: aws.String("Invalid session for the user.")}
	case in.ChallengeName == idptypes.ChallengeNameTypeSelectMfaType:
		return challenged(in.ChallengeResponses["ANSWER"], in.Session), nil
	case in.ChallengeResponses[string(in.ChallengeName)+"_CODE"] == UsedCode:
		return nil, &idptypes.ExpiredCodeException{}
	case in.ChallengeResponses[string(in.ChallengeName)+"_CODE"] != RightCode:
		return nil, &idptypes.CodeMismatchException{}
	}
	return &cognito.AdminRespondToAuthChallengeOutput{AuthenticationResult: &idptypes.AuthenticationResultType{AccessToken: aws.String(tokenPrefix + email)}}, nil
}

// owner is the account of an access token.
func (p *Pool) owner(token *string) (*Account, error) {
	email, ok := strings.CutPrefix(aws.ToString(token), tokenPrefix)
	if a := p.Accounts[email]; ok && a != nil {
		return a, nil
	}
	return nil, &idptypes.NotAuthorizedException{Message: aws.String("Invalid Access Token")}
}

// AssociateSoftwareToken makes a secret.
func (p *Pool) AssociateSoftwareToken(_ context.Context, in *cognito.AssociateSoftwareTokenInput, _ ...func(*cognito.Options)) (*cognito.AssociateSoftwareTokenOutput, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	a, err := p.owner(in.AccessToken)
	if err != nil {
		return nil, err
	}
	a.pending = true
	return &cognito.AssociateSoftwareTokenOutput{SecretCode: aws.String("JBSWY3DPEHPK3PXP")}, nil
}

// VerifySoftwareToken accepts RightCode.
func (p *Pool) VerifySoftwareToken(_ context.Context, in *cognito.VerifySoftwareTokenInput, _ ...func(*cognito.Options)) (*cognito.VerifySoftwareTokenOutput, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	a, err := p.owner(in.AccessToken)
	switch {
	case err != nil:
		return nil, err
	case !a.pending:
		return nil, &idptypes.SoftwareTokenMFANotFoundException{}
	case *in.UserCode != RightCode:
		return nil, &idptypes.EnableSoftwareTokenMFAException{}
	}
	return &cognito.VerifySoftwareTokenOutput{Status: idptypes.VerifySoftwareTokenResponseTypeSuccess}, nil
}

// GetUserAttributeVerificationCode pretends to send RightCode.
func (p *Pool) GetUserAttributeVerificationCode(_ context.Context, in *cognito.GetUserAttributeVerificationCodeInput, _ ...func(*cognito.Options)) (*cognito.GetUserAttributeVerificationCodeOutput, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if _, err := p.owner(in.AccessToken); err != nil {
		return nil, err
	}
	return &cognito.GetUserAttributeVerificationCodeOutput{CodeDeliveryDetails: &idptypes.CodeDeliveryDetailsType{Destination: aws.String("+********5678")}}, nil
}

// VerifyUserAttribute accepts RightCode.
func (p *Pool) VerifyUserAttribute(_ context.Context, in *cognito.VerifyUserAttributeInput, _ ...func(*cognito.Options)) (*cognito.VerifyUserAttributeOutput, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	a, err := p.owner(in.AccessToken)
	switch {
	case err != nil:
		return nil, err
	case *in.Code == UsedCode:
		return nil, &idptypes.ExpiredCodeException{}
	case *in.Code != RightCode:
		return nil, &idptypes.CodeMismatchException{}
	}
	a.verified = true
	return &cognito.VerifyUserAttributeOutput{}, nil
}

// AdminSetUserMFAPreference sets both factors.
func (p *Pool) AdminSetUserMFAPreference(_ context.Context, in *cognito.AdminSetUserMFAPreferenceInput, _ ...func(*cognito.Options)) (*cognito.AdminSetUserMFAPreferenceOutput, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if err := p.Fail["AdminSetUserMFAPreference"]; err != nil {
		return nil, err
	}
	a := p.Accounts[*in.Username]
	if a == nil {
		return nil, &idptypes.UserNotFoundException{}
	}
	if in.SMSMfaSettings.Enabled && !a.verified && !slices.Contains(a.Factors, "SMS_MFA") {
		return nil, &idptypes.InvalidParameterException{}
	}
	a.Factors, a.Preferred, a.PasskeysCount = nil, "", in.WebAuthnMfaSettings.Enabled
	for _, f := range []struct {
		name               string
		enabled, preferred bool
	}{
		{"SOFTWARE_TOKEN_MFA", in.SoftwareTokenMfaSettings.Enabled, in.SoftwareTokenMfaSettings.PreferredMfa},
		{"SMS_MFA", in.SMSMfaSettings.Enabled, in.SMSMfaSettings.PreferredMfa},
	} {
		if f.enabled {
			a.Factors = append(a.Factors, f.name)
		}
		if f.preferred {
			a.Preferred = f.name
		}
	}
	return &cognito.AdminSetUserMFAPreferenceOutput{}, nil
}

// PasskeyChallenge is that of the options with which the fake user pool has a passkey made;
// it takes a passkey whose response repeats it.
const PasskeyChallenge = "cGFzc2tleQ"

// StartWebAuthnRegistration answers options.
func (p *Pool) StartWebAuthnRegistration(_ context.Context, in *cognito.StartWebAuthnRegistrationInput, _ ...func(*cognito.Options)) (*cognito.StartWebAuthnRegistrationOutput, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	a, err := p.owner(in.AccessToken)
	if err != nil {
		return nil, err
	}
	a.registering = true
	return &cognito.StartWebAuthnRegistrationOutput{CredentialCreationOptions: document.NewLazyDocument(map[string]any{"challenge": PasskeyChallenge})}, nil
}

// CompleteWebAuthnRegistration takes a passkey.
func (p *Pool) CompleteWebAuthnRegistration(_ context.Context, in *cognito.CompleteWebAuthnRegistrationInput, _ ...func(*cognito.Options)) (*cognito.CompleteWebAuthnRegistrationOutput, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if err := p.Fail["CompleteWebAuthnRegistration"]; err != nil {
		return nil, err
	}
	a, err := p.owner(in.AccessToken)
	if err != nil {
		return nil, err
	}
	text, err := in.Credential.MarshalSmithyDocument()
	if err != nil {
		return nil, err
	}
	var made struct {
		ID       string `json:"id"`
		Response string `json:"response"`
	}
	switch err := json.Unmarshal(text, &made); {
	case err != nil:
		return nil, err
	case !a.registering:
		return nil, &idptypes.WebAuthnChallengeNotFoundException{}
	}
	a.registering = false
	if made.Response != PasskeyChallenge {
		return nil, &idptypes.WebAuthnCredentialNotSupportedException{}
	}
	a.Passkeys = append(a.Passkeys, made.ID)
	return &cognito.CompleteWebAuthnRegistrationOutput{}, nil
}

// ListWebAuthnCredentials answers one passkey a page.
func (p *Pool) ListWebAuthnCredentials(_ context.Context, in *cognito.ListWebAuthnCredentialsInput, _ ...func(*cognito.Options)) (*cognito.ListWebAuthnCredentialsOutput, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	a, err := p.owner(in.AccessToken)
	if err != nil {
		return nil, err
	}
	out := &cognito.ListWebAuthnCredentialsOutput{}
	for _, id := range slices.Sorted(slices.Values(a.Passkeys)) {
		switch {
		case id <= aws.ToString(in.NextToken):
		case len(out.Credentials) == 1:
			out.NextToken = out.Credentials[0].CredentialId
			return out, nil
		default:
			out.Credentials = append(out.Credentials, idptypes.WebAuthnCredentialDescription{CredentialId: aws.String(id)})
		}
	}
	return out, nil
}

// DeleteWebAuthnCredential removes a passkey.
func (p *Pool) DeleteWebAuthnCredential(_ context.Context, in *cognito.DeleteWebAuthnCredentialInput, _ ...func(*cognito.Options)) (*cognito.DeleteWebAuthnCredentialOutput, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if err := p.Fail["DeleteWebAuthnCredential"]; err != nil {
		return nil, err
	}
	a, err := p.owner(in.AccessToken)
	if err != nil {
		return nil, err
	}
	n := slices.Index(a.Passkeys, *in.CredentialId)
	if n < 0 {
		return nil, &idptypes.ResourceNotFoundException{}
	}
	a.Passkeys = slices.Delete(a.Passkeys, n, n+1)
	return &cognito.DeleteWebAuthnCredentialOutput{}, nil
}
