package api_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"anzen/functions/api"
	"anzen/functions/api/apitest"
	"anzen/functions/api/rest"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
)

// request is a call of the route with some ids in its path and nothing in its body.
func request(r rest.Route, as *company.User) apitest.Request {
	path := r.Path
	for _, name := range r.Params() {
		if name != "id" || !r.OfCompany() {
			path = strings.Replace(path, "{"+name+"}", sds.NewID[string](), 1)
		}
	}
	q := apitest.Request{Method: r.Method, Path: path, As: as, IfMatch: "1"}
	if r.Method != http.MethodGet && r.Method != http.MethodDelete {
		q.Body = "{}"
	}
	return q
}

// Every route with every role: the role's permissions decide, and nothing else.
func TestEveryRouteHoldsEveryRole(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	people := map[access.Role]company.User{}
	for _, role := range access.Roles {
		people[role] = w.User(t, c, role)
	}
	for _, r := range api.Routes() {
		if r.Rule.IsPublic() {
			continue
		}
		for role, u := range people {
			answer := w.Do(t, request(r, &u))
			refused := answer.Status == http.StatusForbidden && answer.Problem(t).Code == string(message.CodeForbidden)
			if refused == r.Rule.Allows(role) {
				t.Errorf("%s as %s: %d %s", r.ID, role.Name(), answer.Status, answer.Body)
			}
			if answer.Status >= http.StatusInternalServerError {
				t.Errorf("%s as %s fails: %d %s", r.ID, role.Name(), answer.Status, answer.Body)
			}
		}
	}
}

// Every route refuses callers who are not, or no longer, users of the company.
func TestEveryRouteHoldsTheSession(t *testing.T) {
	w := apitest.New(t)
	mine, other := w.Company(t), w.Company(t)
	closed := w.Company(t, func(c *company.Company) { c.Active = false })
	admin := w.User(t, mine, access.Admin)
	stranger := w.User(t, other, access.Admin)
	removed := w.User(t, mine, access.Admin)
	w.Remove(t, removed)
	invited := w.User(t, mine, access.Admin, func(u *company.User) { u.Active = false })
	ofClosed := w.User(t, closed, access.Admin)
	signedOut := w.User(t, mine, access.Admin, func(u *company.User) { u.SessionsFrom = w.Clock.Now() })
	w.Clock.Advance(time.Second)
	leaver := w.User(t, mine, access.Admin)
	if err := w.Table.Begin(mine.ID).Audit(table.Audit{Action: "test"}).EndSession(leaver.ID, apitest.SessionOf(leaver, w.Clock.Now())).Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	later := w.Clock.Now().Add(2 * time.Minute).UTC().Format(apitest.AuthorizerDate)

	tests := []struct {
		name   string
		as     *company.User
		change func(*apitest.Request)
		status int
		code   message.Code
	}{
		{"no session", nil, nil, 401, message.CodeUnauthorized},
		{"a removed person", &removed, nil, 401, message.CodeUnauthorized},
		{"an unknown person", &admin, func(q *apitest.Request) { q.Claims = map[string]any{"custom:user_id": sds.NewID[string]()} }, 401, message.CodeUnauthorized},
		{"a person of another company by the claims", &admin, func(q *apitest.Request) { q.Claims = map[string]any{"custom:company_id": string(other.ID)} }, 401, message.CodeUnauthorized},
		{"ids that are none", &admin, func(q *apitest.Request) { q.Claims = map[string]any{"custom:user_id": "COMPANY"} }, 401, message.CodeUnauthorized},
		{"an access token", &admin, func(q *apitest.Request) { q.Claims = map[string]any{"token_use": "access"} }, 401, message.CodeUnauthorized},
		{"a session that was ended", &signedOut, func(q *apitest.Request) { q.SignedIn = signedOut.SessionsFrom.Add(-time.Second) }, 401, message.CodeUnauthorized},
		{"a token of another client", &admin, func(q *apitest.Request) { q.Claims = map[string]any{"aud": "another"} }, 401, message.CodeUnauthorized},
		{"a token without a client", &admin, func(q *apitest.Request) { q.Claims = map[string]any{"aud": nil} }, 401, message.CodeUnauthorized},
		{"a token of no session", &admin, func(q *apitest.Request) { q.Claims = map[string]any{"origin_jti": nil} }, 401, message.CodeUnauthorized},
		{"a token that is issued later", &admin, func(q *apitest.Request) { q.Claims = map[string]any{"iat": later} }, 401, message.CodeUnauthorized},
		{"a token that is good only later", &admin, func(q *apitest.Request) { q.Claims = map[string]any{"nbf": later} }, 401, message.CodeUnauthorized},
		{"a sign-in in the future", &admin, func(q *apitest.Request) { q.SignedIn = w.Clock.Now().Add(2 * time.Minute) }, 401, message.CodeUnauthorized},
		{"a token that was good before", &admin, func(q *apitest.Request) { q.Claims = map[string]any{"exp": "Fri Nov 20 08:00:00 UTC 2026"} }, 401, message.CodeUnauthorized},
		{"a token without valid times", &admin, func(q *apitest.Request) { q.Claims = map[string]any{"iat": "now"} }, 401, message.CodeUnauthorized},
		{"a session that was ended by itself", &leaver, nil, 401, message.CodeUnauthorized},
		{"a user who is not activated", &invited, nil, 400, message.CodeInactive},
		{"a user of a company that is not activated", &ofClosed, nil, 400, message.CodeInactive},
	}
	for _, r := range api.Routes() {
		if r.Rule.IsPublic() {
			continue
		}
		for _, tt := range tests {
			q := request(r, tt.as)
			if tt.as == nil {
				q.Path = strings.Replace(q.Path, "{id}", string(mine.ID), 1)
			}
			if tt.change != nil {
				tt.change(&q)
			}
			answer := w.Do(t, q)
			if answer.Status != tt.status || answer.Problem(t).Code != string(tt.code) {
				t.Errorf("%s by %s: %d %s", r.ID, tt.name, answer.Status, answer.Body)
			}
		}
		if r.OfCompany() {
			q := request(r, &stranger)
			q.Path = strings.Replace(q.Path, "{id}", string(mine.ID), 1)
			if answer := w.Do(t, q); answer.Status != 404 || answer.Problem(t).Code != string(message.CodeNotFound) {
				t.Errorf("%s with another company's id: %d %s", r.ID, answer.Status, answer.Body)
			}
		}
	}
}
