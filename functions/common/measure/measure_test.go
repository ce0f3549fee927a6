package measure_test

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"testing"
	"time"

	"anzen/functions/common/measure"
	"anzen/shared/aws/metrics"
	"anzen/shared/catalog"
	"anzen/shared/domain/sds"
)

// onSheets is a table with sheets that takes two seconds to be read.
type onSheets struct {
	catalog.Source
	now    time.Time
	sheets int
}

func (o *onSheets) LogEnd(context.Context, sds.CompanyID) (int64, error) { return 0, nil }

func (o *onSheets) LogBefore(context.Context, sds.CompanyID, time.Time) (int64, error) { return 0, nil }

func (o *onSheets) Tail(context.Context, sds.CompanyID, int64) ([]sds.LogEntry, error) {
	return nil, nil
}

func (o *onSheets) EachSheet(_ context.Context, _ sds.CompanyID, each func(*sds.Sheet) error) error {
	o.now = o.now.Add(2 * time.Second)
	for range o.sheets {
		if err := each(&sds.Sheet{ID: sds.NewID[sds.SheetID]()}); err != nil {
			return err
		}
	}
	return nil
}

// A company is loaded once, which is measured with its size, and the catalog knows how many sheets it holds.
func TestLoadsAreMeasured(t *testing.T) {
	var out bytes.Buffer
	source := &onSheets{now: time.Unix(0, 0), sheets: 1500}
	m := metrics.Namespaced{Namespace: "anzen-test", Out: &out, Now: time.Now}
	c := catalog.New(source, func() time.Time { return source.now }, measure.Loads(m, slog.New(slog.DiscardHandler)))
	if n := c.Sheets("c"); n != 0 {
		t.Errorf("%d sheets before anything is loaded", n)
	}
	for range 2 {
		if _, err := c.Search(t.Context(), "c", catalog.Query{}); err != nil {
			t.Fatal(err)
		}
	}
	if n := c.Sheets("c"); n != 1500 {
		t.Errorf("%d sheets", n)
	}
	if got := out.String(); strings.Count(got, "\n") != 1 || !strings.Contains(got, `"CatalogLoad":2000`) || !strings.Contains(got, `"size":"under-10000"`) || !strings.Contains(got, `"From":"table"`) {
		t.Error(got)
	}
}
