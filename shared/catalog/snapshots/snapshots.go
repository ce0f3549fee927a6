// Package snapshots keeps the catalog's snapshots: each is an object named for its
// company, and a request for a new one is a record that the compaction finds.
package snapshots

import (
	"context"

	"anzen/shared/domain/sds"
)

// Requests are the records by which instances ask for new snapshots.
type Requests interface {
	RequestSnapshot(ctx context.Context, c sds.CompanyID) error
}

// Objects are where the snapshots lie.
type Objects interface {
	ReadIfThere(ctx context.Context, key string, limit int64) ([]byte, error)
	Write(ctx context.Context, key, contentType string, body []byte) error
}

// Store is where the snapshots lie, and where they are asked for.
type Store struct {
	Requests
	Objects Objects
}

// maxSnapshot bounds what an instance reads.
const maxSnapshot = 1 << 30

// key is apart from what else is kept of companies: below an object none can lie in a file system.
func key(c sds.CompanyID) string { return "catalogs/" + string(c) }

// ReadSnapshot reads a company's snapshot, nil where there is none.
func (s Store) ReadSnapshot(ctx context.Context, c sds.CompanyID) ([]byte, error) {
	return s.Objects.ReadIfThere(ctx, key(c), maxSnapshot)
}

// WriteSnapshot keeps a company's snapshot in place of the last.
func (s Store) WriteSnapshot(ctx context.Context, c sds.CompanyID, data []byte) error {
	return s.Objects.Write(ctx, key(c), "application/octet-stream", data)
}
