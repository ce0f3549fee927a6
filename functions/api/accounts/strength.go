package accounts

import (
	"context"

	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/shared/domain/message"
	"anzen/shared/domain/password"
)

// StrengthRoute is the declaration of POST password-strength. It is public, as a mailed
// link is all that a person has who sets their first password. It stores and logs nothing.
var StrengthRoute = rest.Route{
	Method: "POST", Path: "/password-strength", ID: "estimatePasswordStrength", Tag: "accounts", Rule: rest.Public,
	Repeated: "it stores nothing",
	Summary:  "Whether a new password would be accepted, told while it is typed, by the same rule that accepts it; sets nothing",
	Grants:   []grant.Grant{grant.Table("GetItem", "BatchGetItem")},
}

// NewPassword is a password that is being typed.
type NewPassword struct {
	Password string   `json:"password" maxLength:"256"`
	Token    string   `json:"token,omitempty" maxLength:"200" doc:"the mailed link with which it will be set: the words of its person and company count against the password"`
	Known    []string `json:"known,omitempty" maxItems:"10" doc:"further texts that count against it, such as the names of a person who is signed in"`
}

// Strength is the judgement on a password.
type Strength struct {
	Accepted bool         `json:"accepted"`
	Code     message.Code `json:"code,omitempty" doc:"why it would be refused: password.weak, password.guessable, password.personal"`
	Detail   string       `json:"detail,omitempty" doc:"the same in the language of the request"`
}

// StrengthInput is a password that is being typed.
type StrengthInput struct{ Body NewPassword }

// StrengthOutput is the judgement, which no cache may keep.
type StrengthOutput struct {
	CacheControl string `header:"Cache-Control"`
	Body         Strength
}

// EstimateStrength judges a new password. An invalid link only means that no words of its
// person are known: setting the password refuses it.
func EstimateStrength(ctx context.Context, call *rest.Call, in *StrengthInput) (*StrengthOutput, error) {
	known := in.Body.Known
	if in.Body.Token != "" {
		if l, err := open(ctx, call, in.Body.Token); err == nil {
			known = append(known, password.Known(l.person.User, l.person.Company)...)
		}
	}
	code := password.Validate(in.Body.Password, known...)
	out := Strength{Accepted: code == "", Code: code}
	if code != "" {
		out.Detail = message.Text(call.Lang, code, nil)
	}
	return &StrengthOutput{"no-store", out}, nil
}
