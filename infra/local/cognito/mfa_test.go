package cognito_test

import (
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	idp "github.com/aws/aws-sdk-go-v2/service/cognitoidentityprovider"
	"github.com/aws/aws-sdk-go-v2/service/cognitoidentityprovider/types"
	"github.com/pquerna/otp/totp"
)

// codeAt is the code of the authenticator app with the secret.
func (w *world) codeAt(secret string, at time.Time) string {
	w.Helper()
	code, err := totp.GenerateCode(secret, at)
	w.works(err)
	return code
}

// access is an access token of hanako.
func (w *world) access() *string {
	w.Helper()
	return w.tokens().AccessToken
}

// enrolTOTP sets up an authenticator app for the token's user.
func (w *world) enrolTOTP(access *string) (secret string) {
	w.Helper()
	made, err := w.sdk.AssociateSoftwareToken(ctx, &idp.AssociateSoftwareTokenInput{AccessToken: access})
	w.works(err)
	out, err := w.sdk.VerifySoftwareToken(ctx, &idp.VerifySoftwareTokenInput{AccessToken: access, UserCode: aws.String(w.codeAt(*made.SecretCode, w.now))})
	w.works(err)
	if out.Status != types.VerifySoftwareTokenResponseTypeSuccess {
		w.Fatalf("status %s", out.Status)
	}
	w.works(w.prefer(access, nil, &types.SoftwareTokenMfaSettingsType{Enabled: true}))
	w.now = w.now.Add(time.Minute)
	return *made.SecretCode
}

// enrolPhone sets up and verifies a phone for the token's user.
func (w *world) enrolPhone(access *string, number string) {
	w.Helper()
	_, err := w.sdk.AdminUpdateUserAttributes(ctx, &idp.AdminUpdateUserAttributesInput{UserPoolId: aws.String(poolID), Username: aws.String(hanako), UserAttributes: attributes("phone_number", number)})
	w.works(err)
	_, err = w.sdk.GetUserAttributeVerificationCode(ctx, &idp.GetUserAttributeVerificationCodeInput{AccessToken: access, AttributeName: aws.String("phone_number")})
	w.works(err)
	_, err = w.sdk.VerifyUserAttribute(ctx, &idp.VerifyUserAttributeInput{AccessToken: access, AttributeName: aws.String("phone_number"), Code: aws.String(w.lastCode(number))})
	w.works(err)
	w.works(w.prefer(access, &types.SMSMfaSettingsType{Enabled: true}, nil))
}

func (w *world) lastCode(number string) string {
	w.Helper()
	code, ok := strings.CutPrefix(w.sms[len(w.sms)-1], number+": code ")
	if !ok || len(code) != 6 {
		w.Fatalf("sent %q", w.sms)
	}
	return code
}

func (w *world) prefer(access *string, sms *types.SMSMfaSettingsType, app *types.SoftwareTokenMfaSettingsType) error {
	_, err := w.sdk.SetUserMFAPreference(ctx, &idp.SetUserMFAPreferenceInput{AccessToken: access, SMSMfaSettings: sms, SoftwareTokenMfaSettings: app})
	return err
}

func (w *world) answer(session *string, name types.ChallengeNameType, parameter, value string) (*idp.RespondToAuthChallengeOutput, error) {
	return w.sdk.RespondToAuthChallenge(ctx, &idp.RespondToAuthChallengeInput{
		ClientId: aws.String(clientID), ChallengeName: name, Session: session, ChallengeResponses: map[string]string{"USERNAME": hanako, parameter: value},
	})
}

const totpAnswer, smsAnswer = "SOFTWARE_TOKEN_MFA_CODE", "SMS_MFA_CODE"

// demanded begins a sign-in, which demands a challenge.
func (w *world) demanded(name types.ChallengeNameType) (session *string, parameters map[string]string) {
	w.Helper()
	out, err := w.signInSRP(hanako, password)
	w.works(err)
	if out.ChallengeName != name || out.AuthenticationResult != nil {
		w.Fatalf("%s instead of %s", out.ChallengeName, name)
	}
	return out.Session, out.ChallengeParameters
}

