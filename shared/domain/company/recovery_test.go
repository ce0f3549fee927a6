package company_test

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"anzen/shared/domain/company"
)

func TestRecoverySet(t *testing.T) {
	now := time.Date(2026, 1, 15, 0, 0, 0, 0, time.UTC)
	set, codes := company.NewRecoverySet("u", now)
	form := regexp.MustCompile(`^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){5}$`)
	seen := map[string]bool{}
	for i, code := range codes {
		if !form.MatchString(code) || seen[code] || set.Codes[i].Hash != company.HashRecoveryCode("u", code) {
			t.Errorf("code %s, hash %s", code, set.Codes[i].Hash)
		}
		seen[code] = true
	}
	if len(codes) != 10 || set.Remaining() != 10 || !set.CreatedAt.Equal(now) {
		t.Errorf("%d codes, %d remain", len(codes), set.Remaining())
	}
	set.Codes[3].UsedAt = &now
	if set.Remaining() != 9 {
		t.Errorf("%d remain after one was used", set.Remaining())
	}
}

func TestRecoveryCodesAreTypedInManyWays(t *testing.T) {
	want := company.HashRecoveryCode("u", "01AB-CDEF-GH01-1234")
	for _, typed := range []string{"01abcdefgh011234", "OIAB CDEF GHOL I234", " o1ab-cdef-gh0i-l234 "} {
		if company.HashRecoveryCode("u", typed) != want {
			t.Errorf("%s is another code", typed)
		}
	}
	if company.HashRecoveryCode("v", "01AB-CDEF-GH01-1234") == want || company.HashRecoveryCode("u", strings.Repeat("0", 16)) == want {
		t.Error("another user's code, or another code, has the same hash")
	}
}
