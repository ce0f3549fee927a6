package accounts_test

import (
	"testing"

	"anzen/functions/api/accounts"
	"anzen/functions/api/apitest"
	"anzen/shared/domain/access"
)

func strength(lang, password, token string, known ...string) apitest.Request {
	return apitest.Request{Method: "POST", Path: "/password-strength", Lang: lang, Body: accounts.NewPassword{Password: password, Token: token, Known: known}}
}

// A new password is judged while it is typed, by the rule that accepts it.
func TestPasswordStrength(t *testing.T) {
	w := apitest.New(t)
	w.Do(t, signUp(map[string]any{"email": "taro@kuroshio-chem.co.jp", "company_name": "Kuroshio Chemicals"}))
	token := w.Mailbox.TakeToken(t)
	accepted := []string{`"accepted":true`}
	w.Run(t,
		apitest.Scenario{Name: "composition", Request: strength("en", "kuroshio", ""), Status: 200, Contains: []string{`"accepted":false`, "password.weak", "8 characters"}},
		apitest.Scenario{Name: "guessable", Request: strength("ja", "Password1!", ""), Status: 200, Contains: []string{`"accepted":false`, "password.guessable", "推測されやすい"}},
		apitest.Scenario{Name: "by the words of the link", Request: strength("en", "Kuroshio-2031", token), Status: 200, Contains: []string{"password.personal", "your company"}},
		apitest.Scenario{Name: "by words of one's own", Request: strength("en", "Hikosuke-2031", "", "Hikosuke"), Status: 200, Contains: []string{"password.personal"}},
		apitest.Scenario{Name: "accepted", Request: strength("en", good, token), Status: 200, Contains: accepted, Lacks: []string{"code"}},
		apitest.Scenario{Name: "a link that never was", Request: strength("en", good, "nonsense"), Status: 200, Contains: accepted},
		apitest.Scenario{Name: "the link refuses the same", Request: activate(token, "Kuroshio-2031"), Status: 400, Field: "password password.personal"},
		apitest.Scenario{Name: "and is still good", Request: activate(token, good), Status: 204},
	)
}

// Every way of setting a password refuses one that is easily guessed.
func TestGuessablePasswordsAreRefused(t *testing.T) {
	w := apitest.New(t)
	u := w.User(t, w.Company(t), access.Viewer)
	w.Do(t, recoverPassword(u.Email))
	token := w.Mailbox.TakeToken(t)
	change := apitest.Request{Method: "PUT", Path: "/users/me/password", As: &u, Body: map[string]string{"password": "Passw0rd!", "new_password": "Password1!"}}
	w.Run(t,
		apitest.Scenario{Name: "reset", Request: reset(token, "Password1!"), Status: 400, Field: "new_password password.guessable"},
		apitest.Scenario{Name: "change", Request: change, Status: 400, Field: "new_password password.guessable"},
	)
	if w.Pool.Accounts[u.Email].Password != "Passw0rd!" {
		t.Error("the password was changed")
	}
}
