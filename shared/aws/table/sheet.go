package table

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"

	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/write"
	"anzen/shared/text"
)

// packed is a record stored as compressed JSON.
type packed struct {
	Body []byte `dynamodbav:"Body"`
}

// packers are reused compressors: one takes nearly a megabyte, and a sheet has a record
// for each section.
var packers = sync.Pool{New: func() any { return gzip.NewWriter(io.Discard) }}

func pack(v any) (packed, error) {
	var buffer bytes.Buffer
	w := packers.Get().(*gzip.Writer) //nolint:forcetypeassert // nothing else is put there
	defer packers.Put(w)
	w.Reset(&buffer)
	if err := json.NewEncoder(w).Encode(v); err != nil {
		return packed{}, fmt.Errorf("pack: %w", err)
	}
	if err := w.Close(); err != nil {
		return packed{}, fmt.Errorf("pack: %w", err)
	}
	return packed{buffer.Bytes()}, nil
}

// maxUnpacked bounds the unpacked size of a record.
const maxUnpacked = 64 << 20

func (p packed) unpack(v any) error {
	r, err := gzip.NewReader(bytes.NewReader(p.Body))
	if err != nil {
		return fmt.Errorf("unpack: %w", err)
	}
	if err := json.NewDecoder(io.LimitReader(r, maxUnpacked)).Decode(v); err != nil {
		return fmt.Errorf("unpack: %w", err)
	}
	return nil
}

// Sheet reads a sheet record; ErrNotFound for a removed one.
func (t *Table) Sheet(ctx context.Context, c sds.CompanyID, id sds.SheetID) (sds.Sheet, error) {
	s, err := GetOr[sds.Sheet](ctx, t, SheetKey(c, id), ErrNotFound)
	if err == nil && s.DeletedAt != nil {
		err = ErrNotFound
	}
	if err == nil {
		err = t.rederive(ctx, c, []*sds.Sheet{&s})
	}
	return s, err
}

// Sections reads all sections of a sheet, in order.
func (t *Table) Sections(ctx context.Context, c sds.CompanyID, id sds.SheetID) ([]sds.Section, error) {
	records, err := List[packed](ctx, t, sections(c, id))
	if err != nil {
		return nil, err
	}
	found := make([]sds.Section, len(records))
	for i, r := range records {
		if err := r.unpack(&found[i]); err != nil {
			return nil, fmt.Errorf("section %d of sheet %s: %w", i, id, err)
		}
	}
	return found, nil
}

// CheckResult reads the check result of a sheet.
func (t *Table) CheckResult(ctx context.Context, c sds.CompanyID, id sds.SheetID) (sds.CheckResult, error) {
	result := sds.CheckResult{Findings: []sds.Finding{}}
	record, ok, err := Get[packed](ctx, t, findingsKey(c, id))
	if err != nil || !ok {
		return result, err
	}
	var body json.RawMessage
	if err := record.unpack(&body); err != nil {
		return result, err
	}
	into := any(&result)
	if bytes.HasPrefix(body, []byte("[")) { // older records contain the findings alone
		into = &result.Findings
	}
	if err := json.Unmarshal(body, into); err != nil {
		return result, fmt.Errorf("check result of sheet %s: %w", id, err)
	}
	return result, nil
}

// Edits reads a sheet's history, the latest first.
func (t *Table) Edits(ctx context.Context, c sds.CompanyID, id sds.SheetID) ([]sds.Edit, error) {
	records, err := query[packed](ctx, t, edits(c, id), queryOptions{backward: true})
	if err != nil {
		return nil, err
	}
	found := make([]sds.Edit, len(records))
	for i, r := range records {
		if err := r.unpack(&found[i]); err != nil {
			return nil, fmt.Errorf("history of sheet %s: %w", id, err)
		}
	}
	return found, nil
}

// WriteSheet writes a change of a sheet with its log entry, history, audit record and
// product-code guards, and returns the sheet record as written. ErrStale where it has
// changed since it was read, a conflict where a product code belongs to another sheet.
func (t *Table) WriteSheet(ctx context.Context, c sds.CompanyID, w write.Sheet) (sds.Sheet, error) {
	seq, err := t.nextSeq(ctx, c, 1)
	if err != nil {
		return sds.Sheet{}, err
	}
	x := t.Begin(c).Audit(w.Audit)
	after := x.sheet(seq, w)
	return after, x.Commit(ctx)
}

