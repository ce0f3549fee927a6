package factors

import (
	"context"
	"errors"
	"regexp"
	"slices"
	"time"

	"anzen/functions/api/accounts"
	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/shared/aws/idp"
	"anzen/shared/aws/table"
	"anzen/shared/domain/company"
	"anzen/shared/domain/input"
	"anzen/shared/domain/mail"
	"anzen/shared/domain/message"
)

// Codes of the errors about passkeys.
const (
	CodeTooManyPasskeys message.Code = "passkey.too_many"
	CodePasskeyExpired  message.Code = "passkey.expired"
	CodePasskeyRefused  message.Code = "passkey.refused"
)

// Passkey is a passkey of the caller.
type Passkey struct {
	ID        company.PasskeyID `json:"id" format:"uuid"`
	Name      string            `json:"name" doc:"by the user"`
	CreatedAt time.Time         `json:"created_at"`
}

func outOf(k company.Passkey) Passkey { return Passkey{k.ID, k.Name, k.CreatedAt} }

// ListPasskeysRoute is the declaration of GET users/me/passkeys.
var ListPasskeysRoute = rest.Route{
	Method: "GET", Path: "/users/me/passkeys", ID: "listMyPasskeys", Tag: "second-factors", Rule: rest.Session,
	Summary: "The passkeys with which the caller signs in without a password, oldest first",
	Grants:  []grant.Grant{grant.Table("GetItem")},
}

// Passkeys are a user's passkeys.
type Passkeys struct {
	Items []Passkey `json:"items" nullable:"false"`
	Limit int       `json:"limit" doc:"how many a user can have"`
}

// PasskeysOutput are a user's passkeys.
type PasskeysOutput struct{ Body Passkeys }

// ListPasskeys answers the caller's passkeys.
func ListPasskeys(ctx context.Context, call *rest.Call, _ *struct{}) (*PasskeysOutput, error) {
	u, err := call.Table.User(ctx, call.CompanyID, call.User)
	if err != nil {
		return nil, err
	}
	out := Passkeys{Items: []Passkey{}, Limit: company.MaxPasskeys}
	for _, k := range u.Passkeys {
		out.Items = append(out.Items, outOf(k))
	}
	return &PasskeysOutput{out}, nil
}

// BeginPasskeyRoute is the declaration of POST users/me/passkeys/registration.
var BeginPasskeyRoute = rest.Route{
	Method: "POST", Path: "/users/me/passkeys/registration", ID: "beginPasskey", Tag: "second-factors", Rule: rest.Session,
	Repeated: "the options replace those of the request before",
	Summary:  "The options with which the browser of the caller, who has reauthenticated, makes a passkey",
	Grants:   []grant.Grant{grant.Table("GetItem", "PutItem"), grant.Users("StartWebAuthnRegistration")},
}

// PasskeyOptions are for making a passkey.
type PasskeyOptions struct {
	Options map[string]any `json:"options" doc:"PublicKeyCredentialCreationOptionsJSON of WebAuthn level 3"`
}

// PasskeyOptionsOutput are options, which no cache may keep.
type PasskeyOptionsOutput struct {
	CacheControl string `header:"Cache-Control"`
	Body         PasskeyOptions
}

// BeginPasskey begins the registration of a passkey.
func BeginPasskey(ctx context.Context, call *rest.Call, _ *struct{}) (*PasskeyOptionsOutput, error) {
	r, err := mayAdd(ctx, call)
	if err != nil {
		return nil, err
	}
	u, err := call.Table.User(ctx, call.CompanyID, call.User)
	if err != nil {
		return nil, err
	}
	if len(u.Passkeys) >= company.MaxPasskeys {
		return nil, errTooManyPasskeys
	}
	options, err := call.Users.BeginPasskey(ctx, r.Token)
	if err != nil {
		return nil, refused(err)
	}
	if err := call.Begin("user.passkey_begun", string(call.User)).Commit(ctx); err != nil {
		return nil, err
	}
	return &PasskeyOptionsOutput{"no-store", PasskeyOptions{options}}, nil
}

var errTooManyPasskeys = message.New(message.Conflict, CodeTooManyPasskeys).With(message.Args{"limit": company.MaxPasskeys})