func TestTOTP(t *testing.T) {
	w := newWorld(t)
	w.hanako()
	access := w.access()
	_, err := w.sdk.VerifySoftwareToken(ctx, &idp.VerifySoftwareTokenInput{AccessToken: access, UserCode: aws.String("123456")})
	w.fails(err, "SoftwareTokenMFANotFoundException", "")
	w.fails(w.prefer(access, nil, &types.SoftwareTokenMfaSettingsType{Enabled: true}), "InvalidParameterException", "User has not verified software token mfa")
	made, err := w.sdk.AssociateSoftwareToken(ctx, &idp.AssociateSoftwareTokenInput{AccessToken: access})
	w.works(err)
	_, err = w.sdk.VerifySoftwareToken(ctx, &idp.VerifySoftwareTokenInput{AccessToken: access, UserCode: aws.String(w.codeAt(*made.SecretCode, w.now.Add(-2*time.Minute)))})
	w.fails(err, "EnableSoftwareTokenMFAException", "Code mismatch")
	secret := w.enrolTOTP(access)
	got, err := w.sdk.GetUser(ctx, &idp.GetUserInput{AccessToken: access})
	w.works(err)
	if !slices.Equal(got.UserMFASettingList, []string{"SOFTWARE_TOKEN_MFA"}) || got.PreferredMfaSetting != nil {
		t.Fatalf("settings %v, preferred %v", got.UserMFASettingList, got.PreferredMfaSetting)
	}
	w.open() // settings are durable

	session, _ := w.demanded(types.ChallengeNameTypeSoftwareTokenMfa)
	name := types.ChallengeNameTypeSoftwareTokenMfa
	_, err = w.answer(session, name, totpAnswer, w.codeAt(secret, w.now.Add(-time.Minute)))
	w.fails(err, "CodeMismatchException", "Invalid code received for user")
	code := w.codeAt(secret, w.now.Add(-30*time.Second))
	out, err := w.answer(session, name, totpAnswer, code)
	w.works(err)
	if out.AuthenticationResult == nil {
		t.Fatal("not signed in")
	}
	_, err = w.answer(session, name, totpAnswer, code)
	w.fails(err, "NotAuthorizedException", "Invalid session for the user.")

	session, _ = w.demanded(name)
	_, err = w.answer(session, name, totpAnswer, code)
	w.fails(err, "ExpiredCodeException", "Your software token has already been used once.")
	_, err = w.answer(session, name, totpAnswer, w.codeAt(secret, w.now.Add(30*time.Second)))
	w.works(err)

	w.works(w.prefer(access, nil, &types.SoftwareTokenMfaSettingsType{Enabled: false}))
	w.tokens()
}

// Of many concurrent uses of a code in as many sign-ins one succeeds.
func TestACodeWorksOnceInParallel(t *testing.T) {
	w := newWorld(t)
	w.hanako()
	secret := w.enrolTOTP(w.access())
	sessions := make([]*string, 64)
	for i := range sessions {
		out, err := w.signIn(hanako, password)
		w.works(err)
		sessions[i] = out.Session
	}
	var signedIn atomic.Int32
	var all sync.WaitGroup
	for _, session := range sessions {
		all.Go(func() {
			if _, err := w.answer(session, types.ChallengeNameTypeSoftwareTokenMfa, totpAnswer, w.codeAt(secret, w.now)); err == nil {
				signedIn.Add(1)
			}
		})
	}
	all.Wait()
	if signedIn.Load() != 1 {
		t.Errorf("%d sign-ins with one code", signedIn.Load())
	}
}

