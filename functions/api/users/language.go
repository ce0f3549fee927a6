package users

import (
	"context"
	"errors"

	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/shared/aws/table"
	"anzen/shared/domain/company"
)

// Language is the language of a user's mails and dashboard.
type Language struct {
	Locale string `json:"locale" enum:"ja-JP,en-US"`
}

// LanguageOutput is the language.
type LanguageOutput struct{ Body Language }

// GetLanguageRoute is the declaration of GET users/me/language.
var GetLanguageRoute = rest.Route{
	Method: "GET", Path: "/users/me/language", ID: "getMyLanguage", Tag: "users", Rule: rest.Session, Unenrolled: true,
	Summary: "The caller's language",
}

// GetLanguage reads the caller's language.
func GetLanguage(_ context.Context, call *rest.Call, _ *struct{}) (*LanguageOutput, error) {
	return &LanguageOutput{Language{company.LocaleOf(call.Locale)}}, nil
}

// SetLanguageRoute is the declaration of PUT users/me/language.
var SetLanguageRoute = rest.Route{
	Method: "PUT", Path: "/users/me/language", ID: "setMyLanguage", Tag: "users", Rule: rest.Session, Unenrolled: true,
	Summary: "Change the caller's language",
	Grants:  []grant.Grant{grant.Table("GetItem", "PutItem")},
}

// LanguageChoice is the language to set.
type LanguageChoice struct {
	Locale string `json:"locale" enum:"ja-JP,en-US,ja,en" doc:"ja is ja-JP, en is en-US"`
}

// SetLanguageInput names a language.
type SetLanguageInput struct{ Body LanguageChoice }

// SetLanguage changes the caller's language. It takes no version: only the user sets it,
// and the last write wins.
func SetLanguage(ctx context.Context, call *rest.Call, in *SetLanguageInput) (*LanguageOutput, error) {
	out := &LanguageOutput{Language{company.LocaleOf(in.Body.Locale)}}
	for try := 1; ; try++ {
		u, err := call.Table.User(ctx, call.CompanyID, call.User)
		if err != nil || u.Locale == out.Body.Locale {
			return out, err
		}
		u.Locale = out.Body.Locale
		x := call.Begin("user.language_set", string(u.ID))
		x.WriteUser(u)
		if err = x.Commit(ctx); !errors.Is(err, table.ErrStale) || try == 5 {
			return out, err
		}
	}
}
