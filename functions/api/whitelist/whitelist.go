// Package whitelist is the API of the addresses from which a company may be used. The
// list is in the company's record, which every request reads anyway, so that enforcing it
// on every route needs no further read.
package whitelist

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/message"
	"anzen/shared/domain/plan"
)

// Entry is an address or network that is allowed.
type Entry struct {
	ID        string    `json:"id" doc:"the address for paths: with _ instead of the slash"`
	Address   string    `json:"ip_address" doc:"a single address or a network in CIDR notation, IPv4 or IPv6"`
	Name      string    `json:"name"`
	CreatedAt time.Time `json:"created_at"`
}

func view(a company.AllowedAddress) Entry {
	return Entry{strings.ReplaceAll(a.Address, "/", "_"), a.Address, a.Name, a.CreatedAt}
}

// ListRoute is the declaration of GET whitelist_ips.
var ListRoute = rest.Route{
	Method: "GET", Path: "/companies/{id}/whitelist_ips", ID: "listAllowedAddresses", Tag: "whitelist", Rule: rest.Need(access.AllowedIPAddressCreate),
	Summary: "The addresses from which the company may be used; none: from anywhere",
}

// ListInput names the company.
type ListInput struct {
	rest.OfCompany
	rest.Paged
}

// EntryList are all entries.
type EntryList struct {
	Items []Entry `json:"items" nullable:"false"`
	Total int     `json:"total"`
	Max   int     `json:"max" doc:"the most addresses"`
	rest.PageView
}

// ListOutput are all entries.
type ListOutput struct{ Body EntryList }

// List answers the entries, by address.
func List(_ context.Context, call *rest.Call, in *ListInput) (*ListOutput, error) {
	if err := call.Option(plan.FeatureIPRestriction); err != nil {
		return nil, err
	}
	return list(call.Company.Addresses, in.Paged), nil
}

func list(entries []company.AllowedAddress, of rest.Paged) *ListOutput {
	sorted := slices.SortedFunc(slices.Values(entries), func(a, b company.AllowedAddress) int {
		p, _ := company.Address(a.Address)
		q, _ := company.Address(b.Address)
		return p.Compare(q)
	})
	out := EntryList{Total: len(sorted), Max: company.MaxAddresses}
	sorted, out.PageView = rest.PageOf(of, sorted)
	for _, a := range sorted {
		out.Items = append(out.Items, view(a))
	}
	return &ListOutput{out}
}

// The errors of changes.
const (
	CodeExists    message.Code = "address.exists"
	CodeDuplicate message.Code = "address.csv_duplicate"
	CodeLocksOut  message.Code = "address.locks_out"
	CodeTooMany   message.Code = "address.too_many"
)

// maxTries is the most attempts of a change that conflicts with others of the company.
const maxTries = 4

// write changes the list, unless the caller would be locked out. remember, if any, adds
// to the transaction.
func write(ctx context.Context, call *rest.Call, action, target string, change func([]company.AllowedAddress) ([]company.AllowedAddress, error), remember func(*table.Tx)) (company.Company, error) {
	if err := call.Option(plan.FeatureIPRestriction); err != nil {
		return call.Company, err
	}
	for c, try := call.Company, 1; ; try++ {
		entries, err := change(slices.Clone(c.Addresses))
		if err != nil {
			return c, err
		}
		c.Addresses = entries
		switch {
		case len(entries) > company.MaxAddresses:
			return c, message.New(message.Invalid, CodeTooMany).With(message.Args{"limit": company.MaxAddresses})
		case !c.Admits(call.Address):
			return c, message.New(message.Conflict, CodeLocksOut).With(message.Args{"address": call.Address})
		}
		x := call.Begin(action, target)
		written := x.WriteCompany(c)
		if remember != nil {
			remember(x)
		}
		err = x.Commit(ctx)
		if !errors.Is(err, table.ErrStale) || try == maxTries {
			return written, err
		}
		if c, err = call.Table.Company(ctx, call.CompanyID); err != nil {
			return c, err
		}
	}
}

func holds(entries []company.AllowedAddress, address string) bool {
	return slices.ContainsFunc(entries, func(a company.AllowedAddress) bool { return a.Address == address })
}

// GetClientRoute is the declaration of GET utils/get-client-ip.
var GetClientRoute = rest.Route{
	Method: "GET", Path: "/utils/get-client-ip", ID: "getClientAddress", Tag: "whitelist", Rule: rest.Session,
	Summary: "The caller's address, as compared with the allow-list",
}

// ClientAddress is the caller's address.
type ClientAddress struct {
	Address string `json:"ip" doc:"IPv4 or IPv6; empty where unknown"`
}

// ClientOutput is the caller's address.
type ClientOutput struct{ Body ClientAddress }

// GetClient answers the caller's address.
func GetClient(_ context.Context, call *rest.Call, _ *struct{}) (*ClientOutput, error) {
	return &ClientOutput{ClientAddress{call.Address}}, nil
}

// DeleteRoute is the declaration of DELETE whitelist_ips/{ip}.
var DeleteRoute = rest.Route{
	Method: "DELETE", Path: "/companies/{id}/whitelist_ips/{ip}", ID: "deleteAllowedAddress", Tag: "whitelist", Rule: rest.Need(access.AllowedIPAddressDelete), Status: 204, Recent: true,
	Summary: "Remove an address from the list; not the caller's own while others stay (409)",
	Grants:  []grant.Grant{grant.Table("GetItem", "PutItem")},
}

// DeleteInput names an entry.
type DeleteInput struct {
	rest.OfCompany
	Address string `path:"ip" maxLength:"60" doc:"the entry's id, or its address"`
}

// Delete removes an address from the list.
func Delete(ctx context.Context, call *rest.Call, in *DeleteInput) (*struct{}, error) {
	p, trouble := company.Address(strings.ReplaceAll(in.Address, "_", "/"))
	address := company.AddressText(p)
	_, err := write(ctx, call, "address.deleted", address, func(entries []company.AllowedAddress) ([]company.AllowedAddress, error) {
		if trouble != "" || !holds(entries, address) {
			return nil, table.ErrNotFound
		}
		return slices.DeleteFunc(entries, func(a company.AllowedAddress) bool { return a.Address == address }), nil
	}, nil)
	return nil, err
}
