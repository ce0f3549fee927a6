package company

import (
	"net/netip"
	"strings"
	"time"

	"golang.org/x/text/unicode/norm"

	"anzen/shared/domain/message"
	"anzen/shared/domain/plan"
	"anzen/shared/domain/sds"
)

// AllowedAddress is an entry of a company's list of allowed IP addresses: one address
// or a network.
type AllowedAddress struct {
	Address   string     `dynamodbav:"Address"` // in the form of AddressText
	Name      string     `dynamodbav:"Name"`
	CreatedAt time.Time  `dynamodbav:"CreatedAt"`
	CreatedBy sds.UserID `dynamodbav:"CreatedBy"`
}

// MaxAddresses is the maximum length of a company's list, which is read with every request.
const MaxAddresses = 200

// Codes of refused addresses.
const (
	CodeAddress         message.Code = "address.invalid"
	CodeAddressTooBroad message.Code = "address.too_broad"
)

// Address parses an IPv4 or IPv6 address, or a network in CIDR notation, and masks it:
// 203.0.113.7/24 is 203.0.113.0/24, and an IPv4-mapped IPv6 address the IPv4 address.
// The trouble is empty for a valid one.
func Address(text string) (netip.Prefix, Trouble) {
	text = Clean(norm.NFKC.String(text))
	if text == "" {
		return netip.Prefix{}, message.CodeRequired
	}
	var p netip.Prefix
	if strings.Contains(text, "/") {
		parsed, err := netip.ParsePrefix(text)
		if err != nil {
			return p, CodeAddress
		}
		p = parsed
	} else {
		a, err := netip.ParseAddr(text)
		if err != nil || a.Zone() != "" {
			return p, CodeAddress
		}
		p = netip.PrefixFrom(a, a.BitLen())
	}
	if a := p.Addr(); a.Is4In6() {
		if p.Bits() < 96 {
			return netip.Prefix{}, CodeAddress
		}
		p = netip.PrefixFrom(a.Unmap(), p.Bits()-96)
	}
	if p.Bits() == 0 { // all addresses: no restriction
		return netip.Prefix{}, CodeAddressTooBroad
	}
	return p.Masked(), ""
}

// AddressText is a network in CIDR notation, or a single address without prefix length.
func AddressText(p netip.Prefix) string {
	if p.IsSingleIP() {
		return p.Addr().String()
	}
	return p.String()
}

// Admits reports whether the company may be used from the client's address: it lacks the
// option, its list is empty, or an entry contains the address. No entry contains an
// address that cannot be parsed.
func (c Company) Admits(address string) bool {
	if !c.Has(plan.FeatureIPRestriction) || len(c.Addresses) == 0 {
		return true
	}
	from, err := netip.ParseAddr(address)
	if err != nil {
		return false
	}
	for _, a := range c.Addresses {
		if p, trouble := Address(a.Address); trouble == "" && p.Contains(from.Unmap()) {
			return true
		}
	}
	return false
}
