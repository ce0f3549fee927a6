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

// AllowedAddress is an entry of the list of addresses from which a company may be
// used: one address or a network.
type AllowedAddress struct {
	Address   string     `dynamodbav:"Address"` // as AddressText writes it
	Name      string     `dynamodbav:"Name"`
	CreatedAt time.Time  `dynamodbav:"CreatedAt"`
	CreatedBy sds.UserID `dynamodbav:"CreatedBy"`
}

// MaxAddresses is how long a company's list may be: it is read with every request.
const MaxAddresses = 200

// The codes of addresses that are not accepted.
const (
	CodeAddress         message.Code = "address.invalid"
	CodeAddressTooBroad message.Code = "address.too_broad"
)

// Address reads an IPv4 or IPv6 address, or a network in CIDR notation, of which it
// keeps the part that counts: 203.0.113.7/24 is 203.0.113.0/24, and an IPv4 address
// within IPv6 the IPv4 address. The trouble is empty for a good one.
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
	if p.Bits() == 0 { // everybody: that is no restriction
		return netip.Prefix{}, CodeAddressTooBroad
	}
	return p.Masked(), ""
}

// AddressText is a network in CIDR notation, a single address without the length.
func AddressText(p netip.Prefix) string {
	if p.IsSingleIP() {
		return p.Addr().String()
	}
	return p.String()
}

// Admits tells whether the company may be used from the client's address: it has
// not bought or filled the list, or an entry of the list holds the address. An
// address that is not known is held by none.
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