// sheet adds the change of a sheet to the transaction under the log number.
func (x *Tx) sheet(seq int64, w write.Sheet) sds.Sheet {
	after := w.After
	key := SheetKey(x.company, after.ID)
	if w.Before == nil {
		after.Version = 1
		x.Create(key, after, message.New(message.Conflict, message.CodeStale))
	} else {
		after.Version = w.Before.Version + 1
		x.Replace(key, after, w.Before.Version)
	}
	x.log(seq, after)
	for _, s := range w.Sections {
		x.putPacked(sectionKey(x.company, after.ID, s.Number), s)
	}
	if w.CheckResult != nil {
		x.putPacked(findingsKey(x.company, after.ID), *w.CheckResult)
	}
	if w.Edit != nil {
		x.putPacked(editKey(x.company, after.ID, w.Edit.ID), *w.Edit)
	}
	x.codes(w.Before, after)
	x.beside(w, after)
	return after
}

// beside adds the records of a change of a sheet besides the sheet's own.
func (x *Tx) beside(w write.Sheet, after sds.Sheet) {
	switch w.Analysis {
	case write.AnalysisPromised:
		x.promise(after)
	case write.AnalysisEnded:
		x.settle(after)
	}
	if w.Upload != nil {
		x.take(*w.Upload, after.ID)
	}
	for _, a := range w.Attached {
		x.Attach(after.ID, a)
	}
	for _, a := range w.Detached {
		x.Detach(after.ID, a)
	}
	if w.Counts {
		x.countUploads(1, w.Limit)
	}
	x.Answer(w.Answer)
}

func (x *Tx) putPacked(k Key, v any) {
	record, err := pack(v)
	if err != nil {
		x.err = fmt.Errorf("%s: %w", k, err)
		return
	}
	x.Put(k, record)
}

// codes collects the product codes that a change claims and frees.
func (x *Tx) codes(before *sds.Sheet, after sds.Sheet) {
	var had []string
	if before != nil {
		had = foldCodes(before.GuardedCodes)
	}
	has := foldCodes(after.GuardedCodes)
	for _, c := range has {
		if !slices.Contains(had, c) {
			x.claimed = append(x.claimed, claim{c, after.ID})
		}
	}
	for _, c := range had {
		if !slices.Contains(has, c) {
			x.freed = append(x.freed, c)
		}
	}
}

// claim is a product code that a sheet claims.
type claim struct {
	code  string
	sheet sds.SheetID
}

// codeGuard is the guard record of a sheet's product code.
type codeGuard struct {
	Sheet sds.SheetID `dynamodbav:"Sheet"`
}

func foldCodes(codes []string) []string {
	folded := make([]string, 0, len(codes))
	for _, c := range codes {
		if c = text.Fold(c); c != "" && !slices.Contains(folded, c) {
			folded = append(folded, c)
		}
	}
	return folded
}

// guards adds the changes of guards. A code that one sheet of the transaction frees and
// another claims passes in one write, so that no other sheet can take it in between.
func (x *Tx) guards() {
	var taken []string
	for _, c := range x.claimed {
		k, refused := productCodeKey(x.company, c.code), message.New(message.Conflict, write.CodeProductCodeExists).With(message.Args{"code": c.code})
		switch {
		case slices.Contains(taken, c.code):
			x.err = errors.Join(x.err, refused)
		case slices.Contains(x.freed, c.code):
			x.Put(k, codeGuard{c.sheet})
		default:
			x.Create(k, codeGuard{c.sheet}, refused)
		}
		taken = append(taken, c.code)
	}
	for _, c := range x.freed {
		if !slices.Contains(taken, c) {
			x.Remove(productCodeKey(x.company, c))
		}
	}
	x.claimed, x.freed = nil, nil
}

// codeOwner is the sheet that guards a product code, empty where none does.
func (t *Table) codeOwner(ctx context.Context, c sds.CompanyID, code string) (sds.SheetID, error) {
	g, _, err := Get[codeGuard](ctx, t, productCodeKey(c, code))
	return g.Sheet, err
}
