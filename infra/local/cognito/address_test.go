package cognito_test

import (
	"testing"
	"time"
)

func TestAnswersOfAnAddressAreLimited(t *testing.T) {
	w := newWorld(t)
	w.config.AnswersAnAddress, w.config.AddressWindow = 3, 5*time.Minute
	w.open()
	answer := func() string {
		response, _ := w.send("POST", "/", "AWSCognitoIdentityProviderService.RespondToAuthChallenge", `{"ClientId":"x","ChallengeName":"PASSWORD_VERIFIER"}`)
		return response.Header.Get("X-Amzn-ErrorType")
	}
	for n, blocked := range []bool{false, false, false, true, true} {
		if got := answer(); (got == "ForbiddenException:") != blocked {
			t.Errorf("answer %d: %s", n+1, got)
		}
	}
	// What is no guess goes on.
	if response, _ := w.send("POST", "/", "AWSCognitoIdentityProviderService.InitiateAuth", `{"ClientId":"x"}`); response.Header.Get("X-Amzn-ErrorType") == "ForbiddenException:" {
		t.Error("the begin of a sign-in is blocked")
	}
	w.now = w.now.Add(5 * time.Minute)
	if got := answer(); got == "ForbiddenException:" {
		t.Error("blocked for longer than the window")
	}
}
