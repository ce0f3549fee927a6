package scim_test

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"github.com/aws/smithy-go"

	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/plan"
)

// What a token did is in the audit under its name, and only the edge may call.
func TestAuditAndAddresses(t *testing.T) {
	s := start(t)
	made := s.do("POST", "/Users", person("audited@midori.example", "a", "b"), 201)
	id, _ := made["id"].(string)
	s.do("DELETE", "/Users/"+id, nil, 204)
	did := map[string]string{}
	for _, a := range s.Audits(t, s.company.ID) {
		if a.Target == id {
			did[a.Action] = a.ByToken
		}
	}
	if did["user.provisioned"] != "Entra ID" || did["user.deleted"] != "Entra ID" || did["user.cleared"] != "Entra ID" {
		t.Errorf("audit %v", did)
	}
	// The list of allowed addresses is about people.
	c, _ := s.Table.Company(t.Context(), s.company.ID)
	c.Features = append(c.Features, plan.FeatureIPRestriction)
	c.Addresses = []company.AllowedAddress{{Address: "198.51.100.1"}}
	x := s.Table.Begin(c.ID).Audit(table.Audit{Action: "test.changed"})
	x.WriteCompany(c)
	if err := x.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.do("GET", "/Users", nil, 200)
}

// Whichever call of a service fails, the answer is SCIM's and shows no internals, and the
// request can be repeated.
func TestFaults(t *testing.T) {
	for name, request := range map[string]struct {
		method, path string
		body         any
	}{
		"create": {"POST", "/Users", person("fault@midori.example", "a", "b")}, "suspend": {"PATCH", "/Users/{user}", patch(doc{"op": "replace", "path": "active", "value": false})},
		"group": {"PATCH", "/Groups/role-editor", patch(doc{"op": "add", "path": "members", "value": []doc{{"value": "{user}"}}})}, "remove": {"DELETE", "/Users/{user}", nil},
	} {
		t.Run(name, func(t *testing.T) {
			s := start(t)
			user := s.User(t, s.company, access.Viewer)
			path := strings.Replace(request.path, "{user}", string(user.ID), 1)
			body := request.body
			if body != nil {
				encoded, err := json.Marshal(body)
				if err != nil {
					t.Fatal(err)
				}
				body = strings.ReplaceAll(string(encoded), "{user}", string(user.ID))
			}
			faults := 0
			for call := 1; ; call++ {
				r, failed := s.DoFailing(t, ask(s.token, request.method, path, body), call)
				if strings.Contains(r.Body, "connection refused") || strings.Contains(r.Body, "AccessDenied") || r.Status >= 500 && !strings.Contains(r.Body, `"status":"`+strconv.Itoa(r.Status)+`"`) {
					t.Errorf("call %d: %d %s", call, r.Status, r.Body)
				}
				if !failed {
					if r.Status >= 300 && r.Status != 404 && r.Status != 409 { // done before
						t.Errorf("in the end: %d %s", r.Status, r.Body)
					}
					break
				}
				faults++
			}
			if faults < 3 {
				t.Errorf("%d faults", faults)
			}
			found := false
			for _, u := range s.all() {
				switch {
				case name == "create" && u.Email == "fault@midori.example", name == "suspend" && u.ID == user.ID && u.Suspended() && s.Pool.Accounts[u.Email].Disabled, name == "group" && u.ID == user.ID && u.Role == access.Editor:
					found = true
				case name == "remove" && u.ID == user.ID:
					t.Error("the user is still there")
				}
			}
			if !found && name != "remove" {
				t.Error("the change was not made")
			}
		})
	}
}

// While Cognito throttles, a request is answered as one that may be repeated, which providers do.
func TestThrottledRequestsAreRepeated(t *testing.T) {
	s := start(t)
	user := s.User(t, s.company, access.Viewer)
	suspend := ask(s.token, "PATCH", "/Users/"+string(user.ID), patch(doc{"op": "replace", "path": "active", "value": false}))
	s.Pool.Fail["AdminDisableUser"] = &smithy.OperationError{ServiceID: "Cognito Identity Provider", OperationName: "AdminDisableUser", Err: &smithy.GenericAPIError{Code: "TooManyRequestsException"}}
	if r := s.Do(t, suspend); r.Status != 503 || r.Headers.Get("Retry-After") != "1" || !strings.Contains(r.Body, `"status":"503"`) || strings.Contains(r.Body, "TooManyRequests") {
		t.Errorf("%d %v %s", r.Status, r.Headers, r.Body)
	}
	delete(s.Pool.Fail, "AdminDisableUser")
	if r := s.Do(t, suspend); r.Status != 200 {
		t.Errorf("%d %s", r.Status, r.Body)
	}
}
