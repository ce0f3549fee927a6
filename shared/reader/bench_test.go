package reader_test

import (
	"context"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"anzen/shared/judgement/findings"
	"anzen/shared/reader"
	"anzen/shared/reader/doc"
	"anzen/shared/reader/extract"
	"anzen/shared/reader/layout"
	"anzen/shared/reader/pdf"
)

// BenchmarkReader reads the sheets that belong to the project.
func BenchmarkReader(b *testing.B) {
	benchmark(b, filepath.Join("testdata", "*.pdf"), filepath.Join("..", "..", "infra", "local", "demo", "samples", "*.pdf"))
}

// BenchmarkCorpus reads the sheets with a text layer of the corpus, where it lies beside the module.
func BenchmarkCorpus(b *testing.B) {
	benchmark(b, filepath.Join("..", "..", "..", "shared", "corpus", "pdf", "*.pdf"))
}

// specimen is a sheet with the result of each stage.
type specimen struct {
	name  string
	body  []byte
	pages []doc.Page
	info  doc.Info
	d     *doc.Document
	out   extract.Result
}

// benchmark runs the sheets through the bare extraction of their text, as a baseline, then
// through the whole reader, then through each of its stages. An operation is all sheets
// once, one after the other.
func benchmark(b *testing.B, patterns ...string) {
	ctx := context.Background()
	defer debug.SetGCPercent(debug.SetGCPercent(reader.GCPercent))
	p := pdf.NewPool(pdf.Config{})
	b.Cleanup(p.Close)
	r := &reader.Reader{PDF: p}
	sheets := specimens(b, r, patterns)
	now := time.Now()
	bare := func(s *specimen) error {
		_, err := p.Text(ctx, s.body)
		return err
	}
	whole := func(s *specimen) error {
		d, err := r.Read(ctx, s.body)
		if err != nil {
			return err
		}
		inspect(d, extract.Sheet(d), now)
		return nil
	}
	for _, c := range []struct {
		name string
		run  func(s *specimen) error
	}{
		{"bare", bare},
		{"whole", whole},
		{"pdf", func(s *specimen) error {
			_, err := p.Extract(ctx, s.body)
			return err
		}},
		{"layout", func(s *specimen) error {
			layout.Build(cloned(s.pages), s.info)
			return nil
		}},
		{"extract", func(s *specimen) error {
			extract.Sheet(s.d)
			return nil
		}},
		{"check", func(s *specimen) error {
			inspect(s.d, s.out, now)
			return nil
		}},
	} {
		b.Run(c.name, func(b *testing.B) {
			beside := bare
			if c.name != "whole" && c.name != "pdf" {
				beside = nil
			}
			measure(b, p, sheets, c.run, beside)
		})
	}
}

// specimens reads the files once, which also warms the worker and the tables. Pictures of text are left out.
func specimens(b *testing.B, r *reader.Reader, patterns []string) []*specimen {
	b.Helper()
	var out []*specimen
	for _, pattern := range patterns {
		files, err := filepath.Glob(pattern)
		if err != nil {
			b.Fatal(err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "-scan.pdf") {
				continue
			}
			s := &specimen{name: filepath.Base(file), body: read(b, file)}
			f, err := r.PDF.Extract(context.Background(), s.body)
			if err != nil {
				b.Fatalf("%s: %v", file, err)
			}
			s.pages, s.info = f.Pages, f.Info
			s.d = layout.Build(cloned(f.Pages), f.Info)
			s.out = extract.Sheet(s.d)
			inspect(s.d, s.out, time.Now())
			out = append(out, s)
		}
	}
	if len(out) == 0 {
		b.Skip("no corpus beside the module")
	}
	return out
}

func inspect(d *doc.Document, r extract.Result, now time.Time) {
	findings.Sheet(findings.Input{Result: &r, Sections: d.Numbers(), Printed: findings.PrintedOf(d), Now: now})
}

// cloned pages may be turned upright without harm to the originals.
func cloned(pages []doc.Page) []doc.Page {
	out := slices.Clone(pages)
	for i := range out {
		out[i].Words, out[i].Rules, out[i].Images = slices.Clone(out[i].Words), slices.Clone(out[i].Rules), slices.Clone(out[i].Images)
	}
	return out
}

// measure reports CPU time in addition to elapsed time: of this process and of the worker.
// With a baseline, each sheet runs through that directly afterwards, so that other load
// affects both.
func measure(b *testing.B, p *pdf.Pool, sheets []*specimen, run, beside func(*specimen) error) {
	var took, busy []float64 // milliseconds of each sheet
	pages, sum, other := 0, 0.0, 0.0
	timed := func(s *specimen, run func(*specimen) error) float64 {
		used := cpu(p)
		if err := run(s); err != nil {
			b.Fatalf("%s: %v", s.name, err)
		}
		return 1e3 * (cpu(p) - used)
	}
	b.ResetTimer()
	for range b.N {
		for _, s := range sheets {
			began := time.Now()
			busy = append(busy, timed(s, run))
			took = append(took, 1e3*time.Since(began).Seconds())
			sum += busy[len(busy)-1]
			pages += len(s.pages)
			if beside != nil {
				b.StopTimer()
				other += timed(s, beside)
				b.StartTimer()
			}
		}
	}
	b.StopTimer()
	seconds, n := b.Elapsed().Seconds(), float64(len(took))
	slices.Sort(took)
	slices.Sort(busy)
	b.ReportMetric(n/seconds, "sheets/s")
	b.ReportMetric(float64(pages)/seconds, "pages/s")
	b.ReportMetric(sum/n, "cpu-ms/sheet")
	b.ReportMetric(busy[len(busy)/2], "cpu-ms-median")
	b.ReportMetric(busy[len(busy)*95/100], "cpu-ms-p95")
	b.ReportMetric(took[len(took)/2], "ms-median")
	b.ReportMetric(took[len(took)*95/100], "ms-p95")
	b.ReportMetric(float64(p.Stats().RSS)/(1<<20), "worker-MiB")
	if other > 0 {
		b.ReportMetric(sum/other, "times-first")
	}
}
