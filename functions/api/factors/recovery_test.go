package factors_test

import (
	"slices"
	"strings"
	"testing"

	"anzen/functions/api/apitest"
	"anzen/functions/api/factors"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
)

func TestRecoveryCodes(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	admin, viewer := w.User(t, c, access.Admin), w.User(t, c, access.Viewer)
	get := apitest.Request{Method: "GET", Path: "/users/me/recovery-codes", As: &viewer}
	post := apitest.Request{Method: "POST", Path: "/users/me/recovery-codes", As: &viewer}
	w.Run(t, apitest.Scenario{Name: "none yet", Request: get, Status: 200, Contains: []string{`{"total":0,"remaining":0}`}})
	w.Run(t, apitest.Scenario{Name: "not without the password", Request: post, Status: 409, Code: "session.reauthenticate"})
	prove(w, t, &viewer)
	var first, second factors.RecoveryCodeSet
	r := w.Do(t, post)
	r.Into(t, &first)
	if r.Status != 201 || len(first.Codes) != 10 || r.Headers.Get("Cache-Control") != "no-store" {
		t.Fatalf("%+v", r)
	}
	post.Key = "k"
	w.Do(t, post).Into(t, &second)
	again := w.Do(t, post)
	set, err := w.Table.RecoverySet(t.Context(), c.ID, viewer.ID)
	if err != nil || len(set.Codes) != 10 || again.Status != 201 {
		t.Fatalf("%+v, %v", set, err)
	}
	holds := func(code string) bool {
		return slices.ContainsFunc(set.Codes, func(c company.RecoveryCode) bool { return c.Hash == company.HashRecoveryCode(viewer.ID, code) })
	}
	for _, code := range append(first.Codes, second.Codes...) {
		if holds(code) {
			t.Errorf("%s of a replaced set still holds", code)
		}
	}
	var third factors.RecoveryCodeSet
	again.Into(t, &third)
	for _, code := range third.Codes {
		if !holds(code) || strings.Contains(get.Path, code) {
			t.Errorf("%s does not hold", code)
		}
	}
	w.Run(t, apitest.Scenario{Name: "ten", Request: get, Status: 200, Contains: []string{`"total":10,"remaining":10,"created_at"`}, Lacks: third.Codes})
	if set, err := w.Table.RecoverySet(t.Context(), c.ID, admin.ID); err != nil || len(set.Codes) != 0 {
		t.Errorf("another user has codes: %+v, %v", set, err)
	}
	w.Run(t, apitest.Scenario{Name: "they go with the person", Request: apitest.Request{Method: "DELETE", Path: "/companies/{id}/users/" + string(viewer.ID), As: &admin}, Status: 204})
	if set, err := w.Table.RecoverySet(t.Context(), c.ID, viewer.ID); err != nil || len(set.Codes) != 0 {
		t.Errorf("left behind: %+v, %v", set, err)
	}
}
