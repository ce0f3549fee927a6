// Package snapshots stores the catalog's snapshots: one object per company and format, and a record
// per request for a new one, which the compaction processes.
//
// While a release goes on, older and newer code work side by side, each with snapshots of its own format: neither
// replaces those of the other.
package snapshots

import (
	"context"

	"anzen/shared/catalog"
	"anzen/shared/domain/sds"
)

// Requests are the records by which instances request new snapshots.
type Requests interface {
	RequestSnapshot(ctx context.Context, c sds.CompanyID) error
}

// Objects stores the snapshots.
type Objects interface {
	ReadIfThere(ctx context.Context, key string, limit int64) ([]byte, error)
	Write(ctx context.Context, key, contentType string, body []byte) error
}

// Store stores snapshots and requests for them.
type Store struct {
	Requests
	Objects Objects
}

// maxSnapshot bounds what an instance reads.
const maxSnapshot = 1 << 30

// Prefix is that of all snapshots. Those of former formats remain until they expire.
const Prefix = "catalogs/"

// Of is the prefix of a company's snapshots of all formats.
func Of(c sds.CompanyID) string { return Prefix + string(c) }

// key has the format behind a dot: in a file system no object can be below another one.
func key(c sds.CompanyID) string { return Of(c) + "." + catalog.Format() }

// ReadSnapshot reads a company's snapshot, nil where there is none.
func (s Store) ReadSnapshot(ctx context.Context, c sds.CompanyID) ([]byte, error) {
	return s.Objects.ReadIfThere(ctx, key(c), maxSnapshot)
}

// WriteSnapshot replaces a company's snapshot.
func (s Store) WriteSnapshot(ctx context.Context, c sds.CompanyID, data []byte) error {
	return s.Objects.Write(ctx, key(c), "application/octet-stream", data)
}
