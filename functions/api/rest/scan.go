package rest

import (
	"context"

	"anzen/shared/domain/sds"
)

// Erased is a version of an object that was erased, because malware was found in it; empty where none was.
func (c *Call) Erased(ctx context.Context, key string) (version string, err error) {
	if !c.Scanning {
		return "", nil
	}
	return c.Table.Infected(ctx, c.Company, key)
}

// ScanOf is what is known now of a version of an object that has come: nothing where uploads are not searched.
func (c *Call) ScanOf(ctx context.Context, key, version string) (sds.Scan, error) {
	if !c.Scanning {
		return sds.ScanNone, nil
	}
	found, err := c.Table.Scanned(ctx, c.Company, key, version)
	return found.Result, err
}
