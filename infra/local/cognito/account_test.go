package cognito_test

import (
	"context"
	"maps"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	idp "github.com/aws/aws-sdk-go-v2/service/cognitoidentityprovider"
	"github.com/aws/aws-sdk-go-v2/service/cognitoidentityprovider/types"

	users "anzen/shared/aws/idp"
	"anzen/shared/domain/sds"
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

func (w *world) create(username string, list ...types.AttributeType) (*types.UserType, error) {
	out, err := w.sdk.AdminCreateUser(ctx, &idp.AdminCreateUserInput{
		UserPoolId: aws.String(poolID), Username: aws.String(username), MessageAction: types.MessageActionTypeSuppress, UserAttributes: list,
	})
	if err != nil {
		return nil, err
	}
	return out.User, nil
}

func (w *world) adminGet(username string) (*idp.AdminGetUserOutput, error) {
	return w.sdk.AdminGetUser(ctx, &idp.AdminGetUserInput{UserPoolId: aws.String(poolID), Username: aws.String(username)})
}

func (w *world) setPassword(username, password string) error {
	_, err := w.sdk.AdminSetUserPassword(ctx, &idp.AdminSetUserPasswordInput{UserPoolId: aws.String(poolID), Username: aws.String(username), Password: aws.String(password), Permanent: true})
	return err
}

func TestAdminCreateUser(t *testing.T) {
	w := newWorld(t)
	made, err := w.create("Taro@example.jp", attributes("email_verified", "true", "custom:company_id", "c1", "custom:user_id", "u2", "name", "太郎")...)
	w.works(err)
	if len(*made.Username) != 36 || !made.UserCreateDate.Equal(w.now) {
		t.Fatalf("made %+v", made)
	}
	got, err := w.adminGet("taro@EXAMPLE.jp")
	w.works(err)
	want := map[string]string{"sub": *made.Username, "email": "Taro@example.jp", "email_verified": "true", "custom:company_id": "c1", "custom:user_id": "u2", "name": "太郎"}
	if !maps.Equal(values(got.UserAttributes), want) || *got.Username != *made.Username {
		t.Fatalf("got %v", values(got.UserAttributes))
	}
	// Until a password is set sign-in fails.
	_, err = w.signIn("taro@example.jp", password)
	w.fails(err, "NotAuthorizedException", incorrect)
	w.works(w.setPassword("taro@example.jp", password))
	_, err = w.signIn("taro@example.jp", password)
	w.works(err)
	_, err = w.create("TARO@example.jp")
	w.fails(err, "UsernameExistsException", "")
}

// Features that the product does not use are refused, not half done: mails with
// temporary passwords.
func TestTemporaryPasswordsAreRefused(t *testing.T) {
	w := newWorld(t)
	w.hanako()
	for _, in := range []*idp.AdminCreateUserInput{
		{MessageAction: types.MessageActionTypeResend},
		{},
		{MessageAction: types.MessageActionTypeSuppress, TemporaryPassword: aws.String("Temporary-2")},
	} {
		in.UserPoolId, in.Username = aws.String(poolID), aws.String("taro@example.jp")
		_, err := w.sdk.AdminCreateUser(ctx, in)
		w.fails(err, "InvalidParameterException", "")
	}
	_, err := w.sdk.AdminSetUserPassword(ctx, &idp.AdminSetUserPasswordInput{UserPoolId: aws.String(poolID), Username: aws.String(hanako), Password: aws.String("Temporary-2")})
	w.fails(err, "InvalidParameterException", "")
	w.tokens()
}

func TestAdminCreateUserRefuses(t *testing.T) {
	w := newWorld(t)
	tests := map[string]struct {
		username   string
		attributes []types.AttributeType
		code       string
	}{
		"no address":         {"taro", nil, "InvalidParameterException"},
		"another address":    {"taro@example.jp", attributes("email", "jiro@example.jp"), "InvalidParameterException"},
		"unknown attribute":  {"taro@example.jp", attributes("custom:role", "admin"), "InvalidParameterException"},
		"odd phone number":   {"taro@example.jp", attributes("phone_number", "090-1234-5678"), "InvalidParameterException"},
		"sub of one's own":   {"taro@example.jp", attributes("sub", "1"), "InvalidParameterException"},
		"name too long":      {strings.Repeat("t", 118) + "@example.jp", nil, "InvalidParameterException"}, // 129
		"attribute too long": {"taro@example.jp", attributes("name", strings.Repeat("a", 2049)), "InvalidParameterException"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			w.T = t
			_, err := w.create(test.username, test.attributes...)
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
		err := w.setPassword(hanako, word)
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
	w.seed("taro@example.jp")
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

	tokens := w.tokens()

	_, err = w.sdk.AdminDisableUser(ctx, &idp.AdminDisableUserInput{UserPoolId: aws.String(poolID), Username: aws.String(hanako)})
	w.works(err)
	w.open()
	if got, err := w.adminGet(hanako); err != nil || got.Enabled {
		t.Fatalf("still enabled: %v, %v", got, err)
	}
	_, err = w.signIn(hanako, password)
	w.fails(err, "NotAuthorizedException", "User is disabled.")
	_, err = w.refresh(tokens.RefreshToken)
	w.fails(err, "NotAuthorizedException", "")
	_, err = w.sdk.AdminEnableUser(ctx, &idp.AdminEnableUserInput{UserPoolId: aws.String(poolID), Username: aws.String(sub)})
	w.works(err)
	_, err = w.signIn(hanako, password)
	w.works(err)
	_, err = w.sdk.AdminDisableUser(ctx, &idp.AdminDisableUserInput{UserPoolId: aws.String(poolID), Username: aws.String("nobody@example.jp")})
	w.fails(err, "UserNotFoundException", "")

	_, err = w.sdk.AdminDeleteUser(ctx, &idp.AdminDeleteUserInput{UserPoolId: aws.String(poolID), Username: aws.String(sub)})
	w.works(err)
	w.open()
	_, err = w.signIn(hanako, password)
	w.fails(err, "NotAuthorizedException", incorrect)
	_, err = w.refresh(tokens.RefreshToken)
	w.fails(err, "NotAuthorizedException", "")
	_, err = w.create(hanako)
	w.works(err)
}

// An account that outlived its user is replaced: no passkey, factor or identity of it is left.
func TestAnAccountOfAnotherUserIsReplaced(t *testing.T) {
	w := newWorld(t)
	pool := users.New(w.sdk, poolID)
	set := func(user sds.UserID, password string) string {
		t.Helper()
		w.works(pool.SetPassword(ctx, "hanako@midori.example", password, "company", user))
		got, err := w.sdk.AdminGetUser(ctx, &idp.AdminGetUserInput{UserPoolId: aws.String(poolID), Username: aws.String("hanako@midori.example")})
		w.works(err)
		for _, a := range got.UserAttributes {
			if aws.ToString(a.Name) == "sub" {
				return aws.ToString(a.Value)
			}
		}
		return ""
	}
	first := set("hanako", "Kumo-Tegami-58")
	if again := set("hanako", "Kumo-Tegami-59"); again != first || first == "" {
		t.Errorf("the account of the same user was replaced: %s, %s", first, again)
	}
	if other := set("haruko", "Kumo-Tegami-60"); other == first {
		t.Error("another user got the account")
	}
}
