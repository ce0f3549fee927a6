// Package domainproof looks for the proof that a mail domain is a company's: the operator's
// word, or a TXT record of DNS (RFC 1464) that only its owner can write.
package domainproof

import (
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"
	"time"

	"anzen/shared/aws/table"
	"anzen/shared/domain/saml"
	"anzen/shared/domain/sds"
)

// Lookup returns the TXT records of a name; none and no error where there is no such name.
type Lookup func(ctx context.Context, name string) ([]string, error)

// DNS asks a name server (host:port, by UDP), or that of the system, for TXT records.
func DNS(server string) Lookup {
	resolver := net.DefaultResolver
	if server != "" {
		resolver = &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
			var d net.Dialer
			return d.DialContext(ctx, "udp", server)
		}}
	}
	return func(ctx context.Context, name string) ([]string, error) {
		// The dot keeps the system's search domains out.
		records, err := resolver.LookupTXT(ctx, strings.TrimSuffix(name, ".")+".")
		var failed *net.DNSError
		switch {
		case errors.As(err, &failed) && failed.IsNotFound:
			return nil, nil
		case err != nil:
			return nil, fmt.Errorf("look up %s: %w", name, err)
		}
		return records, nil
	}
}

// lookupTakes is how long the proof of a domain is looked for.
const lookupTakes = 3 * time.Second

// Proven reports whether a mail domain is proven to be a company's, by the operator or by its
// DNS. An error is no answer: of the table, or of DNS.
func Proven(ctx context.Context, t *table.Table, lookup Lookup, c sds.CompanyID, domain string) (bool, error) {
	if _, there, err := t.OperatorProof(ctx, c, domain); err != nil || there {
		return there, err
	}
	ctx, cancel := context.WithTimeout(ctx, lookupTakes)
	defer cancel()
	records, err := lookup(ctx, saml.ProofName(domain))
	return slices.Contains(records, saml.Proof(c)), err
}
