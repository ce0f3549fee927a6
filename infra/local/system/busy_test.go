package system_test

import (
	"testing"

	"anzen/infra/local/stack"
	"anzen/shared/domain/message"
)

// While a service answers 5xx, the API's answer says that the request may be repeated, in the user's language; afterwards it can be.
func TestUnavailableServicesAreBusy(t *testing.T) {
	b := here(t).signIn(t, editor, password)
	b.lang = "en-US"
	shared.Fail(func(c stack.Call) bool { return c.Function == "listTags" && c.Service == "dynamodb" })
	defer shared.Fail(nil)
	tags := call{method: "GET", path: "/companies/{id}/tags"}
	a := b.do(t, tags)
	if p := a.problem(t); a.status != 503 || p.Code != string(message.CodeBusy) || p.Detail != message.Text("en", message.CodeBusy, nil) || p.Request == "" || a.header.Get("Retry-After") != "1" {
		t.Errorf("%s, %v", a, a.header)
	}
	shared.Fail(nil)
	want[struct{ Items []struct{ ID string } }](t, b, tags)
}
