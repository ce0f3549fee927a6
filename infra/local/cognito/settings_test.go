package cognito_test

import (
	"errors"
	"math"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	idp "github.com/aws/aws-sdk-go-v2/service/cognitoidentityprovider"
	"github.com/aws/aws-sdk-go-v2/service/cognitoidentityprovider/types"

	"anzen/infra/local/cognito"
)

func TestAdminInitiateAuth(t *testing.T) {
	w := newWorld(t)
	w.hanako()
	begin := func(password, flow, pool string) error {
		_, err := w.sdk.AdminInitiateAuth(t.Context(), &idp.AdminInitiateAuthInput{
			UserPoolId: &pool, ClientId: aws.String(clientID), AuthFlow: types.AuthFlowType(flow),
			AuthParameters: map[string]string{"USERNAME": hanako, "PASSWORD": password},
		})
		return err
	}
	var refused *types.NotAuthorizedException
	var parameter *types.InvalidParameterException
	var missing *types.ResourceNotFoundException
	if err := begin(password, "ADMIN_USER_PASSWORD_AUTH", poolID); err != nil {
		t.Error(err)
	}
	if err := begin("Wrong-2026", "ADMIN_USER_PASSWORD_AUTH", poolID); !errors.As(err, &refused) {
		t.Errorf("a wrong password: %v", err)
	}
	if err := begin(password, "ADMIN_NO_SRP_AUTH", poolID); !errors.As(err, &parameter) {
		t.Errorf("a flow that is not enabled: %v", err)
	}
	if err := begin(password, "ADMIN_USER_PASSWORD_AUTH", "ap-northeast-1_OTHER"); !errors.As(err, &missing) {
		t.Errorf("another pool: %v", err)
	}
}

// A token is valid neither after its time nor before it.
func TestTokensOfTheFuture(t *testing.T) {
	w := newWorld(t)
	w.hanako()
	token := *w.tokens().IdToken
	for ahead, good := range map[time.Duration]bool{30 * time.Second: true, 2 * time.Minute: false} {
		w.now = w.now.Add(-ahead)
		if _, err := w.pool.Verifier().Verify(token); (err == nil) != good || !good && !errors.Is(err, cognito.ErrTokenInvalid) {
			t.Errorf("issued %s ahead: %v", ahead, err)
		}
		w.now = w.now.Add(ahead)
	}
}

// Starting a sign-in does the same work for an unknown name: allocations measure the
// work without a clock.
func TestSignInStartDoesTheSameForUnknownNames(t *testing.T) {
	w := newWorld(t)
	w.hanako()
	begin := func(name string) float64 {
		body := `{"AuthFlow":"USER_SRP_AUTH","ClientId":"` + clientID + `","AuthParameters":{"USERNAME":"` + name + `","SRP_A":"5a5a5a5a"}}`
		return testing.AllocsPerRun(1, func() {
			r := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(body))
			r.Header.Set("X-Amz-Target", cognito.Service+".InitiateAuth")
			recorder := httptest.NewRecorder()
			w.pool.ServeHTTP(recorder, r)
			if recorder.Code != http.StatusOK {
				t.Fatalf("%s: %s", name, recorder.Body)
			}
		})
	}
	// What runs beside, such as the collector, allocates too, and under the race detector pools lose some of what they
	// keep: the least of many runs is the work itself.
	least := func(name string) float64 {
		n := begin(name)
		for range 60 {
			n = min(n, begin(name))
		}
		return n
	}
	known, unknown := least(hanako), least("nobody@example.jp")
	if difference := math.Abs(known - unknown); difference > 6 {
		t.Errorf("%g allocations for a user, %g for an unknown name", known, unknown)
	}
}