// AddPasskeyRoute is the declaration of POST users/me/passkeys.
var AddPasskeyRoute = rest.Route{
	Method: "POST", Path: "/users/me/passkeys", ID: "addPasskey", Tag: "second-factors", Rule: rest.Session, Status: 201,
	Repeated: "the browser's answer is used once (400)",
	Summary:  "Register the passkey that the browser of the caller, who has reauthenticated, has made, and mail the caller",
	Grants: []grant.Grant{
		grant.Table("GetItem", "PutItem"), grant.Mail(),
		grant.Users("CompleteWebAuthnRegistration", "AdminGetUser", "AdminSetUserMFAPreference", "AdminUpdateUserAttributes"),
	},
}

// NewPasskey is a passkey that a browser has made.
type NewPasskey struct {
	Name       string         `json:"name" minLength:"1" maxLength:"50"`
	Credential map[string]any `json:"credential" doc:"RegistrationResponseJSON of WebAuthn level 3"`
}

// AddPasskeyInput is a passkey that a browser has made.
type AddPasskeyInput struct{ Body NewPasskey }

// PasskeyOutput is a passkey.
type PasskeyOutput struct{ Body Passkey }

// credentialID is the form of a credential's id, up to 1,023 bytes (WebAuthn level 3, 4) in
// base 64 for URLs.
var credentialID = regexp.MustCompile(`^[A-Za-z0-9_-]+$`)

const maxCredentialID = 1364

// AddPasskey registers a passkey of the caller. It is in the caller's record before the user
// pool takes it, so that there is none in the pool that the record lacks.
func AddPasskey(ctx context.Context, call *rest.Call, in *AddPasskeyInput) (*PasskeyOutput, error) {
	r, err := mayAdd(ctx, call)
	if err != nil {
		return nil, err
	}
	name, err := passkeyName(in.Body.Name)
	if err != nil {
		return nil, err
	}
	id, _ := in.Body.Credential["id"].(string)
	if len(id) > maxCredentialID || !credentialID.MatchString(id) {
		return nil, message.New(message.Invalid, CodePasskeyRefused)
	}
	k := company.Passkey{ID: company.NewPasskeyID(), Credential: id, Name: name, CreatedAt: call.Now().UTC().Truncate(time.Second)}
	u, err := changePasskeys(ctx, call, "user.passkey_added", func(u *company.User) error {
		if len(u.Passkeys) >= company.MaxPasskeys {
			return errTooManyPasskeys
		}
		if slices.ContainsFunc(u.Passkeys, func(each company.Passkey) bool { return each.Credential == id }) {
			return message.New(message.Conflict, CodePasskeyRefused)
		}
		u.Passkeys = append(u.Passkeys, k)
		return nil
	})
	if err != nil {
		return nil, err
	}
	if err := call.Users.CompletePasskey(ctx, r.Token, in.Body.Credential); err != nil {
		if !idp.Answered(err) {
			return nil, err // it may have been registered: the record stays
		}
		_, undone := changePasskeys(ctx, call, "user.passkey_refused", without(k.ID))
		return nil, errors.Join(refusedPasskey(err), undone)
	}
	if err := countPasskeys(ctx, call); err != nil {
		return nil, err
	}
	accounts.Notify(ctx, call, u, mail.PasskeyAdded, mail.Args{"passkey": k.Name})
	return &PasskeyOutput{outOf(k)}, nil
}

// countPasskeys makes the caller's passkeys count as a second factor too, where they have one.
func countPasskeys(ctx context.Context, call *rest.Call) error {
	account, err := call.Users.Account(ctx, call.Email)
	if err != nil || len(account.Factors) == 0 {
		return err
	}
	return call.Users.SetFactors(ctx, call.Email, account.Factors, account.Preferred)
}

func refusedPasskey(err error) error {
	switch {
	case errors.Is(err, idp.ErrPasskeyExpired):
		return message.New(message.Conflict, CodePasskeyExpired).Because(err)
	case errors.Is(err, idp.ErrPasskeyRefused):
		return message.New(message.Invalid, CodePasskeyRefused).Because(err)
	}
	return refused(err)
}

