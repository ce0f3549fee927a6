package company_test

import (
	"testing"

	"pgregory.net/rapid"

	"anzen/shared/domain/company"
	"anzen/shared/domain/message"
	"anzen/shared/domain/plan"
)

func TestAddress(t *testing.T) {
	for text, want := range map[string]string{
		"203.0.113.7": "203.0.113.7", " ２０３．０．１１３．７ ": "203.0.113.7", "203.0.113.7/32": "203.0.113.7", "203.0.113.7/24": "203.0.113.0/24", "10.0.0.0/8": "10.0.0.0/8",
		"2001:DB8::1": "2001:db8::1", "2001:0db8:0:0:0:0:0:1/128": "2001:db8::1", "2001:db8::1/64": "2001:db8::/64",
		"::ffff:203.0.113.7": "203.0.113.7", "::ffff:203.0.113.7/120": "203.0.113.0/24", "0.0.0.0/1": "0.0.0.0/1",
	} {
		p, trouble := company.Address(text)
		if trouble != "" || company.AddressText(p) != want {
			t.Errorf("%s is %s %s, want %s", text, p, trouble, want)
		}
	}
	for text, want := range map[string]message.Code{
		"": message.CodeRequired, "　": message.CodeRequired, "0.0.0.0/0": company.CodeAddressTooBroad, "::/0": company.CodeAddressTooBroad, "::ffff:0.0.0.0/96": company.CodeAddressTooBroad,
		"203.0.113": company.CodeAddress, "203.0.113.256": company.CodeAddress, "203.0.113.07": company.CodeAddress, "203.0.113.7/33": company.CodeAddress, "203.0.113.7/": company.CodeAddress,
		"203.0.113.7/024": company.CodeAddress, "203.0.113.1-9": company.CodeAddress, "203.0.113.*": company.CodeAddress, "203.0.113.7:80": company.CodeAddress, "fe80::1%eth0": company.CodeAddress,
		"2001:db8::/129": company.CodeAddress, "2001:db8:::1": company.CodeAddress, "::ffff:0.0.0.0/90": company.CodeAddress, "example.com": company.CodeAddress, "203.0.113.7/255.255.255.0": company.CodeAddress,
	} {
		if p, trouble := company.Address(text); trouble != want {
			t.Errorf("%s is %s %q, want %q", text, p, trouble, want)
		}
	}
}

func TestAddressesComeBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`([0-9]{1,3}\.){3}[0-9]{1,3}(/[0-9]{1,2})?|([0-9a-f]{1,4}:){7}[0-9a-f]{1,4}(/[0-9]{1,3})?`).Draw(t, "address")
		p, trouble := company.Address(text)
		if trouble != "" {
			return
		}
		if again, trouble := company.Address(company.AddressText(p)); trouble != "" || again != p {
			t.Errorf("%s is %s, then %s %s", text, p, again, trouble)
		}
	})
}

func TestAdmits(t *testing.T) {
	c := company.Company{Features: []plan.Feature{plan.FeatureIPRestriction}, Addresses: []company.AllowedAddress{{Address: "203.0.113.0/24"}, {Address: "198.51.100.9"}, {Address: "2001:db8::/32"}}}
	for address, want := range map[string]bool{
		"203.0.113.0": true, "203.0.113.255": true, "203.0.114.0": false, "198.51.100.9": true, "198.51.100.8": false, "2001:db8:ffff::1": true, "2001:db9::1": false,
		"::ffff:203.0.113.1": true, "": false, "203.0.113.1, 8.8.8.8": false, "unknown": false,
	} {
		if got := c.Admits(address); got != want {
			t.Errorf("%q: %v", address, got)
		}
	}
	without := c
	without.Features = nil
	empty := c
	empty.Addresses = nil
	if !without.Admits("8.8.8.8") || !empty.Admits("") {
		t.Error("nothing to restrict, and yet restricted")
	}
}
