package company_test

import (
	"testing"

	"anzen/shared/domain/company"
)

func TestNames(t *testing.T) {
	for _, tt := range []struct{ last, first, locale, want string }{
		{"佐藤", "真由美", company.LocaleJapanese, "佐藤 真由美"},
		{"佐藤", "真由美", company.LocaleEnglish, "佐藤 真由美"},
		{"Smith", "Ann", company.LocaleEnglish, "Ann Smith"},
		{"Smith", "Ann", company.LocaleJapanese, "Smith Ann"},
	} {
		if got := (company.User{LastName: tt.last, FirstName: tt.first, Locale: tt.locale}).Name(); got != tt.want {
			t.Errorf("%v: %s", tt, got)
		}
	}
}
