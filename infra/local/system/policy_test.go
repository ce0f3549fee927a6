package system_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"anzen/shared/domain/message"
)

// A function without a needed grant fails here as it would on AWS: the log names the
// missing grant, the user sees only that something went wrong.
func TestAMissingGrantShows(t *testing.T) {
	p := alone(t, envWithout+"=listSheets sts:AssumeRole,editSheet dynamodb:UpdateItem,getSheetPDF s3:GetObjectVersion")
	b := p.signIn(t, editor, password)
	id := b.upload(t, file{"denied.pdf", sheetPDF("Denied 60", 1)})[0]
	s := b.completed(t, id)

	for _, tt := range []struct {
		call                       call
		function, action, resource string
	}{
		{
			call{method: "GET", path: "/companies/{id}/sdses"},
			"listSheets", "sts:AssumeRole", "arn:aws:iam::000000000000:role/tenant",
		},
		{
			call{method: "PUT", path: "/companies/{id}/sdses/" + id, version: s.Version, body: map[string]string{"note": "x"}},
			"editSheet", "dynamodb:UpdateItem", "arn:aws:dynamodb:ap-northeast-1:000000000000:table/anzen",
		},
	} {
		a := b.do(t, tt.call)
		p := a.problem(t)
		if a.status != http.StatusInternalServerError || p.Code != string(message.CodeInternal) || p.Detail != message.Text("ja", message.CodeInternal, nil) {
			t.Errorf("%s: %s", tt.function, a)
		}
		for _, secret := range []string{"AccessDenied", "dynamodb", "arn:"} {
			if strings.Contains(string(a.body), secret) {
				t.Errorf("%s reveals %s: %s", tt.function, secret, a)
			}
		}
	}
	// A signed link has its signer's permissions.
	link := want[struct{ URL string }](t, b, call{method: "GET", path: "/companies/{id}/sds/" + id + "/pdf"})
	if a := get(t, link.URL); a.status != http.StatusForbidden || !strings.Contains(string(a.body), "AccessDenied") {
		t.Errorf("link signed by a function that may not read: %d", a.status)
	}

	type line struct{ Function, Action, Resource string }
	var denied []line
	for _, text := range p.log(t, `"not allowed"`) {
		var l line
		if err := json.Unmarshal([]byte(text), &l); err != nil {
			t.Fatal(err)
		}
		denied = append(denied, l)
	}
	table, bucket := "arn:aws:dynamodb:ap-northeast-1:000000000000:table/anzen", "arn:aws:s3:::anzen-local-sheets/"+"uploads/"
	wanted := []line{{"listSheets", "sts:AssumeRole", "arn:aws:iam::000000000000:role/tenant"}, {"editSheet", "dynamodb:UpdateItem", table}, {"getSheetPDF", "s3:GetObjectVersion", bucket}}
	if len(denied) != len(wanted) {
		t.Fatalf("refused: %+v", denied)
	}
	for i, d := range denied {
		w := wanted[i]
		if d.Function != w.Function || d.Action != w.Action || !strings.HasPrefix(d.Resource, w.Resource) {
			t.Errorf("refused: %+v, want %+v", d, w)
		}
	}
	if want[sheet](t, b, call{method: "GET", path: "/companies/{id}/sdses/" + id}).Version != s.Version {
		t.Error("the refused edit left a trace")
	}
}
