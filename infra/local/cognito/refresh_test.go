package cognito_test

import (
	"context"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	idp "github.com/aws/aws-sdk-go-v2/service/cognitoidentityprovider"
)

func (w *world) revoke(token *string) error {
	_, err := w.sdk.RevokeToken(context.Background(), &idp.RevokeTokenInput{ClientId: aws.String(clientID), Token: token})
	return err
}

func TestRotation(t *testing.T) {
	w := newWorld(t)
	w.hanako()
	first := w.tokens()
	w.now = w.now.Add(50 * time.Minute)
	second, err := w.refresh(first.RefreshToken)
	w.works(err)
	if *second.RefreshToken == *first.RefreshToken {
		t.Fatal("the refresh token was not rotated")
	}
	before, err := w.pool.Verifier().Verify(*first.IdToken)
	w.works(err)
	after, err := w.pool.Verifier().Verify(*second.IdToken)
	w.works(err)
	if before["origin_jti"] != after["origin_jti"] || !before.AuthTime().Equal(after.AuthTime()) || before["jti"] == after["jti"] || !after.IssuedAt().Equal(w.now) {
		t.Fatalf("%v, then %v", before, after)
	}

	// A lost answer may be asked for again within the grace: the same successor.
	w.now = w.now.Add(9 * time.Second)
	w.open()
	repeated, err := w.refresh(first.RefreshToken)
	w.works(err)
	if *repeated.RefreshToken != *second.RefreshToken {
		t.Fatal("a repeated refresh got another successor")
	}
	third, err := w.refresh(second.RefreshToken)
	w.works(err)

	// After it, reuse ends the whole family, access tokens too.
	w.works(w.getUser(third.AccessToken))
	w.now = w.now.Add(11 * time.Second)
	_, err = w.refresh(second.RefreshToken)
	w.fails(err, "RefreshTokenReuseException", "")
	w.open()
	_, err = w.refresh(third.RefreshToken)
	w.fails(err, "NotAuthorizedException", "Refresh Token has been revoked")
	w.fails(w.getUser(third.AccessToken), "NotAuthorizedException", "Access Token has been revoked")
}

func TestGraceIsForTheLatestOnly(t *testing.T) {
	w := newWorld(t)
	w.hanako()
	first := w.tokens()
	second, err := w.refresh(first.RefreshToken)
	w.works(err)
	_, err = w.refresh(second.RefreshToken)
	w.works(err)
	_, err = w.refresh(first.RefreshToken)
	w.fails(err, "RefreshTokenReuseException", "")
}

func TestRefreshTokenLife(t *testing.T) {
	w := newWorld(t)
	w.hanako()
	token := w.tokens().RefreshToken
	for range 29 {
		w.now = w.now.Add(24 * time.Hour)
		next, err := w.refresh(token)
		w.works(err)
		token = next.RefreshToken
	}
	// Rotation does not prolong the 30 days.
	w.now = w.now.Add(24 * time.Hour)
	_, err := w.refresh(token)
	w.fails(err, "NotAuthorizedException", "Refresh Token has expired")
	for _, bad := range []string{"", "x", *token + "x", "eC4x.AAAA"} {
		_, err := w.refresh(aws.String(bad))
		if bad == "" {
			w.fails(err, "NotAuthorizedException", "")
			continue
		}
		w.fails(err, "NotAuthorizedException", "Invalid Refresh Token")
	}
}

func TestAccessTokenLife(t *testing.T) {
	w := newWorld(t)
	w.hanako()
	tokens := w.tokens()
	w.now = w.now.Add(time.Hour - time.Second)
	w.works(w.getUser(tokens.AccessToken))
	w.fails(w.getUser(tokens.IdToken), "NotAuthorizedException", "Invalid Access Token")
	w.now = w.now.Add(time.Second)
	w.fails(w.getUser(tokens.AccessToken), "NotAuthorizedException", "Access Token has expired")
}

func TestRevokeToken(t *testing.T) {
	w := newWorld(t)
	w.hanako()
	mine, other := w.tokens(), w.tokens()
	w.fails(w.revoke(mine.AccessToken), "UnsupportedTokenTypeException", "")
	w.fails(w.revoke(aws.String("nonsense")), "InvalidParameterException", "")
	w.works(w.revoke(mine.RefreshToken))
	w.works(w.revoke(mine.RefreshToken))
	w.fails(w.getUser(mine.AccessToken), "NotAuthorizedException", "Access Token has been revoked")
	_, err := w.refresh(mine.RefreshToken)
	w.fails(err, "NotAuthorizedException", "Refresh Token has been revoked")
	w.works(w.getUser(other.AccessToken))
}

func TestGlobalSignOut(t *testing.T) {
	ctx := context.Background()
	for name, out := range map[string]func(*world, *string) error{
		"by oneself": func(w *world, access *string) error {
			_, err := w.sdk.GlobalSignOut(ctx, &idp.GlobalSignOutInput{AccessToken: access})
			return err
		},
		"by the administrator": func(w *world, _ *string) error {
			_, err := w.sdk.AdminUserGlobalSignOut(ctx, &idp.AdminUserGlobalSignOutInput{UserPoolId: aws.String(poolID), Username: aws.String(hanako)})
			return err
		},
		"by being disabled": func(w *world, _ *string) error {
			_, err := w.sdk.AdminDisableUser(ctx, &idp.AdminDisableUserInput{UserPoolId: aws.String(poolID), Username: aws.String(hanako)})
			if err != nil {
				return err
			}
			_, err = w.sdk.AdminEnableUser(ctx, &idp.AdminEnableUserInput{UserPoolId: aws.String(poolID), Username: aws.String(hanako)})
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			w.hanako()
			one, two := w.tokens(), w.tokens()
			w.works(out(w, one.AccessToken))
			w.open()
			for _, tokens := range []struct{ access, refresh *string }{{one.AccessToken, one.RefreshToken}, {two.AccessToken, two.RefreshToken}} {
				w.fails(w.getUser(tokens.access), "NotAuthorizedException", "Access Token has been revoked")
				_, err := w.refresh(tokens.refresh)
				w.fails(err, "NotAuthorizedException", "Refresh Token has been revoked")
			}
			w.works(w.getUser(w.tokens().AccessToken))
		})
	}
}
