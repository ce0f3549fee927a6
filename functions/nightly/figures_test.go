package nightly

import (
	"context"
	"io"
	"log/slog"
	"math/rand/v2"
	"os"
	"runtime"
	"strconv"
	"testing"
	"time"

	"anzen/shared/catalog"
	"anzen/shared/catalog/sample"
	"anzen/shared/domain/checklist"
	"anzen/shared/domain/sds"
	"anzen/shared/judgement/evaluate"
)

// EnvSheets is how many sheets the figures are of; 50,000 where it is not set.
const EnvSheets = "ANZEN_CHECKS_SHEETS"

// records are a company's sheets, of which some may be written again.
type records struct {
	all []sds.Sheet
	log []sds.LogEntry
}

func (h *records) LogEnd(context.Context, sds.CompanyID) (int64, error) {
	return int64(len(h.log)), nil
}

func (h *records) LogBefore(context.Context, sds.CompanyID, time.Time) (int64, error) {
	return int64(len(h.log)), nil
}

func (h *records) Tail(_ context.Context, _ sds.CompanyID, seq int64) ([]sds.LogEntry, error) {
	return h.log[seq:], nil
}

func (h *records) At(context.Context, sds.CompanyID, []int64) ([]sds.LogEntry, error) {
	return nil, nil
}

func (h *records) EachSheet(_ context.Context, _ sds.CompanyID, each func(*sds.Sheet) error) error {
	for i := range h.all {
		s := h.all[i]
		if err := each(&s); err != nil {
			return err
		}
	}
	return nil
}

// hundred are typical checklists: of laws, categories, classes, and the company's own
// substances.
func hundred(r evaluate.Rules) []checklist.List {
	set, random := r.Set(), rand.New(rand.NewPCG(1, 2))
	var lists []checklist.List
	for i := range 100 {
		l := checklist.List{ID: sds.NewID[checklist.ID](), State: checklist.Created, Targets: []checklist.Target{checklist.Composition}}
		switch i % 4 {
		case 0:
			l.LawIDs = []int{set.Laws()[random.IntN(len(set.Laws()))].ID}
			l.Targets = append(l.Targets, checklist.Section15)
		case 1:
			for range 1 + random.IntN(3) {
				l.RegulationIDs = append(l.RegulationIDs, set.Categories()[random.IntN(len(set.Categories()))].ID)
			}
		case 2:
			for range 1 + random.IntN(5) {
				l.RegulationIDs = append(l.RegulationIDs, set.Classes()[random.IntN(len(set.Classes()))].ID)
			}
		default:
			for range 20 {
				l.Substances = append(l.Substances, checklist.Substance{CAS: substance(random), Percent: 1})
			}
		}
		lists = append(lists, l)
	}
	return lists
}

func substance(r *rand.Rand) string {
	of := sample.New(1, 1000)
	for {
		if s := of.Sheet(r.IntN(1000), 1); len(s.CAS) > 0 {
			return s.CAS[0]
		}
	}
}

// figures evaluates all checklists once and packs the results, as a night does.
func (w *worker) figures(b *testing.B, looks []listCheck) (packed int, rows int) {
	b.Helper()
	now := companyNight{Day: w.today(), Basis: w.rules.Basis(w.today()), Definitions: map[checklist.ID]string{}}
	for i := range looks {
		now.Definitions[looks[i].list.ID] = evaluate.Definition(looks[i].list)
	}
	if _, err := w.evaluate(b.Context(), "c", looks, &now); err != nil {
		b.Fatal(err)
	}
	for i := range looks {
		rows += len(looks[i].now.Rows)
		if looks[i].now.Equal(looks[i].before) {
			continue
		}
		data, err := looks[i].now.Encode()
		if err != nil {
			b.Fatal(err)
		}
		packed += len(data)
	}
	return packed, rows
}

// BenchmarkNight is a night of 100 checklists: the first, one without changes, one after
// a sheet was edited, and one after regulations have changed.
func BenchmarkNight(b *testing.B) {
	sheets := 50_000
	if n, err := strconv.Atoi(os.Getenv(EnvSheets)); err == nil {
		sheets = n
	}
	of := sample.New(1, sheets)
	source := &records{all: make([]sds.Sheet, sheets)}
	for i := range source.all {
		source.all[i] = of.Sheet(i, 1)
	}
	rules, clock := evaluate.Rules{}, func() time.Time { return sample.Now }
	began := time.Now()
	rules.Set()
	b.Logf("the tables are loaded in %v", time.Since(began))
	w := &worker{
		catalog: catalog.New(source, clock, catalog.WithChecks(rules)), rules: rules, now: clock, workers: runtime.GOMAXPROCS(0),
		log: slog.New(slog.NewTextHandler(io.Discard, nil)),
	}
	began = time.Now()
	if _, err := w.catalog.Search(b.Context(), "c", catalog.Query{}); err != nil {
		b.Fatal(err)
	}
	b.Logf("%d sheets are read and checked in %v", sheets, time.Since(began))
	lists := hundred(rules)
	fresh := func(before []listCheck) []listCheck {
		looks := make([]listCheck, len(lists))
		for i := range lists {
			looks[i].list = &lists[i]
			if before != nil {
				looks[i].before = before[i].now
			}
		}
		return looks
	}
	var last []listCheck
	measure := func(name string, prepare func(i int), look func() []listCheck) {
		b.Run(name, func(b *testing.B) {
			i := 0
			for b.Loop() {
				b.StopTimer()
				prepare(i)
				looks := look()
				i++
				b.StartTimer()
				packed, rows := w.figures(b, looks)
				b.ReportMetric(float64(packed)/1e6, "packed-MB")
				b.ReportMetric(float64(rows), "rows")
				last = looks
			}
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			b.ReportMetric(float64(m.HeapAlloc)/1e6, "heap-MB")
		})
	}
	nothing := func(int) {}
	measure("first", nothing, func() []listCheck { return fresh(nil) })
	first := last
	measure("nothing changed", nothing, func() []listCheck { return fresh(first) })
	measure("one sheet edited", func(int) {
		s := of.Sheet(7, int64(len(source.log)+2))
		source.log = append(source.log, sds.LogEntry{Seq: int64(len(source.log) + 1), At: sample.Now, Sheet: s})
	}, func() []listCheck { return fresh(first) })
	measure("other regulations", nothing, func() []listCheck {
		looks := fresh(first)
		for i := range looks {
			before := *looks[i].before
			before.Rules = "another"
			looks[i].before = &before
		}
		return looks
	})
}
