package rest

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
)

// txt asks a name server (host:port, by UDP), or that of the system, for TXT records.
func txt(server string) func(context.Context, string) ([]string, error) {
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
