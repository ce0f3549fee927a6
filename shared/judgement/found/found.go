// Package found is what a nightly run found of a checklist, as it is kept from one
// night to the next: which sheets were hit, since when, and on what that rested. From
// two of them follows what is new. What a checklist finds at this moment is asked of
// the catalog, never of this.
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

// Hits are the verdicts that a run notes a sheet for.
var Hits = []verdict.Verdict{verdict.Applies, verdict.RequiresContext, verdict.Scheduled}

// Key is where what was found of a checklist is kept, in the bucket of the catalog.
func Key(c sds.CompanyID, l checklist.ID) string {
	return "companies/" + string(c) + "/checklists/" + string(l)
}

// Found is what a run found of a checklist.
type Found struct {
	// Definition names what the checklist watched, and Rules by which regulations and on
	// which epoch's days it was judged.
	Definition, Rules string
	// Begun is the day on which the definition was looked at for the first time: what was
	// found then is no news.
	Begun string
	Rows  []Row // by sheet
}

// Row is a sheet that is hit.
type Row struct {
	Sheet   uuid.UUID
	Version int64 // of the sheet, as it was judged
	Verdict verdict.Verdict
	Ground  string
	First   string // the day on which it was found, of those on which it has been found since
	Turned  string // the day on which what was announced came into force; empty where nothing did
}

// News are the rows that became new after a day, and of these those that came into force.
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

// IsNew tells whether a row is news on a day.
func (f *Found) IsNew(r *Row, day string) bool {
	return f.Begun != day && (r.First == day || r.Turned == day)
}

// Row is the row of a sheet; nil where it was not hit.
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

// Note is the row of a hit on a day, after what was found of the sheet before.
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

// Sort brings the rows into their order.
func (f *Found) Sort() {
	slices.SortFunc(f.Rows, func(a, b Row) int { return bytes.Compare(a.Sheet[:], b.Sheet[:]) })
}

// Equal tells whether two runs found the same.
func (f *Found) Equal(g *Found) bool {
	return g != nil && f.Definition == g.Definition && f.Rules == g.Rules && f.Begun == g.Begun && slices.Equal(f.Rows, g.Rows)
}

// maxUnpacked bounds what one is unpacked to.
const maxUnpacked = 1 << 30

// stored is how it is kept: gob goes by the names of the fields, so that these never
// change.
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

// Encode packs it.
func (f *Found) Encode() ([]byte, error) {
	kept := stored{Definition: f.Definition, Rules: f.Rules, Begun: f.Begun, Rows: make([]storedRow, len(f.Rows))}
	for i, r := range f.Rows {
		kept.Rows[i] = storedRow(r)
	}
	var raw bytes.Buffer
	if err := gob.NewEncoder(&raw).Encode(kept); err != nil {
		return nil, fmt.Errorf("encode what was found: %w", err)
	}
	z, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
	if err != nil {
		return nil, fmt.Errorf("pack what was found: %w", err)
	}
	return z.EncodeAll(raw.Bytes(), nil), nil
}

// Decode unpacks it.
func Decode(data []byte) (*Found, error) {
	z, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxUnpacked))
	if err != nil {
		return nil, fmt.Errorf("unpack what was found: %w", err)
	}
	defer z.Close()
	raw, err := z.DecodeAll(data, nil)
	if err != nil {
		return nil, fmt.Errorf("unpack what was found: %w", err)
	}
	var kept stored
	if err := gob.NewDecoder(bytes.NewReader(raw)).Decode(&kept); err != nil {
		return nil, fmt.Errorf("decode what was found: %w", err)
	}
	f := &Found{Definition: kept.Definition, Rules: kept.Rules, Begun: kept.Begun}
	for _, r := range kept.Rows {
		f.Rows = append(f.Rows, Row(r))
	}
	return f, nil
}
