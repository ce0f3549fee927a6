package rest

import (
	"context"

	"anzen/shared/sds"
)

// ScanOf is what is known now of a version of an object that has come: nothing where uploads are not searched.
func (c *Call) ScanOf(ctx context.Context, key, version string) (sds.Scan, error) {
	if !c.Scanning {
		return sds.ScanNone, nil
	}
	found, err := c.Table.Scanned(ctx, c.Company, key, version)
	return found.Result, err
}
