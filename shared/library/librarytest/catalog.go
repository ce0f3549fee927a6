package librarytest

import (
	"context"
	"maps"
	"slices"
	"testing"
	"time"

	"anzen/shared/catalog"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
)

// Catalog searches the sheets as they are at each search.
func (s *Store) Catalog() Catalog { return Catalog{s} }

// Catalog searches a store.
type Catalog struct{ store *Store }

// Search returns a page of the sheets.
func (c Catalog) Search(ctx context.Context, of sds.CompanyID, q catalog.Query) (catalog.Page, error) {
	return c.catalog().Search(ctx, of, q)
}

// Counts returns the numbers of sheets that queries find.
func (c Catalog) Counts(ctx context.Context, of sds.CompanyID, queries []catalog.Query) ([]int, error) {
	return c.catalog().Counts(ctx, of, queries)
}

func (c Catalog) catalog() *catalog.Catalog {
	options := []catalog.Option{}
	if c.store.Checks != nil {
		options = append(options, catalog.WithChecks(c.store.Checks))
	}
	return catalog.New(source(c), func() time.Time { return Now }, options...)
}

type source struct{ store *Store }

func (s source) EachSheet(_ context.Context, _ sds.CompanyID, each func(*sds.Sheet) error) error {
	for _, id := range slices.Sorted(maps.Keys(s.store.Sheets)) {
		sheet := s.store.Sheets[id]
		if err := each(&sheet); err != nil {
			return err
		}
	}
	return nil
}

func (source) LogEnd(context.Context, sds.CompanyID) (int64, error) { return 0, nil }

func (source) LogBefore(context.Context, sds.CompanyID, time.Time) (int64, error) { return 0, nil }

func (source) Tail(context.Context, sds.CompanyID, int64) ([]sds.LogEntry, error) { return nil, nil }

func (source) At(context.Context, sds.CompanyID, []int64) ([]sds.LogEntry, error) { return nil, nil }

// Code returns the code of an error and the codes of the input members that it names;
// empty for nil.
func Code(t testing.TB, err error) (code message.Code, fields map[string]message.Code) {
	t.Helper()
	if err == nil {
		return "", nil
	}
	e, is := err.(*message.Error) //nolint:errorlint // use cases return them unwrapped
	if !is {
		t.Fatalf("an error without a code: %v", err)
	}
	fields = map[string]message.Code{}
	for _, f := range e.Fields {
		fields[f.Path] = f.Code
	}
	return e.Code, fields
}
