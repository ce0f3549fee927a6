package sdses_test

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strconv"
	"testing"
	"time"

	"anzen/functions/api/apitest"
	"anzen/shared/catalog"
	"anzen/shared/catalog/sample"
	"anzen/shared/domain/access"
	"anzen/shared/domain/sds"
)

// envSheets adds a size to the measured ones, as for the benchmarks of the catalog.
const envSheets = "ANZEN_CATALOG_SHEETS"

// generated is a company whose sheets are made on request.
type generated struct {
	of *sample.Company
	n  int
}

func (g generated) LogEnd(context.Context, sds.CompanyID) (int64, error) { return 0, nil }

func (g generated) LogBefore(context.Context, sds.CompanyID, time.Time) (int64, error) { return 0, nil }

func (g generated) Tail(context.Context, sds.CompanyID, int64) ([]sds.LogEntry, error) {
	return nil, nil
}

func (g generated) At(context.Context, sds.CompanyID, []int64) ([]sds.LogEntry, error) {
	return nil, nil
}

func (g generated) EachSheet(_ context.Context, _ sds.CompanyID, each func(*sds.Sheet) error) error {
	for i := range g.n {
		s := g.of.Sheet(i, 1)
		if err := each(&s); err != nil {
			return err
		}
	}
	return nil
}

// BenchmarkListRoute is the whole route: the event, the caller's record, the tail of the
// log from the DynamoDB stand-in, the catalog, the answer's JSON. The sheets come from a
// snapshot; the time of the first list is reported too.
func BenchmarkListRoute(b *testing.B) {
	sizes := []int{1_000}
	if n, err := strconv.Atoi(os.Getenv(envSheets)); err == nil {
		sizes = append(sizes, n)
	}
	for _, n := range sizes {
		w := apitest.New(b)
		c := w.Company(b)
		me := w.User(b, c, access.Viewer)
		of := sample.New(1, n)
		if err := catalog.Compact(b.Context(), generated{of, n}, w.Snapshots(), nil, c.ID, w.Clock.Now); err != nil {
			b.Fatal(err)
		}
		queries := []string{
			"", "order_by_name=asc&page=" + strconv.Itoa(n/100), "status_group=completed&h_code=H225&h_code=H226", "text=酸化チタン", "text=酸&order_by_name=asc",
			"law_name=消防&flash_point_to=21&order_by_revised_at=desc", "revision_status=NEED_REVISION&order_by_revised_at=asc", "text=トルエン&signal_word=danger&created_from=2024-11-01",
		}
		began := time.Now()
		if a := w.Do(b, listed(&me, "")); a.Status != 200 {
			b.Fatal(a.Body)
		}
		cold := time.Since(began)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			var took []time.Duration
			i := 0
			for b.Loop() {
				from := time.Now()
				if a := w.Do(b, listed(&me, queries[i%len(queries)])); a.Status != 200 {
					b.Fatal(a.Body)
				}
				took = append(took, time.Since(from))
				i++
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)/2])/1e6, "p50-ms")
			b.ReportMetric(float64(took[len(took)*99/100])/1e6, "p99-ms")
			b.ReportMetric(float64(cold)/1e6, "cold-ms")
		})
	}
}
