package cognito_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	idp "github.com/aws/aws-sdk-go-v2/service/cognitoidentityprovider"
	"github.com/aws/aws-sdk-go-v2/service/cognitoidentityprovider/types"

	users "anzen/shared/aws/idp"
	"anzen/shared/domain/saml/samltest"
)

// The product's own adapter against the pool.
func TestIdentityProviders(t *testing.T) {
	w := newWorld(t)
	pool := users.New(w.sdk, poolID).For(clientID)
	sp, err := pool.ServiceProvider(ctx)
	w.works(err)
	if sp.EntityID != "urn:amazon:cognito:sp:"+poolID || !strings.HasPrefix(sp.ACSURL, "https://anzen-local.auth.") || !strings.HasSuffix(sp.ACSURL, "/saml2/idpresponse") {
		t.Errorf("%+v", sp)
	}
	// An empty update returns the current state.
	describe := func(name string) (*types.IdentityProviderType, error) {
		out, err := w.sdk.UpdateIdentityProvider(ctx, &idp.UpdateIdentityProviderInput{UserPoolId: aws.String(poolID), ProviderName: &name})
		if err != nil {
			return nil, err
		}
		return out.IdentityProvider, nil
	}
	first, second := samltest.Metadata("https://a.example/", samltest.Certificate(t, w.now.Add(time.Hour))), samltest.Metadata("https://b.example/", "")
	w.works(pool.Connect(ctx, "midori", first, []string{"midori.example"}))
	w.works(pool.Connect(ctx, "midori", second, []string{"midori.example", "lab.midori.example"}))
	w.open() // a restart
	pool = users.New(w.sdk, poolID).For(clientID)
	got, err := describe("midori")
	w.works(err)
	if got.ProviderDetails["MetadataFile"] != second || !slices.Equal(got.IdpIdentifiers, []string{"midori.example", "lab.midori.example"}) || got.AttributeMapping["custom:"+users.AttributeAsserted] == "" || got.ProviderType != "SAML" || !got.CreationDate.Equal(w.now) {
		t.Errorf("%+v", got)
	}
	for name, refused := range map[string]error{
		"no metadata":               pool.Connect(ctx, "other", "<html/>", nil),
		"another's domain":          pool.Connect(ctx, "other", first, []string{"lab.midori.example"}),
		"a change to no XML":        pool.Connect(ctx, "midori", "midori", nil),
		"a domain that is too long": pool.Connect(ctx, "other", first, []string{strings.Repeat("x", 33) + ".example"}), // 41
		"a name that is too long":   pool.Connect(ctx, strings.Repeat("x", 33), first, nil),
	} {
		if !errors.Is(refused, users.ErrRefusedMetadata) {
			t.Errorf("%s: %v", name, refused)
		}
	}
	// Without metadata a provider keeps its own, and none is made.
	w.works(pool.Connect(ctx, "midori", "", []string{"new.midori.example"}))
	if got, err = describe("midori"); err != nil || got.ProviderDetails["MetadataFile"] != second || !slices.Equal(got.IdpIdentifiers, []string{"new.midori.example"}) {
		t.Errorf("%+v, %v", got, err)
	}
	if pool.Connect(ctx, "other", "", nil) == nil {
		t.Error("a provider without metadata")
	}
	w.works(pool.Disconnect(ctx, "midori"))
	w.works(pool.Disconnect(ctx, "midori")) // it is already gone
	_, err = describe("midori")
	w.fails(err, "ResourceNotFoundException", "Identity provider midori does not exist.")
}
