package table

import (
	"context"
	"errors"
	"time"

	"anzen/shared/domain/sds"
)

// Scanned is the result of the malware scan of a version of an object.
type Scanned struct {
	Version int64     `dynamodbav:"Version"` // of the record
	Object  string    `dynamodbav:"Object"`  // the version of the object
	Result  sds.Scan  `dynamodbav:"Result"`
	Threat  string    `dynamodbav:"Threat"` // its name, if any
	At      time.Time `dynamodbav:"At"`
	TTL     int64     `dynamodbav:"ttl"`
}

// scannedKept is how long a result is kept: longer than its object can be registered.
const scannedKept = 7 * 24 * time.Hour

// Scanned reads the result for a version of a company's object; sds.ScanWaiting where there is none yet.
func (t *Table) Scanned(ctx context.Context, c sds.CompanyID, key, version string) (Scanned, error) {
	s, ok, err := Get[Scanned](ctx, t, scannedKey(c, key, version))
	if err == nil && !ok {
		s.Result = sds.ScanWaiting
	}
	return s, err
}

// ScanOf is the result for a version of a company's object; sds.ScanWaiting where there is none yet.
func (t *Table) ScanOf(ctx context.Context, c sds.CompanyID, key, version string) (sds.Scan, error) {
	s, err := t.Scanned(ctx, c, key, version)
	return s.Result, err
}

// NoteScanned stores a result unless a stored one outweighs it, and returns the effective one.
func (t *Table) NoteScanned(ctx context.Context, c sds.CompanyID, key, version string, fresh Scanned, a Audit) (Scanned, error) {
	k := scannedKey(c, key, version)
	for {
		had, ok, err := Get[Scanned](ctx, t, k)
		if err != nil || ok && !fresh.Result.Outweighs(had.Result) {
			return had, err
		}
		fresh.Object = version
		fresh.Version, fresh.TTL = had.Version+1, t.now().Add(scannedKept).Unix()
		x := t.Begin(c)
		if ok {
			x.Replace(k, fresh, had.Version)
		} else {
			x.Create(k, fresh, ErrStale)
		}
		if err := x.Audit(a).Commit(ctx); err == nil || !errors.Is(err, ErrStale) {
			return fresh, err
		}
	}
}

// Infected is an infected version of a company's object; empty where there is none. Infected versions are erased at
// once, so this record is all that is left.
func (t *Table) Infected(ctx context.Context, c sds.CompanyID, key string) (version string, err error) {
	all, err := List[Scanned](ctx, t, Partition{scannedPK(c), key + "#"})
	for _, s := range all {
		if s.Result == sds.ScanInfected {
			version = s.Object
		}
	}
	return version, err
}

// ScanAttachment writes the result for a registered attachment, unless it was removed or has changed since it was read.
func (t *Table) ScanAttachment(ctx context.Context, c sds.CompanyID, s sds.SheetID, a sds.Attachment, result sds.Scan, audit Audit) error {
	a.Scan = result
	err := t.Begin(c).Attach(s, a).Audit(audit).Commit(ctx)
	if errors.Is(err, ErrStale) {
		return nil
	}
	return err
}