func TestSMS(t *testing.T) {
	w := newWorld(t)
	w.hanako()
	access, number := w.access(), "+819012345678"
	w.fails(w.prefer(access, &types.SMSMfaSettingsType{Enabled: true}, nil), "InvalidParameterException", "User does not have delivery config set to turn on SMS_MFA")
	_, err := w.sdk.GetUserAttributeVerificationCode(ctx, &idp.GetUserAttributeVerificationCodeInput{AccessToken: access, AttributeName: aws.String("phone_number")})
	w.fails(err, "InvalidParameterException", "")
	w.enrolPhone(access, number)
	_, err = w.sdk.VerifyUserAttribute(ctx, &idp.VerifyUserAttributeInput{AccessToken: access, AttributeName: aws.String("phone_number"), Code: aws.String(w.lastCode(number))})
	w.fails(err, "ExpiredCodeException", "")
	session, parameters := w.demanded(types.ChallengeNameTypeSmsMfa)
	if parameters["CODE_DELIVERY_DELIVERY_MEDIUM"] != "SMS" || parameters["CODE_DELIVERY_DESTINATION"] != "+********5678" {
		t.Fatalf("%v", parameters)
	}
	_, err = w.answer(session, types.ChallengeNameTypeSmsMfa, smsAnswer, "x"+w.lastCode(number)[1:])
	w.fails(err, "CodeMismatchException", "")
	_, err = w.answer(session, types.ChallengeNameTypeSmsMfa, smsAnswer, w.lastCode(number))
	w.works(err)
	late, _ := w.demanded(types.ChallengeNameTypeSmsMfa)
	w.now = w.now.Add(3 * time.Minute)
	_, err = w.answer(late, types.ChallengeNameTypeSmsMfa, smsAnswer, w.lastCode(number))
	w.fails(err, "NotAuthorizedException", "Invalid session for the user, session is expired.")
}

func TestSelectMFA(t *testing.T) {
	w := newWorld(t)
	w.hanako()
	access, number := w.access(), "+819012345678"
	w.enrolPhone(access, number)
	secret := w.enrolTOTP(access)
	session, parameters := w.demanded(types.ChallengeNameTypeSelectMfaType)
	if parameters["MFAS_CAN_CHOOSE"] != `["SOFTWARE_TOKEN_MFA","SMS_MFA"]` {
		t.Fatalf("%v", parameters)
	}
	_, err := w.answer(session, types.ChallengeNameTypeSelectMfaType, "ANSWER", "EMAIL_OTP")
	w.fails(err, "InvalidParameterException", "")
	before := len(w.sms)
	out, err := w.answer(session, types.ChallengeNameTypeSelectMfaType, "ANSWER", "SMS_MFA")
	w.works(err)
	if out.ChallengeName != types.ChallengeNameTypeSmsMfa || len(w.sms) != before+1 {
		t.Fatalf("%s, sent %q", out.ChallengeName, w.sms)
	}
	_, err = w.answer(out.Session, types.ChallengeNameTypeSmsMfa, smsAnswer, w.lastCode(number))
	w.works(err)

	both := &types.SoftwareTokenMfaSettingsType{Enabled: true, PreferredMfa: true}
	w.fails(w.prefer(access, &types.SMSMfaSettingsType{Enabled: true, PreferredMfa: true}, both), "InvalidParameterException", "")
	w.works(w.prefer(access, nil, both))
	session, _ = w.demanded(types.ChallengeNameTypeSoftwareTokenMfa)
	_, err = w.answer(session, types.ChallengeNameTypeSoftwareTokenMfa, totpAnswer, w.codeAt(secret, w.now))
	w.works(err)

	// An administrator turns everything off.
	_, err = w.sdk.AdminSetUserMFAPreference(ctx, &idp.AdminSetUserMFAPreferenceInput{
		UserPoolId: aws.String(poolID), Username: aws.String(hanako), SMSMfaSettings: &types.SMSMfaSettingsType{}, SoftwareTokenMfaSettings: &types.SoftwareTokenMfaSettingsType{},
	})
	w.works(err)
	got, err := w.adminGet(hanako)
	w.works(err)
	if len(got.UserMFASettingList) != 0 || got.PreferredMfaSetting != nil {
		t.Fatalf("%+v", got)
	}
	w.tokens()
}

