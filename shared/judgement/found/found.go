// Package found holds the results of a checklist's nightly run, kept from one run to the
// next: the sheets hit, since when, and on what ground. Comparing two of them gives the
// news. The current hits of a checklist are queried from the catalog, never read from here.
package found

import (
	"bytes"
	"encoding/gob"
	"fmt"
	"slices"

	"github.com/google/uuid"
	"github.com/klauspost/compress/zstd"

	"anzen/shared/domain/checklist"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/verdict"
)

// Hits are the verdicts for which a run records a sheet.
var Hits = []verdict.Verdict{verdict.Applies, verdict.RequiresContext, verdict.Scheduled}

// Key is the object key of a checklist's results in the catalog's bucket.
func Key(c sds.CompanyID, l checklist.ID) string {
	return "companies/" + string(c) + "/checklists/" + string(l)
}

// Found is the result of a run for one checklist.
type Found struct {
	// Definition is the hash of what the checklist watched, Rules the regulations and the
	// epoch that the verdicts depend on.
	Definition, Rules string
	// Begun is the first day on which the definition was evaluated: hits of that day are no
	// news.
	Begun string
	Rows  []Row // sorted by sheet
}

// Row is a hit.
type Row struct {
	Sheet   uuid.UUID
	Version int64 // of the sheet record evaluated
	Verdict verdict.Verdict
	Ground  string
	First   string // the first day of the unbroken series of days with a hit
	Turned  string // the day on which something announced came into force, else empty
}

// News counts the rows that are new since a day, and among them those that came into force.
func (f *Found) News(after string) (fresh, inForce int) {
	for i := range f.Rows {
		switch r := &f.Rows[i]; {
		case r.Turned > after && r.Turned != f.Begun:
			inForce++
			fresh++
		case r.First > after && r.First != f.Begun:
			fresh++
		}
	}
	return fresh, inForce
}

// IsNew reports whether a row is news on a day.
func (f *Found) IsNew(r *Row, day string) bool {
	return f.Begun != day && (r.First == day || r.Turned == day)
}

// Row returns the row of a sheet; nil where it was not hit.
func (f *Found) Row(sheet uuid.UUID) *Row {
	if f == nil {
		return nil
	}
	i, ok := slices.BinarySearchFunc(f.Rows, sheet, func(r Row, id uuid.UUID) int { return bytes.Compare(r.Sheet[:], id[:]) })
	if !ok {
		return nil
	}
	return &f.Rows[i]
}

// Note returns the row of a hit on a day, given the sheet's row of the previous run.
func Note(before *Row, sheet uuid.UUID, version int64, v verdict.Verdict, ground, day string) Row {
	r := Row{Sheet: sheet, Version: version, Verdict: v, Ground: ground, First: day}
	if before != nil {
		r.First, r.Turned = before.First, before.Turned
		if before.Verdict == verdict.Scheduled && v != verdict.Scheduled {
			r.Turned = day
		}
	}
	return r
}

// Sort sorts the rows by sheet.
func (f *Found) Sort() {
	slices.SortFunc(f.Rows, func(a, b Row) int { return bytes.Compare(a.Sheet[:], b.Sheet[:]) })
}

// Equal reports whether two runs found the same.
func (f *Found) Equal(g *Found) bool {
	return g != nil && f.Definition == g.Definition && f.Rules == g.Rules && f.Begun == g.Begun && slices.Equal(f.Rows, g.Rows)
}

// maxUnpacked limits the decompressed size.
const maxUnpacked = 1 << 30

// stored is the encoded form: gob encodes by field names, so these must not change.
type stored struct {
	Definition, Rules, Begun string
	Rows                     []storedRow
}

type storedRow struct {
	Sheet                 uuid.UUID
	Version               int64
	Verdict               verdict.Verdict
	Ground, First, Turned string
}

// Encode returns the results as compressed gob.
func (f *Found) Encode() ([]byte, error) {
	kept := stored{Definition: f.Definition, Rules: f.Rules, Begun: f.Begun, Rows: make([]storedRow, len(f.Rows))}
	for i, r := range f.Rows {
		kept.Rows[i] = storedRow(r)
	}
	var raw bytes.Buffer
	if err := gob.NewEncoder(&raw).Encode(kept); err != nil {
		return nil, fmt.Errorf("encode checklist results: %w", err)
	}
	z, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
	if err != nil {
		return nil, fmt.Errorf("compress checklist results: %w", err)
	}
	return z.EncodeAll(raw.Bytes(), nil), nil
}

// Decode is the reverse of Encode.
func Decode(data []byte) (*Found, error) {
	z, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxUnpacked))
	if err != nil {
		return nil, fmt.Errorf("decompress checklist results: %w", err)
	}
	defer z.Close()
	raw, err := z.DecodeAll(data, nil)
	if err != nil {
		return nil, fmt.Errorf("decompress checklist results: %w", err)
	}
	var kept stored
	if err := gob.NewDecoder(bytes.NewReader(raw)).Decode(&kept); err != nil {
		return nil, fmt.Errorf("decode checklist results: %w", err)
	}
	f := &Found{Definition: kept.Definition, Rules: kept.Rules, Begun: kept.Begun}
	for _, r := range kept.Rows {
		f.Rows = append(f.Rows, Row(r))
	}
	return f, nil
}
