package cognito_test

import (
	"context"
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	idp "github.com/aws/aws-sdk-go-v2/service/cognitoidentityprovider"
	"github.com/aws/aws-sdk-go-v2/service/cognitoidentityprovider/types"

	"anzen/infra/local/cognito"
)

var ctx = context.Background()

func attributes(pairs ...string) []types.AttributeType {
	var list []types.AttributeType
	for i := 0; i < len(pairs); i += 2 {
		list = append(list, types.AttributeType{Name: aws.String(pairs[i]), Value: aws.String(pairs[i+1])})
	}
	return list
}

func values(list []types.AttributeType) map[string]string {
	m := map[string]string{}
	for _, a := range list {
		m[*a.Name] = *a.Value
	}
	return m
}

func (w *world) create(username, temporary string, action types.MessageActionType, list ...types.AttributeType) (*types.UserType, error) {
	in := &idp.AdminCreateUserInput{UserPoolId: aws.String(poolID), Username: aws.String(username), MessageAction: action, UserAttributes: list}
	if temporary != "" {
		in.TemporaryPassword = aws.String(temporary)
	}
	out, err := w.sdk.AdminCreateUser(ctx, in)
	if err != nil {
		return nil, err
	}
	return out.User, nil
}

func (w *world) adminGet(username string) (*idp.AdminGetUserOutput, error) {
	return w.sdk.AdminGetUser(ctx, &idp.AdminGetUserInput{UserPoolId: aws.String(poolID), Username: aws.String(username)})
}

func (w *world) setPassword(username, password string, permanent bool) error {
	_, err := w.sdk.AdminSetUserPassword(ctx, &idp.AdminSetUserPasswordInput{UserPoolId: aws.String(poolID), Username: aws.String(username), Password: aws.String(password), Permanent: permanent})
	return err
}

func TestAdminCreateUser(t *testing.T) {
	w := newWorld(t)
	made, err := w.create("Taro@example.jp", "", "", attributes("email_verified", "true", "custom:company_id", "c1", "custom:user_id", "u2", "name", "太郎")...)
	w.works(err)
	if made.UserStatus != types.UserStatusTypeForceChangePassword || !made.Enabled || len(*made.Username) != 36 || !made.UserCreateDate.Equal(w.now) {
		t.Fatalf("made %+v", made)
	}
	got, err := w.adminGet("taro@EXAMPLE.jp")
	w.works(err)
	want := map[string]string{"sub": *made.Username, "email": "Taro@example.jp", "email_verified": "true", "custom:company_id": "c1", "custom:user_id": "u2", "name": "太郎"}
	if !maps.Equal(values(got.UserAttributes), want) || *got.Username != *made.Username {
		t.Fatalf("got %v", values(got.UserAttributes))
	}

	if len(w.mails) != 1 || w.mails[0].Kind != cognito.Invitation || w.mails[0].To != "Taro@example.jp" {
		t.Fatalf("mails %+v", w.mails)
	}
	_, temporary, _ := strings.Cut(w.mails[0].Text, "仮パスワード: ")
	temporary, _, _ = strings.Cut(temporary, "\n")
	in, err := w.signIn("taro@example.jp", temporary)
	w.works(err)
	if in.ChallengeName != types.ChallengeNameTypeNewPasswordRequired {
		t.Fatalf("signed in to %+v", in)
	}

	_, err = w.create("TARO@example.jp", "", types.MessageActionTypeSuppress)
	w.fails(err, "UsernameExistsException", "")
	_, err = w.create("taro@example.jp", "Temporary-2", types.MessageActionTypeResend)
	w.works(err)
	if len(w.mails) != 2 {
		t.Fatalf("%d mails", len(w.mails))
	}
	w.works(w.setPassword("taro@example.jp", password, true))
	_, err = w.create("taro@example.jp", "", types.MessageActionTypeResend)
	w.fails(err, "UnsupportedUserStateException", "")
	_, err = w.create("nobody@example.jp", "", types.MessageActionTypeResend)
	w.fails(err, "UserNotFoundException", "")
}

func TestAdminCreateUserRefuses(t *testing.T) {
	w := newWorld(t)
	tests := map[string]struct {
		username, temporary string
		attributes          []types.AttributeType
		code                string
	}{
		"no address":         {"taro", "", nil, "InvalidParameterException"},
		"another address":    {"taro@example.jp", "", attributes("email", "jiro@example.jp"), "InvalidParameterException"},
		"weak password":      {"taro@example.jp", "password", nil, "InvalidPasswordException"},
		"unknown attribute":  {"taro@example.jp", "", attributes("custom:role", "admin"), "InvalidParameterException"},
		"odd phone number":   {"taro@example.jp", "", attributes("phone_number", "090-1234-5678"), "InvalidParameterException"},
		"sub of one's own":   {"taro@example.jp", "", attributes("sub", "1"), "InvalidParameterException"},
		"attribute too long": {"taro@example.jp", "", attributes("name", strings.Repeat("a", 2049)), "InvalidParameterException"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			w.T = t
			_, err := w.create(test.username, test.temporary, types.MessageActionTypeSuppress, test.attributes...)
			w.fails(err, test.code, "")
			_, err = w.adminGet("taro@example.jp")
			w.fails(err, "UserNotFoundException", "User does not exist.")
		})
	}
}