// passkeyName is a passkey's name as it is kept.
func passkeyName(typed string) (string, error) {
	var wrong input.FieldErrors
	name := company.Clean(typed)
	wrong.Add("name", company.TagName(name))
	return name, wrong.Err()
}

func without(id company.PasskeyID) func(*company.User) error {
	return func(u *company.User) error {
		u.Passkeys = slices.DeleteFunc(u.Passkeys, func(k company.Passkey) bool { return k.ID == id })
		return nil
	}
}

// changePasskeys changes the caller's record, unless change has an error.
func changePasskeys(ctx context.Context, call *rest.Call, action string, change func(*company.User) error) (company.User, error) {
	for try := 1; ; try++ {
		u, err := call.Table.User(ctx, call.CompanyID, call.User)
		if err != nil {
			return u, err
		}
		if err := change(&u); err != nil {
			return u, err
		}
		x := call.Begin(action, string(u.ID))
		u = x.WriteUser(u)
		if err = x.Commit(ctx); !errors.Is(err, table.ErrStale) || try == maxTries {
			return u, err
		}
	}
}

// RenamePasskeyRoute is the declaration of PATCH users/me/passkeys/{passkeyId}.
var RenamePasskeyRoute = rest.Route{
	Method: "PATCH", Path: "/users/me/passkeys/{passkeyId}", ID: "renamePasskey", Tag: "second-factors", Rule: rest.Session,
	Summary: "Rename a passkey of the caller",
	Grants:  []grant.Grant{grant.Table("GetItem", "PutItem")},
}

// OfPasskey names a passkey of the caller.
type OfPasskey struct {
	ID company.PasskeyID `path:"passkeyId" format:"uuid" doc:"the passkey"`
}

// PasskeyName is the new name of a passkey.
type PasskeyName struct {
	Name string `json:"name" minLength:"1" maxLength:"50"`
}

// RenamePasskeyInput is the new name of a passkey.
type RenamePasskeyInput struct {
	OfPasskey
	Body PasskeyName
}

// RenamePasskey renames a passkey of the caller.
func RenamePasskey(ctx context.Context, call *rest.Call, in *RenamePasskeyInput) (*PasskeyOutput, error) {
	name, err := passkeyName(in.Body.Name)
	if err != nil {
		return nil, err
	}
	u, err := changePasskeys(ctx, call, "user.passkey_renamed", func(u *company.User) error {
		n := slices.IndexFunc(u.Passkeys, func(k company.Passkey) bool { return k.ID == in.ID })
		if n < 0 {
			return table.ErrNotFound
		}
		u.Passkeys[n].Name = name
		return nil
	})
	if err != nil {
		return nil, err
	}
	k, _ := u.Passkey(in.ID)
	return &PasskeyOutput{outOf(k)}, nil
}

// RemovePasskeyRoute is the declaration of DELETE users/me/passkeys/{passkeyId}.
var RemovePasskeyRoute = rest.Route{
	Method: "DELETE", Path: "/users/me/passkeys/{passkeyId}", ID: "removePasskey", Tag: "second-factors", Rule: rest.Session, Status: 204,
	Summary: "Remove a passkey of the caller, who has reauthenticated, and mail the caller",
	Grants:  []grant.Grant{grant.Table("GetItem", "PutItem"), grant.Mail(), grant.Users("DeleteWebAuthnCredential")},
}

// RemovePasskey removes a passkey of the caller.
func RemovePasskey(ctx context.Context, call *rest.Call, in *OfPasskey) (*struct{}, error) {
	// The user pool removes it by a token of the user's: a recovery code is not enough.
	r, err := mayAdd(ctx, call)
	if err != nil {
		return nil, err
	}
	u, err := call.Table.User(ctx, call.CompanyID, call.User)
	if err != nil {
		return nil, err
	}
	k, found := u.Passkey(in.ID)
	if !found {
		return nil, table.ErrNotFound
	}
	if err := call.Users.DeletePasskey(ctx, r.Token, k.Credential); err != nil {
		return nil, refused(err)
	}
	if u, err = changePasskeys(ctx, call, "user.passkey_removed", without(k.ID)); err != nil {
		return nil, err
	}
	accounts.Notify(ctx, call, u, mail.PasskeyRemoved, mail.Args{"passkey": k.Name})
	return nil, nil
}
