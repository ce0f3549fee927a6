package whitelist

import (
	"context"

	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/input"
	"anzen/shared/domain/message"
	"anzen/shared/domain/plan"
)

// AddRoute is the declaration of POST whitelist_ips.
var AddRoute = rest.Route{
	Method: "POST", Path: "/companies/{id}/whitelist_ips", ID: "addAllowedAddress", Tag: "whitelist", Rule: rest.Need(access.AllowedIPAddressCreate), Status: 201, Creates: true, Recent: true,
	Summary: "Allow an address or network; from then on the company can be used only from listed ones, so the caller's own has to be among them (409)",
	Grants:  []grant.Grant{grant.Table("GetItem", "PutItem")},
}

// NewEntry is an address to allow.
type NewEntry struct {
	Address string `json:"ip_address" minLength:"1" maxLength:"60" doc:"a single address or a network in CIDR notation, IPv4 or IPv6"`
	Name    string `json:"name,omitempty" maxLength:"50"`
}

// AddInput is an address to allow.
type AddInput struct {
	rest.OfCompany
	Body NewEntry
}

// EntryOutput is an entry.
type EntryOutput struct{ Body Entry }

// Add allows an address.
func Add(ctx context.Context, call *rest.Call, in *AddInput) (*EntryOutput, error) {
	if err := call.Option(plan.FeatureIPRestriction); err != nil {
		return nil, err
	}
	var wrong input.FieldErrors
	p, trouble := company.Address(in.Body.Address)
	wrong.Add("ip_address", trouble)
	wrong.Add("name", named(in.Body.Name))
	if err := wrong.Err(); err != nil {
		return nil, err
	}
	added := company.AllowedAddress{Address: company.AddressText(p), Name: company.Clean(in.Body.Name), CreatedAt: call.Now(), CreatedBy: call.User}
	out := &EntryOutput{view(added)}
	_, err := write(ctx, call, "address.added", added.Address, func(entries []company.AllowedAddress) ([]company.AllowedAddress, error) {
		if holds(entries, added.Address) {
			return nil, message.New(message.Conflict, CodeExists).On("ip_address", CodeExists, nil)
		}
		return append(entries, added), nil
	}, func(x *table.Tx) { call.Remember(x, out.Body) })
	if err != nil {
		return nil, err
	}
	return out, nil
}

// named validates the name of an address, which may be empty.
func named(name string) message.Code {
	if company.Clean(name) == "" {
		return ""
	}
	return company.OrganisationName(name)
}
