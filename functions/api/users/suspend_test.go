package users_test

import (
	"errors"
	"fmt"
	"testing"

	"anzen/functions/api/apitest"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
)

// A suspended user is signed out at once, here and at the user pool, and is as before when
// the suspension ends.
func TestSuspend(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	admin, editor := w.User(t, c, access.Admin), w.User(t, c, access.Editor)
	invited := w.User(t, c, access.Viewer, func(u *company.User) { u.Active = false })
	stranger := w.User(t, w.Company(t), access.Admin)
	put := func(as, of company.User, suspended bool) apitest.Request {
		return apitest.Request{Method: "PUT", Path: "/companies/{id}/users/" + string(of.ID), As: &as, IfMatch: fmt.Sprint(w.Reread(t, of).Version), Body: map[string]any{"is_suspended": suspended}}
	}
	me := apitest.Request{Method: "GET", Path: "/users/me", As: &editor, SignedIn: w.Clock.Now()}
	account := w.Pool.Accounts[editor.Email]
	w.Run(t,
		apitest.Scenario{Name: "oneself", Request: put(admin, admin, true), Status: 409, Code: "user.suspend_self"},
		apitest.Scenario{Name: "by an editor", Request: put(editor, admin, true), Status: 403},
		apitest.Scenario{Name: "in another company", Request: put(stranger, editor, true), Status: 404},
		apitest.Scenario{Name: "suspended", Request: put(admin, editor, true), Status: 200, Contains: []string{`"is_suspended":true`, `"is_active":false`}},
		apitest.Scenario{Name: "signed out", Request: me, Status: 401},
		apitest.Scenario{Name: "listed", Request: apitest.Request{Method: "GET", Path: "/companies/{id}/users/csv/download", As: &admin, Lang: "ja"}, Status: 200, Contains: []string{"停止中"}},
	)
	if !account.Disabled || account.SignedOut == 0 {
		t.Errorf("the account at the pool: %+v", account)
	}
	w.Run(t, apitest.Scenario{Name: "resumed", Request: put(admin, editor, false), Status: 200, Contains: []string{`"is_suspended":false`, `"is_active":true`}})
	if account.Disabled {
		t.Error("the account is still disabled")
	}
	w.Run(t,
		apitest.Scenario{Name: "the old session stays ended", Request: me, Status: 401},
		apitest.Scenario{Name: "invited, suspended", Request: put(admin, invited, true), Status: 200, Contains: []string{`"is_suspended":true`}},
	)
	w.Run(t, apitest.Scenario{Name: "invited, resumed", Request: put(admin, invited, false), Status: 200, Contains: []string{`"is_active":false`, `"is_suspended":false`}})
	// What the pool refuses can be repeated.
	w.Pool.Fail["AdminDisableUser"] = errors.New("Cognito is down")
	w.Run(t, apitest.Scenario{Name: "the pool fails", Request: put(admin, editor, true), Status: 500})
	if u := w.Reread(t, editor); !u.Suspended() {
		t.Error("the record is not suspended")
	}
	delete(w.Pool.Fail, "AdminDisableUser")
	w.Run(t, apitest.Scenario{Name: "again", Request: put(admin, editor, true), Status: 200})
	if !account.Disabled {
		t.Error("the account is not disabled")
	}
}
