package api_test

import (
	"net/http"
	"testing"

	"anzen/functions/api"
	"anzen/functions/api/apitest"
	"anzen/functions/api/rest"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/message"
	"anzen/shared/domain/plan"
)

// Every route that is not public enforces the company's allow-list, by the address that
// CloudFront sets and by nothing that a client sends.
func TestEveryRouteHoldsTheAddress(t *testing.T) {
	w := apitest.New(t)
	restricted := w.Company(t, func(c *company.Company) {
		c.Features = []plan.Feature{plan.FeatureIPRestriction}
		c.Addresses = []company.AllowedAddress{{Address: "198.51.100.0/24"}, {Address: "2001:db8::/32"}}
	})
	ended := w.Company(t, func(c *company.Company) { c.Features, c.Addresses = nil, restricted.Addresses })
	admin, ofEnded := w.User(t, restricted, access.Admin), w.User(t, ended, access.Admin)
	tests := []struct {
		name    string
		as      *company.User
		headers map[string]string
		denied  message.Code
	}{
		{"outside", &admin, nil, rest.CodeAddressDenied},
		{"inside", &admin, map[string]string{"CloudFront-Viewer-Address": "198.51.100.3:1"}, ""},
		{"inside, IPv6", &admin, map[string]string{"CloudFront-Viewer-Address": "2001:db8::7:443"}, ""},
		{"outside, and says otherwise", &admin, map[string]string{"X-Forwarded-For": "198.51.100.3", "X-Real-Ip": "198.51.100.3", "Forwarded": "for=198.51.100.3", "True-Client-Ip": "198.51.100.3"}, rest.CodeAddressDenied},
		{"no address", &admin, map[string]string{"CloudFront-Viewer-Address": ""}, rest.CodeAddressDenied},
		{"several addresses", &admin, map[string]string{"CloudFront-Viewer-Address": "198.51.100.3:1, 203.0.113.7:1"}, rest.CodeAddressDenied},
		{"of a company whose option ended", &ofEnded, nil, ""},
	}
	for _, r := range api.Routes() {
		if r.Rule.IsPublic() {
			continue
		}
		for _, tt := range tests {
			q := request(r, tt.as)
			q.Headers = tt.headers
			answer := w.Do(t, q)
			var code message.Code
			if answer.Status == http.StatusForbidden {
				code = message.Code(answer.Problem(t).Code)
			}
			if code != tt.denied {
				t.Errorf("%s from %s: %d %s", r.ID, tt.name, answer.Status, answer.Body)
			}
		}
	}
	public := w.Do(t, apitest.Request{Method: "POST", Path: "/password-recovery", Body: map[string]string{"email": admin.Email}})
	if public.Status != http.StatusNoContent {
		t.Errorf("a public route: %+v", public)
	}
}