// Wrong codes end the sign-in after five, and lock the user's codes for a while however
// many sign-ins they begin.
func TestWrongCodes(t *testing.T) {
	w := newWorld(t)
	w.hanako()
	secret := w.enrolTOTP(w.access())
	name := types.ChallengeNameTypeSoftwareTokenMfa
	session, _ := w.demanded(name)
	for range 5 {
		_, err := w.answer(session, name, totpAnswer, "000000")
		w.fails(err, "CodeMismatchException", "")
	}
	w.now = w.now.Add(time.Second)
	_, err := w.answer(session, name, totpAnswer, w.codeAt(secret, w.now))
	w.fails(err, "NotAuthorizedException", "Invalid session for the user.")
	session, _ = w.demanded(name)
	_, err = w.answer(session, name, totpAnswer, "000000")
	w.fails(err, "CodeMismatchException", "")
	_, err = w.answer(session, name, totpAnswer, w.codeAt(secret, w.now))
	w.fails(err, "NotAuthorizedException", "Password attempts exceeded")
	session, _ = w.demanded(name) // which does not help
	_, err = w.answer(session, name, totpAnswer, w.codeAt(secret, w.now))
	w.fails(err, "NotAuthorizedException", "Password attempts exceeded")
	w.now = w.now.Add(2 * time.Second)
	_, err = w.answer(session, name, totpAnswer, w.codeAt(secret, w.now))
	w.works(err)
}

// The administrator's client signs in by Admin operations only, and its tokens are not the
// dashboard's.
func TestAdminClient(t *testing.T) {
	w := newWorld(t)
	w.hanako()
	secret := w.enrolTOTP(w.access())
	_, err := w.sdk.InitiateAuth(ctx, &idp.InitiateAuthInput{
		AuthFlow: types.AuthFlowTypeUserPasswordAuth, ClientId: aws.String(adminClientID), AuthParameters: map[string]string{"USERNAME": hanako, "PASSWORD": password},
	})
	w.fails(err, "ResourceNotFoundException", "")
	begun, err := w.sdk.AdminInitiateAuth(ctx, &idp.AdminInitiateAuthInput{
		UserPoolId: aws.String(poolID), AuthFlow: types.AuthFlowTypeAdminUserPasswordAuth, ClientId: aws.String(adminClientID),
		AuthParameters: map[string]string{"USERNAME": hanako, "PASSWORD": password},
	})
	w.works(err)
	_, err = w.answer(begun.Session, begun.ChallengeName, totpAnswer, w.codeAt(secret, w.now))
	w.fails(err, "NotAuthorizedException", "Invalid session for the user.")
	out, err := w.sdk.AdminRespondToAuthChallenge(ctx, &idp.AdminRespondToAuthChallengeInput{
		UserPoolId: aws.String(poolID), ClientId: aws.String(adminClientID), ChallengeName: begun.ChallengeName, Session: begun.Session,
		ChallengeResponses: map[string]string{"USERNAME": hanako, totpAnswer: w.codeAt(secret, w.now)},
	})
	w.works(err)
	if _, err := w.pool.Verifier().Verify(*out.AuthenticationResult.IdToken); err == nil {
		t.Error("a token of the administrator's client passes for the dashboard's")
	}
	_, err = w.refresh(out.AuthenticationResult.RefreshToken)
	w.fails(err, "NotAuthorizedException", "")
	_, err = w.sdk.GetUser(ctx, &idp.GetUserInput{AccessToken: out.AuthenticationResult.AccessToken})
	w.works(err)
}

func TestAccessTokens(t *testing.T) {
	w := newWorld(t)
	w.hanako()
	tokens := w.tokens()
	get := func(token *string) error {
		_, err := w.sdk.GetUser(ctx, &idp.GetUserInput{AccessToken: token})
		return err
	}
	w.works(get(tokens.AccessToken))
	w.fails(get(tokens.IdToken), "NotAuthorizedException", "Invalid Access Token")
	w.fails(get(aws.String("a.b.c")), "NotAuthorizedException", "Invalid Access Token")
	_, err := w.sdk.RevokeToken(ctx, &idp.RevokeTokenInput{ClientId: aws.String(clientID), Token: tokens.RefreshToken})
	w.works(err)
	w.fails(get(tokens.AccessToken), "NotAuthorizedException", "Access Token has been revoked")
	old := w.access()
	w.now = w.now.Add(time.Hour)
	w.fails(get(old), "NotAuthorizedException", "Access Token has expired")
}