func TestPasswordPolicy(t *testing.T) {
	w := newWorld(t)
	w.hanako()
	policy := "Password did not conform with policy: "
	tests := map[string]struct{ code, message string }{
		"Aa1!aaa":                  {"InvalidPasswordException", policy + "Password not long enough"},
		"anzen-2026":               {"InvalidPasswordException", policy + "Password must have uppercase characters"},
		"ANZEN-2026":               {"InvalidPasswordException", policy + "Password must have lowercase characters"},
		"Anzen-only":               {"InvalidPasswordException", policy + "Password must have numeric characters"},
		"Anzen2026":                {"InvalidPasswordException", policy + "Password must have symbol characters"},
		" Anzen-2026":              {"InvalidParameterException", ""},
		strings.Repeat("Aa1!", 65): {"InvalidParameterException", ""},
		"Anzen 2026":               {},
		"安全Anzen-2026":             {},
		strings.Repeat("Aa1!", 64): {},
	}
	for word, test := range tests {
		err := w.setPassword(hanako, word, true)
		if test.code != "" {
			w.fails(err, test.code, test.message)
			continue
		}
		w.works(err)
		_, err = w.signInSRP(hanako, word)
		w.works(err)
	}
}

func TestAdminChanges(t *testing.T) {
	w := newWorld(t)
	sub := w.hanako()
	w.seed(cognito.Seed{Email: "taro@example.jp", Password: password})
	update := func(list ...types.AttributeType) error {
		_, err := w.sdk.AdminUpdateUserAttributes(ctx, &idp.AdminUpdateUserAttributesInput{UserPoolId: aws.String(poolID), Username: aws.String(sub), UserAttributes: list})
		return err
	}
	w.fails(update(attributes("email", "TARO@example.jp")...), "AliasExistsException", "")
	w.fails(update(attributes("email", "")...), "InvalidParameterException", "")
	w.works(update(attributes("email", "new@example.jp")...))
	got, err := w.adminGet("new@example.jp")
	w.works(err)
	if v := values(got.UserAttributes); v["email_verified"] != "false" || v["sub"] != sub {
		t.Fatalf("attributes %v", v)
	}
	w.works(update(attributes("email", hanako, "email_verified", "true", "custom:user_id", "u9", "name", "花子")...))
	w.works(update(attributes("name", "")...))
	w.open()
	_, err = w.adminGet("new@example.jp")
	w.fails(err, "UserNotFoundException", "")
	claims, err := w.pool.Verifier().Verify(*w.tokens().IdToken)
	w.works(err)
	if claims["custom:user_id"] != "u9" || claims["email_verified"] != true || claims["name"] != nil {
		t.Fatalf("claims %v", claims)
	}

	_, err = w.sdk.AdminDisableUser(ctx, &idp.AdminDisableUserInput{UserPoolId: aws.String(poolID), Username: aws.String(hanako)})
	w.works(err)
	_, err = w.signIn(hanako, password)
	w.fails(err, "NotAuthorizedException", "User is disabled.")
	_, err = w.signIn(hanako, "Wrong-2026")
	w.fails(err, "NotAuthorizedException", incorrect)
	_, err = w.sdk.AdminEnableUser(ctx, &idp.AdminEnableUserInput{UserPoolId: aws.String(poolID), Username: aws.String(hanako)})
	w.works(err)
	tokens := w.tokens()

	_, err = w.sdk.AdminDeleteUser(ctx, &idp.AdminDeleteUserInput{UserPoolId: aws.String(poolID), Username: aws.String(sub)})
	w.works(err)
	w.open()
	_, err = w.signIn(hanako, password)
	w.fails(err, "NotAuthorizedException", incorrect)
	w.fails(w.getUser(tokens.AccessToken), "NotAuthorizedException", "")
	_, err = w.refresh(tokens.RefreshToken)
	w.fails(err, "NotAuthorizedException", "")
	_, err = w.create(hanako, "", types.MessageActionTypeSuppress)
	w.works(err)
}

func TestGetUserAndOwnAttributes(t *testing.T) {
	w := newWorld(t)
	sub := w.hanako()
	access := w.tokens().AccessToken
	update := func(list ...types.AttributeType) error {
		_, err := w.sdk.UpdateUserAttributes(ctx, &idp.UpdateUserAttributesInput{AccessToken: access, UserAttributes: list})
		return err
	}
	for _, name := range []string{"custom:company_id", "custom:user_id", "email", "email_verified", "sub"} {
		w.fails(update(attributes(name, "x")...), "NotAuthorizedException", "A client attempted to write unauthorized attribute")
	}
	w.works(update(attributes("phone_number", "+819012345678")...))
	got, err := w.sdk.GetUser(ctx, &idp.GetUserInput{AccessToken: access})
	w.works(err)
	want := map[string]string{"sub": sub, "email": hanako, "email_verified": "true", "custom:company_id": "c1", "custom:user_id": "u1", "phone_number": "+819012345678", "phone_number_verified": "false"}
	if !maps.Equal(values(got.UserAttributes), want) || *got.Username != sub {
		t.Fatalf("got %v", values(got.UserAttributes))
	}
}

