package evaluate_test

import (
	"testing"

	"anzen/shared/judgement/evaluate"
	"anzen/shared/judgement/lawcheck"
	"anzen/shared/reference/regulation"
)

// BenchmarkSheet measures the evaluation of one sheet: its verdicts as the catalog keeps
// them, and its proofs.
func BenchmarkSheet(b *testing.B) {
	all := made(1, 5000)
	set, rules := regulation.Current(), evaluate.Rules{}
	for i := range all {
		rules.Judge("2026-11-20", &all[i]) // warms the cache of names
	}
	b.Run("codes", func(b *testing.B) {
		i := 0
		for b.Loop() {
			rules.Judge("2026-11-20", &all[i%len(all)])
			i++
		}
	})
	b.Run("proofs", func(b *testing.B) {
		i := 0
		for b.Loop() {
			s := lawcheck.Of(&all[i%len(all)])
			lawcheck.Sheet(set, &s, "2026-11-20")
			i++
		}
	})
	n := 0
	for i := range all {
		n += len(all[i].CheckedLaws)
	}
	b.ReportMetric(float64(n)/float64(len(all)), "verdicts-a-sheet")
}
