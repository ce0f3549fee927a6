package scim

import (
	"context"
	"errors"
	"slices"
	"time"

	"anzen/functions/api/accounts"
	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/input"
	"anzen/shared/domain/mail"
	"anzen/shared/domain/message"
	"anzen/shared/domain/plan"
	"anzen/shared/domain/sds"
)

// Routes are the resource's routes, in the order of the document.
func Routes() []rest.Route {
	return []rest.Route{
		rest.Handle(ListRoute, List),
		rest.Handle(MakeRoute, Make),
		rest.Handle(EndRoute, End),
	}
}

// ListRoute is the declaration of GET provisioning_tokens.
var ListRoute = rest.Route{
	Method: "GET", Path: "/companies/{id}/provisioning_tokens", ID: "listProvisioningTokens", Tag: "provisioning", Rule: rest.Need(access.CompanyEdit),
	Summary: "The tokens by which the company's identity provider changes its users (SCIM 2.0), and the address for it",
	Grants:  []grant.Grant{grant.Table("Query")},
}

// ListInput names the company.
type ListInput struct {
	rest.OfCompany
	rest.Paged
}

// ProvisioningToken is a token without its secret.
type ProvisioningToken struct {
	ID         sds.UserID `json:"id" format:"uuid"`
	Name       string     `json:"name"`
	CreatedAt  time.Time  `json:"created_at"`
	CreatedBy  string     `json:"created_by,omitempty" doc:"the full name; absent: of a user who was removed"`
	ExpiresAt  *time.Time `json:"expires_at,omitempty" doc:"absent: it has no end"`
	Expired    bool       `json:"expired"`
	LastUsedAt *time.Time `json:"last_used_at,omitempty" doc:"to within an hour; absent: not used yet"`
}

// ProvisioningTokens are the tokens of a company.
type ProvisioningTokens struct {
	BaseURL string              `json:"base_url" doc:"of the SCIM endpoints, for the identity provider"`
	Max     int                 `json:"max" doc:"the most tokens"`
	Items   []ProvisioningToken `json:"items" nullable:"false"`
	Total   int                 `json:"total"`
	rest.PageView
}

// ListOutput are the tokens of a company.
type ListOutput struct{ Body ProvisioningTokens }

// List answers the tokens of the company. Those that outlived the option are shown, so
// that they can be ended.
func List(ctx context.Context, call *rest.Call, in *ListInput) (*ListOutput, error) {
	all, err := call.Table.ProvisioningTokens(ctx, call.CompanyID)
	if err != nil {
		return nil, err
	}
	if len(all) == 0 {
		if err := call.Option(plan.FeatureSAML); err != nil {
			return nil, err
		}
	}
	people, err := call.Table.Users(ctx, call.CompanyID)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(all, func(a, b company.ProvisioningToken) int { return a.CreatedAt.Compare(b.CreatedAt) })
	items := make([]ProvisioningToken, len(all))
	for i, t := range all {
		items[i] = view(call, t, people)
	}
	page, of := rest.PageOf(in.Paged, items)
	return &ListOutput{ProvisioningTokens{call.AppURL + Root, company.MaxProvisioningTokens, page, len(items), of}}, nil
}

func view(call *rest.Call, t company.ProvisioningToken, people []company.User) ProvisioningToken {
	v := ProvisioningToken{ID: t.ID, Name: t.Name, CreatedAt: t.CreatedAt, ExpiresAt: t.ExpiresAt, Expired: t.Expired(call.Now()), LastUsedAt: t.LastUsedAt}
	for _, u := range people {
		if u.ID == t.CreatedBy {
			v.CreatedBy = u.Name()
		}
	}
	return v
}

// MakeRoute is the declaration of POST provisioning_tokens.
var MakeRoute = rest.Route{
	Method: "POST", Path: "/companies/{id}/provisioning_tokens", ID: "makeProvisioningToken", Tag: "provisioning", Rule: rest.Need(access.CompanyEdit), Recent: true, Status: 201,
	Repeated: "it makes another token, as a stored answer would contain the secret; revoke the one whose answer was lost",
	Summary:  "Make a token for the company's identity provider; its secret is in this answer and nowhere else. Mails the administrators",
	Makes:    "/companies/{id}/provisioning_tokens/{made}",
	Grants:   []grant.Grant{grant.Table("Query", "PutItem"), grant.Mail()},
}

// NewProvisioningToken is a token to make.
type NewProvisioningToken struct {
	Name      string     `json:"name" minLength:"1" maxLength:"50" doc:"unlike that of the other token; in the audit it stands for the provider"`
	ExpiresAt *time.Time `json:"expires_at,omitempty" doc:"within a year; absent: it has no end"`
}

