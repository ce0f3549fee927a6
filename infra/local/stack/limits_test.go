package stack

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"anzen/infra/local/door"
)

// Files for S3 may arrive slowly, signed or by a form; no other request may, with or
// without credentials.
func TestOnlyFilesMayArriveSlowly(t *testing.T) {
	signed := func(service string) string {
		return "AWS4-HMAC-SHA256 Credential=AKIA/20261101/ap-northeast-1/" + service + "/aws4_request, SignedHeaders=host, Signature=00"
	}
	for _, tt := range []struct {
		path, authorization string
		limits              door.Limits
	}{
		{"/anzen-local-sheets", "", door.Files},
		{"/anzen-local-sheets/uploads/a.pdf", signed("s3"), door.Files},
		{"/", "", door.Calls},
		{"/" + poolID + "/.well-known/jwks.json", "", door.Calls},
		{"/", signed("dynamodb"), door.Calls},
		{"/schedules/a", signed("scheduler"), door.Calls},
	} {
		r := httptest.NewRequest(http.MethodPost, tt.path, http.NoBody)
		if tt.authorization != "" {
			r.Header.Set("Authorization", tt.authorization)
		}
		if got := awsLimits(r); got != tt.limits {
			t.Errorf("%s %s: %+v", tt.path, tt.authorization, got)
		}
	}
}