func TestChangePassword(t *testing.T) {
	w := newWorld(t)
	w.hanako()
	access := w.tokens().AccessToken
	change := func(previous, proposed string) error {
		_, err := w.sdk.ChangePassword(ctx, &idp.ChangePasswordInput{AccessToken: access, PreviousPassword: aws.String(previous), ProposedPassword: aws.String(proposed)})
		return err
	}
	w.fails(change("Wrong-2026", "Other-2026"), "NotAuthorizedException", incorrect)
	w.fails(change(password, "weak"), "InvalidPasswordException", "")
	w.works(change(password, "Other-2026"))
	_, err := w.signInSRP(hanako, password)
	w.fails(err, "NotAuthorizedException", incorrect)
	w.open()
	_, err = w.signInSRP(hanako, "Other-2026")
	w.works(err)
}

func (w *world) forgot(username string) (*types.CodeDeliveryDetailsType, error) {
	out, err := w.sdk.ForgotPassword(ctx, &idp.ForgotPasswordInput{ClientId: aws.String(clientID), Username: aws.String(username)})
	if err != nil {
		return nil, err
	}
	return out.CodeDeliveryDetails, nil
}

func (w *world) confirmForgot(username, code, password string) error {
	_, err := w.sdk.ConfirmForgotPassword(ctx, &idp.ConfirmForgotPasswordInput{ClientId: aws.String(clientID), Username: aws.String(username), ConfirmationCode: aws.String(code), Password: aws.String(password)})
	return err
}

func TestForgottenPassword(t *testing.T) {
	w := newWorld(t)
	w.hanako()
	w.fails(w.confirmForgot(hanako, "123456", "Other-2026"), "ExpiredCodeException", "")
	details, err := w.forgot("HANAKO@example.jp")
	w.works(err)
	if *details.Destination != "h***@e***" || details.DeliveryMedium != types.DeliveryMediumTypeEmail || len(w.mails) != 1 || w.mails[0].To != hanako {
		t.Fatalf("details %+v, mails %+v", details, w.mails)
	}
	w.open()
	w.fails(w.confirmForgot(hanako, w.code(), "weak"), "InvalidPasswordException", "")
	w.fails(w.confirmForgot(hanako, "x"+w.code(), "Other-2026"), "CodeMismatchException", "")
	w.works(w.confirmForgot(hanako, w.code(), "Other-2026"))
	w.fails(w.confirmForgot(hanako, w.code(), "Third-2026"), "ExpiredCodeException", "")
	_, err = w.signInSRP(hanako, "Other-2026")
	w.works(err)

	_, err = w.forgot(hanako)
	w.works(err)
	w.now = w.now.Add(time.Hour)
	w.fails(w.confirmForgot(hanako, w.code(), "Third-2026"), "ExpiredCodeException", "")
}

func TestForgottenPasswordGuesses(t *testing.T) {
	w := newWorld(t)
	w.hanako()
	_, err := w.forgot(hanako)
	w.works(err)
	for range 5 {
		w.fails(w.confirmForgot(hanako, "nonsense", "Other-2026"), "CodeMismatchException", "")
	}
	w.fails(w.confirmForgot(hanako, w.code(), "Other-2026"), "LimitExceededException", "")
	for range 4 {
		_, err := w.forgot(hanako)
		w.works(err)
	}
	_, err = w.forgot(hanako)
	w.fails(err, "LimitExceededException", "")
	w.now = w.now.Add(time.Hour)
	_, err = w.forgot(hanako)
	w.works(err)
	w.works(w.confirmForgot(hanako, w.code(), "Other-2026"))
}

func TestForgottenPasswordOfNobody(t *testing.T) {
	w := newWorld(t)
	details, err := w.forgot("nobody@example.jp")
	w.works(err)
	if *details.Destination != "n***@e***" || len(w.mails) != 0 {
		t.Fatalf("details %+v, mails %+v", details, w.mails)
	}
	w.fails(w.confirmForgot("nobody@example.jp", "123456", "Other-2026"), "CodeMismatchException", "")
	for range 4 {
		_, err := w.forgot("nobody@example.jp")
		w.works(err)
	}
	_, err = w.forgot("nobody@example.jp")
	w.fails(err, "LimitExceededException", "")

	w.seed(cognito.Seed{Email: "new@example.jp", Password: password, Temporary: true})
	_, err = w.forgot("new@example.jp")
	w.fails(err, "NotAuthorizedException", "User password cannot be reset in the current state.")
}
