// Package measure connects functions with the metrics that operators watch.
package measure

import (
	"context"
	"log/slog"
	"os"
	"time"

	"anzen/functions/grant"
	"anzen/shared/aws/metrics"
	"anzen/shared/catalog"
)

// Of are the metrics of a function, which go to its log.
func Of(env func(string) string) metrics.Namespaced {
	return metrics.Namespaced{Namespace: env(grant.EnvMetrics), Out: os.Stderr, Now: time.Now}
}

// Loads measures how long a catalog takes to load companies.
func Loads(m metrics.Namespaced, log *slog.Logger) catalog.Option {
	return catalog.WithLoads(func(ctx context.Context, l catalog.Load) {
		from := "table"
		if l.Snapshot {
			from = "snapshot"
		}
		Put(ctx, m, log, metrics.Sample{
			Metric: metrics.CatalogLoad, Unit: metrics.Milliseconds, Value: Milliseconds(l.Took), Dimension: metrics.LoadedFrom, Of: from, Total: true,
			Also: map[string]string{"company": string(l.Company), "size": metrics.Size(l.Sheets)},
		})
	})
}

// Put writes a value; a failure is logged, as it is nobody's who called.
func Put(ctx context.Context, m metrics.Namespaced, log *slog.Logger, s metrics.Sample) {
	if err := m.Put(ctx, s); err != nil {
		log.WarnContext(ctx, "not measured", "cause", err.Error())
	}
}

// Milliseconds is a duration as metrics have it.
func Milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