// MakeInput is a token to make.
type MakeInput struct {
	rest.OfCompany
	Body NewProvisioningToken
}

// MadeProvisioningToken is a new token.
type MadeProvisioningToken struct {
	ProvisioningToken
	Token string `json:"token" doc:"the secret bearer token"`
}

// MakeOutput is a new token.
type MakeOutput struct{ Body MadeProvisioningToken }

// The errors of tokens.
const (
	CodeEnd       message.Code = "provisioning.expires_at"
	CodeNameTaken message.Code = "provisioning.name_taken"
)

// Make makes a token.
func Make(ctx context.Context, call *rest.Call, in *MakeInput) (*MakeOutput, error) {
	if err := call.Option(plan.FeatureSAML); err != nil {
		return nil, err
	}
	have, err := call.Table.ProvisioningTokens(ctx, call.CompanyID)
	if err != nil {
		return nil, err
	}
	now := call.Now()
	t := company.ProvisioningToken{ID: sds.NewID[sds.UserID](), Slot: 1, Name: company.Clean(in.Body.Name), CreatedAt: now.UTC(), CreatedBy: call.User, ExpiresAt: in.Body.ExpiresAt}
	var wrong input.FieldErrors
	wrong.Add("name", company.OrganisationName(in.Body.Name))
	if at := t.ExpiresAt; at != nil && (!at.After(now) || at.After(now.Add(company.ProvisioningTokenLasts))) {
		wrong.Add("expires_at", CodeEnd)
	}
	for _, other := range have {
		if company.Fold(other.Name) == company.Fold(t.Name) {
			wrong.Add("name", CodeNameTaken)
		}
		if other.Slot == t.Slot {
			t.Slot++
		}
	}
	if err := wrong.Err(); err != nil {
		return nil, err
	}
	if len(have) >= company.MaxProvisioningTokens {
		return nil, table.ErrTooManyTokens
	}
	secret, hash := table.NewProvisioningToken(call.CompanyID, t.Slot)
	t.Hash = hash
	if err := call.Begin("provisioning.token_made", string(t.ID)).CreateProvisioningToken(t).Commit(ctx); err != nil {
		return nil, err
	}
	people, err := notify(ctx, call, mail.ProvisioningTokenMade, t)
	if err != nil {
		return nil, err
	}
	return &MakeOutput{MadeProvisioningToken{view(call, t, people), secret}}, nil
}

// notify mails the administrators about a token, and returns all users. A mail that could
// not be sent is only logged.
func notify(ctx context.Context, call *rest.Call, kind mail.Kind, t company.ProvisioningToken) ([]company.User, error) {
	people, err := call.Table.Users(ctx, call.CompanyID)
	for _, u := range people {
		if u.Administers() {
			accounts.Notify(ctx, call, u, kind, mail.Args{"by": call.Name, "title": t.Name, "link": call.AppURL + "/#/security/scim"})
		}
	}
	return people, err
}

// EndRoute is the declaration of DELETE provisioning_tokens/{entryId}.
var EndRoute = rest.Route{
	Method: "DELETE", Path: "/companies/{id}/provisioning_tokens/{entryId}", ID: "endProvisioningToken", Tag: "provisioning", Rule: rest.Need(access.CompanyEdit), Recent: true, Status: 204,
	Summary: "End a token: it is refused from then on. Mails the administrators",
	Grants:  []grant.Grant{grant.Table("Query", "PutItem", "DeleteItem"), grant.Mail()},
}

// EndInput names a token.
type EndInput struct {
	rest.OfCompany
	Token sds.UserID `path:"entryId" format:"uuid" doc:"the token"`
}

// End ends a token. It needs no option: what a company can no more use, it can still end.
func End(ctx context.Context, call *rest.Call, in *EndInput) (*struct{}, error) {
	all, err := call.Table.ProvisioningTokens(ctx, call.CompanyID)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(all, func(t company.ProvisioningToken) bool { return t.ID == in.Token })
	if i < 0 {
		return nil, table.ErrNotFound
	}
	if err := call.Begin("provisioning.token_ended", string(in.Token)).EndProvisioningToken(all[i]).Commit(ctx); err != nil {
		return nil, err
	}
	if _, err := notify(ctx, call, mail.ProvisioningTokenEnded, all[i]); err != nil {
		call.Log.ErrorContext(ctx, "administrators not notified of an ended token", "cause", errors.Join(err).Error())
	}
	return nil, nil
}
