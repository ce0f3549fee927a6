package hostile_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"anzen/shared/reader/hostile"
	"anzen/shared/reader/pdf"
)

// Sheets with lost, exchanged, cut or moved words make neither the layout nor the rules nor
// the checks panic.
func TestNothingPanicsOnMangledWords(t *testing.T) {
	sheets, _ := own(t)
	pool := pdf.NewPool(pdf.Config{Workers: 2})
	t.Cleanup(pool.Close)
	now := time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC)
	for n, s := range sheets {
		f, err := pool.Extract(t.Context(), s.Body)
		if err != nil {
			t.Fatal(err)
		}
		for k := range uint64(12) {
			seed := 12*uint64(n) + k
			pages := hostile.Mangle(seed, f.Pages)
			if k == 0 {
				if d := cmp.Diff(pages, hostile.Mangle(seed, f.Pages)); d != "" {
					t.Errorf("%s seed %d mangles differently: %s", s.Name, seed, d)
				}
			}
			if what := hostile.Words(pages, f.Info, now); what != "" {
				t.Errorf("%s seed %d: %s", s.Name, seed, what)
			}
		}
	}
}
