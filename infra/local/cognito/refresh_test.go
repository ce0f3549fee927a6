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

	// A lost answer may be requested again within the grace: the same successor.
	w.now = w.now.Add(9 * time.Second)
	w.open()
	repeated, err := w.refresh(first.RefreshToken)
	w.works(err)
	if *repeated.RefreshToken != *second.RefreshToken {
		t.Fatal("a repeated refresh got another successor")
	}
	third, err := w.refresh(second.RefreshToken)
	w.works(err)

	// After it, reuse ends the whole family.
	w.now = w.now.Add(11 * time.Second)
	_, err = w.refresh(second.RefreshToken)
	w.fails(err, "RefreshTokenReuseException", "")
	w.open()
	_, err = w.refresh(third.RefreshToken)
	w.fails(err, "NotAuthorizedException", "Refresh Token has been revoked")
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

func TestRevokeToken(t *testing.T) {
	w := newWorld(t)
	w.hanako()
	mine, other := w.tokens(), w.tokens()
	w.fails(w.revoke(mine.AccessToken), "UnsupportedTokenTypeException", "")
	w.fails(w.revoke(aws.String("nonsense")), "InvalidParameterException", "")
	w.works(w.revoke(mine.RefreshToken))
	w.works(w.revoke(mine.RefreshToken))
	_, err := w.refresh(mine.RefreshToken)
	w.fails(err, "NotAuthorizedException", "Refresh Token has been revoked")
	_, err = w.refresh(other.RefreshToken)
	w.works(err)
}

func TestAdminUserGlobalSignOut(t *testing.T) {
	w := newWorld(t)
	w.hanako()
	one, two := w.tokens(), w.tokens()
	_, err := w.sdk.AdminUserGlobalSignOut(ctx, &idp.AdminUserGlobalSignOutInput{UserPoolId: aws.String(poolID), Username: aws.String(hanako)})
	w.works(err)
	w.open()
	for _, token := range []*string{one.RefreshToken, two.RefreshToken} {
		_, err := w.refresh(token)
		w.fails(err, "NotAuthorizedException", "Refresh Token has been revoked")
	}
	_, err = w.refresh(w.tokens().RefreshToken)
	w.works(err)
}
